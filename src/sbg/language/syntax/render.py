"""Shows diagnostics: in full with lines of the text, concisely, or as JSON for programs."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import Any

from sbg.language.syntax.diagnostic import Diagnostic, Fix, Label
from sbg.language.syntax.source import Source, Span

_WINDOW = 120  # columns of a long line that are shown
_RESET, _BOLD, _RED, _YELLOW, _BLUE = "\x1b[0m", "\x1b[1m", "\x1b[31m", "\x1b[33m", "\x1b[34m"


def full(diagnostics: Iterable[Diagnostic], color: bool = False) -> str:
    """Each diagnostic with the lines it speaks of; ends with a line end unless there is none."""
    return "".join(_Full(diagnostic, color).text() + "\n" for diagnostic in diagnostics)


def concise(diagnostics: Iterable[Diagnostic]) -> str:
    """Each diagnostic on one line: `FILE:LINE:COL: error[CODE]: message`."""
    return "".join(_printable(str(diagnostic)) + "\n" for diagnostic in diagnostics)


def to_json(diagnostics: Iterable[Diagnostic]) -> list[dict[str, Any]]:
    """Each diagnostic as a dictionary; lines and columns count from 1, the end is just after the last character."""
    return [
        {
            "code": diagnostic.code,
            "severity": diagnostic.severity,
            "message": diagnostic.message,
            "file": _printable(diagnostic.source.name),
            **_label(diagnostic.source, diagnostic.primary),
            "secondary": [_label(diagnostic.source, label) for label in diagnostic.secondary],
            "help": diagnostic.help,
            "fix": _fix(diagnostic.source, diagnostic.fix),
        }
        for diagnostic in diagnostics
    ]


def _label(source: Source, label: Label) -> dict[str, Any]:
    return {**_place(source, label.span), "label": label.message}


def _fix(source: Source, fix: Fix | None) -> dict[str, Any] | None:
    if fix is None:
        return None
    edits = [{**_place(source, edit.span), "replacement": edit.replacement} for edit in fix.edits]
    return {"title": fix.title, "safe": fix.safe, "edits": edits}


def _place(source: Source, span: Span) -> dict[str, Any]:
    line, column = source.line_column(span.start)
    end_line, end_column = source.line_column(span.end)
    return {"line": line, "column": column, "end_line": end_line, "end_column": end_column}


def _printable(text: str) -> str:
    """Text that any terminal can take: what cannot be printed becomes a replacement character."""
    return "".join(
        character if character.isprintable() else "\N{REPLACEMENT CHARACTER}" for character in text
    )


class _Full:
    """Draws one diagnostic."""

    def __init__(self, diagnostic: Diagnostic, color: bool) -> None:
        self.diagnostic = diagnostic
        self.source = diagnostic.source
        self.color = color
        self.hue = {"error": _RED, "warning": _YELLOW, "hint": _BLUE}[diagnostic.severity]
        labels = [(diagnostic.primary, "^"), *((label, "-") for label in diagnostic.secondary)]
        self.labels = sorted(labels, key=lambda entry: entry[0].span)
        self.lines = sorted({self._line(label.span) for label, _ in self.labels})
        self.gutter = len(str(self.lines[-1]))

    def _line(self, span: Span) -> int:
        return self.source.line_column(span.start)[0]

    def _paint(self, text: str, *styles: str) -> str:
        return "".join(styles) + text + _RESET if self.color and text else text

    def _bar(self, number: int | str = "", rest: str = "") -> str:
        bar = self._paint(f"{number:>{self.gutter}} |", _BOLD, _BLUE)
        return f"{bar} {rest}" if rest else bar

    def text(self) -> str:
        diagnostic = self.diagnostic
        head = self._paint(f"{diagnostic.severity}[{diagnostic.code}]", _BOLD, self.hue)
        message = self._paint(f": {_printable(diagnostic.message)}", _BOLD)
        where = f"{_printable(self.source.name)}:{diagnostic.line}:{diagnostic.column}"
        arrow = self._paint(" " * self.gutter + "-->", _BOLD, _BLUE)
        out = [head + message, f"{arrow} {where}", self._bar()]
        before = None
        for number in self.lines:
            if before is not None and number > before + 1:
                out.append(self._paint("...", _BOLD, _BLUE))
            out += self._excerpt(number)
            before = number
        if diagnostic.help:
            out.append(self._bar())
            equals = self._paint(" " * self.gutter + " =", _BOLD, _BLUE)
            out.append(f"{equals} {self._paint('help', _BOLD)}: {_printable(diagnostic.help)}")
        return "\n".join(out) + "\n"

    def _excerpt(self, number: int) -> list[str]:
        """A line of the source, and a line under it for each label that starts there."""
        line = self.source.line(number)
        here = [(label, mark) for label, mark in self.labels if self._line(label.span) == number]
        start_of_line = (
            here[0][0].span.start - self.source.line_column(here[0][0].span.start)[1] + 1
        )
        columns = [
            (label.span.start - start_of_line, max(label.span.end - start_of_line, 0))
            for label, _ in here
        ]
        centre = next((at for at, (_, mark) in enumerate(here) if mark == "^"), 0)
        first, last = self._window(line, columns[centre][0])
        prefix = "…" if first > 0 else ""
        suffix = "…" if last < len(line) else ""
        shown = prefix + "".join(map(_drawn, line[first:last])) + suffix
        out = [self._bar(number, shown)]
        for (label, mark), (start, end) in zip(here, columns, strict=True):
            if not first <= start <= last:
                continue  # too far from the label that matters most
            end = min(end, last)
            indent = len(prefix) + _width(line[first:start])
            length = max(1, _width(line[start:end]))
            styles = (_BOLD, self.hue if mark == "^" else _BLUE)
            words = f" {_printable(label.message)}" if label.message else ""
            out.append(self._bar(rest=" " * indent + self._paint(mark * length + words, *styles)))
        return out

    @staticmethod
    def _window(line: str, column: int) -> tuple[int, int]:
        """The part of a line to show: all of it, or what surrounds a column."""
        if len(line) <= _WINDOW:
            return 0, len(line)
        first = max(0, min(column - _WINDOW // 3, len(line) - _WINDOW))
        return first, first + _WINDOW


def _drawn(character: str) -> str:
    return "    " if character == "\t" else _printable(character)


def _width(text: str) -> int:
    """How many columns of a terminal a text takes."""
    width = 0
    for character in text:
        if character == "\t":
            width += 4
        elif unicodedata.combining(character):
            continue
        else:
            width += 2 if unicodedata.east_asian_width(character) in "WF" else 1
    return width
