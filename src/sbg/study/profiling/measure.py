"""A measured number with its 95 % interval, and how such intervals are computed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from sbg.base import statistics

DIGITS = 6
"""Digits after the point that are kept: what is beyond them may depend on the machine."""


@dataclass(frozen=True, slots=True)
class Measure:
    """A number, and the bounds of its 95 % interval; all three are equal where nothing is estimated."""

    value: float
    low: float
    high: float

    @classmethod
    def of(cls, value: float, low: float | None = None, high: float | None = None) -> Measure:
        """A measure with rounded numbers; without bounds it is exact."""
        low, high = (value if bound is None else bound for bound in (low, high))
        return cls(round(value, DIGITS), round(low, DIGITS), round(high, DIGITS))

    @property
    def cautious(self) -> float:
        """A lower bound by one standard error, half way to `low`.

        The lower end of a 95 % interval says more about the number of games than about the game when there are few.
        """
        return (self.value + self.low) / 2

    def map(self, function: Callable[[float], float]) -> Measure:
        """A monotone function of the measure."""
        low, high = sorted((function(self.low), function(self.high)))
        return Measure.of(function(self.value), low, high)


def share(count: float, total: int) -> Measure:
    """The share of independent trials that succeeded, with Wilson's interval."""
    if not total:
        return Measure.of(0.0, 0.0, 1.0)
    return Measure.of(count / total, *statistics.wilson(count / total, total))


def paired_score(points: Sequence[float]) -> Measure:
    """The mean of points (0, ½, 1) of games of which each two, one after the other, have the same opening."""
    found = statistics.estimate_of(points)
    if found is None:
        return Measure.of(0.5, 0.0, 1.0)
    return Measure.of(found.score, found.score_low, found.score_high)


def mean(values: Iterable[float], wider: float = 1.0) -> Measure:
    """The mean of independent numbers, with Student's interval, or a wider one.

    A single number says nothing of its spread: it may as well be nothing, or twice as much.
    """
    numbers = list(values)
    if not numbers:
        return Measure.of(0.0)
    if len(numbers) == 1:
        middle, half = float(numbers[0]), abs(numbers[0])
    else:
        middle, half = statistics.mean(numbers)
        half *= wider
    return Measure.of(middle, middle - half, middle + half)


def clipped(measure: Measure, low: float = 0.0, high: float = 1.0) -> Measure:
    """A measure within bounds that it cannot leave."""
    return measure.map(lambda value: min(max(value, low), high))


def widened(measure: Measure, factor: float) -> Measure:
    """A share with so much wider an interval, within 0 and 1."""
    low = max(0.0, measure.value - factor * (measure.value - measure.low))
    return Measure.of(
        measure.value, low, min(1.0, measure.value + factor * (measure.high - measure.value))
    )


def evenness(score: Measure) -> Measure:
    """1 - 2 |score - ½|: 1 where both sides do as well, 0 where one of them always wins."""

    def even(value: float) -> float:
        return 1 - 2 * abs(value - 0.5)

    high = 1.0 if score.low <= 0.5 <= score.high else max(even(score.low), even(score.high))
    return Measure.of(even(score.value), min(even(score.low), even(score.high)), high)
