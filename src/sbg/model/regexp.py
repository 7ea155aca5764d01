"""Movement rules as values: what a regular expression means, without its text.

The alphabet holds triplets (dx, dy, on); a rule is built from them by concatenation, sum and power. Redundant
parentheses are gone: a `Concat` never directly holds a `Concat`, nor a `Sum` a `Sum`. Use `concat` and `sum_of` to keep
it so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias


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


@dataclass(frozen=True, slots=True)
class Concat:
    """The words of the parts, one after the other."""

    parts: tuple[Regexp, ...]

    def __str__(self) -> str:
        return "".join(f"({part})" if isinstance(part, Sum) else str(part) for part in self.parts)


@dataclass(frozen=True, slots=True)
class Sum:
    """The words of any one of the parts."""

    parts: tuple[Regexp, ...]

    def __str__(self) -> str:
        return " + ".join(map(str, self.parts))


@dataclass(frozen=True, slots=True)
class Power:
    """The words of the body repeated: `count` times, or any number of times when it is None (the star)."""

    body: Regexp
    count: int | None

    def __str__(self) -> str:
        body = str(self.body) if isinstance(self.body, Letter) else f"({self.body})"
        return f"{body}^{'*' if self.count is None else self.count}"


Regexp: TypeAlias = Letter | Concat | Sum | Power


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
    if isinstance(regexp, Letter):
        yield regexp
    elif isinstance(regexp, Power):
        yield from letters(regexp.body)
    else:
        for part in regexp.parts:
            yield from letters(part)


def written_out(regexp: Regexp) -> int:
    """How many letters a regular expression has when its powers are written out (a star counts its body once)."""
    if isinstance(regexp, Letter):
        return 1
    if isinstance(regexp, Power):
        return written_out(regexp.body) * (1 if regexp.count is None else regexp.count)
    return sum(map(written_out, regexp.parts))
