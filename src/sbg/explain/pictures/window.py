"""Chooses the part of the board that a piece's diagram shows, and draws its squares and arrows."""

from __future__ import annotations

from dataclasses import dataclass

from sbg.explain.pictures import drawing
from sbg.explain.pictures.drawing import SQUARE, Frame
from sbg.explain.pictures.strokes import number
from sbg.explain.pictures.theme import Theme
from sbg.language.model import Coordinates
from sbg.moves.reach.ways import Reach

_MOST = 13
"""Columns or rows of a diagram."""
_RIDE = 4
"""Squares that a line is followed, if it goes on."""
PEEK = 0.4
"""How much of a square is seen where the board goes on."""
_MOST_LINES = 400
"""Lines of a diagram; more would hide what they show."""


@dataclass(frozen=True, slots=True)
class Window:
    """The part of the board that is shown."""

    left: int
    bottom: int
    width: int
    height: int

    def open_sides(self, width: int, height: int) -> tuple[bool, bool, bool, bool]:
        """Whether the board goes on to the left, below, to the right and above."""
        return (
            self.left > 0,
            self.bottom > 0,
            self.left + self.width < width,
            self.bottom + self.height < height,
        )


def window_of(found: Reach, width: int, height: int) -> Window:
    """What short words touch, more if lines go on, and never more than fits."""
    used = {*found.targets, *found.passed, *found.jumped}
    (left, columns), (bottom, rows) = (
        _part(
            length,
            found.start[axis],
            found.near[0][axis],
            found.near[1][axis],
            {square[axis] for square in used},
        )
        for axis, length in ((0, width), (1, height))
    )
    return Window(left, bottom, columns, rows)


def _part(length: int, at: int, near_low: int, near_high: int, used: set[int]) -> tuple[int, int]:
    """The first column and the number of columns that are shown, or rows; the piece stands `at` one."""
    low, high = min(near_low, at - 2), max(near_high, at + 2)
    if used and min(used) < near_low:
        low = min(low, at - _RIDE)
    if used and max(used) > near_high:
        high = max(high, at + _RIDE)
    low, high = max(0, low), min(length - 1, high)
    # A small board is shown whole, and so is one of which almost all is shown.
    if length <= 6 or (length <= _MOST and high - low >= max(2 * _RIDE, length - 3)):
        return 0, length
    if high - low >= _MOST:  # what is near, or else what is around the piece
        low = min(max(0, at - _MOST // 2), length - _MOST)
        if near_high - near_low < _MOST:
            low = min(max(low, near_high - _MOST + 1), near_low)
        high = low + _MOST - 1
    return low, high - low + 1


def ground(frame: Frame, sides: tuple[bool, bool, bool, bool], colors: Theme) -> list[str]:
    """The squares; where the board goes on, a paler strip of the next ones."""
    peek = SQUARE * PEEK
    x0, y0 = frame.x0, frame.y0
    x1, y1 = x0 + frame.width * SQUARE, y0 + frame.height * SQUARE
    left, bottom, right, top = (peek if side else 0 for side in sides)
    outer = _grown(frame, sides)
    light = (
        f'<rect x="{number(x0 - left)}" y="{number(y0 - top)}" width="{number(x1 - x0 + left + right)}" '
        f'height="{number(y1 - y0 + top + bottom)}" fill-opacity="0.5" {colors.paint("light")}/>'
    )
    dark = ""
    for square in outer.squares():
        if sum(square) % 2 == 0:
            ax, ay = outer.corner(square)
            bx, by = min(ax + SQUARE, x1 + right), min(ay + SQUARE, y1 + bottom)
            ax, ay = max(ax, x0 - left), max(ay, y0 - top)
            dark += f"M{number(ax)} {number(ay)}H{number(bx)}V{number(by)}H{number(ax)}z"
    parts = []
    if any(sides):
        parts = [light, f'<path d="{dark}" fill-opacity="0.4" {colors.paint("dark")}/>']
    parts += drawing.squares(frame, colors)
    edges = ""  # a line where the board really ends
    if not sides[0]:
        edges += f"M{number(x0 - 1)} {number(y0 - 1 - top)}V{number(y1 + 1 + bottom)}"
    if not sides[2]:
        edges += f"M{number(x1 + 1)} {number(y0 - 1 - top)}V{number(y1 + 1 + bottom)}"
    if not sides[1]:
        edges += f"M{number(x0 - 1 - left)} {number(y1 + 1)}H{number(x1 + 1 + right)}"
    if not sides[3]:
        edges += f"M{number(x0 - 1 - left)} {number(y0 - 1)}H{number(x1 + 1 + right)}"
    if edges:
        parts.append(
            f'<path d="{edges}" stroke-width="2" stroke-linecap="square" {colors.paint(None, "frame")}/>'
        )
    return parts


def _grown(frame: Frame, sides: tuple[bool, bool, bool, bool]) -> Frame:
    """The frame with one more row or column on each side where the board goes on."""
    left, bottom, right, top = sides
    return Frame(
        frame.left - left,
        frame.bottom - bottom,
        frame.width + left + right,
        frame.height + bottom + top,
        x0=frame.x0 - left * SQUARE,
        y0=frame.y0 - top * SQUARE,
    )


def inside(frame: Frame, square: Coordinates) -> bool:
    return (
        0 <= square[0] - frame.left < frame.width and 0 <= square[1] - frame.bottom < frame.height
    )


def lines(frame: Frame, found: Reach, colors: Theme) -> list[str]:
    """The ways from square to square: dashed where they leap, with a head where they leave the picture."""
    shown = sorted(pair for pair in found.lines if inside(frame, pair[0]))
    if len(shown) > _MOST_LINES:
        return []
    steps, leaps, heads = "", "", ""
    peek = SQUARE * PEEK - 4
    for a, b in shown:
        (ax, ay), (bx, by) = frame.center(a), frame.center(b)
        if not inside(frame, b):
            # Cut the line where the picture ends, in the strip of the next squares.
            cut = 1.0
            for delta, origin, low, high in (
                (bx - ax, ax, frame.x0, frame.x0 + frame.width * SQUARE),
                (by - ay, ay, frame.y0, frame.y0 + frame.height * SQUARE),
            ):
                if delta > 0:
                    cut = min(cut, (high + peek - origin) / delta)
                elif delta < 0:
                    cut = min(cut, (low - peek - origin) / delta)
            bx, by = ax + (bx - ax) * cut, ay + (by - ay) * cut
            heads += _head(ax, ay, bx, by)
        line = f"M{number(ax)} {number(ay)}L{number(bx)} {number(by)}"
        if max(abs(a[0] - b[0]), abs(a[1] - b[1])) <= 1:
            steps += line
        else:
            leaps += line
    common = f'stroke-width="2.4" stroke-linecap="round" stroke-opacity="0.75" {colors.paint(None, "way")}'
    parts = []
    if leaps:
        parts.append(f'<path d="{leaps}" stroke-dasharray="1.5 5" {common}/>')
    if steps:
        parts.append(f'<path d="{steps}" {common}/>')
    if heads:
        parts.append(f'<path d="{heads}" {colors.paint("way")}/>')
    return parts


def _head(ax: float, ay: float, bx: float, by: float) -> str:
    length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5 or 1.0
    dx, dy = (bx - ax) / length, (by - ay) / length
    tip = (bx + dx * 3, by + dy * 3)
    wings = [(bx - dx * 5 - dy * 4.2 * side, by - dy * 5 + dx * 4.2 * side) for side in (1, -1)]
    points = "L".join(f"{number(x)} {number(y)}" for x, y in (tip, *wings))
    return f"M{points}z"
