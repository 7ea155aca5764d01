"""Puts a text without syntax errors into canonical layout, and keeps its comments."""

from __future__ import annotations

from sbg.language.model.writing import lay_out
from sbg.language.syntax.diagnostic import InvalidGameError
from sbg.language.syntax.layout import logical_lines
from sbg.language.syntax.parser import parse
from sbg.language.syntax.source import Source


def format_source(source: Source, *, comments: bool = True) -> str:
    """The canonical text of a source; InvalidGameError if it has syntax errors.

    Without comments there are no blank lines either: the text depends on the rules alone.
    """
    parsed = parse(source)
    if parsed.tree is None:
        raise InvalidGameError(parsed.diagnostics)
    return lay_out(logical_lines(source, comments), blank_lines=comments)
