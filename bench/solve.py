"""Evidence for tables of exact values: known results, comparison with plain search, and speed.

python bench/solve.py games                      values of known games, each table checked as a whole
python bench/solve.py random --count 2000        random games against exhaustive search on the reference
python bench/solve.py endings --men 4            all endings of Gardner's chess, checked as a whole
python bench/solve.py check FILE --threads 2     a table: every entry by the separate checker, with its speed
python bench/solve.py speed                      positions a second, on one thread and on two

`random` prints the number of the next game, from which it goes on with --first.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import sbg
from sbg.exact.auditing.symmetries import check_symmetries
from sbg.exact.auditing.tables import REFERENCE_SAMPLE, _check_all, _native_check, _refusal
from sbg.exact.solving import plan as planning
from sbg.exact.solving.kinds import Men
from sbg.exact.solving.plan import Plan, make_plan
from sbg.exact.solving.solve import fill_table, solution_of
from sbg.exact.solving.table import FilledTable
from sbg.exact.verification.table_file import TableData
from sbg.exact.verification.tables import TableChecker
from sbg.language.model.notation import write_fen
from tests.solving.small_games import exhaustive, limited, small_game

ROOM = 16 << 30
PART = 1 << 18


def breakthrough(width: int, height: int) -> sbg.Game:
    """Breakthrough with two rows of men a side on a board of this size."""
    rows = ["p" * width] * 2 + ["." * width] * (height - 4) + ["P" * width] * 2
    top = ", ".join(f"{x} {height - 1}" for x in range(width))
    bottom = ", ".join(f"{x} 0" for x in range(width))
    board = "\n".join(f"|{row}|" for row in rows)
    return sbg.parse(
        f"<<Breakthrough {width}x{height}>>\n<BOARD>\n{width} {height}\n{board}\n<PIECES>\n"
        "P (0,1,e) + (-1,1,e) + (1,1,e) + (-1,1,p) + (1,1,p) &\n<GOALS>\n200 &\n"
        f"@P {top} &\n@p {bottom} &\n"
    )


def inconsistent(table: FilledTable, threads: int) -> int:
    """How many entries of a table do not follow from their successors."""
    tables = table.plan.tables
    return sum(
        tables.inconsistent(half, 0, tables.size(half), threads)
        for unit in table.plan.units
        for half in unit
    )


def known_games(threads: int) -> None:
    """Values of games that are known, or that are small."""
    games = {
        **{name: sbg.load(name) for name in ("hexapawn", "octopawn", "fox-and-hounds")},
        "breakthrough 4x4": breakthrough(4, 4),
        "breakthrough 4x5": breakthrough(4, 5),
    }
    for name, game in games.items():
        plan = make_plan(game.start, ROOM)
        begun = time.perf_counter()
        table = fill_table(plan, threads=threads)
        seconds = time.perf_counter() - begun
        wrong = inconsistent(table, threads)
        print(
            f"{name}: {solution_of(table, game.start)}; {plan.scheme}, {plan.entries:,} entries,"
            f" {seconds:.1f} s, {wrong} inconsistent",
            flush=True,
        )


def random_games(first: int, count: int, most: int) -> int:
    """Compare tables with exhaustive search; the number of differences."""
    differences = positions = games = draws = 0
    number = first
    while games < count:
        game = small_game(number)
        number += 1
        expected = exhaustive(game, most)
        if expected is None:
            continue
        games += 1
        for plan in plans_of(game):
            table = fill_table(plan)
            for (rows, turn), value in expected.items():
                position = game.position(write_fen(rows, 0 if turn == "white" else 1))
                entry = table[position]
                other = "black" if turn == "white" else "white"
                found = (
                    None if entry.plies is None else (turn if entry.wins else other, entry.plies)
                )
                differences += found != value
                positions += 1
                draws += value is None
        root = expected[game.start.rows, "white"]
        plies = root[1] if root else 4
        for limit in sorted({0, 1, max(plies - 1, 0), plies, plies + 1}):
            other_game = sbg.Game(replace(game.description, turn_limit=limit))
            solution = sbg.solve(other_game)
            differences += (solution.value, solution.plies) != (
                limited(game, limit) or ("draw", None)
            )
        if games % 50 == 0:
            print(
                f"{games} games, {positions:,} values, {draws:,} draws, {differences} differences; next {number}",
                flush=True,
            )
    print(
        f"{games} games, {positions:,} values, {draws:,} draws, {differences} differences; next {number}"
    )
    return differences


def plans_of(game: sbg.Game) -> list[Plan]:
    """Every way of numbering a game's positions."""
    men = Men(game.start)
    found = [planning._by_classes(men, None), planning._numbered(men, "squares")]
    skipping = planning._by_squares(men, None)
    found += [skipping] if skipping and skipping.loud else []
    plans = [plan for plan in found if plan and plan.entries < 200_000]
    reachable = planning._reachable(men)
    if reachable and reachable.tables.meet(game.start._native.board, 0, 10_000):
        plans.append(reachable)
    return plans


