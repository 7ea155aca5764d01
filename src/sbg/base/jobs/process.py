"""Runs another program and exchanges lines with it, with time-outs and limits.

The process and everything it starts end with us, even if we are killed. On POSIX it runs in a group of its own, and a
watcher in that group holds the reading end of a pipe that only we can write to: however we end, the pipe closes, and
the watcher kills the whole group. Only a process that leaves its group on purpose escapes. On Windows there is no
such group: the process is ended when we exit, and if we are killed it sees the end of its input.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import re
import select
import shutil
import signal
import subprocess
import sys
import threading
import time
import weakref
from collections import deque
from collections.abc import Callable, Sequence
from typing import Literal, TypeAlias

from sbg.base.errors import SbgError

LINE_BYTES = 64 * 1024
"""The longest line that is read."""
VOLUME_BYTES = 8 * 1024 * 1024
"""The most that a process may write between two questions."""
_STDERR_BYTES = 16 * 1024
"""How much of the end of stderr is kept."""
_FAREWELL = 0.5
"""Seconds between `quit` and the end by force."""

_WRITE_SECONDS = 10.0
"""How long a process may leave a line unread once its pipe is full."""

# The launcher becomes the process itself, so that its exit code is ours to read. Before that it forks the watcher,
# twice, so that the process has no child that it does not know of; the watcher becomes a shell, which costs little.
_LAUNCHER = """\
import os, sys
watch, command = int(sys.argv[1]), sys.argv[2:]
group = os.getpid()
child = os.fork()
if child == 0:
    if os.fork() == 0:
        os.dup2(watch, 0)
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, 1)
        os.dup2(null, 2)
        os.execv("/bin/sh", ["sh", "-c", 'trap "" HUP INT TERM; read line; kill -9 "-$0"', str(group)])
    os._exit(0)
os.waitpid(child, 0)
os.close(watch)
try:
    os.execvp(command[0], command)
except OSError as problem:
    sys.stderr.write(f"{command[0]}: {problem.strerror}\\n")
    os._exit(127)
