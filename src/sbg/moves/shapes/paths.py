"""Paths (steps with counts, such as a ride and then a capture) and exact operations on them.

A path is a sequence of steps with counts, such as "any number of empty squares forward, then an opponent's piece one
square forward". All operations are exact: the words of what comes out are those of what went in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from sbg.language.model.regexp import Letter, Power, Regexp, concat, sum_of

Vector: TypeAlias = tuple[int, int]

ORTHOGONAL = frozenset({(0, 1), (0, -1), (1, 0), (-1, 0)})
DIAGONAL = frozenset({(1, 1), (-1, 1), (1, -1), (-1, -1)})
KING = ORTHOGONAL | DIAGONAL


class Step(NamedTuple):
    """From `low` to `high` steps (None: any number) by one vector, each onto one of the contents `on`.

    `on` is some of "epw", in this order. A named tuple, for its quick hash: paths are looked up often.
    """

    dx: int
    dy: int
    on: str
    low: int = 1
    high: int | None = 1

    @property
    def vector(self) -> Vector:
        """Columns to the right, rows forward."""
        return self.dx, self.dy

    @property
    def once(self) -> bool:
        """Whether it is exactly one step."""
        return self.low == 1 and self.high == 1


@dataclass(frozen=True, slots=True)
class Repeat:
    """Any of some paths, at least `low` times one after the other; if it is a choice, exactly once."""

    bodies: tuple[Path, ...]
    low: int = 0
    choice: bool = False


Element: TypeAlias = Step | Repeat
Path: TypeAlias = tuple[Element, ...]
"""Elements one after the other. Two neighbours never differ in their counts alone, but for the last element: it is a
single step, or a `Repeat`. The empty path is the empty word."""

Key: TypeAlias = tuple[object, ...]


def key(path: Path) -> Key:
    """What to sort paths by."""
    return tuple(
        (0, e.dx, e.dy, e.on, e.low, 1 << 30 if e.high is None else e.high)
        if isinstance(e, Step)
        else (1, e.low, e.choice, tuple(map(key, e.bodies)))
        for e in path
    )


def in_order(paths: Iterable[Path]) -> list[Path]:
    """Paths sorted."""
    return sorted(paths, key=key)


def size(path: Path) -> int:
    """How many elements a path has, with those inside of it."""
    return sum(1 if isinstance(e, Step) else 1 + sum(map(size, e.bodies)) for e in path)


# --- concatenation


def join(first: Path, then: Path) -> Path:
    """The words of one path followed by those of another; `first` ends in no star that `then` could end with."""
    if not first or not then:
        return first or then
    left, right = first[-1], then[0]
    if (
        len(then) > 1
        and isinstance(left, Step)
        and isinstance(right, Step)
        and (left.dx, left.dy, left.on) == (right.dx, right.dy, right.on)
    ):
        high = None if left.high is None or right.high is None else left.high + right.high
        return (*first[:-1], Step(left.dx, left.dy, left.on, left.low + right.low, high), *then[1:])
    return first + then


def tidy(path: Path) -> Path:
    """The same words, with neighbours that differ only in their counts made one."""
    done: Path = path[-1:]
    for element in reversed(path[:-1]):
        done = join((element,), done)
    return done


def starred(step: Step, then: Path) -> list[Path]:
    """The words of a path after any number of steps."""
    star = step._replace(low=0, high=None)
    if not then:
        return [(), (star, step)]
    first = then[0]
    if (
        len(then) > 1
        and isinstance(first, Step)
        and (first.dx, first.dy, first.on) == (step.dx, step.dy, step.on)
    ):
        return [(first._replace(high=None), *then[1:])]
    return [(star, *then)]


# --- union


def unite(paths: Iterable[Path]) -> list[Path]:
    """Paths with the same words, as few as simple rules make them; sorted."""
    pool = set(paths)
    while _unite_counts(pool) or _unite_contents(pool) or _unite_repeats(pool):
        pass
    return in_order(pool)


class _Place(NamedTuple):
    """A step within a path: what comes before and after it; its counts or its contents are left open."""

    before: Path
    dx: int
    dy: int
    on: str
    after: Path

    def order(self) -> tuple[object, ...]:
        return len(self.after), key(self.before), self.dx, self.dy, self.on, key(self.after)


def _shared(places: dict[_Place, list[Path]]) -> list[_Place]:
    """The places of more than one path; those near the end first, as "moves or captures" is what people say."""
    return sorted((place for place, paths in places.items() if len(paths) > 1), key=_Place.order)


def _unite_counts(pool: set[Path]) -> bool:
    """One step or two steps, then X: that is one to two steps, then X."""
    places: dict[_Place, list[Path]] = {}
    for path in pool:
        for i, element in enumerate(path):
            without = path[:i] + path[i + 1 :]
            if isinstance(element, Repeat):
                if element.low == 1 and not element.choice and without in pool:
                    pool -= {path, without}
                    pool.add((*path[:i], Repeat(element.bodies, 0), *path[i + 1 :]))
                    return True
            elif i < len(path) - 1:
                place = _Place(path[:i], element.dx, element.dy, element.on, path[i + 1 :])
                same = places.setdefault(place, [])
                same.append(path)
                # Only along a line: else which of several first steps is left out would be chance.
                if element.low == 1 and _goes_on(element, path[i + 1]) and without in pool:
                    same.append(without)
    used: set[Path] = set()
    for place in _shared(places):
        free = [path for path in places[place] if path not in used]
        spans = sorted(((*_span(path, place), path) for path in free), key=lambda span: span[0])
        for (low, high, one), (low_too, high_too, two) in pairwise(spans):
            if high is None or low_too > high + 1 or one in used:
                continue
            most = None if high_too is None else max(high, high_too)
            step = Step(place.dx, place.dy, place.on, low, most)
            used |= {one, two}
            pool -= {one, two}
            pool.add((*place.before, step, *place.after))
    return bool(used)


def _goes_on(step: Step, then: Element) -> bool:
    return isinstance(then, Step) and then.vector == step.vector


def _span(path: Path, place: _Place) -> tuple[int, int | None]:
    if len(path) == len(place.before) + len(place.after):
        return 0, 0
    element = path[len(place.before)]
    assert isinstance(element, Step)
    return element.low, element.high


def _unite_contents(pool: set[Path]) -> bool:
    """Onto an empty square or onto an opponent, then X: that is onto either, then X."""
    places: dict[_Place, list[Path]] = {}
    for path in pool:
        for i, element in enumerate(path):
            if isinstance(element, Step) and element.once:
                place = _Place(path[:i], element.dx, element.dy, "", path[i + 1 :])
                places.setdefault(place, []).append(path)
    used: set[Path] = set()
    for place in _shared(places):
        free = [path for path in places[place] if path not in used]
        if len(free) < 2:
            continue
        contents = {on for path in free for on in _contents(path[len(place.before)])}
        step = Step(place.dx, place.dy, "".join(sorted(contents)))
        used |= set(free)
        pool -= set(free)
        pool.add(tidy((*place.before, step, *place.after)))
    return bool(used)


def _contents(element: Element) -> str:
    assert isinstance(element, Step)
    return element.on


def _unite_repeats(pool: set[Path]) -> bool:
    """Each of some paths, then any number of them: that is one or more of them."""
    for path in pool:
        for i, element in enumerate(path):
            if not isinstance(element, Repeat) or element.low:
                continue
            if i > 0 and path[i - 1] == Repeat(element.bodies, 1, choice=True):
                pool.remove(path)
                pool.add((*path[: i - 1], Repeat(element.bodies, 1), *path[i + 1 :]))
                return True
            for body in element.bodies:
                start = i - len(body)
                if start < 0 or path[start:i] != body:
                    continue
                all_of_them = {(*path[:start], *other, *path[i:]) for other in element.bodies}
                if all_of_them <= pool:
                    pool -= all_of_them
                    pool.add((*path[:start], Repeat(element.bodies, 1), *path[i + 1 :]))
                    return True
    return False


# --- symmetry

Turn: TypeAlias = Callable[[int, int], Vector]

TURNS: dict[str, Turn] = {
    "same": lambda x, y: (x, y),
    "left-right": lambda x, y: (-x, y),
    "forward-backward": lambda x, y: (x, -y),
    "half": lambda x, y: (-x, -y),
    "clockwise": lambda x, y: (y, -x),
    "anticlockwise": lambda x, y: (-y, x),
    "diagonal": lambda x, y: (y, x),
    "antidiagonal": lambda x, y: (-y, -x),
}
"""The eight ways to lay a square on itself."""


def turned(path: Path, turn: Turn) -> Path:
    """The path turned or mirrored."""
    return tuple(
        Step(*turn(e.dx, e.dy), e.on, e.low, e.high)
        if isinstance(e, Step)
        else Repeat(tuple(in_order(turned(body, turn) for body in e.bodies)), e.low, e.choice)
        for e in path
    )


def straight(path: Path) -> Vector | None:
    """The vector of a path all of whose steps go by the same one."""
    vectors = {e.vector if isinstance(e, Step) else None for e in path}
    return vectors.pop() if len(vectors) == 1 else None


# --- rules


MOST_COUNTS = 64
"""Ways to go a path whose steps may be repeated up to some number, each written by itself in a rule."""


def regexp(path: Path) -> Regexp:
    """The rule with the words of a path, written as people do: every count of an optional step by itself."""
    if not path:
        return Power(Letter(0, 0, "w"), 0)
    ways = _counted(path)
    return sum_of([concat([part for one in way for part in _element(one)]) for way in ways])


def _counted(path: Path) -> list[Path]:
    """A path with every count of steps that may be repeated up to some number; itself where that would be too many."""
    ways: list[Path] = [()]
    for element in path:
        counts: list[Path] = [(element,)]
        if isinstance(element, Step) and element.high is not None and element.low < element.high:
            numbers = range(element.low, element.high + 1)
            counts = [(element._replace(low=n, high=n),) if n else () for n in numbers]
        ways = [way + count for way in ways for count in counts]
        if len(ways) > MOST_COUNTS:
            return [path]
    return ways if all(ways) else [path]


def _element(element: Element) -> list[Regexp]:
    """An element as parts of a concatenation."""
    if isinstance(element, Repeat):
        body = sum_of([regexp(path) for path in element.bodies])
        return [body] if element.choice else [*[body] * element.low, Power(body, None)]
    letter = sum_of([Letter(element.dx, element.dy, on) for on in element.on])
    parts = [letter if element.low == 1 else Power(letter, element.low)] if element.low else []
    if element.high is None:
        parts.append(Power(letter, None))
    elif element.high > element.low:
        maybe = sum_of([Power(letter, 0), letter])
        more = element.high - element.low
        parts.append(maybe if more == 1 else Power(maybe, more))
    return parts
