"""Elo ratings of many players from their games, each with a 95 % interval.

The model is Bradley and Terry's: the expected score depends on the difference of the ratings alone; a draw is half a
win. The intervals take pairs of games, not games, as independent (a "sandwich" estimate of the variance); each meeting
of two players is lent a pair that varies as much as a pair can, because few pairs may by chance hardly vary at all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sbg.base.statistics import Z95, expected

if TYPE_CHECKING:
    from numpy import float64
    from numpy.typing import NDArray

    Vector = NDArray[float64]

_ELO = 173.71779276130073  # 400 / ln 10
_PRIOR = 0.5
"""Drawn games with a player of average strength that each one is lent: keeps a rating finite when all is won."""
_STEPS = 100


@dataclass(frozen=True, slots=True)
class Pair:
    """A pair of games: two players by number, and what the first scored in it, from 0 to `games`."""

    first: int
    second: int
    score: float
    games: int = 2


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating relative to the average of all players, with its 95 % interval, in Elo."""

    elo: float
    low: float
    high: float


def ratings(
    players: int, pairs: Sequence[Pair], repeated: Mapping[tuple[int, int], float] | None = None
) -> list[Rating]:
    """The ratings of players, by number; their average is 0.

    `repeated` says of a meeting of two players how often each of its different pairs was played, on average.
    """
    import numpy as np

    repeated = repeated or {}

    values = np.zeros(players)
    for _ in range(_STEPS):
        gradient, information, _ = _derivatives(values, pairs, repeated)
        step = np.linalg.solve(information, gradient)
        values += np.clip(step, -2.0, 2.0)  # a whole step may overshoot far from the maximum
        if np.abs(step).max() < 1e-10:
            break
    _, information, meat = _derivatives(values, pairs, repeated)
    inverse = np.linalg.inv(information)
    centre = np.eye(players) - 1.0 / players
    covariance = centre @ inverse @ meat @ inverse @ centre.T
    values = centre @ values
    spread = Z95 * np.sqrt(np.maximum(np.diag(covariance), 0.0))
    return [
        Rating(_ELO * float(v), _ELO * float(v - s), _ELO * float(v + s))
        for v, s in zip(values, spread, strict=True)
    ]


def _derivatives(
    values: Vector, pairs: Sequence[Pair], repeated: Mapping[tuple[int, int], float]
) -> tuple[Vector, Vector, Vector]:
    """The slope of the log-likelihood, its negative curvature, and the sum of squares of the pairs' slopes."""
    import numpy as np

    size = len(values)
    gradient = np.zeros(size)
    information = np.zeros((size, size))
    squares = np.zeros((size, size))
    for number, value in enumerate(values):
        chance = expected(_ELO * float(value))
        gradient[number] += _PRIOR * (0.5 - chance)
        information[number, number] += _PRIOR * chance * (1 - chance)
        squares[number, number] += _PRIOR * chance * (1 - chance)
    lopsided = _lopsided(pairs)

    def tie(matrix: Vector, i: int, j: int, amount: float) -> None:
        matrix[i, i] += amount
        matrix[j, j] += amount
        matrix[i, j] -= amount
        matrix[j, i] -= amount

    for pair, count in Counter(pairs).items():
        i, j = pair.first, pair.second
        chance = expected(_ELO * float(values[i] - values[j]))
        surprise = pair.score - pair.games * chance
        weight = pair.games * chance * (1 - chance)
        variation = weight if (i, j) in lopsided else surprise**2
        tie(information, i, j, count * weight)
        tie(squares, i, j, count * variation * repeated.get((i, j), 1.0))
        gradient[i] += count * surprise
        gradient[j] -= count * surprise
    for i, j in {(pair.first, pair.second) for pair in pairs}:
        chance = expected(_ELO * float(values[i] - values[j]))
        tie(squares, i, j, 4 * chance * (1 - chance))
    return gradient, information, squares


def _lopsided(pairs: Sequence[Pair]) -> set[tuple[int, int]]:
    """Meetings in which one side won nearly all: they vary too little to tell how much, so the model must."""
    totals: dict[tuple[int, int], list[float]] = {}
    for pair in pairs:
        total = totals.setdefault((pair.first, pair.second), [0.0, 0.0])
        total[0] += pair.score
        total[1] += pair.games
    return {who for who, (score, games) in totals.items() if not 0.05 < score / games < 0.95}
