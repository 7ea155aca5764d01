"""Evidence for `sbg evolve`: kills and baselines; `bench/evolved.py` measures the best games again.

    python bench/evolve.py kills                        100 kills with kill -9, then the digest of a run without one
    python bench/evolve.py kills --kills 5 --games 60   fewer
    python bench/evolve.py baselines                    evolution, random search, letter mutation: 2,000 games, 3 seeds
    python bench/evolve.py baselines --games 200 --seeds 4 5
    python bench/evolve.py baselines --search evolve random    two of them

Everything is kept in the folder `evolve/` (`--folder`), and the same command goes on there.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from statistics import mean

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from sbg.evolution.archive import Archive  # noqa: E402
from sbg.evolution.run import Run, digest, evaluation, open_run, read_run  # noqa: E402
from sbg.evolution.schedule import Settings  # noqa: E402
from sbg.jobs.local import LocalPool  # noqa: E402
from sbg.jobs.store import StoreError  # noqa: E402

STYLES = ("breakthrough", "chess", "hunt", "shogi", "wild", "xiangqi")
SEARCHES = ("evolve", "random", "letters")
STEP = 200
"""Games by which the searches grow in turn: stopped at any time, they can be compared."""


def results(path: Path) -> int:
    """How many results a file holds."""
    if not path.exists():
        return 0
    try:
        with read_run(path) as store:
            return len(store)
    except StoreError:
        return 0


def kills(folder: Path, count: int, games: int, jobs: int) -> bool:
    """Kill a run so many times, let it end, and compare it with one that was never killed."""
    killed, whole = folder / "killed.sqlite", folder / "whole.sqlite"
    words = ["--games", str(games), "--seed", "1", "--jobs", str(jobs)]
    words += ["--style", "breakthrough", "--style", "hunt"]
    tally = folder / "kills.json"
    done = json.loads(tally.read_text()) if tally.exists() else 0
    for number in range(done, count):
        random = Random(number)
        before = results(killed)
        aim = min(before + random.randrange(1, 4), games - 10)
        process = subprocess.Popen(
            [sys.executable, "-m", "sbg", "evolve", str(killed), *words],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            while process.poll() is None and (now := results(killed)) < aim:
                time.sleep(0.02)
            time.sleep(random.random() / 5)
        finally:
            process.kill()
            process.wait()
        now = results(killed)
        if now < before:
            print(f"kill {number + 1}: {before} results were there, {now} are left")
            return False
        tally.write_text(json.dumps(number + 1))
        print(f"kill {number + 1} of {count}: {now} results", flush=True)
    for path in (killed, whole):
        command = [sys.executable, "-m", "sbg", "evolve", str(path), *words]
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    found = []
    for path in (killed, whole):
        with read_run(path) as store:
            found.append(digest(store))
    print(json.dumps({"kills": count, "games": games, "digests": found}))
    return found[0] == found[1]


def baselines(
    folder: Path, games: int, seeds: Sequence[int], jobs: int, searches: Sequence[str] = SEARCHES
) -> None:
    """The same number of games by each way to search, from the same styles; all of them grow together."""
    for aim in [*range(STEP, games, STEP), games]:
        for seed in seeds:
            for search in searches:
                settings = Settings(seed=seed, styles=STYLES, search=search)
                archive = longer(folder / f"{search}-{seed}.sqlite", settings, aim, jobs)
                print(json.dumps({"search": search, "seed": seed, **summary(archive)}), flush=True)


def longer(path: Path, settings: Settings, games: int, jobs: int) -> Archive:
    """The archive of a run that is continued up to a number of games."""
    with open_run(path, settings) as store:
        run = Run(settings, store)
        if run.done < games:
            pool = LocalPool(evaluation(settings), jobs)
            try:
                run.go_on(pool, games)
            finally:
                pool.close()
        return run.archive


def summary(archive: Archive) -> dict[str, float]:
    """What an archive holds, in a few numbers."""
    best = archive.best(10)
    return {
        "games": archive.applied,
        "cells": len(archive),
        "qd_score": round(archive.qd_score, 3),
        "best": round(best[0].fitness, 4) if best else 0.0,
        "mean_of_ten": round(mean(elite.fitness for elite in best), 4) if best else 0.0,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("kills", "baselines"))
    parser.add_argument("--folder", type=Path, default=Path("evolve"))
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--games", type=int)
    parser.add_argument("--seeds", type=int, nargs="+", default=[1, 2, 3])
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--search", nargs="+", choices=SEARCHES, default=SEARCHES)
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    if asked.what == "kills":
        fine = kills(asked.folder, asked.kills, asked.games or 3 * asked.kills, asked.jobs)
        sys.exit(0 if fine else 1)
    baselines(asked.folder, asked.games or 2000, asked.seeds, asked.jobs, asked.search)


if __name__ == "__main__":
    main()
