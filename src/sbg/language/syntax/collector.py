"""Collects the diagnostics of a text; beyond a limit they are only counted, to save memory."""

from __future__ import annotations

from dataclasses import replace

from sbg.base.limits import MAX_DIAGNOSTICS, MAX_MISTAKES
from sbg.language.syntax.codes import CODES
from sbg.language.syntax.diagnostic import SEVERITIES, Diagnostic, Fix, Label, in_order
from sbg.language.syntax.source import Source, Span


class Collector:
    """Takes diagnostics as they are found; `finish` gives them in the order of the text."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.count = 0
        self._kept: list[Diagnostic] = []
        self.last = Span(0, 0)

    def add(
        self,
        code: str,
        message: str,
        span: Span,
        label: str = "",
        *,
        secondary: tuple[Label, ...] = (),
        help: str | None = None,
        fix: Fix | None = None,
    ) -> None:
        """Record one diagnostic; its severity is that of its code."""
        self.count += 1
        self.last = span
        if not self.full:
            severity = CODES[code].severity
            if fix and fix.safe and self._removes_a_comment(fix):
                fix = replace(fix, safe=False)
            primary = Label(span, label)
            self._kept.append(
                Diagnostic(code, severity, message, primary, secondary, help, self.source, fix)
            )

    def _removes_a_comment(self, fix: Fix) -> bool:
        gone = (self.source.text[slice(*edit.span)] for edit in fix.edits)
        return any("//" in text or "/*" in text for text in gone)

    @property
    def full(self) -> bool:
        """Whether diagnostics are only counted from here on: what is costly to say of them need not be made."""
        return len(self._kept) >= MAX_DIAGNOSTICS

    def copy(self) -> Collector:
        """A collector that goes on where this one is, for the next stage."""
        other = Collector(self.source)
        other.count, other.last, other._kept = self.count, self.last, self._kept.copy()
        return other

    def finish(self) -> list[Diagnostic]:
        """All diagnostics in order; where some were only counted, a last one says how many."""
        found = in_order(self._kept)
        more = self.count - len(found)
        if more:
            severity = min(found, key=lambda one: SEVERITIES.index(one.severity)).severity
            least = "at least " if self.count >= MAX_MISTAKES else ""
            message = f"{least}{more:,} more {severity}{'s' if more > 1 else ''} not shown"
            found.append(
                Diagnostic("SBG308", severity, message, Label(self.last), source=self.source)
            )
        return found
