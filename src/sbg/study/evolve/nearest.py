"""Measures how different two games are by their rules, and finds the nearest bundled game.

Pieces are matched with pieces whose moves overlap most, weighted by how many of them are on the board; then goals and
boards are compared. The distance is from 0, the same in all three, to 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from sbg import pipeline
from sbg.language import games
from sbg.language.model import CountGoal
from sbg.study.evolve.genome import Gene, Genome

_PIECES, _GOALS, _BOARD = 0.6, 0.2, 0.2


@dataclass(frozen=True, slots=True)
class Nearest:
    """A bundled game, and how far it is away."""

    name: str
    title: str
    distance: float


def nearest(genome: Genome) -> Nearest:
    """The bundled game that a game is most like."""
    found = ((distance(genome, known), name, known.name) for name, known in _bundled())
    far, name, title = min(found)
    return Nearest(name, title.strip(), round(far, 3))


def distance(one: Genome, two: Genome) -> float:
    """How different two games are, from 0 to 1."""
    return round(
        _PIECES * _of_pieces(one, two)
        + _GOALS * _of_goals(one, two)
        + _BOARD * _of_boards(one, two),
        6,
    )


@cache
def _bundled() -> tuple[tuple[str, Genome], ...]:
    return tuple((name, Genome.of(pipeline.load(name))) for name in games.names())


def _of_pieces(one: Genome, two: Genome) -> float:
    """The share of pieces of both games whose moves have no counterpart in the other."""
    first, second = _armies(one), _armies(two)
    whole = sum(first.values()) + sum(second.values())
    pairs = sorted(
        ((-_overlap(a, b), i, j) for i, a in enumerate(first) for j, b in enumerate(second))
    )
    left = list(first.values()), list(second.values())
    matched = 0.0
    for negative, i, j in pairs:
        count = min(left[0][i], left[1][j])
        left[0][i] -= count
        left[1][j] -= count
        matched += 2 * count * -negative
    return 1 - matched / whole if whole else 0.0


def _armies(genome: Genome) -> dict[Gene, float]:
    """How many of the pieces of a game move how, as shares."""
    counts = {
        gene: float(genome.count(letter) + genome.count(letter.lower()))
        for letter, gene in genome.pieces
    }
    whole = sum(counts.values()) or 1.0
    return {gene: count / whole for gene, count in counts.items()}


def _overlap(one: Gene, two: Gene) -> float:
    """The share of the ways to move of two pieces that both have."""
    first, second = _ways(one), _ways(two)
    return len(first & second) / len(first | second) if first | second else 1.0


@cache
def _ways(gene: Gene) -> frozenset[object]:
    """Directions with shape and content of the last square; a region makes another way."""
    found: set[object] = {
        (direction, family.shape, on, family.region)
        for family in gene.families
        for direction in family.directions
        for on in family.mode
    }
    return frozenset(found | ({gene.wild} if gene.wild else set()))


def _of_goals(one: Genome, two: Genome) -> float:
    first, second = _aims(one), _aims(two)
    return 1 - len(first & second) / len(first | second) if first | second else 0.0


def _aims(genome: Genome) -> set[object]:
    """What goals ask for, whatever the letters: how many are left of how many, or which part of the board."""
    found: set[object] = set()
    for goal in genome.all_goals:
        white = goal.piece.isupper()
        if isinstance(goal, CountGoal):
            found.add((white, "count", goal.count, genome.count(goal.piece) == 1))
        else:
            rows = {y if white else genome.height - 1 - y for _, y in goal.squares}
            wide = len({x for x, _ in goal.squares}) == genome.width
            far = rows == {genome.height - 1}
            found.add((white, "squares", wide, far))
    return found


def _of_boards(one: Genome, two: Genome) -> float:
    def ratio(a: int, b: int) -> float:
        return 1 - min(a, b) / max(a, b)

    return (ratio(one.width, two.width) + ratio(one.height, two.height)) / 2
