"""Basis moves: the leaps, rides and hops of which Betza's notation builds pieces.

A basis move goes in one direction and is quiet, or captures, or takes an own piece. What it does to one offset is an
*effect*: a condition on the squares between the start and the target. Several effects may allow the same offset;
`closure` gives all effects that some of them include together, so that equal closures mean equal moves.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import gcd
from typing import Literal, NamedTuple, TypeAlias

from sbg.translation.fitting.conditions import EMPTY, TAKEN, Budget, Condition, Vector, covered

Kind: TypeAlias = Literal["leap", "slide", "hop", "grasshop", "lame"]
Effect: TypeAlias = tuple[str, int]
"""The name of an effect, and the number of steps to the target."""
Label: TypeAlias = frozenset[Effect]

LEAP: Effect = ("leap", 1)
LAME: Effect = ("lame", 1)

FAR = 64
"""More steps than any board has."""


class Basic(NamedTuple):
    """A basis move: its kind, one step of it, at most how many steps (0: any number), and what the target holds.

    `on` is "e", "p" or "w". A hop leaps over exactly one piece; a grasshopper lands right behind it. A lame leaper is
    stopped by pieces on its path. `initial` moves are only made from a region.
    """

    kind: Kind
    unit: Vector
    limit: int
    on: str
    initial: bool = False

    def effects(self, width: int, height: int) -> dict[Vector, Effect]:
        """What it does to each offset on a board."""
        if self.kind == "leap":
            return {self.unit: LEAP} if _within(self.unit, width, height) else {}
        if self.kind == "lame":
            return {self.unit: lame(self.unit)} if _within(self.unit, width, height) else {}
        found = {}
        for k in range(1, (self.limit or FAR) + 1):
            offset = self.unit[0] * k, self.unit[1] * k
            if not _within(offset, width, height):
                break
            effect = effect_of(self.kind, k)
            if effect is not None:
                found[offset] = effect
        return found


def _within(offset: Vector, width: int, height: int) -> bool:
    return abs(offset[0]) < width and abs(offset[1]) < height


def effect_of(kind: Kind, k: int) -> Effect | None:
    """What a slide or hop does to the offset of k steps."""
    if kind == "slide":
        return LEAP if k == 1 else ("ride", k)
    if k == 1:
        return None
    return ("grasshop", k) if kind == "grasshop" and k > 2 else ("hop", k)


def lame(offset: Vector) -> Effect:
    """The effect of a lame leap."""
    (x, y) = abs(offset[0]), abs(offset[1])
    return ("ride", max(x, y)) if x == y or 0 in (x, y) else LAME


def lame_path(offset: Vector) -> list[Vector]:
    """The squares that a lame leaper passes: straight steps first, then diagonal ones."""
    x = y = 0
    path: list[Vector] = []
    while True:
        left, up = offset[0] - x, offset[1] - y
        if abs(left) >= abs(up):
            x += (left > 0) - (left < 0)
        if abs(up) >= abs(left):
            y += (up > 0) - (up < 0)
        if (x, y) == offset:
            return path
        path.append((x, y))


@lru_cache(maxsize=4096)
def conditions(offset: Vector, effect: Effect) -> tuple[Condition, ...]:
    """What an effect asks of the squares before the target: one of these conditions."""
    name, k = effect
    if name == "leap":
        return ({},)
    if name == "lame":
        return (dict.fromkeys(lame_path(offset), EMPTY),)
    between = [(offset[0] // k * i, offset[1] // k * i) for i in range(1, k)]
    free = dict.fromkeys(between, EMPTY)
    if name == "ride":
        return (free,)
    hurdles = between[-1:] if name == "grasshop" else between
    return tuple({**free, square: TAKEN} for square in hurdles)


class Basis(NamedTuple):
    """Which basis moves a language has, by the largest step of a leap, of a slide's step and of a hop's step."""

    any_rider: bool
    """Whether every leap can be repeated; else only steps to neighbours and the knight's."""

    def units(self) -> list[Vector]:
        """The steps that can be repeated."""
        steps = [(x, y) for x in range(-3, 4) for y in range(-3, 4) if (x, y) != (0, 0)]
        return [u for u in steps if self.any_rider or _primitive_rider(u)]

    def available(self, offset: Vector) -> tuple[Effect, ...]:
        """The effects that an offset can have."""
        return _available(self, offset)

    def closure(self, offset: Vector, effects: Iterable[Effect]) -> Label:
        """All effects that these include together."""
        return _closure(self, offset, frozenset(effects))

    def inside(self, offset: Vector, rule: tuple[Condition, ...], budget: Budget) -> Label:
        """The effects that a rule includes."""
        return frozenset(
            effect
            for effect in self.available(offset)
            if covered(conditions(offset, effect), rule, budget) is None
        )


def _primitive_rider(unit: Vector) -> bool:
    return max(map(abs, unit)) == 1 or sorted(map(abs, unit)) == [1, 2]


@lru_cache(maxsize=8192)
def _available(basis: Basis, offset: Vector) -> tuple[Effect, ...]:
    (x, y) = offset
    found: list[Effect] = []
    if max(abs(x), abs(y)) <= 3:
        found.append(LEAP)
        if sorted((abs(x), abs(y))) in ([1, 2], [1, 3], [2, 3]):
            found.append(LAME)
    most = gcd(x, y)
    for k in range(2, most + 1):
        unit = x // k, y // k
        if most % k or max(map(abs, unit)) > 3:
            continue
        if basis.any_rider or _primitive_rider(unit):
            found.append(("ride", k))
        if basis.any_rider or max(map(abs, unit)) == 1:
            found.append(("hop", k))
            if k > 2:
                found.append(("grasshop", k))
    return tuple(found)


@lru_cache(maxsize=8192)
def _closure(basis: Basis, offset: Vector, effects: Label) -> Label:
    if LEAP in effects:
        return frozenset(_available(basis, offset))
    parts = tuple(part for effect in sorted(effects) for part in conditions(offset, effect))
    return basis.inside(offset, parts, Budget(100_000)) if parts else frozenset()


FAIRY = Basis(any_rider=False)
BETZA = Basis(any_rider=True)
