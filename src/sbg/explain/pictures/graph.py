"""Draws an automaton as SVG, in layers from left to right.

The layout is the usual one for layered drawings: turn arrows that close a circle around, give each state
the layer of its longest path from the start, put points where a long arrow crosses a layer, and order each layer by
where the neighbours stand.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from html import escape
from typing import TypeAlias

from sbg.base.errors import SbgError
from sbg.moves.automata.dfa import Dfa
from sbg.moves.automata.dot import labels

MOST_STATES = 300
"""A larger automaton would give a picture that nobody can read."""
MOST_LINES = 24
"""Steps that are written at one arrow; the rest is counted."""

_RADIUS = 17
_LINE = 14  # height of a line of a label
_CHAR = 6.7  # width of a character of a label
_GAP = 26
_COLORS = {
    "ink": "#2b2622",
    "paper": "#fbf7ef",
    "text": "#7a4a12",
    "start": "#dcebdd",
    "state": "#ffffff",
}

_Spot: TypeAlias = tuple[float, float]
Paint: TypeAlias = Callable[[str | None, str | None], str]
"""Names of the colours of a fill and of a stroke in, the attributes for them out."""


class TooLargeToDraw(SbgError, ValueError):  # noqa: N818 - says what is wrong, not that something is
    """The automaton has more states than a picture can show."""


@dataclass(slots=True)
class _Node:
    """A state, or a point where a long arrow crosses a layer."""

    layer: int
    above: float = _RADIUS + _GAP / 2
    below: float = _RADIUS + _GAP / 2
    spot: _Spot = (0.0, 0.0)
    neighbours: list[int] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Arrow:
    source: int
    target: int
    lines: list[str]
    path: list[int]
    """Nodes on the way, both ends included, from left to right."""

    @property
    def backward(self) -> bool:
        return self.path[0] == self.target

    @property
    def width(self) -> float:
        return _CHAR * max(map(len, self.lines))


def plain(fill: str | None, stroke: str | None) -> str:
    """The colours of a picture on its own."""
    parts = [f'fill="{_COLORS[fill] if fill else "none"}"']
    return " ".join(parts + ([f'stroke="{_COLORS[stroke]}"'] if stroke else []))


def svg(dfa: Dfa, name: str = "", paint: Paint = plain, head: str = "head") -> str:
    """The automaton as a picture; its title is the name. TooLargeToDraw beyond MOST_STATES.

    `head` is the identifier of the arrow heads: pictures in one page that differ in colour need different ones.
    """
    if dfa.state_count > MOST_STATES:
        raise TooLargeToDraw(f"{dfa.state_count} states; a picture shows {MOST_STATES} at most")
    texts = {pair: _shortened(lines) for pair, lines in labels(dfa).items()}
    layers = _layers(dfa.state_count, [pair for pair in texts if pair[0] != pair[1]])
    nodes = [_Node(layer) for layer in layers]
    loops = {source: lines for (source, target), lines in texts.items() if source == target}
    for state, lines in loops.items():
        nodes[state].above += 26 + _LINE * len(lines)
    arrows = [
        _route(source, target, lines, nodes)
        for (source, target), lines in texts.items()
        if source != target
    ]
    _place(nodes, arrows, loops)
    return _drawing(dfa, name, nodes, arrows, loops, paint, head)


def _shortened(lines: list[str]) -> list[str]:
    if len(lines) <= MOST_LINES:
        return lines
    return [*lines[: MOST_LINES - 1], f"… {len(lines) - MOST_LINES + 1} more"]


def _layers(count: int, pairs: list[tuple[int, int]]) -> list[int]:
    """The length of the longest path from the start to each state, arrows that close a circle turned around."""
    after: list[list[int]] = [[] for _ in range(count)]
    for source, target in pairs:
        after[source].append(target)
    finished: list[int] = []
    place = {0: 0}  # where a state stands on the way that is being walked
    back: set[tuple[int, int]] = set()
    stack = [(0, iter(after[0]))]
    seen = {0}
    while stack:
        state, targets = stack[-1]
        target = next(targets, -1)
        if target < 0:
            stack.pop()
            del place[state]
            finished.append(state)
        elif target in place:
            back.add((state, target))
        elif target not in seen:
            seen.add(target)
            place[target] = len(stack)
            stack.append((target, iter(after[target])))
    straight: list[list[int]] = [[] for _ in range(count)]
    for source, target in pairs:
        if (source, target) in back:
            source, target = target, source
        straight[source].append(target)
    layers = [0] * count
    for state in reversed(finished):  # sources before targets
        for target in straight[state]:
            layers[target] = max(layers[target], layers[state] + 1)
    return layers


def _route(source: int, target: int, lines: list[str], nodes: list[_Node]) -> _Arrow:
    left, right = sorted((source, target), key=lambda state: nodes[state].layer)
    path = [left]
    half = _LINE * len(lines) / 2 + 5
    for layer in range(nodes[left].layer + 1, nodes[right].layer):
        path.append(len(nodes))
        nodes.append(_Node(layer, half, half))
    path.append(right)
    for a, b in itertools.pairwise(path):
        nodes[a].neighbours.append(b)
        nodes[b].neighbours.append(a)
    if len(path) == 2:  # room for the label, which stands beside the node with fewer arrows
        for node in (nodes[left], nodes[right]):
            node.above, node.below = max(node.above, half), max(node.below, half)
    return _Arrow(source, target, lines, path)


def _place(nodes: list[_Node], arrows: list[_Arrow], loops: dict[int, list[str]]) -> None:
    columns: defaultdict[int, list[int]] = defaultdict(list)
    for number, node in enumerate(nodes):
        columns[node.layer].append(number)
    rank = {number: i for column in columns.values() for i, number in enumerate(column)}
    order = sorted(columns)
    for sweep in range(6):
        for layer in order if sweep % 2 == 0 else reversed(order):
            column = columns[layer]
            column.sort(key=lambda n: _middle([rank[m] for m in nodes[n].neighbours], rank[n]))
            rank.update((number, i) for i, number in enumerate(column))
    loop_width = max((_CHAR * max(map(len, lines)) for lines in loops.values()), default=0.0)
    x = 0.0
    for layer in order:
        widths = [
            arrow.width
            for arrow in arrows
            if any(nodes[number].layer == layer for number in arrow.path[1:])
        ]
        x += max([*widths, loop_width / 2]) + 90 if layer else 0
        y = -sum(nodes[number].above + nodes[number].below for number in columns[layer]) / 2
        for number in columns[layer]:
            node = nodes[number]
            node.spot = (x, y + node.above)
            y += node.above + node.below


def _middle(ranks: list[int], own: int) -> float:
    return sum(ranks) / len(ranks) if ranks else own


def _drawing(
    dfa: Dfa,
    name: str,
    nodes: list[_Node],
    arrows: list[_Arrow],
    loops: dict[int, list[str]],
    paint: Paint,
    head: str,
) -> str:
    states = nodes[: dfa.state_count]
    left = -_RADIUS - 46.0
    right = max(node.spot[0] for node in nodes) + _RADIUS + 30
    top = min(node.spot[1] - node.above for node in nodes) - 10
    bottom = max(node.spot[1] + node.below for node in nodes) + (34 if name else 10)
    right = max(right, left + 2 * 20 + 8 * len(name))
    # Room beside the first and the last state for what is written at their loops.
    side = max((_CHAR * max(map(len, lines)) / 2 for lines in loops.values()), default=0.0)
    left, right = min(left, -side - 8), max(right, max(node.spot[0] for node in nodes) + side + 8)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="{left:.0f} {top:.0f} {right - left:.0f} '
        f'{bottom - top:.0f}" width="{right - left:.0f}" height="{bottom - top:.0f}" '
        f'font-family="DejaVu Sans Mono, Menlo, monospace" font-size="11" text-anchor="middle">',
        f"<title>{escape(name)}</title>",
        f'<marker id="{head}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" '
        f'orient="auto-start-reverse"><path d="M0 0.5L8 4L0 7.5z" {paint("ink", None)}/></marker>',
        f'<rect x="{left:.0f}" y="{top:.0f}" width="100%" height="100%" {paint("paper", None)}/>',
        f'<g {paint(None, "ink")} stroke-width="1.2" marker-end="url(#{head})">',
        f'<path d="M{-_RADIUS - 30} {states[0].spot[1]:.1f}H{-_RADIUS - 2}"/>',
    ]
    texts = []
    pairs = {(arrow.source, arrow.target) for arrow in arrows}
    degree: defaultdict[tuple[int, str], int] = defaultdict(int)
    for arrow in arrows:
        degree[arrow.path[0], "out"] += 1
        degree[arrow.path[-1], "in"] += 1
    for arrow in arrows:
        bow = 0.0
        if (arrow.target, arrow.source) in pairs:
            bow = 16.0 if arrow.backward else -16.0
        near_end = degree[arrow.path[0], "out"] >= degree[arrow.path[-1], "in"]
        if bow:  # the two labels of a pair of arrows keep apart
            near_end = not arrow.backward
        path, spot = _curve(arrow, nodes, bow, 0.68 if near_end else 0.32)
        parts.append(f'<path d="{path}"/>')
        texts.append(_label(spot, arrow.lines, paint))
    for state, lines in loops.items():
        x, y = states[state].spot
        parts.append(
            f'<path d="M{x - 8:.1f} {y - 16:.1f}C{x - 26:.1f} {y - 50:.1f} {x + 26:.1f} {y - 50:.1f} '
            f'{x + 9:.1f} {y - 18:.1f}"/>'
        )
        texts.append(_label((x, y - 46 - _LINE * (len(lines) - 1) / 2), lines, paint))
    parts.append("</g>")
    for state, node in enumerate(states):
        parts.append(
            _circle(node.spot, _RADIUS, paint("start" if state == dfa.start else "state", "ink"))
        )
        if state in dfa.accepting:
            parts.append(_circle(node.spot, _RADIUS - 4, paint(None, "ink")))
        x, y = node.spot
        parts.append(f'<text x="{x:.1f}" y="{y + 4:.1f}" {paint("ink", None)}>{state}</text>')
    parts += [f"<g {paint('text', None)}>", *texts]
    parts.append("</g>")
    if name:
        middle = (left + right) / 2
        parts.append(
            f'<text x="{middle:.1f}" y="{bottom - 12:.1f}" font-size="13" {paint("ink", None)}>{escape(name)}</text>'
        )
    return "\n".join([*parts, "</svg>"]) + "\n"


def _curve(arrow: _Arrow, nodes: list[_Node], bow: float, where: float) -> tuple[str, _Spot]:
    """The path of an arrow, and the place of its label."""
    spots = [nodes[number].spot for number in arrow.path]
    first, last = spots[0], spots[-1]
    spots[0] = (first[0] + _RADIUS, first[1] + bow / 2)
    spots[-1] = (last[0] - _RADIUS, last[1] + bow / 2)
    middle = spots[len(spots) // 2]
    pieces = list(itertools.pairwise(spots))
    if len(pieces) == 1:
        (x0, y0), (x1, y1) = pieces[0]
        s, t = 1 - where, where
        curve = s**3 * y0 + 3 * s * s * t * (y0 + bow) + 3 * s * t * t * (y1 + bow) + t**3 * y1
        middle = (x0 + (x1 - x0) * (0.5 * where + 0.25), curve)
    if arrow.backward:
        pieces = [(b, a) for a, b in reversed(pieces)]
    (x, y), _ = pieces[0]
    path = f"M{x:.1f} {y:.1f}"
    for (x0, y0), (x1, y1) in pieces:
        half = (x0 + x1) / 2
        path += f"C{half:.1f} {y0 + bow:.1f} {half:.1f} {y1 + bow:.1f} {x1:.1f} {y1:.1f}"
    return path, middle


def _circle(spot: _Spot, radius: int, colors: str) -> str:
    x, y = spot
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}" {colors} stroke-width="1.4"/>'


def _label(spot: _Spot, lines: list[str], paint: Paint) -> str:
    x, y = spot
    width, height = _CHAR * max(map(len, lines)), _LINE * len(lines)
    first = y - height / 2 + _LINE - 3
    return "\n".join(
        [
            f'<rect x="{x - width / 2:.1f}" y="{y - height / 2:.1f}" width="{width:.1f}" '
            f'height="{height}" {paint("paper", None)} fill-opacity="0.85"/>',
            *(
                f'<text x="{x:.1f}" y="{first + _LINE * number:.1f}">{escape(line)}</text>'
                for number, line in enumerate(lines)
            ),
        ]
    )
