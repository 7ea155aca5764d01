"""Reads a record from a file and replays it with its game, or says what is wrong with it."""

from __future__ import annotations

from sbg import Game
from sbg.cli import inputs
from sbg.cli.terminal import Misuse
from sbg.engine import Line, Record, RecordError, read_record


def replayed(file: str, game: str | None, command: str) -> tuple[Record, Line]:
    """The record in a FILE and its moves, of a GAME if one is given; `command` is how to give one."""
    text = inputs.read_file(file).decode("utf-8", "replace")
    try:
        record = read_record(text)
        found = recorded_game(record, command) if game is None else inputs.load_game(game)
        return record, record.replay(found)
    except RecordError as error:
        raise Misuse(f"{file}:{error.line}:1: {error.message}", code=1) from None


def recorded_game(record: Record, command: str) -> Game:
    """The bundled game that a record was made of."""
    from sbg import games

    for bundled in games.names():
        found = inputs.load_game(bundled)
        if found.name == record.game and found.rules_hash == record.rules:
            return found
    raise Misuse(
        f"no bundled game is the `{record.game}` of this record", f"give the game too: `{command}`"
    )
