"""The player `mcts` with an evaluation function in place of random games."""

from __future__ import annotations

import math
from collections.abc import Sequence

from sbg.arrays.batch import Batch
from sbg.arrays.puct import Evaluate, Puct
from sbg.base import bounds
from sbg.engine import Game, Position
from sbg.engine.encoding import ActionNames
from sbg.language.model import Move
from sbg.play.players.budget import Limits
from sbg.play.players.interface import Spelled, in_play
from sbg.play.players.score import Score, Thought


class GuidedPlayer(Spelled):
    """Plays the move that `sbg.Puct` tries most often; without any limit it makes 200 simulations."""

    default_nodes = 200

    def __init__(
        self,
        evaluate: Evaluate,
        playouts: int | None = None,
        time: float | None = None,
        threads: int = 1,
        exploration: float = 1.5,
        actions: ActionNames = "planes",
    ) -> None:
        self._search = Puct(evaluate, exploration)
        self._own = Limits(time=time, nodes=playouts)
        self._threads, self._actions = threads, actions
        self._batch: Batch | None = None
        self.thought: Thought | None = None
        """What was found with the last move that was chosen."""

    def choose(self, position: Position, limits: Limits | None = None, /) -> Move:
        """The move that was tried most often."""
        position, limits = in_play(position, limits)
        limits = limits.tightened(self._own.time, self._own.nodes)
        seconds = limits.seconds
        most = self.default_nodes if seconds is None and not limits.infinite else bounds.MAX_NODES
        batch = self._at(position)
        found = self._search.search(batch, max(2, limits.nodes or most), seconds=seconds)
        mean = min(max(float(found.values[0]), -0.995), 0.995)
        # The scale of the other players: the advantage that makes such a result likely.
        score = Score(round(200 * math.log((1 + mean) / (1 - mean))))
        self.thought = Thought(score=score)
        return batch.moves(found.actions)[0]

    def _at(self, position: Position) -> Batch:
        """A batch of this position alone; what belongs to the game is kept."""
        if self._batch is None or self._batch.game != position.game:
            self._batch = self._new(position.game)
        self._batch._backend.start_from(*self._batch._packed([position]))
        self._batch.reset()
        return self._batch

    def _new(self, game: Game) -> Batch:
        return Batch(game, 1, actions=self._actions, threads=self._threads)

    def new_game(self, start: Position, moves: Sequence[Move] = (), /) -> None:
        """Has the function judge a position, so that one that cannot says so before the game."""
        if start.outcome is None:
            self._search.search(self._at(start), 2)

    def close(self) -> None:
        """Give back memory."""
        self._batch = None
