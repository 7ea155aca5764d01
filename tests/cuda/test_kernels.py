"""The kernels for a GPU play as the engine does. Here they run on this processor, compiled from the same source."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sbg
from sbg.cuda import runs
from sbg.cuda.layout import outcome_of
from sbg.cuda.plan import Plan, make_plan
from sbg.cuda.slots import NO_MOVE, Slots
from tests.cuda.twin import HostDevice
from tests.strategies import descriptions, fens

WAYS = (("group", "single"), ("single",), ())
DEVICE = HostDevice()


def counted(position: sbg.Position, depth: int, plan: Plan) -> int:
    return runs.Perft(DEVICE, plan).count(position._native.board, position.ply, depth)


def slots(position: sbg.Position, plan: Plan, count: int, seed: int = 1) -> Slots:
    return Slots(DEVICE, plan, position._native.board, position.ply, count, seed)


def replay(start: sbg.Position, plan: Plan, count: int, plies: int, seed: int) -> None:
    """Random games of the kernel, each move checked against the engine."""
    games = slots(start, plan, count, seed)
    positions = [start] * count
    width = start.game.width
    for _ in range(plies):
        games.step_random()
        for i, move in enumerate(games.last_moves.tolist()):
            if move == NO_MOVE:
                assert positions[i].outcome is not None
                continue
            origin, target = divmod(move & 0xFFFF, width), divmod(move >> 16, width)
            positions[i] = positions[i].play(sbg.Move(origin[::-1], target[::-1]))
        assert [board.tobytes() for board in games.boards] == [
            position._native.board for position in positions
        ]
        assert [outcome_of(result) for result in games.results.tolist()] == [
            position.outcome for position in positions
        ]
        assert games.plies.tolist() == [position.ply for position in positions]


@pytest.mark.parametrize("name", sbg.bundled())
def test_bundled_games(name: str) -> None:
    game = sbg.load(name)
    depth = 2 if game.width * game.height > 30 else 4
    for ways in WAYS[:2]:
        plan = make_plan(game.description, game.automata, ways=ways)
        for plies in range(2, depth + 1):
            assert counted(game.start, plies, plan) == sbg.perft(game, plies)
    replay(game.start, game.plan, 3, 12, 1)


@pytest.mark.parametrize("name", ["gardner", "silverman", "xiangqi", "leapfrog"])
def test_games_to_their_ends(name: str) -> None:
    game = sbg.load(name)
    replay(game.start, game.plan, 8, 60, 2)


@given(st.data())
@settings(max_examples=40)
def test_random_games(data: st.DataObject) -> None:
    description = data.draw(descriptions())
    game = sbg.Game(description)
    start = game.position(data.draw(fens(description)))
    if start.outcome is not None:
        start = game.start
    if start.outcome is not None:
        return
    plan = make_plan(description, game.automata, ways=data.draw(st.sampled_from(WAYS)))
    limit = game.turn_limit - start.ply
    if limit >= 2:
        assert counted(start, 2, plan) == sbg.perft(start, 2)
    replay(start, plan, 4, 6, data.draw(st.integers(0, 2**64 - 1)))


@given(st.data())
@settings(max_examples=15)
def test_given_moves(data: st.DataObject) -> None:
    """Every pair of squares is played or refused as the engine does."""
    description = data.draw(descriptions(5))
    game = sbg.Game(description)
    start = game.position(data.draw(fens(description)))
    if start.outcome is not None:
        return
    squares = game.width * game.height
    pairs = [(origin, target) for origin in range(squares) for target in range(squares)]
    games = slots(start, game.plan, len(pairs))
    refused = games.step(np.array([origin | target << 16 for origin, target in pairs]))
    boards, results = games.boards, games.results
    for i, (origin, target) in enumerate(pairs):
        move = sbg.Move(
            divmod(origin, game.width)[::-1],
            divmod(target, game.width)[::-1],
        )
        assert bool(refused[i]) == (move not in start.moves)
        if not refused[i]:
            after = start.play(move)
            assert boards[i].tobytes() == after._native.board
            assert outcome_of(int(results[i])) == after.outcome


@pytest.mark.parametrize("ways", WAYS)
@pytest.mark.parametrize("name", ["gardner", "grasshopper-chess"])
def test_each_move_is_as_likely(name: str, ways: tuple[str, ...]) -> None:
    """Chi-square at a level of one in a million; the seed is fixed."""
    game = sbg.load(name)
    position = game.start
    for _ in range(5):
        position = position.play(position.moves[len(position.moves) // 2])
    plan = make_plan(game.description, game.automata, ways=ways)
    moves = len(position.moves)
    games = slots(position, plan, 400 * moves, seed=5)
    games.step_random()
    found = Counter(games.last_moves.tolist())
    assert len(found) == moves
    square = sum((count - 400) ** 2 / 400 for count in found.values())
    # The square root of twice a chi-square is nearly normal around that of twice the degrees.
    assert abs((2 * square) ** 0.5 - (2 * (moves - 1) - 1) ** 0.5) < 4.9


@pytest.mark.parametrize("name", ["hexapawn", "gardner", "leapfrog"])
def test_playouts_are_the_games_that_are_played_ply_by_ply(name: str) -> None:
    """More games than slots: those that end make room for the next."""
    game = sbg.load(name)
    count = 3 * DEVICE.parallel + 5
    games = slots(game.start, game.plan, count, seed=9)
    games.step_random(game.turn_limit + 1)
    results = Counter(int(result) >> 4 for result in games.results)
    tally = runs.playouts(DEVICE, game.plan, game.start._native.board, 0, count, 9)
    assert tally == (results[1], results[2], results[0], int(games.plies.sum()))


def test_perft_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lists that are far too small: positions are expanded part by part, and one list has to grow."""
    game = sbg.load("gardner")
    counter = runs.Perft(DEVICE, game.plan)
    monkeypatch.setattr(runs, "LEAST_ROOM", 5)
    monkeypatch.setattr(runs, "MOST_ROOM", 5)
    assert counter.count(game.start._native.board, 0, 5) == sbg.perft(game, 5)
