"""A work that makes individuals up, quickly and by their numbers alone, to test what decides which ones there are."""

from __future__ import annotations

from dataclasses import dataclass

from sbg.study.evolve.cells import GOALS, STYLES
from sbg.study.evolve.draw import Draw
from sbg.study.evolve.individual import MEASURED, REJECTED, RETEST, Individual, Task


@dataclass(frozen=True)
class Fake:
    """Results depend on the task alone: its number, and the texts of its parents."""

    @property
    def spent(self) -> bool:
        return False

    def worker(self) -> Fake:
        return self

    def close(self) -> None:
        pass

    def do(self, task: Task, /) -> Individual:
        draw = Draw("fake", task.seed, task.id, *task.texts)
        if task.kind == RETEST:
            name, *_ = task.texts[0].split()
            true = Draw(name).fraction()
        else:
            name = f"g{draw.below(5000)}"
            true = Draw(name).fraction()
        place = Draw("cell", name)
        cell = f"{place.below(2)} {place.below(2)} {place.pick(GOALS)} {place.pick(STYLES)}"
        fitness = round(0.01 + 0.9 * true + 0.09 * draw.fraction(), 6)
        rejected = draw.chance(0.2) and task.kind != RETEST
        return Individual(
            task.id,
            task.kind,
            " ".join(map(str, task.parents)),
            "fake",
            "",
            REJECTED if rejected else MEASURED,
            "because" if rejected else "",
            name,
            name,
            0.0 if rejected else fitness,
            "" if rejected else cell,
            "" if task.kind == RETEST else f"{name} text",
            "",
            0.001,
        )
