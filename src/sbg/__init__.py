"""Simplified Boardgames: read, check, explain, format and play any game of the language.

These are the public names, and nothing else; see `docs/api.md`.
"""

from sbg import reference
from sbg.engine import Game, Playouts, Position, perft, playouts
from sbg.model import (
    Description,
    FenError,
    GameOverError,
    IllegalMoveError,
    Move,
    Outcome,
    PlayError,
)
from sbg.pipeline import check, format, load, parse
from sbg.players import analyse, player
from sbg.syntax import Diagnostic, SbgError

__all__ = [
    "Description",
    "Diagnostic",
    "FenError",
    "Game",
    "GameOverError",
    "IllegalMoveError",
    "Move",
    "Outcome",
    "PlayError",
    "Playouts",
    "Position",
    "SbgError",
    "analyse",
    "check",
    "format",
    "load",
    "parse",
    "perft",
    "player",
    "playouts",
    "reference",
]
