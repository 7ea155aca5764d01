"""Decides what each individual of a run is made from, the same for any number of processes.

Individual i is decided by the seed, by i, and by the results up to i - window. So all results within a window can be
worked on at the same time, by any number of processes, and still each run with the same settings is the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from sbg.study.evolve.archive import Archive, Elite
from sbg.study.evolve.draw import Draw
from sbg.study.evolve.individual import CROSS, MUTANT, NEW, RETEST, SEED, Individual, Task
from sbg.study.profiling import VERSION as PROFILE_VERSION
from sbg.study.profiling import BudgetName

VERSION = 3
"""Of operators, styles and the archive: runs of other versions are not continued."""
WINDOW = 64
"""How many individuals before its own number an individual sees the archive."""
FIRST = 64
"""Individuals that are generated before others have parents."""
_PRESSURE = 8
"""The power of the fitness by which parents are drawn."""
_NEW = 0.1
_CROSS = 0.2
_CHANGES = {1: 0.7, 2: 0.2, 3: 0.1}


@dataclass(frozen=True)
class Settings:
    """What decides a run, but for its length."""

    seed: int = 0
    styles: tuple[str, ...] = ("chess",)
    seeds: tuple[str, ...] = ()
    """The texts of games to begin with."""
    models: tuple[str, ...] = ()
    """The texts of games whose profiles are aimed at."""
    budget: BudgetName = "quick"
    window: int = WINDOW
    search: str = "evolve"
    """`random` generates every individual: the baseline of experiments."""

    @property
    def data(self) -> dict[str, Any]:
        """As a value for JSON, with the versions of everything that a result depends on."""
        return {
            "seed": self.seed,
            "styles": list(self.styles),
            "from": list(self.seeds),
            "like": list(self.models),
            "budget": self.budget,
            "window": self.window,
            "search": self.search,
            "version": [VERSION, PROFILE_VERSION],
        }

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Settings:
        """The settings of such a value."""
        return cls(
            int(data["seed"]),
            tuple(map(str, data["styles"])),
            tuple(map(str, data["from"])),
            tuple(map(str, data["like"])),
            cast("BudgetName", str(data["budget"])),
            int(data["window"]),
            str(data["search"]),
        )


@dataclass
class Schedule:
    """The tasks of a run, one after the other; `results` are those that are there, by number."""

    settings: Settings
    results: Mapping[int, Individual]
    archive: Archive = field(default_factory=Archive)
    """As it was `window` individuals before the one that is decided next."""
    asked: int = 0
    """How many games of `archive.wanted` have been given out."""

    def tasks(self, games: int) -> Iterator[tuple[int, Task] | None]:
        """The tasks of the first so many individuals that have no result; None while one waits for another's."""
        for number in range(games):
            while self.archive.applied <= number - self.settings.window:
                known = self.results.get(self.archive.applied)
                if known is None:
                    yield None
                else:
                    self.archive.apply(known)
            task = self.decide(number)
            if number not in self.results:
                yield number, task

    def decide(self, number: int) -> Task:
        """What the individual of a number is to be."""
        settings = self.settings
        if number < len(settings.seeds):
            return Task(number, SEED, settings.seed, texts=(settings.seeds[number],))
        again = self._again(number)
        if again is not None:
            return again
        draw = Draw("evolve", settings.seed, number)
        fresh = settings.search == "random" or not self.archive.elites
        fresh = fresh or (not settings.seeds and number < FIRST)
        if fresh or draw.chance(_NEW):
            return Task(number, NEW, settings.seed, draw.pick(settings.styles))
        cells = list(self.archive.elites.values())
        one = _parent(cells, draw)
        if len(cells) > 1 and draw.chance(_CROSS):
            two = _parent([cell for cell in cells if cell is not one], draw)
            parents, texts = (one.id, two.id), (one.text, two.text)
            return Task(number, CROSS, settings.seed, parents=parents, texts=texts)
        changes = draw.weighted(_CHANGES)
        return Task(
            number,
            MUTANT,
            settings.seed,
            parents=(one.id,),
            texts=(one.text,),
            changes=changes,
        )

    def _again(self, number: int) -> Task | None:
        """The next game to be measured again, if there is one that still matters."""
        while self.asked < len(self.archive.wanted):
            elite = self.archive.alive(self.archive.wanted[self.asked])
            self.asked += 1
            if elite is not None:
                seed = self.settings.seed
                return Task(number, RETEST, seed, parents=(elite.id,), texts=(elite.text,))
        return None


def _parent(elites: list[Elite], draw: Draw) -> Elite:
    """One of the cells: the better its game, and the better its children did of late, the more often.

    Children of a poor game are worse than generated games, and most cells hold poor ones.
    """
    weights = {
        number: (1.0 + elite.curiosity) * elite.fitness**_PRESSURE
        for number, elite in enumerate(elites)
    }
    return elites[draw.weighted(weights)]
