"""How fast and how strong the players are, as tables and JSON.

    python bench/players.py speed                     nodes and playouts per second
    python bench/players.py random --games 200        alphabeta at 1,000 nodes against random
    python bench/players.py montecarlo --games 40     alphabeta against montecarlo, 100 ms a move
    python bench/players.py mcts --games 20           alphabeta against mcts, 100 ms a move, all bundled games
    python bench/players.py tuned --games 100         tuned against untuned weights, 2,000 nodes a move
    python bench/players.py fairy --games 40          alphabeta against Fairy-Stockfish, 100 ms a move

`--game NAME` (several times) chooses games. Games are played from openings of four random moves after which neither
player is more than half a plain piece ahead (as the untuned evaluation sees it after 5,000 nodes), each played twice
with colours swapped; `--seed` chooses others. Where nodes are counted and not time, `--jobs` plays several matches at
once. Speed is told per second of processor time, so that a busy machine measures the same; what two threads gain is
told by the clock, beside what two processes that share nothing gain on the same machine, and nodes are also told as a
share of the moves that the yardstick's playouts make, measured in turn.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import sbg  # noqa: E402
from bench import fairy, machine  # noqa: E402
from bench.tables import short, table  # noqa: E402
from bench.yardstick import Yardstick  # noqa: E402
from sbg import _core  # noqa: E402
from sbg.base.statistics import estimate_of  # noqa: E402
from sbg.language import games  # noqa: E402
from sbg.play.players import Limits  # noqa: E402
from sbg.play.players.arena import Side, play_games  # noqa: E402
from sbg.play.players.weights import bundled  # noqa: E402
from sbg.play.tune.tuning import balanced_opening  # noqa: E402

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
) -> list[float]:
    """The points of the first player, game by game; each two games one after the other have the same opening."""
    rng = random.Random(seed)
    one, other = Side.of(first, game), Side.of(second, game)
    if limits is None and one is not None and other is not None:
        judge = _core.Searcher(game.rules, 4 << 20)
        openings = [balanced_opening(game, judge, rng)[0] for _ in range(-(-count // 2))]
        played = play_games(game, one, other, count, seed=seed, openings=openings)
        return [float(points) for points in played.points]
    players = [sbg.player(first, seed), sbg.player(second, seed + 1)]
    points: list[float] = []
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
        points.append(0.5 if winner is None else float(winner == first_color))
    return points


Rows = list[dict[str, Any]]
Part = tuple[Rows, str, str]


@dataclass(frozen=True)
class Plan:
    """What was asked for."""

    names: Sequence[str]
    games: int
    seed: int
    jobs: int


def contest(
    names: Sequence[str], first: str, second: str, plan: Plan, limits: Limits | None = None
) -> Rows:
    one = partial(contest_row, first=first, second=second, plan=plan, limits=limits)
    if limits is not None or plan.jobs == 1:
        # Players that have the same time must not take it from each other.
        return [one(name) for name in names]
    with ProcessPoolExecutor(plan.jobs) as pool:
        return list(pool.map(one, names))


def contest_row(
    name: str, first: str, second: str, plan: Plan, limits: Limits | None
) -> dict[str, Any]:
    begun = time.perf_counter()
    points = match(sbg.load(name), first, second, plan.games, plan.seed, limits)
    found = estimate_of(points)
    assert found is not None
    row = {
        "game": name,
        "wins": points.count(1),
        "draws": points.count(0.5),
        "losses": points.count(0),
        "score": round(found.score, 4),
        "low": round(found.score_low, 4),
        "high": round(found.score_high, 4),
    }
    say(f"{row} {time.perf_counter() - begun:.0f} s")
    return row


def contest_table(rows: Rows) -> str:
    cells = [
        (
            row["game"],
            *(str(row[key]) for key in ("wins", "draws", "losses")),
            f"{row['score']:.1%}",
            f"{row['low']:.1%} … {row['high']:.1%}",
        )
        for row in rows
    ]
    return table(("game", "wins", "draws", "losses", "score", "95 %"), cells)


# -- parts: each gives rows for JSON, and a title and a table


def against_random(plan: Plan) -> Part:
    rows = contest(plan.names or AGAINST_RANDOM, "alphabeta:nodes=1000", "random", plan)
    return rows, "alphabeta at 1,000 nodes against random", contest_table(rows)


def against_montecarlo(plan: Plan) -> Part:
    limits = Limits(time=0.1)
    rows = contest(plan.names or AGAINST_MONTECARLO, "alphabeta", "montecarlo", plan, limits)
    return rows, "alphabeta against montecarlo, 100 ms a move", contest_table(rows)


def against_mcts(plan: Plan) -> Part:
    rows = contest(plan.names or games.names(), "alphabeta", "mcts", plan, Limits(time=0.1))
    return rows, "alphabeta against mcts, 100 ms a move", contest_table(rows)


def tuned(plan: Plan) -> Part:
    chosen, without = [], []
    for name in plan.names or games.names():
        game = sbg.load(name)
        if sbg.analyse(game.start, nodes=SOLVED_NODES).score.proven:
            say(f"{name}: solved outright")
        elif bundled(game) is None:
            say(f"{name}: no tuned weights")
            without.append(name)
        else:
            chosen.append(name)
    rows = contest(chosen, "alphabeta:nodes=2000", "alphabeta:nodes=2000,weights=none", plan)
    good = sum(row["score"] >= 0.6 for row in rows)
    unsolved = len(rows) + len(without)
    title = (
        f"tuned against untuned, 2,000 nodes: 60 % or more in {good} of {unsolved} unsolved games"
    )
    if without:
        title += f" (no weights: {', '.join(without)})"
    return rows, title, contest_table(rows)


def speed(plan: Plan) -> Part:
    with tempfile.TemporaryDirectory() as folder:
        return _speed(plan, Yardstick(Path(folder)))


def _speed(plan: Plan, yardstick: Yardstick) -> Part:
    rows: Rows = []
    for name in plan.names or SPEED:
        position = sbg.load(name).start
        row: dict[str, Any] = {"game": name}
        turns = [
            (
                _nodes_per_second(position),
                0.0 if yardstick.missing else yardstick.rate("playouts", 0.4),
            )
            for _ in range(7)
        ]
        row["nodes/s"] = max(nodes for nodes, _ in turns)
        if not yardstick.missing:
            row["of yardstick"] = median(nodes / moves for nodes, moves in turns)
        row |= _two_at_once(name)
        bare = max(_rate(partial(_bare_playouts, position)) for _ in range(3))
        grown = max(_rate(partial(_tree_playouts, position)) for _ in range(3))
        row |= {"bare playouts/s": bare, "mcts playouts/s": grown, "share": grown / bare}
        rows.append(row)
        say(str(row))
    cells = [
        (
            row["game"],
            short(row["nodes/s"]),
            f"{row['of yardstick']:.1%}" if "of yardstick" in row else "–",
            f"{row['two threads']:.2f}",
            f"{row['two processes']:.2f}",
            short(row["bare playouts/s"]),
            short(row["mcts playouts/s"]),
            f"{row['share']:.0%}",
        )
        for row in rows
    ]
    heads = (
        "game",
        "nodes/s",
        "of yardstick",
        "2 threads",
        "2 processes",
        "bare playouts/s",
        "mcts playouts/s",
        "share",
    )
    return rows, "speed", table(heads, cells)


def _rate(work: Callable[[], int]) -> float:
    begun = time.process_time()
    done = work()
    return done / (time.process_time() - begun)


def _nodes_per_second(position: sbg.Position) -> float:
    return _rate(lambda: sbg.analyse(position, nodes=1_500_000).nodes)


def _two_at_once(name: str, turns: int = 7) -> dict[str, float]:
    """What two threads, and two processes, visit in a second by the clock against one thread: medians of turns."""
    threads, processes = [], []
    with ProcessPoolExecutor(2) as pool:
        list(pool.map(_visited, [name] * 2, [0.1] * 2))  # both are up before the clock runs
        for _ in range(turns):
            one = _visited(name, 1.0)
            threads.append(_visited(name, 1.0, 2) / one)
            processes.append(sum(pool.map(_visited, [name] * 2, [1.0] * 2)) / one)
    return {"two threads": median(threads), "two processes": median(processes)}


def _visited(name: str, seconds: float, threads: int = 1) -> float:
    found = sbg.analyse(sbg.load(name).start, seconds=seconds, threads=threads)
    return found.nodes / found.lines[0].seconds


def _bare_playouts(position: sbg.Position) -> int:
    return sbg.playouts(position, 10_000).games


def _tree_playouts(position: sbg.Position) -> int:
    tree = _core.TreeSearcher(position.game.rules, 128 << 20, seed=1)
    return int(tree.search(position._native, _core.Stop(), playouts=10_000)[0].nodes)


def against_fairy(plan: Plan) -> Part:
    rows: Rows = []
    if fairy.find() is None:
        say(
            "Fairy-Stockfish is not installed (no `fairy-stockfish` in the path): nothing to play against"
        )
    for name in plan.names or fairy.DEPTHS if fairy.find() else ():
        with fairy.engine(sbg.load(name), name) as command:
            # A busy machine makes late answers, which here are nobody's fault.
            rows += contest([name], "alphabeta", command, plan, Limits(time=0.1, margin=2.0))
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
    parser.add_argument("--seed", type=int, default=1, help="of the openings (1)")
    parser.add_argument("--jobs", type=int, default=1, help="matches at once, if nodes limit (1)")
    parser.add_argument("--out", type=Path, help="a file for the JSON")
    chosen = parser.parse_args()
    if chosen.games < 2 or chosen.games % 2:
        parser.error("--games is an even number: every opening is played twice")
    if chosen.jobs < 1:
        parser.error("--jobs is at least 1")
    plan = Plan(chosen.game, chosen.games, chosen.seed, chosen.jobs)
    found: dict[str, Any] = {
        "machine": machine.describe(),
        "games": chosen.games,
        "seed": chosen.seed,
    }
    for name in chosen.part:
        rows, title, text = PARTS[name](plan)
        found[name] = rows
        print(f"{title}\n\n{text}\n", flush=True)
    if chosen.out:
        chosen.out.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
