"""The parts of a rule as a tree, with their places in the text, for the warnings to look at.

Redundant parentheses are gone, as in `sbg.language.model`, but every part still knows its place in the text.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from sbg.language.syntax import Span, tree

Kind: TypeAlias = Literal["letter", "concat", "sum", "power"]


@dataclass(slots=True, eq=False)
class Part:
    """A part of a rule. Parts with the same `shape`, in one rule, are equal but for their place."""

    span: Span
    kind: Kind
    shape: int
    parts: list[Part] = field(default_factory=list)
    letter: tree.Letter | None = None  # of a letter
    power: tree.Power | None = None  # of a power
    count: int | None = None  # of a power; None is the star
    nullable: bool = False  # the empty word belongs to it
    written_out: int = 1  # letters, with powers written out
    starred: bool = False  # a star, or a power of one: repeating it changes nothing


class Parts:
    """The parts of one rule: `root` is the whole, `in_order` all of them, each before its parts."""

    def __init__(self, regexp: tree.Regexp) -> None:
        self._shapes: dict[tuple[object, ...], int] = {}
        self.root = self._make(regexp)
        self.in_order: list[Part] = []
        stack = [self.root]
        while stack:
            part = stack.pop()
            self.in_order.append(part)
            stack.extend(reversed(part.parts))
        self.letters = [part for part in self.in_order if part.kind == "letter"]

    def _make(self, node: tree.Regexp) -> Part:
        span = node.span
        while isinstance(node, tree.Group):
            node = node.body
        if isinstance(node, tree.Letter):
            shape = self._shape("letter", node.dx, node.dy, node.on)
            return Part(span, "letter", shape, letter=node)
        if isinstance(node, tree.Power):
            count = None if node.exponent is None else node.exponent.value
            return self._power(span, node, self._make(node.base), count)
        kind: Kind = "concat" if isinstance(node, tree.Concat) else "sum"
        parts: list[Part] = []
        for inner in node.parts:
            part = self._make(inner)
            if part.kind == kind:
                parts += part.parts
            else:
                parts.append(part)
        nullable = (all if kind == "concat" else any)([part.nullable for part in parts])
        return Part(
            span,
            kind,
            self._shape(kind, *(part.shape for part in parts)),
            parts,
            nullable=nullable,
            written_out=sum([part.written_out for part in parts]),
        )

    def _power(self, span: Span, node: tree.Power, body: Part, count: int | None) -> Part:
        return Part(
            span,
            "power",
            self._shape("power", body.shape, count),
            [body],
            power=node,
            count=count,
            nullable=body.nullable or not count,
            written_out=body.written_out * (1 if count is None else count),
            starred=count is None or (count > 0 and body.starred),
        )

    def _shape(self, *key: object) -> int:
        return self._shapes.setdefault(key, len(self._shapes))
