"""Decides how to describe a path of moves: as a line, as a leap with conditions, or as a walk.

A view allows the same moves as its path, in every position on this board, though perhaps by other words: the board does
not change while a word is read, so only the squares that it visits matter, not the order of the visits, and a
square that may hold anything tells only where on the board the piece must stand.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from sbg.moves.shapes.paths import Element, Path, Repeat, Step, Vector, straight

MOST_VISITS = 40
"""Squares that a path visits; a longer one is told as a walk."""

Run: TypeAlias = tuple[tuple[str, int, int | None], ...]
"""What a line passes, as (contents, at least, at most); its last entry is the square where it ends."""


@dataclass(frozen=True, slots=True)
class Region:
    """From where: columns and rows, each from one to another, both included; rows are counted from the own side.

    None where the board's edge, or that of the move itself, is no further away.
    """

    left: int | None
    right: int | None
    near: int | None
    far: int | None


@dataclass(frozen=True, slots=True)
class Line:
    """Steps in one direction, from a region if there is one."""

    region: Region | None
    vector: Vector
    run: Run


@dataclass(frozen=True, slots=True)
class Spot:
    """To a square whose content is one of `on`, if other squares hold what the conditions say."""

    region: Region | None
    target: Vector
    on: str
    conditions: tuple[tuple[Vector, str], ...]


@dataclass(frozen=True, slots=True)
class Walk:
    """A path to be told as it is."""

    path: Path


View: TypeAlias = Line | Spot | Walk

STANDING_STILL = Spot(None, (0, 0), "w", ())


def views(path: Path, width: int, height: int) -> list[View]:
    """How to look at a path; nothing if it can never be used."""
    path = _without_idle_steps(path)
    if path and all(isinstance(element, Repeat) and element.low == 0 for element in path):
        # No round at all is standing still, and that is told apart.
        only = path[0]
        assert isinstance(only, Repeat)
        rounds = (Repeat(only.bodies, 1),) if len(path) == 1 else path
        return [STANDING_STILL, Walk(rounds)]
    vector = straight(path)
    if vector is not None and vector != (0, 0):
        run = _run(path, vector, width, height)
        return [Line(None, vector, run)] if run else []
    visits = _visits(path)
    if visits is None:
        return [Walk(path)]
    spot = _spot(visits, width, height)
    return [spot] if spot else []


def _without_idle_steps(path: Path) -> Path:
    """A step to the same square asks for the same content, however often; at the start the answer is known."""
    busy: list[Element] = []
    for element in path:
        if isinstance(element, Step) and element.vector == (0, 0):
            if element.low == 0 or (not busy and "w" in element.on):
                continue
            element = Step(0, 0, element.on)
        busy.append(element)
    return tuple(busy)


def _run(path: Path, vector: Vector, width: int, height: int) -> Run | None:
    """What a straight path passes; a limit that the board sets anyway is left out. None if it does not fit."""
    steps = [element for element in path if isinstance(element, Step)]
    least = sum(step.low for step in steps)
    sides = zip(vector, (width, height), strict=True)
    spare = min((side - 1) // abs(d) for d, side in sides if d) - least
    if spare < 0:
        return None
    run = []
    for on, low, high in ((step.on, step.low, step.high) for step in steps):
        if high is None or high > low + spare:
            high = low if spare == 0 else None
        elif high == low + spare and high > low:
            high = None
        if high != 0:
            run.append((on, low, high))
    return tuple(run)


def _visits(path: Path) -> list[tuple[Vector, str]] | None:
    """The squares that a path visits, from where it starts, with their contents; None if their number is open."""
    visits: list[tuple[Vector, str]] = []
    x = y = 0
    for element in path:
        if isinstance(element, Repeat) or element.low != element.high:
            return None
        if len(visits) + element.low > MOST_VISITS:
            return None
        for _ in range(element.low):
            x, y = x + element.dx, y + element.dy
            visits.append(((x, y), element.on))
    return visits


def _spot(visits: list[tuple[Vector, str]], width: int, height: int) -> View | None:
    contents: dict[Vector, str] = {(0, 0): "w"}
    for square, on in visits:
        known = contents.get(square, "epw")
        contents[square] = "".join(content for content in known if content in on)
    if not all(contents.values()):
        return None
    target = visits[-1][0] if visits else (0, 0)
    conditions = tuple(
        sorted(
            (square, on)
            for square, on in contents.items()
            if on != "epw" and square not in (target, (0, 0))
        )
    )
    needed = [(0, 0), target, *(square for square, _ in conditions)]
    if not _fits([x for x, _ in contents], width) or not _fits([y for _, y in contents], height):
        return None
    region = _region(list(contents), needed, width, height)
    spot = Spot(region, target, contents[target], conditions)
    return _as_line(spot) or spot


def _region(visited: list[Vector], needed: list[Vector], width: int, height: int) -> Region | None:
    """From where all visited squares are on the board, as far as that is not clear."""
    left, right = _bounds([x for x, _ in visited], width)
    near, far = _bounds([y for _, y in visited], height)
    least_left, most_right = _bounds([x for x, _ in needed], width)
    least_near, most_far = _bounds([y for _, y in needed], height)
    region = Region(
        left if left > least_left else None,
        right if right < most_right else None,
        near if near > least_near else None,
        far if far < most_far else None,
    )
    return None if region == Region(None, None, None, None) else region


def _fits(offsets: list[int], side: int) -> bool:
    return max(offsets) - min(offsets) < side


def _bounds(offsets: list[int], side: int) -> tuple[int, int]:
    return max(0, -min(offsets)), side - 1 - max(0, *offsets)


def _as_line(spot: Spot) -> Line | None:
    """A spot as the end of a line, if its conditions are on all the squares before it, or if there are none."""
    x, y = spot.target
    steps = len(spot.conditions) + 1
    if (x, y) == (0, 0) or x % steps or y % steps:
        return None
    vector = x // steps, y // steps
    held = dict(spot.conditions)
    on = [held.get((vector[0] * i, vector[1] * i)) for i in range(1, steps)]
    run: list[tuple[str, int, int | None]] = []
    for contents in on:
        if contents is None:
            return None
        if run and run[-1][0] == contents:
            run[-1] = contents, run[-1][1] + 1, run[-1][1] + 1
        else:
            run.append((contents, 1, 1))
    return Line(spot.region, vector, (*run, (spot.on, 1, 1)))
