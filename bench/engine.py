"""How fast the engine plays, compared with a hand-written breakthrough in the same run.

    python -m bench.engine [--quick]

Speeds on one thread go by processor time and are the best of several rounds; in each round every game and the
yardstick have their turn, so that what slows the machine for a while slows all of them.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import sbg
from bench import growth
from bench.tables import short, table
from bench.yardstick import Yardstick
from sbg.language import games


@dataclass(frozen=True)
class Goal:
    """A game whose speed is measured, and what share of the yardstick's is asked for: (at least, aim)."""

    game: str
    depth: int
    leaves: int
    """Perft at that depth."""
    playouts: tuple[float, float]
    perft: tuple[float, float]


GOALS = [
    Goal("breakthrough", 6, 149_264_638, (0.40, 0.50), (0.20, 0.30)),
    Goal("knightthrough", 5, 99_598_454, (0.35, 0.45), (0.18, 0.30)),
    Goal("gardner", 7, 8_260_003, (0.18, 0.30), (0.025, 0.045)),
    Goal("chess", 5, 4_896_998, (0.10, 0.16), (0.05, 0.08)),
    Goal("steppe", 4, 1_889_176, (0.03, 0.06), (0.015, 0.03)),
]
READY = {"gardner": 15.0, "chess": 40.0, "great-plain": 150.0}
"""Milliseconds from a text to the first legal moves that are allowed; the aim is a third."""
MEMORY = {"chess": 32.0, "great-plain": 200.0}
"""Megabytes of tables that are allowed."""
STEP = (1.5, 0.030)
"""Microseconds that `play` and `moves` from Python may take, and those for each move listed."""
TWO_THREADS = 1.8


def best(seconds: float, work: Callable[[], float], clock: Callable[[], float]) -> float:
    """Work a second of the best round; rounds go on for so long."""
    rate, begun = 0.0, clock()
    now = begun
    while now - begun < seconds:
        done, before = work(), now
        now = clock()
        rate = max(rate, done / (now - before))
    return rate


def playout_round(start: sbg.Position, seconds: float) -> Callable[[], float]:
    """Random games for about so long; the work is their moves."""
    begun = time.process_time()
    trial = sbg.playouts(start, 20)
    cost = (time.process_time() - begun) / trial.games
    number = max(20, int(seconds / max(cost, 1e-7)))
    seeds = iter(range(1, 1 << 30))
    return lambda: sbg.playouts(start, number, next(seeds)).plies


def speed(rounds: int, seconds: float, yardstick: Yardstick) -> dict[str, Any]:
    """Leaves and moves a second of each game, and as a share of the yardstick's."""
    perfts: dict[str, float] = {}
    playouts: dict[str, float] = {}
    starts = {goal.game: sbg.load(goal.game).start for goal in GOALS}
    works = {name: playout_round(start, seconds / 4) for name, start in starts.items()}
    for _ in range(rounds):
        if not yardstick.missing:
            for results, work in ((perfts, "perft"), (playouts, "playouts")):
                rate = yardstick.rate(work, seconds)
                results["yardstick"] = max(results.get("yardstick", 0.0), rate)
        for goal in GOALS:
            name, start = goal.game, starts[goal.game]

            def count(goal: Goal = goal, start: sbg.Position = start) -> float:
                leaves = sbg.perft(start, goal.depth)
                assert leaves == goal.leaves, (goal, leaves)
                return leaves

            for results, work_of in ((perfts, count), (playouts, works[name])):
                rate = best(seconds, work_of, time.process_time)
                results[name] = max(results.get(name, 0.0), rate)
    found: dict[str, Any] = {"yardstick_missing": yardstick.missing, "games": {}}
    for name in perfts:
        entry: dict[str, float] = {
            "leaves_per_s": round(perfts[name]),
            "moves_per_s": round(playouts[name]),
        }
        if not yardstick.missing and name != "yardstick":
            entry["perft_ratio"] = round(perfts[name] / perfts["yardstick"], 4)
            entry["playouts_ratio"] = round(playouts[name] / playouts["yardstick"], 4)
        found["games"][name] = entry
    return found


