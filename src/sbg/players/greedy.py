"""A position in; the move that looks best after one ply out."""

from __future__ import annotations

from random import Random

from sbg.engine import Position
from sbg.model import Move
from sbg.players.alphabeta import AlphaBetaSearcher
from sbg.players.budget import Limits
from sbg.players.interface import BasePlayer, SearchOptions, in_play


class GreedyPlayer(BasePlayer):
    """Judges what stands on the board after each of its moves, and looks no further. It takes an immediate win."""

    def __init__(self, weights: str | None = None, seed: int | None = None) -> None:
        self._random = Random(seed)
        self._searcher = AlphaBetaSearcher(SearchOptions(hash_megabytes=1, weights=weights))

    def choose(self, position: Position, limits: Limits | None = None, /) -> Move:
        """One of the moves that look best."""
        position, _ = in_play(position, limits)
        moves = position.moves
        worth = [self._worth(position, move) for move in moves]
        best = max(worth)
        return self._random.choice(
            [move for move, w in zip(moves, worth, strict=True) if w == best]
        )

    def _worth(self, position: Position, move: Move) -> int:
        after = position.play(move)
        if after.outcome is None:
            return -self._searcher.searcher(position.game).evaluate(after._native)
        if after.outcome.winner is None:
            return 0
        return 100_000 if after.outcome.winner == position.turn else -100_000
