"""The heaviest games that are legal: nothing hangs, and what is cut short is still right."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import sbg
from sbg import reference
from sbg.engine import native
from tests import heavy, ordinary

ROOT = Path(__file__).resolve().parent.parent

PATIENCE = 120
"""Seconds until a process counts as hanging. How long it should take is measured by bench/heavy.py."""

PLAY = """
import sys, sbg
from sbg.play.players import Limits
start = sbg.parse(sys.stdin.read()).start
moves = start.moves
assert moves
for name in ("alphabeta", "mcts"):
    found = sbg.player(name).choose(start, Limits(time=0.2))
    assert found in moves, found
"""

WAIT = """
import signal, sys, sbg
from sbg.play.players import Limits
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have told us to ignore it
start = sbg.parse(sys.stdin.read()).start
print("go", flush=True)
if sys.argv[1] == "perft":
    sbg.perft(start, 12)
elif sys.argv[1] == "playouts":
    sbg.playouts(start, 10**12)
elif sys.argv[1] == "moves":
    while True:
        sbg.parse(sbg.write(start.game)).start.moves
else:
    sbg.player(sys.argv[1]).choose(start, Limits(infinite=True))
"""


def run(code: str, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


SOME = list(heavy.GAMES)[::3]
"""The rest is for the night: a process and two searches for each game take their time."""


@pytest.mark.process
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[] if name in SOME else pytest.mark.slow, id=name)
        for name in heavy.GAMES
    ],
)
def test_first_moves_and_a_short_search(name: str) -> None:
    with run(PLAY) as process:
        try:
            _, errors = process.communicate(heavy.GAMES[name](), timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            pytest.fail("it hangs")
    assert process.returncode == 0, errors


@pytest.mark.process
@pytest.mark.skipif(os.name == "nt", reason="there is no SIGINT for another process")
@pytest.mark.parametrize("call", ["moves", "alphabeta", "mcts", "perft", "playouts"])
@pytest.mark.parametrize("name", ["power 416, full", "1,024 states, 20×20"])
def test_ctrl_c_is_heard(name: str, call: str) -> None:
    with run(WAIT, call) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(heavy.GAMES[name]())
        process.stdin.close()
        assert process.stdout.readline() == "go\n"
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        try:
            assert process.wait(PATIENCE) != 0
        except subprocess.TimeoutExpired:
            process.kill()
            pytest.fail("it hangs")
        # By the signal: nearly always as KeyboardInterrupt, or while the interpreter ends by itself.
        assert process.returncode == -signal.SIGINT
        assert process.stderr.read().rstrip().rpartition("\n")[2] in ("KeyboardInterrupt", "")


@pytest.mark.parametrize("seed", range(12))
def test_what_is_walked_for_lack_of_work_moves_alike(seed: int) -> None:
    """A game whose tables are not finished plays as the reference does."""
    game = sbg.parse(ordinary.text(seed))
    assert game.start.moves == reference.Position(game).moves


def test_equal_games_get_equal_tables() -> None:
    """What fits is counted and not timed."""
    game = sbg.parse(heavy.GAMES["26 stars, 16×16"]())
    sizes = {native.make_rules(game.description, game.automata).table_bytes for _ in range(3)}
    assert len(sizes) == 1
