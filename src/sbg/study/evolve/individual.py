"""One individual of an evolution run: how it is made and measured, and its result."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

from sbg import pipeline
from sbg.engine import Game
from sbg.study.evolve.birth import identity
from sbg.study.evolve.cells import cell_of
from sbg.study.evolve.draw import Draw
from sbg.study.evolve.generate import generate
from sbg.study.evolve.genome import Genome
from sbg.study.evolve.like import Target
from sbg.study.evolve.mutate import Child, crossed, mutant
from sbg.study.evolve.styles import StyleError
from sbg.study.profiling import BudgetName, profile

SEED, NEW, MUTANT, CROSS, RETEST = "seed", "new", "mutant", "cross", "retest"
MEASURED, REJECTED, STILLBORN, FAILED = "measured", "rejected", "stillborn", "failed"

_SEEDS = 1 << 62


@dataclass(frozen=True, slots=True)
class Task:
    """What to do for an individual: make it from its parents, or take it as it is, and measure it."""

    id: int
    kind: str
    seed: int
    """Of the run."""
    style: str = ""
    parents: tuple[int, ...] = ()
    texts: tuple[str, ...] = ()
    changes: int = 1


@dataclass(frozen=True, slots=True)
class Individual:
    """What came out. `text` is empty for a game that could not be made, and for one that was measured again."""

    id: int
    kind: str
    parents: str
    operator: str
    change: str
    status: str
    reason: str
    name: str
    identity: str
    fitness: float
    cell: str
    text: str
    profile: str
    seconds: float = 0.0
    """The time that it took; no part of the digest."""

    def __post_init__(self) -> None:
        if self.status not in (MEASURED, REJECTED, STILLBORN, FAILED):
            raise ValueError(f"the status of {self.id} is {self.status!r:.100}")

    @property
    def parent_ids(self) -> tuple[int, ...]:
        """The numbers of its parents, or of the game that was measured again."""
        return tuple(map(int, self.parents.split()))

    @property
    def words(self) -> str:
        """How it was made, for its lineage."""
        return f"{self.operator}: {self.change}" if self.operator else self.kind


@dataclass(frozen=True)
class Evaluation:
    """The work of a run: individuals are made and measured, in any process and in any order."""

    budget: BudgetName = "quick"
    target: Target | None = None

    @property
    def spent(self) -> bool:
        return False

    def worker(self) -> Evaluation:
        return self

    def close(self) -> None:
        """Nothing to give back."""

    def do(self, task: Task, /) -> Individual:
        """Make and measure an individual."""
        began = time.perf_counter()
        blank = Individual(
            task.id,
            task.kind,
            " ".join(map(str, task.parents)),
            *("", "", STILLBORN, "", "", "", 0.0, "", "", ""),
        )
        try:
            found = self._do(task, blank)
        except StyleError as problem:
            found = replace(blank, reason=str(problem))
        except (
            Exception
        ) as problem:  # a mistake of ours: it is the same on every machine, and told at the end
            found = replace(blank, status=FAILED, reason=f"{type(problem).__name__}: {problem}")
        return replace(found, seconds=round(time.perf_counter() - began, 4))

    def _do(self, task: Task, blank: Individual) -> Individual:
        child = self._made(task)
        game = child.game
        measured = profile(
            game, seed=Draw("measure", task.seed, task.id).below(_SEEDS), budget=self.budget
        )
        made = replace(
            blank,
            operator=child.operator,
            change=child.what,
            name=game.name,
            identity=identity(game),
            text="" if task.kind == RETEST else game.text,
            profile=measured.to_json(),
        )
        if measured.rejected is not None:
            return replace(made, status=REJECTED, reason=measured.rejected)
        fitness = measured.fitness if self.target is None else self.target.quality(measured)
        cell = cell_of(Genome.of(game), measured)
        return replace(made, status=MEASURED, fitness=fitness, cell=str(cell))

    def _made(self, task: Task) -> Child:
        """The game of a task; StyleError if there is none."""
        draw = Draw("child", task.seed, task.id)
        games = [pipeline.parse(text) for text in task.texts]
        if task.kind == NEW:
            return Child(
                generate(task.style, seed=draw.below(_SEEDS)),
                "generate",
                task.style,
            )
        if task.kind in (SEED, RETEST):
            return Child(games[0], "", "")
        if task.kind == CROSS:
            return crossed(games[0], games[1], draw)
        return self._changed(games[0], draw, task.changes)

    def _changed(self, game: Game, draw: Draw, changes: int) -> Child:
        operators, told = [], []
        for _ in range(changes):
            child = mutant(game, draw)
            game = child.game
            operators.append(child.operator)
            told.append(child.what)
        return Child(game, ", ".join(operators), " ".join(told))
