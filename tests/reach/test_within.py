"""Whether two rules are the same on some boards only, against all of these boards."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sbg.language.model import Description, Piece, Regexp
from sbg.language.model.regexp import sum_of
from sbg.language.reference.meaning import targets
from sbg.moves import automata
from sbg.moves.reach.difference import Deadline, Within, difference
from tests.strategies import regexps

WIDTH, HEIGHT = 2, 3
SQUARES = [(x, y) for y in range(HEIGHT) for x in range(WIDTH)]


def odd_one(one: Regexp, other: Regexp, within: Within) -> bool:
    """Whether the two differ on any board that counts, by the paper's definition."""
    held = [
        [on for on, squares in zip("epw", within.possible, strict=True) if squares >> number & 1]
        for number in range(len(SQUARES))
    ]
    for number, origin in enumerate(SQUARES):
        if not within.origins >> number & 1:
            continue
        start = frozenset([origin])
        for contents in product(*held[:number], ["w"], *held[number + 1 :]):
            content = dict(zip(SQUARES, contents, strict=True)).get
            if targets(one, start, content, 1) != targets(other, start, content, 1):
                return True
    return False


boards = st.integers(0, 2 ** len(SQUARES) - 1)


@pytest.mark.long
@settings(max_examples=150, deadline=None)
@given(regexps(WIDTH, HEIGHT), regexps(WIDTH, HEIGHT), st.booleans(), boards, boards, boards)
def test_rules_are_compared_on_the_boards_that_count(
    one: Regexp, other: Regexp, near: bool, origins: int, opponents: int, own: int
) -> None:
    second = sum_of([one, other]) if near else other
    rows = ("." * WIDTH,) * HEIGHT
    described = [
        Description("x", WIDTH, HEIGHT, rows, (Piece("A", rule),), (), 1) for rule in (one, second)
    ]
    first, then = (automata.compile(each)["A"] for each in described)
    everywhere = 2 ** len(SQUARES) - 1
    within = Within(origins, (everywhere, opponents, own))
    found = difference(WIDTH, HEIGHT, first, then, Deadline(60), within)
    assert (found is not None) == odd_one(one, second, within)
