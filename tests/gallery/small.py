"""A small run with real games, for the tests of its pages."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import sbg
from sbg.study.evolve.archive import Archive
from sbg.study.evolve.individual import MUTANT, RETEST, SEED, Evaluation, Individual, Task
from sbg.study.evolve.run import open_run
from sbg.study.evolve.schedule import Settings


@cache
def results() -> tuple[Individual, ...]:
    """Two bundled games, one of them measured again, and a changed one."""
    work = Evaluation()
    texts = [sbg.load(name).text for name in ("breakthrough5", "silverman")]
    tasks = [
        Task(0, SEED, 1, texts=(texts[0],)),
        Task(1, SEED, 1, texts=(texts[1],)),
        Task(2, RETEST, 1, parents=(0,), texts=(texts[0],)),
        Task(3, MUTANT, 1, parents=(0,), texts=(texts[0],)),
    ]
    return tuple(work.do(task) for task in tasks)


def archive() -> Archive:
    """The archive that they make."""
    found = Archive()
    for result in results():
        found.apply(result)
    return found


def file(path: Path) -> Path:
    """A file that holds them."""
    with open_run(path, Settings()) as store:
        for result in results():
            store.add(result)
    return path
