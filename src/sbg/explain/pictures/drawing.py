"""The SVG parts of every board: squares, coordinates, pieces, arrows, and the document around.

A square is 40 units wide, whatever the size of the picture on the screen: only `width` and `height` of the document
change. Nothing has an identifier, so that many pictures fit into one page.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from types import MappingProxyType

from sbg.explain.pictures.figures import FIGURES, PieceStyle, figure_of
from sbg.explain.pictures.strokes import number, word
from sbg.explain.pictures.theme import Theme
from sbg.language.model import Coordinates
from sbg.language.model.notation import file_name

SQUARE = 40
RADIUS = 15.5
"""Of a token."""
_UNWRITABLE = re.compile("[^\\t\\n\\r\\x20-\\ud7ff\\ue000-\\ufffd\\U00010000-\\U0010ffff]")
"""What no XML may hold, however it is written."""


@dataclass(frozen=True, slots=True)
class Frame:
    """Where the squares of a part of a board lie in a picture; `left` and `bottom` name its first square."""

    left: int
    bottom: int
    width: int
    height: int
    flip: bool = False
    x0: float = 0
    y0: float = 0

    def corner(self, square: Coordinates) -> tuple[float, float]:
        """The upper left corner of a square."""
        column, row = square[0] - self.left, square[1] - self.bottom
        if self.flip:
            column = self.width - 1 - column
        else:
            row = self.height - 1 - row
        return self.x0 + column * SQUARE, self.y0 + row * SQUARE

    def center(self, square: Coordinates) -> tuple[float, float]:
        """The middle of a square."""
        x, y = self.corner(square)
        return x + SQUARE / 2, y + SQUARE / 2

    def squares(self) -> Iterable[Coordinates]:
        """All squares, row by row."""
        for y in range(self.bottom, self.bottom + self.height):
            for x in range(self.left, self.left + self.width):
                yield x, y


def document(
    width: float,
    height: float,
    pixels: float | None,
    title: str,
    theme: Theme,
    parts: Sequence[str],
) -> str:
    """The whole picture; `pixels` is the length of its longer side on the screen."""
    scale = 1.0 if pixels is None else pixels / max(width, height)
    body = "\n".join(part for part in parts if part)
    named = escape(_UNWRITABLE.sub("\ufffd", title))
    head = [f"<title>{named}</title>", theme.head(body)]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {number(width)} {number(height)}" '
            f'width="{number(width * scale)}" height="{number(height * scale)}">',
            *(part for part in head if part),
            body,
            "</svg>\n",
        ]
    )


def squares(frame: Frame, theme: Theme) -> list[str]:
    """The squares of a board: one rectangle for the light ones, one path for the dark."""
    dark = "".join(
        f"M{number(x)} {number(y)}h{SQUARE}v{SQUARE}h-{SQUARE}z"
        for x, y in (frame.corner(square) for square in frame.squares() if sum(square) % 2 == 0)
    )
    box = (
        f'x="{number(frame.x0)}" y="{number(frame.y0)}" width="{frame.width * SQUARE}" '
        f'height="{frame.height * SQUARE}"'
    )
    return [f"<rect {box} {theme.paint('light')}/>", f'<path d="{dark}" {theme.paint("dark")}/>']


def border(frame: Frame, theme: Theme) -> str:
    """A line around a whole board."""
    return (
        f'<rect x="{number(frame.x0 - 1)}" y="{number(frame.y0 - 1)}" width="{frame.width * SQUARE + 2}" '
        f'height="{frame.height * SQUARE + 2}" rx="2" stroke-width="2" {theme.paint(None, "frame")}/>'
    )


def coordinates(frame: Frame, theme: Theme, below: float, beside: float) -> str:
    """Names of columns along a line `below`, and of rows around a line `beside`; large boards have some of them."""
    step = 1 if max(frame.width, frame.height) <= 20 else 2
    step = 4 if max(frame.width, frame.height) > 40 else step
    size = 9.5 * step**0.75
    strokes = ""
    for x in range(frame.left, frame.left + frame.width):
        if (x + 1) % step == 0 or step == 1:
            strokes += word(file_name(x), frame.center((x, frame.bottom))[0], below, size)
    for y in range(frame.bottom, frame.bottom + frame.height):
        if (y + 1) % step == 0 or step == 1:
            strokes += word(str(y + 1), beside, frame.center((frame.left, y))[1], size)
    return (
        f'<path d="{strokes}" stroke-width="{number(size / 7)}" stroke-linecap="round" '
        f'stroke-linejoin="round" {theme.paint(None, "label")}/>'
    )


def pieces(
    placed: Iterable[tuple[Coordinates, str]],
    frame: Frame,
    theme: Theme,
    style: PieceStyle,
    looks: Mapping[str, str] = MappingProxyType({}),
) -> list[str]:
    """Pieces on their squares; upper case is white. `looks` are the author's."""
    spots: dict[str, list[tuple[float, float]]] = {}
    for square, letter in placed:
        spots.setdefault(letter, []).append(frame.center(square))
    parts = []
    for color, letters in (
        ("white", sorted(filter(str.isupper, spots))),
        ("black", sorted(filter(str.islower, spots))),
    ):
        found = {letter: figure_of(letter, looks) for letter in letters if style == "figures"}
        figures = {letter: figure for letter, figure in found.items() if figure}
        tokens = [letter for letter in letters if letter not in figures]
        if tokens:
            parts.append(_tokens({letter: spots[letter] for letter in tokens}, color, theme))
        parts += [_figure(figure, spots[one], color, theme) for one, figure in figures.items()]
    return parts


