"""Draws charts as SVG: values with intervals, stacked bars, columns, and lines."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape

from sbg.explain.pictures import drawing
from sbg.explain.pictures.strokes import number
from sbg.explain.pictures.theme import theme as find_theme

_WIDTH = 720
_NAMES = 220
"""Units that the names of the rows take."""
_ROW = 28
_EDGE = 12
_LONGEST = 30
"""Characters of a name that are shown; the whole is in its title."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A value that is known to lie between two others."""

    name: str
    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Line:
    """Points that belong together, in a colour of the theme; `spans` are the intervals of their values, if known."""

    name: str
    color: str
    points: Sequence[tuple[float, float]]
    spans: Sequence[tuple[float, float]] = ()


@dataclass(frozen=True, slots=True)
class Axis:
    """What an axis shows: from zero on, or in powers of ten."""

    label: str
    log: bool = False


_MARKERS = (
    "m-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z",
    "m-3.5 -3.5h7v7h-7z",
    "m0 -5l4.5 8h-9z",
    "m0 -5l5 5l-5 5l-5 -5z",
)
"""Shapes of points, so that lines differ by more than their colours: circle, square, triangle, diamond."""


def intervals(
    rows: Sequence[Interval], title: str, label: str, theme: str = "auto", *, signed: bool = True
) -> str:
    """A dot with a line through it for each value, one below the other; `label` names the axis.

    Numbers of the axis have a sign unless that makes no sense.
    """
    colors = find_theme(theme)
    numbers = [n for row in rows for n in (row.value, row.low, row.high) if math.isfinite(n)]
    low, high = min([0.0, *numbers]), max([0.0, *numbers])
    ticks = _ticks(low, high)
    low, high = min(low, ticks[0]), max(high, ticks[-1])
    left, right = _NAMES + _EDGE, _WIDTH - 3 * _EDGE
    bottom = _EDGE + _ROW * len(rows)

    def place(value: float) -> float:
        within = min(max(value, low), high)
        return left + (within - low) / (high - low or 1) * (right - left)

    parts = []
    for tick in ticks:
        x = number(place(tick))
        strong = colors.paint(None, "frame") if tick == 0 else colors.paint(None, "light")
        parts.append(f'<path d="M{x} {_EDGE}V{bottom}" {strong}/>')
        said = "0" if not tick else f"{tick:+g}" if signed else f"{tick:g}"
        parts.append(_text(said, place(tick), bottom + 16, "middle"))
    for at, row in enumerate(rows):
        y = _EDGE + _ROW * at + _ROW / 2
        parts.append(_named(row.name, y))
        span = f"M{number(place(row.low))} {number(y)}H{number(place(row.high))}"
        caps = "".join(f"M{number(place(x))} {number(y - 5)}v10" for x in (row.low, row.high))
        parts.append(f'<path d="{span}{caps}" stroke-width="2" {colors.paint(None, "arrow")}/>')
        dot = f'cx="{number(place(row.value))}" cy="{number(y)}" r="5"'
        parts.append(f"<circle {dot} {colors.paint('arrow')}/>")
    parts.append(_text(label, (left + right) / 2, bottom + 36, "middle"))
    return _document(bottom + 46, title, theme, parts)


