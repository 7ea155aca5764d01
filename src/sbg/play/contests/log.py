"""The log of a contest: every line sent to or received from an engine, with its time.

    2025-01-31T12:00:00.123 17 white mine > go movetime 100
    2025-01-31T12:00:00.187 17 white mine < bestmove a2a3

A line has the time (UTC), the number of the game from 1, the colour, the name of the player, `>` for what the engine
reads, `<` for what it writes and `!` for its standard error, and the text. Several processes append to the same file.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from datetime import UTC, datetime

_MOST_BYTES = 4096
"""Of a line; a system may divide a longer one among those of other processes."""


class Log:
    """A file that lines are appended to, for one process of a contest."""

    def __init__(self, path: str) -> None:
        self._descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o666)
        self._lock = threading.Lock()
        self.game = 0
        """The number of the game that is being played, from 1."""

    def listener(self, color: str, name: str) -> Callable[[str, str], None]:
        """What an engine's process is given to tell of its lines: a mark and a text."""

        def listen(mark: str, text: str) -> None:
            now = datetime.now(UTC).replace(tzinfo=None).isoformat(timespec="milliseconds")
            shown = "".join(c if c.isprintable() else " " for c in text)
            line = f"{now} {self.game} {color} {name} {mark} {shown}".encode()
            with self._lock:
                if self._descriptor >= 0:
                    os.write(self._descriptor, line[: _MOST_BYTES - 1] + b"\n")

        return listen

    def close(self) -> None:
        """Let go of the file; what engines say afterwards is not kept."""
        with self._lock:
            if self._descriptor >= 0:
                os.close(self._descriptor)
                self._descriptor = -1
