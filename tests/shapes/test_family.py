"""Families as values: what they accept, their rules, their order, their length, and their symmetries."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sbg.language.model import Coordinates
from sbg.language.reference.meaning import targets
from sbg.moves.automata import minimal
from sbg.moves.shapes.length import choice, number, offset
from sbg.moves.shapes.paths import KING, ORTHOGONAL, TURNS
from sbg.shapes import (
    LEAP,
    RIDE,
    SYMMETRIES,
    Family,
    Leg,
    Region,
    Shape,
    beyond,
    cannon,
    first_rows,
    gather,
    hop,
    jump,
    lame,
    of,
    orbit,
    ride,
    to_rule,
)
from tests.shapes.strategies import families

AHEAD = ((0, 1),)


@pytest.mark.parametrize(
    ("family", "rule"),
    [
        (Family(AHEAD, LEAP, "e"), "(0,1,e)"),
        (Family(AHEAD, LEAP, "ep"), "(0,1,e) + (0,1,p)"),
        (Family(AHEAD, RIDE, "p"), "(0,1,e)^*(0,1,p)"),
        (Family(AHEAD, ride(2), "e"), "(0,1,e) + (0,1,e)(0,1,e)"),
        (Family(AHEAD, lame(2), "w"), "(0,1,e)^2(0,1,w)"),
        (Family(AHEAD, jump("p"), "e"), "(0,1,p)(0,1,e)"),
        (Family(AHEAD, hop(), "e"), "(0,1,e)^*((0,1,p) + (0,1,w))(0,1,e)"),
        (Family(AHEAD, cannon("w"), "p"), "(0,1,e)^*(0,1,w)(0,1,e)^*(0,1,p)"),
        (Family(((1, 2),), LEAP.bent("straight"), "e"), "(0,1,e)(1,1,e)"),
        (Family(((1, 2),), LEAP.bent("diagonal"), "e"), "(1,1,e)(0,1,e)"),
        (Family(((-3, 1),), RIDE.bent("straight"), "p"), "(-1,0,e)^2(-1,1,e)^*(-1,1,p)"),
        (Family(((2, 3),), LEAP.bent("diagonal"), "p"), "(1,1,e)^2(0,1,p)"),
        (
            Family(((0, 1), (1, 0)), LEAP.chained("turning"), "e"),
            "((0,1,e) + (1,0,e))((0,1,e) + (1,0,e))^*",
        ),
        (
            Family(((0, 1), (1, 0)), LEAP.chained("turning"), "p"),
            "((0,1,e) + (1,0,e))^*(0,1,p) + ((0,1,e) + (1,0,e))^*(1,0,p)",
        ),
        (Family(AHEAD, jump("p").chained("onward"), "e"), "(0,1,p)(0,1,e)((0,1,p)(0,1,e))^*"),
        (Family(((0, 0),), mode="w"), "(0,0,w)"),
        (Family(((0, 0),), mode=""), "(0,0,w)^0"),
        (
            Family(AHEAD, lame(), "e", first_rows(2, 8)),  # the double step of chess
            "((0,6,e) + (0,6,p) + (0,6,w))(0,-5,e)(0,1,e)",
        ),
        (
            Family(AHEAD, lame(2), "e", Region("from", 0, 8)),
            "((0,8,e) + (0,8,p) + (0,8,w))(0,-7,e)(0,1,e)(0,1,e)",
        ),
        (
            Family(((1, 0),), LEAP, "p", beyond(5)),
            "((0,-5,e) + (0,-5,p) + (0,-5,w))(1,5,p)",
        ),
        (
            Family(((1, 1),), lame(), "p", Region("to", 0, 5)),
            "(1,1,e)((1,6,e) + (1,6,p) + (1,6,w))(0,-5,p)",
        ),
        (
            Family(AHEAD, RIDE, "p", Region("from", 0, 4)),
            "((0,4,e) + (0,4,p) + (0,4,w))(0,-4,w)(0,1,e)^*(0,1,p)",
        ),
    ],
    ids=str,
)
def test_rules(family: Family, rule: str) -> None:
    assert str(family.to_rule()) == rule
    assert of(family.to_rule()).families == (family,)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Family(()), "at least one direction"),
        (lambda: Family(((0, 1), (1, 2))), "not images of each other"),
        (lambda: Family(AHEAD, mode="pe"), "some of e, p and w, in this order"),
        (lambda: Family(AHEAD, mode=""), "some of e, p and w, in this order"),
        (lambda: Family(((0, 0),), mode="e"), "a leap of mode w, or the empty word"),
        (lambda: Family(((0, 0),), RIDE, "w"), "a leap of mode w, or the empty word"),
        (lambda: Family(AHEAD, LEAP.bent("straight")), r"cannot go by \(0, 1\)"),
        (lambda: Family(((1, 3),), LEAP.bent("diagonal")), r"cannot go by \(1, 3\)"),
        (lambda: Family(AHEAD, jump().chained("onward"), "e", beyond(1)), "a chain has no region"),
        (lambda: Shape((Leg("x"),)), "some of e, p and w"),
        (lambda: Shape((Leg("e", 2, 1),)), "2 to 1 steps makes no sense"),
        (lambda: Shape((Leg("e", 0, 0),)), "0 to 0 steps makes no sense"),
        (lambda: Shape((Leg("e"), Leg("e"))), "make them one"),
        (lambda: Shape(bend="left"), "straight or diagonal"),  # type: ignore[arg-type]
        (lambda: Shape(chain="yes"), "onward or is turning"),  # type: ignore[arg-type]
        (lambda: Region("at", 0, 1), "from or to where"),  # type: ignore[arg-type]
        (lambda: Region("from", 0, 0), "use None"),
        (lambda: ride(1), "is a leap"),
        (lambda: orbit(Family(AHEAD), "half"), "there is no symmetry 'half'"),
        (lambda: number(0), "begins with 1"),
    ],
)
def test_what_makes_no_sense_is_refused(make: object, message: str) -> None:
    assert callable(make)
    with pytest.raises(ValueError, match=message):
        make()


def test_directions_are_a_set() -> None:
    assert Family(((1, 0), (0, 1), (1, 0))) == Family(((0, 1), (1, 0)))
    assert Family.all((1, 2)).vector == Family(((2, -1),)).vector == (1, 2)
    king = Family(tuple(KING))
    assert (king.vector, king.mixed) == ((0, 1), True)
    assert not Family.all((1, 1)).mixed


def test_names() -> None:
    assert str(Family.all((1, 2), RIDE)) == "ride (1,2) ep all"
    assert str(Family(tuple(KING))) == "leap (0,1)+(1,1) ep all"
    assert str(Family(AHEAD, lame(), "e", first_rows(2, 8))) == ("lame leap 1 (0,1) e 0,1 from 0,6")
    assert Shape((Leg("epw"),)).name == "legs (epw,1,1)"
    assert LEAP.bent("straight").chained("onward").name == "straight bent leap chain onward"


# --- description length


def test_lengths_of_numbers() -> None:
    assert [number(n) for n in range(1, 9)] == [1, 3, 3, 5, 5, 5, 5, 7]
    assert [choice(n) for n in (1, 2, 3, 4, 5, 8)] == [0, 1, 2, 2, 3, 3]
    assert [offset(n) for n in (0, 1, -1, 3)] == [1, 4, 4, 6]


@pytest.mark.parametrize(
    ("family", "bits"),
    [
        (Family(((0, 0),), mode="w"), 2),
        # vector 5, directions 1, leap 1, no chain 1, mode 2, no region 1
        (Family(tuple(KING)), 11),
        (Family.all((0, 1), RIDE), 12),
        (Family.all((1, 2)), 12),  # it could bend
        (Family.all((1, 2), LEAP.bent("straight")), 13),
        (Family.all((0, 1), RIDE, "epw"), 14),
        (Family(AHEAD), 15),  # one direction of four
        (Family(((1, 1), (-1, 1)), LEAP, "p"), 14),  # its own mirror image
        (Family(((1, 1), (1, -1)), LEAP, "p"), 18),  # an orbit
        (Family(((0, 1), (1, 0), (0, -1))), 18),  # any set
        (Family.all((0, 1), cannon()), 16),
        (Family.all((0, 1), cannon("p")), 17),
        (Family.all((0, 1), ride(3)), 17),
        (Family.all((0, 1), Shape((Leg("epw"),))), 24),  # legs 5 + 1, one leg 3 + 3 + 1 + 1
        (Family(AHEAD, LEAP, "e", Region("from", 0, 6)), 23),
    ],
    ids=str,
)
def test_description_lengths(family: Family, bits: int) -> None:
    assert family.bits == bits


@given(st.lists(families(6, 6), max_size=6))
def test_order_is_total_and_simplest_first(some: list[Family]) -> None:
    ordered = sorted(some)
    assert [family.bits for family in ordered] == sorted(family.bits for family in some)
    assert ordered == sorted(some, key=Family.order)
    for one in some:
        for two in some:
            assert (one < two) + (two < one) + (one == two) == 1
            assert (one == two) <= (hash(one) == hash(two))


# --- symmetry


def test_orbits() -> None:
    knight = orbit(Family(((1, 2),), RIDE))
    assert knight == (Family.all((1, 2), RIDE),)
    assert orbit(Family(AHEAD), "quarter-turns") == (Family(tuple(ORTHOGONAL)),)
    assert orbit(Family(((1, 2),)), "left-right") == (Family(((1, 2), (-1, 2))),)
    palace = Family(((-1, 0),), LEAP, "ep", Region("from", -4, 0))
    assert orbit(palace, "left-right") == tuple(
        sorted([palace, Family(((1, 0),), LEAP, "ep", Region("from", 4, 0))])
    )
    frog = Family(((-1, 1), (0, 1), (1, 1)), jump().chained("turning"), "e")
    assert orbit(frog, "left-right") == (frog,)
    assert len(orbit(frog, "quarter-turns")) == 4


@given(families(6, 6), st.sampled_from(sorted(SYMMETRIES)))
def test_an_orbit_is_closed(family: Family, symmetry: str) -> None:
    closed = orbit(family, symmetry)
    for name in SYMMETRIES[symmetry]:
        assert gather(one.turned(TURNS[name]) for one in closed) == closed
    assert gather([*closed, family]) == closed


@given(families(6, 6), st.sampled_from(sorted(TURNS)))
def test_turning_a_family_turns_its_paths(family: Family, name: str) -> None:
    turn = TURNS[name]
    back = {"clockwise": "anticlockwise", "anticlockwise": "clockwise"}.get(name, name)
    assert family.turned(turn).turned(TURNS[back]) == family
    assert family.turned(turn).bits <= family.bits + 8  # only its directions may be longer to say


@given(st.lists(families(6, 6), min_size=1, max_size=5))
def test_gathering_keeps_the_words(some: list[Family]) -> None:
    assert minimal(to_rule(gather(some))) == minimal(to_rule(some))


# --- regions

SIDE = 5
SQUARES = [(x, y) for x in range(SIDE) for y in range(SIDE)]


@given(families(SIDE, SIDE), st.lists(st.sampled_from("eepw"), min_size=25, max_size=25))
def test_a_region_keeps_the_moves_that_begin_or_end_in_it(family: Family, board: list[str]) -> None:
    region = family.region
    if region is None:
        return
    inside = region.squares(SIDE, SIDE)
    plain = Family(family.directions, family.shape, family.mode)
    contents = dict(zip(SQUARES, board, strict=True))
    for origin in SQUARES:
        here = {**contents, origin: "w"}

        def content(square: Coordinates, here: dict[Coordinates, str] = here) -> str | None:
            return here.get(square)

        free = targets(plain.to_rule(), frozenset({origin}), content, 1)
        bound = targets(family.to_rule(), frozenset({origin}), content, 1)
        if region.end == "to":
            assert bound == free & inside
        else:
            assert bound == (free if origin in inside else set())
