"""The player `greedy`: looks one ply ahead and takes what looks best."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from time import monotonic

from sbg.engine import Position, position_of
from sbg.language.model import Move
from sbg.play.players.alphabeta import AlphaBetaSearcher
from sbg.play.players.budget import Limits
from sbg.play.players.interface import BasePlayer, SearchOptions, in_play

_SHARE = 0.8
"""Of the time for a move, after which no further one is judged: judging one takes a moment too."""


class GreedyPlayer(BasePlayer):
    """Judges what stands on the board after each of its moves, and looks no further. It takes an immediate win."""

    def __init__(self, weights: str | None = None, seed: int | None = None) -> None:
        self._random = Random(seed)
        self._searcher = AlphaBetaSearcher(SearchOptions(hash_megabytes=1, weights=weights))

    def choose(self, position: Position, limits: Limits | None = None, /) -> Move:
        """One of the moves that look best."""
        begun = monotonic()
        position, limits = in_play(position, limits)
        moves: Sequence[Move] = position.moves
        enough = limits.seconds
        if enough is not None:  # some moves may not have their turn: any of them
            moves, enough = self._random.sample(moves, len(moves)), _SHARE * enough
        worth = []
        for move in moves:
            worth.append(self._worth(position, move))
            if enough is not None and monotonic() - begun > enough:
                break
        best = max(worth)
        return self._random.choice(
            [move for move, w in zip(moves, worth, strict=False) if w == best]
        )

    def new_game(self, start: Position, moves: Sequence[Move] = (), /) -> None:
        """Get ready."""
        self._searcher.prepare(position_of(start, "new_game").game)

    def _worth(self, position: Position, move: Move) -> int:
        after = position.play(move)
        if after.outcome is None:
            return -self._searcher.searcher(position.game).evaluate(after._native)
        if after.outcome.winner is None:
            return 0
        return 100_000 if after.outcome.winner == position.turn else -100_000
