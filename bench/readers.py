"""Spoiled texts for the readers of other languages: each must give a diagnostic or a game, never anything else.

    python bench/readers.py --count 10000 --seed 1

The tests do the same with fewer texts.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.translation.mutations import read_all  # noqa: E402


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    start = time.perf_counter()
    answers = Counter(read_all(given.count, given.seed))
    took = time.perf_counter() - start
    games = answers.pop("game", 0)
    print(f"{given.count:,} texts in {took:.0f} s: {games:,} games, the others diagnosed:")
    codes = Counter({code: 0 for answer in answers for code in answer.split()})
    for answer, number in answers.items():
        codes.update(dict.fromkeys(answer.split(), number))
    for code, number in sorted(codes.items()):
        print(f"  {code}  {number:,}")


if __name__ == "__main__":
    main()
