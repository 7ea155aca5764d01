"""Plays games fast: `Game`, `Position`, lines of play and their records, perft, and random games.

In come a `Description` and its automata. Out come games, positions, legal moves, results and counts, computed by the
native core. Read `game.py` first, then `native.py`, through which rules reach C++.
"""

from sbg.engine.game import Game, Moves, Position, game_of, position_of
from sbg.engine.line import Line
from sbg.engine.movetext import Variation
from sbg.engine.record import Record, RecordError, read_record
from sbg.engine.runs import (
    Ended,
    Playouts,
    Stop,
    Stopped,
    check_stop,
    ends,
    perft,
    playouts,
    stopping,
)

__all__ = [
    "Ended",
    "Game",
    "Line",
    "Moves",
    "Playouts",
    "Position",
    "Record",
    "RecordError",
    "Stop",
    "Stopped",
    "Variation",
    "check_stop",
    "ends",
    "game_of",
    "perft",
    "playouts",
    "position_of",
    "read_record",
    "stopping",
]
