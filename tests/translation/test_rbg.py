"""RBG: an independent reader counts the same sequences of moves and the same ends as we do."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings

import sbg
from sbg import reference
from sbg.language import games
from sbg.language.model import Description, Letter, Power
from sbg.language.model.regexp import concat, sum_of
from sbg.translation.fitting.rules import comes_back, nullable, starless
from tests.strategies import descriptions
from tests.translation import rbg_reader
from tests.translation.counting import count
from tests.translation.games import ODD


def check(played: sbg.Game | Description, start: object, most: int, depth: int = 20) -> None:
    expected = count(start, depth, most)  # type: ignore[arg-type]
    text = sbg.translate(played, "rbg").text
    assert rbg_reader.count(text, len(expected[0]) - 1) == expected


@pytest.mark.parametrize("name", games.names())
def test_bundled(name: str) -> None:
    played = sbg.load(name)
    check(played, played.start, most=60, depth=3)


@pytest.mark.parametrize("name", ODD)
def test_odd(name: str) -> None:
    check(ODD[name], reference.Position(ODD[name]), most=200, depth=10)


@settings(max_examples=40)
@given(descriptions(4))
def test_random(description: Description) -> None:
    check(description, reference.Position(description), most=40, depth=3)


@pytest.mark.parametrize("name", ["gardner", "hexapawn", "xiangqi", "leapfrog"])
def test_moves_both_ways(name: str) -> None:
    played = sbg.load(name)
    translation = sbg.translate(played, "rbg")
    theirs = sorted(rbg_reader.legal(translation.text))
    assert theirs == sorted(map(translation.to_target, played.start.moves))
    assert {translation.from_target(move) for move in theirs} == set(played.start.moves)
    for wrong in ("", "rx0y0", "rx0y0 rx99y0", "a2 a3", "rx0y0 rx0y1 rx0y2"):
        with pytest.raises(ValueError, match="is not a move"):
            translation.from_target(wrong)


def test_a_marker_only_where_a_walk_may_come_back() -> None:
    up, down = Letter(0, 1, "e"), Letter(0, -1, "w")
    assert comes_back(concat([up, down]), 3, 3)
    assert comes_back(Letter(0, 0, "w"), 3, 3)
    assert comes_back(Power(sum_of([up, down]), None), 3, 3)
    assert not comes_back(Power(up, None), 3, 3)
    assert not comes_back(concat([up, Letter(1, 0, "e"), down]), 3, 3)
    assert "wKfrom" not in sbg.translate(sbg.load("gardner"), "rbg").text


def test_no_star_of_the_empty_word() -> None:
    a, b = Letter(0, 1, "e"), Letter(1, 0, "e")
    inner = sum_of([Power(a, None), b])
    assert starless(Power(inner, None)) == Power(sum_of([a, b]), None)
    both = concat([Power(a, None), Power(b, None)])
    assert starless(Power(both, None)) == Power(sum_of([a, b]), None)
    assert nullable(starless(Power(a, 0)))
    assert starless(Power(Power(Power(a, 2), None), 3)) == Power(Power(a, 2), None)


@pytest.mark.parametrize("name", games.names())
def test_every_macro_is_used(name: str) -> None:
    text = re.sub(r"//[^\n]*", "", sbg.translate(sbg.load(name), "rbg").text)
    for macro in re.findall(r"^#(\w+)", text, re.MULTILINE):
        if macro not in ("players", "pieces", "variables", "board", "rules"):
            assert len(re.findall(rf"\b{macro}\b", text)) > 1, macro
