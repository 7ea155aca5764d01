"""A pool that does its tasks in this process, one after the other: for work that cannot travel to another one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Generic

from sbg.jobs.work import Done, Failed, Result, Task, Work


class HerePool(Generic[Task, Result]):
    """This process. What a task raises is raised here."""

    def __init__(self, work: Work[Task, Result]) -> None:
        self._worker = work.worker()

    def run(self, tasks: Iterable[tuple[int, Task]], /) -> Iterator[Done[Result] | Failed]:
        for number, task in tasks:
            yield Done(number, self._worker.do(task))

    def close(self) -> None:
        self._worker.close()
