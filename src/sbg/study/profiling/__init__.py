"""Measures how good a game is by play between machines: numbers with intervals, and flaws.

`profile` goes through stages (rules, random play, self-play, a ladder of strength) and gives a `Profile`. Budgets are
counted in games and nodes, so a profile is the same on every machine and for any number of threads.
"""

from sbg.study.profiling.budget import BUDGETS, Budget, BudgetName
from sbg.study.profiling.contrast import Contrast, compare
from sbg.study.profiling.measure import Measure
from sbg.study.profiling.result import (
    FITNESS,
    VERSION,
    PieceUse,
    Profile,
    ProfileError,
    Proof,
    Rung,
    Strength,
)
from sbg.study.profiling.stages import Progress, profile

__all__ = [
    "BUDGETS",
    "FITNESS",
    "VERSION",
    "Budget",
    "BudgetName",
    "Contrast",
    "Measure",
    "PieceUse",
    "Profile",
    "ProfileError",
    "Progress",
    "Proof",
    "Rung",
    "Strength",
    "compare",
    "profile",
]
