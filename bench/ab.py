"""Whether a commit is slower than another one: both are built and measured in turns, in one run.

    python bench/ab.py main HEAD                              all, about five minutes on an idle machine
    python bench/ab.py v0.1.0 HEAD --only engine --rounds 9   some rooms, more rounds

A measurement is a fixed piece of work, timed in processor seconds by a process of each commit, one right after the
other; the order changes. Shown is the median of the ratios HEAD to BASE with an interval that holds the true median in
at least 95 of 100 runs. The exit code is 1 where an interval lies wholly beyond 2 % slower. `build/ab` keeps builds.
"""

from __future__ import annotations

import argparse
import io
import json
import math
import os
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parent.parent
CACHE = ROOT / "build" / "ab"
SLOWER = 1.02
PAIRS = 3
"""Pairs of measurements in a round, which is a new process of each commit."""
SECONDS = 0.15
"""What a measurement takes at least: quick work is done so many times, as often by one commit as by the other."""
ROOMS = ("engine", "language", "batch", "players", "solve")

Work = Callable[[], object]


def measurements(rooms: list[str]) -> Iterator[tuple[str, Work]]:
    """The pieces of work. They use public names alone, so that any commit runs them."""
    import sbg

    if "engine" in rooms:
        sizes = {
            "gardner": (6, 3000),
            "chess": (5, 500),
            "breakthrough": (5, 1500),
            "xiangqi": (4, 200),
        }
        for name, (depth, games) in sizes.items():
            game = sbg.load(name)
            yield f"engine perft {name}", lambda g=game, d=depth: sbg.perft(g, d)  # type: ignore[misc]
            yield f"engine playouts {name}", lambda g=game, n=games: sbg.playouts(g, n, seed=1)  # type: ignore[misc]
    if "language" in rooms:
        texts = {name: sbg.load(name).text for name in sbg.bundled()}
        made = [0]

        def first_moves() -> None:
            made[0] += 1  # games of equal texts may be kept
            for text in texts.values():
                head, _, rest = text.partition("<<")
                assert sbg.parse(f"{head}<<{made[0]} {rest}").start.moves

        yield "language check", lambda: [sbg.check(text) for text in texts.values()]
        yield "language text to first move", first_moves
    if "batch" in rooms:
        for name in "gardner", "chess":
            batch = sbg.Batch(name, 1000, threads=1, auto_reset=True)
            yield f"batch random steps {name}", lambda b=batch: b.step_random(200)  # type: ignore[misc]
    if "players" in rooms:
        for name in "gardner", "chess", "xiangqi":
            game = sbg.load(name)
            yield f"players alphabeta {name}", lambda g=game: sbg.analyse(g, nodes=150_000)  # type: ignore[misc]
        yield (
            "players mcts gardner",
            lambda: sbg.player("mcts:playouts=4000", seed=1).choose(sbg.load("gardner").start),
        )
    if "solve" in rooms:
        for name, men in ("octopawn", None), ("gardner", 3), ("quick-chess", 3):
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / "values.table"

                def fill(name: str = name, men: int | None = men, path: Path = path) -> None:
                    path.unlink(missing_ok=True)
                    sbg.solve(name, men=men, output=path)

                yield f"solve table {name}", fill


def child(rooms: list[str]) -> None:
    """Names each piece of work, and does it as often as each line says that comes in, until the next is asked for."""
    for name, work in measurements(rooms):
        work()  # what is only done once is not measured
        print(name, flush=True)
        for line in sys.stdin:
            if line.strip() == "next":
                break
            began = time.process_time()
            for _ in range(int(line)):
                work()
            print(time.process_time() - began, flush=True)
    print("done", flush=True)


def build(commit: str) -> Path:
    """The folder of a built commit."""
    sys.path.insert(0, str(ROOT))
    from scripts.install import find_pip

    name = subprocess.check_output(
        ["git", "rev-parse", f"{commit}^{{commit}}"], cwd=ROOT, text=True
    ).strip()
    folder = CACHE / name
    if not (folder / "built").exists():
        print(f"building {commit} ({name[:9]})", file=sys.stderr)
        CACHE.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=CACHE) as sources:
            packed = subprocess.check_output(["git", "archive", name], cwd=ROOT)
            with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
                archive.extractall(sources, filter="data")
            install = [
                *find_pip(sys.executable),
                "install",
                "--quiet",
                "--no-deps",
                "--no-build-isolation",
                "--upgrade",
            ]
            settings = ["--config-settings", "cmake.define.SBG_PAGE=OFF"]
            subprocess.run([*install, *settings, "--target", str(folder), sources], check=True)
        (folder / "built").touch()
    return folder


