"""What stands under the pointer, in words, in whole texts and in broken ones."""

from __future__ import annotations

import pytest

from sbg.app import editor
from sbg.app.editor import Hover
from sbg.language import games
from sbg.language.syntax.codes import GAME

GARDNER = games.read("gardner").decode()


def at(text: str, part: str, inside: int = 0) -> Hover | None:
    """The hover at the first place where something stands."""
    return editor.hover(text, text.index(part) + inside)


def said(text: str, part: str, inside: int = 0) -> Hover:
    hover = at(text, part, inside)
    assert hover is not None
    return hover


def test_letters() -> None:
    hover = said(GAME, "(-1,1,p)", 3)
    assert hover.title == "(-1,1,p)"
    assert hover.text == (
        "Goes 1 column to the left and 1 row forward, onto a square with a piece of the opponent. "
        "Forward is up the board for white and down for black. "
        "If the move ends there, that piece is captured."
    )
    assert GAME[hover.span.start : hover.span.end] == "(-1,1,p)"
    assert hover.piece == "P"
    still = GAME.replace("(0,1,e)", "(0,0,w)")
    assert said(still, "(0,0,w)", 1).text.startswith("Stays on its square")
    own = GAME.replace("(0,1,e)", "(2,0,w)")
    assert "2 columns to the right" in said(own, "(2,0,w)").text
    assert "its own side" in said(own, "(2,0,w)").text


def test_a_letter_with_a_comment_in_it() -> None:
    text = GAME.replace("(0,1,e)", "(0,/* up */ 1,e)")
    for part in ("(0,/*", "0,/*", "1,e)", "e)"):
        assert said(text, part).title == "(0,1,e)", part


def test_pieces_in_rules_rows_and_goals() -> None:
    rule = said(GARDNER, "R (0,1,e)")
    assert rule.title == "R: rook"
    assert rule.piece == "R"
    assert "any number of" in rule.text or "squares" in rule.text
    square = said(GARDNER, "|rnbqk|", 1)
    assert square.title == "r: rook (black)"
    assert square.text.startswith("Black's, on a5. ")
    assert (square.span.end - square.span.start, square.piece) == (1, "r")
    goal = said(GARDNER, "#k 0", 1)
    assert goal.title == "k: king (black)"
    assert goal.text.startswith("Black loses when their last K is captured.")


def test_squares() -> None:
    text = GAME.replace("|...|", "|./* middle */.x|")
    assert said(text, ".x|").title == "Square b2"
    assert said(text, "x|").text.startswith("Black's, on c2. It has no rule")
    assert at(text, "middle") is None


def test_what_else_is_told() -> None:
    text = GAME.replace("(0,1,e)", "(0,1,e)^*(1,0,e)^3((1,1,e))^0")
    assert said(text, "^*").text == said(text, "*(1").text
    assert "any number of times" in said(text, "^*").text
    assert "exactly 3 times" in said(text, "3(").text
    assert "empty word" in said(text, "^0").text
    assert said(text, "+").text.startswith("Or")
    assert said(text, "<BOARD>").title == "<BOARD>"
    assert said(text, "3 3").title == "Width"
    assert said(text, "3 3", 2).title == "Height"
    assert said(text, "20 &").title == "Turn limit"
    assert said(text, "1 2,").text.startswith("Square b3: column 1 from the left and row 2")
    assert said(text, "Three").title == "Name of the game"
    assert said(text, "&").title == "&"
    assert "off the board" in said(GAME.replace("0 2,", "7 2,"), "7 2,").text
    assert at("// only\n" + text, "only") is None
    assert at(text, "\n<BOARD>", 0) is not None  # the end of the name still belongs to it
    assert at(text, " (0,1,e)^*", 1) is not None


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        ("P (0,1,e", "mistake"),
        ("P (0,9,e) &", "mistake: letter steps 9 rows"),
        ("P", "mistake"),
        ("P (((0,1,e)^1000)^1000)^1000 &", "mistake: the rule of piece `P` is too large"),
    ],
)
def test_a_rule_with_a_mistake(rule: str, told: str) -> None:
    text = GAME.replace("P (0,1,e) + (1,1,p) + (-1,1,p) &", rule)
    hover = said(text, "PPP")
    assert told in hover.text


def test_mistakes_elsewhere_do_not_matter() -> None:
    broken = GARDNER.replace("<<", "<").replace("P (0,1,e)", "P 0,1,e)").replace("|ppppp|", "|ppp")
    assert said(broken, "N (1,2,e)").title == "N: knight"
    assert "1 row forward" in said(broken, "(0,1,e)^*").text


def test_a_file_without_a_board_is_described_on_a_usual_one() -> None:
    assert said("<<A>><PIECES>N (1,2,e)+(1,2,p) &", "N (").text


def test_nothing_is_said_of_a_text_that_is_too_large() -> None:
    assert editor.hover("<BOARD>" + " " * 4_000_000, 1) is None
    assert editor.complete("<BOARD>" + " " * 4_000_000, 7).items == ()
    assert editor.outline("<BOARD>" + " " * 4_000_000) == ()


def test_one_is_not_many() -> None:
    small = "<<A>><BOARD>1 01|K|<PIECES>K (0,0,w)&<GOALS>001&"
    assert said(small, "1 01").text == "The board has 1 column."
    assert said(small, "01|").text == "The board has 1 row."
    assert (
        said(small, "001&").text == "After 1 ply the game is drawn, if nothing else has ended it."
    )
    assert (
        said(GAME, "20 &").text == "After 20 plies the game is drawn, if nothing else has ended it."
    )
