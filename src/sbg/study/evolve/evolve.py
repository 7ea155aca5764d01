"""`sbg.evolve`: the search for good games from Python, and reading the file of a run."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from sbg import pipeline
from sbg.base.errors import mistyped
from sbg.base.files import path_of
from sbg.base.jobs.local import LocalPool
from sbg.base.named import Name
from sbg.base.numbers import whole
from sbg.engine import Game, game_of
from sbg.study.evolve.archive import Archive
from sbg.study.evolve.individual import Individual
from sbg.study.evolve.run import Run, digest, evaluation, open_run, read_run, settings_of
from sbg.study.evolve.schedule import WINDOW, Settings
from sbg.study.evolve.styles import style, style_names

_MOST = 100_000_000


@dataclass(frozen=True)
class Evolved:
    """What a run of `sbg.evolve` has found."""

    done: int
    """How many games have been made."""
    digest: str
    """Equal for equal settings and numbers of games, however the work was done."""
    archive: Archive = field(repr=False)

    def best(self, n: int = 10) -> list[tuple[float, Game]]:
        """The best games with their fitness."""
        return [(elite.fitness, pipeline.parse(elite.text)) for elite in self.archive.best(n)]


def settings_for(
    path: Path,
    start: Sequence[Game],
    like: Sequence[Game],
    styles: Sequence[str],
    seed: int,
    window: int | None,
) -> Settings:
    """The settings of a run; those of its file where nothing is said. StyleError for an unknown style."""
    if path.exists() and not (start or like or styles or seed or window):
        with read_run(path) as store:
            return settings_of(store)
    for name in styles:
        style(name)
    return Settings(
        seed,
        tuple(styles) or tuple(name for name in style_names() if name != "metagame"),
        tuple(game.text for game in start),
        tuple(game.text for game in like),
        window=window or WINDOW,
    )


def evolve(
    run: str | os.PathLike[str],
    games: int = 1000,
    *,
    start: Sequence[Game | Name] = (),
    like: Sequence[Game | Name] = (),
    styles: Sequence[str] = (),
    seed: int = 0,
    window: int | None = None,
    jobs: int = 1,
    on_game: Callable[[Individual], None] | None = None,
) -> Evolved:
    """Search for good games of many kinds, until there are so many in the file of the run; it goes on where it stopped.

    `start` are games to begin with, `like` games whose profiles are aimed at, `styles` those of generated games, `jobs`
    processes. `on_game` is told of each game that was made. With fewer `games` than the file holds, it is only read.
    StoreError if the file belongs to another run.
    """
    path = path_of(run, "evolve")
    for name, number, least in (("games", games, 0), ("seed", seed, 0), ("jobs", jobs, 1)):
        whole(number, name, least, _MOST)
    for listed in (start, like, styles):
        if isinstance(listed, str | os.PathLike | Game) or not isinstance(listed, Sequence):
            raise mistyped("evolve", "lists of games and styles", listed)
    settings = settings_for(
        path,
        [game_of(game, "evolve") for game in start],
        [game_of(game, "evolve") for game in like],
        styles,
        seed,
        window,
    )
    with open_run(path, settings) as store:
        going = Run(settings, store)
        if going.done < games:
            pool = LocalPool(evaluation(settings), jobs)
            try:
                going.go_on(pool, games, on_game or (lambda _: None))
            finally:
                pool.close()
        return Evolved(going.done, digest(store), going.archive)
