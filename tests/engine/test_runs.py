"""Perft and playouts: uniform, reproducible, spread over threads, and ended by Ctrl-C."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections import Counter

import pytest

import sbg
from sbg.engine import divide
from tests.play.helpers import make

GARDNER = sbg.load("gardner")


@pytest.mark.parametrize("name", ["gardner", "breakthrough", "chess"])
@pytest.mark.parametrize("plies", [0, 9])
def test_every_move_is_equally_likely(name: str, plies: int) -> None:
    """Chi-square: with one ply left and one square as goal, wins count how often a move is chosen."""
    game = sbg.load(name)
    position = game.start
    for number in range(plies):
        position = position.play(position.moves[(5 * number + 3) % len(position.moves)])
    rules, _, _ = game.source.text.partition("<GOALS>")
    rows = position.rows[::-1]
    kinds = Counter((rows[m.origin[1]][m.origin[0]], m.target) for m in position.moves)
    games, statistic = 4000, 0.0
    for number, ((piece, (x, y)), alike) in enumerate(kinds.items()):
        probe = sbg.parse(f"{rules}<GOALS>\n{plies + 1} &\n@{piece} {x} {y} &\n")
        results = sbg.playouts(probe.position(position.fen), games, seed=number)
        assert results.plies == games
        share = alike / len(position.moves)
        chosen = results.white + results.black
        statistic += (chosen - games * share) ** 2 / (games * share * (1 - share))
    # The seeds are fixed, so this is no gamble: it fails for a generator that is not uniform.
    assert statistic < len(kinds) + 4 * (2 * len(kinds)) ** 0.5


def test_a_seed_gives_the_same_games_whatever_the_threads() -> None:
    one = sbg.playouts(GARDNER.start, 3000, seed=5)
    assert one == sbg.playouts(GARDNER.start, 3000, seed=5, threads=3)
    assert one != sbg.playouts(GARDNER.start, 3000, seed=6)
    assert one.games == 3000
    assert sbg.playouts(GARDNER.start, 0).games == 0


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


@pytest.mark.parametrize("call", ["sbg.perft(p, 40)", "sbg.playouts(p, 10**15, threads=2)"])
@pytest.mark.skipif(os.name == "nt", reason="signals are sent differently there")
def test_ctrl_c_ends_a_long_call(call: str) -> None:
    code = (
        "import sbg; p = sbg.load('breakthrough').start\n"
        f"print('go', flush=True)\ntry: {call}\nexcept KeyboardInterrupt: print('stopped')"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "go\n"
        time.sleep(0.3)
        child.send_signal(signal.SIGINT)
        answer, _ = child.communicate(timeout=20)
    assert answer == "stopped\n"


def test_a_long_call_lets_other_threads_run() -> None:
    done = threading.Event()
    ticks = []

    def tick() -> None:
        while not done.is_set():
            ticks.append(time.monotonic())
            time.sleep(0.001)

    other = threading.Thread(target=tick)
    other.start()
    try:
        sbg.perft(sbg.load("chess").start, 5)
    finally:
        done.set()
        other.join()
    assert len(ticks) > 2


def test_the_portable_path_can_be_forced() -> None:
    code = (
        "import sbg; g = sbg.load('gardner'); print(g.rules.bmi2, sbg.perft(g.start, 4),"
        " sbg.playouts(g.start, 500, seed=3))"
    )

    def ask(**environment: str) -> list[str]:
        answer = subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, **environment},
            capture_output=True,
            text=True,
            check=True,
        )
        return answer.stdout.split(maxsplit=1)

    portable, default = ask(SBG_NO_BMI2="1"), ask(SBG_NO_BMI2="")
    assert portable[0] == "False"
    assert portable[1] == default[1]
    assert portable[1].startswith("5000 ")
