"""The player `random`: takes any legal move, each equally likely."""

from __future__ import annotations

from random import Random

from sbg.engine import Position
from sbg.language.model import Move
from sbg.play.players.budget import Limits
from sbg.play.players.interface import BasePlayer, in_play


class RandomPlayer(BasePlayer):
    """Plays without a plan. With a seed it plays the same moves every time."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = Random(seed)

    def choose(self, position: Position, limits: Limits | None = None, /) -> Move:
        """One of the legal moves."""
        position, _ = in_play(position, limits)
        return self._random.choice(position.moves)
