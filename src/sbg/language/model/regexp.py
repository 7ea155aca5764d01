"""Regular expressions as values: the movement rules of pieces, without their text.

The alphabet holds triplets (dx, dy, on); a rule is built from them by concatenation, sum and power. Redundant
parentheses are gone: a `Concat` never directly holds a `Concat`, nor a `Sum` a `Sum`. Use `concat` and `sum_of` to keep
it so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from operator import attrgetter
from typing import TypeAlias

from sbg.base.nested import Deep


@dataclass(frozen=True, slots=True, order=True)
class Letter:
    """One step: columns to the right, rows forward, and what the square reached must hold.

    `on` is "e" for an empty square, "p" for an opponent's piece and "w" for an own piece.
    """

    dx: int
    dy: int
    on: str

    def __str__(self) -> str:
        return f"({self.dx},{self.dy},{self.on})"


IN_ORDER = attrgetter("dx", "dy", "on")
"""Sorts letters as they compare, several times faster than by comparing them."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Concat(Deep):
    """The words of the parts, one after the other."""

    parts: tuple[Regexp, ...]

    def __str__(self) -> str:
        return _text(self)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Sum(Deep):
    """The words of any one of the parts."""

    parts: tuple[Regexp, ...]

    def __str__(self) -> str:
        return _text(self)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Power(Deep):
    """The words of the body repeated: `count` times, or any number of times when it is None (the star)."""

    body: Regexp
    count: int | None

    def __str__(self) -> str:
        return _text(self)


Regexp: TypeAlias = Letter | Concat | Sum | Power


def tokens(regexp: Regexp) -> list[Letter | str]:
    """A regular expression as a file has it: letters, and `( ) + ^ *` and numbers as texts; the fewest parentheses."""
    done: list[Letter | str] = []
    todo: list[Regexp | str] = [regexp]
    while todo:
        part = todo.pop()
        if isinstance(part, Letter | str):
            done.append(part)
        elif isinstance(part, Power):
            todo += ["*" if part.count is None else str(part.count), "^"]
            todo += [part.body] if isinstance(part.body, Letter) else [")", part.body, "("]
        elif isinstance(part, Concat):
            for inner in reversed(part.parts):
                todo += [")", inner, "("] if isinstance(inner, Sum) else [inner]
        else:
            for index in reversed(range(len(part.parts))):
                todo += [part.parts[index], "+"] if index else [part.parts[0]]
    return done


def _text(regexp: Regexp) -> str:
    return "".join(" + " if token == "+" else str(token) for token in tokens(regexp))


def concat(parts: Iterable[Regexp]) -> Regexp:
    """The concatenation of parts, flattened."""
    flat = tuple(_flatten(parts, Concat))
    return flat[0] if len(flat) == 1 else Concat(flat)


def sum_of(parts: Iterable[Regexp]) -> Regexp:
    """The sum of parts, flattened."""
    flat = tuple(_flatten(parts, Sum))
    return flat[0] if len(flat) == 1 else Sum(flat)


def _flatten(parts: Iterable[Regexp], kind: type[Concat] | type[Sum]) -> Iterator[Regexp]:
    for part in parts:
        if isinstance(part, kind):
            yield from part.parts
        else:
            yield part


def letters(regexp: Regexp) -> Iterator[Letter]:
    """Every occurrence of a letter in a regular expression, from left to right, powers not written out."""
    todo = [regexp]
    while todo:
        part = todo.pop()
        if isinstance(part, Letter):
            yield part
        elif isinstance(part, Power):
            todo.append(part.body)
        else:
            todo += reversed(part.parts)


def written_out(regexp: Regexp) -> int:
    """How many letters a regular expression has when its powers are written out (a star counts its body once)."""
    total = 0
    todo: list[tuple[Regexp, int]] = [(regexp, 1)]  # parts, and how often each is written
    while todo:
        part, times = todo.pop()
        if isinstance(part, Letter):
            total += times
        elif isinstance(part, Power):
            todo.append((part.body, times * (1 if part.count is None else part.count)))
        else:
            todo += [(inner, times) for inner in part.parts]
    return total
