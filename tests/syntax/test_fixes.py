"""Fixes: which text is removed together with something, and where a fix is offered at all."""

from __future__ import annotations

import pytest

from sbg.language import syntax
from sbg.language.syntax import Diagnostic, Source, Span, fixes
from sbg.language.syntax.codes import GAME


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("a [x] b", "a b"),
        ("a [x]", "a"),
        ("a [x]  \nb", "a  \nb"),
        ("a\n  [x]  \nb", "a\nb"),
        ("a\r\n[x]\r\nb", "a\r\nb"),
        ("[x]", ""),
        ("[x]\n", ""),
        ("[x] b", " b"),
        ("(  [x] b)", "( b)"),
        ("([x] b)", "(b)"),
        ("(a [x])", "(a)"),
        ("a [x], b", "a, b"),
        ("a[x], b", "a, b"),
        ("a [x]b", "a b"),
        ("a[x] b", "a b"),
        ("a[x]b", "ab"),
        ("a\t [x] b", "a b"),
    ],
)
def test_what_is_removed(text: str, left: str) -> None:
    start, end = text.index("["), text.index("]") - 1
    plain = text.replace("[", "").replace("]", "")
    fix = fixes.remove(plain, Span(start, end))
    assert fix.title == "Remove `x`"
    assert fix.safe
    assert fixes.apply(plain, fix.edits) == left


def errors(text: str) -> list[Diagnostic]:
    return syntax.check(syntax.parse(Source("game.sbg", text))).diagnostics


def row_fixes(*rows: str) -> list[str | None]:
    """The titles of the fixes for rows of a board of three columns."""
    board = "\n".join(f"|{row}|" for row in rows)
    text = GAME.replace("3 3\n|ppp|\n|...|\n|PPP|", f"3 {len(rows)}\n{board}")
    text = text.replace("@P 0 2, 1 2, 2 2 &", "")
    found = errors(text)
    assert {diagnostic.code for diagnostic in found} == {"SBG201"}
    return [diagnostic.fix.title if diagnostic.fix else None for diagnostic in found]


def test_rows_that_are_too_long_lose_empty_squares_where_another_row_fits() -> None:
    assert row_fixes("ppp", "....", "PPP") == ["Remove an empty square"]
    assert row_fixes("ppp", "P.....", "PPP") == ["Remove 3 empty squares"]
    assert row_fixes("ppp", "...P", "PPP") == [None]  # a piece would go
    assert row_fixes("pp.p", "P....", "p....P") == [None, None, None]  # the width may be wrong


def test_rows_that_are_too_short_get_empty_squares() -> None:
    assert row_fixes("p", "P..", "PP") == ["Add 2 empty squares", "Add an empty square"]
    assert row_fixes("p", "PP", "p") == [
        "Add 2 empty squares",
        "Add an empty square",
        "Add 2 empty squares",
    ]


def test_rules_after_the_rows_lack_their_tag_only_once() -> None:
    (missing,) = errors(GAME.replace("<PIECES>\n", ""))
    assert missing.code == "SBG105"
    assert missing.line == 7
    start, pieces, goals = (GAME.index(tag) for tag in ("<BOARD>", "<PIECES>", "<GOALS>"))
    board, rules = GAME[start:pieces], GAME[pieces:goals]
    # Here the section is there, before the board: what looks like a rule among the rows is no rule.
    swapped = GAME[:start] + rules + board + "P (0,1,e) &\n" + GAME[goals:]
    assert [diagnostic.code for diagnostic in errors(swapped)] == ["SBG106", "SBG111"]
