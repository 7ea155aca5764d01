"""`Shape`: what a move passes on its way (a leap, a ride, a hop …), in whatever direction.

`LEAP` and `RIDE` are shapes; `ride(3)`, `lame(1)`, `jump()`, `hop()` and `cannon()` make others. A shape is a value: it
can be compared, hashed and sorted, and any sequence of `Leg`s is one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import total_ordering
from itertools import pairwise
from typing import Literal, NamedTuple, TypeAlias

from sbg.moves.shapes.length import choice, number
from sbg.moves.shapes.paths import Step, Vector

Bend: TypeAlias = Literal["", "straight", "diagonal"]
Chain: TypeAlias = Literal["", "onward", "turning"]

CONTENTS = ("e", "p", "ep", "w", "ew", "pw", "epw")
"""Every set of contents, as it is written: e for an empty square, p for an opponent's piece, w for an own one."""


class Leg(NamedTuple):
    """Steps that are passed: from `low` to `high` of them (None: any number), each onto one of the contents `on`."""

    on: str
    low: int = 1
    high: int | None = 1


@total_ordering
@dataclass(frozen=True, slots=True)
class Shape:
    """What a move passes before its last square: the legs, one after the other, all in one direction.

    `bend` says that the direction is made of two: with "straight" the move first goes along a row or column and then
    turns by half a right angle, with "diagonal" it is the other way round. All squares up to the turn are
    empty; the legs and the last step come after it. The horse of Xiangqi is a bent leap, the griffin a bent ride.

    `chain` says that the move may be repeated, each time but the last onto an empty square: "onward" in the same
    direction, "turning" in any direction of the family.
    """

    legs: tuple[Leg, ...] = ()
    bend: Bend = ""
    chain: Chain = ""

    def __post_init__(self) -> None:
        legs = tuple(Leg(*leg) for leg in self.legs)
        object.__setattr__(self, "legs", legs)
        for leg in legs:
            if leg.on not in CONTENTS:
                raise ValueError(f"a leg passes some of e, p and w, in this order, not {leg.on!r}")
            if leg.low < 0 or (leg.high is not None and leg.high < max(leg.low, 1)):
                raise ValueError(f"a leg of {leg.low} to {leg.high} steps makes no sense")
        if any(one.on == two.on for one, two in pairwise(legs)):
            raise ValueError("two legs one after the other pass the same: make them one")
        if self.bend not in ("", "straight", "diagonal"):
            raise ValueError(f"a bend is straight or diagonal, not {self.bend!r}")
        if self.chain not in ("", "onward", "turning"):
            raise ValueError(f"a chain goes onward or is turning, not {self.chain!r}")

    def bent(self, first: Bend) -> Shape:
        """The same after a turn by half a right angle; `first` is how it goes up to there: straight or diagonal."""
        return replace(self, bend=first)

    def chained(self, how: Chain) -> Shape:
        """The same, repeated: onward or turning."""
        return replace(self, chain=how)

    @property
    def name(self) -> str:
        """A name for reading: `leap`, `ride`, `ride up to 3`, `lame leap 1`, `jump`, `hop`, `cannon`, or `legs`."""
        kind, parameter = known(self)
        name = kind if not parameter or parameter == "pw" else f"{kind} {parameter}"
        bend = f"{self.bend} bent " if self.bend else ""
        return f"{bend}{name}{f' chain {self.chain}' if self.chain else ''}"

    @property
    def least(self) -> int:
        """The fewest steps after the bend, the last one included."""
        return sum(leg.low for leg in self.legs) + 1

    @property
    def bits(self) -> int:
        """The part of a family's description length that is its legs; its bend and chain are not counted here."""
        kind, parameter = known(self)
        bits = _CODES[kind]
        if kind == "legs":
            return bits + number(len(self.legs)) + sum(map(_leg_bits, self.legs))
        if isinstance(parameter, str):
            return bits + (1 if parameter == "pw" else 2)
        return bits + (number(parameter) if parameter else 0)

    def order(self) -> tuple[object, ...]:
        """What to sort by: the description length first."""
        legs = tuple((leg.on, leg.low, leg.high is None, leg.high or 0) for leg in self.legs)
        return self.bits, len(legs), legs, self.bend, self.chain

    def __lt__(self, other: Shape) -> bool:
        if not isinstance(other, Shape):
            return NotImplemented
        return self.order() < other.order()


