"""The archive of an evolution run: the best game of each cell (MAP-Elites).

A game that looks better than the one in its cell may only have been lucky. So both are measured again, each time with
other seeds, until each has been measured at least twice; then the means decide.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from sbg.study.evolve.cells import CELLS, Cell
from sbg.study.evolve.individual import MEASURED, RETEST, Individual

MEASUREMENTS = 2
"""How often both sides of a challenge are measured at least."""


@dataclass
class Elite:
    """A game that is in the archive, or wants to be."""

    id: int
    cell: str
    name: str
    text: str
    identity: str
    scores: list[float]
    parents: tuple[int, ...]
    curiosity: float = 0.0
    """Grows with children that are better than what was there, shrinks with others."""

    @property
    def fitness(self) -> float:
        """The mean of all measurements."""
        return sum(self.scores) / len(self.scores)


@dataclass
class Archive:
    """The best games by cell. What is in it depends on the results and their order alone."""

    elites: dict[str, Elite] = field(default_factory=dict)
    challengers: dict[str, list[Elite]] = field(default_factory=dict)
    wanted: list[int] = field(default_factory=list)
    """Games to be measured again, in the order in which that became known; the list only grows."""
    applied: int = 0
    """How many results have been taken: those of the numbers below this."""
    _seen: set[str] = field(default_factory=set)
    _alive: dict[int, Elite] = field(default_factory=dict)
    _pending: dict[int, int] = field(default_factory=dict)

    def apply(self, result: Individual) -> None:
        """Take the next result."""
        if result.id != self.applied:
            raise ValueError(f"result {result.id} is not the next one, {self.applied}")
        self.applied += 1
        if result.kind == RETEST:
            self._measured_again(result)
        elif result.status == MEASURED and result.fitness > 0 and result.identity not in self._seen:
            self._seen.add(result.identity)
            self._newcomer(result)
        else:
            self._judge_parents(result.parent_ids, success=False)

    # --- what it holds

    def __len__(self) -> int:
        return len(self.elites)

    @property
    def coverage(self) -> float:
        """The share of cells that hold a game."""
        return len(self.elites) / CELLS

    @property
    def qd_score(self) -> float:
        """The sum of the fitness of all games in the archive."""
        return sum(elite.fitness for elite in self.elites.values())

    def best(self, most: int | None = None) -> list[Elite]:
        """The games of the archive, best first."""
        order = sorted(self.elites.values(), key=lambda elite: (-elite.fitness, elite.id))
        return order[:most]

    def alive(self, number: int) -> Elite | None:
        """A game that is in the archive or challenges one that is."""
        return self._alive.get(number)

    # --- results

    def _newcomer(self, result: Individual) -> None:
        Cell.read(result.cell)
        new = Elite(
            result.id,
            result.cell,
            result.name,
            result.text,
            result.identity,
            [result.fitness],
            result.parent_ids,
        )
        old = self.elites.get(result.cell)
        if old is None:
            self.elites[result.cell] = new
            self._alive[new.id] = new
            self._judge_parents(new.parents, success=True)
        elif new.fitness > old.fitness:
            self._alive[new.id] = new
            self.challengers.setdefault(result.cell, []).append(new)
            self._want(new)
            self._want(old)
        else:
            self._judge_parents(new.parents, success=False)

    def _want(self, elite: Elite) -> None:
        """Ask for measurements until there are enough, counting those that are under way."""
        known = len(elite.scores) + self._pending.get(elite.id, 0)
        for _ in range(known, MEASUREMENTS):
            self.wanted.append(elite.id)
            self._pending[elite.id] = self._pending.get(elite.id, 0) + 1

    def _measured_again(self, result: Individual) -> None:
        (number,) = result.parent_ids
        self._pending[number] = self._pending.get(number, 1) - 1
        elite = self._alive.get(number)
        if elite is None:
            return
        elite.scores.append(result.fitness)  # 0 where it was rejected this time
        self._settle(elite.cell)

    def _settle(self, cell: str) -> None:
        """Let the challengers of a cell win or lose that have been measured often enough."""
        left: list[Elite] = []
        for challenger in self.challengers.pop(cell, []):
            holder = self.elites[cell]
            if min(len(challenger.scores), len(holder.scores)) < MEASUREMENTS:
                self._want(holder)
                left.append(challenger)
                continue
            won = challenger.fitness > holder.fitness
            if won:
                self.elites[cell] = challenger
            del self._alive[(holder if won else challenger).id]
            self._judge_parents(challenger.parents, success=won)
        if left:
            self.challengers[cell] = left

    def _judge_parents(self, parents: tuple[int, ...], *, success: bool) -> None:
        for number in parents:
            elite = self._alive.get(number)
            if elite is not None:
                change = 1.0 if success else -0.1
                elite.curiosity = min(10.0, max(0.0, elite.curiosity + change))