def bars(
    rows: Sequence[tuple[str, Sequence[int]]],
    parts_of: Sequence[tuple[str, str]],
    title: str,
    theme: str = "auto",
) -> str:
    """A bar for each row, divided as its numbers are; `parts_of` names each part and its colour."""
    colors = find_theme(theme)
    left, right = _NAMES + _EDGE, _WIDTH - 3 * _EDGE
    parts = []
    for at, (name, counts) in enumerate(rows):
        y = _EDGE + _ROW * at
        parts.append(_named(name, y + _ROW / 2))
        x, total = float(left), sum(counts)
        for (what, color), count in zip(parts_of, counts, strict=True):
            if not count:
                continue
            width = count / total * (right - left)
            box = f'x="{number(x)}" y="{y + 4}" width="{number(width)}" height="{_ROW - 8}"'
            parts.append(
                f'<rect {box} stroke-width="1" {colors.paint(color, "frame")}>'
                f"<title>{escape(name)}: {count} {escape(what)}</title></rect>"
            )
            x += width
    bottom = _EDGE + _ROW * len(rows) + 10
    x = float(left)
    for what, color in parts_of:
        box = f'x="{number(x)}" y="{bottom}" width="12" height="12"'
        parts.append(f'<rect {box} stroke-width="1" {colors.paint(color, "frame")}/>')
        parts.append(_text(what, x + 18, bottom + 11))
        x += 110
    return _document(bottom + 24, title, theme, parts)


