"""A guard against hangs. Tests never measure time: how long something takes belongs to `bench/`."""

from __future__ import annotations

import faulthandler
import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

SECONDS = 300
"""Far more than anything takes on a busy machine, and far less than forever."""


@contextmanager
def ends(seconds: int = SECONDS) -> Iterator[None]:
    """Fail if the body does not end, and show where it hangs; native code that hangs ends the process."""
    if not hasattr(signal, "SIGALRM"):
        yield
        return

    def complain(number: int, frame: FrameType | None) -> None:
        raise AssertionError(f"this has not ended after {seconds} s")

    before = signal.signal(signal.SIGALRM, complain)
    faulthandler.dump_traceback_later(seconds + 60, exit=True)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
        faulthandler.cancel_dump_traceback_later()


def has_worked(pid: int, seconds: float) -> None:
    """Wait until a process has used so much processor time: it is past its start then, however busy the machine is."""
    stat = Path(f"/proc/{pid}/stat")
    if not stat.exists():
        time.sleep(4 * seconds)
        return
    ticks = seconds * os.sysconf("SC_CLK_TCK")
    deadline = time.monotonic() + SECONDS
    while sum(map(int, stat.read_text().rpartition(")")[2].split()[11:13])) < ticks:
        assert time.monotonic() < deadline, "it does not work"
        time.sleep(0.02)
