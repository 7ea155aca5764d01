"""Draws how White's chances develop in several games, one line per game, as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import quantiles

WIDTH, HEIGHT = 560, 240
_LEFT, _RIGHT, _TOP, _BOTTOM = 46, 10, 10, 30
_PARTS = 40


def fan(courses: Sequence[Sequence[float]], winners: Sequence[str], title: str) -> str:
    """An SVG for a page that has colours of its own; time is the share of a game that is over."""
    lines = [
        f'<polyline class="way {winner}" points="{_points(list(enumerate_shares(course)))}"/>'
        for course, winner in zip(courses, winners, strict=True)
        if course
    ]
    return (
        f'<svg class="fan" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{title}">'
        f"<title>{title}</title>{_grid()}{_band(courses)}{''.join(lines)}</svg>"
    )


def enumerate_shares(course: Sequence[float]) -> list[tuple[float, float]]:
    """Each value with the share of the game that is over."""
    last = max(len(course) - 1, 1)
    return [(number / last, value) for number, value in enumerate(course)]


def at(course: Sequence[float], share: float) -> float:
    """The value when a share of a game is over."""
    return course[round(share * (len(course) - 1))]


def _band(courses: Sequence[Sequence[float]]) -> str:
    """Where half of the games are, part by part."""
    played = [course for course in courses if course]
    if len(played) < 4:
        return ""
    low, high = [], []
    for part in range(_PARTS + 1):
        share = part / _PARTS
        first, _, third = quantiles([at(course, share) for course in played], n=4)
        low.append((share, first))
        high.append((share, third))
    return f'<polygon class="band" points="{_points([*low, *reversed(high)])}"/>'


def _points(values: list[tuple[float, float]]) -> str:
    return " ".join(f"{_x(share):.1f},{_y(value):.1f}" for share, value in values)


def _x(share: float) -> float:
    return _LEFT + share * (WIDTH - _LEFT - _RIGHT)


def _y(value: float) -> float:
    return _TOP + (1 - min(1.0, max(0.0, value))) * (HEIGHT - _TOP - _BOTTOM)


def _grid() -> str:
    parts = []
    for value in (0.0, 0.5, 1.0):
        y = _y(value)
        kind = "middle" if value == 0.5 else "edge"
        parts.append(f'<path class="{kind}" d="M{_LEFT} {y:.1f}H{WIDTH - _RIGHT}"/>')
        parts.append(
            f'<text x="{_LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{100 * value:g} %</text>'
        )
    for share, text, anchor in ((0.0, "begin", "start"), (1.0, "end of the game", "end")):
        parts.append(
            f'<text x="{_x(share):.1f}" y="{HEIGHT - 8}" text-anchor="{anchor}">{text}</text>'
        )
    return "".join(parts)
