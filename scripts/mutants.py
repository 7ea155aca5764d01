"""Tests the tests: changes single places of the sources, and sees whether a test fails.

A mutant differs from the source in one place: a comparison, a sign, a constant, a condition or a statement. The seed is
frozen, and a change of the sources moves few of the sample. First all tests are run once under measurement, to see
which of them run which lines (`covering.py`); a mutant is then shown to those alone (`asking.py`, `showing.py`).
Results go into `scripts/mutants.json` after every mutant; the same command goes on where it stopped. Mutants that mean
the same as the source are in `scripts/equivalent-mutants.txt` after somebody has looked at each, and are left out of
the score.

    make mutants                         the whole sample
    make mutants ARGS="--count 30 --room play/uci"
    make mutants ARGS=--again            those that survived, after new tests were written
    make mutants ARGS=--report           what is known so far
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import threading
import time
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from scripts.asking import TESTS, Known, all_tests
from scripts.covering import make_map
from scripts.mutation import Mutant, mutant_at, sample
from scripts.showing import Tree

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "sbg"
RESULTS = ROOT / "scripts" / "mutants.json"
MAP = ROOT / "build" / "mutants-map.json"
EQUIVALENT = ROOT / "scripts" / "equivalent-mutants.txt"
COUNT = 300
SHORT = 6.0
"""Seconds of tests in the first turn of a mutant; the others come when all mutants had theirs, if it is not caught."""


def known_tests(trees: list[Tree], places: list[str]) -> Known:
    """What the map says, which is made if there is none; tests that are newer than it are asked about everything."""
    if not MAP.exists():
        print("first all tests are run once, to see what they cover", flush=True)
        make_map(trees[0].place, places, len(trees), MAP)
    known = Known(**json.loads(MAP.read_text(encoding="utf-8")))
    with ThreadPoolExecutor() as threads:
        now = set.union(*threads.map(lambda tree: tree.begin(places), trees))
    if not now:
        raise SystemExit(f"no test is found: {' '.join(trees[0].said())}")
    for name in [name for name in known.seconds if name not in now]:
        del known.seconds[name]  # a test that is no longer there
    known.new.update(name for name in now if name not in known.seconds)
    known.seconds.update(dict.fromkeys(known.new, 1.0))
    return known


def equivalent() -> set[str]:
    """The names of mutants that were judged to mean the same as the source."""
    if not EQUIVALENT.exists():
        return set()
    lines = EQUIVALENT.read_text(encoding="utf-8").splitlines()
    return {line.partition("  #")[0].strip() for line in lines if line and line[0] != "#"}


def report(known: dict[str, dict[str, Any]]) -> None:
    """Print the score by room, and who survived."""
    leave = equivalent()
    rows: dict[str, list[tuple[bool, bool]]] = {}
    whole = {name: result for name, result in known.items() if not result["left"]}
    for name, result in whole.items():
        if name not in leave:
            rows.setdefault(result["room"], []).append((result["first"], result["caught"]))
    rooms = [(f"`{room}`", found) for room, found in sorted(rows.items())]
    print("| room | mutants | caught at first | now |\n|---|--:|--:|--:|")
    for title, found in [*rooms, ("all", [one for _, some in rooms for one in some])]:
        first, now = (sum(one[k] for one in found) for k in (0, 1))
        print(f"| {title} | {len(found)} | {first} | {now} |")
    print(f"{len(whole)} were shown, {len(leave & whole.keys())} of them are equivalent")
    for name, result in sorted(known.items()):
        if not result["caught"]:
            word = "equivalent" if name in leave else "survived"
            word = "so far not caught" if result["left"] else word
            print(f"{word}: line {result['line']}  {name}  {result['by']}")


def _written(results: dict[str, dict[str, Any]]) -> str:
    """Results as JSON, a mutant a line."""
    lines = (f"{json.dumps(name)}: {json.dumps(row)}" for name, row in sorted(results.items()))
    return "{\n" + ",\n".join(lines) + "\n}\n"


class Run:
    """Mutants, shown to the tests one by one, several at a time."""

    def __init__(self, results: dict[str, dict[str, Any]], known: Known) -> None:
        self.results = results
        self.known = known
        self.todo: deque[tuple[Mutant, list[str]]] = deque()
        self.lock = threading.Lock()

    def add(self, mutants: list[Mutant], *, again: bool) -> None:
        """Take those that are not known yet, then those of which more must be seen, quick ones first."""
        begun = []
        for mutant in mutants:
            row = self.results.get(mutant.name)
            if not row:
                self.todo.append((mutant, self.known.tests_of(mutant)))
            elif again and not row["caught"]:
                begun.append((mutant, self.known.tests_of(mutant)))
            elif row["left"]:
                begun.append((mutant, row["left"]))
        self.todo += sorted(begun, key=lambda one: self.known.seconds_of(one[1]))

    def work(self, tree: Tree) -> None:
        """Take mutants until none is left."""
        while True:
            with self.lock:
                if not self.todo:
                    return
                mutant, tests = self.todo.popleft()
                row = self.results.get(mutant.name)
            begun = time.monotonic()
            now, left = (tests, []) if row else self._first_turn(tests)
            found, by = tree.caught(mutant, now, self.known)
            took = round(time.monotonic() - begun, 1)
            with self.lock:
                self._note(mutant, found, by, took, [] if found else left)

    def _first_turn(self, tests: list[str]) -> tuple[list[str], list[str]]:
        total = 0.0
        for number, name in enumerate(tests):
            total += self.known.seconds[name]
            if total > SHORT and number:
                return tests[:number], tests[number:]
        return tests, []

    def _note(self, mutant: Mutant, found: bool, by: str, took: float, left: list[str]) -> None:
        first = self.results.get(mutant.name, {}).get("first")
        if first is None and (found or not left):
            first = found
        self.results[mutant.name] = {
            "room": mutant.room,
            "line": mutant.line,
            "first": first,
            "caught": found,
            "by": by,
            "left": left,
        }
        draft = RESULTS.with_suffix(".new")
        draft.write_text(_written(self.results), encoding="utf-8")
        os.replace(draft, RESULTS)
        if left:
            self.todo.append((mutant, left))
        word = "caught" if found else "so far not" if left else "SURVIVED"
        print(f"{len(self.todo):4} left {word:10} {took:5.0f} s  {mutant.name}  {by}", flush=True)


def main() -> int:
    """Run the sample, or what is left of it."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--count", type=int, default=COUNT, help="mutants to make")
    parser.add_argument("--room", action="append", choices=TESTS, help="only these rooms")
    parser.add_argument("--workers", type=int, default=2, help="mutants at a time")
    parser.add_argument("--again", action="store_true", help="show survivors to the tests again")
    parser.add_argument("--report", action="store_true", help="only show what is known")
    options = parser.parse_args()
    results = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else {}
    if options.report:
        report(results)
        return 0
    trees = [Tree(ROOT) for _ in range(options.workers)]
    try:
        known = known_tests(trees, [place for place in all_tests() if (ROOT / place).exists()])
        chosen = sample(SOURCE, options.count, options.room or list(TESTS))
        same = equivalent()
        run = Run(results, known)
        mutants = [mutant_at(SOURCE, place) for place in chosen if place.name not in same]
        run.add(mutants, again=options.again)
        threads = [threading.Thread(target=run.work, args=(tree,), daemon=True) for tree in trees]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    except KeyboardInterrupt:
        print("interrupted; the same command goes on", file=sys.stderr)
        return 130
    finally:
        for tree in trees:
            tree.close()
    report(results)
    return 0


if __name__ == "__main__":
    sys.exit(main())