LEAP = Shape()
"""Straight to the last square."""

RIDE = Shape((Leg("e", 0, None),))
"""Over any number of empty squares, each a step of the vector further."""


def ride(reach: int) -> Shape:
    """A ride of at most `reach` steps, the last one included; at least 2."""
    if reach < 2:
        raise ValueError("a ride of less than two steps is a leap")
    return Shape((Leg("e", 0, reach - 1),))


def lame(passed: int = 1) -> Shape:
    """Exactly so many empty squares are passed: a leap that can be blocked."""
    return Shape((Leg("e", passed, passed),))


def jump(over: str = "pw") -> Shape:
    """Over a piece on the first square, to the next one."""
    return Shape((Leg(over),))


def hop(over: str = "pw") -> Shape:
    """Over any number of empty squares and one piece, to the square behind it, as the grasshopper."""
    return Shape((Leg("e", 0, None), Leg(over)))


def cannon(over: str = "pw") -> Shape:
    """Over any number of empty squares, one piece, and any number of empty squares again, as the cannon captures."""
    return Shape((Leg("e", 0, None), Leg(over), Leg("e", 0, None)))


HURDLES = ("pw", "p", "w")
"""What the known shapes go over: a piece of either player, of the opponent, of one's own."""

_CODES = {
    "leap": 1,
    "ride": 2,
    "ride up to": 4,
    "lame leap": 4,
    "jump": 5,
    "hop": 5,
    "cannon": 5,
    "legs": 5,
}
"""Bits of each kind, a prefix code; parameters come on top."""


def known(shape: Shape) -> tuple[str, int | str]:
    """The kind of a shape, and its parameter: a number of steps, or what it goes over; `legs` if it has no name."""
    match shape.legs:
        case ():
            return "leap", 0
        case (("e", 0, None),):
            return "ride", 0
        case (("e", 0, int(most)),):
            return "ride up to", most + 1
        case (("e", low, high),) if low == high:
            return "lame leap", low
        case ((over, 1, 1),) if over in HURDLES:
            return "jump", over
        case (("e", 0, None), (over, 1, 1)) if over in HURDLES:
            return "hop", over
        case (("e", 0, None), (over, 1, 1), ("e", 0, None)) if over in HURDLES:
            return "cannon", over
    return "legs", "".join(f"({leg.on},{leg.low},{leg.high})" for leg in shape.legs)


def _leg_bits(leg: Leg) -> int:
    high = 0 if leg.high is None else number(leg.high - leg.low + 1)
    return choice(len(CONTENTS)) + number(leg.low + 1) + 1 + high


def legs_of(steps: tuple[Step, ...]) -> tuple[Leg, ...]:
    """The legs that some steps in one direction make."""
    return tuple(Leg(step.on, step.low, step.high) for step in steps)


def corner(direction: Vector, bend: Bend) -> tuple[Vector, int, Vector] | None:
    """A direction in two: the first unit step, how often it is made, and the unit step after the turn.

    None if a move that bends like that has no such direction.
    """
    x, y = direction
    short, long = sorted((abs(x), abs(y)))
    diagonal = (x > 0) - (x < 0), (y > 0) - (y < 0)
    straight = (diagonal[0], 0) if abs(x) > abs(y) else (0, diagonal[1])
    if bend == "straight" and short == 1 < long:
        return straight, long - 1, diagonal
    if bend == "diagonal" and 0 < short == long - 1:
        return diagonal, short, straight
    return None


def bends(short: int, long: int) -> tuple[Bend, ...]:
    """How a move by such a vector can bend."""
    both: tuple[Bend, Bend] = ("straight", "diagonal")
    return tuple(bend for bend in both if corner((short, long), bend))
