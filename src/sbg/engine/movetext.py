"""Reads and writes the moves of a record, with comments in braces and variations in parentheses.

A variation takes the place of the move before it: in `a2a3 b4a3 (c4c3 a3b4) b2a3` black could also have played `c4c3`.
Variations may have variations; all are kept as lines that leave the game itself.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

_TOKEN = re.compile(r"\s+|\{[^}]*\}|[^\s{}()]+|[{}()]")
_COMMENT = re.compile(r"[{}\s]+")

MOST_VARIATION_MOVES = 200_000
"""Moves of all variations of a record together: in each other they repeat what they have in common."""


class Variation(NamedTuple):
    """Moves that could have been played instead."""

    after: int
    """How many moves of the game are played before."""
    moves: tuple[str, ...]


class MoveTextError(ValueError):
    """A text that holds no moves; `line` counts from the first line of the text."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line


class MoveText(NamedTuple):
    """What such a text holds."""

    moves: tuple[str, ...]
    lines: tuple[int, ...]
    """The line of each move."""
    variations: tuple[Variation, ...]


def read_moves(text: str, line: int) -> MoveText:
    """The moves and variations of a text whose first line has a number; MoveTextError says where it has none."""
    moves: list[str] = []
    lines: list[int] = []
    found: list[tuple[int, list[str]]] = []
    open: list[tuple[int, list[str]]] = []
    opened = line
    room = MOST_VARIATION_MOVES
    for place, token in _tokens(text, line):
        if token == "(":
            after, others = open[-1] if open else (len(moves) - 1, [])
            opened = opened if open else place
            open.append((max(0, after), others[:-1]))
            found.append(open[-1])
            room -= len(others)
        elif token == ")":
            if not open:
                raise MoveTextError(place, "`)` without its `(`")
            open.pop()
        elif open:
            open[-1][1].append(token)
            room -= 1
        else:
            moves.append(token)
            lines.append(place)
        if room < 0:
            raise MoveTextError(place, "the variations are too long")
    if open:
        raise MoveTextError(opened, "a variation is never closed: `)` is missing")
    return MoveText(tuple(moves), tuple(lines), variations_of(moves, found))


def variations_of(
    moves: Sequence[str], lines: Iterable[tuple[int, Sequence[str]]]
) -> tuple[Variation, ...]:
    """Lines, each after some moves of a game, as its variations: what does not leave the game is left out."""
    found: dict[Variation, None] = {}
    for after, line in lines:
        same = 0
        while same < len(line) and after + same < len(moves) and moves[after + same] == line[same]:
            same += 1
        if same < len(line):
            found[Variation(after + same, tuple(line[same:]))] = None
    return tuple(found)


def write_moves(
    moves: Sequence[str], comments: Sequence[str], variations: Sequence[Variation]
) -> list[str]:
    """Lines of text with moves, a comment behind each where it is not empty, and variations."""
    words = list(moves)
    for number, comment in enumerate(comments[: len(words)]):
        if comment:
            words[number] += f" {{{_COMMENT.sub(' ', comment)}}}"
    behind: dict[int, list[str]] = {}
    for after, others in variations:
        # Where the game has no move to be replaced, the variation repeats its last one.
        place = min(after, len(moves) - 1)
        whole = (*moves[place:after], *others) if moves else others
        behind.setdefault(place, []).append(f"({' '.join(whole)})")
    for place, texts in behind.items():
        if moves:
            words[place] += f" {' '.join(texts)}"
        else:
            words = texts
    return textwrap.wrap(" ".join(words), 80)


def _tokens(text: str, line: int) -> Iterator[tuple[int, str]]:
    """Moves and parentheses as they are written, each with its line."""
    for match in _TOKEN.finditer(text):
        token = match[0]
        if token == "{":
            raise MoveTextError(line, "a comment is never closed: `}` is missing")
        if token == "}":
            raise MoveTextError(line, "`}` without its `{`")
        if not token.isspace() and not token.startswith("{"):
            yield line, token
        line += token.count("\n")
