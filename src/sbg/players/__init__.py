"""A position in; a move out: everybody who can play without a human, by name.

A stronger player joins by a line in `PLAYERS`; whoever takes a player's name as an option then has it too.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable
from typing import Protocol

from sbg.engine import Position
from sbg.model import Move
from sbg.players.random import RandomPlayer

__all__ = ["PLAYERS", "Player", "RandomPlayer", "UnknownPlayerError", "player"]


class Player(Protocol):
    """Somebody who chooses a move in any position that is not over."""

    def choose(self, position: Position) -> Move:
        """One of the legal moves of a position."""
        ...


PLAYERS: dict[str, Callable[[int | None], Player]] = {
    "random": RandomPlayer,
}
"""Players by name, each made from a seed: the same seed plays the same, None never twice."""


class UnknownPlayerError(LookupError):
    """A name that no player has."""


def player(name: str, seed: int | None = None) -> Player:
    """The player of a name; UnknownPlayerError suggests the nearest if there is none."""
    try:
        make = PLAYERS[name]
    except KeyError:
        near = difflib.get_close_matches(name.casefold(), PLAYERS, n=1)
        hint = f"; did you mean `{near[0]}`?" if near else ""
        raise UnknownPlayerError(f"there is no player `{name}`{hint}") from None
    return make(seed)
