"""Perft and playouts: what they answer at the edges. test_playouts.py has the statistics."""

from __future__ import annotations

import threading

import pytest

import sbg
from sbg import _core
from sbg.engine import Stopped
from tests.play.helpers import make

GARDNER = sbg.load("gardner")


def test_playouts_of_a_finished_game() -> None:
    over = make("P.", rules="P (1,0,e) &", goals="@P 1 0 &").start.play("a1b1")
    assert sbg.playouts(over, 7) == sbg.Playouts(7, 0, 0, 0)
    assert sbg.perft(over, 0) == 1
    assert sbg.perft(over, 3) == 0


def test_perft_splits_into_first_moves() -> None:
    parts = [sbg.perft(GARDNER.start.play(move), 3) for move in GARDNER.start.moves]
    assert sum(parts) == sbg.perft(GARDNER.start, 4, threads=2) == 5000


def test_a_game_counts_from_its_start() -> None:
    assert sbg.perft(GARDNER, 3) == sbg.perft(GARDNER.start, 3) == 510
    assert sbg.playouts(GARDNER, 20, seed=4) == sbg.playouts(GARDNER.start, 20, seed=4)
    assert sbg.analyse(GARDNER, nodes=500).move == sbg.analyse(GARDNER.start, nodes=500).move


def test_a_count_can_be_stopped_from_another_thread() -> None:
    stop = _core.Stop()
    timer = threading.Timer(0.1, stop.set)
    timer.start()
    with pytest.raises(Stopped):
        sbg.perft(GARDNER, 30, stop=stop)
    timer.join()


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