def columns(values: Sequence[int], title: str, label: str, theme: str = "auto") -> str:
    """How often each number occurs, in columns of equal width; `label` names the axis."""
    colors = find_theme(theme)
    low, high = (min(values), max(values)) if values else (0, 0)
    width = max(1, math.ceil((high - low + 1) / 30))
    counts = [0] * ((high - low) // width + 1)
    for value in values:
        counts[(value - low) // width] += 1
    left, right, top, bottom = 4 * _EDGE, _WIDTH - _EDGE, _EDGE + 10, 190
    step = (right - left) / len(counts)
    most = max(counts) or 1
    parts = [f'<path d="M{left} {bottom}H{right}" {colors.paint(None, "frame")}/>']
    every = math.ceil(len(counts) / 12)
    for at, count in enumerate(counts):
        tall = count / most * (bottom - top)
        first = low + at * width
        what = f"{first}" if width == 1 else f"{first} to {first + width - 1}"
        box = (
            f'x="{number(left + at * step + 1)}" y="{number(bottom - tall)}" '
            f'width="{number(max(1.0, step - 2))}" height="{number(tall)}"'
        )
        parts.append(
            f"<rect {box} {colors.paint('arrow')}><title>{what}: {count}</title></rect>"
            if count
            else ""
        )
        if at % every == 0:
            parts.append(_text(str(first), left + (at + 0.5) * step, bottom + 16, "middle"))
    parts.append(_text(str(most), left - 6, top + 4, "end"))
    parts.append(_text(label, (left + right) / 2, bottom + 36, "middle"))
    return _document(bottom + 46, title, theme, parts)


def lines(series: Sequence[Line], title: str, x: Axis, y: Axis, theme: str = "auto") -> str:
    """Points joined by lines, with a legend below; ValueError where an axis has no place for a number."""
    colors = find_theme(theme)
    left, right, top, bottom = 5 * _EDGE, _WIDTH - 2 * _EDGE, 34, 300
    points = [point for line in series for point in line.points]
    heights = [point[1] for point in points]
    heights += [end for line in series for span in line.spans for end in span]
    across, x_place = _scale(x, [point[0] for point in points], left, right)
    up, y_place = _scale(y, heights, bottom, top)
    grid = "".join(f"M{number(x_place(tick))} {top}V{bottom}" for tick in across)
    grid += "".join(f"M{left} {number(y_place(tick))}H{right}" for tick in up)
    parts = [
        f'<path d="{grid}" {colors.paint(None, "light")}/>',
        f'<path d="M{left} {top}V{bottom}H{right}" {colors.paint(None, "frame")}/>',
        *(_text(_short(tick), x_place(tick), bottom + 18, "middle") for tick in across),
        *(_text(_short(tick), left - 8, y_place(tick) + 4.5, "end") for tick in up),
        _text(x.label, (left + right) / 2, bottom + 38, "middle"),
        _text(y.label, _EDGE, top - 16),
    ]
    for at, line in enumerate(series):
        places = [(number(x_place(a)), number(y_place(b))) for a, b in line.points]
        way = "L".join(f"{a} {b}" for a, b in places)
        spans = "".join(
            f"M{a} {number(y_place(low))}V{number(y_place(high))}"
            for (a, _), (low, high) in zip(places, line.spans, strict=bool(line.spans))
        )
        stroke, marker = colors.paint(None, line.color), _MARKERS[at % len(_MARKERS)]
        parts.append(f'<path d="M{way}" stroke-width="2" {stroke}/>' if places else "")
        parts.append(f'<path d="{spans}" {stroke}/>' if spans else "")
        parts += [
            f'<path d="M{a} {b}{marker}" {colors.paint(line.color)}>'
            f"<title>{escape(line.name)}: {_short(point[0])}, {_short(point[1])}</title></path>"
            for (a, b), point in zip(places, line.points, strict=True)
        ]
        start, row = left + at % 2 * (right - left) / 2, bottom + 62 + 22 * (at // 2)
        parts.append(f'<path d="M{number(start)} {row}h28" stroke-width="2" {stroke}/>')
        parts.append(f'<path d="M{number(start + 14)} {row}{marker}" {colors.paint(line.color)}/>')
        parts.append(_text(line.name, start + 36, row + 4.5))
    return _document(bottom + 52 + 22 * math.ceil(len(series) / 2), title, theme, parts)


def _scale(
    axis: Axis, values: Sequence[float], start: float, end: float
) -> tuple[list[float], Callable[[float], float]]:
    """The round numbers of an axis, and where a number lies on it."""
    if not all(math.isfinite(value) and (value > 0 or not axis.log) for value in values):
        raise ValueError(f"the axis {axis.label!r} has no place for some of the numbers")
    if axis.log:
        powers = [math.log10(value) for value in values] or [0.0]
        first = math.floor(min(powers))
        ticks = [10.0**power for power in range(first, max(math.ceil(max(powers)), first + 1) + 1)]
    else:
        ticks = _ticks(min([0.0, *values]), max([0.0, *values]))
    measure: Callable[[float], float] = math.log10 if axis.log else float
    low, high = measure(ticks[0]), measure(ticks[-1])

    def place(value: float) -> float:
        return start + (measure(value) - low) / (high - low or 1) * (end - start)

    return ticks, place


def _short(value: float) -> str:
    """A number with at most three digits: `10 k`, `0.5`, `1.95 G`."""
    for prefix in ("", " k", " M"):
        if abs(value) < 999.5:
            return f"{value:.3g}{prefix}"
        value /= 1000
    return f"{value:.3g} G"


def _document(height: float, title: str, theme: str, parts: Sequence[str]) -> str:
    colors = find_theme(theme)
    texts = [part for part in parts if part.startswith("<text")]
    shapes = [part for part in parts if not part.startswith("<text")]
    head = f'<g font-size="13" font-family="sans-serif" {colors.paint("label")}>'
    return drawing.document(_WIDTH, height, None, title, colors, [*shapes, head, *texts, "</g>"])


def _named(name: str, y: float) -> str:
    short = name if len(name) <= _LONGEST else name[: _LONGEST - 1] + "…"
    title = f"<title>{escape(name)}</title>" if short != name else ""
    return _text(short, _NAMES, y + 4.5, "end", title)


def _text(text: str, x: float, y: float, anchor: str = "start", title: str = "") -> str:
    place = f'x="{number(x)}" y="{number(y)}" text-anchor="{anchor}"'
    return f"<text {place}>{escape(text)}{title}</text>"


def _ticks(low: float, high: float) -> list[float]:
    """Round numbers from below the lowest to above the highest value, about six of them."""
    span = (high - low) or 1.0
    step = 10 ** math.floor(math.log10(span / 5))
    step *= next(factor for factor in (1, 2, 5, 10) if span / (step * factor) <= 6)
    first, last = math.floor(low / step), math.ceil(high / step)
    return [at * step for at in range(first, last + 1)]
