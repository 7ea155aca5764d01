"""The tables of exact values that a search may use: one file, or all files of a folder."""

from __future__ import annotations

from pathlib import Path
from typing import TypeAlias

from sbg.base.files import failed
from sbg.engine import Position
from sbg.exact.solving.probe import NotInTableError, Probe, best_line, probe_moves
from sbg.exact.solving.table import TableError, TableFile
from sbg.language.model import Move

SUFFIX = ".table"

Values: TypeAlias = list[tuple[Move, int | None]]
"""Moves and what they are worth to the player who makes them: plies to a win, negative to a loss; None for a draw."""


class Known:
    """The tables of a file or of a folder; each is used for its own game."""

    def __init__(self, path: str) -> None:
        place = Path(path)
        files = sorted(place.glob(f"*{SUFFIX}")) if place.is_dir() else [place]
        self._tables: dict[str, list[TableFile]] = {}
        for file in files:
            try:
                table = TableFile(file)
            except (TableError, OSError) as error:
                if place.is_dir():
                    continue  # nobody asked for this one
                if isinstance(error, TableError):
                    raise
                raise failed(file, error) from None
            self._tables.setdefault(table.game.rules_hash, []).append(table)

    def look_up(self, position: Position) -> tuple[Values, tuple[Move, ...]] | None:
        """Every move with its exact value, the best first, and a best line; None if no table has them.

        TableError if one that has them is damaged there.
        """
        if position.outcome is not None:
            return None
        for table in self._tables.get(position.game.rules_hash, ()):
            try:
                found = probe_moves(table, position)
                line = best_line(table, position)
            except NotInTableError:
                continue
            return [(move, _signed(one, position.turn)) for move, one in found.items()], line
        return None


def _signed(found: Probe, turn: str) -> int | None:
    if found.plies is None:
        return None
    return found.plies if found.value == turn else -found.plies
