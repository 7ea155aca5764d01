"""What it costs to list the pairs of squares of all moves, and to find out whether pieces and games are the same.

    python bench/vocabulary.py             pairs, single comparisons, all pairs of bundled games
    python bench/vocabulary.py --pieces    all pairs of pieces of bundled games too, each on the board of both: minutes

Times are processor times, the best of three where a single call is measured.
"""

from __future__ import annotations

import argparse
import itertools
import sys
import time
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import sbg  # noqa: E402
from bench.tables import table  # noqa: E402
from bench.timing import best  # noqa: E402
from sbg.reach import Comparison  # noqa: E402

ROOK = [(1, 0), (0, 1), (-1, 0), (0, -1)]
BISHOP = [(1, 1), (-1, 1), (1, -1), (-1, -1)]
MOST = {"pairs": 1.0, "queen": 0.3}
"""Seconds that pairs on the largest board, and the comparison of queens, may take."""


def rides(steps: Iterable[tuple[int, int]], between: str = "") -> str:
    """Moves any number of squares, with words between the steps."""
    return " + ".join(f"(({x},{y},e){between})^*(({x},{y},e) + ({x},{y},p))" for x, y in steps)


def leaps(steps: Iterable[tuple[int, int]], contents: str = "ep") -> str:
    """Moves of one step."""
    return " + ".join(f"({x},{y},{on})" for x, y in steps for on in contents)


def walks(steps: Iterable[tuple[int, int]], between: str = "") -> str:
    """Moves over empty squares that turn at will."""
    return "(" + " + ".join(f"({x},{y},e){between}" for x, y in steps) + ")^*"


KNIGHT = [(x, y) for x in (-2, -1, 1, 2) for y in (-2, -1, 1, 2) if abs(x) != abs(y)]
CANNON = " + ".join(
    f"({x},{y},e)^*(({x},{y},e) + (({x},{y},p) + ({x},{y},w))({x},{y},e)^*({x},{y},p))"
    for x, y in ROOK
)
MAO = " + ".join(
    f"({x},{y},e)({u},{v},{on})"
    for x, y in ROOK
    for u, v in BISHOP
    if x == u or y == v
    for on in "ep"
)
MOA = " + ".join(
    f"({u},{v},e)({x},{y},{on})"
    for x, y in ROOK
    for u, v in BISHOP
    if x == u or y == v
    for on in "ep"
)

PAIRS = {
    "queen": rides(ROOK + BISHOP),
    "knight": leaps(KNIGHT),
    "cannon": CANNON,
    "pawn": "(0,1,e) + (1,1,p) + (-1,1,p)",
    "free walker": walks(ROOK),
}

COMPARED = {
    "queen, rook + bishop": (rides(ROOK + BISHOP), f"{rides(BISHOP)} + {rides(ROOK)}"),
    "queen, rook + bishop with idle steps": (
        rides(ROOK + BISHOP),
        f"{rides(BISHOP, '(0,0,e)')} + {rides(ROOK, '(0,0,e)^*')}",
    ),
    "queen, rook": (rides(ROOK + BISHOP), rides(ROOK)),
    "mao, moa": (MAO, MOA),
    "free walker, with idle steps": (walks(ROOK), walks(ROOK, "(0,0,e)")),
    "free walker, all directions": (walks(ROOK), walks(ROOK + BISHOP)),
}


def game(rule: str, size: int) -> sbg.Game:
    """A game with one piece."""
    rows = "\n".join([f"|A{'.' * (size - 1)}|"] * size)
    return sbg.parse(f"<<x>>\n<BOARD>\n{size} {size}\n{rows}\n<PIECES>\nA {rule} &\n<GOALS>\n9 &\n")


def pairs() -> str:
    """The pairs of ordinary pieces on boards of all sizes, and of the bundled games."""
    rows = []
    for name, rule in PAIRS.items():
        row = [name]
        for size in (8, 19, 64):
            made = game(rule, size)
            row += [f"{1000 * best(lambda made=made: sbg.reach.pairs(made)):.1f}"]  # type: ignore[misc]
            found = sbg.reach.pairs(made)
        rows.append([*row, f"{len(found['A']):,}", "yes" if found.exact else "no"])
    games = [sbg.load(name) for name in sbg.bundled()]
    took = best(lambda: [sbg.reach.pairs(made) for made in games])
    exact = sum(sbg.reach.pairs(made).exact for made in games)
    heads = ["pairs of a", "8×8 ms", "19×19 ms", "64×64 ms", "pairs at 64×64", "exact"]
    bundled = f"All {len(games)} bundled games: {1000 * took:.0f} ms, exact for {exact}."
    return f"{table(heads, rows)}\n\n{bundled} At most {MOST['pairs']:g} s at 64×64 for ordinary rules."


def single() -> str:
    """Comparisons of two pieces on a chess board."""
    rows = []
    for name, (one, other) in COMPARED.items():
        a, b = game(one, 8), game(other, 8)
        found = sbg.same(a, b, piece="A", seconds=60)
        took = best(lambda a=a, b=b: sbg.same(a, b, piece="A", seconds=60))  # type: ignore[misc]
        shown = found.difference.fen if found.difference else ""
        rows.append([name, found.verdict, f"{1000 * took:.1f}", shown])
    return table(["the same on 8×8?", "verdict", "ms", "position"], rows)


def summary(what: str, comparisons: Iterable[Comparison]) -> str:
    """How many of each verdict, and how long they took."""
    verdicts: Counter[str] = Counter()
    witnesses = smallest = 0
    longest = 0.0
    started = time.process_time()
    for found in comparisons:
        verdicts[found.verdict] += 1
        longest = max(longest, found.seconds)
        if found.difference:
            witnesses += 1
            smallest += found.difference.smallest
    took = time.process_time() - started
    counted = ", ".join(f"{verdicts[name]:,} {name}" for name in ("same", "different", "undecided"))
    return (
        f"{what}: {sum(verdicts.values()):,} comparisons in {took:.2f} s, the longest {longest:.2f} s: "
        f"{counted}; {witnesses:,} with a position, {smallest:,} of them proven smallest."
    )


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--pieces", action="store_true", help="all pairs of pieces too")
    options = parser.parse_args()
    print(pairs(), end="\n\n", flush=True)
    print(single(), end="\n\n", flush=True)
    games = [sbg.load(name) for name in sbg.bundled()]
    all_pairs = itertools.combinations_with_replacement(games, 2)
    print(summary("All pairs of bundled games", (sbg.same(a, b) for a, b in all_pairs)), flush=True)
    if options.pieces:
        pieces = [(one, letter) for one in games for letter in one.automata]
        print(
            summary(
                f"All pairs of the {len(pieces)} pieces of bundled games",
                (
                    sbg.same(a, b, piece=(x, y))
                    for (a, x), (b, y) in itertools.combinations(pieces, 2)
                ),
            )
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
