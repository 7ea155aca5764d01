"""Messages of a client in; whether they come too fast out: a bucket that fills at an even pace."""

from __future__ import annotations

import time
from collections.abc import Callable


class Bucket:
    """Allows so many units a second on average, and `burst` of them at once."""

    def __init__(
        self, per_second: float, burst: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._per_second = per_second
        self._burst = burst
        self._clock = clock
        self._left = burst
        self._last = clock()

    def take(self, units: float = 1.0) -> bool:
        """Whether so many units may pass now. What may not pass is not counted."""
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._last) * self._per_second)
        self._last = now
        if units > self._left:
            return False
        self._left -= units
        return True
