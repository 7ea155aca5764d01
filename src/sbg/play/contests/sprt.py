"""The sequential probability ratio test (SPRT) of a match, which can stop it early."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from sbg.base.statistics import SCORES, Counts, expected, root

_UNSEEN = 1e-3
"""What a count of 0 is taken for, where a variance of 0 would make nonsense."""

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
    seen = [max(n, _UNSEEN) for n in counts]
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

    t = root(slope, low, high)
    return [p / (1 + t * d) for p, d in zip(shares, deviations, strict=True)]
