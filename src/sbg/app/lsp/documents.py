"""The documents that an editor has open, kept up to date as it sends its changes.

The protocol ends lines at LF, CRLF and CR alone and counts UTF-16 units, as `sbg.app.editor.utf16` does; pygls' own
documents also end lines at characters that are none in a game, so the server keeps its texts itself.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from lsprotocol import types

from sbg.app.editor.utf16 import Units, from_units
from sbg.base.limits import MAX_FILE_BYTES
from sbg.language.syntax import Diagnostic, Span


@dataclass
class Document:
    """An open document at one version; a change makes a new one."""

    uri: str
    version: int | None
    text: str
    found: list[Diagnostic] | None = field(default=None)  # once it has been checked

    @cached_property
    def units(self) -> Units:
        """How its offsets are counted by the client."""
        return Units(self.text)

    def offset(self, position: types.Position) -> int:
        """The offset of a position."""
        return self.units.offset(position.line, position.character)

    def span(self, range: types.Range) -> Span:
        """The span of a range, with its ends in order."""
        start, end = self.offset(range.start), self.offset(range.end)
        return Span(min(start, end), max(start, end))

    def range(self, span: Span) -> types.Range:
        """The range of a span."""
        start, end = self.units.position(span.start), self.units.position(span.end)
        return types.Range(types.Position(*start), types.Position(*end))

    def changed(
        self,
        version: int | None,
        changes: Sequence[types.TextDocumentContentChangeEvent],
    ) -> Document:
        """The document after changes, of which each speaks of the text that the one before has left."""
        lines = _Lines(self.text)
        for change in changes:
            if isinstance(change, types.TextDocumentContentChangePartial):
                lines.replace(change.range, change.text)
            else:
                lines = _Lines(change.text)
        return Document(self.uri, version, "".join(lines.lines))


class _Lines:
    """A text as lines with their ends, so that each of many changes costs no more than the lines it touches."""

    def __init__(self, text: str) -> None:
        self.lines = _split(text)

    def replace(self, range: types.Range, text: str) -> None:
        """Put a text in the place of a range."""
        ends = sorted((self._place(range.start), self._place(range.end)))
        (first, start), (last, end) = ends
        text = self.lines[first][:start] + text + self.lines[last][end:]
        # CR and LF make one end of a line when they meet.
        if first and self.lines[first - 1].endswith("\r"):
            first -= 1
            text = self.lines[first] + text
        while text.endswith("\r") and last + 1 < len(self.lines):
            last += 1
            text += self.lines[last]
        new = _split(text)
        if last + 1 < len(self.lines) and not new[-1]:
            new.pop()  # the line after the range follows
        self.lines[first : last + 1] = new

    def _place(self, position: types.Position) -> tuple[int, int]:
        """The line of a position, and the characters before it there."""
        if position.line >= len(self.lines):
            return len(self.lines) - 1, len(self.lines[-1])
        if position.line < 0:
            return 0, 0
        line = self.lines[position.line].rstrip("\r\n")
        return position.line, from_units(line, position.character)


def _split(text: str) -> list[str]:
    """The lines of a text with their ends, the last one without; it may be empty."""
    lines = _LINE.findall(text)
    return [*lines, text[sum(map(len, lines)) :]]


_LINE = re.compile(r"[^\r\n]*(?:\r\n?|\n)")


class Documents:
    """The documents that the client has open."""

    def __init__(self) -> None:
        self._open: dict[str, Document] = {}

    def put(self, document: Document) -> None:
        """Remember a document, instead of the one that had its name before."""
        self._open[document.uri] = document

    def get(self, uri: str) -> Document | None:
        """A document; None if it is not open."""
        return self._open.get(uri)

    def close(self, uri: str) -> None:
        """Forget a document."""
        self._open.pop(uri, None)


MAX_MESSAGE = 4 * MAX_FILE_BYTES
"""Bytes of a message: a file of the largest size, with every character escaped, and more than that is no game."""
