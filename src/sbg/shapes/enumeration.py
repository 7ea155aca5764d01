"""The families that fit a board, simplest first: what learners try and what generators draw from.

Listed are the shapes with a name, in a single direction, in an orbit of one, or in any set that is its own left-right
mirror image, and regions that exclude something. Other families can be made and have a description length, but are not
listed: there are too many of them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import cache
from itertools import chain, combinations

from sbg.limits import MAX_BOARD_SIDE
from sbg.shapes.family import (
    Directions,
    Family,
    direction_bits,
    images,
    mode_bits,
    orbits,
    shape_bits,
    vector_bits,
)
from sbg.shapes.paths import KING, Vector
from sbg.shapes.region import End, Region
from sbg.shapes.shape import (
    CONTENTS,
    HURDLES,
    LEAP,
    RIDE,
    Shape,
    bends,
    cannon,
    corner,
    hop,
    jump,
    lame,
    ride,
)

MODES = ("", *CONTENTS)
"""All modes; the first is that of the empty word."""


def enumerate(
    width: int,
    height: int,
    size: int,
    *,
    vectors: Collection[Vector] | None = None,
    shapes: Collection[Shape] | None = None,
    modes: Collection[str] = MODES,
    regions: Collection[Region | None] | None = None,
) -> list[Family]:
    """The families that fit a board and whose description length is at most `size` bits, sorted.

    `vectors`, `shapes`, `modes` and `regions` narrow the list: only what they hold is listed (None among the regions is
    a move without one). No two of the families have the same automaton on the board.
    """
    if not (1 <= width <= MAX_BOARD_SIDE and 1 <= height <= MAX_BOARD_SIDE):
        raise ValueError(f"a board has sides from 1 to {MAX_BOARD_SIDE}, not {width} and {height}")
    board = _Board(width, height, regions)
    found = []
    if (
        board.anywhere
        and (vectors is None or (0, 0) in vectors)
        and (shapes is None or LEAP in shapes)
    ):
        still = (Family(((0, 0),), mode=mode) for mode in modes if mode in ("", "w"))
        found += [family for family in still if family.bits <= size]
    stepping = [mode for mode in modes if mode]
    for vector, mixed in _vectors(width, height):
        if vectors is not None and vector not in vectors:
            continue
        for shape in _shapes(vector, mixed, max(width, height) - 1):
            if shapes is not None and shape not in shapes:
                continue
            base = vector_bits(vector) + shape_bits(shape, vector) + 1
            if base + 3 > size:
                continue
            fits = frozenset(d for d in _images(vector, mixed) if board.fits(shape, d))
            for directions in direction_sets(vector, mixed):
                left = size - base - direction_bits(directions, vector, mixed)
                if left < 2 or not fits.issuperset(directions) or not _turns(shape, directions):
                    continue
                found += board.families(directions, shape, stepping, left)
    return sorted(found, key=Family.order)


class _Board:
    """What fits on a board of some size."""

    def __init__(self, width: int, height: int, regions: Collection[Region | None] | None) -> None:
        self.width, self.height = width, height
        self.anywhere = regions is None or None in regions
        self.offsets = sorted(
            (
                Region(end, dx, dy)
                for end in _ENDS
                for dx in range(1 - width, width)
                for dy in range(1 - height, height)
                if dx or dy
            )
            if regions is None
            else filter(None, regions),
            key=lambda region: region.bits,
        )

    def families(
        self, directions: Directions, shape: Shape, modes: Collection[str], bits: int
    ) -> Iterator[Family]:
        """The families of some directions and a shape, with so many bits for mode and region."""
        usual = [mode for mode in modes if mode_bits(mode) <= bits]
        if self.anywhere:
            yield from (Family(directions, shape, mode) for mode in usual)
        if shape.chain:
            return
        for region in self.offsets:
            if region.bits + 2 > bits:
                return
            if all(self.excludes(region, shape, direction) for direction in directions) and not (
                _from_is_simpler(region, shape, directions)
            ):
                for mode in usual:
                    if mode_bits(mode) + region.bits <= bits:
                        yield Family(directions, shape, mode, region)

    def fits(self, shape: Shape, direction: Vector) -> bool:
        """Whether there is room for all that makes the shape different from a simpler one."""
        x, y = _reach(shape, direction, _room(shape))
        if shape.chain:
            x, y = 2 * x, 2 * y
        return abs(x) < self.width and abs(y) < self.height

    def excludes(self, region: Region, shape: Shape, direction: Vector) -> bool:
        """Whether a region asks for more than the move does, in each coordinate that it speaks of, and leaves some."""
        short, long = _reach(shape, direction, shape.least), _reach(shape, direction, _room(shape))
        sides = self.width, self.height
        for asked, near, far, side in zip((region.dx, region.dy), short, long, sides, strict=True):
            to = region.end == "to"
            square = asked + near * to
            if asked and min(0, near) <= square <= max(0, near):
                return False
            square = asked + far * to
            if max(0, far, square) - min(0, far, square) >= side:
                return False
        return True


_ENDS: tuple[End, End] = ("from", "to")


def _from_is_simpler(region: Region, shape: Shape, directions: Directions) -> bool:
    """Whether the same words come from another region, which `sbg.shapes.of` would find instead."""
    if region.end == "from" or shape != LEAP or len(directions) > 1:
        return False
    ((x, y),) = directions
    return bool(region.dx + x) + bool(region.dy + y) <= bool(region.dx) + bool(region.dy)


def _reach(shape: Shape, direction: Vector, steps: int) -> Vector:
    """Where a move ends that has so many steps after its bend."""
    (x, y), times, (dx, dy) = corner(direction, shape.bend) or ((0, 0), 0, direction)
    return x * times + dx * steps, y * times + dy * steps


def _room(shape: Shape) -> int:
    """Steps after the bend without which the shape would have the words of a simpler one."""
    if shape.chain:
        return shape.least
    open_ended = any(leg.high is None for leg in shape.legs)
    limit = sum(leg.high or 0 for leg in shape.legs if leg.high != leg.low)
    return shape.least + (1 if open_ended else limit + 1 if limit else 0)


def _turns(shape: Shape, directions: Directions) -> bool:
    return shape.chain != "turning" or len(directions) > 1


def _vectors(width: int, height: int) -> Iterator[tuple[Vector, bool]]:
    """All vectors that fit on a board one way or another, and neighbours of both kinds."""
    most, least = max(width, height), min(width, height)
    for long in range(1, most):
        for short in range(min(long + 1, least)):
            yield (short, long), False
    if least > 1:
        yield (0, 1), True


def _images(vector: Vector, mixed: bool) -> Iterable[Vector]:
    return KING if mixed else images(vector)


@cache
def direction_sets(vector: Vector, mixed: bool) -> tuple[Directions, ...]:
    """The sets of directions that are listed."""
    whole = _images(vector, mixed)
    pairs = sorted({tuple(sorted({(x, y), (-x, y)})) for x, y in whole})
    found = {
        tuple(sorted(chain.from_iterable(some)))
        for count in range(1, len(pairs) + 1)
        for some in combinations(pairs, count)
    }
    if mixed:
        return tuple(sorted(one for one in found if len({abs(x) + abs(y) for x, y in one}) == 2))
    return tuple(sorted(found | orbits(vector)))


def _shapes(vector: Vector, mixed: bool, most: int) -> Iterator[Shape]:
    """The shapes with a name that moves by a vector can have, where a line has so many steps at most."""
    yield LEAP
    yield RIDE
    steps = most // vector[1]
    yield from (ride(reach) for reach in range(2, steps))
    yield from (lame(passed) for passed in range(1, steps))
    for over in HURDLES:
        yield from (jump(over), hop(over), cannon(over))
        yield from (jump(over).chained("onward"), jump(over).chained("turning"))
    yield LEAP.chained("turning")
    for bend in () if mixed else bends(*vector):
        yield from (LEAP.bent(bend), RIDE.bent(bend), LEAP.bent(bend).chained("onward"))
        yield from (ride(reach).bent(bend) for reach in range(2, most))
