"""`Family`: moves of one shape in several directions, such as "leaps by (1,2) that capture".

A family is a value that can be compared, hashed and sorted (simplest first). It knows its rule, its description length
and what it becomes when the board is turned or mirrored; `sbg.shapes.of` finds the families of a rule.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache, total_ordering
from typing import TypeAlias

from sbg.language.model.regexp import Regexp, sum_of
from sbg.moves.shapes.length import choice, number
from sbg.moves.shapes.paths import KING, TURNS, Path, Repeat, Step, Turn, Vector, in_order, regexp
from sbg.moves.shapes.region import Region
from sbg.moves.shapes.shape import CONTENTS, LEAP, Shape, bends, corner

Directions: TypeAlias = tuple[Vector, ...]

SYMMETRIES: dict[str, tuple[str, ...]] = {
    "none": ("same",),
    "left-right": ("same", "left-right"),
    "forward-backward": ("same", "forward-backward"),
    "half-turn": ("same", "half"),
    "diagonal": ("same", "diagonal"),
    "antidiagonal": ("same", "antidiagonal"),
    "mirrors": ("same", "left-right", "forward-backward", "half"),
    "diagonals": ("same", "diagonal", "antidiagonal", "half"),
    "quarter-turns": ("same", "clockwise", "half", "anticlockwise"),
    "all": tuple(TURNS),
}
"""Every group of ways to lay a square on itself, by the names of `paths.TURNS`."""


@total_ordering
@dataclass(frozen=True, slots=True)
class Family:
    """Moves of one shape: a step of `vector` in any of some `directions`, ending as `mode` says.

    `directions` are vectors (columns to the right, rows forward), sorted. They are images of each other under turning
    and mirroring; but steps to the eight neighbouring squares belong together, so that king and queen are one family.
    `mode` is what the last square may hold: some of e, p and w, in this order. "e" only moves, "p" only captures, "ep"
    does both, "w" captures own pieces. `region` binds the move to a part of the board.

    The vector (0,0) stands for staying: the word (0,0,w) with the mode "w", the empty word with the mode "".
    """

    directions: Directions
    shape: Shape = LEAP
    mode: str = "ep"
    region: Region | None = None

    def __post_init__(self) -> None:
        directions = tuple(sorted({(int(x), int(y)) for x, y in self.directions}))
        object.__setattr__(self, "directions", directions)
        if not directions:
            raise ValueError("a family has at least one direction")
        if len({_kind(direction) for direction in directions}) > 1:
            raise ValueError(f"the directions {directions} are not images of each other")
        if self.vector == (0, 0):
            if self.shape != LEAP or self.region or self.mode not in ("", "w"):
                raise ValueError("a move to its own square is a leap of mode w, or the empty word")
            return
        if self.mode not in CONTENTS:
            raise ValueError(f"a mode is some of e, p and w, in this order, not {self.mode!r}")
        if self.shape.bend and not corner(directions[0], self.shape.bend):
            raise ValueError(f"a {self.shape.name} cannot go by {directions[0]}")
        if self.shape.chain and self.region:
            raise ValueError("a chain has no region")

    @classmethod
    def all(
        cls, vector: Vector, shape: Shape = LEAP, mode: str = "ep", region: Region | None = None
    ) -> Family:
        """The family with all images of a vector as directions."""
        return cls(images(vector), shape, mode, region)

    @property
    def vector(self) -> Vector:
        """The step as (shorter side, longer side); (0, 1) also where it goes to all kinds of neighbouring squares."""
        x, y = min(self.directions, key=lambda d: abs(d[0]) + abs(d[1]))
        short, long = sorted((abs(x), abs(y)))
        return short, long

    @property
    def mixed(self) -> bool:
        """Whether it goes to neighbouring squares both along rows or columns and diagonally."""
        return len({abs(x) + abs(y) for x, y in self.directions}) > 1

    @property
    def name(self) -> str:
        """The family in short, for reading: `ride (1,2) ep all`."""
        where = (
            "all"
            if self.directions == _whole(self.vector, self.mixed)
            else " ".join(f"{x},{y}" for x, y in self.directions)
        )
        region = self.region
        place = f" {region.end} {region.dx},{region.dy}" if region else ""
        vector = "(0,1)+(1,1)" if self.mixed else f"({self.vector[0]},{self.vector[1]})"
        return f"{self.shape.name} {vector} {self.mode or 'nothing'} {where}{place}"

    def __str__(self) -> str:
        return self.name

    # --- rules

    def paths(self) -> tuple[Path, ...]:
        """The paths of the family: together they have its words."""
        if not self.mode:
            return ((),)
        if self.shape.chain == "turning":
            return _chain(self.directions, self.shape, self.mode)
        if self.shape.chain:
            chains = (_chain((one,), self.shape, self.mode) for one in self.directions)
            return tuple(in_order({path for chain in chains for path in chain}))
        found = (_plain(direction, self.shape, self.mode) for direction in self.directions)
        region = self.region
        return tuple(in_order(region.on_path(path) if region else path for path in found))

    def to_rule(self) -> Regexp:
        """The rule of the family."""
        return sum_of([regexp(path) for path in self.paths()])

    # --- description length

    @property
    def bits(self) -> int:
        """The description length in whole bits (`docs/shapes.md` explains the code)."""
        if self.vector == (0, 0):
            return 2
        vector = self.vector
        return (
            vector_bits(vector)
            + direction_bits(self.directions, vector, self.mixed)
            + shape_bits(self.shape, vector)
            + mode_bits(self.mode)
            + 1  # whether there is a region
            + (self.region.bits if self.region else 0)
        )

    def order(self) -> tuple[object, ...]:
        """What to sort by: the description length first. Quicker as a key than comparing families."""
        where = (1, self.region) if self.region else (0,)
        return self.bits, self.vector, self.directions, self.shape.order(), self.mode, where

    def __lt__(self, other: Family) -> bool:
        if not isinstance(other, Family):
            return NotImplemented
        return self.order() < other.order()

    # --- symmetry

    def turned(self, turn: Turn) -> Family:
        """The family turned or mirrored."""
        return replace(
            self,
            directions=tuple(turn(x, y) for x, y in self.directions),
            region=self.region and self.region.turned(turn),
        )


def orbit(family: Family, symmetry: str = "all") -> tuple[Family, ...]:
    """A family and all that it becomes by the turns of a symmetry (a name of `SYMMETRIES`), gathered.

    Without a region that is one family with more directions; chains that turn stay apart, for their union is no chain.
    """
    if symmetry not in SYMMETRIES:
        raise ValueError(f"there is no symmetry {symmetry!r}, only {', '.join(SYMMETRIES)}")
    return gather(family.turned(TURNS[name]) for name in SYMMETRIES[symmetry])


def gather(families: Iterable[Family]) -> tuple[Family, ...]:
    """The same moves in fewer families, sorted: those that differ in their directions alone become one."""
    groups: dict[object, list[Family]] = {}
    for family in families:
        groups.setdefault(alike(family), []).append(family)
    return tuple(
        sorted(
            replace(group[0], directions=tuple({d for one in group for d in one.directions}))
            for group in groups.values()
        )
    )


def alike(family: Family) -> tuple[object, ...]:
    """What families have in common that can be gathered into one."""
    apart = family.directions if family.shape.chain == "turning" else ()
    return _kind(family.directions[0]), family.shape, family.mode, family.region, apart


def images(vector: Vector) -> Directions:
    """All that a vector becomes by turning and mirroring, sorted."""
    return tuple(sorted({turn(*vector) for turn in TURNS.values()}))


def _kind(direction: Vector) -> Vector:
    """What directions of one family have in common."""
    x, y = sorted(map(abs, direction))
    return (0, 1) if y == 1 else (x, y)


def _whole(vector: Vector, mixed: bool) -> Directions:
    return tuple(sorted(KING)) if mixed else images(vector)


def _plain(direction: Vector, shape: Shape, mode: str) -> Path:
    """The path of one direction, without region and chain."""
    turn = corner(direction, shape.bend)
    first: Path = ()
    if turn:
        before, times, direction = turn
        first = (Step(*before, "e", times, times),)
    legs = tuple(Step(*direction, leg.on, leg.low, leg.high) for leg in shape.legs)
    return (*first, *legs, Step(*direction, mode))


def _chain(directions: Directions, shape: Shape, mode: str) -> tuple[Path, ...]:
    """The paths of a chain whose rounds go in any of some directions."""
    rounds = tuple(in_order(_plain(direction, shape, "e") for direction in directions))
    found: list[Path] = []
    if "e" in mode:
        found.append((Repeat(rounds, 1),))
    if last := mode.replace("e", ""):
        found += [(Repeat(rounds), *_plain(direction, shape, last)) for direction in directions]
    return tuple(in_order(found))


# --- description length


def vector_bits(vector: Vector) -> int:
    """The longer side, and which of the shorter ones; among neighbours also whether both kinds occur."""
    long = vector[1]
    return number(long + 1) + choice(max(long + 1, 3))


def shape_bits(shape: Shape, vector: Vector) -> int:
    """Its legs, whether and how it bends, if moves by such a vector can, and whether and how it is a chain."""
    bend = (2 if shape.bend else 1) if bends(*vector) else 0
    return shape.bits + bend + (2 if shape.chain else 1)


def mode_bits(mode: str) -> int:
    """Moving, capturing and both are the usual ones."""
    return 2 if mode in ("e", "p", "ep") else 4


@cache
def direction_bits(directions: Directions, vector: Vector, mixed: bool) -> int:
    """All directions, or a set that is its own mirror image, or a single one, or an orbit, or any set."""
    whole = _whole(vector, mixed)
    if directions == whole:
        return 1
    found = [4 + len(whole)]
    if set(directions) == {(-x, y) for x, y in directions}:
        found.append(2 + sum(x >= 0 for x, _ in whole))
    if len(directions) == 1:
        found.append(3 + choice(len(whole)))
    elif directions in orbits(vector):
        found.append(4 + choice(len(whole)) + 3)
    return min(found)


@cache
def orbits(vector: Vector) -> frozenset[Directions]:
    """The sets of directions that one of them makes by some symmetry."""
    return frozenset(
        tuple(sorted({TURNS[name](*direction) for name in names}))
        for direction in images(vector)
        for names in SYMMETRIES.values()
    )
