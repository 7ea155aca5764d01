"""Writes a folder of static pages about a contest, to be opened from the disk or put on any web server."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from typing import Any

from sbg.contests.referee import GameResult
from sbg.contests.standings import Standings
from sbg.errors import SbgError
from sbg.report import parts
from sbg.report.shared import asset, board_data, document, replace_file, script_json
from sbg.svg.figures import FIGURES

_MARK = '<meta name="generator" content="sbg report">'
"""What tells a page of ours from others, which are never written over."""
_CHUNK = 500
"""Games in one file. The first page stays small; a file is read when one of its games is opened."""


class ReportError(SbgError):
    """A folder into which no pages can be written; the message says why."""


def write(standings: Standings, results: Sequence[GameResult], folder: Path, title: str) -> Path:
    """Write the pages; where the first one is. A folder that holds another page is refused with ReportError."""
    first = folder / "index.html"
    if folder.exists() and not folder.is_dir():
        raise ReportError(f"`{folder}` is a file, not a folder")
    if first.exists() and _MARK not in first.read_text(encoding="utf-8", errors="replace"):
        raise ReportError(f"`{first}` is not a page of `sbg report`; it is left as it is")
    games = folder / "games"
    games.mkdir(parents=True, exist_ok=True)
    chunks = [results[at : at + _CHUNK] for at in range(0, len(results), _CHUNK)]
    for number, chunk in enumerate(chunks):
        text = f"sbgGames({number}, {script_json([_moves(result) for result in chunk])});\n"
        replace_file(games / f"{number}.js", text)
    replace_file(first, page(standings, results, title))
    return first


def page(standings: Standings, results: Sequence[GameResult], title: str) -> str:
    """The first page: everything but the moves of the games."""
    contest = standings.contest
    values = {
        "mark": _MARK,
        "title": escape(title),
        "summary": parts.summary(standings),
        "standings": parts.standings_table(standings),
        "cross": parts.cross_table(standings),
        "plots": parts.plots(standings, results),
        "settings": parts.settings(contest),
        "data": script_json(_data(standings, results)),
        "style": asset("report.css"),
        "script": asset("board.js") + asset("report.js"),
    }
    return document(asset("page.html"), values)


def _data(standings: Standings, results: Iterable[GameResult]) -> dict[str, Any]:
    """What the script of the page needs to list the games and to draw the first board of each."""
    contest = standings.contest
    reasons: dict[str, int] = {}
    listed = []
    for result in results:
        reason = reasons.setdefault(result.reason, len(reasons))
        listed.append(
            [result.id + 1, *contest.seats(result.id), result.result, reason, result.plies]
        )
    return {
        "players": list(contest.names),
        "games": [board_data(game) for game in contest.games],
        "reasons": list(reasons),
        "chunk": _CHUNK,
        "list": listed,
        "figures": FIGURES,
    }


def _moves(result: GameResult) -> list[Any]:
    times = result.white_seconds, result.black_seconds
    return [result.moves, result.detail, *times, result.date, result.thoughts]
