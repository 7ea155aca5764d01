"""Chooses the tests that `mutants.py` runs for a mutant: those that run its line, quick ones first."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from scripts.covering import Lines, file_of
from scripts.mutation import Mutant

OTHERS = 60.0
"""Seconds for tests of other rooms that run the line of a mutant."""

QUICK = 1.0
"""Seconds: tests that take longer are asked after all that do not."""

TESTS = {
    "language/model": "tests/model tests/play tests/test_nesting.py",
    "language/reference": "tests/play tests/golden/test_perft.py",
    "moves/automata": "tests/automata tests/play",
    "engine": "tests/engine tests/play tests/golden/test_playthroughs.py",
    "play/players": "tests/players tests/uci/test_server.py tests/cli/test_analyse_and_tune.py",
    "play/tune": "tests/players tests/cli/test_analyse_and_tune.py",
    "play/contests": "tests/contests",
    "base/jobs": "tests/jobs tests/contests",
    "play/uci": "tests/uci tests/contests/test_referee.py",
    "app/web": "tests/web",
    **dict.fromkeys(
        ("app/terminal", "app/cli"),
        "tests/cli tests/contests/test_contests.py tests/docs/test_pages.py tests/learning/test_asking.py"
        " tests/learning/test_data.py tests/learning/test_learn.py",
    ),
}
"""The rooms that are mutated, and the tests that must notice."""

SERVED = {"app/web"}
"""The rooms whose tests share a server: what it runs has no test's name."""

KILLED = {"base/jobs/worker.py"}
"""Files that run in processes which are killed at the end, most often before they could say what they ran."""

ALL_ROOMS = "tests/test_values.py"
"""Tests of all rooms at once."""


def all_tests() -> list[str]:
    """Where all of these tests are."""
    return sorted({place for places in (ALL_ROOMS, *TESTS.values()) for place in places.split()})


@dataclass(frozen=True)
class Known:
    """What is known about the tests: who runs which line, how long each takes, who fails anyway."""

    lines: Lines
    seconds: dict[str, float]
    failed: list[str]
    new: set[str] = field(default_factory=set)

    def seconds_of(self, tests: Iterable[str]) -> float:
        """How long tests take."""
        return sum(self.seconds.get(name, 0.0) for name in tests)

    def tests_of(self, mutant: Mutant) -> list[str]:
        """The tests that can notice a mutant, in the order in which they are asked.

        These are the tests of the room that run its line, and the quickest of the others that do. For what runs while
        its module is imported, any line of the file counts. A line that no test is known to run may run in a process
        that was killed, and one that runs in a server may run for anybody: all tests of the room are asked, after those
        that are known to run it. Tests of one file come together, since they share fixtures.
        """
        lines = self.lines.get(mutant.file, {})
        numbers = lines if mutant.at_import else map(str, mutant.lines)
        near = {name for number in numbers for name in lines.get(number, ())}
        somebody = "" in near and not mutant.at_import
        nobody = not near or (somebody and (mutant.room in SERVED or near == {""}))
        nobody = nobody or mutant.file in KILLED
        own = (*TESTS[mutant.room].split(), *ALL_ROOMS.split())
        names, others = [], []
        for name in sorted(self.seconds, key=lambda name: self.seconds[name]):
            runs = name in near or file_of(name) in near or name in self.new
            if name.startswith(own) and (runs or nobody):
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

        def order(name: str) -> tuple[bool, bool, bool, float, str]:
            file = file_of(name)
            far = name not in near and file not in near and name not in self.new
            return far, self.seconds[name] > QUICK, here not in file, whole[file], file

        return sorted(names, key=order)
