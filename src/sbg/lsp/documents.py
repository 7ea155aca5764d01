"""Texts as the client sends them, whole or in pieces, in; the current text of each document out.

The protocol ends lines at LF, CRLF and CR alone and counts UTF-16 units, as `sbg.editor.utf16` does; pygls' own
documents also end lines at characters that are none in a game, so the server keeps its texts itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from lsprotocol import types

from sbg.editor.utf16 import Units
from sbg.limits import MAX_FILE_BYTES
from sbg.syntax import Diagnostic, Span


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
        now = self
        for change in changes:
            text = change.text
            if isinstance(change, types.TextDocumentContentChangePartial):
                start, end = now.span(change.range)
                text = now.text[:start] + text + now.text[end:]
            now = Document(self.uri, version, text)
        return Document(self.uri, version, now.text)


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
