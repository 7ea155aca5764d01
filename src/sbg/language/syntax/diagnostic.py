"""Diagnostics as data: what is wrong, where, and how to fix it; `render` shows them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias, get_args

from sbg.base.errors import SbgError
from sbg.language.syntax.source import Source, Span

Severity: TypeAlias = Literal["error", "warning", "hint"]
"""An error makes a text unusable, a warning points at what is hardly meant, a hint at what may well be meant."""
SEVERITIES: tuple[Severity, ...] = get_args(Severity)


@dataclass(frozen=True, slots=True)
class Label:
    """A place in the text, with a few words about it (none where the message says it all)."""

    span: Span
    message: str = ""


@dataclass(frozen=True, slots=True)
class Edit:
    """A change of a text: what stands in a span is replaced; an empty span is a place to insert at."""

    span: Span
    replacement: str


@dataclass(frozen=True, slots=True)
class Fix:
    """A way to mend a mistake that a program can carry out; the edits are in order and do not overlap.

    A safe one does what can only have been meant, or leaves the game as it is; of any other somebody should look at
    the result.
    """

    title: str
    edits: tuple[Edit, ...]
    safe: bool = True


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One mistake: a stable code, a severity, a message, the place, related places, help, and a fix.

    Messages are lower-case without a full stop, with pieces of the language in backticks; the way to mend the mistake
    stands only in `help`, and where that is one definite change, in `fix` as data.
    """

    code: str
    severity: Severity
    message: str
    primary: Label
    secondary: tuple[Label, ...] = ()
    help: str | None = None
    source: Source = field(default_factory=lambda: Source("<text>", ""), repr=False, compare=False)
    fix: Fix | None = None

    @property
    def line(self) -> int:
        """The line on which the primary span starts, from 1."""
        return self.source.line_column(self.primary.span.start)[0]

    @property
    def column(self) -> int:
        """The column at which the primary span starts, from 1."""
        return self.source.line_column(self.primary.span.start)[1]

    @property
    def end_line(self) -> int:
        """The line on which the primary span ends."""
        return self.source.line_column(self.primary.span.end)[0]

    @property
    def end_column(self) -> int:
        """The column just after the primary span."""
        return self.source.line_column(self.primary.span.end)[1]

    def __str__(self) -> str:
        where = f"{self.source.name}:{self.line}:{self.column}"
        return f"{where}: {self.severity}[{self.code}]: {self.message}"


def in_order(diagnostics: list[Diagnostic]) -> list[Diagnostic]:
    """Diagnostics in the order of the text, errors first at one place."""
    return sorted(
        diagnostics, key=lambda d: (d.primary.span.start, SEVERITIES.index(d.severity), d.code)
    )


class InvalidGameError(SbgError, ValueError):
    """A file with errors; `diagnostics` holds all that was found."""

    def __init__(self, diagnostics: list[Diagnostic]) -> None:
        self.diagnostics = diagnostics
        errors = [d for d in diagnostics if d.severity == "error"]
        more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
        super().__init__(f"{errors[0]}{more}" if errors else "no errors")

    def __reduce__(self) -> tuple[type[InvalidGameError], tuple[list[Diagnostic]]]:
        return InvalidGameError, (self.diagnostics,)
