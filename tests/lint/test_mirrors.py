"""Warnings about goals and directions that are not mirrored though the board is, and about some goal squares."""

from __future__ import annotations

import pytest

import sbg
from sbg.app import editor

PAWN = "P (0,1,e) + (1,1,p) + (-1,1,p) &"
KING = "K (0,1,e) + (0,1,p) + (1,0,e) + (1,0,p) + (-1,0,e) + (-1,0,p) + (0,-1,e) + (0,-1,p) &"


def game(rows: str, goals: str, *rules: str) -> str:
    parts = rows.split()
    board = "\n".join(f"|{row}|" for row in parts)
    size = f"{len(parts[0])} {len(parts)}"
    return f"<<Test>>\n<BOARD>\n{size}\n{board}\n<PIECES>\n" + "\n".join(
        [*rules, "<GOALS>", "50 &", goals, ""]
    )


def codes(text: str) -> list[str]:
    return [found.code for found in sbg.check(text)]


def test_swapped_coordinates_of_goal_squares_are_noticed() -> None:
    """As a designer wrote it: the squares of a column instead of those of the last row."""
    text = game("..k.. ppppp ..... PPPPP ..K..", "@P 4 0, 4 1, 4 2, 4 3, 4 4 &", PAWN, KING)
    (found,) = sbg.check(text)
    assert found.code == "SBG414"
    assert found.message == "piece `P` can never enter 2 of its goal squares"
    start, end = found.primary.span
    assert text[start:end] == "4 0"
    assert [text[slice(*label.span)] for label in found.secondary] == ["4 1"]


def test_squares_that_can_be_reached_give_no_warning() -> None:
    """The first row cannot be entered by the pawns that stand on it, the others can."""
    wins = "@P 0 2, 1 2, 2 2 & @p 0 0, 1 0, 2 0 &"
    assert codes(game("ppp ... PPP", wins, PAWN)) == []


def test_a_forgotten_goal_is_noticed_and_can_be_added() -> None:
    text = game("..k ppp ... PPP ..K", "#K 0 &", PAWN, KING)
    (found,) = sbg.check(text)
    assert found.code == "SBG415"
    assert found.message == "goal `#K` has no counterpart `#k`"
    assert found.fix is not None
    assert not found.fix.safe
    mended = editor.fixed(text, unsafe=True).text
    assert mended == text.replace("#K 0 &", "#K 0 &\n#k 0 &")
    assert codes(mended) == []


def test_goals_that_differ_are_noticed() -> None:
    text = game("ppp ... PPP", "@P 0 2, 1 2, 2 2 & @p 0 0, 1 0 &", PAWN)
    (found,) = sbg.check(text)
    assert found.message == "goals `@P` and `@p` are not mirror images"
    assert [text[slice(*label.span)] for label in found.secondary] == ["@p 0 0, 1 0"]


@pytest.mark.parametrize(
    ("rows", "goals"),
    [
        ("k.. ppp ... PPP ..K", "@K 0 4 & @k 2 0 &"),  # turned
        ("..k ppp ... PPP ..K", "@K 0 4 & @k 0 0 &"),  # reflected
        ("..k ppp ... PPP ..K", "#K 0 & #k 0 &"),
        ("..k ppp ... .PP ..K", "#K 0 &"),  # the pieces are not placed alike
        ("..k ppp ... PPP ..K", "@P 0 4, 1 4 & @P 2 4 & @p 0 0 & @p 2 0, 1 0 &"),  # united
    ],
)
def test_goals_that_are_mirrored_or_need_not_be(rows: str, goals: str) -> None:
    assert codes(game(rows, goals, PAWN, KING)) == []


@pytest.mark.parametrize(
    ("rule", "warned"),
    [
        ("P (1,0,e) + (1,1,p) + (-1,1,p) &", True),  # swapped dx and dy
        ("P (0,1,e) + (1,1,p) &", True),
        ("P (0,1,e) + (-1,1,p) &", True),
        ("P (0,1,e)(1,1,e)^* + (0,1,e) + (0,1,p) &", True),
        ("P (0,1,e) + (1,1,p) + (-1,2,p) &", False),
        ("P (0,1,e) + (0,1,p) &", False),
        ("P (1,0,e)(-1,1,e) + (-1,0,e)(1,1,e) + (0,1,p) &", False),
    ],
)
def test_pieces_that_go_one_way_only(rule: str, warned: bool) -> None:
    wins = "@P 0 3, 1 3, 2 3 & @p 0 0, 1 0, 2 0 &"
    found = codes(game("ppp ... ... PPP", wins, rule))
    assert ("SBG416" in found) == warned
    one_sided = game("pp. ... ... PPP", "@P 2 3 &", rule)
    assert "SBG416" not in codes(one_sided)


@pytest.mark.parametrize(
    ("rule", "place"),
    [
        ("A (0,1,e)^*(0,1,e) + (1,1,p) &", "to capture"),
        ("A (0,1,e) + (1,1,p)(0,0,e) &", None),  # no square is empty and occupied
    ],
)
def test_contents_on_the_way_are_compared(rule: str, place: str | None) -> None:
    text = game("aaa ... AAA", "#A 0 & #a 0 &", rule)
    labels = [one.primary.message for one in sbg.check(text) if one.code == "SBG416"]
    assert labels == ([] if place is None else [place])


def test_a_wrong_sign_of_the_rows_is_explained() -> None:
    wins = "@P 0 3, 1 3, 2 3 & @p 0 0, 1 0, 2 0 &"
    text = game("ppp ... ... PPP", wins, "P (0,-1,e) + (1,-1,p) + (-1,-1,p) &")
    told = [one.help or "" for one in sbg.check(text) if one.code == "SBG405"]
    assert len(told) == 2
    assert all("a positive dy does, which is up the board for" in one for one in told)


@pytest.mark.parametrize(
    ("rule", "hinted"),
    [
        ("P (0,1,p)(0,1,e) + (0,1,e) &", "(0,1,p)"),
        ("P (0,1,p) + (0,1,p)(0,1,e) &", "(0,1,p)"),
        ("P (0,1,e) + ((0,1,p)(0,1,e))^*(0,1,e) &", "(0,1,p)"),
        ("P (0,1,p)(0,-1,w) + (0,1,e) &", "(0,1,p)"),
        ("P ((0,1,p) + (0,1,w))(0,1,e) &", None),  # over anything
        ("P (0,1,e)^*(0,1,p)(0,1,e)^*(0,1,p) + (0,1,e) &", None),  # captures behind it
        ("P (0,1,e) + (0,1,p) &", None),
    ],
)
def test_a_jump_that_does_not_capture_is_a_hint(rule: str, hinted: str | None) -> None:
    text = game("ppp ... ... PPP", "@P 0 3 & @p 0 0 &", rule)
    found = [one for one in sbg.check(text) if one.code == "SBG418"]
    assert [text[slice(*one.primary.span)] for one in found] == ([hinted] if hinted else [])
    assert all(one.severity == "hint" for one in found)
    if hinted and rule.startswith("P (0,1,p) +"):
        assert found[0].primary.span.start > text.index("(0,1,p) + ")  # not the capture
