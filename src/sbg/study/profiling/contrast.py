"""`sbg.compare`: which differences between two profiles are more than chance."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from sbg.base.errors import mistyped
from sbg.base.statistics import wider
from sbg.study.profiling.measure import Measure
from sbg.study.profiling.result import Profile, ProfileError

MEASURES = (
    "balance",
    "decisiveness",
    "depth",
    "duration",
    "least_use",
    "completion",
    "drama",
    "lead_changes",
    "killer_moves",
    "choice",
    "length",
    "legibility",
    "words",
)
"""What is compared, beside White's score and the rungs of the ladder."""


@dataclass(frozen=True, slots=True)
class Contrast:
    """One measure of two games. `difference` is that of the first minus that of the second, with its interval.

    Intervals are wider than those of single measures, so that in 95 % of comparisons *no* difference is called
    significant that is none.
    """

    measure: str
    first: Measure
    second: Measure
    difference: Measure

    @property
    def significant(self) -> bool:
        """Whether the interval leaves out 0."""
        return self.difference.low > 0 or self.difference.high < 0


def compare(first: Profile, second: Profile) -> tuple[Contrast, ...]:
    """The differences between two profiles; ProfileError if they were not made with the same budget."""
    for given in (first, second):
        if not isinstance(given, Profile):
            raise mistyped("compare", "two Profiles", given)
    if first.budget != second.budget:
        raise ProfileError(
            f"profiles with different budgets cannot be compared: {first.budget} and {second.budget}"
        )
    pairs = list(_pairs(first, second))
    estimated = sum(not (one.low == one.high and two.low == two.high) for _, one, two in pairs)
    factor = wider(estimated)
    return tuple(
        Contrast(name, one, two, _difference(one, two, factor)) for name, one, two in pairs
    )


def _pairs(first: Profile, second: Profile) -> Iterator[tuple[str, Measure, Measure]]:
    for name in MEASURES:
        if name in first.measures and name in second.measures:
            yield name, first.measures[name], second.measures[name]
    whites = {one.nodes: one.white for one in second.strengths if one.opening}
    for strength in first.strengths:
        if strength.opening and strength.nodes in whites:
            yield f"white at {strength.nodes}", strength.white, whites[strength.nodes]
    scores = {(rung.strong, rung.weak): rung.score for rung in second.ladder}
    for rung in first.ladder:
        if (rung.strong, rung.weak) in scores:
            name = f"{rung.strong} against {rung.weak}"
            yield name, rung.score, scores[rung.strong, rung.weak]


def _difference(one: Measure, two: Measure, factor: float) -> Measure:
    """The difference of independent measures, its interval from theirs (the square-and-add method)."""
    difference = one.value - two.value
    below = math.hypot(one.value - one.low, two.high - two.value)
    above = math.hypot(one.high - one.value, two.value - two.low)
    return Measure.of(difference, difference - factor * below, difference + factor * above)
