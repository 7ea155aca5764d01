"""A pool of workers on a Ray cluster.

A task has no side effects: if its worker or its whole machine dies, Ray has it done again elsewhere. Only this process
writes results, so none is counted twice.
"""

from __future__ import annotations

import atexit
import contextlib
import socket
import sys
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Generic

from sbg.base.errors import SbgError, extra
from sbg.base.jobs.work import Done, Failed, Result, Task, Tasks, Work, Worker, pack, unpack

_KNOCK_SECONDS = 10.0


class ClusterError(SbgError):
    """A cluster that cannot be used; the message says why."""


@lru_cache(maxsize=1)
def _worker(work: str) -> Worker[Any, Any]:
    """The worker of a process, kept from task to task."""
    worker: Worker[Any, Any] = unpack(work).worker()
    atexit.register(worker.close)
    return worker


def _do(work: str, task: Any) -> Any:
    worker = _worker(work)
    try:
        return worker.do(task)
    finally:
        if worker.spent:
            worker.close()
            _worker.cache_clear()


class RayPool(Generic[Task, Result]):
    """The workers of a cluster."""

    def __init__(self, work: Work[Task, Result], address: str, jobs: int | None = None) -> None:
        try:
            import ray
        except ImportError:
            raise ClusterError(f"Ray is not installed; {extra('ray')} brings it") from None
        self._ray: Any = ray
        _knock(address)
        # Ray prints what happens to its workers to stdout, where our product goes.
        self._quiet = contextlib.ExitStack()
        self._quiet.enter_context(contextlib.redirect_stdout(sys.stderr))
        try:
            if not ray.is_initialized():
                ray.init(address=address, log_to_driver=False, logging_level="error")
        except (ConnectionError, ValueError, RuntimeError, TimeoutError) as problem:
            self._quiet.close()
            raise ClusterError(f"no Ray cluster at `{address}`: {_first_line(problem)}") from None
        self._work = ray.put(pack(work))
        self._do: Any = ray.remote(_do).options(max_retries=-1, num_cpus=1)
        cores = int(ray.cluster_resources().get("CPU", 1))
        self._window = jobs or max(1, 2 * cores)  # as many again wait, so that no worker does

    def run(self, tasks: Tasks[Task], /) -> Iterator[Done[Result] | Failed]:
        left = iter(tasks)
        waiting: dict[Any, int] = {}
        self._fill(waiting, left)
        while waiting:
            ready, _ = self._ray.wait(list(waiting), num_returns=1)
            for reference in ready:
                number = waiting.pop(reference)
                answer: Done[Result] | Failed
                try:
                    answer = Done(number, self._ray.get(reference))
                except self._ray.exceptions.RayError as problem:
                    answer = Failed(number, _first_line(problem))
                yield answer
                self._fill(waiting, left)

    def _fill(self, waiting: dict[Any, int], left: Iterator[tuple[int, Task] | None]) -> None:
        """Hand out tasks as long as there are some and the workers have too few."""
        while len(waiting) < self._window:
            numbered = next(left, None)
            if numbered is None:  # the end, or nothing to do before the next result
                return
            number, task = numbered
            waiting[self._start(task)] = number

    def _start(self, task: Task) -> Any:
        return self._do.remote(self._work, task)

    def close(self) -> None:
        self._ray.shutdown()
        self._quiet.close()


def _knock(address: str) -> None:
    """ClusterError if nobody listens at an address; Ray itself would try for minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon or not port.isdigit():
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), _KNOCK_SECONDS).close()
    except (OSError, OverflowError) as problem:
        raise ClusterError(f"no Ray cluster at `{address}`: {_first_line(problem)}") from None


def _first_line(problem: Exception) -> str:
    return next(iter(str(problem).strip().splitlines()), type(problem).__name__)
