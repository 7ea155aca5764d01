"""A file with a record in; the record, every move replayed and checked, out, or Misuse."""

from __future__ import annotations

from sbg import Game
from sbg.cli import inputs
from sbg.cli.terminal import Misuse
from sbg.engine import record


def read_record(file: str, game: str | None, command: str) -> record.Record:
    """The record in a FILE, of a GAME if one is given; `command` is how to give one."""
    text = inputs.read_file(file).decode("utf-8", "replace")
    try:
        headers = record.headers(text)
        found = recorded_game(headers, command) if game is None else inputs.load_game(game)
        return record.read(text, found)
    except record.RecordError as error:
        raise Misuse(f"{file}:{error.line}:1: {error.message}", code=1) from None


def recorded_game(headers: dict[str, str], command: str) -> Game:
    """The bundled game that a record was made of."""
    from sbg import games

    name = headers.get("Game", "")
    for bundled in games.names():
        found = inputs.load_game(bundled)
        if found.name == name and record.rules_hash(found) == headers.get("Rules"):
            return found
    raise Misuse(
        f"no bundled game is the `{name}` of this record", f"give the game too: `{command}`"
    )
