"""Any game for JAX, with the state and the step of Pgx: inside `jit`, `vmap` and `scan`, and for searches such as mctx.

The step is a function of the native core on plain arrays, which the compiled program calls itself (`jax.ffi`). As in
Pgx a step after the end changes nothing and rewards nobody, all actions count as legal there, an illegal action loses,
and who of the two players has white is drawn by `init`.
"""

from __future__ import annotations

import os
from typing import Any, NamedTuple

from sbg.batch import Batch
from sbg.engine import Game
from sbg.envs.common import game_of, missing

try:
    import jax
    import jax.numpy as jnp
except ImportError:
    raise missing("jax", "jax") from None

from sbg.envs.jax_calls import Calls, Way

__all__ = ["Env", "State"]


class State(NamedTuple):
    """A game under way, or many. Rewards are by player, and those of the last step."""

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
    """A game as `init` and `step`, both pure.

    `step` takes one game or many at once, with or without `vmap`: a whole batch is one call, in `threads` threads (all
    processor cores unless said). What a compiled program does not use of a state it does not compute. `call` is "ffi",
    "callback" (to Python, slower), or "auto": "ffi" where JAX takes it.
    """

    num_players = 2
    version = "v0"

    def __init__(
        self,
        game: Game | str | os.PathLike[str] = "gardner",
        actions: str = "planes",
        threads: int | None = None,
        call: Way = "auto",
    ) -> None:
        self.game = game_of(game, "Env")
        start = Batch(self.game, 1, actions=actions, illegal="loss", threads=threads)
        self._calls = Calls(start, call)
        self.num_actions = len(start.actions)
        self.observation_shape = start.observations.shape
        self.encoding = start.encoding
        self._record = start.state[0]
        self._seen, self._mask = start.observe()[0], start.action_mask(ended=True)[0]

    @property
    def id(self) -> str:
        """The name of the game."""
        return self.game.name

    @property
    def call(self) -> str:
        """How programs on the processor call the native core: "ffi" or "callback"."""
        return self._calls.way

    def init(self, key: Any) -> State:
        """A game at its beginning; the key decides who has white."""
        white = jax.random.bernoulli(key).astype(jnp.int32)
        record = jnp.asarray(self._record)
        rewards = jnp.zeros(2, jnp.float32)
        return self._state(record, white, rewards, jnp.asarray(self._seen), jnp.asarray(self._mask))

    def step(self, state: State, action: Any, key: Any = None) -> State:
        """The game after an action of the player to move, or many games after an action each. No key is needed."""
        record = self._calls.step(state.record, action)
        # Bits 12 and 13 of the status: 1 if the step ended the game for white, 2 for black.
        winner = (record[..., 1] >> 12) & 3
        one = jnp.where(winner == 0, 0.0, jnp.where(winner == 1 + state.white, 1.0, -1.0))
        rewards = jnp.stack((one, 0.0 - one), axis=-1).astype(jnp.float32)
        seen, mask = self._calls.observe(record), self._calls.mask(record)
        return self._state(record, state.white, rewards, seen, mask)

    def _state(self, record: Any, white: Any, rewards: Any, seen: Any, mask: Any) -> State:
        turn = (record[..., 0] & 1).astype(jnp.int32)
        over = (record[..., 1] & 0xFF) != 0
        return State(white ^ turn, seen, rewards, over, jnp.zeros_like(over), mask, record, white)