def endings(men: int, threads: int) -> None:
    """All endings of Gardner's chess with up to so many men."""
    plan = make_plan(sbg.load("gardner").start, ROOM, men)
    print(
        f"{plan.entries:,} entries in {len(plan.units)} units, {plan.memory / 1e6:,.0f} MB",
        flush=True,
    )
    begun = time.perf_counter()
    table = fill_table(plan, threads=threads)
    seconds = time.perf_counter() - begun
    print(f"{seconds:.1f} s, {plan.entries / seconds / 1e6:.2f} M entries/s", flush=True)
    print(f"{inconsistent(table, threads)} inconsistent", flush=True)


def speed() -> None:
    """Positions a second by settling and by sweeps, and what two threads add."""
    leaves = perft_rate()
    print(f"perft: {leaves / 1e6:.0f} M leaves/s on one thread")
    for name, plan in (
        ("breakthrough 4x5, settled", make_plan(breakthrough(4, 5).start, ROOM)),
        ("gardner, 4 men, swept", make_plan(sbg.load("gardner").start, ROOM, 4)),
    ):
        times = []
        for threads in (1, 2):
            clock = time.perf_counter()
            cpu = time.process_time()
            fill_table(plan, threads=threads)
            times.append((time.perf_counter() - clock, time.process_time() - cpu))
        (one, one_cpu), (two, two_cpu) = times
        print(
            f"{name}: {plan.entries:,} entries, {plan.entries / one_cpu / 1e6:.2f} M/s of CPU time"
            f" ({plan.entries / one_cpu / leaves:.4f} of perft's leaves);"
            f" two threads {one / two:.2f} times as fast, with {two_cpu / one_cpu:.2f} of its CPU time",
            flush=True,
        )


def check(path: str, threads: int, share: float) -> None:
    """Check every entry of a table as `sbg verify` does, or a share of them, and some by the reference.

    What is wrong is raised. A share is made of parts of 262,144 entries, chosen at random, always the same ones.
    """
    table = TableData(path)
    begun, cpu = time.perf_counter(), time.process_time()
    if share < 1:
        entries = check_parts(table, threads, share)
    else:
        _check_all(table, threads, lambda _: None)
        entries = table.entries
    seconds, cpu = time.perf_counter() - begun, time.process_time() - cpu
    print(
        f"{entries:,} of {table.entries:,} entries: all right; {seconds:.1f} s,"
        f" {cpu:.1f} s of CPU time, {entries / cpu / 1e6:.2f} M entries/s of that",
        flush=True,
    )
    cpu = time.process_time()
    TableChecker(table).check(REFERENCE_SAMPLE, 0)
    cpu = time.process_time() - cpu
    print(f"{REFERENCE_SAMPLE:,} by the reference: all right; {cpu:.1f} s of CPU time")


def check_parts(table: TableData, threads: int, share: float) -> int:
    """Check a share of the entries of a table; how many these are."""
    game = sbg.Game(table.description)
    check_symmetries(game, table)
    native = _native_check(game, table)
    parts = [
        (half, at, min(at + PART, size))
        for half, (size, _, _) in table.halves.items()
        for at in range(0, size, PART)
    ]
    random.Random(1).shuffle(parts)
    chosen = parts[: round(share * len(parts))]
    for half, first, last in chosen:
        wrong = native.check(half, first, last, threads).wrong
        if wrong is not None:
            raise _refusal(table, wrong)
    return sum(last - first for _, first, last in chosen)


def perft_rate() -> float:
    """Leaves a second of CPU time."""
    start = sbg.load("breakthrough5").start
    cpu = time.process_time()
    leaves = sbg.perft(start, 7)
    return leaves / (time.process_time() - cpu)


def main() -> int:
    """Carry out one of the parts."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("part", choices=["games", "random", "endings", "check", "speed"])
    parser.add_argument("file", nargs="?", help="the table to check")
    parser.add_argument("--share", type=float, default=1.0, help="of a table that is checked")
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--most", type=int, default=150, help="positions of a random game")
    parser.add_argument("--men", type=int, default=4)
    parser.add_argument("--threads", type=int, default=1)
    given = parser.parse_args()
    if given.part == "games":
        known_games(given.threads)
    elif given.part == "random":
        return 1 if random_games(given.first, given.count, given.most) else 0
    elif given.part == "endings":
        endings(given.men, given.threads)
    elif given.part == "check":
        check(given.file, given.threads, given.share)
    else:
        speed()
    return 0


if __name__ == "__main__":
    sys.exit(main())