def threads(rounds: int) -> dict[str, dict[str, float]]:
    """Two threads against one, by the clock on the wall: on a machine that is busy otherwise this says little.

    `cost` is what the same work takes of the processors with two threads against one, which such a machine shows too.
    """
    found: dict[str, dict[str, float]] = {}
    for name, depth, number in (("breakthrough", 7, 700_000), ("chess", 7, 150_000)):
        start = sbg.load(name).start
        works: dict[str, Callable[..., object]] = {
            "perft": partial(sbg.perft, start, depth),
            "playouts": partial(sbg.playouts, start, number, 0),
        }
        found[name] = {}
        for kind, work in works.items():
            walls: dict[int, float] = {}
            costs: dict[int, float] = {}
            for _ in range(rounds):
                for count in (1, 2):
                    wall, cost = time.perf_counter(), time.process_time()
                    work(threads=count)
                    wall, cost = time.perf_counter() - wall, time.process_time() - cost
                    walls[count] = min(walls.get(count, wall), wall)
                    costs[count] = min(costs.get(count, cost), cost)
            found[name][kind] = round(walls[1] / walls[2], 3)
            found[name][f"{kind}_cost"] = round(costs[2] / costs[1], 3)
    return found


def ready(rounds: int) -> dict[str, float]:
    """Milliseconds from a text to the first legal moves, in a process that has done it before."""
    found = {}
    for name in READY:
        text = games.read(name).decode()
        times = []
        for _ in range(rounds + 1):
            begun = time.process_time()
            moves = sbg.parse(text).start.moves
            times.append(time.process_time() - begun)
            assert moves
        found[name] = round(min(times[1:]) * 1e3, 3)
    return found


def memory() -> dict[str, float]:
    """Megabytes of tables, after some games have made sure that all of them are there."""
    found = {}
    for name in MEMORY:
        game = sbg.load(name)
        sbg.playouts(game.start, 3)
        found[name] = round(game.rules.table_bytes / 1e6, 3)
    return found


def python_steps(rounds: int) -> dict[str, dict[str, float]]:
    """Microseconds of `play` and then `moves`, from Python, along random games."""
    found = {}
    for name in ("hexapawn", "gardner", "breakthrough", "chess", "steppe", "great-plain"):
        position = start = sbg.load(name).start
        pairs = []
        for number in range(300):
            moves = position.moves
            if not moves:
                position = start
                continue
            pairs.append((position, moves[number * 7919 % len(moves)]))
            position = position.play(pairs[-1][1])
        listed = sum(len(position.play(move).moves) for position, move in pairs) / len(pairs)
        times = []
        for _ in range(10 * rounds):
            begun = time.process_time()
            for position, move in pairs:
                position.play(move).moves  # noqa: B018 - making the list is what is measured
            times.append((time.process_time() - begun) / len(pairs))
        found[name] = {"us": round(min(times) * 1e6, 3), "moves": round(listed, 1)}
    return found


def measure(quick: bool, say: Callable[[str], None] = lambda _: None) -> dict[str, Any]:
    """Everything; `say` hears what comes next."""
    rounds, seconds = (3, 0.15) if quick else (6, 0.4)
    with tempfile.TemporaryDirectory() as folder:
        say("speed and yardstick")
        found: dict[str, Any] = {"speed": speed(rounds, seconds, Yardstick(Path(folder)))}
    say("two threads")
    found["threads"] = threads(1 if quick else 3)
    say("time to the first moves")
    found["ready_ms"] = ready(5 if quick else 20)
    found["memory_mb"] = memory()
    say("steps from Python")
    found["python_step"] = python_steps(1 if quick else 4)
    say("growth with the board")
    found["boards"] = growth.boards(0.05 if quick else 0.3)
    say("growth with the rules")
    found["rules"] = growth.rules(0.05 if quick else 0.3)
    return found


