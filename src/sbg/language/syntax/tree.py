"""The syntax tree: every part of a file with its place, close to the paper's grammar.

Nodes are frozen. Parentheses, the order of everything and the place of every comment are kept, so that the formatter
can write the file again; the spelling of numbers is not.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from sbg.base.nested import Deep
from sbg.language.syntax.source import Span


class Comment(NamedTuple):
    """A comment with its delimiters: `//…` to the end of the line, or `/*…*/`."""

    span: Span
    text: str


class Letter(NamedTuple):
    """A letter (dx,dy,on) of the alphabet: `(-1,1,p)`."""

    span: Span
    dx: int
    dy: int
    on: str


@dataclass(frozen=True, slots=True)
class Number:
    """A natural number."""

    span: Span
    value: int


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Group(Deep):
    """A regular expression in parentheses."""

    span: Span
    body: Regexp


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Power(Deep):
    """A letter or group with an exponent: a number, or None for `*`."""

    span: Span
    base: Letter | Group
    exponent: Number | None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Concat(Deep):
    """Two or more regular expressions one after the other."""

    span: Span
    parts: tuple[Letter | Group | Power, ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Sum(Deep):
    """Two or more alternatives, with `+` between them."""

    span: Span
    parts: tuple[Letter | Group | Power | Concat, ...]


Regexp: TypeAlias = Letter | Group | Power | Concat | Sum


@dataclass(frozen=True, slots=True)
class Name:
    """The name of the game, without `<<`, `>>` and comments."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the board: its squares, without bars and comments."""

    span: Span
    squares: str


@dataclass(frozen=True, slots=True)
class Board:
    """The `<BOARD>` section: the span is that of its tag and contents."""

    span: Span
    width: Number
    height: Number
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Rule:
    """The rule of a piece, up to and with its `&`."""

    span: Span
    piece: str
    piece_span: Span
    regexp: Regexp


@dataclass(frozen=True, slots=True)
class Square:
    """A square of a goal, as a column and a row."""

    span: Span
    x: Number
    y: Number


@dataclass(frozen=True, slots=True)
class CountGoal:
    """`#X n`, without its `&`."""

    span: Span
    piece: str
    piece_span: Span
    count: Number


@dataclass(frozen=True, slots=True)
class SquareGoal:
    """`@X x y, x y`, without its `&`."""

    span: Span
    piece: str
    piece_span: Span
    squares: tuple[Square, ...]


Goal: TypeAlias = CountGoal | SquareGoal


@dataclass(frozen=True, slots=True)
class File:
    """A whole file: `<<name>>`, the board, the rules, the turn limit and the goals; comments by their place."""

    span: Span
    name: Name
    board: Board
    rules: tuple[Rule, ...]
    turn_limit: Number
    goals: tuple[Goal, ...]
    comments: tuple[Comment, ...]
