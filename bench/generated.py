"""How many generated games are free of warnings at birth, and why others are drawn again.

    python bench/generated.py                     1,000 games of each style; some minutes
    python bench/generated.py --games 100 chess   fewer, of one style

A first draw counts as it comes from the generator and its repair, before anything is drawn again. Warnings are looked
for in those that can be played and are short enough in English. What `sbg generate` gives out in the end has no
warnings at all, because a draw with one is refused.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter

from sbg.evolution.birth import StillbornError
from sbg.evolution.generate import newborn
from sbg.evolution.styles import style, style_names


def measure(name: str, games: int) -> dict[str, object]:
    """First draws of one style."""
    began = time.process_time()
    found: Counter[str] = Counter()
    for seed in range(games):
        try:
            newborn(style(name), seed, None)
            found["born"] += 1
        except StillbornError as stillborn:
            reason = str(stillborn.args[0])
            found["warnings" if reason.startswith("SBG") else _kind(reason)] += 1
    return {
        "style": name,
        "games": games,
        "looked_at": found["born"] + found["warnings"],
        "without_warnings": found["born"] / max(1, found["born"] + found["warnings"]),
        "at_the_first_draw": found["born"] / games,
        "milliseconds": 1000 * (time.process_time() - began) / games,
        "refused": {kind: n for kind, n in found.most_common() if kind != "born"},
    }


def _kind(reason: str) -> str:
    return "too many words" if reason.startswith("a piece needs") else reason


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("styles", nargs="*", default=style_names())
    parser.add_argument("--games", type=int, default=1000)
    asked = parser.parse_args()
    for name in asked.styles:
        print(json.dumps(measure(name, asked.games)), flush=True)


if __name__ == "__main__":
    main()
