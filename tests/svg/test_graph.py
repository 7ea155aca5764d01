"""Pictures of automata: well formed, complete, nothing on top of each other and nothing outside."""

from __future__ import annotations

import itertools
from xml.etree import ElementTree

import pytest
from hypothesis import given

import sbg
from sbg.explain.pictures.graph import MOST_STATES, TooLargeToDraw, svg
from sbg.language import games
from sbg.language.model import Concat, Letter, Regexp, Sum
from sbg.moves import automata
from sbg.moves.automata import Dfa
from sbg.moves.automata.dot import labels
from tests.strategies import regexps

SVG = "{http://www.w3.org/2000/svg}"


def check(dfa: Dfa, name: str) -> None:
    """The picture shows all states, arrows and letters, apart from each other and inside the frame."""
    picture = ElementTree.fromstring(svg(dfa, name))
    left, top, width, height = map(float, picture.attrib["viewBox"].split())
    circles = [circle.attrib for circle in picture.iter(f"{SVG}circle")]
    states = [(float(c["cx"]), float(c["cy"])) for c in circles if c["r"] == "17"]
    assert len(states) == dfa.state_count
    assert len(circles) == dfa.state_count + len(dfa.accepting)
    for (x, y), (other_x, other_y) in itertools.combinations(states, 2):
        assert (x - other_x) ** 2 + (y - other_y) ** 2 > 34**2
    for x, y in states:
        assert left + 17 <= x <= left + width - 17
        assert top + 17 <= y <= top + height - 17
    written = [text.text for text in picture.iter(f"{SVG}text")]
    arrows = labels(dfa)
    for line in itertools.chain.from_iterable(lines[:23] for lines in arrows.values()):
        written.remove(line)
    for state in range(dfa.state_count):
        written.remove(str(state))
    paths = picture.findall(f"{SVG}g/{SVG}path")
    assert len(paths) == len(arrows) + 1  # and the one into the start
    for rect in picture.iter(f"{SVG}rect"):
        if rect.attrib["width"] != "100%":
            assert left <= float(rect.attrib["x"])
            assert float(rect.attrib["x"]) + float(rect.attrib["width"]) <= left + width


@pytest.mark.parametrize("name", games.names())
def test_the_pieces_of_the_bundled_games(name: str) -> None:
    for letter, dfa in sbg.load(name).automata.items():
        check(dfa, f"{letter} & <{name}>")


@given(regexps(8, 8))
def test_any_rule(rule: Regexp) -> None:
    check(automata.minimal(rule), "")


def test_long_labels_are_cut_and_say_so() -> None:
    leaps = [Letter(x, y, "e") for x in range(6) for y in range(5)]
    picture = svg(automata.minimal(Sum(tuple(leaps))))
    assert "… 7 more" in picture


def test_a_picture_has_a_largest_size() -> None:
    word = Concat(tuple(Letter(0, 1, "e") for _ in range(MOST_STATES)))
    with pytest.raises(TooLargeToDraw, match="301 states"):
        svg(automata.minimal(word))
