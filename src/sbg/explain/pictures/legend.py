"""The marks on a diagram (move, capture, …) and the legend below it that explains them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from sbg.explain.pictures.strokes import number
from sbg.explain.pictures.theme import Theme

_ROW = 20.0
_FONT = 12.5


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of a legend: a kind of mark, if any, and what it means."""

    kind: str
    text: str


def symbol(kind: str, x: float, y: float, scale: float, colors: Theme) -> str:
    """A mark around a place. Shapes differ, not colours alone."""
    place = f'cx="{number(x)}" cy="{number(y)}"'

    def diamond(radius: float) -> str:
        r = number(radius * scale)
        return f"M{number(x)} {number(y - radius * scale)}l{r} {r}l-{r} {r}l-{r} -{r}z"

    def triangle(radius: float) -> str:
        r = radius * scale
        return (
            f"M{number(x)} {number(y - r)}L{number(x + r * 0.95)} {number(y + r * 0.75)}"
            f"H{number(x - r * 0.95)}z"
        )

    match kind:
        case "target-empty":
            return f'<circle {place} r="{number(6 * scale)}" {colors.paint("empty")}/>'
        case "target-enemy":
            return f'<circle {place} r="{number(11 * scale)}" stroke-width="3" {colors.paint(None, "enemy")}/>'
        case "target-own":
            return f'<path d="{diamond(17)}" stroke-width="2.6" {colors.paint(None, "own")}/>'
        case "pass-empty":
            return f'<circle {place} r="{number(4.6 * scale)}" stroke-width="2" {colors.paint("paper", "empty")}/>'
        case "pass-enemy":
            return f'<path d="{triangle(6.2)}" {colors.paint("enemy")}/>'
        case "pass-own":
            r = 5 * scale
            box = f'x="{number(x - r)}" y="{number(y - r)}" width="{number(2 * r)}" height="{number(2 * r)}"'
            return f"<rect {box} {colors.paint('own')}/>"
        case "pass-any":
            start = f"M{number(x - 4.6 * scale)} {number(y - 4.6 * scale)}"
            two = number(9.2 * scale)
            cross = f"{start}l{two} {two}m0 -{two}l-{two} {two}"
            pen = f'stroke-width="{number(2.6 * scale)}" stroke-linecap="round"'
            return f'<path d="{cross}" {pen} {colors.paint(None, "any")}/>'
        case "stay":
            pen = 'stroke-width="2" stroke-dasharray="4 3"'
            return f'<circle {place} r="{number(18 * scale)}" {pen} {colors.paint(None, "empty")}/>'
        case "line" | "leap":
            dashes = ' stroke-dasharray="1.5 5"' if kind == "leap" else ""
            line = f"M{number(x - 9)} {number(y)}h18"
            return f'<path d="{line}" stroke-width="2.4" stroke-linecap="round"{dashes} {colors.paint(None, "way")}/>'
    raise ValueError(f"no mark is called {kind!r}")


def legend_of(
    entries: Sequence[Entry], width: float, top: float, colors: Theme
) -> tuple[float, list[str]]:
    """The lines of a legend below a board, in as many columns as fit: its height and its parts."""
    columns = max(1, min(len(entries), int(width // 244)))
    rows = -(-len(entries) // columns)
    parts = []
    for at, entry in enumerate(entries):
        column, row = divmod(at, rows)
        x, y = 22 + column * (width - 12) / columns, top + 8 + row * _ROW
        if entry.kind:
            shrink = {"target-own": 0.55, "stay": 0.5, "target-enemy": 0.72}.get(entry.kind, 0.95)
            parts.append(symbol(entry.kind, x, y, shrink, colors))
        parts.append(
            f'<text x="{number(x + 15 if entry.kind else x - 8)}" y="{number(y + 4.4)}" font-size="{_FONT}" '
            f'font-family="system-ui, sans-serif" {colors.paint("label")}>{escape(entry.text)}</text>'
        )
    return rows * _ROW, parts