"""

_TELLING = re.compile(
    r"(?!\s|at ).*?\b(?:\w*(?:Error|Exception)\b|error:|fatal|panicked)", re.IGNORECASE
)
"""A line that says why a program ended. Traces and versions may stand after it."""


def telling(text: str) -> str:
    """The line of what a program wrote to stderr that says most: the last one about an error, or the last of all."""
    lines = [line.rstrip() for line in text.split("\n") if line.strip()]
    for at in range(len(lines) - 1, -1, -1):
        if _TELLING.match(lines[at]):
            # `thread 'main' panicked at src/main.rs:2:5:` tells why in the next line, and so does C++.
            rest = lines[at + 1 : at + 2]
            more = lines[at].endswith(":") or any("what():" in line for line in rest)
            return " ".join(line.strip() for line in [lines[at], *(rest if more else [])])
    return lines[-1].strip() if lines else ""


Failure: TypeAlias = Literal["crash", "hang", "nonsense"]


class ProcessFailure(SbgError):  # noqa: N818 - what a process did, not a mistake of the program
    """What went wrong with a process: it ended (crash), does not read (hang) or writes too much (nonsense)."""

    def __init__(self, kind: Failure, detail: str) -> None:
        super().__init__(f"{kind}: {detail}")
        self.kind: Failure = kind
        self.detail = detail


_living: weakref.WeakSet[LineProcess] = weakref.WeakSet()


class LineProcess:
    """A process that reads and writes lines. Everything that goes wrong with it is a ProcessFailure."""

    def __init__(
        self,
        command: Sequence[str],
        line_bytes: int = LINE_BYTES,
        volume_bytes: int = VOLUME_BYTES,
        listener: Callable[[str, str], None] | None = None,
    ) -> None:
        """`listener` is called with every line: `>` and what is written to the process, `<` and what it writes, `!`
        and what it writes to stderr."""
        if shutil.which(command[0]) is None:
            raise ProcessFailure(
                "crash", f"could not be started: there is no command `{command[0]}`"
            )
        self._most, self._most_volume = line_bytes, volume_bytes
        self._listener = listener
        self._lines: deque[str] = deque()
        self._changed = threading.Condition()
        self._closing = threading.Lock()
        self._problem: ProcessFailure | None = None
        self._volume = 0
        self._ended = False
        self._stderr = b""
        self._watch: int | None = None
        self._process = self._launch(command)
        if os.name == "posix":
            assert self._process.stdin is not None
            os.set_blocking(self._process.stdin.fileno(), False)
        threads = [
            threading.Thread(target=target, name=f"sbg-{name}", daemon=True)
            for name, target in (("stdout", self._read_lines), ("stderr", self._read_stderr))
        ]
        self._threads = threads
        for thread in threads:
            thread.start()
        _living.add(self)

    def _launch(self, command: Sequence[str]) -> subprocess.Popen[bytes]:
        pipe = subprocess.PIPE
        try:
            if os.name != "posix":
                return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0)
            watched, self._watch = os.pipe()
            try:
                return subprocess.Popen(
                    [sys.executable, "-I", "-S", "-c", _LAUNCHER, str(watched), *command],
                    stdin=pipe,
                    stdout=pipe,
                    stderr=pipe,
                    bufsize=0,
                    pass_fds=(watched,),
                    start_new_session=True,
                )
            finally:
                os.close(watched)
        except OSError as problem:
            self._stop_watch()
            raise ProcessFailure("crash", f"could not be started: {problem}") from None

    @property
    def pid(self) -> int:
        """The number of the process; on POSIX also of its group."""
        return self._process.pid

    # -- lines

    def write(self, line: str) -> None:
        """Send a line; the bound on what the process may write starts anew."""
        with self._changed:
            self._volume = 0
            if self._problem is not None:
                raise self._problem
        self._tell(">", line)
        assert self._process.stdin is not None
        data = memoryview(line.encode() + b"\n")
        deadline = time.monotonic() + _WRITE_SECONDS
        descriptor = self._process.stdin.fileno()
        try:
            while data:
                try:
                    data = data[os.write(descriptor, data) :]
                except BlockingIOError:
                    left = max(0.0, deadline - time.monotonic())
                    if not select.select([], [descriptor], [], left)[1]:
                        raise ProcessFailure(
                            "hang", "did not read what was written to it"
                        ) from None
        except (OSError, ValueError):
            raise self._crash() from None

    def drop(self) -> None:
        """Forget the lines that have come so far: they answer nothing that is still asked."""
        with self._changed:
            self._lines.clear()

    def read(self, deadline: float, what: str) -> str | None:
        """The next line; None if there is none at the deadline (of `time.monotonic`)."""
        with self._changed:
            while not self._lines:
                if self._problem is not None:
                    raise self._problem
                if self._ended:
                    break
                left = deadline - time.monotonic()
                if left <= 0 or not self._changed.wait(left):
                    return None
            else:
                return self._lines.popleft()
        raise self._crash(what)

    def _read_lines(self) -> None:
        assert self._process.stdout is not None
        descriptor = self._process.stdout.fileno()
        rest = b""
        while True:
            try:
                data = os.read(descriptor, 65536)
            except OSError:
                data = b""
            *lines, rest = (rest + data).split(b"\n")
            for line in lines:
                self._tell("<", line[:LINE_BYTES].decode("utf-8", "replace"))
            with self._changed:
                self._volume += len(data)
                if len(rest) > self._most or any(len(line) > self._most for line in lines):
                    self._problem = ProcessFailure("nonsense", "wrote a line without an end")
                elif self._volume > self._most_volume:
                    self._problem = ProcessFailure("nonsense", "wrote far too many lines")
                else:
                    self._lines.extend(
                        line.decode("utf-8", "replace").rstrip("\r") for line in lines
                    )
                self._ended = not data
                self._changed.notify_all()
                if self._ended or self._problem is not None:
                    return

    def _read_stderr(self) -> None:
        assert self._process.stderr is not None
        descriptor = self._process.stderr.fileno()
        with contextlib.suppress(OSError):
            while data := os.read(descriptor, 65536):
                for line in data.splitlines():
                    self._tell("!", line.decode("utf-8", "replace"))
                self._stderr = (self._stderr + data)[-_STDERR_BYTES:]

    def _tell(self, mark: str, text: str) -> None:
        if self._listener is not None:
            with contextlib.suppress(OSError):  # a full disk is no fault of the process
                self._listener(mark, text)

    def _crash(self, what: str = "") -> ProcessFailure:
        """What to say about a process that no longer answers: how it ended and the last it said on stderr."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_FAREWELL)
        self._threads[1].join(_FAREWELL)
        code = self._process.returncode
        if code is None:
            how = "closed its output"
        elif code < 0:
            how = f"was ended by signal {_signal_name(-code)}"
        else:
            how = f"ended with exit code {code}"
        said = self.last_words
        return ProcessFailure("crash", how + (f" {what}" if what else "") + (said and f" ({said})"))

    @property
    def last_words(self) -> str:
        """What the process wrote to stderr at last, for people to read."""
        said = telling(self._stderr.decode("utf-8", "replace"))
        return "".join(c if c.isprintable() else " " for c in said)[:200]

    # -- the end

    def ends(self, seconds: float) -> bool:
        """Whether the process ends by itself within some time."""
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return False
        return True

    def close(self, farewell: str | None = None) -> None:
        """End the process and all that it started, politely first if there is a farewell to say."""
        with self._closing:  # two threads may want to
            self._close(farewell)

    def _close(self, farewell: str | None) -> None:
        if farewell is not None and self._process.poll() is None:
            with contextlib.suppress(ProcessFailure, subprocess.TimeoutExpired):
                self.write(farewell)
                self._process.wait(_FAREWELL)
        self._kill()
        self._process.wait()
        for thread in self._threads:
            thread.join(_FAREWELL)
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()
        _living.discard(self)

    def _kill(self) -> None:
        if os.name == "posix":
            if self._watch is not None:  # until then the watcher keeps the number of the group ours
                with contextlib.suppress(OSError):
                    os.killpg(self._process.pid, signal.SIGKILL)
        else:
            with contextlib.suppress(OSError):
                self._process.kill()
        self._stop_watch()

    def _stop_watch(self) -> None:
        if self._watch is not None:
            os.close(self._watch)
            self._watch = None


def _signal_name(number: int) -> str:
    with contextlib.suppress(ValueError):
        return signal.Signals(number).name
    return str(number)


@atexit.register
def _end_all() -> None:
    for process in list(_living):
        process._kill()
