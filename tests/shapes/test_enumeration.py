"""The list of families that fit a board: in order, without duplicates, and with all that bundled games have."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sbg
from sbg import automata, games, shapes
from sbg.automata import Dfa
from sbg.model import Description, Piece
from sbg.shapes import LEAP, RIDE, Composition, Family, Region, of
from sbg.shapes.paths import KING


def on_board(family: Family, width: int, height: int) -> Dfa:
    rows = ("." * width,) * height
    piece = Piece("X", family.to_rule())
    return automata.compile(Description("", width, height, rows, (piece,), (), 0))["X"]


@pytest.mark.long
@settings(max_examples=25)
@given(st.integers(1, 5), st.integers(1, 5), st.data())
def test_no_two_have_the_same_automaton_on_the_board(
    width: int, height: int, data: st.DataObject
) -> None:
    """All of the simple ones, and those of one shape and one vector up to a larger size."""
    found = shapes.enumerate(width, height, 15)
    longer = shapes.enumerate(width, height, 20)
    shape = data.draw(st.sampled_from(sorted({family.shape for family in longer})))
    region = data.draw(st.sampled_from([None, *(f.region for f in longer if f.region)]))
    found += shapes.enumerate(width, height, 22, shapes=[shape], modes=["e", "p"], regions=[region])
    known: dict[Dfa, Family] = {}
    for family in dict.fromkeys(found):
        dfa = on_board(family, width, height)
        assert dfa.accepting
        assert known.setdefault(dfa, family) == family


@pytest.mark.parametrize(
    ("width", "height", "size"), [(1, 3, 30), (2, 2, 26), (3, 2, 25), (4, 4, 19)]
)
def test_no_two_of_a_small_board(width: int, height: int, size: int) -> None:
    found = shapes.enumerate(width, height, size)
    assert len({on_board(family, width, height) for family in found}) == len(found) > 2


@pytest.mark.long
@pytest.mark.parametrize(("width", "height", "size"), [(3, 2, 25), (4, 4, 20), (8, 8, 17)])
def test_each_is_found_again(width: int, height: int, size: int) -> None:
    for family in shapes.enumerate(width, height, size):
        assert of(family.to_rule()) == Composition((family,))


def test_they_are_in_order() -> None:
    found = shapes.enumerate(8, 8, 18)
    lengths = [family.bits for family in found]
    assert lengths == sorted(lengths)
    assert lengths[-1] == 18
    assert found == sorted(found)
    assert len(set(found)) == len(found)
    assert shapes.enumerate(8, 8, 16) == [family for family in found if family.bits <= 16]
    assert found[2] == min(found[2:])
    assert Family(tuple(KING), RIDE) in found


@pytest.mark.parametrize("name", games.names())
def test_all_families_of_the_bundled_games_are_listed(name: str) -> None:
    game = sbg.load(name)
    width, height = game.description.width, game.description.height
    found = {family for dfa in game.automata.values() for family in of(dfa).families}
    plain = {family for family in found if family.region is None}
    size = max(family.bits for family in plain)
    assert plain <= set(shapes.enumerate(width, height, size, regions=[None]))
    for family in found - plain:
        near = shapes.enumerate(
            *(width, height, family.bits),
            vectors=[family.vector],
            shapes=[family.shape],
            modes=[family.mode],
        )
        assert family in near


def test_the_list_can_be_narrowed() -> None:
    whole = shapes.enumerate(6, 6, 17)
    leaps = shapes.enumerate(6, 6, 17, shapes=[LEAP], modes=["e"], vectors=[(1, 2)])
    assert leaps == [
        family
        for family in whole
        if (family.shape, family.mode, family.vector) == (LEAP, "e", (1, 2))
    ]
    region = Region("from", 0, 4)
    bound = shapes.enumerate(6, 6, 25, regions=[region], modes=["e"])
    assert {family.region for family in bound} == {region}
    assert all(family.region is None for family in shapes.enumerate(6, 6, 20, regions=[None]))


def test_what_does_not_fit_is_not_listed() -> None:
    narrow = shapes.enumerate(8, 1, 20)
    assert all(y == 0 for family in narrow for _, y in family.directions)
    assert Family.all((0, 1), RIDE) not in shapes.enumerate(
        8, 2, 20
    )  # no ride of two steps forward
    assert Family(((1, 0), (-1, 0)), RIDE) in shapes.enumerate(8, 2, 20)
    assert shapes.enumerate(1, 1, 99) == [Family(((0, 0),), mode=""), Family(((0, 0),), mode="w")]


@pytest.mark.parametrize("size", [(0, 5), (5, 65), (-1, 5)])
def test_no_board(size: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="sides from 1 to 64"):
        shapes.enumerate(*size, 10)
