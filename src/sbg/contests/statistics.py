"""Results of pairs of games in; Elo with its interval, likelihood of superiority and SPRT out.

The unit is the *pair*: the same opening played twice with colours swapped. Its two games depend on each
other, so games must not be counted one by one; a pair scores 0, ½, 1, 1½ or 2, and the five counts (the pentanomial)
hold all that is needed. In here a pair's score is divided by 2: 0, ¼, ½, ¾, 1.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Literal, TypeAlias

SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
Z95 = NormalDist().inv_cdf(0.975)
_UNSEEN = 1e-3
"""What a count of 0 is taken for by the sequential test, where a variance of 0 would make nonsense."""
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
    low, high = _wilson(score, size, telling)
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


def _wilson(score: float, size: float, pairs: int) -> tuple[float, float]:
    """Wilson's 95 % interval: all the scores that a test of so many games does not refute.

    Unlike mean ± 1.96 standard errors it stays within 0 and 1 and makes sense for few pairs, or when all are won.
    """
    z2 = student(Z95, pairs - 1) ** 2 / size
    middle = (score + z2 / 2) / (1 + z2)
    half = math.sqrt(score * (1 - score) * z2 + z2**2 / 4) / (1 + z2)
    return max(0.0, middle - half), min(1.0, middle + half)


def _superiority(score: float, size: float, pairs: int) -> float:
    """The likelihood that the first player is the stronger one: the confidence with which a score of ½ is refuted.

    It comes from the same test as the interval, so it is 97.5 % exactly where the interval begins at equality.
    """
    deviation = (score - 0.5) / math.sqrt(0.25 / size)
    z = _root(lambda z: deviation - student(z, pairs - 1), -_FAR, _FAR)
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


def _regular(counts: Sequence[float]) -> list[float]:
    return [max(n, _UNSEEN) for n in counts]


# -- the sequential probability ratio test

Verdict: TypeAlias = Literal["H0", "H1"]


@dataclass(frozen=True, slots=True)
class Sprt:
    """A test of two hypotheses: the difference is `elo0` (H0) or `elo1` (H1). `verdict` is None while it is open."""

    elo0: float
    elo1: float
    llr: float
    lower: float
    upper: float
    pairs: int = 0
    """How many pairs it has looked at."""
    different: int = 0
    """How many of them are different: the same games again are no more evidence."""

    @property
    def verdict(self) -> Verdict | None:
        if self.llr >= self.upper:
            return "H1"
        return "H0" if self.llr <= self.lower else None


def sprt(
    counts: Counts,
    elo0: float,
    elo1: float,
    alpha: float = 0.05,
    beta: float = 0.05,
    different: int | None = None,
) -> Sprt:
    """The state of the test: alpha and beta are the chances to accept H1 or H0 wrongly.

    Where the same games were played again, the pairs weigh as much as the `different` ones among them.
    """
    lower, upper = math.log(beta / (1 - alpha)), math.log((1 - beta) / alpha)
    pairs = sum(counts)
    telling = pairs if different is None else different
    ratio = log_likelihood_ratio(counts, elo0, elo1) * telling / max(pairs, 1)
    return Sprt(elo0, elo1, ratio, lower, upper, pairs, telling)


class SequentialTest:
    """The test while pairs come in, in whatever order. It looks at them in the order of their numbers.

    Counted as they end, quick games would come first and those still being played at the end never: whoever loses
    slowly would look the stronger. So a pair waits for all before it, and a verdict stays.
    """

    def __init__(self, elo0: float, elo1: float) -> None:
        self._waiting: dict[int, tuple[int, object]] = {}
        self._counts = [0] * len(SCORES)
        self._different = set[object]()
        self.state = sprt(self._counts, elo0, elo1)

    def add(self, number: int, score: int, games: object = None) -> None:
        """Count the pair with a number, from 0; its `score` is the place of its points in `SCORES`.

        `games` is equal for pairs of the same games; None for a pair that is like no other.
        """
        self._waiting[number] = score, (number,) if games is None else games
        while self.state.verdict is None and (now := self._waiting.pop(self.state.pairs, None)):
            self._counts[now[0]] += 1
            self._different.add(now[1])
            hypotheses = self.state.elo0, self.state.elo1
            self.state = sprt(self._counts, *hypotheses, different=len(self._different))


def log_likelihood_ratio(counts: Counts, elo0: float, elo1: float) -> float:
    """The generalised log-likelihood ratio of two differences in Elo.

    Under each hypothesis the five probabilities are unknown but for the mean, so each takes its
    most likely distribution that has the mean (Van den Bergh, "A practical introduction to the GSPRT").
    """
    if sum(counts) == 0:
        return 0.0
    seen = _regular(counts)
    total = sum(seen)
    shares = [n / total for n in seen]
    null = _most_likely(shares, expected(elo0))
    other = _most_likely(shares, expected(elo1))
    return total * sum(p * math.log(q1 / q0) for p, q0, q1 in zip(shares, null, other, strict=True))


def _most_likely(shares: Sequence[float], mean: float) -> list[float]:
    """The distribution with a given mean under which the observed shares are most likely.

    Lagrange's multipliers give q = p / (1 + t (a - mean)), where t makes the mean right.
    """
    deviations = [a - mean for a in SCORES]
    # All q are positive exactly between these two poles, and the sum falls from +∞ to -∞ in between.
    low, high = -1 / max(deviations), -1 / min(deviations)

    def slope(t: float) -> float:
        return sum(p * d / (1 + t * d) for p, d in zip(shares, deviations, strict=True))

    t = _root(slope, low, high)
    return [p / (1 + t * d) for p, d in zip(shares, deviations, strict=True)]


def _root(falling: Callable[[float], float], low: float, high: float) -> float:
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
