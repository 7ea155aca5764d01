"""A task in; the answer of a worker process out: the server's side of one process and its pipe."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from sbg.web import frames
from sbg.web.quotas import WebLimits

OnInfo = Callable[[bytes], None]


class WorkerGone(Exception):  # noqa: N818 - what happened to it
    """The process ended before it answered."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a process said about a task: JSON for the browser, and whether it refused."""

    head: frames.Head
    body: bytes

    @property
    def error(self) -> str | None:
        """Why it refused, or None."""
        code: str | None = self.head.get("error")
        return code


@dataclass(frozen=True, slots=True)
class Call:
    """A task under way."""

    process: Process
    number: int
    answer: asyncio.Future[Answer]

    def stop(self) -> None:
        """Have it end now, if it is a search; it still answers."""
        self.process.stop(self.number)


class Process:
    """A worker process. Many tasks may be under way; it takes them in order, and searches run beside."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._next = 0
        self._waiting: dict[int, tuple[asyncio.Future[Answer], OnInfo | None]] = {}
        self._reading = asyncio.create_task(self._read())
        self._answered = time.monotonic()
        self.gone = False

    @classmethod
    async def start(cls, limits: WebLimits) -> Process:
        """A new process. It does not take part in what the terminal sends, such as Ctrl-C."""
        new_group: dict[str, Any] = (
            {"creationflags": getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)}
            if os.name == "nt"
            else {"start_new_session": True}
        )
        # -P: a file of the folder that we were started in must not stand in for a module.
        words = [sys.executable, "-P", "-m", "sbg.web.worker", json.dumps(asdict(limits))]
        pipe = asyncio.subprocess.PIPE
        # Without this the C library sets aside so much for each thread that a limit on memory means little.
        environment = {**os.environ, "MALLOC_ARENA_MAX": "2"}
        return cls(
            await asyncio.create_subprocess_exec(
                *words, stdin=pipe, stdout=pipe, env=environment, **new_group
            )
        )

    @property
    def busy(self) -> int:
        """How many tasks are under way."""
        return len(self._waiting)

    @property
    def idle_seconds(self) -> float:
        """How long ago it finished something."""
        return time.monotonic() - self._answered

    def begin(self, head: frames.Head, body: bytes = b"", on_info: OnInfo | None = None) -> Call:
        """Have a task done; WorkerGone if there is nobody left to do it."""
        if self.gone:
            raise WorkerGone
        self._next += 1
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._waiting[self._next] = future, on_info
        self._send({**head, "number": self._next}, body)
        return Call(self, self._next, future)

    def stop(self, number: int) -> None:
        """Have a search end now; it still answers."""
        if number in self._waiting and not self.gone:
            self._send({"task": "stop", "number": number})

    def kill(self) -> None:
        """End the process, whatever it does. Everybody who waits is told."""
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()
        self._lose()

    async def close(self) -> None:
        """End the process and wait until it is gone."""
        self.kill()
        self._reading.cancel()
        await self._process.wait()
        # Only the transport can close the pipe; without it the loop complains at its end.
        transport = getattr(self._process, "_transport", None)
        if transport is not None:
            transport.close()

    def _send(self, head: frames.Head, body: bytes = b"") -> None:
        assert self._process.stdin is not None
        with contextlib.suppress(OSError, RuntimeError):  # the reading task tells that it is gone
            self._process.stdin.write(frames.pack(head, body))

    async def _read(self) -> None:
        assert self._process.stdout is not None
        with contextlib.suppress(asyncio.IncompleteReadError, OSError):
            while True:
                head, body = await frames.receive(self._process.stdout)
                self._take(head, body)
        self._lose()

    def _take(self, head: frames.Head, body: bytes) -> None:
        number = head["number"]
        if number not in self._waiting:
            return
        future, on_info = self._waiting[number]
        if not head.get("end"):
            if on_info is not None:
                on_info(body)
            return
        del self._waiting[number]
        self._answered = time.monotonic()
        if not future.done():
            future.set_result(Answer(head, body))

    def _lose(self) -> None:
        self.gone = True
        waiting, self._waiting = self._waiting, {}
        for future, _ in waiting.values():
            if not future.done():
                future.set_exception(WorkerGone())
                future.exception()  # nobody may be waiting any more
