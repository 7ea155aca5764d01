"""Conditions on what squares hold, and whether some of them together imply another.

A condition asks of squares, given relative to the start of a move, that each holds one of some contents. Contents are
bits: empty, an opponent's piece, an own piece. A square that is not named may hold anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

Vector: TypeAlias = tuple[int, int]
Condition: TypeAlias = Mapping[Vector, int]

EMPTY, THEIRS, OWN = 1, 2, 4
TAKEN = THEIRS | OWN
ANYTHING = EMPTY | TAKEN
BITS = {"e": EMPTY, "p": THEIRS, "w": OWN}


class TooComplex(ValueError):  # noqa: N818 - says what is wrong, not that something is
    """A question about conditions, or a rule unrolled, outgrew its budget."""


class Budget:
    """Steps that a question may still take."""

    def __init__(self, steps: int) -> None:
        self.left = steps

    def spend(self, steps: int = 1) -> None:
        """Take steps away, or raise TooComplex."""
        self.left -= steps
        if self.left < 0:
            raise TooComplex


def implies(strong: Condition, weak: Condition) -> bool:
    """Whether whatever satisfies the first condition satisfies the second."""
    return all(not strong.get(square, ANYTHING) & ~mask for square, mask in weak.items())


def uncovered(
    given: Condition, parts: Iterable[Condition], budget: Budget
) -> dict[Vector, int] | None:
    """A case of a condition in which none of the parts holds; None if they cover it."""
    budget.spend()
    near: list[Condition] = []
    for part in parts:
        if all(given.get(square, ANYTHING) & mask for square, mask in part.items()):
            if implies(given, part):
                return None
            near.append(part)
    if not near:
        return dict(given)
    first = min(near, key=len)
    square, mask = next(
        (square, mask) for square, mask in first.items() if given.get(square, ANYTHING) & ~mask
    )
    contents = given.get(square, ANYTHING)
    for case in (contents & ~mask, contents & mask):
        left = uncovered({**given, square: case}, near, budget)
        if left is not None:
            return left
    return None


def covered(
    whole: Sequence[Condition], parts: Sequence[Condition], budget: Budget
) -> dict[Vector, int] | None:
    """A case in which one of `whole` holds and none of `parts`; None if there is none."""
    for condition in whole:
        left = uncovered(condition, parts, budget)
        if left is not None:
            return left
    return None
