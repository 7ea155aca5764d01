"""Regions: the part of the board from which a move is possible, as for a pawn's double step.

A word may visit a square of any content on its way. Such a word exists only where that square is on the board, and so
games bind the double step of a pawn to its first rows, or a general to its palace.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from sbg.language.model import Coordinates
from sbg.moves.shapes.length import offset
from sbg.moves.shapes.paths import Path, Step, Turn, Vector

End: TypeAlias = Literal["from", "to"]

ANYTHING = "epw"


@dataclass(frozen=True, slots=True, order=True)
class Region:
    """The square `dx` columns to the right and `dy` rows forward must be on the board, whatever it holds.

    It is counted from where the move begins ("from"), or from where it ends ("to"). Columns and rows are as the owner
    of the piece sees them: forward is up the board for White and down for Black.
    """

    end: End
    dx: int
    dy: int

    def __post_init__(self) -> None:
        if self.end not in ("from", "to"):
            raise ValueError(f"a region says from or to where, not {self.end!r}")
        if not (self.dx or self.dy):
            raise ValueError("a region that asks for no other square is none: use None")

    @property
    def bits(self) -> int:
        """Its part of a family's description length."""
        return 1 + offset(self.dx) + offset(self.dy)

    def squares(self, width: int, height: int) -> frozenset[Coordinates]:
        """The squares of a board from which (or to which) the region lets White move."""
        return frozenset(
            (x, y)
            for x in range(width)
            for y in range(height)
            if 0 <= x + self.dx < width and 0 <= y + self.dy < height
        )

    def turned(self, turn: Turn) -> Region:
        """The region turned or mirrored."""
        return Region(self.end, *turn(self.dx, self.dy))

    def on_path(self, path: Path) -> Path:
        """A path of steps that visits the square too: at once, or just before its last step.

        A path whose first step may be left out is put behind a visit and the way back to where it starts.
        """
        if self.end == "to":
            last = path[-1]
            assert isinstance(last, Step)
            there = Step(last.dx + self.dx, last.dy + self.dy, ANYTHING)
            return (*path[:-1], there, Step(-self.dx, -self.dy, last.on))
        there, first = Step(self.dx, self.dy, ANYTHING), path[0]
        assert isinstance(first, Step)
        if first.low != first.high:
            return (there, Step(-self.dx, -self.dy, "w"), *path)
        back = Step(first.dx - self.dx, first.dy - self.dy, first.on)
        more = first.low - 1
        return (there, back, *([first._replace(low=more, high=more)] if more else []), *path[1:])


def first_rows(count: int, height: int, end: End = "from") -> Region:
    """The first rows of a board, counted from the own side."""
    return Region(end, 0, height - count)


def beyond(row: int, end: End = "from") -> Region:
    """All rows but so many at the own side."""
    return Region(end, 0, -row)


def visited(path: Path) -> list[tuple[Region, Path]]:
    """What a path is without a square that it visits for its region alone: each way to see it so."""
    steps = [step for step in path if isinstance(step, Step)]
    if len(steps) < len(path) or len(path) < 2:
        return []
    found: list[tuple[End, Vector, Path]] = []
    there, back = steps[0], steps[1]
    if there.on == ANYTHING and there.once and back.once:
        if back.vector == (-there.dx, -there.dy) and back.on == "w" and len(path) > 2:
            found.append(("from", there.vector, path[2:]))
        straight = Step(there.dx + back.dx, there.dy + back.dy, back.on)
        found.append(("from", there.vector, (straight, *path[2:])))
    there, last = steps[-2], steps[-1]
    if there.on == ANYTHING and there.once:
        straight = Step(there.dx + last.dx, there.dy + last.dy, last.on)
        found.append(("to", (-last.dx, -last.dy), (*path[:-2], straight)))
    return [(Region(end, *way), short) for end, way, short in found if way != (0, 0)]
