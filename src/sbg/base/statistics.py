"""Confidence intervals of measured shares, means and matches, and conversions to Elo.

The unit of a match is the *pair*: the same opening played twice with colours swapped. Its two games depend on each
other, so games must not be counted one by one; a pair scores 0, ½, 1, 1½ or 2, and the five counts (the pentanomial)
hold all that is needed. In here a pair's score is divided by 2: 0, ¼, ½, ¾, 1.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from numpy import float32
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[float32]

SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
Z95 = NormalDist().inv_cdf(0.975)
_FAR = 40.0
"""Standard deviations beyond which a normal distribution has no mass that a double could hold."""

Counts: TypeAlias = Sequence[int]
"""How many pairs scored 0, ½, 1, 1½ and 2 for the first player."""


def elo(score: float) -> float:
    """The difference in Elo that an expected score (0 to 1) stands for."""
    if score <= 0 or score >= 1:
        return -math.inf if score <= 0 else math.inf
    return -400 * math.log10(1 / score - 1)


def expected(difference: float) -> float:
    """The expected score for a difference in Elo."""
    return 1 / (1 + 10 ** (-difference / 400))


@dataclass(frozen=True, slots=True)
class Estimate:
    """What the pairs tell about the first player: score and Elo with 95 % intervals, likelihood of superiority."""

    pairs: int
    score: float
    score_low: float
    score_high: float
    los: float

    @property
    def elo(self) -> float:
        return elo(self.score)

    @property
    def elo_low(self) -> float:
        return elo(self.score_low)

    @property
    def elo_high(self) -> float:
        return elo(self.score_high)


def estimate(counts: Counts, distinct: int | None = None) -> Estimate | None:
    """What the counts of pairs tell; None if there is no pair.

    Where the same games were played again, only so many `distinct` pairs tell something.
    """
    pairs = sum(counts)
    if pairs == 0:
        return None
    telling = pairs if distinct is None else min(pairs, distinct)
    score, variance = moments(counts)
    size = _independent_games(score, variance, telling)
    low, high = wilson(score, size, student(Z95, telling - 1))
    return Estimate(pairs, score, low, high, _superiority(score, size, telling))


def estimate_of(points: Sequence[float]) -> Estimate | None:
    """What points (0, ½, 1) of games tell of which each two, one after the other, have the same opening."""
    counts = [0] * len(SCORES)
    for first, second in zip(points[::2], points[1::2], strict=True):
        counts[round(2 * (first + second))] += 1
    return estimate(counts)


def moments(counts: Sequence[float]) -> tuple[float, float]:
    """The mean and the variance of a pair's score."""
    total = sum(counts)
    mean = sum(n * a for n, a in zip(counts, SCORES, strict=True)) / total
    return mean, sum(n * (a - mean) ** 2 for n, a in zip(counts, SCORES, strict=True)) / total


def _independent_games(score: float, variance: float, pairs: int) -> float:
    """The number of independent win-or-loss games that would vary as much as these pairs do."""
    # Two games of a pair may go together completely: no fewer independent games than there are pairs.
    if not variance and score == 0.5:
        variance = 0.25 / (pairs + 1)  # one more pair may go to one side
    return max(pairs, pairs * score * (1 - score) / variance) if variance > 0 else float(pairs)


def wilson(share: float, size: float, z: float = Z95) -> tuple[float, float]:
    """Wilson's interval: all the shares that a test of so many independent trials does not refute.

    Unlike mean ± 1.96 standard errors it stays within 0 and 1 and makes sense for few trials, or when all succeed.
    """
    z2 = z**2 / size
    middle = (share + z2 / 2) / (1 + z2)
    half = math.sqrt(share * (1 - share) * z2 + z2**2 / 4) / (1 + z2)
    return min(share, max(0.0, middle - half)), max(share, min(1.0, middle + half))


def _superiority(score: float, size: float, pairs: int) -> float:
    """The likelihood that the first player is the stronger one: the confidence with which a score of ½ is refuted.

    It comes from the same test as the interval, so it is 97.5 % exactly where the interval begins at equality.
    """
    deviation = (score - 0.5) / math.sqrt(0.25 / size)
    z = root(lambda z: deviation - student(z, pairs - 1), -_FAR, _FAR)
    return NormalDist().cdf(z)


def student(z: float, freedom: int) -> float:
    """The point of Student's distribution that is as likely to be passed as `z` of the normal one, by its expansion.

    The variance is estimated from the pairs, so that few pairs deserve a wider interval.
    """
    n = max(freedom, 2)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / n + second / n**2 + third / n**3


def root(falling: Callable[[float], float], low: float, high: float) -> float:
    """Where a falling function is 0, between two bounds, by halving."""
    for _ in range(200):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        if falling(middle) > 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def mean(numbers: Sequence[float]) -> tuple[float, float]:
    """The mean of independent numbers, two or more, and half the width of Student's interval."""
    size = len(numbers)
    middle = math.fsum(numbers) / size
    variance = math.fsum((number - middle) ** 2 for number in numbers) / (size - 1)
    return middle, student(Z95, size - 1) * math.sqrt(variance / size)


def wider(several: int) -> float:
    """By how much intervals widen so that *all* of several hold at once in 95 % of the cases."""
    return NormalDist().inv_cdf(1 - 0.025 / max(several, 1)) / Z95


# -- scores of a search as chances


def chances(score: Floats, scale: float) -> Floats:
    """What White may expect, from 0 to 1, where `scale` makes a win e times as likely as a loss."""
    import numpy as np

    expected: Floats = (1 / (1 + np.exp(-np.clip(score / scale, -30, 30)))).astype(np.float32)
    return expected


def loss(logit: Floats, target: Floats) -> Floats:
    """Cross entropy of chances, entry by entry."""
    import numpy as np

    found: Floats = np.logaddexp(0, logit) - target * logit
    return found
