"""The map of the archive: which cell a game belongs to, by how it plays and how pieces move."""

from __future__ import annotations

from bisect import bisect_right
from typing import NamedTuple

from sbg.language.model import CountGoal
from sbg.study.evolve.genome import Genome
from sbg.study.profiling import Profile

BRANCHING = (4.0, 8.0, 16.0, 32.0, 64.0)
"""Moves to choose from, on average in self-play: the bounds between six classes."""
LENGTH = (20.0, 40.0, 70.0, 110.0)
"""Plies of a game: the bounds between five classes."""
GOALS = ("royal", "reach", "extinction", "stalemate", "asymmetric")
STYLES = ("steps", "riders", "hoppers")
CELLS = (len(BRANCHING) + 1) * (len(LENGTH) + 1) * len(GOALS) * len(STYLES)
"""How many cells there are: 450."""

_BOUND = ("jump", "hop", "cannon", "legs")


class Cell(NamedTuple):
    """A cell: classes of branching and length, what decides games, and how most pieces move."""

    branching: int
    length: int
    goal: str
    style: str

    def __str__(self) -> str:
        return f"{self.branching} {self.length} {self.goal} {self.style}"

    @property
    def words(self) -> str:
        """The cell for people: `8–16 moves to choose from, 40–70 plies, royal, riders`."""
        moves = between(self.branching, BRANCHING)
        return f"{moves} moves to choose from, {between(self.length, LENGTH)} plies, {self.goal}, {self.style}"

    @classmethod
    def read(cls, text: str) -> Cell:
        """The cell of a text; ValueError if it is none."""
        branching, length, goal, style = text.split(" ")
        if goal not in GOALS or style not in STYLES:
            raise ValueError(f"`{text}` is no cell")
        return cls(int(branching), int(length), goal, style)


def between(number: int, bounds: tuple[float, ...]) -> str:
    low = f"{bounds[number - 1]:g}" if number else "0"
    return f"{low}–{bounds[number]:g}" if number < len(bounds) else f"{low}+"


def cell_of(genome: Genome, profile: Profile) -> Cell:
    """The cell of a game whose profile went through self-play."""
    return Cell(
        bisect_right(BRANCHING, profile.measures["branching"].value),
        bisect_right(LENGTH, profile.measures["length"].value),
        goal_kind(genome),
        movement(genome),
    )


def goal_kind(genome: Genome) -> str:
    """What decides games: the capture of a single piece, arrival, loss of several pieces, or being unable to move."""
    if genome.symmetry == "none":
        return "asymmetric"
    counts = [goal for goal in genome.goals if isinstance(goal, CountGoal)]
    if any(genome.count(goal.piece) == 1 for goal in counts):
        return "royal"
    if counts:
        return "extinction"
    return "reach" if genome.goals else "stalemate"


def movement(genome: Genome) -> str:
    """How the pieces of the initial position move, on the whole: a third of them is enough for a name."""
    weights = dict.fromkeys(STYLES, 0)
    for letter, gene in genome.pieces:
        number = genome.count(letter) + genome.count(letter.lower())
        shapes = [family.shape for family in gene.families]
        if gene.wild or any(s.bend or s.chain or s.name.startswith(_BOUND) for s in shapes):
            weights["hoppers"] += number
        elif any(leg.high is None or leg.high > 1 for s in shapes for leg in s.legs):
            weights["riders"] += number
        else:
            weights["steps"] += number
    third = sum(weights.values()) / 3
    if weights["hoppers"] >= third:
        return "hoppers"
    return "riders" if weights["riders"] >= third else "steps"
