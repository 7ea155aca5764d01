"""Walks whose steps can never lead to most of the board: they end when all within reach is found, and not before."""

from __future__ import annotations

import random

import pytest

import sbg
from sbg import reference
from tests import heavy

STEPS = {
    "every other square": [(2, 0), (0, 2), (-2, 2), (2, -2)],
    "one colour": [(1, 1), (1, -1), (-1, 1), (-1, -1), (2, 0)],
    "one column": [(0, 1), (0, -1), (0, 3)],
    "one row": [(2, 0), (-2, 0), (6, 0)],
    "a line aslant": [(1, 2), (-1, -2), (2, 4)],
    "shifted rows": [(2, 1), (-2, -1), (0, 3), (0, -3)],
    "shifted back": [(-3, 1), (3, -1), (0, 5), (0, -5), (3, 4)],
}


@pytest.mark.long
@pytest.mark.parametrize("name", STEPS)
def test_moves_are_those_of_the_reference(name: str) -> None:
    draw = random.Random(name)
    letters = [heavy.letter(x, y, on) for x, y in STEPS[name] for on in "epw"]
    rule = "".join(f"{draw.choice(letters)}^*" for _ in range(120))
    rows = [list(row) for row in heavy.full(20, 20, "K.K")]
    for _ in range(60):
        rows[draw.randrange(20)][draw.randrange(20)] = "."
    rows[19][0] = "K"
    game = sbg.parse(heavy.game(["".join(row) for row in rows], {"K": rule}))
    start = reference.Position(game)
    assert list(game.start.moves) == list(start.moves)
    assert len(game.start.moves) > 100
