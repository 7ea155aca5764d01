"""An evolution run in its file: makes and measures individuals until there are enough."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, TypeAlias

from sbg import pipeline
from sbg.base.jobs.store import Format, Store
from sbg.base.jobs.work import Failed, Pool
from sbg.study.evolve.archive import Archive
from sbg.study.evolve.individual import FAILED, Evaluation, Individual, Task
from sbg.study.evolve.like import SEEDS, Target
from sbg.study.evolve.schedule import Schedule, Settings
from sbg.study.profiling import profile

_VIEWS = """
CREATE VIEW games AS
SELECT id, name, kind, parents, operator, fitness, cell, status, reason,
  json_extract(nullif(profile, ''), '$.measures.balance.value') AS balance,
  json_extract(nullif(profile, ''), '$.measures.depth.value') AS depth,
  json_extract(nullif(profile, ''), '$.measures.length.value') AS length,
  text
FROM individual;
"""

FORMAT = Format(
    0x53424745,  # "SBGE"
    Individual,
    settings="run",
    results="individual",
    views=_VIEWS,
)

Results: TypeAlias = Store[Individual]


def open_run(path: Path, settings: Settings) -> Results:
    """The file of a run, made if there is none; StoreError if it belongs to another."""
    return Store.open(path, FORMAT, settings.data)


def read_run(path: Path) -> Results:
    """The file of a run to look at; StoreError if it is none."""
    return Store.read(path, FORMAT)


def settings_of(store: Results) -> Settings:
    """The settings that a file was made with."""
    with store.sound():
        return Settings.of(store.settings)


def evaluation(settings: Settings) -> Evaluation:
    """The work of a run. Models are profiled here, once; ValueError if one cannot be measured to its end."""
    target = None
    if settings.models:
        models = [pipeline.parse(text) for text in settings.models]
        target = Target.of(
            profile(model, seed=seed, budget=settings.budget, gates=False)
            for model in models
            for seed in range(SEEDS)
        )
    return Evaluation(settings.budget, target)


class Run:
    """A run while it goes on: its results, and the archive that they make up to the first that is missing."""

    def __init__(self, settings: Settings, store: Results) -> None:
        self.settings = settings
        self.store = store
        self.results = {result.id: _slim(result) for result in store}
        self.archive = Archive()
        self._advance()

    @property
    def done(self) -> int:
        """How many individuals have been made."""
        return len(self.results)

    def go_on(
        self,
        pool: Pool[Task, Individual],
        games: int,
        on_result: Callable[[Individual], None] = lambda _: None,
    ) -> None:
        """Make the individuals that are missing among the first so many."""
        schedule = Schedule(self.settings, self.results)
        for answer in pool.run(schedule.tasks(games)):
            result = _failed(answer) if isinstance(answer, Failed) else answer.result
            self.store.add(result)
            self.results[result.id] = _slim(result)
            self._advance()
            on_result(result)

    def _advance(self) -> None:
        while self.archive.applied in self.results:
            self.archive.apply(self.results[self.archive.applied])


def _slim(result: Individual) -> Individual:
    """A result as it is kept in memory: its profile stays in the file."""
    return replace(result, profile="")


def _failed(answer: Failed) -> Individual:
    """An individual whose process died every time."""
    return Individual(
        answer.number, "failed", "", "", "", FAILED, answer.reason, "", "", 0.0, "", "", ""
    )


def archive_of(store: Results, first: int | None = None) -> Archive:
    """The archive that the results of a file make, or the first so many of them."""
    archive = Archive()
    with store.sound():
        for result in store:
            if result.id != archive.applied or result.id == first:
                break
            archive.apply(result)
    return archive


def digest(store: Results) -> str:
    """SHA-256 of the settings and of all results in the order of their numbers, without times."""
    found = hashlib.sha256()
    found.update(_line(store.settings))
    for result in store:
        values = asdict(result)
        del values["seconds"]
        found.update(_line(values))
    return found.hexdigest()


def _line(value: dict[str, Any]) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":")).encode() + b"\n"
