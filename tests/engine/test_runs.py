"""Perft, divide and playouts: what they answer at the edges. test_playouts.py has the statistics."""

from __future__ import annotations

import pytest

import sbg
from sbg.engine import divide
from tests.play.helpers import make

GARDNER = sbg.load("gardner")


def test_playouts_of_a_finished_game() -> None:
    over = make("P.", rules="P (1,0,e) &", goals="@P 1 0 &").start.play("a1b1")
    assert sbg.playouts(over, 7) == sbg.Playouts(7, 0, 0, 0)
    assert sbg.perft(over, 0) == 1
    assert sbg.perft(over, 3) == 0


def test_divide_adds_up() -> None:
    parts = divide(GARDNER.start, 4, threads=2)
    assert [move for move, _ in parts] == GARDNER.start.moves
    assert sum(count for _, count in parts) == 5000
    assert divide(GARDNER.start, 4, hash_mb=1) == parts


@pytest.mark.parametrize("depth", [-1, 256])
def test_depth_has_limits(depth: int) -> None:
    with pytest.raises(ValueError, match="depth"):
        sbg.perft(GARDNER.start, depth)


@pytest.mark.parametrize("threads", [0, -3, 2000])
def test_threads_have_limits(threads: int) -> None:
    with pytest.raises(ValueError, match="threads"):
        sbg.perft(GARDNER.start, 2, threads=threads)
    with pytest.raises(ValueError, match="threads"):
        sbg.playouts(GARDNER.start, 2, threads=threads)


def test_the_turn_limit_ends_every_sequence() -> None:
    game = make("P..", rules="P (1,0,e) + (-1,0,e) &", limit=5)
    assert sbg.perft(game.start, 6) == 0
