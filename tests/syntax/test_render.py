"""Diagnostics as people see them and as programs read them."""

from __future__ import annotations

import json
import re

import pytest

from sbg.language.syntax import Diagnostic, Label, Source, Span
from sbg.language.syntax.render import concise, full, to_json


def diagnostic(
    text: str, marked: str, secondary: tuple[tuple[str, str], ...] = (), help: str | None = None
) -> Diagnostic:
    """A diagnostic about the first place where something stands in a text."""
    return Diagnostic(
        "SBG201",
        "error",
        "wrong",
        _label(text, marked, "here"),
        tuple(_label(text, other, words) for other, words in secondary),
        help,
        Source("game.sbg", text),
    )


def _label(text: str, marked: str, words: str) -> Label:
    start = text.index(marked)
    return Label(Span(start, start + len(marked)), words)


def lines(*found: Diagnostic) -> list[str]:
    return full(found).splitlines()


def test_the_example_of_the_style_guide() -> None:
    text = "<<G>>\n<BOARD>\n5 5\n|rnbqk|\n|ppppp|\n|....|\n"
    found = Diagnostic(
        "SBG201",
        "error",
        "board row has 4 squares, expected 5",
        _label(text, "|....|", "4 squares"),
        (_label(text, "5", "width declared here"),),
        "add one square, or declare width 4",
        Source("gardner.sbg", text),
    )
    assert full([found]) == (
        "error[SBG201]: board row has 4 squares, expected 5\n"
        " --> gardner.sbg:6:1\n"
        "  |\n"
        "3 | 5 5\n"
        "  | - width declared here\n"
        "...\n"
        "6 | |....|\n"
        "  | ^^^^^^ 4 squares\n"
        "  |\n"
        "  = help: add one square, or declare width 4\n"
        "\n"
    )
    assert concise([found]) == (
        "gardner.sbg:6:1: error[SBG201]: board row has 4 squares, expected 5\n"
    )


@pytest.mark.parametrize(
    ("text", "marked", "shown", "under"),
    [
        ("\tab\tc", "c", "    ab    c", "          ^ here"),
        ("漢字 x", "x", "漢字 x", "     ^ here"),
        ("e\u0301 x", "x", "e\u0301 x", "  ^ here"),
        ("a\x1b[31mb", "b", "a\ufffd[31mb", "      ^ here"),
        ("a\u202eb", "b", "a\ufffdb", "  ^ here"),
        ("ab\r\ncd", "cd", "cd", "^^ here"),
        ("ab\rcd", "cd", "cd", "^^ here"),
        ("abc\ndef", "bc\nde", "abc", " ^^ here"),
        ("abc", "", "abc", "^ here"),
    ],
)
def test_marks_stand_under_what_they_mark(text: str, marked: str, shown: str, under: str) -> None:
    drawn = lines(diagnostic(text, marked))
    assert [line[4:] for line in drawn[3:5]] == [shown, under]


def test_of_a_long_line_the_part_around_the_mark_is_shown() -> None:
    text = "F" + "x" * 10_000 + "Y" + "z" * 10_000
    drawn = lines(diagnostic(text, "Y", (("F", "far away"),)))
    assert max(map(len, drawn)) < 140
    assert drawn[3].count("…") == 2
    assert drawn[3].index("Y") == drawn[4].index("^")
    assert "far away" not in full([diagnostic(text, "Y", (("F", "far away"),))])


def test_two_marks_on_a_line_stand_under_each_other() -> None:
    drawn = lines(diagnostic("first second", "second", (("first", "before"),)))
    assert drawn[4:6] == ["  | ----- before", "  |       ^^^^^^ here"]


def test_colours_change_nothing_but_colours() -> None:
    found = [diagnostic("ab\ncd\nef", "ef", (("ab", "there"),), "do this")]
    coloured = full(found, color=True)
    assert "\x1b[31m" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == full(found)


def test_nothing_is_shown_of_nothing() -> None:
    assert (full([]), concise([]), to_json([])) == ("", "", [])


def test_programs_read_places_from_1() -> None:
    (found,) = json.loads(
        json.dumps(to_json([diagnostic("ab\ncd", "cd", (("a", "there"),), "do this")]))
    )
    assert found == {
        "code": "SBG201",
        "severity": "error",
        "message": "wrong",
        "file": "game.sbg",
        "line": 2,
        "column": 1,
        "end_line": 2,
        "end_column": 3,
        "label": "here",
        "secondary": [
            {"line": 1, "column": 1, "end_line": 1, "end_column": 2, "label": "there"},
        ],
        "help": "do this",
        "fix": None,
    }
