"""How many games are profiled in an hour, by processor time, and beside the program that was written by hand.

    python bench/profile_speed.py                60 generated games of all styles, quick budget
    python bench/profile_speed.py --games 12     fewer

A profiled game has passed all gates and stages. In turn with the games the yardstick (`bench/engine.py`) plays random
games, so that what slows the machine for a while slows both; a profile is also told in moves that it could have made.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from itertools import count
from pathlib import Path
from statistics import mean, median

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import sbg  # noqa: E402
from bench import machine  # noqa: E402
from bench.evolve import STYLES  # noqa: E402
from bench.timing import best  # noqa: E402
from bench.yardstick import Yardstick  # noqa: E402


def measure(games: int, yardstick: Yardstick) -> dict[str, object]:
    """Profiles until so many games have passed all gates."""
    whole: list[float] = []
    rejected: list[float] = []
    rates: list[float] = []
    for seed in count():
        game = sbg.generate(STYLES[seed % len(STYLES)], seed=seed)
        began = time.process_time()
        found = sbg.profile(game, seed=seed, budget="quick")
        spent = time.process_time() - began
        (whole if found.rejected is None else rejected).append(spent)
        if not yardstick.missing and seed % 6 == 0:
            rates.append(yardstick.rate("playouts", 0.3))
        if len(whole) == games:
            break
    told: dict[str, object] = {
        "games": len(whole),
        "rejected": len(rejected),
        "mean_s": round(mean(whole), 3),
        "median_s": round(median(whole), 3),
        "an_hour_on_two_cores": round(7200 / mean(whole)),
        "an_hour_with_rejected_ones": round(7200 / mean(whole + rejected)),
        "gardner_quick_s": round(best(lambda: sbg.profile(sbg.load("gardner"), budget="quick")), 3),
        "gardner_standard_s": round(best(lambda: sbg.profile(sbg.load("gardner"))), 3),
    }
    if rates:
        told["yardstick_moves_per_s"] = round(mean(rates))
        told["yardstick_moves_a_profile"] = round(mean(rates) * mean(whole))
    return told


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=60)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = measure(asked.games, Yardstick(Path(folder)))
    print(json.dumps({"machine": machine.describe(), **found}, indent=1))


if __name__ == "__main__":
    main()
