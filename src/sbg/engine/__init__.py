"""A description in; `Game`, `Position`, perft and records out: everything that plays."""

from sbg.engine.game import Game, Position, perft

__all__ = ["Game", "Position", "perft"]
