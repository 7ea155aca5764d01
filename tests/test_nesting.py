"""Rules nested as deep as the limit allows go through every stage, and their values through every operation."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import TypeVar

import pytest

import sbg
from sbg.language import model, syntax
from sbg.language.syntax import Source, tree
from sbg.language.syntax.formatter import format_source
from sbg.limits import MAX_NESTING
from sbg.moves import automata

T = TypeVar("T")
CALLERS = 250
"""Frames that the stack holds already, as it may in a notebook or under a test runner."""


def from_below(call: Callable[[], T], frames: int = CALLERS) -> T:
    """The result of a call made far from the top of the stack."""
    return call() if frames == 0 else from_below(call, frames - 1)


def nested(before: str, after: str, levels: int = MAX_NESTING) -> str:
    return before * levels + "(0,1,e)" + after * levels


RULES = {
    "parentheses": nested("(", ")"),
    "powers": nested("(", ")^1"),
    "stars": nested("(", ")^*"),
    "empty words": nested("(", ")^0"),
    "on the left": nested("(", ")^1(0,1,e) + (1,0,e)"),
    "on the right": nested("((1,0,e) + (0,1,e)", ")^*"),
    "in sums": nested("((0,1,e) + (0,1,p)(1,0,e)^*", ")"),
    "two by two": nested("((0,1,e)(1,0,e)^*((0,1,p) + ", ")^*)", MAX_NESTING // 2),
}


@pytest.fixture(params=RULES)
def text(request: pytest.FixtureRequest) -> str:
    rule = RULES[request.param]
    return f"<<Deep>><BOARD>3 3|..k||...||K..|<PIECES>K {rule} &<GOALS>9&#k 0&"


def parsed(text: str) -> tree.File:
    found = from_below(lambda: syntax.parse(Source("deep.sbg", text)))
    assert found.tree is not None, found.diagnostics
    return found.tree


def described(text: str) -> model.Description:
    found = from_below(lambda: syntax.check(syntax.parse(Source("deep.sbg", text))))
    assert found.description is not None, found.diagnostics
    return found.description


@pytest.mark.parametrize("make", [parsed, described])
def test_values(text: str, make: Callable[[str], tree.File | model.Description]) -> None:
    one, other = make(text), make(text)
    less = make(text.replace("(0,1,e)", "(0,2,e)", 1))
    assert from_below(lambda: one == other)
    assert from_below(lambda: one != less)
    assert from_below(lambda: hash(one) == hash(other))
    assert from_below(lambda: pickle.loads(pickle.dumps(one))) == one
    assert from_below(lambda: copy.deepcopy(one)) == one
    assert from_below(lambda: copy.copy(one)) == one
    assert from_below(lambda: repr(one)) == repr(other) != repr(less)


def test_stages(text: str) -> None:
    assert all(found.severity != "error" for found in from_below(lambda: sbg.check(text)))
    formatted = from_below(lambda: format_source(Source("deep.sbg", text)))
    assert described(formatted) == described(text)
    game = from_below(lambda: sbg.parse(text))
    assert from_below(lambda: automata.compile(game.description))["K"].state_count >= 1
    moves = from_below(lambda: game.start.moves)
    assert from_below(lambda: sbg.reference.Position(game).moves) == moves


def test_the_text_of_a_rule_means_the_rule(text: str) -> None:
    rule = described(text).rule("K")
    again = f"<<Deep>><BOARD>3 3|..k||...||K..|<PIECES>K {from_below(lambda: str(rule))} &<GOALS>9&"
    assert described(again).rule("K") == rule


def test_values_are_shown_as_dataclasses_are() -> None:
    letter = model.Letter(0, 1, "e")
    power = model.Power(letter, None)
    assert repr(power) == f"Power(body={letter!r}, count=None)"
    assert repr(model.Sum((power, letter))) == f"Sum(parts=({power!r}, {letter!r}))"
    assert repr(model.Concat((letter,))) == f"Concat(parts=({letter!r},))"
    assert repr(model.Concat(())) == "Concat(parts=())"


def test_values_of_different_kinds_differ() -> None:
    letter = model.Letter(0, 1, "e")
    parts = (letter, letter)
    assert model.Sum(parts) != model.Concat(parts)
    assert model.Sum(parts) != parts
    assert model.Power(letter, 2) != model.Power(letter, None)
    assert model.Sum((model.Concat(parts), letter)) != model.Sum((model.Concat((letter,)), *parts))
    assert len({model.Sum(parts), model.Sum(parts), model.Concat(parts)}) == 2
