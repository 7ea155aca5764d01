"""Reads the sections, keys and values of Fairy-Stockfish's `variants.ini`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from sbg.language.model import Coordinates
from sbg.language.syntax import Source, Span
from sbg.language.syntax.collector import Collector

MOST_CHARACTERS = 1_000_000
_LINE = re.compile(r"[^\r\n]*")


@dataclass(frozen=True, slots=True)
class Entry:
    """A line `key = value`."""

    key: str
    value: str
    key_span: Span
    span: Span


@dataclass(slots=True)
class Section:
    """A variant: its name, the name of the one that it is derived from, and its entries by key."""

    name: str
    parent: str
    span: Span
    entries: dict[str, Entry] = field(default_factory=dict)


def sections(source: Source, collector: Collector) -> dict[str, Section]:
    """All sections of a file by name; what cannot be read is collected."""
    found: dict[str, Section] = {}
    if len(source.text) > MOST_CHARACTERS:
        collector.add(
            "SBG640",
            f"the file has more than {MOST_CHARACTERS:,} characters",
            Span(MOST_CHARACTERS, len(source.text)),
        )
        return found
    current: Section | None = None
    for start, line in _lines(source.text):
        text = line.strip(" \t")
        if not text or text[0] in "#;":
            continue
        at = start + line.index(text)
        span = Span(at, at + len(text))
        if text.startswith("["):
            name, colon, parent = text[1:].partition("]")[0].partition(":")
            if "]" not in text or not name:
                collector.add("SBG640", "a section begins with its name in brackets", span)
                current = None
                continue
            current = Section(name, parent if colon else "", span)
            if name in found:
                collector.add("SBG640", f"there are two variants `{name}`", span)
            found.setdefault(name, current)
            continue
        key, equals, value = text.partition("=")
        if not equals or not key.strip():
            collector.add("SBG640", "a line is `key = value`, a section or a comment", span)
        elif current is None:
            collector.add("SBG640", "a line before the first section", span)
        else:
            key = key.rstrip()
            value_at = at + len(text) - len(value.lstrip())
            current.entries[key] = Entry(
                key, value.strip(), Span(at, at + len(key)), Span(value_at, span.end)
            )
    return found


def _lines(text: str) -> Iterator[tuple[int, str]]:
    for match in _LINE.finditer(text):
        if match[0]:
            yield match.start(), match[0]


def inherited(
    section: Section, every: dict[str, Section], collector: Collector
) -> dict[str, Entry]:
    """The entries of a variant and of those that it is derived from; its own count first."""
    entries = dict(section.entries)
    seen = {section.name}
    while section.parent:
        parent = every.get(section.parent)
        if parent is None or parent.name in seen:
            collector.add(
                "SBG643",
                f"the variant `{section.parent}` is not in this file"
                if parent is None
                else f"the variant `{section.parent}` is derived from itself",
                section.span,
                help="variants that the program has built in are not known here"
                if parent is None
                else None,
            )
            break
        seen.add(parent.name)
        entries = {**parent.entries, **entries}
        section = parent
    return entries


_SQUARE = re.compile(r"([a-z])([0-9]{1,2})")


def region(entry: Entry, size: tuple[int, int], collector: Collector) -> frozenset[Coordinates]:
    """The squares of the board that a value names: `a1`, `*8` for a rank, `a*` for a file, `-` for none."""
    width, height = size
    found: set[Coordinates] = set()
    for word in entry.value.lower().split():
        if word == "-":
            break
        square = _SQUARE.fullmatch(word)
        if square:
            found.add((ord(square[1]) - ord("a"), int(square[2]) - 1))
        elif re.fullmatch(r"\*[0-9]{1,2}", word):
            found |= {(x, int(word[1:]) - 1) for x in range(width)}
        elif re.fullmatch(r"[a-z]\*", word):
            found |= {(ord(word[0]) - ord("a"), y) for y in range(height)}
        else:
            collector.add("SBG641", f"`{word[:20]}` is no square, rank or file", entry.span)
            break
    return frozenset((x, y) for x, y in found if 0 <= x < width and 0 <= y < height)
