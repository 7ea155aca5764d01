"""The same game without its turn limit, where the value of a position holds at every ply."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from sbg.base.limits import MAX_NUMBER
from sbg.engine import Game, Position


def unlimited(position: Position) -> Position:
    """The same position in the game without a turn limit."""
    return _unlimited(position.game).position(position.fen)


@lru_cache(maxsize=8)
def _unlimited(game: Game) -> Game:
    return Game(replace(game.description, turn_limit=MAX_NUMBER), game.automata)
