"""How a run of `sbg evolve` looks in the terminal: progress, and a table of its best games."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

from sbg.app.cli import terminal
from sbg.app.cli.terminal import note, out
from sbg.study.evolve.cells import CELLS, Cell

if TYPE_CHECKING:
    from rich.progress import Progress

    from sbg.study.evolve.archive import Archive
    from sbg.study.evolve.individual import Individual
    from sbg.study.evolve.run import Run

_LINE_PAUSE = 10.0
"""Seconds between two lines where there is no screen."""


class View:
    """A bar with coverage, the best fitness and the speed, if stderr is a terminal; otherwise a line now and then."""

    def __init__(self, run: Run, games: int) -> None:
        self._run, self._games = run, games
        self._begun, self._before = time.monotonic(), run.done
        self._said = self._begun
        self._bar: Progress | None = None

    def __enter__(self) -> View:
        if terminal.is_terminal(sys.stderr):
            from rich import progress

            self._bar = progress.Progress(
                progress.BarColumn(),
                progress.MofNCompleteColumn(),
                progress.TimeRemainingColumn(),
                progress.TextColumn("{task.description}"),
                console=terminal.console(sys.stderr),
                transient=True,
            )
            self._task = self._bar.add_task("", total=self._games, completed=self._run.done)
            self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()

    def update(self, result: Individual) -> None:
        """Show that one more is done."""
        if self._bar is not None:
            self._bar.update(self._task, completed=self._run.done, description=self._words())
        elif time.monotonic() - self._said > _LINE_PAUSE:
            self._said = time.monotonic()
            note(f"{self._run.done} of {self._games} games: {self._words()}")

    def _words(self) -> str:
        archive = self._run.archive
        best = archive.best(1)
        spent = max(time.monotonic() - self._begun, 1e-6)
        hour = 3600 * (self._run.done - self._before) / spent
        return (
            f"{len(archive)} of {CELLS} cells, best {best[0].fitness if best else 0:.3f},"
            f" {hour:,.0f} games an hour"
        )


def report(archive: Archive, most: int) -> None:
    """The best games of an archive as a table."""
    out(
        f"{len(archive)} of {CELLS} cells hold a game ({100 * archive.coverage:.0f} %);"
        f" the sum of their fitness is {archive.qd_score:.2f}."
    )
    for elite in archive.best(most):
        cell = Cell.read(elite.cell).words
        measured = f"measured {len(elite.scores)}×"
        out(f"{elite.fitness:.3f}  {measured:12}  {elite.name:24}  {cell}")
