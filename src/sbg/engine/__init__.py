"""A description in; `Game`, `Position`, perft, playouts and records out: everything that plays."""

from sbg.engine.game import Game, Position
from sbg.engine.runs import Playouts, divide, perft, playouts

__all__ = ["Game", "Playouts", "Position", "divide", "perft", "playouts"]
