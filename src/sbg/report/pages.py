"""Writes a folder of static pages about a contest, to be opened from the disk or put on any web server."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any

from sbg.contests.referee import GameResult
from sbg.contests.standings import Standings
from sbg.engine import Game
from sbg.errors import SbgError
from sbg.report import parts
from sbg.svg.figures import FIGURES, figure_of
from sbg.svg.theme import shades

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
        text = f"sbgGames({number}, {_json([_moves(result) for result in chunk])});\n"
        _replace(games / f"{number}.js", text)
    _replace(first, page(standings, results, title))
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
        "data": _json(_data(standings, results)),
        "style": _file("report.css"),
        "script": _file("board.js") + _file("report.js"),
    }
    text = _file("page.html")
    pieces = text.split("{{")
    return pieces[0] + "".join(
        values[name] + rest for name, _, rest in (piece.partition("}}") for piece in pieces[1:])
    )


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
        "games": [_game(game) for game in contest.games],
        "reasons": list(reasons),
        "chunk": _CHUNK,
        "list": listed,
        "figures": FIGURES,
    }


def _game(game: Game) -> dict[str, Any]:
    """A game; its pieces are drawn as figures where all of them have one, or the author says so."""
    letters = sorted({letter.upper() for row in game.start.rows for letter in row} - {"."})
    found = {letter: figure_of(letter, game.looks) for letter in letters}
    chosen = any(letter in game.looks for letter in letters) or None not in found.values()
    return {
        "name": game.name.strip(),
        "rows": list(game.start.rows),
        "figures": {letter: figure for letter, figure in found.items() if figure} if chosen else {},
        "colours": {
            f"--{player}{part}": colour
            for player in ("white", "black")
            if player in game.looks
            for part, colour in shades(game.looks[player]).items()
        },
    }


def _moves(result: GameResult) -> list[Any]:
    times = result.white_seconds, result.black_seconds
    return [result.moves, result.detail, *times, result.date, result.thoughts]


def _json(value: object) -> str:
    """JSON that ends no script, whatever names and details hold."""
    text = json.dumps(value, ensure_ascii=True, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e")


def _file(name: str) -> str:
    return files("sbg.report").joinpath(name).read_text(encoding="utf-8")


def _replace(path: Path, text: str) -> None:
    draft = path.with_name(path.name + ".new")
    draft.write_text(text, encoding="utf-8", newline="\n")
    os.replace(draft, path)
