"""How fast games are translated, and whether all translations play the same games.

    python bench/translate.py                    sizes and times, and breakthrough against one written by hand
    python bench/translate.py --prove 5000       perft and ends of GDL and RBG, down to so many sequences

The second engines are those of the tests: clingo for GDL, and a small reader of RBG.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import sbg  # noqa: E402
from bench.tables import table  # noqa: E402
from sbg.translation import TARGETS  # noqa: E402
from tests.translation import asp, kif, rbg_reader  # noqa: E402
from tests.translation.counting import Counts, count  # noqa: E402

READERS: dict[str, tuple[Callable[[str, int], Counts], int]] = {
    "gdl": (asp.count, 1),
    "rbg": (rbg_reader.count, 10),
}
"""Who plays a target, and how many times slower than clingo: it gets so many times fewer sequences."""

HAND_WRITTEN = ROOT / "bench" / "yardstick" / "breakthrough.kif"
DEPTH = 4


def times(targets: list[str]) -> str:
    """Seconds and bytes of every bundled game in every target."""
    rows = []
    for name in sbg.bundled():
        game = sbg.load(name)
        row = [name]
        for target in targets:
            best = float("inf")
            for _ in range(3):
                started = time.process_time()
                text = sbg.translate(game, TARGETS[target].name).text
                best = min(best, time.process_time() - started)
            row += [f"{1000 * best:.1f}", f"{len(text.encode()):,}"]
        rows.append(row)
    heads = ["game", *(f"{target} {unit}" for target in targets for unit in ("ms", "bytes"))]
    return table(heads, rows)


def breakthrough() -> str:
    """Our breakthrough and one written by hand, each counted by clingo; the best of three."""
    rows = []
    texts = {
        "translated": sbg.translate(sbg.load("breakthrough"), "gdl").text,
        "written by hand": HAND_WRITTEN.read_text(encoding="utf-8"),
    }
    for name, text in texts.items():
        rules = kif.read(text)
        best, found = float("inf"), 0
        for _ in range(3):
            started = time.process_time()
            found, _ = asp.models(kif.program(rules), DEPTH)
            best = min(best, time.process_time() - started)
        rows.append([name, f"{found:,}", f"{best:.2f}"])
    return table(["breakthrough in GDL", f"perft({DEPTH}) by clingo", "seconds"], rows)


def prove(targets: list[str], most: int) -> int:
    """Compare perft and ends of every bundled game; the number of games that differ."""
    wrong = 0
    for target in targets:
        counts, slower = READERS[target]
        agreed = 0
        started = time.process_time()
        for name in sbg.bundled():
            game = sbg.load(name)
            expected = count(game.start, 12, max(most // slower, 1))
            found = counts(sbg.translate(game, TARGETS[target].name).text, len(expected[0]) - 1)
            agreed += found == expected
            if found != expected:
                print(f"{target}: {name} differs: {found} and {expected}")
        total = len(sbg.bundled())
        wrong += total - agreed
        seconds = time.process_time() - started
        print(
            f"{target}: {agreed} of {total} games agree in perft and ends ({seconds:.0f} s)",
            flush=True,
        )
    return wrong


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--prove", type=int, metavar="N", help="compare down to N move sequences")
    parser.add_argument("--target", action="append", choices=list(READERS), help="this target only")
    options = parser.parse_args()
    targets = options.target or list(READERS)
    if options.prove:
        return min(prove(targets, options.prove), 1)
    print(times(targets))
    print()
    print(breakthrough())
    return 0


if __name__ == "__main__":
    sys.exit(main())
