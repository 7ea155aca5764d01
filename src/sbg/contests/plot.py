"""Draws the ratings of a contest with their intervals: as SVG by itself, as PNG or PDF with matplotlib."""

from __future__ import annotations

import math
from pathlib import Path

from sbg import files
from sbg.contests.standings import Standings
from sbg.errors import SbgError, extra
from sbg.svg import charts

ENDINGS = (".png", ".svg", ".pdf")
_RATINGS = ": ratings after"
_NAME = 40
"""Characters of a player's name that are shown."""


class PlotError(SbgError):
    """A picture that cannot be made; the message says why."""


def require(path: Path, force: bool = False) -> None:
    """PlotError, before any game is played, if the picture could not be made afterwards."""
    if path.suffix.lower() not in ENDINGS:
        raise PlotError(f"a picture ends in {', '.join(ENDINGS)}, not `{path.name}`")
    files.allow(path, force, _is_plot)
    if path.suffix.lower() == ".svg":
        return
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise PlotError(
            f"matplotlib is not installed; {extra('plots')} brings it, "
            "and a picture that ends in .svg needs none"
        ) from None


def plot(standings: Standings, path: Path, force: bool = False) -> None:
    """Draw the ratings, the best at the top; an earlier picture of ratings is replaced, another file is not."""
    require(path, force)
    if path.suffix.lower() == ".svg":
        files.write(path, _svg(standings), force, _is_plot)
        return
    from matplotlib.figure import Figure

    order = standings.ranking[::-1]
    names = [_short(standings.contest.names[number]) for number in order]
    rated = [standings.ratings[number] for number in order]
    figure = Figure(figsize=(8, 1.6 + 0.4 * len(order)), layout="constrained")
    axes = figure.add_subplot()
    ends = [n for r in rated for n in (r.elo, r.low, r.high) if math.isfinite(n)] or [0.0]
    low, high = min(0.0, *ends) - 100, max(0.0, *ends) + 100  # where what is infinite is drawn
    values = [[min(max(n, low), high) for n in (r.elo, r.low, r.high)] for r in rated]
    errors = [[v[0] - v[1] for v in values], [v[2] - v[0] for v in values]]
    rows = list(range(len(order)))
    axes.errorbar([v[0] for v in values], rows, xerr=errors, fmt="o", capsize=4, color="tab:blue")
    axes.axvline(0, color="0.8", linewidth=1, zorder=0)
    axes.set_yticks(rows, names)
    axes.set_ylim(-0.6, len(order) - 0.4)
    axes.set_xlabel(_label(standings))
    games = ", ".join(game.name.strip() for game in standings.contest.games)
    axes.set_title(f"{_short(games, 80)}: {standings.played} games")
    with files.writing(path, force) as file:
        figure.savefig(file, format=path.suffix.lower()[1:])


def _is_plot(path: str) -> bool:
    """Whether a file holds ratings that were drawn before: while a contest grows, its picture is drawn again."""
    with open(path, encoding="utf-8", errors="replace") as file:
        return _RATINGS in file.read(4000)


def _svg(standings: Standings) -> str:
    rows = [
        charts.Interval(standings.contest.names[number], rating.elo, rating.low, rating.high)
        for number in standings.ranking
        for rating in [standings.ratings[number]]
    ]
    games = ", ".join(game.name.strip() for game in standings.contest.games)
    title = f"{games}{_RATINGS} {standings.played} games"
    return charts.intervals(rows, title, _label(standings), theme="light")


def _label(standings: Standings) -> str:
    two = standings.duel is not None
    return f"Elo, relative to {'the other' if two else 'the average'}, with 95 % intervals"


def _short(name: str, most: int = _NAME) -> str:
    return name if len(name) <= most else name[: most - 1] + "…"
