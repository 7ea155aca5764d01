"""The examples of the documentation: games and parts of games have no errors, pictures show the true moves."""

from __future__ import annotations

import re

import pytest

import sbg
from tests.docs.pages import Block, all_blocks

GAMES = all_blocks("sbg")
PICTURES = all_blocks("moves")


def whole(example: str) -> str:
    """A whole game around an example, which may be a section, some rules, or some goals."""
    name = "<<Example>>\n"
    board = "<BOARD>\n8 8\n" + "|........|\n" * 8
    pieces, goals = "<PIECES>\n", "<GOALS>\n100 &\n"
    if "<GOALS>" in example:
        return example
    if example.startswith("<<"):
        return example + board + pieces + goals
    if example.startswith("<BOARD>"):
        return name + example + pieces + goals
    if re.match("[A-Z]", example):
        return name + board + pieces + example + goals
    return name + board + pieces + "<GOALS>\n" + example


def test_there_are_examples() -> None:
    assert len(GAMES) > 8
    assert len(PICTURES) > 8


@pytest.mark.parametrize("block", GAMES, ids=str)
def test_examples_have_no_errors(block: Block) -> None:
    sbg.parse(whole(block.body))  # InvalidGameError if there are any


@pytest.mark.parametrize("block", PICTURES, ids=str)
def test_pictures_show_the_true_moves(block: Block) -> None:
    rules, drawing = block.body.split("\n\n")
    mover = rules[0]
    rules = rules.removeprefix(f"{mover}: ")  # `p: P …` shows black's moves under the rule of P
    rows = [re.findall(r"\|[^|]*\|", line) for line in drawing.splitlines()]
    before, marked = ([row[side] for row in rows] for side in (0, 1))
    width, height = len(before[0]) - 2, len(before)
    game = sbg.parse(
        f"<<Picture>><BOARD>{width} {height}\n" + "\n".join(before) + f"<PIECES>{rules}<GOALS>99&"
    )
    board = "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), row.strip("|")) for row in before)
    position = game.position(f"{board} {'w 0' if mover.isupper() else 'b 1'}")
    squares = [list(row.strip("|")) for row in before]
    assert sum(row.count(mover) for row in squares) == 1
    for move in position.moves:
        x, y = move.origin
        if squares[height - 1 - y][x] in (mover, "x"):
            x, y = move.target
            squares[height - 1 - y][x] = "x"
    assert ["|" + "".join(row) + "|" for row in squares] == marked
