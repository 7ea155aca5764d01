"""Batches of games in which a learner plays one colour, and another player answers for the other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sbg.arrays import REASONS, Batch
from sbg.base.errors import mistyped, shown
from sbg.base.numbers import whole
from sbg.engine import Game
from sbg.engine.encoding import ActionNames
from sbg.play.players import Player, player

Opponent: TypeAlias = "str | Player | Callable[[Batch], Any]"
"""`random`, `self`, the spec of a player, a player, or a function that gives actions for a batch."""

COLOURS = ("white", "black", "both")


class Seats:
    """n games in which the learner plays one colour; with the opponent `self` it plays both.

    After `play` and `begin` it is the learner's turn in every game that is not over.
    """

    def __init__(
        self,
        game: Game,
        n: int,
        opponent: Opponent = "random",
        colour: str = "white",
        actions: ActionNames = "planes",
        seed: int = 0,
        threads: int | None = None,
    ) -> None:
        if colour not in COLOURS:
            raise ValueError(f"colour is 'white', 'black' or 'both', not {shown(colour)}")
        self.alone = isinstance(opponent, str) and opponent == "self"
        self.colour = colour
        self._opponent, self._answer = opponent, _answerer(opponent)
        self._how = game, n, actions, threads
        self.seed(seed)

    def __getstate__(self) -> dict[str, Any]:
        return {key: value for key, value in self.__dict__.items() if key != "_answer"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._answer = _answerer(self._opponent)

    def seed(self, seed: int) -> None:
        """Begins the games of a seed."""
        game, n, actions, threads = self._how
        self.batch = Batch(game, n, actions=actions, seed=seed, threads=threads, illegal="loss")
        self.begin(None)

    @property
    def learner(self) -> NDArray[np.int64]:
        """The learner's colour in each game: 0 white, 1 black. With `both` it changes from game to game."""
        if self.colour == "both":
            return self.batch.number % 2
        return np.full(len(self.batch), int(self.colour == "black"), np.int64)

    def begin(self, mask: NDArray[np.bool_] | None) -> None:
        """Begins all first games, or the next games of some slots; where the opponent begins, their move is played."""
        self.batch.reset(mask)
        if self.alone:
            return
        waiting = (self.batch.turn != self.learner) & ~self.batch.ended
        if mask is not None:
            waiting &= mask
        self._answer_in(np.flatnonzero(waiting))

    def play(self, actions: NDArray[Any]) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
        """Plays the learner's actions and the answers; what they brought to the learner, and which games ended.

        Games that were over before stay as they are: no reward, and not ended again.
        """
        batch = self.batch
        before = batch.ended
        mover = batch.turn.astype(np.int64) if self.alone else self.learner
        batch.step(actions)
        rewards = _of(batch.rewards, mover)
        if not self.alone:
            self._answer_in(np.flatnonzero(~batch.ended))
            rewards += np.where(before, 0, _of(batch.rewards, mover) * (rewards == 0))
        ended = batch.ended & ~before
        return np.where(ended, rewards, np.float32(0)).astype(np.float32), ended

    def _answer_in(self, slots: NDArray[np.int64]) -> None:
        """Lets the opponent move in these games."""
        if not slots.size:
            return
        whole = slots.size == len(self.batch)
        chosen = self.batch if whole else self.batch.take(slots)
        chosen.step(self._answer(chosen))
        if not whole:
            state = self.batch.state
            state[slots] = chosen.state
            self.batch.set_state(state)


def end_of(batch: Batch) -> dict[str, NDArray[Any]]:
    """What learners are told about games beside rewards: plies made, who won, and the reason of the end."""
    return {
        "ply": batch.ply,
        "winner": batch.winners,
        "reason": _REASONS[batch.reasons],
    }


_REASONS = np.array(REASONS)


def checked_actions(batch: Batch, actions: Any) -> NDArray[np.int64]:
    """An action for each game: whole numbers in range, where a game is not over."""
    array = np.asarray(actions)
    if array.dtype.kind not in "iu":
        raise TypeError(f"actions are whole numbers, not {array.dtype}")
    if array.shape != (len(batch),):
        raise ValueError(f"actions has the shape {(len(batch),)}, not {array.shape}")
    wrong = ((array < 0) | (array >= len(batch.actions))) & ~batch.ended
    if wrong.any():
        raise ValueError(
            f"an action is a number from 0 to {len(batch.actions) - 1}, not {array[wrong][0]}"
        )
    return array.astype(np.int64)


def checked_action(batch: Batch, action: Any) -> NDArray[np.int64]:
    """The same for a single game, and a number alone."""
    return np.array([whole(action, "an action", 0, len(batch.actions) - 1)], np.int64)


def _of(rewards: NDArray[np.float32], side: NDArray[np.int64]) -> NDArray[np.float32]:
    return rewards[np.arange(len(rewards)), side]


def _answerer(opponent: Opponent) -> Callable[[Batch], Any]:
    if isinstance(opponent, str):
        if opponent in ("self", "random"):
            return Batch.sample
        opponent = player(opponent)
    choose = getattr(opponent, "choose", None)
    if callable(choose):
        return lambda batch: batch.actions_of(choose(position) for position in batch.to_positions())
    if callable(opponent):
        return opponent
    raise mistyped("opponent", "'random', 'self', a player, its spec, or a function", opponent)
