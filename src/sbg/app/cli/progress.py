"""A progress bar on stderr, shown only on a terminal and only for work that takes a while."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable

from sbg.app.cli import terminal

_PATIENCE = 0.5
"""Seconds after which progress is shown."""


class Progress:
    """A bar on stderr, if that is a terminal, once the work has gone on for a while."""

    def __init__(self) -> None:
        self.timer = threading.Timer(_PATIENCE, self._start)
        self.timer.daemon = True
        self.update: Callable[[float], None] = lambda _: None
        self.stop: Callable[[], None] = lambda: None

    def __enter__(self) -> Progress:
        if terminal.is_terminal(sys.stderr):
            self.timer.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self.timer.ident is not None:
            self.timer.cancel()
            self.timer.join()
        self.stop()

    def show(self, done: float) -> None:
        """Show what share of the work is done."""
        self.update(done)

    def _start(self) -> None:
        from rich import progress

        columns = (
            progress.BarColumn(),
            progress.TaskProgressColumn(),
            progress.TimeElapsedColumn(),
            progress.TimeRemainingColumn(),
        )
        bar = progress.Progress(*columns, console=terminal.console(sys.stderr), transient=True)
        task = bar.add_task("", total=1.0)
        bar.start()
        self.stop = bar.stop
        self.update = lambda done: bar.update(task, completed=done)