def render(found: dict[str, Any]) -> str:
    """The results as tables, with what is asked for beside them."""
    parts = [_speed(found["speed"])]
    rows = [
        [
            name,
            *(
                f"{ratio[kind]:.2f}"
                for kind in ("perft", "perft_cost", "playouts", "playouts_cost")
            ),
            f"{TWO_THREADS:.1f}",
        ]
        for name, ratio in found["threads"].items()
    ]
    heads = ["two threads ÷ one", "perft", "its cost", "playouts", "their cost", "at least"]
    parts.append(table(heads, rows))
    rows = [
        [name, f"{ms:.2f} ms", f"{READY[name]:.0f} / {READY[name] / 3:.0f} ms"]
        for name, ms in found["ready_ms"].items()
    ]
    parts.append(table(["text to first moves", "measured", "at most / aim"], rows))
    rows = [
        [name, f"{mb:.2f} MB", f"{MEMORY[name]:.0f} MB"] for name, mb in found["memory_mb"].items()
    ]
    parts.append(table(["tables", "measured", "at most"], rows))
    rows = [
        [
            name,
            f"{step['moves']:.1f}",
            f"{step['us']:.2f} µs",
            f"{STEP[0] + STEP[1] * step['moves']:.2f} µs",
        ]
        for name, step in found["python_step"].items()
    ]
    parts.append(table(["play + moves from Python", "moves listed", "step", "at most"], rows))
    parts += [growth.render_boards(found["boards"]), growth.render_rules(found["rules"])]
    return "\n\n".join(parts)


def _speed(found: dict[str, Any]) -> str:
    rates = found["games"]
    rows = []
    if "yardstick" in rates:
        known = rates["yardstick"]
        rows.append(
            [
                "yardstick",
                short(known["moves_per_s"]),
                "1",
                "",
                short(known["leaves_per_s"]),
                "1",
                "",
            ]
        )
    for goal in GOALS:
        rate = rates[goal.game]
        row = [goal.game]
        for kind, key in (("playouts", "moves_per_s"), ("perft", "leaves_per_s")):
            least, aim = getattr(goal, kind)
            ratio = rate.get(f"{kind}_ratio")
            row += [short(rate[key]), "–" if ratio is None else f"{ratio:.3f}", f"{least} / {aim}"]
        rows.append(row)
    heads = ["one thread", "moves/s", "ratio", "at least / aim"]
    text = table([*heads, "leaves/s", "ratio", "at least / aim"], rows)
    if found["yardstick_missing"]:
        return f"{text}\n\nNo ratios: {found['yardstick_missing']}."
    return f"{text}\n\n{_missed(rates)}"


def _missed(rates: dict[str, Any]) -> str:
    """In words, what stays below what is asked for, and by how much."""
    sentences = []
    for name, place in (("Below what is asked at least", 0), ("Below the aim", 1)):
        short_of = [
            f"{kind} of {goal.game} by {1 - rates[goal.game][f'{kind}_ratio'] / wanted:.1%}"
            for goal in GOALS
            for kind in ("playouts", "perft")
            if rates[goal.game][f"{kind}_ratio"] < (wanted := getattr(goal, kind)[place])
        ]
        sentences.append(f"{name}: {', '.join(short_of) or 'nothing'}.")
    return " ".join(sentences)


def main() -> None:
    """The measurements of the engine alone."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="less exact, in half a minute")
    parser.add_argument("--json", action="store_true", help="JSON instead of tables")
    chosen = parser.parse_args()
    found = measure(chosen.quick, lambda what: print(f"… {what}", file=sys.stderr))
    print(json.dumps(found, indent=2) if chosen.json else render(found))


if __name__ == "__main__":
    main()
