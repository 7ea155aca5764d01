"""Writes the folder of pages about a contest, to be opened from disk or put on a web server."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from typing import Any

from sbg.explain.pictures.figures import FIGURES
from sbg.play.contests.referee import GameResult
from sbg.play.contests.standings import Standings
from sbg.play.report import parts
from sbg.play.report.shared import asset, board_data, document, folder_for, script_json

_MARK = '<meta name="generator" content="sbg report">'
"""What tells a page of ours from others, which are never written over."""
_CHUNK = 500
"""Games in one file. The first page stays small; a file is read when one of its games is opened."""


def write(
    standings: Standings,
    results: Sequence[GameResult],
    folder: Path,
    title: str,
    force: bool = False,
) -> Path:
    """Write the pages; where the first one is. A folder that holds another page is refused with FileError."""
    pages = folder_for(folder, _MARK, "sbg report", force)
    results = [result for result in results if standings.contest.counts(result.id)]
    chunks = [results[at : at + _CHUNK] for at in range(0, len(results), _CHUNK)]
    for number, chunk in enumerate(chunks):
        text = f"sbgGames({number}, {script_json([_moves(result) for result in chunk])});\n"
        pages.write(f"games/{number}.js", text)
    return pages.write("index.html", page(standings, results, title))


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
