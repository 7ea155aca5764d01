"""A guard against hangs. Tests never measure time: how long something takes belongs to `bench/`."""

from __future__ import annotations

import faulthandler
import signal
from collections.abc import Iterator
from contextlib import contextmanager
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
