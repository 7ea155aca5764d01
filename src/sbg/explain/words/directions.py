"""Directions and leaps in English: "diagonally forward", "two by one", "along a row or column"."""

from __future__ import annotations

from collections.abc import Iterable

from sbg.moves.shapes.paths import DIAGONAL, KING, ORTHOGONAL, Vector

_NUMBERS = (
    *("no", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)

_PARTS: tuple[tuple[frozenset[Vector], str, str], ...] = (
    # What it is called for one step, and for a ride.
    (ORTHOGONAL, "orthogonally", "along a row or column"),
    (DIAGONAL, "diagonally", "diagonally"),
    (frozenset({(0, 1), (1, 1), (-1, 1)}), "straight or diagonally forward", ""),
    (frozenset({(0, -1), (1, -1), (-1, -1)}), "straight or diagonally backward", ""),
    (frozenset({(0, 1), (0, -1)}), "straight forward or backward", ""),
    (frozenset({(1, 0), (-1, 0)}), "sideways", ""),
    (frozenset({(0, 1)}), "straight forward", ""),
    (frozenset({(0, -1)}), "straight backward", ""),
    (frozenset({(1, 1), (-1, 1)}), "diagonally forward", ""),
    (frozenset({(1, -1), (-1, -1)}), "diagonally backward", ""),
    (frozenset({(1, 1), (1, -1)}), "diagonally to the right", ""),
    (frozenset({(-1, 1), (-1, -1)}), "diagonally to the left", ""),
    (frozenset({(1, 0)}), "to the right", ""),
    (frozenset({(-1, 0)}), "to the left", ""),
    (frozenset({(1, 1)}), "diagonally forward to the right", ""),
    (frozenset({(-1, 1)}), "diagonally forward to the left", ""),
    (frozenset({(1, -1)}), "diagonally backward to the right", ""),
    (frozenset({(-1, -1)}), "diagonally backward to the left", ""),
)


def number(count: int) -> str:
    """A number in words, up to twelve."""
    return _NUMBERS[count] if count < len(_NUMBERS) else f"{count:,}"


def squares(count: int) -> str:
    """`one square`, `two squares`."""
    return f"{number(count)} square{'' if count == 1 else 's'}"


def listed(items: Iterable[str], last: str = "or") -> str:
    """`a, b or c`."""
    *most, end = items
    return f"{', '.join(most)} {last} {end}" if most else end


def directions(vectors: Iterable[Vector], ride: bool = False) -> str:
    """Some of the eight directions."""
    wanted = frozenset(vectors)
    if wanted == KING:
        return "in any direction"
    if len(wanted) > 4:
        for part, step, _ in _PARTS:
            if KING - part == wanted:
                return f"in any direction but {step}"
    left = set(wanted)
    names = []
    for part, step, long in _PARTS:
        if part <= left:
            left -= part
            names.append(long if ride and long else step)
    if len(names) > 1:
        whole = {"orthogonally", "diagonally"}
        names = [f"{name} in any direction" if name in whole else name for name in names]
    return listed(names)


def kind(vector: Vector) -> tuple[int, int]:
    """The shorter and the longer side of a step; all eight steps to the next square are of one kind."""
    short, long = sorted(map(abs, vector))
    return (0, 1) if long == 1 else (short, long)


def leaps(vectors: Iterable[Vector]) -> str:
    """Leaps of one kind that is longer than one step: "two by one", "three squares diagonally"."""
    wanted = set(vectors)
    short, long = kind(next(iter(wanted)))
    if short in (0, long):
        units = {((x > 0) - (x < 0), (y > 0) - (y < 0)) for x, y in wanted}
        return f"{squares(long)} {directions(units)}"
    size = f"{number(long)} by {number(short)}"
    if len(wanted) == 8:
        return f"{size} in any direction"
    if len(wanted) == 4 and len({y > 0 for _, y in wanted}) == 1:
        forward = next(iter(wanted))[1] > 0
        return f"{size} {'forward' if forward else 'backward'}"
    if len(wanted) == 4 and len({x > 0 for x, _ in wanted}) == 1:
        right = next(iter(wanted))[0] > 0
        return f"{size} to the {'right' if right else 'left'}"
    names = []
    for x, y in sorted(wanted, key=lambda vector: (-vector[1], vector[0])):
        if (-x, y) not in wanted:
            names.append(offset((x, y)))
        elif x > 0:
            ahead = f"{squares(abs(y))} {'forward' if y > 0 else 'backward'}"
            names.append(f"{ahead} and {number(x)} sideways")
    return listed(names)


def leaping(vectors: Iterable[Vector]) -> str:
    """Several leaps of one kind: "two-by-one leaps", "leaps of two squares diagonally"."""
    wanted = set(vectors)
    short, long = kind(next(iter(wanted)))
    if len(wanted) == 8:
        return f"{number(long)}-by-{number(short)} leaps"
    return f"leaps of {leaps(wanted)}"


def square_at(vector: Vector) -> str:
    """A square that a condition is about: "the next square straight forward"."""
    if vector in KING:
        return f"the next square {directions([vector])}"
    return f"the square {offset(vector)}"


def offset(vector: Vector) -> str:
    """Where a square lies: "two squares forward and one to the right"."""
    x, y = vector
    if abs(x) == abs(y) and x:
        return f"{squares(abs(x))} {directions([(x // abs(x), y // abs(y))])}"
    parts = []
    if y:
        parts.append((abs(y), "forward" if y > 0 else "backward"))
    if x:
        parts.append((abs(x), "to the right" if x > 0 else "to the left"))
    if not parts:
        return "on its own square"
    (count, where), *more = parts
    return " and ".join([f"{squares(count)} {where}", *(f"{number(n)} {to}" for n, to in more)])
