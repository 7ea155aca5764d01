"""Finds the table of exact values that lies beside a game's file: my.table beside my.sbg."""

from __future__ import annotations

from pathlib import Path

from sbg.engine import Game

SUFFIX = ".table"
NONE = "none"
"""In the place of a path: no table, not even the one beside the game."""


def table_beside(game: Game) -> Path | None:
    """The table beside the file that a game was loaded from; None for a bundled game and for a text."""
    name = None if game.source is None else game.source.name
    if name is None or not name.endswith(".sbg"):
        return None
    file = Path(name)
    table = file.with_suffix(SUFFIX)
    return table if table.is_file() and file.is_file() else None
