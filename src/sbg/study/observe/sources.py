"""Reads the files that can be learned from: observations, records of games, and contests.

Records and contests hold the moves that were played and no legal moves. They do not hold positions either, so the first
one comes from the record itself, from the game in it, or from a bundled game of the same rules; nothing else of a game
is used.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO, TypeAlias

from sbg import pipeline
from sbg.base import files
from sbg.base.jobs.store import StoreError
from sbg.base.limits import MAX_BOARD_SIDE
from sbg.engine import Game, Record, RecordError, read_record
from sbg.language.model.notation import parse_move, read_fen
from sbg.language.syntax import InvalidGameError
from sbg.play.contests.store import read_results
from sbg.study.observe import data
from sbg.study.observe.data import DataError, Pair, Ply, Seen, Sightings

_SQLITE = b"SQLite format 3\0"
_MAX_RECORD_BYTES = 16_000_000


AnyPath: TypeAlias = str | os.PathLike[str]


def read_path(path: Path, name: str | None = None) -> list[Sightings]:
    """What a file holds, game by game; DataError, or OSError if it cannot be read."""
    name = name or str(path)
    with files.opened(path) as stream:
        if stream.peek(16).startswith(_SQLITE):
            return _contest(path, name)
        return read_stream(stream, name)


def read_stream(stream: BinaryIO, name: str) -> list[Sightings]:
    """Sightings or a record."""
    first = stream.readline(data.MAX_LINE_BYTES + 1)
    if first.lstrip(b"\xef\xbb\xbf \t").startswith(b"["):
        text = first + stream.read(_MAX_RECORD_BYTES + 1)
        if len(text) > _MAX_RECORD_BYTES:
            raise DataError(name, 1, f"a record has at most {_MAX_RECORD_BYTES:,} bytes")
        return [_record(text.decode("utf-8", "replace"), name)]
    return data.read(_lines(first, stream), name)


def _lines(first: bytes, stream: BinaryIO) -> Iterable[bytes]:
    while first:
        yield first
        first = stream.readline(data.MAX_LINE_BYTES + 1)


def _record(text: str, name: str) -> Sightings:
    try:
        record = read_record(text)
    except RecordError as problem:
        raise DataError(name, problem.line, problem.message) from None
    game = _game_of(record)
    if not record.start and game is None:
        raise DataError(
            name, 1, "the record does not say how the board looks at first: it has no `[Start …]`"
        )
    if game is not None:
        width, height = game.width, game.height
        rows, ply = game.description.rows, 0
    else:
        lines = record.start.split()[0].split("/") if record.start.split() else [""]
        width, height = _width(lines[0]), len(lines)
    if record.start:
        if not (1 <= width <= MAX_BOARD_SIDE and 1 <= height <= MAX_BOARD_SIDE):
            raise DataError(name, 1, "the board of `[Start …]` is too large")
        try:
            rows, ply = read_fen(data.any_board(width, height), record.start)
        except ValueError as problem:
            raise DataError(name, 1, str(problem)) from None
    seen = replayed(rows, ply, record.moves, record.result, record.reason, name)
    return Sightings(width, height, (seen,), data.clean_name(record.game), name)


def _width(row: str) -> int:
    """The squares of a row of a position line, at most a little more than a board can have."""
    total, run = 0, ""
    for char in row[:1000]:
        if char.isdigit():
            run += char
        else:
            total, run = total + int(run[:4] or 0) + 1, ""
    return total + int(run[:4] or 0)


def _game_of(record: Record) -> Game | None:
    if record.text is not None:
        try:
            return pipeline.parse(record.text)
        except InvalidGameError:
            return None
    for name in pipeline.bundled():
        game = pipeline.load(name)
        if game.name == record.game and game.rules_hash == record.rules.lower():
            return game
    return None


def replayed(
    rows: tuple[str, ...],
    ply: int,
    moves: Iterable[str],
    result: str,
    reason: str,
    name: str,
    line: int = 1,
) -> Seen:
    """A game move by move, with nothing known but that a move takes a piece from one square to another."""
    plies: list[Ply] = []
    width, height = len(rows[0]), len(rows)
    for number, text in enumerate(moves, start=1):
        pair = parse_move(text)
        if pair is None:
            raise DataError(name, line, f"`{text[:40]}` is not a move")
        if len(plies) >= data.MAX_PLIES or not _movable(pair, rows, ply, width, height):
            message = f"move {number}, `{text[:40]}`, moves no piece of the player"
            raise DataError(name, line, message)
        plies.append(Ply(rows, ply, pair, frozenset({pair}), False, line))
        rows, ply = plies[-1].after(), ply + 1
    reasons = ("count", "goal", "no-moves", "turn-limit")
    if reason and reason not in reasons:  # a failure of a player says nothing about the goals
        result, reason = "*", ""
    return Seen(tuple(plies), result, reason, line)


def _movable(pair: Pair, rows: tuple[str, ...], ply: int, width: int, height: int) -> bool:
    if any(x >= width or y >= height for x, y in pair):
        return False
    x, y = pair[0]
    letter = rows[height - 1 - y][x]
    return letter != "." and letter.isupper() == (ply % 2 == 0)


def _contest(path: Path, name: str) -> list[Sightings]:
    from sbg.play.contests.store import contest_of

    try:
        with read_results(path) as results:
            contest = contest_of(results, pipeline.parse)
            games: dict[int, list[Seen]] = {}
            for played in results.results():
                number, _, _ = contest.seats(played.id)
                rows = contest.games[number].description.rows
                moves = played.moves.split()
                seen = replayed(rows, 0, moves, played.result, played.reason, name, 0)
                games.setdefault(number, []).append(seen)
    except (StoreError, InvalidGameError) as problem:
        raise DataError(name, 0, str(problem)) from None
    if not games:
        raise DataError(name, 0, "the contest has no games yet")
    return [
        Sightings(
            contest.games[number].width,
            contest.games[number].height,
            tuple(seen),
            data.clean_name(contest.games[number].name),
            name,
        )
        for number, seen in sorted(games.items())
    ]
