"""The pairs of squares that moves can have, against every board that there is."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sbg
from sbg import reach
from sbg.language.model import Coordinates, Description, Piece, Regexp
from sbg.language.reference.meaning import targets
from sbg.moves.reach import possible
from tests.strategies import regexps


def game(rule: Regexp, width: int, height: int) -> Description:
    rows = ("." * width,) * height
    return Description("x", width, height, rows, (Piece("A", rule),), (), 10)


def by_brute_force(
    rule: Regexp, width: int, height: int, forward: int
) -> set[tuple[Coordinates, Coordinates]]:
    """The pairs that some board allows, by the paper's definition."""
    squares = [(x, y) for y in range(height) for x in range(width)]
    found = set()
    for contents in product("epw", repeat=len(squares) - 1):
        for number, origin in enumerate(squares):
            held = (*contents[:number], "w", *contents[number:])
            board = dict(zip(squares, held, strict=True))
            for target in targets(rule, frozenset([origin]), board.get, forward):
                found.add((origin, target))
    return found


def as_set(found: reach.Pairs, letter: str) -> set[tuple[Coordinates, Coordinates]]:
    def square(number: int) -> Coordinates:
        return number % found.width, number // found.width

    return {(square(a), square(b)) for a, b in found[letter].tolist()}


@st.composite
def small(draw: st.DrawFn) -> tuple[Regexp, int, int]:
    width, height = draw(st.sampled_from([(1, 1), (1, 4), (2, 2), (3, 2), (5, 1), (2, 3)]))
    return draw(regexps(width, height)), width, height


@given(small())
def test_pairs_are_those_that_some_board_allows(case: tuple[Regexp, int, int]) -> None:
    rule, width, height = case
    found = reach.pairs(game(rule, width, height))
    assert found.exact
    assert as_set(found, "A") == by_brute_force(rule, width, height, 1)
    assert as_set(found, "a") == by_brute_force(rule, width, height, -1)


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ("(1,0,e)(-1,0,w)(1,0,p)", []),  # b1 cannot be empty and hold an enemy
        ("(1,0,e)(-1,0,w)(1,0,e)", ["a1b1", "b1c1", "c1d1"]),
        ("(1,0,e)(-1,0,e)", []),  # the start holds the piece
        ("(1,0,e)(-1,0,w)", ["a1a1", "b1b1", "c1c1"]),
        ("(1,0,e)(1,0,p)(-1,0,p)", []),
        ("((1,0,e)+(1,0,p))(-1,0,w)(1,0,p)(1,0,e)", ["a1c1", "b1d1"]),
        ("((1,0,e)(-1,0,w)(1,0,p)(1,0,e) + (3,0,e))", ["a1d1"]),
    ],
)
def test_a_square_has_one_content_while_a_word_is_read(rule: str, expected: list[str]) -> None:
    text = f"<<x>>\n<BOARD>\n4 1\n|A..a|\n<PIECES>\nA {rule} &\n<GOALS>\n9 &\n"
    found = reach.pairs(sbg.parse(text))
    assert [f"{'abcd'[a]}1{'abcd'[b]}1" for a, b in found["A"].tolist()] == expected
    assert found.exact


def test_pairs_of_gardner() -> None:
    found = reach.pairs(sbg.load("gardner"))
    assert found.letters == ("P", "R", "N", "B", "Q", "K", "p", "r", "n", "b", "q", "k")
    assert (found.width, found.height, found.exact) == (5, 5, True)
    assert [0, 5] in found["P"].tolist()
    assert [5, 0] not in found["P"].tolist()
    assert [5, 0] in found["p"].tolist()
    assert [0, 5] not in found["p"].tolist()
    assert len(found["R"]) == 25 * 8
    assert found["R"].dtype == np.int32
    assert len(found["N"]) == 96
    # A queen, or a knight's leap: what any piece can play.
    both = {tuple(pair) for letter in found.letters for pair in found[letter].tolist()}
    assert found.union.tolist() == sorted(map(list, both))
    assert found.union_of("N").tolist() == found["N"].tolist()
    assert len(found.union_of("")) == 0


@pytest.mark.parametrize("letter", "Pp")
def test_pairs_are_in_order(letter: str) -> None:
    rows = reach.pairs(sbg.load("chess"))[letter].tolist()
    assert rows == sorted(rows)


def test_a_piece_without_a_rule_has_no_pairs() -> None:
    text = "<<x>>\n<BOARD>\n2 1\n|Aa|\n<PIECES>\n<GOALS>\n9 &\n"
    found = reach.pairs(sbg.parse(text))
    assert [found[letter].shape for letter in "Aa"] == [(0, 2), (0, 2)]


def test_too_much_work_gives_more_pairs_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "<<x>>\n<BOARD>\n4 1\n|A..a|\n<PIECES>\nA (1,0,e)(-1,0,w)(1,0,p) & B (1,0,e) &\n<GOALS>\n9 &\n"
    monkeypatch.setattr(possible, "_WORK", 0)
    found = reach.pairs(sbg.parse(text))
    assert found.bounds == {"A", "a", "B", "b"}
    assert found["A"].tolist() == [[0, 1], [1, 2], [2, 3]]


def test_what_is_not_a_game_is_refused() -> None:
    with pytest.raises(TypeError, match="a game, its name or a description is needed, not int"):
        reach.pairs(5)  # type: ignore[arg-type]
