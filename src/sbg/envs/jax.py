"""Any game for JAX, with the state and the step of Pgx: inside `jit` and `vmap`, and for searches such as mctx.

The step is a call of the native core on plain arrays (`jax.pure_callback`), on the processor. As in Pgx a step after
the end changes nothing and rewards nobody, all actions count as legal there, an illegal action loses, and who of the
two players has white is drawn by `init`.
"""

from __future__ import annotations

import os
from typing import Any, NamedTuple

import numpy as np

from sbg.batch import Batch
from sbg.engine import Game
from sbg.envs.common import game_of, missing

try:
    import jax
    import jax.numpy as jnp
except ImportError:
    raise missing("jax", "jax") from None

__all__ = ["Env", "State"]


class State(NamedTuple):
    """A game under way, or many after `vmap`. Rewards are by player, and those of the last step."""

    current_player: Any
    observation: Any
    rewards: Any
    terminated: Any
    truncated: Any
    legal_action_mask: Any
    record: Any
    """All that the game is: a row of `sbg.Batch.state`."""
    white: Any
    """The player who has white."""


class Env:
    """A game as `init` and `step`, both pure."""

    num_players = 2
    version = "v0"

    def __init__(
        self, game: Game | str | os.PathLike[str] = "gardner", actions: str = "planes"
    ) -> None:
        self.game = game_of(game, "Env")
        self._start = Batch(self.game, 1, actions=actions, illegal="loss")
        self._batches: dict[int, Batch] = {1: self._start}
        self.num_actions = len(self._start.actions)
        self.observation_shape = self._start.observations.shape
        self._record = self._start.state[0]
        self.encoding = self._start.encoding

    @property
    def id(self) -> str:
        """The name of the game."""
        return self.game.name

    def init(self, key: Any) -> State:
        """A game at its beginning; the key decides who has white."""
        white = jax.random.bernoulli(key).astype(jnp.int32)
        record = jnp.asarray(self._record)
        seen = self._look(record)
        return self._state(record, white, jnp.zeros(2, jnp.float32), seen)

    def step(self, state: State, action: Any, key: Any = None) -> State:
        """The game after an action of the player to move. The key is not needed."""
        record, rewards, *seen = self._call(
            self._stepped, (self._record_shape, _array((2,), np.float32)), state.record, action
        )
        # By colour, to by player.
        rewards = jnp.where(state.white == 0, rewards, rewards[::-1])
        return self._state(record, state.white, rewards, seen)

    @property
    def _record_shape(self) -> Any:
        return _array(self._record.shape, np.uint32)

    def _state(self, record: Any, white: Any, rewards: Any, seen: Any) -> State:
        observation, mask = seen
        turn = (record[0] & 1).astype(jnp.int32)
        over = (record[1] & 0xFF) != 0
        return State(
            white ^ turn, observation, rewards, over, jnp.zeros_like(over), mask, record, white
        )

    def _call(self, function: Any, shapes: tuple[Any, ...], *given: Any) -> Any:
        seen = (
            _array(self.observation_shape, np.float32),
            _array((self.num_actions,), np.bool_),
        )
        return jax.pure_callback(function, (*shapes, *seen), *given, vmap_method="broadcast_all")

    def _look(self, record: Any) -> Any:
        return self._call(self._looked, (), record)

    # -- on the side of NumPy: arrays with any number of axes before those of one game

    def _batch(self, n: int) -> Batch:
        if n not in self._batches:
            self._batches[n] = self._start.take(np.zeros(n, np.int64))
        return self._batches[n]

    def _looked(self, records: Any) -> tuple[np.ndarray, ...]:
        rows, axes = self._rows(records)
        batch = self._batch(len(rows)).copy()
        batch.set_state(rows)
        return self._seen(batch, axes)

    def _stepped(self, records: Any, actions: Any) -> tuple[np.ndarray, ...]:
        rows, axes = self._rows(records)
        numbers = np.broadcast_to(np.asarray(actions), axes).reshape(-1)
        batch = self._batch(len(rows)).copy()
        batch.set_state(rows)
        batch.step(numbers)
        record = batch.state.reshape(*axes, -1)
        return record, batch.rewards.reshape(*axes, 2), *self._seen(batch, axes)

    def _rows(self, records: Any) -> tuple[np.ndarray, tuple[int, ...]]:
        array = np.ascontiguousarray(np.asarray(records, np.uint32))
        return array.reshape(-1, array.shape[-1]), array.shape[:-1]

    def _seen(self, batch: Batch, axes: tuple[int, ...]) -> tuple[np.ndarray, ...]:
        observations = batch.observe().reshape(*axes, *self.observation_shape)
        return observations, batch.action_mask(ended=True).reshape(*axes, self.num_actions)


def _array(shape: tuple[int, ...], dtype: Any) -> Any:
    return jax.ShapeDtypeStruct(shape, dtype)
