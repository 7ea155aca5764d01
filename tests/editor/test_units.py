"""Offsets in code points and in UTF-16 units: there and back, and outside the text."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sbg.app.editor.utf16 import Units, from_units, to_units

TEXTS = st.text(alphabet="ab\n\ré\uffff\U0001f600\U00010000\u2028", max_size=30)


def length(text: str) -> int:
    """UTF-16 units, by Python's own codec."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


@given(TEXTS, st.data())
def test_there_and_back(text: str, data: st.DataObject) -> None:
    offset = data.draw(st.integers(0, len(text)))
    units = length(text[:offset])
    many = Units(text)
    assert to_units(text, offset) == many.to_units(offset) == units
    assert from_units(text, units) == many.from_units(units) == offset


@given(TEXTS, st.integers(-3, 80))
def test_any_number_is_brought_inside(text: str, number: int) -> None:
    many = Units(text)
    assert 0 <= to_units(text, number) == many.to_units(number) <= length(text)
    offset = from_units(text, number)
    assert offset == many.from_units(number)
    assert 0 <= offset <= len(text)
    assert length(text[:offset]) <= max(number, 0)


def test_the_middle_of_a_pair_is_its_character() -> None:
    text = "a\U0001f600b"
    assert [from_units(text, units) for units in range(5)] == [0, 1, 1, 2, 3]
    assert [Units(text).from_units(units) for units in range(5)] == [0, 1, 1, 2, 3]


@given(TEXTS, st.data())
def test_positions(text: str, data: st.DataObject) -> None:
    units = Units(text)
    offset = data.draw(st.integers(0, len(text)))
    line, character = units.position(offset)
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    assert 0 <= line < len(lines)
    back = units.offset(line, character)
    # Between CR and LF stands no character of a line.
    assert back == offset or text[back : back + 2] == "\r\n"


def test_positions_outside() -> None:
    units = Units("ab\r\n\U0001f600c\n")
    assert units.offset(0, 99) == 2
    assert units.offset(1, 1) == 4
    assert units.offset(1, 2) == 5
    assert units.offset(9, 0) == units.offset(2, 0) == 7
    assert units.offset(-1, 5) == 0
    assert units.position(99) == (2, 0)
