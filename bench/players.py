"""In goes this machine; out come tables of how fast and how strong the players are, and the same as JSON.

    python bench/players.py speed                     nodes and playouts per second
    python bench/players.py random --games 200        alphabeta at 1,000 nodes against random
    python bench/players.py montecarlo --games 40     alphabeta against montecarlo, 100 ms a move
    python bench/players.py mcts --games 20           alphabeta against mcts, 100 ms a move, all bundled games
    python bench/players.py tuned --games 100         tuned against untuned weights, 2,000 nodes a move
    python bench/players.py fairy --games 40          alphabeta against Fairy-Stockfish, 100 ms a move

`--game NAME` (several times) chooses games. Games are played in one process, from openings of four random moves after
which neither player is more than half a plain piece ahead (as the untuned evaluation sees it after 5,000 nodes), each
played twice with colours swapped. Speed is told per second of processor time, so that a busy machine measures the same.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import sbg  # noqa: E402
from bench import fairy, machine  # noqa: E402
from bench.tables import short, table  # noqa: E402
from sbg import _core, games  # noqa: E402
from sbg.players import Limits  # noqa: E402
from sbg.players.tune import balanced_opening  # noqa: E402
from sbg.players.weights import bundled  # noqa: E402

AGAINST_RANDOM = (
    "gardner",
    "breakthrough6",
    "breakthrough",
    "knightthrough",
    "los-alamos",
    "chess",
)
AGAINST_MONTECARLO = ("gardner", "breakthrough6", "los-alamos")
SPEED = ("gardner", "breakthrough", "chess")
SOLVED_NODES = 2_000_000
"""A game whose start is proven with this many nodes counts as solved outright."""


def say(what: str) -> None:
    """What goes on is not the product."""
    print(what, file=sys.stderr, flush=True)


# -- matches


def match(
    game: sbg.Game,
    first: str,
    second: str,
    count: int,
    seed: int = 1,
    limits: Limits | None = None,
) -> tuple[int, int, int]:
    """Wins, draws and losses of the first player."""
    rng = random.Random(seed)
    players = [sbg.player(first, seed), sbg.player(second, seed + 1)]
    tally = [0, 0, 0]
    start = game.start
    moves: list[sbg.Move] = []
    judge = _core.Searcher(game.rules, 4 << 20)
    for number in range(count):
        if number % 2 == 0:
            start, moves = balanced_opening(game, judge, rng)
        position = start
        for player in players:
            player.new_game(game.start, moves)
        while not position.outcome:
            mover = players[(position.ply + start.ply + number) % 2]
            position = position.play(mover.choose(position, limits))
        winner = position.outcome.winner
        first_color = ("white", "black")[(start.ply + number) % 2]
        tally[1 if winner is None else 0 if winner == first_color else 2] += 1
    return tally[0], tally[1], tally[2]


def score(tally: Sequence[int]) -> float:
    return (tally[0] + tally[1] / 2) / sum(tally)


def margin(tally: Sequence[int]) -> float:
    """Half the width of the 95 % interval of the score."""
    count, mean = sum(tally), score(tally)
    square = (
        tally[0] * (1 - mean) ** 2 + tally[1] * (0.5 - mean) ** 2 + tally[2] * mean**2
    ) / count
    return 1.96 * math.sqrt(square / count)


Rows = list[dict[str, Any]]


def contest(
    names: Sequence[str], first: str, second: str, count: int, limits: Limits | None = None
) -> Rows:
    rows = []
    for name in names:
        begun = time.perf_counter()
        tally = match(sbg.load(name), first, second, count, limits=limits)
        row = {
            "game": name,
            "wins": tally[0],
            "draws": tally[1],
            "losses": tally[2],
            "score": round(score(tally), 4),
            "margin": round(margin(tally), 4),
        }
        rows.append(row)
        say(f"{row} {time.perf_counter() - begun:.0f} s")
    return rows


def contest_table(rows: Rows) -> str:
    cells = [
        (
            row["game"],
            *(str(row[key]) for key in ("wins", "draws", "losses")),
            f"{row['score']:.1%}",
            f"±{row['margin']:.1%}",
        )
        for row in rows
    ]
    return table(("game", "wins", "draws", "losses", "score", "95 %"), cells)


# -- parts: each gives rows for JSON, and a title and a table


def against_random(names: Sequence[str], count: int) -> tuple[Rows, str, str]:
    rows = contest(names or AGAINST_RANDOM, "alphabeta:nodes=1000", "random", count)
    return rows, "alphabeta at 1,000 nodes against random", contest_table(rows)


def against_montecarlo(names: Sequence[str], count: int) -> tuple[Rows, str, str]:
    limits = Limits(time=0.1)
    rows = contest(names or AGAINST_MONTECARLO, "alphabeta", "montecarlo", count, limits)
    return rows, "alphabeta against montecarlo, 100 ms a move", contest_table(rows)


def against_mcts(names: Sequence[str], count: int) -> tuple[Rows, str, str]:
    rows = contest(names or games.names(), "alphabeta", "mcts", count, Limits(time=0.1))
    return rows, "alphabeta against mcts, 100 ms a move", contest_table(rows)


def tuned(names: Sequence[str], count: int) -> tuple[Rows, str, str]:
    chosen = []
    for name in names or games.names():
        game = sbg.load(name)
        if bundled(game) is None:
            say(f"{name}: no tuned weights")
        elif sbg.analyse(game.start, nodes=SOLVED_NODES).score.proven:
            say(f"{name}: solved outright")
        else:
            chosen.append(name)
    rows = contest(chosen, "alphabeta:nodes=2000", "alphabeta:nodes=2000,weights=none", count)
    good = sum(row["score"] >= 0.6 for row in rows)
    title = f"tuned against untuned, 2,000 nodes: 60 % or more in {good} of {len(rows)}"
    return rows, title, contest_table(rows)


def speed(names: Sequence[str], count: int) -> tuple[Rows, str, str]:
    rows: Rows = []
    for name in names or SPEED:
        position = sbg.load(name).start
        row: dict[str, Any] = {"game": name}
        row["nodes/s"] = max(_nodes_per_second(position) for _ in range(3))
        # Two threads on two free cores: each at the speed that it has when both run.
        row["two threads"] = 2 * max(_nodes_per_second(position, 2) for _ in range(3))
        row["two threads"] /= row["nodes/s"]
        bare = max(_rate(partial(_bare_playouts, position)) for _ in range(3))
        grown = max(_rate(partial(_tree_playouts, position)) for _ in range(3))
        row |= {"bare playouts/s": bare, "mcts playouts/s": grown, "share": grown / bare}
        rows.append(row)
        say(str(row))
    cells = [
        (
            row["game"],
            short(row["nodes/s"]),
            f"{row['two threads']:.2f}",
            short(row["bare playouts/s"]),
            short(row["mcts playouts/s"]),
            f"{row['share']:.0%}",
        )
        for row in rows
    ]
    heads = ("game", "nodes/s", "2 threads", "bare playouts/s", "mcts playouts/s", "share")
    return rows, "speed", table(heads, cells)


def _rate(work: Callable[[], int]) -> float:
    begun = time.process_time()
    done = work()
    return done / (time.process_time() - begun)


def _nodes_per_second(position: sbg.Position, threads: int = 1) -> float:
    return _rate(lambda: sbg.analyse(position, nodes=1_500_000, threads=threads).nodes)


def _bare_playouts(position: sbg.Position) -> int:
    return sbg.playouts(position, 10_000).games


def _tree_playouts(position: sbg.Position) -> int:
    tree = _core.Tree(position.game.rules, 128 << 20, seed=1)
    return int(tree.search(position._native, _core.Stop(), playouts=10_000)[0][5])


def against_fairy(names: Sequence[str], count: int) -> tuple[Rows, str, str]:
    rows: Rows = []
    if fairy.find() is None:
        say(
            "Fairy-Stockfish is not installed (no `fairy-stockfish` in the path): nothing to play against"
        )
    for name in names or fairy.VARIANTS if fairy.find() else ():
        with fairy.engine(sbg.load(name), name) as command:
            # A busy machine makes late answers, which here are nobody's fault.
            rows += contest([name], "alphabeta", command, count, Limits(time=0.1, margin=2.0))
    return rows, "alphabeta against Fairy-Stockfish, 100 ms a move", contest_table(rows)


PARTS = {
    "speed": speed,
    "random": against_random,
    "montecarlo": against_montecarlo,
    "mcts": against_mcts,
    "tuned": tuned,
    "fairy": against_fairy,
}


def main() -> None:
    """Measure, print, keep."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("part", nargs="+", choices=PARTS)
    parser.add_argument("--game", action="append", default=[], help="only this game")
    parser.add_argument("--games", type=int, default=40, help="games in each match (40)")
    parser.add_argument("--out", type=Path, help="a file for the JSON")
    chosen = parser.parse_args()
    if chosen.games < 2 or chosen.games % 2:
        parser.error("--games is an even number: every opening is played twice")
    found: dict[str, Any] = {"machine": machine.describe(), "games": chosen.games}
    for name in chosen.part:
        rows, title, text = PARTS[name](chosen.game, chosen.games)
        found[name] = rows
        print(f"{title}\n\n{text}\n", flush=True)
    if chosen.out:
        chosen.out.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
