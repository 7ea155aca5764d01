"""Batches play as both engines do, step by step: equal legal moves, boards, ends and rewards."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sbg
from sbg import reference
from sbg.arrays import REASONS
from sbg.engine import native
from sbg.engine.encoding import NAMES, ActionNames
from sbg.language.model import Description
from tests.strategies import descriptions, fens

N = 5


def packed_moves(game: sbg.Game, sets: np.ndarray) -> list[sbg.Move]:
    """The moves of one game's sets, in order."""
    bits, width = 8 * sets.itemsize, game.width
    return [
        sbg.Move((origin % width, origin // width), (target % width, target // width))
        for origin in range(len(sets))
        for target in range(game.width * game.height)
        if int(sets[origin, target // bits]) >> target % bits & 1
    ]


def compare(
    batch: sbg.Batch, positions: list[sbg.Position], judges: list[reference.Position]
) -> None:
    """All that a batch says about its games against the positions of both engines."""
    game = batch.game
    codes = native.piece_codes(game.description)
    assert batch.to_positions() == positions
    assert batch.ply.tolist() == [position.ply for position in positions]
    assert batch.turn.tolist() == [position.ply % 2 for position in positions]
    assert batch.ended.tolist() == [judge.outcome is not None for judge in judges]
    legal, mask, boards, seen = batch.legal, batch.action_mask(), batch.boards, batch.observe()
    ended = batch.action_mask(ended=True)
    for slot, judge in enumerate(judges):
        moves = list(judge.moves)
        assert packed_moves(game, legal[slot]) == moves
        numbers = sorted(batch.actions.action(move, judge.turn) for move in moves)
        assert np.flatnonzero(mask[slot]).tolist() == numbers
        assert ended[slot].all() == (judge.outcome is not None) or mask[slot].all()
        assert boards[slot].tobytes() == native.board_bytes(codes, judge.rows)
        reason = REASONS[batch.reasons[slot]]
        winner = (None, "white", "black")[batch.winners[slot] + 1]
        assert (sbg.Outcome(winner, reason) if reason else None) == judge.outcome  # type: ignore[arg-type]
        assert np.array_equal(seen[slot], planes(judge, batch))


def planes(judge: reference.Position, batch: sbg.Batch) -> np.ndarray:
    """What the player to move sees, from the rows of the reference."""
    game = batch.game
    image = np.zeros((game.height, game.width, len(batch.observations.planes)), np.float32)
    rows = judge.rows[::-1] if judge.turn == "white" else judge.rows
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            if letter != ".":
                own = letter.isupper() == (judge.turn == "white")
                name = f"{'own' if own else 'other'} {letter.upper()}"
                image[y, x, batch.observations.planes.index(name)] = 1
    image[..., -3] = judge.turn == "black"
    image[..., -2] = np.float32(min(judge.ply / max(game.turn_limit, 1), 1))
    image[..., -1] = 1
    return image


def play_along(
    game: sbg.Game, kind: ActionNames, seed: int, starts: list[sbg.Position] | None
) -> None:
    """Random games in a batch and in both engines, to their ends or for some plies."""
    chooser = random.Random(seed)
    batch = sbg.Batch(game, N, actions=kind, starts=starts, threads=1)
    positions = [starts[i % len(starts)] if starts else game.start for i in range(N)]
    judges = [reference.Position(game, position.fen) for position in positions]
    for _ in range(8):
        compare(batch, positions, judges)
        chosen = [chooser.choice(judge.moves) if judge.moves else None for judge in judges]
        actions = [
            batch.actions.action(move, judge.turn) if move else -1
            for move, judge in zip(chosen, judges, strict=True)
        ]
        assert all(
            move is None or str(move) == str(batch.moves(np.maximum(actions, 0))[slot])
            for slot, move in enumerate(chosen)
            if actions[slot] >= 0 and min(actions) >= 0
        )
        before = [judge.outcome for judge in judges]
        sets = batch.legal
        batch.step(actions, legal=sets)
        assert np.array_equal(sets, batch.legal)
        positions = [p.play(m) if m else p for p, m in zip(positions, chosen, strict=True)]
        judges = [j.play(m) if m else j for j, m in zip(judges, chosen, strict=True)]
        for slot, judge in enumerate(judges):
            reward = batch.rewards[slot].tolist()
            if before[slot] or judge.outcome is None or judge.outcome.winner is None:
                assert reward == [0, 0]
            else:
                assert reward == ([1, -1] if judge.outcome.winner == "white" else [-1, 1])
    compare(batch, positions, judges)


@pytest.mark.long
@given(descriptions(most=6), st.sampled_from(NAMES), st.integers(0, 99))
@settings(max_examples=25)
def test_any_game(description: Description, kind: ActionNames, seed: int) -> None:
    play_along(sbg.Game(description), kind, seed, None)


@given(st.data())
@settings(max_examples=15)
def test_any_game_from_any_position(data: st.DataObject) -> None:
    game = sbg.Game(data.draw(descriptions(most=9)))
    lines = data.draw(st.lists(fens(game.description), min_size=1, max_size=3))
    play_along(game, "planes", 1, [game.position(line) for line in lines])


@pytest.mark.parametrize("name", ["gardner", "breakthrough", "xiangqi", "steppe", "hexapawn"])
def test_bundled_games(name: str) -> None:
    play_along(sbg.load(name), "pairs", 3, None)


@pytest.mark.parametrize("name", sbg.bundled())
@pytest.mark.parametrize("bmi2", [True, False])
def test_random_games_are_those_of_playouts(name: str, bmi2: bool) -> None:
    game = sbg.load(name)
    game.__dict__["rules"] = native.make_rules(game.description, game.automata, bmi2=bmi2)
    batch = sbg.Batch(game, 20, seed=7, threads=1)
    assert batch.playout() == sbg.playouts(game, 20, seed=7)
    assert batch.ended.all()
