"""Runs pytest repeatedly without its start-up cost, for `mutants.py`, by forking a process.

It imports what the tests import from elsewhere, but nothing of the tree whose files are changed. So every run sees the
files as they are, as if it had been started anew.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import json
import os
import selectors
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import IO


class Warm:
    """A process that runs pytest in a tree, again and again."""

    def __init__(self, tree: Path, environment: dict[str, str]) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "scripts.warm"],
            cwd=tree,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        self._child = 0
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._requests: IO[str] = self._process.stdin
        self._answers: IO[str] = self._process.stdout

    def learn(self, arguments: list[str], said: Path) -> None:
        """Import what a run imports; what it prints goes to a file."""
        self._ask(arguments, said, {}, learn=True)
        self._answers.readline()
        self._answers.readline()

    def run(
        self, arguments: list[str], said: Path, more: dict[str, str], hangs: Callable[[], bool]
    ) -> int | None:
        """Run pytest; the code with which it ends, or None if it hangs and had to be ended.

        What it prints goes to a file. Processes that it leaves behind are ended with it.
        """
        self._ask(arguments, said, more, learn=False)
        self._child = int(self._answers.readline())
        with selectors.DefaultSelector() as selector:
            selector.register(self._answers, selectors.EVENT_READ)
            while not (ended := bool(selector.select(0.3))) and not hangs():
                pass
        if not ended:
            self._end_child()
        code = int(self._answers.readline())
        self._end_child()
        self._child = 0
        return code if ended else None

    def close(self) -> None:
        """End the process, and what it runs."""
        self._end_child()
        self._requests.close()
        self._process.kill()
        self._process.wait()
        self._answers.close()

    def _end_child(self) -> None:
        if self._child:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._child, signal.SIGKILL)

    def _ask(self, arguments: list[str], said: Path, more: dict[str, str], *, learn: bool) -> None:
        print(json.dumps([arguments, str(said), more, learn]), file=self._requests, flush=True)


def serve() -> int:
    """Answer requests: the number of the process that runs, then how it ended."""
    while line := sys.stdin.readline():
        arguments, said, more, learn = json.loads(line)
        to_here, from_child = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(to_here)
            return _run(arguments, said, more, from_child if learn else None)
        os.close(from_child)
        print(child, flush=True)
        with os.fdopen(to_here, encoding="utf-8") as pipe:
            names = pipe.read().split() if learn else []
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        for name in names:
            with contextlib.suppress(Exception):
                importlib.import_module(name)
        gc.freeze()
        print(code, flush=True)
    return 0


def _run(arguments: list[str], said: str, more: dict[str, str], to: int | None) -> int:
    os.setsid()
    out = os.open(said, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for old, new in ((nothing, 0), (out, 1), (out, 2)):
        os.dup2(old, new)
    os.environ.update(more)
    import pytest

    code = int(pytest.main(arguments))
    if to is not None:
        os.write(to, "\n".join(_from_elsewhere()).encode())
    return code


def _from_elsewhere() -> list[str]:
    """The modules that are imported and do not belong to the tree, in the order in which they were."""
    here = f"{Path.cwd()}{os.sep}"
    return [
        name
        for name, module in list(sys.modules.items())
        if getattr(module, "__spec__", None) is not None
        and not name.partition(".")[0].startswith(("__", "sbg", "tests", "scripts", "conftest"))
        and not str(getattr(module, "__file__", "")).startswith(here)
    ]


if __name__ == "__main__":
    sys.exit(serve())
