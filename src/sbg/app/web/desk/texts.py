"""A game's text from the browser and its diagnostics, with places in UTF-16 units."""

from __future__ import annotations

from sbg.app.web.desk import answers
from sbg.base.limits import MAX_DIAGNOSTICS
from sbg.language.syntax import Diagnostic, Source, Span
from sbg.language.syntax.codes import CODES

_EMPTY = "Games, at the top of the page, has templates to start from"
"""The help for who has not written anything; elsewhere it is a command."""


class Text:
    """A text of an editor. Browsers count UTF-16 units, from a byte order mark if there is one; we do neither."""

    def __init__(self, raw: str) -> None:
        self.source = Source("<text>", raw.removeprefix("\ufeff"))
        self._shift = len(raw) - len(self.source.text)
        self._ascii = self.source.text.isascii()

    def units(self, offset: int) -> int:
        """A place as the browser counts it."""
        if self._ascii:
            return offset + self._shift
        from sbg.app.editor import utf16

        return utf16.to_units(self.source.text, offset) + self._shift

    def offset(self, units_: int) -> int:
        """A place that the browser named; what lies outside the text becomes its nearest end."""
        inside = max(0, units_ - self._shift)
        if self._ascii:
            return min(inside, len(self.source.text))
        from sbg.app.editor import utf16

        return utf16.from_units(self.source.text, inside)

    def span(self, span: Span) -> answers.Span:
        """From where to where."""
        return {"from": self.units(span.start), "to": self.units(span.end)}

    def diagnostics(self, found: list[Diagnostic]) -> list[answers.Diagnostic]:
        """Diagnostics as values, no more of them than are ever shown."""
        return [self._diagnostic(diagnostic) for diagnostic in found[:MAX_DIAGNOSTICS]]

    def _diagnostic(self, found: Diagnostic) -> answers.Diagnostic:
        labels = (found.primary, *found.secondary)
        return {
            "code": found.code,
            "severity": found.severity,
            "message": found.message,
            **self.span(found.primary.span),
            "line": found.line,
            "column": found.column,
            "labels": [
                {**self.span(label.span), "message": label.message}
                for label in labels
                if label.message
            ],
            "help": found.help if self.source.text.strip() else _EMPTY,
            "fix": self._fix(found),
            "explain": CODES[found.code].title if found.code in CODES else "",
        }

    def _fix(self, found: Diagnostic) -> answers.Fix | None:
        fix = getattr(found, "fix", None)
        if fix is None:
            return None
        edits: list[answers.Edit] = [
            {**self.span(edit.span), "insert": edit.replacement} for edit in fix.edits
        ]
        return {"title": fix.title, "edits": edits}
