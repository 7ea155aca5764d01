"""The server's end of the pipe to one worker process: sends a request, receives the answer."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import subprocess
import sys
from dataclasses import asdict
from typing import Any

from sbg.app.web.limits import MEGABYTE, WebLimits
from sbg.app.web.server import frames


class WorkerGone(Exception):  # noqa: N818 - what happened to it
    """The process has ended."""


class Process:
    """A worker process. It has one request at a time."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    @classmethod
    async def start(cls, limits: WebLimits) -> Process:
        """A new process. It does not take part in what the terminal sends, such as Ctrl-C."""
        new_group: dict[str, Any] = (
            {"creationflags": getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)}
            if os.name == "nt"
            else {"start_new_session": True}
        )
        # -P: a file of the folder that we were started in must not stand in for a module.
        words = [
            sys.executable,
            "-P",
            "-m",
            "sbg.app.web.server.worker",
            json.dumps(asdict(limits)),
        ]
        pipe = asyncio.subprocess.PIPE
        # Without this the C library sets aside so much for each thread that a limit on memory means little.
        environment = {**os.environ, "MALLOC_ARENA_MAX": "2"}
        process = await asyncio.create_subprocess_exec(
            *words, stdin=pipe, stdout=pipe, env=environment, limit=MEGABYTE, **new_group
        )
        return cls(process)

    def send(self, word: str, body: bytes = b"") -> None:
        """Tell it something."""
        assert self._process.stdin is not None
        with contextlib.suppress(OSError, RuntimeError):  # who waits for the answer is told
            self._process.stdin.write(frames.pack(word, body))

    async def receive(self) -> tuple[str, bytes]:
        """What it says next."""
        assert self._process.stdout is not None
        try:
            return await frames.receive(self._process.stdout)
        except (asyncio.IncompleteReadError, OSError):
            raise WorkerGone from None

    @property
    def gone(self) -> bool:
        """Whether it is known to have ended."""
        assert self._process.stdout is not None
        return self._process.returncode is not None or self._process.stdout.at_eof()

    async def close(self) -> None:
        """End the process, whatever it does, and wait until it is gone."""
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()
        await self._process.wait()
        # Only the transport can close the pipe; without it the loop complains at its end.
        transport = getattr(self._process, "_transport", None)
        if transport is not None:
            transport.close()
