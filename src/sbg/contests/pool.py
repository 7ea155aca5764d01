"""Games to be played in; their results out, in the order in which they end: played by processes of this machine.

A process that dies is replaced, and its game is played again from the start.
"""

from __future__ import annotations

import contextlib
import queue
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol

from sbg.contests import worker
from sbg.contests.plan import Contest, Task
from sbg.contests.referee import GameResult
from sbg.players.failures import PlayerFailure
from sbg.uci.process import LineProcess

_ATTEMPTS = 3
"""How often a game is begun whose process dies; a game that kills every process must not stop the others."""
_FOREVER = 10_000_000.0
_LINE_BYTES = 256 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Unplayed:
    """A game that could not be played, and why."""

    id: int
    reason: str


class Pool(Protocol):
    """Who plays the games of a contest."""

    def play(self, tasks: Iterable[Task]) -> Iterator[GameResult | Unplayed]:
        """Play games and give each result as soon as it is there."""
        ...

    def close(self) -> None:
        """Leave off at once; games under way are not finished."""
        ...


class LocalPool:
    """So many processes of this machine."""

    def __init__(self, contest: Contest, jobs: int = 1) -> None:
        self._line = worker.pack(contest)
        self._jobs = jobs
        self._closed = False
        self._lock = threading.Lock()
        self._processes: set[LineProcess] = set()
        # Short, so that fast games wait for their results to be written down.
        self._results: queue.Queue[GameResult | Unplayed | BaseException | None]
        self._results = queue.Queue(jobs)

    def play(self, tasks: Iterable[Task]) -> Iterator[GameResult | Unplayed]:
        left = iter(tasks)
        threads = [
            threading.Thread(target=self._serve, args=(left,), name=f"sbg-job-{n}", daemon=True)
            for n in range(self._jobs)
        ]
        for thread in threads:
            thread.start()
        running = len(threads)
        while running:
            result = self._results.get()
            if result is None:
                running -= 1
            elif isinstance(result, BaseException):
                raise result
            else:
                yield result

    def _serve(self, tasks: Iterator[Task]) -> None:
        """What a thread does: hands games to its process until there are none left."""
        process: LineProcess | None = None
        try:
            while not self._closed:
                with self._lock:  # finding an opening is part of it
                    task = next(tasks, None)
                if task is None:
                    break
                process = self._finish(task, process)
        except BaseException as problem:
            if not self._closed:
                self._put(problem)
        finally:
            self._end(process)
            self._put(None)

    def _finish(self, task: Task, process: LineProcess | None) -> LineProcess | None:
        """Have a game played, by a new process if need be, and put down its result; the process for the next."""
        problem = ""
        for _ in range(_ATTEMPTS):
            if self._closed:
                break
            try:
                process = process or self._begin()
                process.write(worker.write_task(task))
                line = process.read(time.monotonic() + _FOREVER, "in the middle of a game")
                assert line is not None
                self._put(worker.read_result(line))
                return process
            except PlayerFailure as failure:
                problem = failure.detail
                self._end(process)
                process = None
        self._put(Unplayed(task.id, f"a process that plays {problem}"))
        return None

    def _put(self, result: GameResult | Unplayed | BaseException | None) -> None:
        while not self._closed:
            with contextlib.suppress(queue.Full):
                self._results.put(result, timeout=0.2)
                return

    def _begin(self) -> LineProcess:
        command = [sys.executable, "-m", "sbg.contests.worker"]
        process = LineProcess(command, _LINE_BYTES, _LINE_BYTES)
        with self._lock:
            self._processes.add(process)
        if self._closed:
            self._end(process)
        process.write(self._line)
        return process

    def _end(self, process: LineProcess | None) -> None:
        if process is not None:
            process.close()
            with self._lock:
                self._processes.discard(process)

    def close(self) -> None:
        self._closed = True
        with self._lock:
            processes = list(self._processes)
        for process in processes:
            with contextlib.suppress(OSError):
                process.close()
