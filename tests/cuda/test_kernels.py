"""The kernels for a GPU play as the engine does. Here they run on this processor, compiled from the same source."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sbg
from sbg.arrays import REASONS
from sbg.engine.gpu import runs
from sbg.engine.gpu.plan import Plan, make_plan
from tests.cuda.twin import HostDevice, on_host
from tests.strategies import descriptions, fens

WAYS = (("group", "single"), ("single",), ())
DEVICE = HostDevice()


def counted(position: sbg.Position, depth: int, plan: Plan) -> int:
    return runs.Perft(DEVICE, plan).count(position._native.board, position.ply, depth)


def games_from(start: sbg.Position, plan: Plan, count: int, seed: int = 1, **how: Any) -> sbg.Batch:
    """So many games by the kernels of this plan."""
    start.game.__dict__["plan"] = plan
    with on_host():
        return sbg.Batch(start.game, count, starts=[start], seed=seed, device="cuda", **how)


def replay(start: sbg.Position, plan: Plan, count: int, plies: int, seed: int) -> None:
    """Random games of the kernel, each move checked against the engine."""
    games = games_from(start, plan, count, seed)
    positions = [start] * count
    for _ in range(plies):
        actions = games.sample().tolist()
        games.step_random()
        for i, action in enumerate(actions):
            if action < 0:
                assert positions[i].outcome is not None
            else:
                move = games.actions.move(action, positions[i].turn)
                positions[i] = positions[i].play(move)
        assert games.to_positions() == positions
        assert games.ply.tolist() == [position.ply for position in positions]


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
    games = games_from(start, game.plan, squares**2, actions="squares", illegal="loss")
    moves = games.actions.decode(np.arange(squares**2, dtype=np.int32), start.ply % 2)
    games.step(np.arange(squares**2))
    found, reasons = games.to_positions(), games.reasons.tolist()
    for i, (origin, target) in enumerate(
        zip(*(squares.tolist() for squares in moves), strict=True)
    ):
        move = sbg.Move(
            divmod(origin, game.width)[::-1],
            divmod(target, game.width)[::-1],
        )
        assert (REASONS[reasons[i]] == "illegal") == (move not in start.moves)
        assert found[i] == (start.play(move) if move in start.moves else start)


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
    found = Counter(games_from(position, plan, 400 * moves, seed=5).sample().tolist())
    assert len(found) == moves
    square = sum((count - 400) ** 2 / 400 for count in found.values())
    # The square root of twice a chi-square is nearly normal around that of twice the degrees.
    assert abs((2 * square) ** 0.5 - (2 * (moves - 1) - 1) ** 0.5) < 4.9


@pytest.mark.parametrize("name", ["hexapawn", "gardner", "leapfrog"])
def test_playouts_are_the_games_that_are_played_ply_by_ply(name: str) -> None:
    """More games than slots: those that end make room for the next."""
    game = sbg.load(name)
    count = 3 * DEVICE.parallel + 5
    games = games_from(game.start, game.plan, count, seed=9)
    tally = runs.playouts(DEVICE, game.plan, game.start._native.board, 0, count, 9)
    assert games.playout() == sbg.Playouts(*tally)
    winners = Counter(games.winners.tolist())
    assert tally == (winners[0], winners[1], winners[-1], int(np.asarray(games.ply).sum()))


def test_perft_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lists that are far too small: positions are expanded part by part, and one list has to grow."""
    game = sbg.load("gardner")
    counter = runs.Perft(DEVICE, game.plan)
    monkeypatch.setattr(runs, "LEAST_ROOM", 5)
    monkeypatch.setattr(runs, "MOST_ROOM", 5)
    assert counter.count(game.start._native.board, 0, 5) == sbg.perft(game, 5)
