"""GDL: clingo counts the same sequences of moves and the same ends as we do, and the text keeps the rules of GDL."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings

import sbg
from sbg import reference
from sbg.language import games
from sbg.language.model import Description
from sbg.translation import gdl
from tests.strategies import descriptions
from tests.translation import asp, kif
from tests.translation.counting import count
from tests.translation.games import ODD, game


def check(played: sbg.Game | Description, start: object, most: int, depth: int = 20) -> None:
    text = sbg.translate(played, "gdl").text
    assert list(kif.mistakes(kif.read(text))) == []
    expected = count(start, depth, most)  # type: ignore[arg-type]
    assert asp.count(text, len(expected[0]) - 1) == expected


@pytest.mark.parametrize("name", games.names())
def test_bundled(name: str) -> None:
    played = sbg.load(name)
    check(played, played.start, most=500, depth=6)


@pytest.mark.parametrize("name", ODD)
def test_odd(name: str) -> None:
    check(ODD[name], reference.Position(ODD[name]), most=2000, depth=10)


@settings(max_examples=60)
@given(descriptions(4))
def test_random(description: Description) -> None:
    check(description, reference.Position(description), most=60, depth=3)


def test_large_turn_limits_are_counted_in_binary() -> None:
    limit = gdl.MOST_PLY_FACTS + 3
    still = game("k K", "K (0,0,w) &", f"{limit} &")
    text = sbg.translate(still, "gdl").text
    assert "(succ 9 10)" not in text
    assert list(kif.mistakes(kif.read(text))) == []
    program = kif.program(kif.read(text))
    assert asp.models(program, limit - 1) == (1, Counter())
    assert asp.models(program, limit) == (1, Counter(draw=1))
    largest = sbg.translate(game("k K", "K (0,0,w) &", f"{10**9} &"), "gdl").text
    assert len(largest) < 4000


def test_a_large_board_stays_small() -> None:
    side = 64
    rows = " ".join(["q" * side] + ["." * side] * (side - 2) + ["Q" * side])
    rider = " + ".join(
        f"({x},{y},e)^*(({x},{y},e) + ({x},{y},p))"
        for x in (-1, 0, 1)
        for y in (-1, 0, 1)
        if x or y
    )
    text = sbg.translate(game(rows, f"Q {rider} &", "100 &"), "gdl").text
    assert len(text) < 30_000
    assert list(kif.mistakes(kif.read(text))) == []


def test_moves_both_ways() -> None:
    for name in ("gardner", "great-plain", "hexapawn"):
        played = sbg.load(name)
        translation = sbg.translate(played, "gdl")
        for move in played.start.moves:
            assert translation.from_target(translation.to_target(move)) == move
    assert translation.to_target(sbg.Move((0, 1), (0, 2))) == "(move a 2 a 3)"
    assert translation.from_target(" ( MOVE a 2  A 3 )\n") == sbg.Move((0, 1), (0, 2))
    for wrong in ("noop", "(move a 2 a)", "(move a 0 a 1)", "", "(move a 2 a 3) x"):
        with pytest.raises(ValueError, match="is not a move"):
            translation.from_target(wrong)


def test_the_text_is_stable_and_says_where_it_came_from() -> None:
    text = sbg.translate(sbg.load("gardner"), "gdl").text
    assert text == sbg.translate(sbg.load("gardner"), "gdl").text
    assert text.startswith("; Simplified Gardner, on a board of 5x5\n")
    assert "rules of gardner.sbg" in text
    assert "; wn: white's N (knight): Leaps" in text


def test_the_checker_finds_what_is_wrong() -> None:
    wrong = {
        "(<= (p ?x) (not (q ?x))) (q a) (<= (legal white a) (p a))": "unbound",
        "(<= (p ?x) (q ?x) (not (p ?x))) (q a)": "in one circle",
        "(<= (p ?x ?y) (p ?y ?z) (q ?x)) (q a)": "recursion restriction",
        "(<= terminal (does white a))": "depends on does",
        "(<= terminal p)": "not defined",
        "(p a) (p a b)": "arguments",
    }
    for text, part in wrong.items():
        assert any(part in found for found in kif.mistakes(kif.read(text))), text
