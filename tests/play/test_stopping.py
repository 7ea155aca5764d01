"""Long calls end when another thread says so."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

import sbg

CALLS: dict[str, Callable[[sbg.Stop], object]] = {
    "perft": lambda stop: sbg.perft(sbg.load("chess"), 12, stop=stop),
    "ends": lambda stop: sbg.ends(sbg.load("chess"), 12, stop=stop),
    "playouts": lambda stop: sbg.playouts(sbg.load("chess"), 10**9, stop=stop),
    "analyse": lambda stop: sbg.analyse(sbg.load("chess"), 600, stop=stop),
}


@pytest.mark.parametrize("name", CALLS)
def test_a_long_call_is_stopped_from_another_thread(name: str) -> None:
    stop = sbg.Stop()
    timer = threading.Timer(0.05, stop.set)
    timer.start()
    with pytest.raises(sbg.Stopped):
        CALLS[name](stop)
    timer.join()


def test_what_has_no_parameter_is_stopped_as_well() -> None:
    stop = sbg.Stop()
    threading.Timer(0.05, stop.set).start()
    with pytest.raises(sbg.Stopped), sbg.stopping(stop):
        sbg.profile(sbg.load("chess"), budget="deep")
    assert sbg.perft(sbg.load("hexapawn"), 2) > 0  # the thread may go on


def test_loops_in_python_hear_it_too() -> None:
    stop = sbg.Stop()
    watched = sbg.watch("hexapawn", 2)
    stop.set()
    with sbg.stopping(stop), pytest.raises(sbg.Stopped):
        sbg.learn(watched)


def test_the_innermost_stop_counts() -> None:
    outer, inner = sbg.Stop(), sbg.Stop()
    outer.set()
    game = sbg.load("hexapawn")
    with sbg.stopping(outer):
        with sbg.stopping(inner):
            assert sbg.playouts(game, 10).games == 10
        with pytest.raises(sbg.Stopped):
            sbg.playouts(game, 10)
    assert sbg.playouts(game, 10).games == 10
