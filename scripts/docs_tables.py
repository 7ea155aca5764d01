"""Computes and draws the worked example of move tables in docs/architecture.md.

The worked example of `docs/architecture.md`: a rook on b1 of a board of four by four. What the native core does for
every piece is done here once more, in the plainest way; a test holds the table to the moves of the real engine.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

import sbg
from sbg.language.model.notation import square_name

Square: TypeAlias = tuple[int, int]
Node: TypeAlias = tuple[int, Square]
"""A state of the automaton on a square of the board."""

SIDE = 4
ORIGIN: Square = (1, 0)
GAME = f"""\
<<A rook>>
<BOARD>
4 4
|....|
|....|
|....|
|.R..|
<PIECES>
R {" + ".join(f"({x},{y},e)^*(({x},{y},e)+({x},{y},p))" for x, y in ((0, 1), (0, -1), (1, 0), (-1, 0)))} &
P (0,1,e) &
<GOALS>
100 &
"""
EXAMPLE = "4/1P2/4/1Rp1 w 0"
"""A pawn of black's beside the rook, one of white's two squares ahead of it."""


@dataclass(frozen=True)
class Product:
    """The automaton and the board walked together from one square."""

    nodes: list[Node]
    edges: list[tuple[Node, str, Node]]
    accepting: frozenset[int]

    @property
    def passed(self) -> list[Node]:
        """The nodes that a word can go through: those that a letter leaves."""
        left = {source for source, _, _ in self.edges}
        return [node for node in self.nodes if node in left]


@cache
def product() -> Product:
    """Every state and square that the rook can come to, whatever stands on the board; steps off the board vanish."""
    dfa = sbg.parse(GAME).automata["R"]
    nodes: list[Node] = [(dfa.start, ORIGIN)]
    edges = []
    for node in nodes:  # grows while we walk it
        state, (x, y) = node
        for source, letter, target in dfa.transitions:
            square = (x + letter.dx, y + letter.dy)
            if source == state and 0 <= square[0] < SIDE and 0 <= square[1] < SIDE:
                assert (
                    square != ORIGIN
                )  # a rook does not come back; others may, and find themselves
                edges.append((node, letter.on, (target, square)))
                if (target, square) not in nodes:
                    nodes.append((target, square))
    return Product(nodes, edges, dfa.accepting)


@dataclass(frozen=True)
class Part:
    """Nodes that hang together when the start is taken away; what they look at, and where they land."""

    nodes: tuple[Node, ...]
    bits: tuple[Square, ...]
    """Squares whose being empty or not decides how far the words go."""
    targets: tuple[Square, ...]


@cache
def parts() -> list[Part]:
    """The part of the first steps, which depends on nothing, and then one part for each ray that goes on."""
    found, walked = product(), product().passed
    start = found.nodes[0]
    firsts = {to[1] for source, _, to in found.edges if source == start}
    result = [Part((), (), _sorted(firsts))]
    left = [node for node in walked if node != start]
    while left:
        group = {left[0]}
        while more := {
            node
            for source, _, to in found.edges
            for node in (source, to)
            if {source, to} & group and node in left and node not in group
        }:
            group |= more
        left = [node for node in left if node not in group]
        landings = {
            on: {to[1] for source, letter, to in found.edges if source in group and letter == on}
            for on in "ep"
        }
        assert landings["e"] == landings["p"]  # a rook captures where it could also have stopped
        bits = {square for _, square in group}
        result.append(Part(tuple(sorted(group)), _sorted(bits), _sorted(landings["e"])))
    return result


def _sorted(squares: set[Square]) -> tuple[Square, ...]:
    """In the order of the board: a1, b1, …"""
    return tuple(sorted(squares, key=lambda square: (square[1], square[0])))


def bits() -> tuple[Square, ...]:
    """The squares that make the index, all parts merged into one table."""
    return _sorted({square for part in parts() for square in part.bits})


def entry(index: int) -> tuple[Square, ...]:
    """Where a word can land when the squares of the index are occupied as its bits say."""
    occupied = {square for place, square in enumerate(bits()) if index >> place & 1}
    reached = {product().nodes[0]}
    landings: set[Square] = set()
    for source, on, to in product().edges:  # sources come before their targets
        if source in reached:
            landings.add(
                to[1]
            )  # whether the last letter fits is asked of the board, not of the table
            if on == "e" and to[1] not in occupied:
                reached.add(to)
    return _sorted(landings)


def table() -> str:
    """The table of the page, as Markdown."""
    names = [square_name(square) for square in bits()]
    lines = [f"| index | {' | '.join(reversed(names))} | entry |", "|---:|" + ":-:|" * 3 + "---|"]
    for index in range(1 << len(names)):
        occupied = [str(index >> place & 1) for place in reversed(range(len(names)))]
        lines.append(
            f"| {index} | {' | '.join(occupied)} | {' '.join(map(square_name, entry(index)))} |"
        )
    return "\n".join(lines) + "\n"


def example() -> tuple[sbg.Position, int]:
    """The position of the picture, and its index."""
    position = sbg.parse(GAME).position(EXAMPLE)
    stands = [position.rows[-1 - y][x] != "." for x, y in bits()]
    return position, sum(1 << place for place, stood in enumerate(stands) if stood)


# -- the picture

_LIGHT, _DARK, _PAPER, _INK, _MARK, _BIT = (
    "#ecdcc0",
    "#d9bd94",
    "#fbf7ef",
    "#2b2622",
    "#3f7d54",
    "#9c4a1a",
)
_CELL = 52


def picture() -> str:
    """Three steps from left to right: the ways of the rook, the squares that matter, the table."""
    width, height = 900, 330
    parts_of = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" font-family="Georgia, serif" text-anchor="middle">',
        "<title>How a rook on b1 gets its table</title>",
        '<marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" '
        f'orient="auto"><path d="M0 0L8 4L0 8z" fill="{_MARK}"/></marker>',
        f'<rect width="{width}" height="{height}" rx="10" fill="{_PAPER}"/>',
        *_ways(24, 46),
        *_position(296, 46),
        *_entries(570, 46),
    ]
    return "\n".join([*parts_of, "</svg>"]) + "\n"


def _text(x: float, y: float, text: str, size: int = 15, color: str = _INK) -> str:
    return f'<text x="{x:g}" y="{y:g}" font-size="{size}" fill="{color}">{text}</text>'


def _board(left: float, top: float, cell: float) -> Iterator[str]:
    for x in range(SIDE):
        for y in range(SIDE):
            fill = _LIGHT if (x + y) % 2 else _DARK
            corner = left + x * cell, top + (SIDE - 1 - y) * cell
            yield (
                f'<rect x="{corner[0]:g}" y="{corner[1]:g}" width="{cell:g}" height="{cell:g}" fill="{fill}"/>'
            )


def _middle(left: float, top: float, cell: float, square: Square) -> tuple[float, float]:
    return left + (square[0] + 0.5) * cell, top + (SIDE - 0.5 - square[1]) * cell


def _piece(spot: tuple[float, float], letter: str) -> str:
    fill, ink = ("#ffffff", _INK) if letter.isupper() else (_INK, "#ffffff")
    x, y = spot
    return (
        f'<circle cx="{x:g}" cy="{y:g}" r="18" fill="{fill}" stroke="{_INK}" stroke-width="2"/>'
        + _text(x, y + 7, letter.upper(), 20, ink)
    )


def _ways(left: float, top: float) -> Iterator[str]:
    """The product: an arrow for each step that the automaton and the board allow."""
    yield _text(left + 2 * _CELL, top - 16, "1. the ways of a rook on b1")
    yield from _board(left, top, _CELL)
    drawn = set()
    for (_, start), _, (_, end) in product().edges:
        if (start, end) not in drawn:
            drawn.add((start, end))
            (x0, y0), (x1, y1) = (_middle(left, top, _CELL, square) for square in (start, end))
            gap = 20 if start == ORIGIN else 8
            dx, dy = (x1 - x0) / _CELL, (y1 - y0) / _CELL
            yield (
                f'<path d="M{x0 + gap * dx:g} {y0 + gap * dy:g}L{x1 - 8 * dx:g} {y1 - 8 * dy:g}" '
                f'stroke="{_MARK}" stroke-width="3" marker-end="url(#tip)"/>'
            )
    for _, square in product().nodes[1:]:
        x, y = _middle(left, top, _CELL, square)
        yield f'<circle cx="{x:g}" cy="{y:g}" r="6" fill="{_MARK}"/>'
    yield _piece(_middle(left, top, _CELL, ORIGIN), "R")
    below = top + SIDE * _CELL
    yield _text(left + 2 * _CELL, below + 26, f"{len(product().nodes)} nodes; a letter leaves", 14)
    passed = ", ".join(square_name(square) for _, square in product().passed[1:])
    yield _text(left + 2 * _CELL, below + 46, f"the start, {passed}", 14)


def _position(left: float, top: float) -> Iterator[str]:
    """The squares that matter, in a position: their bits make the index."""
    position, index = example()
    yield _text(left + 2 * _CELL, top - 16, "2. the squares that matter")
    yield from _board(left, top, _CELL)
    for x, y in bits():
        corner = left + x * _CELL, top + (SIDE - 1 - y) * _CELL
        yield (
            f'<rect x="{corner[0] + 2:g}" y="{corner[1] + 2:g}" width="{_CELL - 4}" height="{_CELL - 4}" '
            f'fill="none" stroke="{_BIT}" stroke-width="3"/>'
        )
    for row, letters in enumerate(position.rows):
        for x, letter in enumerate(letters):
            if letter != ".":
                yield _piece(_middle(left, top, _CELL, (x, SIDE - 1 - row)), letter)
    for place, (x, y) in enumerate(bits()):
        yield _text(
            left + (x + 1) * _CELL - 8, top + (SIDE - 1 - y) * _CELL + 16, str(place), 13, _BIT
        )
    below = top + SIDE * _CELL
    shown = " ".join(
        f"{square_name(square)} = {index >> place & 1}"
        for place, square in reversed(list(enumerate(bits())))
    )
    yield _text(left + 2 * _CELL, below + 26, shown, 14, _BIT)
    yield _text(left + 2 * _CELL, below + 46, f"index {index:03b} in binary: {index}", 14, _BIT)


def _entries(left: float, top: float) -> Iterator[str]:
    """The table, the entry of the position marked."""
    position, chosen = example()
    yield _text(left + 152, top - 16, "3. the table")
    cell = 16
    for index in range(1 << len(bits())):
        x, y = left + index % 4 * 80.0, top + index // 4 * 108.0
        if index == chosen:
            yield (
                f'<rect x="{x - 6:g}" y="{y - 6:g}" width="{4 * cell + 12}" height="{4 * cell + 34}" rx="5" '
                f'fill="none" stroke="{_BIT}" stroke-width="3"/>'
            )
        yield from _board(x, y, cell)
        for square in entry(index):
            cx, cy = _middle(x, y, cell, square)
            yield f'<circle cx="{cx:g}" cy="{cy:g}" r="5" fill="{_MARK}"/>'
        cx, cy = _middle(x, y, cell, ORIGIN)
        yield _text(cx, cy + 5, "R", 14)
        yield _text(x + 2 * cell, y + 4 * cell + 18, str(index), 14)
    moves = " ".join(square_name(move.target) for move in position.moves if move.origin == ORIGIN)
    below = top + SIDE * _CELL
    yield _text(
        left + 152, below + 26, f"entry {chosen}: {' '.join(map(square_name, entry(chosen)))}", 14
    )
    yield _text(left + 152, below + 46, f"without own pieces: {moves}", 14)
