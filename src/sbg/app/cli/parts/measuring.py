"""The options of `sbg profile` and `sbg compare` that set how many games are played to measure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, TypeAlias

from cyclopts import Parameter

from sbg.app.cli import options
from sbg.app.cli.terminal import Misuse

if TYPE_CHECKING:
    from sbg.study.profiling import BudgetName

Quick: TypeAlias = Annotated[bool, Parameter(help="Play fewer games.")]
Deep: TypeAlias = Annotated[
    bool, Parameter(help="Longer ladders, other players, restricted play: minutes a game.")
]
Seed: TypeAlias = Annotated[options.Seed, Parameter(help="Another number plays other games (0).")]
Threads: TypeAlias = Annotated[
    options.Threads | None, Parameter(help="How many processor cores to use (all).")
]


def chosen_budget(quick: bool, deep: bool) -> BudgetName:
    """The name of the budget of options."""
    if quick and deep:
        raise Misuse("--quick and --deep: choose one")
    return "quick" if quick else "deep" if deep else "standard"
