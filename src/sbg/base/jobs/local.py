"""A pool of worker processes on this machine.

A process that dies is replaced, and its task is done again from the start.
"""

from __future__ import annotations

import contextlib
import queue
import sys
import threading
import time
from collections.abc import Iterator
from typing import Generic

from sbg.base.jobs.process import LineProcess, ProcessFailure
from sbg.base.jobs.work import Done, Failed, Result, Task, Tasks, Work, pack, unpack

_ATTEMPTS = 3
"""How often a task is begun whose process dies; a task that kills every process must not stop the others."""
_END = "end"
"""What comes after the last task."""
_FOREVER = 10_000_000.0
_LINE_BYTES = 256 * 1024 * 1024


class LocalPool(Generic[Task, Result]):
    """So many processes of this machine."""

    def __init__(self, work: Work[Task, Result], jobs: int = 1) -> None:
        self._work = pack(work)
        self._jobs = jobs
        self._closed = False
        self._lock = threading.Lock()
        self._taking = threading.Lock()
        self._given = 0
        """Results that have been given, after which the next one was asked for."""
        self._another = threading.Condition()
        self._processes: set[LineProcess] = set()
        # Short, so that fast tasks wait for their results to be written down.
        self._results: queue.Queue[Done[Result] | Failed | BaseException | None]
        self._results = queue.Queue(jobs)

    def run(self, tasks: Tasks[Task], /) -> Iterator[Done[Result] | Failed]:
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
                with self._another:
                    self._given += 1
                    self._another.notify_all()

    def _serve(self, tasks: Iterator[tuple[int, Task] | None]) -> None:
        """What a thread does: hands tasks to its process until there are none left."""
        process: LineProcess | None = None
        try:
            while not self._closed:
                given = self._given
                with (
                    self._taking
                ):  # making the next task may take a while, and is not for two at a time
                    task = next(tasks, _END)
                if task is _END:
                    break
                if task is None:
                    with self._another:
                        self._another.wait_for(lambda: self._given > given or self._closed)  # noqa: B023
                    continue
                assert isinstance(task, tuple)
                process = self._finish(*task, process)
        except BaseException as problem:
            if not self._closed:
                self._put(problem)
        finally:
            self._end(process)
            self._put(None)

    def _finish(self, number: int, task: Task, process: LineProcess | None) -> LineProcess | None:
        """Have a task done, by a new process if need be, and put down its result; the process for the next."""
        problem = ""
        for _ in range(_ATTEMPTS):
            if self._closed:
                break
            try:
                process = process or self._begin()
                process.write(pack(task))
                line = process.read(time.monotonic() + _FOREVER, "in the middle of a task")
                assert line is not None
                fine, answer = unpack(line)
                self._put(Done(number, answer) if fine else Failed(number, answer))
                return process
            except ProcessFailure as failure:
                problem = failure.detail
                self._end(process)
                process = None
        self._put(Failed(number, f"its process {problem}"))
        return None

    def _put(self, result: Done[Result] | Failed | BaseException | None) -> None:
        while not self._closed:
            with contextlib.suppress(queue.Full):
                self._results.put(result, timeout=0.2)
                return

    def _begin(self) -> LineProcess:
        command = [sys.executable, "-m", "sbg.base.jobs.worker"]
        process = LineProcess(command, _LINE_BYTES, _LINE_BYTES)
        with self._lock:
            self._processes.add(process)
        if self._closed:
            self._end(process)
        process.write(self._work)
        return process

    def _end(self, process: LineProcess | None) -> None:
        if process is not None:
            process.close()
            with self._lock:
                self._processes.discard(process)

    def close(self) -> None:
        self._closed = True
        with self._another:
            self._another.notify_all()
        with self._lock:
            processes = list(self._processes)
        for process in processes:
            with contextlib.suppress(OSError):
                process.close()
