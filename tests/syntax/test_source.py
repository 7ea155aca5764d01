"""Offsets to lines and columns, and diagnostics as data."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sbg.language.syntax import Diagnostic, InvalidGameError, Label, Source, Span, in_order
from sbg.language.syntax.collector import Collector
from sbg.limits import MAX_DIAGNOSTICS


def test_a_line_ends_at_lf_crlf_or_a_lone_cr() -> None:
    source = Source("x", "a\nbc\r\nd\re\n\r\r\n")
    assert [source.line(number) for number in range(1, source.line_count + 1)] == [
        *("a", "bc", "d", "e", "", "", "")
    ]
    assert source.line_column(0) == (1, 1)
    assert source.line_column(2) == (2, 1)
    assert source.line_column(3) == (2, 2)
    assert source.line_column(6) == (3, 1)
    assert source.line_column(8) == (4, 1)
    assert source.line_column(len(source.text)) == (7, 1)


def test_columns_count_code_points() -> None:
    assert Source("x", "ż♟x").line_column(2) == (1, 3)
    assert Source("x", "\t|").line_column(1) == (1, 2)


@pytest.mark.parametrize("character", ["\u2028", "\u2029", "\x0b", "\x0c", "\x85", "\x1c"])
def test_other_line_separators_end_no_line(character: str) -> None:
    assert Source("x", f"a{character}b").line_count == 1


def test_an_empty_text_has_one_empty_line() -> None:
    source = Source("x", "")
    assert (source.line_count, source.line(1), source.line_column(0)) == (1, "", (1, 1))


@given(st.text(st.sampled_from("ab\r\n\t♟")), st.data())
def test_lines_and_columns_lead_back_to_the_offset(text: str, data: st.DataObject) -> None:
    source = Source("x", text)
    offset = data.draw(st.integers(0, len(text)))
    line, column = source.line_column(offset)
    assert 1 <= line <= source.line_count
    inside = source.line(line) + "\r\n"  # the line end belongs to the line
    if offset < len(text):
        assert inside.startswith(text[offset], column - 1) or text[offset] in "\r\n"
    before = text[: offset - column + 1]
    assert before == "" or before[-1] in "\r\n"


def diagnostic(source: Source, start: int, end: int, code: str = "SBG114") -> Diagnostic:
    return Diagnostic(code, "error", "wrong", Label(Span(start, end)), source=source)


def test_a_diagnostic_knows_its_lines_and_columns() -> None:
    found = diagnostic(Source("game.sbg", "ab\ncde\nf"), 4, 8)
    assert (found.line, found.column, found.end_line, found.end_column) == (2, 2, 3, 2)
    assert str(found) == "game.sbg:2:2: error[SBG114]: wrong"


def test_diagnostics_are_sorted_by_place() -> None:
    source = Source("x", "abcdef")
    late, early = diagnostic(source, 4, 5), diagnostic(source, 1, 2)
    warning = Diagnostic("SBG401", "warning", "odd", Label(Span(1, 2)), source=source)
    assert in_order([late, warning, early]) == [early, warning, late]


def test_an_error_shows_the_first_mistake_and_counts_the_others() -> None:
    source = Source("game.sbg", "abc")
    error = InvalidGameError([diagnostic(source, 0, 1), diagnostic(source, 1, 2)])
    assert str(error) == "game.sbg:1:1: error[SBG114]: wrong (and 1 more)"
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.diagnostics) == (str(error), error.diagnostics)


def test_a_collector_keeps_the_first_and_counts_the_rest() -> None:
    collector = Collector(Source("x", "a" * 1000))
    for start in range(MAX_DIAGNOSTICS + 20):
        collector.add("SBG114", f"mistake {start}", Span(start, start))
    found = collector.finish()
    assert len(found) == MAX_DIAGNOSTICS + 1
    assert (found[-1].code, found[-1].message) == ("SBG308", "20 more errors not shown")
    assert found[0].message == "mistake 0"


def test_the_next_stage_goes_on_with_a_copy() -> None:
    first = Collector(Source("x", "abc"))
    first.add("SBG114", "syntax", Span(2, 3))
    second = first.copy()
    second.add("SBG205", "meaning", Span(0, 1))
    assert [found.message for found in second.finish()] == ["meaning", "syntax"]
    assert [found.message for found in first.finish()] == ["syntax"]
