"""Games to be played in; their results out: played by the workers of a Ray cluster, each of which has sbg installed.

A game is a task without side effects: if its worker or its whole machine dies, Ray has it played again elsewhere.
Only this process writes results, so none is counted twice.
"""

from __future__ import annotations

import atexit
import contextlib
import socket
import sys
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import islice
from typing import Any

from sbg.contests import worker
from sbg.contests.plan import Task
from sbg.contests.pool import Unplayed
from sbg.contests.referee import GameResult, Referee
from sbg.errors import SbgError

_KNOCK_SECONDS = 10.0


class ClusterError(SbgError):
    """A cluster that cannot be used; the message says why."""


@lru_cache(maxsize=1)
def _referee(contest: str) -> Referee:
    """The referee of a worker, kept from game to game."""
    referee = Referee(worker.unpack(contest))
    atexit.register(referee.close)
    return referee


def _play(contest: str, task: Task) -> GameResult:
    return _referee(contest).play(task)


class RayPool:
    """The workers of a cluster."""

    def __init__(self, contest_line: str, address: str, jobs: int | None = None) -> None:
        try:
            import ray
        except ImportError:
            raise ClusterError(
                "Ray is not installed; `pip install 'simplified-boardgames[ray]'` brings it"
            ) from None
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
        self._contest = ray.put(contest_line)
        self._play: Any = ray.remote(_play).options(max_retries=-1, num_cpus=1)
        cores = int(ray.cluster_resources().get("CPU", 1))
        self._window = jobs or max(1, 2 * cores)  # as many again wait, so that no worker does

    def play(self, tasks: Iterable[Task]) -> Iterator[GameResult | Unplayed]:
        left = iter(tasks)
        waiting = {self._start(task): task.id for task in islice(left, self._window)}
        while waiting:
            ready, _ = self._ray.wait(list(waiting), num_returns=1)
            for reference in ready:
                number = waiting.pop(reference)
                try:
                    result: GameResult | Unplayed = self._ray.get(reference)
                except self._ray.exceptions.RayError as problem:
                    result = Unplayed(number, _first_line(problem))
                for task in islice(left, 1):
                    waiting[self._start(task)] = task.id
                yield result

    def _start(self, task: Task) -> Any:
        return self._play.remote(self._contest, task)

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
