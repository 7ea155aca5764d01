"""The outline of a text: its board, pieces and goals, each with its place."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from sbg.app.editor.scan import Scan, scan
from sbg.app.editor.wording import many
from sbg.language.syntax import Span

Kind: TypeAlias = Literal["game", "board", "pieces", "piece", "goals", "limit", "goal"]

_MOST = 1_000
"""Symbols of one section: nobody looks through more."""
_SHOWN = 40


@dataclass(frozen=True, slots=True)
class Symbol:
    """A part of a file: its name, a few words about it, its kind, its place, and its parts."""

    name: str
    detail: str
    kind: Kind
    span: Span
    children: tuple[Symbol, ...] = field(default=())


def outline(text: str) -> tuple[Symbol, ...]:
    """The outline of a text: one symbol for the game, or its sections where the name is missing."""
    found = scan(text)
    sections = tuple(_sections(found))
    if found.name is None:
        return sections
    end = max([found.name.end, *(section.span.end for section in sections)])
    name = found.name.text.strip() or "(no name)"
    return (Symbol(name, "", "game", Span(found.name.start, end), sections),)


def _sections(found: Scan) -> list[Symbol]:
    """The sections in the order of the text; each goes on to the last token before the next."""
    tags = sorted(found.tags.values(), key=lambda tag: tag.start)
    made = []
    for number, tag in enumerate(tags):
        limit = tags[number + 1].start if number + 1 < len(tags) else len(found.text) + 1
        last = found.before(limit - 1)
        span = Span(tag.start, max(tag.end, found.tokens[last].token.end if last >= 0 else 0))
        if tag.text == "BOARD":
            made.append(Symbol("Board", _size(found), "board", span))
        elif tag.text == "PIECES":
            children = tuple(_pieces(found, span))
            made.append(
                Symbol("Pieces", many(str(len(children)), "rule"), "pieces", span, children)
            )
        else:
            children = tuple(_goals(found, span))
            made.append(Symbol("Goals", "", "goals", span, children))
    return made


def _size(found: Scan) -> str:
    return "×".join(map(str, found.size)) if len(found.size) == 2 else ""


def _pieces(found: Scan, span: Span) -> list[Symbol]:
    return [
        Symbol(
            rule.piece,
            _short(found.text[rule.place.end : rule.end]),
            "piece",
            Span(rule.start, rule.end),
        )
        for rule in found.rules[:_MOST]
        if span.start <= rule.start <= rule.end <= span.end
    ]


def _goals(found: Scan, span: Span) -> list[Symbol]:
    made = []
    if found.limit is not None and span.start <= found.limit.start < span.end:
        made.append(Symbol("Turn limit", _short(found.limit.text), "limit", found.limit.span))
    made += [
        Symbol(
            f"{goal.mark}{goal.piece}",
            _short(found.text[goal.start + 1 : goal.end].replace(goal.piece, "", 1)),
            "goal",
            Span(goal.start, goal.end),
        )
        for goal in found.goals[:_MOST]
        if span.start <= goal.start <= goal.end <= span.end
    ]
    return made


def _short(text: str) -> str:
    """Text on one line, without the `&` at its end, cut where it is long."""
    words = " ".join(text[: 4 * _SHOWN].split()).removesuffix("&").rstrip()
    return words if len(words) <= _SHOWN else words[:_SHOWN] + "…"
