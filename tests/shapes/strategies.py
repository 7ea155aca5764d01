"""Random families for hypothesis."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import strategies as st

from sbg.moves.shapes.family import Directions, images
from sbg.moves.shapes.paths import KING, Vector
from sbg.moves.shapes.region import End
from sbg.moves.shapes.shape import CONTENTS, bends
from sbg.shapes import LEAP, RIDE, Family, Leg, Region, Shape, cannon, hop, jump, lame, ride

NAMED = [LEAP, LEAP, RIDE, ride(2), ride(3), lame(1), lame(2), jump(), hop("p"), cannon("w")]


def _shapes() -> st.SearchStrategy[Shape]:
    leg = st.builds(
        lambda on, low, more: Leg(on, low, None if more is None else max(low + more, 1)),
        st.sampled_from(CONTENTS),
        st.integers(0, 2),
        st.none() | st.integers(0, 2),
    )
    unlike = st.lists(leg, max_size=3).filter(
        lambda legs: all(a.on != b.on for a, b in pairwise(legs))
    )
    return st.sampled_from(NAMED) | unlike.map(lambda legs: Shape(tuple(legs)))


def _directions(vector: Vector) -> st.SearchStrategy[Directions]:
    whole = sorted(KING) if vector == (0, 1) else images(vector)
    return st.lists(st.sampled_from(whole), min_size=1, max_size=8).map(tuple)


@st.composite
def families(draw: st.DrawFn, width: int, height: int) -> Family:
    """Families whose offsets are smaller than a board; not all of them fit it."""
    longest = min(width, height) - 1
    long = draw(st.integers(0, longest))
    short = draw(st.integers(0, long))
    if long == 0:
        return Family(((0, 0),), mode=draw(st.sampled_from(["", "w"])))
    directions = draw(_directions((short, long)))
    mode = draw(st.sampled_from(CONTENTS))
    shape = draw(_shapes())
    if draw(st.booleans()) and bends(short, long):
        shape = shape.bent(draw(st.sampled_from(bends(short, long))))
    kind = draw(st.sampled_from(["", "", "region", "region", "onward", "turning"]))
    if kind == "region":
        dx, dy = draw(st.integers(1 - width, width - 1)), draw(st.integers(1 - height, height - 1))
        if dx or dy:
            end: End = draw(st.sampled_from(["from", "to"]))
            return Family(directions, shape, mode, Region(end, dx, dy))
    elif kind:
        return Family(directions, shape.chained(kind), mode)  # type: ignore[arg-type]
    return Family(directions, shape, mode)
