"""Draws the ratings of a contest with their intervals, as SVG."""

from __future__ import annotations

from pathlib import Path

from sbg.base import files
from sbg.base.errors import SbgError
from sbg.explain.pictures import charts
from sbg.play.contests.standings import Standings

_RATINGS = ": ratings after"


class PlotError(SbgError):
    """A picture that cannot be made; the message says why."""


def require(path: Path, force: bool = False) -> None:
    """PlotError, before any game is played, if the picture could not be made afterwards."""
    if path.suffix.lower() != ".svg":
        raise PlotError(
            f"the ratings are drawn as SVG: name a file that ends in .svg, not `{path.name}`"
        )
    files.allow(path, force, _is_plot)


def plot(standings: Standings, path: Path, force: bool = False) -> None:
    """Draw the ratings, the best at the top; an earlier picture of ratings is replaced, another file is not."""
    require(path, force)
    files.write(path, _svg(standings), force, _is_plot)


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
