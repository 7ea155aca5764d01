"""Plans how a game is solved: how its positions are numbered, and how much memory that needs.

By *classes*: positions with the same men form a class; captures lead from class to class and never back, so that
classes are solved one after the other. By *squares*: a board is a number whose digits say what is on each square.
*Reachable*: as by squares, but only positions that can be reached from the start get an entry.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal, TypeAlias

from sbg import _core
from sbg.base import files
from sbg.base.errors import SbgError
from sbg.engine import Position
from sbg.exact.solving.kinds import Kind, Men

Scheme: TypeAlias = Literal["classes", "squares", "reachable"]

_MOST_CLASSES = 20_000
_MOST_DEPTH = 4000
_MOST_KEYS = 1 << 61
_BYTES_EACH = 40
"""Memory for each position that was reached, while more are looked for."""

_RATES: dict[Scheme, float] = {"classes": 1.0e6, "squares": 1.5e6, "reachable": 0.7e6}
"""Entries that one core solves in a second, roughly; `bench/solve.py` measures it."""


class TooLargeError(SbgError, ValueError):
    """A game that cannot be solved with so much memory; the message says how much it would take."""


@dataclass(frozen=True)
class Plan:
    """How the positions of a game are numbered, and what it takes to solve them."""

    men: Men
    scheme: Scheme
    classes: tuple[tuple[int, ...], ...]
    """The men of each kind; otherwise the least and the most of each, and the least of its letter."""
    flips: bool
    mirrors: bool
    most_men: int | None = None
    loud: tuple[tuple[int, int], ...] = ()
    """Codes and squares of men that win at once: positions with one have no entry, and are looked into instead."""

    @property
    def start(self) -> Position:
        """The position that it is all about."""
        return self.men.start

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds of men."""
        return self.men.kinds

    @cached_property
    def tables(self) -> _core.Tables:
        """The numbering itself."""
        pairs = array("i")
        for kind in self.kinds:
            for origin, target in self.men.inner_moves(kind):
                pairs.extend((kind.code, origin, target))
        return _core.Tables(
            self.start.game.rules,
            [(kind.code, kind.squares) for kind in self.kinds],
            [bytes(men) for men in self.classes],
            pairs.tobytes(),
            by_squares=self.scheme != "classes",
            hashed=self.scheme == "reachable",
            flips=self.flips,
            mirrors=self.mirrors and self.scheme != "squares",
            depth=max(self._depths(), default=1),
            loud=self.loud,
            turns=self.men.turns,
        )

    def depth_of(self, men: tuple[int, ...]) -> int | None:
        """How many plies a game with these men lasts at most without captures; None if it can go in circles."""
        found = []
        for white in (True, False):
            steps = [
                (count, self.men.steps[kind])
                for kind, count in zip(self.kinds, men, strict=True)
                if kind.white == white and count
            ]
            if all(step is not None for _, step in steps):
                found.append(sum(count * (step or 0) for count, step in steps))
        return 2 * min(found) + 3 if found and min(found) < _MOST_DEPTH else None

    def _depths(self) -> Iterator[int]:
        for men in self.classes if self.scheme == "classes" else self.classes[1:2]:
            depth = self.depth_of(men)
            if depth is not None:
                yield depth

    @cached_property
    def depth(self) -> int | None:
        """The same for all men."""
        return self.depth_of(tuple(kind.men for kind in self.kinds))

    @cached_property
    def units(self) -> tuple[tuple[int, ...], ...]:
        """Halves of tables that depend on each other, after those that they lead to."""
        if self.scheme == "reachable":
            return ((0,),)
        if self.scheme == "squares":
            return ((0,),) if self.flips else ((0, 1),)
        order = sorted(range(len(self.classes)), key=lambda i: (sum(self.classes[i]), i))
        if not self.flips:
            return tuple((2 * i, 2 * i + 1) for i in order)
        number = {men: i for i, men in enumerate(self.classes)}
        units = []
        for i in order:
            other = number[self._flipped(self.classes[i])]
            if other >= i:
                units.append((2 * i,) if other == i else (2 * i, 2 * other))
        return tuple(units)

    def _flipped(self, men: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(men[i] for i in self._counterpart)

    @cached_property
    def _counterpart(self) -> tuple[int, ...]:
        turn = self.men.swapped
        place = {(kind.letter, kind.squares): i for i, kind in enumerate(self.kinds)}
        return tuple(
            place[kind.letter.swapcase(), tuple(sorted(map(turn, kind.squares)))]
            for kind in self.kinds
        )

    def acyclic(self, unit: tuple[int, ...]) -> bool:
        """Whether play within a unit cannot go in circles."""
        if self.scheme != "classes":
            return self.depth is not None
        return self.depth_of(self.classes[unit[0] // 2]) is not None

    @cached_property
    def entries(self) -> int:
        """How many entries the tables have."""
        return sum(self.tables.size(half) for unit in self.units for half in unit)

    @property
    def memory(self) -> int:
        """Bytes that solving takes, if all distances fit into bytes."""
        if self.scheme == "reachable":
            return self.tables.met * _BYTES_EACH
        sizes = (
            sum(self.tables.size(half) for half in unit)
            for unit in self.units
            if not self.acyclic(unit)
        )
        return self.entries + max(sizes, default=0) // 8

    def seconds(self, threads: int) -> float:
        """About how long solving takes."""
        return self.entries / _RATES[self.scheme] / threads


def make_plan(
    start: Position,
    memory: int,
    most_men: int | None = None,
    *,
    by_classes: bool = False,
    on_note: Callable[[str], None] = lambda _: None,
) -> Plan:
    """How to solve a position, or all endings of its game with at most so many men, in so many bytes of memory.

    Counting the positions that can be reached may take minutes; that is done where all positions are too many, and
    `on_note` is told how many there were if it is interrupted. Tables on a GPU are numbered by classes, and not
    otherwise.
    """
    if start.game.width * start.game.height > 128:
        raise TooLargeError("tables are for boards of at most 128 squares")
    men = Men(start)
    if not men.kinds:
        raise TooLargeError("there are no men on the board")
    plans = [plan for plan in (_by_classes(men, most_men), _by_squares(men, most_men)) if plan]
    if by_classes:
        plans = [plan for plan in plans if plan.scheme == "classes"]
    fitting = [plan for plan in plans if plan.memory <= memory]
    if fitting:
        return min(fitting, key=lambda plan: plan.entries)
    least = min((plan.memory for plan in plans), default=None)
    needed = f"{files.size(least)} of memory" if least else f"about {_bound(men):.1e} positions"
    if by_classes:
        raise TooLargeError(
            f"on a GPU positions are numbered by classes, which takes {needed};"
            f" {files.size(memory)} are allowed"
        )
    if most_men is not None:
        raise TooLargeError(
            f"endings of up to {most_men} men take {needed}; {files.size(memory)} are allowed"
        )
    reachable = _reachable(men)
    most = memory // _BYTES_EACH
    if reachable is None:
        raise TooLargeError(f"the tables take {needed}; {files.size(memory)} of memory are allowed")
    try:
        fits = reachable.tables.meet(start._native.board, start.ply % 2, most)
    except KeyboardInterrupt:
        on_note(f"{reachable.tables.met:,} positions that can be reached were counted so far")
        raise
    if not fits:
        raise TooLargeError(
            f"the tables take {needed} and more than {most:,} positions can be reached; "
            f"{files.size(memory)} of memory are allowed"
        )
    return reachable


def _by_classes(men: Men, most_men: int | None) -> Plan | None:
    if not 1 <= len(men.kinds) <= 64:
        return None
    classes = []
    for found in _classes(men, most_men):
        classes.append(found)
        if len(classes) > _MOST_CLASSES:
            return None
    if not classes:
        raise TooLargeError(f"no position of this game has only {most_men} men")
    try:
        plan = Plan(men, "classes", tuple(classes), men.flips, men.mirrors, most_men)
        _ = plan.entries
    except ValueError:  # more than can be numbered
        return None
    return plan


def _classes(men: Men, most_men: int | None) -> Iterator[tuple[int, ...]]:
    """All men that there can be at once while the game goes on."""
    kinds = men.kinds
    most = sum(kind.men for kind in kinds) if most_men is None else most_men
    letters = {
        letter: [at for at, kind in enumerate(kinds) if kind.letter == letter]
        for letter in men.counts
    }
    least = [(men.least(letter), places) for letter, places in letters.items()]

    def fill(at: int, found: list[int], total: int) -> Iterator[tuple[int, ...]]:
        if at == len(kinds):
            if all(sum(found[n] for n in places) >= fewest for fewest, places in least):
                yield tuple(found)
            return
        for n in range(kinds[at].least, min(kinds[at].men, most - total) + 1):
            found.append(n)
            yield from fill(at + 1, found, total + n)
            found.pop()

    yield from fill(0, [], 0)


def _by_squares(men: Men, most_men: int | None) -> Plan | None:
    plan = _numbered(men, "squares")
    if plan is None or most_men is not None or plan.depth is None:
        return None
    if not plan.flips or men.turns:
        return plan
    return replace(plan, loud=tuple(sorted(men.wins_at_once)))


def _reachable(men: Men) -> Plan | None:
    return _numbered(men, "reachable")


def _numbered(men: Men, scheme: Scheme) -> Plan | None:
    on: dict[int, int] = {}
    for kind in men.kinds:
        for square in kind.squares:
            on[square] = on.get(square, 1) + 1
    if not 1 <= len(men.kinds) <= 64 or math.prod(on.values()) >= _MOST_KEYS:
        return None
    bounds = (
        tuple(kind.least for kind in men.kinds),
        tuple(kind.men for kind in men.kinds),
        tuple(men.least(kind.letter) for kind in men.kinds),
    )
    return Plan(men, scheme, bounds, men.flips, men.mirrors)


def _bound(men: Men) -> float:
    """At most so many positions."""
    total = 2.0
    for kind in men.kinds:
        ways = sum(float(math.comb(len(kind.squares), n)) for n in range(kind.least, kind.men + 1))
        total *= ways
    return total
