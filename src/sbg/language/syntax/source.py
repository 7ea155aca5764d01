"""A text with a name, and the line and column of each offset in it.

A line ends at LF, CRLF or a lone CR. Offsets, lines and columns count code points; lines and columns start at 1.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from functools import cached_property
from typing import NamedTuple

_LINE_END = re.compile(r"\r\n|\r|\n")


class Span(NamedTuple):
    """A stretch of text: offsets of its first code point and of the one after its last."""

    start: int
    end: int

    def to(self, other: Span) -> Span:
        """The span from the start of this one to the end of another."""
        return Span(self.start, other.end)


class Source:
    """A text and the name under which diagnostics speak of it."""

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.text = text

    @cached_property
    def _starts(self) -> array[int]:
        """Where the lines begin; an array, because a file may be all line ends."""
        starts = array("L", [0])
        starts.extend(match.end() for match in _LINE_END.finditer(self.text))
        return starts

    @property
    def line_count(self) -> int:
        """The number of lines; a text that ends with a line end has an empty last line."""
        return len(self._starts)

    def line_column(self, offset: int) -> tuple[int, int]:
        """The line and column of an offset."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def line_start(self, number: int) -> int:
        """The offset at which a line begins."""
        return self._starts[number - 1]

    def line(self, number: int) -> str:
        """The text of a line, without its end."""
        start = self._starts[number - 1]
        end = self._starts[number] if number < len(self._starts) else len(self.text)
        return self.text[start:end].rstrip("\r\n")

    def __repr__(self) -> str:
        return f"Source({self.name!r}, {len(self.text)} characters)"
