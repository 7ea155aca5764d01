"""A pool that runs its tasks in this process, for work that cannot be sent to another."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic

from sbg.base.jobs.work import Done, Failed, Result, Task, Tasks, Work


class HerePool(Generic[Task, Result]):
    """This process. What a task raises is raised here."""

    def __init__(self, work: Work[Task, Result]) -> None:
        self._worker = work.worker()

    def run(self, tasks: Tasks[Task], /) -> Iterator[Done[Result] | Failed]:
        for numbered in tasks:
            if numbered is not None:  # all results have been given already: the next task is there
                number, task = numbered
                yield Done(number, self._worker.do(task))

    def close(self) -> None:
        self._worker.close()
