"""Finished games by length and result: the native count, the reference's, and what the rules say."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sbg
from sbg import reference
from sbg.language import model
from tests.play.helpers import make
from tests.strategies import descriptions, fens

SMALL = {
    "hexapawn": 8,
    "octopawn": 6,
    "gardner": 4,
    "breakthrough5": 3,
    "northcott": 2,
    "clobber": 2,
}


def counted(position: sbg.Position, depth: int, threads: int = 1) -> list[tuple[int, int, int]]:
    """The native count in the reference's form."""
    found = sbg.ends(position, depth, threads)
    assert [count.plies for count in found] == list(range(depth + 1))
    assert all(count.games == count.white + count.black + count.draws for count in found)
    return [(count.white, count.black, count.draws) for count in found]


@pytest.mark.long
@pytest.mark.parametrize("name", SMALL)
def test_bundled_games(name: str) -> None:
    game, depth = sbg.load(name), SMALL[name]
    expected = reference.ends(reference.Position(game.description), depth)
    assert counted(game.start, depth) == counted(game.start, depth, threads=3) == expected


def test_hexapawn_by_hand() -> None:
    start = sbg.load("hexapawn").start
    assert sbg.ends(start, 7, 1) == sbg.ends(start, 7)
    found = counted(start, 8)
    # Every sequence either goes on or has ended: perft and ends account for each other.
    for depth, following in itertools.pairwise(range(8)):
        going_on = sbg.perft(start, depth) - sum(found[depth])
        assert (sbg.perft(start, following) > 0) == (going_on > 0)
    assert sbg.perft(start, 7) == sum(found[7])
    assert found[0] == (0, 0, 0)


@pytest.mark.long
@settings(max_examples=60)
@given(st.data(), descriptions())
def test_generated_games(data: st.DataObject, description: model.Description) -> None:
    game = sbg.Game(description)
    fen = data.draw(fens(description))
    depth = data.draw(st.integers(0, 2))
    position = game.position(fen)
    expected = reference.ends(reference.Position(description, fen), depth)
    assert counted(position, depth) == counted(position, depth, threads=2) == expected


def test_a_game_that_is_over_ends_at_once() -> None:
    game = make("P..", rules="P (1,0,e) &", goals="@P 1 0 &")
    over = game.start.play("a1b1")
    assert counted(over, 3) == [(1, 0, 0), (0, 0, 0), (0, 0, 0), (0, 0, 0)]
    assert counted(game.start, 2) == [(0, 0, 0), (1, 0, 0), (0, 0, 0)]


@pytest.mark.parametrize("limit", [0, 1, 2])
def test_the_turn_limit_comes_last(limit: int) -> None:
    game = make("K.k", rules="K (1,0,e) + (-1,0,e) + (0,0,w) &", limit=limit)
    expected = reference.ends(reference.Position(game.description), 3)
    assert counted(game.start, 3) == expected
    assert sum(draws for _, _, draws in expected) > 0
    assert all(not white and not black for white, black, _ in expected[: limit + 1])


def test_wrong_arguments() -> None:
    start = sbg.load("hexapawn").start
    for depth in (-1, 10**9):
        with pytest.raises(ValueError, match="depth"):
            sbg.ends(start, depth)
    with pytest.raises(TypeError, match="a Position, a Game, a bundled name or a path"):
        sbg.ends(5, 1)  # type: ignore[arg-type]
