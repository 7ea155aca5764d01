"""`sbg describe`: the rules of a game in words."""

from __future__ import annotations

import json

import pytest

import sbg
from sbg.language import games
from tests.cli.conftest import Command
from tests.cli.helpers import THREE_PAWNS, WRONG_ROW


def test_describe(command: Command) -> None:
    answer = command("describe", "gardner")
    assert (answer.code, answer.err) == (0, "")
    lines = answer.out.splitlines()
    assert lines[0] == "Simplified Gardner"
    assert "  R, rook" in lines
    assert "    Captures one square diagonally forward." in lines
    assert "  A player loses when their last king is captured." in lines
    assert lines[-1] == "  After 100 plies the game is drawn, if nothing else has ended it."
    assert max(map(len, lines)) <= 88


@pytest.mark.parametrize("name", games.names())
def test_every_form_says_the_same(command: Command, name: str) -> None:
    rules = sbg.describe(sbg.load(name))
    data = json.loads(command("describe", name, "--json").out)
    assert data["name"] == rules.name
    assert data["board"] == rules.board
    assert [piece["letter"] for piece in data["pieces"]] == [p.letter for p in rules.pieces]
    assert [piece["name"] for piece in data["pieces"]] == [p.name for p in rules.pieces]
    assert [tuple(p["sentences"]) for p in data["pieces"]] == [p.sentences for p in rules.pieces]
    assert (tuple(data["goals"]), tuple(data["ending"])) == (rules.goals, rules.ending)
    text = " ".join(command("describe", name).out.split())
    page = command("describe", name, "--markdown").out
    for sentence in [
        rules.board,
        *(sentence for piece in rules.pieces for sentence in piece.sentences),
        *rules.goals,
        *rules.ending,
    ]:
        assert sentence in text
        assert sentence in page


def test_markdown(command: Command) -> None:
    answer = command("describe", "-", "--markdown", stdin=THREE_PAWNS)
    assert answer.code == 0
    assert answer.out == (
        "# Three pawns\n\n"
        "The board has 3×3 squares: files a to c, ranks 1 to 3. White moves first. Forward is up the "
        "board for White and down for Black. Each player has three pawns.\n\n"
        "## Pieces\n\n"
        "- **P**, pawn: Moves one square straight forward to an empty square. "
        "Captures one square diagonally forward.\n\n"
        "## Goals\n\n"
        "- A player wins by moving a pawn to the far row.\n"
        "- A player who is to move and has no legal move loses.\n"
        "- After 20 plies the game is drawn, if nothing else has ended it.\n"
    )


def test_a_game_with_errors_is_not_described(command: Command) -> None:
    answer = command("describe", "-", stdin=WRONG_ROW)
    assert (answer.code, answer.out) == (1, "")
    assert "SBG201" in answer.err


def test_misuse(command: Command) -> None:
    answer = command("describe", "gardner", "--json", "--markdown")
    assert (answer.code, answer.out) == (2, "")
    assert "choose one" in answer.err
    assert command("describe", "gardnre").code == 2


def test_a_sheet_to_print(command: Command) -> None:
    page = command("describe", "gardner", "--html").out
    assert page.startswith("<!DOCTYPE html>")
    assert page.count("<svg") == 7  # the board, and a diagram for each piece
    assert "<h3>N, knight</h3>" in page
    assert "Leaps two by one in any direction" in page
    assert "their last king is captured" in page
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")  # it needs no other file
    assert command("describe", "gardner", "--html", "--json").code == 2