class Child:
    """A process that measures one of the commits."""

    def __init__(self, folder: Path, rooms: list[str]) -> None:
        words = [sys.executable, "-P", __file__, "--child", *rooms]
        pipe = subprocess.PIPE
        environment = {**os.environ, "PYTHONPATH": str(folder)}
        self.process = subprocess.Popen(
            words, stdin=pipe, stdout=pipe, text=True, env=environment, cwd=folder
        )

    def read(self) -> str:
        """The next line."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline().strip()
        if not line:
            raise SystemExit("a commit cannot be measured; see above")
        return line

    def measure(self, times: int) -> float:
        """The processor seconds that the present piece of work takes, so many times."""
        self.say(str(times))
        return float(self.read())

    def say(self, word: str) -> None:
        """Ask for something."""
        assert self.process.stdin is not None
        self.process.stdin.write(word + "\n")
        self.process.stdin.flush()


def measure(
    base: Path, head: Path, rooms: list[str], rounds: int
) -> dict[str, list[tuple[float, float]]]:
    """By the name of each piece of work the seconds of both commits, pair by pair."""
    found: dict[str, list[tuple[float, float]]] = {}
    for number in range(rounds):
        pair = Child(base, rooms), Child(head, rooms)
        while (name := pair[0].read()) == pair[1].read() and name != "done":
            times = max(1, math.ceil(SECONDS / pair[0].measure(1)))
            for turn in range(PAIRS):
                seconds = [0.0, 0.0]
                for side in (0, 1) if (number + turn) % 2 == 0 else (1, 0):
                    seconds[side] = pair[side].measure(times) / times
                found.setdefault(name, []).append((seconds[0], seconds[1]))
            for one in pair:
                one.say("next")
        print(f"round {number + 1} of {rounds}", file=sys.stderr)
        for one in pair:
            one.process.communicate()
    return found


def interval(ratios: list[float], sure: float = 0.95) -> tuple[float, float]:
    """Two of the sorted values between which the median lies, whatever the distribution."""
    values, n = sorted(ratios), len(ratios)
    low, outside = 0, 0.5**n
    while low + 1 < n / 2 and 2 * (outside + math.comb(n, low + 1) * 0.5**n) <= 1 - sure:
        low += 1
        outside += math.comb(n, low) * 0.5**n
    return values[low], values[n - 1 - low]


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("base", help="a commit")
    parser.add_argument("head", nargs="?", default="HEAD", help="another one (HEAD)")
    parser.add_argument("--only", nargs="+", choices=ROOMS, default=list(ROOMS))
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()

    builds = build(options.base), build(options.head)
    found = measure(*builds, options.only, options.rounds)
    rows = []
    for name, pairs in found.items():
        ratios = [head / base for base, head in pairs]
        low, high = interval(ratios)
        seconds = [median(column) for column in zip(*pairs, strict=True)]
        rows.append(
            {
                "work": name,
                "base": seconds[0],
                "head": seconds[1],
                "ratio": median(ratios),
                "low": low,
                "high": high,
            }
        )
    slower = [row for row in rows if row["low"] > SLOWER]
    if options.json:
        print(
            json.dumps(
                {"base": options.base, "head": options.head, "rows": rows, "slower": len(slower)},
                indent=2,
            )
        )
    else:
        print(f"{'work':<30} {'base ms':>9} {'head ms':>9} {'ratio':>7}   interval")
        for row in rows:
            print(
                f"{row['work']:<30} {1000 * row['base']:9.1f} {1000 * row['head']:9.1f} {row['ratio']:7.3f}"
                f"   {row['low']:.3f} to {row['high']:.3f}{'   SLOWER' if row in slower else ''}"
            )
    return 1 if slower else 0


if __name__ == "__main__":
    if sys.argv[1:2] == ["--child"]:
        child(sys.argv[2:])
    else:
        sys.exit(main())
