"""Converts offsets between Python's code points and the UTF-16 units that editors count.

Python counts code points. Browsers and language servers count UTF-16 units, of which a character beyond U+FFFF (an
emoji in a comment, say) takes two. An offset in the middle of such a pair is that of its character.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from sbg.language.syntax import Source


def to_units(text: str, offset: int) -> int:
    """An offset in code points as one in UTF-16 units; one outside the text is brought inside."""
    offset = min(max(offset, 0), len(text))
    return offset if text.isascii() else offset + _wide(text, 0, offset)


def from_units(text: str, units: int) -> int:
    """An offset in UTF-16 units as one in code points; one outside the text is brought inside."""
    units = max(units, 0)
    if text.isascii():
        return min(units, len(text))
    low, high = 0, min(units, len(text))
    # The offset lies at most as far back as there are wide characters before it.
    while low < high:
        middle = (low + high + 1) // 2
        if middle + _wide(text, 0, middle) <= units:
            low = middle
        else:
            high = middle - 1
    return low


def _wide(text: str, start: int, end: int) -> int:
    """How many characters of a part of a text take two units."""
    return sum(character > "\uffff" for character in text[start:end])


class Units:
    """Many offsets of one text: the text is looked through once."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.source = Source("<text>", text)
        # Most texts have no wide characters, and all of them few.
        self._wide = (
            []
            if text.isascii()
            else [at for at, character in enumerate(text) if character > "\uffff"]
        )
        self._wide_units = [at + number for number, at in enumerate(self._wide)]

    def to_units(self, offset: int) -> int:
        """An offset in code points as one in UTF-16 units."""
        offset = min(max(offset, 0), len(self.text))
        return offset + bisect_left(self._wide, offset)

    def from_units(self, units: int) -> int:
        """An offset in UTF-16 units as one in code points."""
        units = max(units, 0)
        before = bisect_right(self._wide_units, units - 1)  # wide characters that begin before
        if before and self._wide_units[before - 1] == units - 1:
            return self._wide[before - 1]  # in the middle of one
        return min(units - before, len(self.text))

    def position(self, offset: int) -> tuple[int, int]:
        """The line of an offset and the units before it on that line, both from 0."""
        offset = min(max(offset, 0), len(self.text))
        line, column = self.source.line_column(offset)
        start = offset - column + 1
        return line - 1, self.to_units(offset) - self.to_units(start)

    def offset(self, line: int, units: int) -> int:
        """The offset of a position; one past the end of a line is its end, one past the last line the end."""
        if line < 0:
            return 0
        if line >= self.source.line_count:
            return len(self.text)
        start = self.source.line_start(line + 1)
        end = start + len(self.source.line(line + 1))
        return min(self.from_units(self.to_units(start) + max(units, 0)), end)
