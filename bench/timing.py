"""Measures how long a call takes."""

from __future__ import annotations

import time
from collections.abc import Callable


def best(call: Callable[[], object], repeats: int = 3) -> float:
    """The least of the processor times of some calls, in seconds."""
    times = []
    for _ in range(repeats):
        started = time.process_time()
        call()
        times.append(time.process_time() - started)
    return min(times)