def _tokens(spots: dict[str, list[tuple[float, float]]], color: str, theme: Theme) -> str:
    circles = "".join(
        f'<circle cx="{number(x)}" cy="{number(y)}" r="{RADIUS}"/>'
        for letter in spots
        for x, y in spots[letter]
    )
    strokes = "".join(word(letter.upper(), x, y, 15) for letter in spots for x, y in spots[letter])
    return (
        f'<g stroke-width="1.8" {theme.paint(color, f"{color}-edge")}>{circles}</g>\n'
        f'<path d="{strokes}" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round" '
        f"{theme.paint(None, f'{color}-ink')}/>"
    )


def _figure(figure: str, spots: list[tuple[float, float]], color: str, theme: Theme) -> str:
    body, details = FIGURES[figure]
    parts = [
        f'<g transform="translate({number(x - SQUARE / 2)} {number(y - SQUARE / 2)})">'
        f'<path d="{body}" {theme.paint(color, f"{color}-edge")}/>'
        + (f'<path d="{details}" {theme.paint(None, f"{color}-ink")}/>' if details else "")
        + "</g>"
        for x, y in spots
    ]
    return (
        f'<g stroke-width="1.6" stroke-linejoin="round" stroke-linecap="round">{"".join(parts)}</g>'
    )


def arrow(start: tuple[float, float], end: tuple[float, float]) -> str:
    """The outline of an arrow from one middle of a square to another; a ring when they are the same."""
    (x0, y0), (x1, y1) = start, end
    length = math.hypot(x1 - x0, y1 - y0)
    if length == 0:
        rings = "a17 17 0 1 0 34 0a17 17 0 1 0 -34 0zm5 0a12 12 0 1 1 24 0a12 12 0 1 1 -24 0z"
        return f"M{number(x0 - 17)} {number(y0)}{rings}"
    dx, dy = (x1 - x0) / length, (y1 - y0) / length

    def point(along: float, aside: float) -> str:
        return f"{number(x0 + dx * along - dy * aside)} {number(y0 + dy * along + dx * aside)}"

    neck = length - 15
    shape = [(8, -3), (neck, -3), (neck, -9.5), (length - 1, 0), (neck, 9.5), (neck, 3), (8, 3)]
    return "M" + "L".join(point(along, aside) for along, aside in shape) + "z"
