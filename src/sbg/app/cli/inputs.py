"""Reads what commands are given: games by name or path, files, positions and records."""

from __future__ import annotations

import contextlib
import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import sbg
from sbg import pipeline
from sbg.app.cli.terminal import Misuse
from sbg.base import files
from sbg.base.limits import MAX_FILE_BYTES
from sbg.language.model import FenError
from sbg.language.syntax import InvalidGameError, Source

if TYPE_CHECKING:
    from sbg.engine import Line, Record

STDIN = "<stdin>"
"""The name of a file that was given as `-`."""


def read_file(name: str) -> bytes:
    """The bytes of a FILE, one more at most than a game may have."""
    try:
        if name == STDIN:
            return _read_stdin()
        with files.opened(name) as file:
            return file.read(MAX_FILE_BYTES + 1)
    except (OSError, ValueError) as error:
        raise unreadable(name, error) from None


def _read_stdin() -> bytes:
    if sys.stdin is None:
        raise Misuse("there is no standard input to read")
    return sys.stdin.buffer.read(MAX_FILE_BYTES + 1)


def read_source(name: str) -> Source:
    """The text of a FILE."""
    return pipeline.decode(read_file(name), name)


def unreadable(name: str, error: Exception) -> Misuse:
    """What to say about a file that cannot be read or written."""
    if isinstance(error, FileNotFoundError):
        return Misuse(f"there is no file `{name}`", _bundled_instead(name))
    return Misuse(str(files.failed(name, error)))


def _bundled_instead(name: str) -> str | None:
    from sbg.language import games

    stem = Path(name).name.removesuffix(".sbg")
    if stem not in games.names():
        return None
    if name == stem:
        return f"`{stem}` is a bundled game: `sbg show {stem}`"
    return f"for the bundled game of that name write `{stem}`"


def load_game(name: str) -> sbg.Game:
    """The game of a GAME: a bundled name, a path, or `-`; InvalidGameError if its file has errors."""
    from sbg.language import games

    if name == STDIN:
        data = _read_stdin()
        try:
            return sbg.parse(data.decode("utf-8", "surrogateescape"))
        except InvalidGameError as error:
            source = pipeline.decode(data, STDIN)
            raise InvalidGameError([replace(d, source=source) for d in error.diagnostics]) from None
    try:
        return sbg.load(name)
    except games.UnknownGameError as error:
        raise Misuse(str(error), _file_instead(name)) from None
    except InvalidGameError:
        raise
    except (OSError, ValueError) as error:
        raise unreadable(name, error) from None


def _file_instead(name: str) -> str:
    for path in (name, f"{name}.sbg"):
        if os.path.isfile(path):
            written = path if pipeline.is_path(path) else os.path.join(os.curdir, path)
            return f"for the file in this folder write `{written}`"
    return "`sbg games` lists the bundled games; a path has a separator or ends in `.sbg`"


def position(game: sbg.Game, fen: str | None) -> sbg.Position:
    """The position of `--fen`, or the initial one."""
    if fen is None:
        return game.start
    try:
        return game.position(fen)
    except FenError as error:
        raise Misuse(f"--fen: {error}") from None


def replayed(file: str, game: str | None, command: str) -> tuple[Record, Line]:
    """The record in a FILE and its moves, of a GAME if one is given; `command` is how to give one."""
    from sbg.engine import RecordError, read_record

    text = read_file(file).decode("utf-8", "replace")
    try:
        record = read_record(text)
        found = _recorded_game(record, file, command) if game is None else load_game(game)
        return record, record.replay(found)
    except RecordError as error:
        raise Misuse(f"{file}:{error.line}:1: {error.message}", code=1) from None


def is_bundled(game: sbg.Game) -> bool:
    """Whether a game comes with the package, with these comments and names."""
    found = pipeline.find_bundled(game.name, game.rules_hash)
    return found is not None and load_game(found).text == game.text


_MOST_FILES = 500
"""Files beside a record in which its game is looked for."""


def _recorded_game(record: Record, file: str, command: str) -> sbg.Game:
    """The game that a record was made of: that of a file beside it, the one in the record itself, or a bundled one."""
    rules = record.rules.lower()
    bundled = pipeline.find_bundled(record.game, rules)
    if bundled and record.text is None:
        return load_game(bundled)
    folder = Path() if file == STDIN else Path(file).parent
    others = []
    for path in sorted(folder.glob("*.sbg"))[:_MOST_FILES]:
        with contextlib.suppress(InvalidGameError, OSError, ValueError):
            found = sbg.load(path)
            if found.rules_hash == rules:
                return found
            if found.name == record.game:
                others.append(path.name)
    if record.text is not None:
        with contextlib.suppress(InvalidGameError):
            found = sbg.parse(record.text)
            if found.rules_hash == rules:
                return found
    if bundled:
        return load_game(bundled)
    beside = f"; `{others[0]}` has this name, but other rules" if others else ""
    raise Misuse(
        f"no bundled game, and no *.sbg file beside the record, is its `{record.game}`{beside}",
        f"give the game too: `{command}`",
    )
