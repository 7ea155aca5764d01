"""Builds the edits of a fix (insert, replace, remove), and applies edits to a text."""

from __future__ import annotations

import re
from collections.abc import Iterable

from sbg.language.syntax.diagnostic import Edit, Fix
from sbg.language.syntax.source import Span

_SHOWN = 30
"""Characters of a replacement that a title repeats."""
_WORDS_FOLLOW = re.compile(r"[^\r\n()|&^<>#@+*,0-9]{,200}+(?=[\r\n]|\Z)")
"""The rest of a line, where nothing in it may be of the language."""


def insert(at: int, text: str, title: str | None = None, *, safe: bool = True) -> Fix:
    """Insert a text at an offset."""
    return Fix(title or f"Insert {_named(text)}", (Edit(Span(at, at), text),), safe)


def replace(span: Span, text: str, title: str | None = None, *, safe: bool = True) -> Fix:
    """Write a text in the place of another."""
    return Fix(title or f"Write {_named(text)}", (Edit(span, text),), safe)


def remove(text: str, span: Span, title: str | None = None, *, safe: bool = True) -> Fix:
    """Remove what stands in a span of the text, with the blanks before it where others follow, or its whole line."""
    start, end = span
    while start > 0 and text[start - 1] in " \t":
        start -= 1
    while end < len(text) and text[end] in " \t":
        end += 1
    at_start = start == 0 or text[start - 1] in "\r\n"
    at_end = end == len(text) or text[end] in "\r\n"
    if at_start and at_end:  # nothing else stands on its line: the line goes too
        end += 2 if text.startswith("\r\n", end) else 1
        end = min(end, len(text))
    elif at_end or (start < span.start and (end > span.end or text[end] in "),")):
        end = span.end  # of blanks on either side those behind stay
    elif text[start - 1 : start] == "(":
        start = span.start
    else:
        start, end = span
    named = title or f"Remove {_named(text[span.start : span.end])}"
    return Fix(named, (Edit(Span(start, end), ""),), safe)


def comment(text: str, span: Span) -> Fix:
    """Write `//` in the place of a sign that begins comments elsewhere; safe where it hides nothing but words."""
    return replace(span, "//", safe=_WORDS_FOLLOW.match(text, span.end) is not None)


def apply(text: str, edits: Iterable[Edit]) -> str:
    """A text with edits carried out, all of which speak of the text as it was; they must not overlap.

    Lines that are added end as the others do.
    """
    line_end = "\r\n" if "\r\n" in text else "\n"
    done: list[str] = []
    end = 0
    for edit in sorted(edits, key=lambda edit: edit.span):
        if edit.span.start < end:
            raise ValueError("edits overlap")
        done += (text[end : edit.span.start], edit.replacement.replace("\n", line_end))
        end = edit.span.end
    return "".join((*done, text[end:]))


def _named(text: str) -> str:
    """A text as a title shows it."""
    words = " ".join(text.split())
    return f"`{words}`" if len(words) <= _SHOWN else f"`{words[:_SHOWN]}…`"
