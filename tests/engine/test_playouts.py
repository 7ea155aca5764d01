"""Random games: uniform over moves, the same for a seed whatever the threads, and stopped by Ctrl-C."""

from __future__ import annotations

import math
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

import pytest

import sbg
from sbg.engine import native
from sbg.language.model import SquareGoal
from tests.cli.helpers import environment
from tests.patience import ends

Cells = Counter[tuple[str, tuple[int, int]]]
"""By the piece that moves and the square it goes to."""

POSITIONS = {
    "breakthrough": None,
    "knightthrough": None,
    "gardner": "rnbqk/1p1pp/p1p2/PPPPP/RNBQK w 2",
    "chess": "r1bqk2r/pp3ppp/2n1pn2/2pp4/1b1P4/2N1PN2/PPP1BPPP/R1BQ1RK1 w 14",
    "fox-and-hounds": None,
    "leaping-draughts": None,
    "xiangqi": None,
    "steppe": "rncbgqkgbcnr/1p1p1ppppppp/2p9/12/12/12/12/12/12/4P7/PPPP1PPPPPPP/RNCBGQKGBCNR b 5",
}
"""Boards of one word and of several; pawns taken as sets, tables, leaps, several origins for one target."""


def first_moves(position: sbg.Position, games: int, form: Mapping[str, bool]) -> Cells:
    """Where the first move of each of so many random games went.

    The games are played again for each piece and square, with the same seed and this alone as the goal, and end by the
    turn limit otherwise: every first move then shows in exactly one of the results.
    """
    game = position.game
    chosen: Cells = Counter()
    for cell in expected(position):
        goal = SquareGoal(cell[0], (cell[1],))
        description = replace(game.description, goals=(goal,), turn_limit=position.ply + 1)
        variant = sbg.Game(description)
        variant.__dict__["rules"] = native.make_rules(description, game.automata, **form)
        results = sbg.playouts(variant.position(position.fen), games, seed=2024)
        assert results.plies == results.games == games
        won = results.white if position.turn == "white" else results.black
        # Where the reply cannot move, the mover wins too: there is no such reply in these positions.
        assert won + results.draws == games
        chosen[cell] = won
    return chosen


def expected(position: sbg.Position) -> Cells:
    """How many of the legal moves bring a piece to a square."""
    rows = position.rows
    return Counter(
        (rows[-1 - move.origin[1]][move.origin[0]], move.target) for move in position.moves
    )


def deviation(chosen: Cells, shares: Cells) -> float:
    """Pearson's chi-square as a number of standard deviations, by Wilson and Hilferty's approximation."""
    games, moves = chosen.total(), shares.total()
    square = sum(
        (chosen[cell] - games * share / moves) ** 2 / (games * share / moves)
        for cell, share in shares.items()
    )
    degrees = len(shares) - 1
    variance = 2 / (9 * degrees)
    return float(((square / degrees) ** (1 / 3) - (1 - variance)) / math.sqrt(variance))


@pytest.mark.parametrize("bmi2", [True, False], ids=["bmi2", "portable"])
@pytest.mark.parametrize("name", POSITIONS)
def test_every_move_is_as_likely_as_any_other(name: str, bmi2: bool) -> None:
    game = sbg.load(name)
    fen = POSITIONS[name]
    position = game.start if fen is None else game.position(fen)
    shares = expected(position)
    games = 100 * shares.total()
    chosen = first_moves(position, games, {"bmi2": bmi2})
    assert chosen.total() == games  # each game was counted once
    # The seed is fixed, so this is no matter of luck: 4 standard deviations are far outside.
    assert abs(deviation(chosen, shares)) < 4


def test_the_measure_notices_a_piece_chosen_first() -> None:
    """A likely mistake: a piece at random, and then one of its moves."""
    position = sbg.load("gardner").position(POSITIONS["gardner"] or "")
    shares = expected(position)
    chooser = random.Random(1)
    origins = sorted({move.origin for move in position.moves})
    chosen: Cells = Counter()
    for _ in range(100 * shares.total()):
        origin = chooser.choice(origins)
        move = chooser.choice([move for move in position.moves if move.origin == origin])
        chosen[position.rows[-1 - origin[1]][origin[0]], move.target] += 1
    assert deviation(chosen, shares) > 6
    fair: Cells = Counter()
    for move in chooser.choices(position.moves, k=100 * shares.total()):
        fair[position.rows[-1 - move.origin[1]][move.origin[0]], move.target] += 1
    assert abs(deviation(fair, shares)) < 4


@pytest.mark.parametrize("name", ["gardner", "breakthrough", "chess", "steppe"])
def test_results_depend_on_the_seed_alone(name: str) -> None:
    start = sbg.load(name).start
    results = sbg.playouts(start, 101, seed=5)
    assert results.games == 101
    for threads in (1, 2, 3, 8, 200):
        assert sbg.playouts(start, 101, seed=5, threads=threads) == results
    others = {sbg.playouts(start, 101, seed=seed) for seed in range(10)}
    assert len(others) == 10


def test_no_games_and_seeds_of_any_size() -> None:
    start = sbg.load("gardner").start
    assert sbg.playouts(start, 0) == sbg.Playouts(0, 0, 0, 0)
    for seed in (-1, 1 << 64, 1 << 100):
        assert sbg.playouts(start, 10, seed=seed).games == 10


def test_other_threads_run_meanwhile() -> None:
    start = sbg.load("chess").start
    work = threading.Thread(target=sbg.playouts, args=(start, 60_000))
    work.start()
    time.sleep(0.05)
    assert work.is_alive()  # with the interpreter's lock held, we would only get here after its end
    work.join()


@pytest.mark.skipif(os.name != "posix", reason="sends SIGINT")
@pytest.mark.parametrize(
    "call",
    [
        "sbg.playouts(start, 10**12)",
        "sbg.playouts(start, 10**12, threads=2)",
        "sbg.playouts(endless, 1)",
        "sbg.perft(start, 12)",
        "sbg.perft(start, 12, threads=2, hash_megabytes=4)",
    ],
)
def test_ctrl_c_is_heard_within_a_second(call: str) -> None:
    program = f"""
import sbg, time
start = sbg.load("chess").start
endless = sbg.parse("<<E>><BOARD>2 1 |Kk|<PIECES>K (0,0,w)&<GOALS>1000000000&").start
print("ready", flush=True)
try:
    {call}
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""
    process = subprocess.Popen(
        [sys.executable, "-c", program],
        stdout=subprocess.PIPE,
        env=environment(),
    )
    assert process.stdout is not None
    assert process.stdout.readline().strip() == b"ready"
    time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    with ends():  # each of the calls would take hours
        assert process.stdout.readline().strip() == b"interrupted"
        process.stdout.close()
        process.wait(timeout=30)


def test_the_table_of_perft_has_its_old_name_too() -> None:
    start = sbg.load("gardner").start
    assert sbg.perft(start, 4, hash_mb=1) == sbg.perft(start, 4, hash_megabytes=1)
    with pytest.raises(ValueError, match="hash_megabytes is a number from 0"):
        sbg.perft(start, 4, hash_mb=-1)
