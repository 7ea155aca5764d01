"""A fitness for evolution: how similar the profile of a game is to those of model games.

A measure counts by its distance from the mean of the models, in units of their spread. The quality of a game is
exp(-d²/2), where d² is the mean of the squared distances.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from sbg.study.profiling import Profile

_LOGARITHMS = ("branching", "length", "choice", "words")
_LEAST_SPREAD = {True: 0.25, False: 0.08}
"""Models are few: a spread is at least so much, for logarithms and for shares."""
_LEFT_OUT = ("warnings", "completion")
SEEDS = 3
"""How often each model is profiled, so that chance counts as spread."""


@dataclass(frozen=True, slots=True)
class Target:
    """What is aimed at: measures with their means and spreads."""

    measures: tuple[tuple[str, float, float], ...]

    @classmethod
    def of(cls, profiles: Iterable[Profile]) -> Target:
        """The target that the profiles of models make; ValueError if they have too few measures in common."""
        models = list(profiles)
        names = [
            name
            for name in models[0].measures
            if name not in _LEFT_OUT and all(name in model.measures for model in models)
        ]
        if "depth" not in names:
            raise ValueError("a model cannot be measured to the end")
        found = []
        for name in names:
            values = [_value(model, name) for model in models]
            mean = sum(values) / len(values)
            spread = math.sqrt(sum((value - mean) ** 2 for value in values) / len(values))
            least = _LEAST_SPREAD[name in _LOGARITHMS]
            found.append((name, round(mean, 6), round(max(spread, least), 6)))
        return cls(tuple(found))

    def quality(self, profile: Profile) -> float:
        """From 0 to 1: how near a profile is; 0 for a rejected game."""
        if profile.rejected is not None:
            return 0.0
        squares = [
            ((_value(profile, name) - mean) / spread) ** 2 for name, mean, spread in self.measures
        ]
        return round(math.exp(-0.5 * sum(squares) / len(squares)), 6)


def _value(profile: Profile, name: str) -> float:
    value = profile.measures[name].value if name in profile.measures else 0.0
    return math.log2(max(value, 1.0)) if name in _LOGARITHMS else value
