"""The results of a search, as values: scores, lines of an analysis, and analyses."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from sbg.language.model import Move


@dataclass(frozen=True, slots=True)
class Score:
    """How good a position is for the player to move.

    `plies` is the distance of a proven end: positive if the player to move wins in that many plies, negative if
    he loses, None if no winner is proven. Otherwise `centipawns` is an estimate; a proven draw is 0 and `drawn`.
    """

    centipawns: int = 0
    plies: int | None = None
    drawn: bool = False

    @property
    def proven(self) -> bool:
        """Whether the rules leave no other result to best play."""
        return self.drawn or self.plies is not None

    @property
    def moves(self) -> int | None:
        """The distance of a proven end in the player's own moves, signed, as UCI's `mate` counts it."""
        if self.plies is None:
            return None
        return (self.plies + 1) // 2 if self.plies > 0 else -(-self.plies // 2)

    def __str__(self) -> str:
        if self.drawn:
            return "draw"
        if self.plies is None:
            return f"{self.centipawns / 100:+.2f}"
        return f"{'wins' if self.plies > 0 else 'loses'} in {abs(self.plies)}"


@dataclass(frozen=True, slots=True)
class Info:
    """What a search has found so far; a line of an analysis."""

    depth: int
    score: Score
    nodes: int
    seconds: float
    variation: tuple[Move, ...]
    """The principal variation: the best line found, beginning with the move to play. At least one move."""
    rank: int = 1
    """1 for the best line; 2 for the next one where several are asked for (UCI's `multipv`)."""
    selective_depth: int | None = None
    hash_permille: int | None = None
    exact: tuple[tuple[Move, Score], ...] = ()
    """Every move with its exact value, the best first, if a table has them."""


@dataclass(frozen=True, slots=True)
class Thought:
    """What a player tells of its last move: how far it looked ahead, and how good it takes its position to be."""

    depth: int | None = None
    score: Score | None = None

    def __str__(self) -> str:
        """Short, without spaces: `5/+34`, `5/#3` for a win in three own moves, `5/=` for a proven draw."""
        return f"{'' if self.depth is None else self.depth}/{_short(self.score)}"


def _short(score: Score | None) -> str:
    if score is None:
        return ""
    if score.drawn:
        return "="
    return f"{score.centipawns:+d}" if score.moves is None else f"#{score.moves}"


@dataclass(frozen=True, slots=True)
class Analysis:
    """How a search ended: its best lines, the best first (one, unless more were asked for)."""

    lines: tuple[Info, ...]

    def __repr__(self) -> str:
        more = f" and {len(self.lines) - 1} more lines" if len(self.lines) > 1 else ""
        return f"<sbg.Analysis {self.score} at depth {self.depth}: {_moves(self.best)}{more}>"

    def _repr_html_(self) -> str:
        """What a notebook shows: the lines as a table."""
        rows = [(str(one.score), str(one.depth), _moves(one)) for one in self.lines]
        return html_table([("score", "depth", "moves"), *rows])

    @property
    def best(self) -> Info:
        return self.lines[0]

    @property
    def move(self) -> Move:
        """The move to play."""
        return self.best.variation[0]

    @property
    def score(self) -> Score:
        """How good the position is for the player to move."""
        return self.best.score

    @property
    def depth(self) -> int:
        """How many plies ahead the best line was looked for."""
        return self.best.depth

    @property
    def nodes(self) -> int:
        """How many positions were visited."""
        return self.best.nodes

    @property
    def variation(self) -> tuple[Move, ...]:
        """The best line: the principal variation."""
        return self.best.variation


_SHOWN = 20
"""Moves of a line that are shown at most."""


def _moves(line: Info) -> str:
    shown = [str(move) for move in line.variation[:_SHOWN]]
    return " ".join([*shown, "…"] if len(line.variation) > _SHOWN else shown)


def html_table(rows: Sequence[Iterable[str]]) -> str:
    """A table of HTML; its first row is the head."""

    def row(cells: Iterable[str], tag: str) -> str:
        return "<tr>" + "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in cells) + "</tr>"

    head, *body = rows
    whole = "".join([row(head, "th"), *(row(cells, "td") for cells in body)])
    return f"<table>{whole}</table>"
