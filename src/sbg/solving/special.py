"""Proofs for games of a special kind, of any size: sums of heaps of Nim, and an army against a lone man."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from sbg import _core
from sbg.engine import Position
from sbg.solving.certificate import write_win
from sbg.solving.hunt import WIDTH, NoPlanError, hunt
from sbg.solving.solution import Solution
from sbg.solving.sums import nim_sum

Special: TypeAlias = Literal["sum", "hunt"]


@dataclass(frozen=True)
class Found:
    """A solution, and how to write its certificate."""

    solution: Solution
    positions: int
    write: Callable[[Path], int]


def by_sum(position: Position) -> Found | None:
    """The value of a sum of heaps of Nim; None if it is none."""
    found = nim_sum(position)
    if found is None:
        return None
    solution = Solution(found.winner, found.plies, found.line(), "sum", exact=False)
    made = {"by": "sum", "version": _core.version()}
    return Found(solution, len(found.values), lambda path: found.write(path, made))


def by_hunt(position: Position, width: int = WIDTH) -> Found | None:
    """The win of an army against a lone man; None if there is none, or no plan was found."""
    try:
        found = hunt(position, width)
    except NoPlanError:
        return None
    solution = Solution(found.army, found.plies, found.line, "hunt", exact=False)
    made = {"by": "hunt", "version": _core.version(), "width": width}
    return Found(
        solution,
        len(found.entries),
        lambda path: write_win(
            path,
            position.game,
            position,
            found.army,
            found.plies,
            found.entries.values(),
            made=made,
        ),
    )


def special(position: Position) -> Found | None:
    """The value of a game of one of these kinds; None if it is of none."""
    return by_sum(position) or by_hunt(position)
