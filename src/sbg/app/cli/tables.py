"""Finds the tables of exact values that a command uses: from `--tables`, or beside the game's file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

from cyclopts import Parameter

import sbg
from sbg.app.cli import inputs
from sbg.app.cli.terminal import Misuse
from sbg.base.errors import SbgError
from sbg.play.players import Limits, Player
from sbg.play.players.beside import NONE, table_beside

if TYPE_CHECKING:
    from sbg.exact.solving.table import TableFile
    from sbg.language.model import Move

Option: TypeAlias = Annotated[
    str | None,
    Parameter(
        metavar="FILE",
        help="A table that `sbg solve` wrote, or none (that beside the game's file, if there is one).",
    ),
]


def find(game: sbg.Game, given: str | None) -> TableFile | None:
    """The table for a game; Misuse if the one that was asked for cannot be used."""
    if given == NONE:
        return None
    path = Path(given) if given is not None else table_beside(game)
    if path is None:
        return None
    from sbg.exact.solving.table import TableError, TableFile

    try:
        return TableFile(path, game)
    except (TableError, OSError) as error:
        if given is None:
            return None  # nobody asked for it
        if isinstance(error, SbgError):
            raise Misuse(f"--tables: {error}") from None
        raise inputs.unreadable(given, error) from None


class Informed:
    """A player that plays by a table where it has the position, and as it would otherwise."""

    def __init__(self, table: TableFile, player: Player) -> None:
        self.table, self.player = table, player

    def choose(self, position: sbg.Position, limits: Limits | None = None, /) -> Move:
        """The best move of the table, or that of the player."""
        from sbg.exact.solving.probe import NotInTableError, probe_moves

        try:
            return next(iter(probe_moves(self.table, position)))
        except NotInTableError:
            return self.player.choose(position, limits)

    def new_game(self, start: sbg.Position, moves: Sequence[Move] = (), /) -> None:
        """Tell the player."""
        self.player.new_game(start, moves)

    def close(self) -> None:
        """Give back what the player holds."""
        self.player.close()
