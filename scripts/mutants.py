"""Do the tests bite? Makes random single mutants of the sources, and runs the tests that can notice on each.

A mutant differs from the source in one place: a comparison, a sign, a constant, a condition or a statement. The seed is
frozen, so the sample is the same as long as the sources are. First all tests are run once under measurement, to see
which of them run which lines (`covering.py`); a mutant is then shown to those alone. Results go into a JSON file after
every mutant; the same command goes on where it stopped. Mutants that mean the same as the source are in
`scripts/equivalent-mutants.txt` after somebody has looked at each, and are left out of the score.

    make mutants                         the whole sample
    make mutants ARGS="--count 30 --room uci"
    make mutants ARGS=--again            those that survived, after new tests were written
    make mutants ARGS=--report           what is known so far
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from scripts.covering import CHOSEN, Lines, command, environment, file_of, make_map
from scripts.mutation import Mutant, mutant_at, sample

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "sbg"
RESULTS = ROOT / "build" / "mutants.json"
MAP = ROOT / "build" / "mutants-map.json"
EQUIVALENT = ROOT / "scripts" / "equivalent-mutants.txt"
COUNT = 300
PATIENCE = 300.0
"""Seconds that the tests of a mutant may take beyond ten times what they need: then it hangs, and so it was caught."""

OTHERS = 60.0
"""Seconds for tests of other rooms that run the line of a mutant."""

TESTS = {
    "model": "tests/model tests/play tests/test_nesting.py",
    "reference": "tests/play tests/golden/test_perft.py",
    "automata": "tests/automata tests/play",
    "engine": "tests/engine tests/play tests/golden/test_playthroughs.py",
    "players": "tests/players tests/uci/test_server.py tests/cli/test_analyse_and_tune.py",
    "tune": "tests/players tests/cli/test_analyse_and_tune.py",
    "contests": "tests/contests",
    "jobs": "tests/jobs tests/contests",
    "uci": "tests/uci tests/contests/test_referee.py",
    "web": "tests/web",
    "cli": "tests/cli tests/contests/test_contests.py tests/docs/test_pages.py",
}
"""The rooms that are mutated, and the tests that must notice."""


@dataclass(frozen=True)
class Known:
    """What is known about the tests: who runs which line, how long each takes, who fails anyway."""

    lines: Lines
    seconds: dict[str, float]
    failed: list[str]
    new: set[str] = field(default_factory=set)

    def tests_of(self, mutant: Mutant) -> tuple[list[str], float]:
        """The tests that can notice a mutant, quick files first, and how long they take.

        These are the tests of the room that run its line, and the quickest of the others that do. For what runs while
        its module is imported, any line of the file counts. A line that no test is known to run may run in a process
        that was killed: all tests of the room are asked.
        """
        lines = self.lines.get(mutant.file, {})
        numbers = lines if mutant.at_import else map(str, mutant.lines)
        near = {name for number in numbers for name in lines.get(number, ())}
        nobody = not near or ("" in near and not mutant.at_import)
        names, others = [], []
        for name in sorted(self.seconds, key=lambda name: self.seconds[name]):
            runs = name in near or file_of(name) in near or name in self.new
            if name.startswith(tuple(TESTS[mutant.room].split())) and (runs or nobody):
                names.append(name)
            elif runs:
                others.append(name)
        total = 0.0
        for name in others:
            total += self.seconds[name]
            if total < OTHERS:
                names.append(name)
        names = [name for name in names if name not in self.failed]
        whole: dict[str, float] = defaultdict(float)
        for name in names:
            whole[file_of(name)] += self.seconds[name]
        here = Path(mutant.file).stem
        names.sort(key=lambda n: (here not in file_of(n), whole[file_of(n)], file_of(n)))
        return names, sum(self.seconds[name] for name in names)


def caught(mutant: Mutant, tree: Path, known: Known) -> tuple[bool, str]:
    """Whether a test notices a mutant, and which one: one that fails twice, since a busy machine can fail any once."""
    place = tree / "src" / "sbg" / mutant.file
    before = place.read_text(encoding="utf-8")
    tests, expected = known.tests_of(mutant)
    place.write_text(mutant.text, encoding="utf-8")
    try:
        while tests:
            failed = first_failure(tree, tests, expected)
            if failed is None:
                return False, ""
            if failed not in tests:  # nothing can be run, or it hangs
                return True, failed
            if first_failure(tree, [failed], expected):
                return True, failed
            tests = tests[tests.index(failed) + 1 :]
        return False, ""
    finally:
        place.write_text(before, encoding="utf-8")


def first_failure(tree: Path, tests: list[str], expected: float) -> str | None:
    """The first test that fails, or a word for what else is wrong; None if all is well."""
    chosen, said = tree.parent / "chosen.json", tree.parent / "said"
    chosen.write_text(json.dumps(tests), encoding="utf-8")
    files = list(dict.fromkeys(file_of(name) for name in tests))
    with said.open("wb") as out:
        process = subprocess.Popen(
            [*command(), "-x", *files],
            cwd=tree,
            env=environment(tree) | {CHOSEN: str(chosen)},
            stdout=out,
            stderr=out,
            start_new_session=True,
        )
    try:
        code = process.wait(PATIENCE + 10 * expected)
    except subprocess.TimeoutExpired:
        return "time"
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
    if code in (0, 5):  # 5: there is no test for it
        return None
    lines = said.read_text(encoding="utf-8", errors="replace").splitlines()
    blamed = [line.split(" ", 1)[1] for line in lines if line.startswith(("FAILED ", "ERROR "))]
    return next(
        (
            name
            for name in tests
            if any(line == name or line.startswith(f"{name} - ") for line in blamed)
        ),
        (blamed or lines[-1:] or ["?"])[0],
    )


def copied() -> Path:
    """A copy of what the tests need, in which files may be changed."""
    folder = Path(tempfile.mkdtemp(prefix="mutants-"))
    left_out = shutil.ignore_patterns(".git", ".venv", "build", "node_modules", "__pycache__")
    shutil.copytree(ROOT, folder / "sbg", ignore=left_out, symlinks=True)
    return folder / "sbg"


def known_tests(tree: Path, workers: int) -> Known:
    """What the map says, which is made if there is none; tests that are newer than it are asked about everything."""
    places = sorted({place for places in TESTS.values() for place in places.split()})
    if not MAP.exists():
        print("first all tests are run once, to see what they cover", flush=True)
        make_map(tree, places, workers, MAP)
    known = Known(**json.loads(MAP.read_text(encoding="utf-8")))
    listed = subprocess.run(
        [*command(), "--collect-only", *places],
        cwd=tree,
        env=environment(tree),
        capture_output=True,
        text=True,
        check=False,
    )
    now = {line for line in listed.stdout.splitlines() if "::" in line}
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


def report(known: dict[str, dict[str, object]]) -> None:
    """Print the score by room, and who survived."""
    leave = equivalent()
    rows: dict[str, list[bool]] = {}
    for name, result in known.items():
        if name not in leave:
            rows.setdefault(str(result["room"]), []).append(bool(result["caught"]))
    for room, found in sorted(rows.items()):
        print(f"{room:10} {sum(found):4} of {len(found):4}  {100 * sum(found) / len(found):5.1f} %")
    every = [one for found in rows.values() for one in found]
    if every:
        print(
            f"{'all':10} {sum(every):4} of {len(every):4}  {100 * sum(every) / len(every):5.1f} %"
        )
    for name, result in sorted(known.items()):
        if not result["caught"]:
            print(f"survived: {name}" + ("  (equivalent)" if name in leave else ""))


class Run:
    """Mutants, shown to the tests one by one, several at a time."""

    def __init__(self, results: dict[str, dict[str, object]], todo: list[Mutant]) -> None:
        self.results = results
        self.todo = todo
        self.all = len(todo)
        self.lock = threading.Lock()

    def work(self, tree: Path, known: Known) -> None:
        """Take mutants until none is left."""
        while True:
            with self.lock:
                if not self.todo:
                    return
                mutant = self.todo.pop(0)
                number = self.all - len(self.todo)
            begun = time.monotonic()
            found, by = caught(mutant, tree, known)
            with self.lock:
                self.results[mutant.name] = {"room": mutant.room, "caught": found, "by": by}
                draft = RESULTS.with_suffix(".new")
                draft.write_text(json.dumps(self.results, indent=1), encoding="utf-8")
                os.replace(draft, RESULTS)
                took = time.monotonic() - begun
                word = "caught" if found else "SURVIVED"
                print(f"{number:4} {word:8} {took:5.0f} s  {mutant.name}  {by}", flush=True)


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
    trees = [copied() for _ in range(options.workers)]
    try:
        known = known_tests(trees[0], options.workers)
        done = {name for name, row in results.items() if row["caught"] or not options.again}
        chosen = sample(SOURCE, options.count, options.room or list(TESTS))
        mutants = [mutant_at(SOURCE, *place) for place in chosen]
        run = Run(results, [m for m in mutants if m.name not in done | equivalent()])
        threads = [
            threading.Thread(target=run.work, args=(tree, known), daemon=True) for tree in trees
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    except KeyboardInterrupt:
        print("interrupted; the same command goes on", file=sys.stderr)
        return 130
    finally:
        for tree in trees:
            shutil.rmtree(tree.parent, ignore_errors=True)
    report(results)
    return 0


if __name__ == "__main__":
    sys.exit(main())
