"""Any game for JAX, with the interface of Pgx, usable inside `jit`, `vmap` and `scan`.

The step is a function of the native core on plain arrays, which the compiled program calls itself (`jax.ffi`). As in
Pgx a step after the end changes nothing and rewards nobody, all actions count as legal there, an illegal action loses,
and who of the two players has white is drawn by `init`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from sbg.arrays import Batch
from sbg.engine import Game, game_of
from sbg.engine.encoding import ActionNames
from sbg.envs.common import missing
from sbg.explain.pictures import board
from sbg.language.games import names

try:
    import jax
    import jax.numpy as jnp
except ImportError:
    raise missing("jax", "jax") from None

from sbg.envs.jax.calls import Calls, Way

__all__ = ["Env", "State", "auto_reset"]


@dataclass(frozen=True)
class _About:
    """What a state is of. Programs are compiled for it, so that it is compared by its name alone."""

    key: str
    game: Game

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _About) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)


@dataclass(frozen=True)
class State:
    """A game under way, or many. Rewards are by player, and those of the last step."""

    current_player: Any
    observation: Any
    rewards: Any
    terminated: Any
    truncated: Any
    legal_action_mask: Any
    _record: Any
    _white: Any
    _about: _About

    @property
    def record(self) -> Any:
        """All that the game is: a row of `sbg.Batch.state`."""
        return self._record

    @property
    def white(self) -> Any:
        """The player who has white."""
        return self._white

    @property
    def env_id(self) -> str:
        """The `id` of its environment."""
        return self._about.key.partition(" ")[0]

    @property
    def _step_count(self) -> Any:
        return self._record[..., 0].astype(jnp.int32)

    def replace(self, **fields: Any) -> State:
        """The same with other fields; `record` and `white` are some of them."""
        own = {"record": "_record", "white": "_white"}
        return replace(self, **{own.get(name, name): value for name, value in fields.items()})

    _replace = replace  # its name while states were tuples

    def to_svg(self, **_: Any) -> str:
        """A picture of the board; of many games, in rows of eight."""
        rows = np.asarray(self._record)
        rows = rows.reshape(-1, rows.shape[-1])
        games = Batch(self._about.game, len(rows))
        games.set_state(rows)
        pictures = [board(position) for position in games.to_positions()]
        if len(pictures) == 1:
            return pictures[0]
        width, height = map(
            float, re.findall(r'width="([\d.]+)" height="([\d.]+)"', pictures[0])[0]
        )
        columns = min(len(pictures), 8)
        placed = (
            picture.replace(
                "<svg ", f'<svg x="{i % columns * width}" y="{i // columns * height}" ', 1
            )
            for i, picture in enumerate(pictures)
        )
        size = f'width="{columns * width}" height="{-(-len(pictures) // columns) * height}"'
        return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>\n{"".join(placed)}</svg>\n'

    def save_svg(self, filename: str | os.PathLike[str], **_: Any) -> None:
        """The picture as a file."""
        with open(filename, "w", encoding="utf-8") as file:
            file.write(self.to_svg())


jax.tree_util.register_dataclass(
    State, [name for name in State.__dataclass_fields__ if name != "_about"], ["_about"]
)


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
        actions: ActionNames = "planes",
        threads: int | None = None,
        call: Way = "auto",
    ) -> None:
        self.game = game_of(game, "Env")
        known = isinstance(game, str) and game in names()
        self._given = game if known else self.game, actions, threads, call
        self.id = f"sbg/{game if known else self.game.name.replace(' ', '-')}"
        """Names the environment, as Pgx has it: `sbg/gardner`."""
        start = Batch(self.game, 1, actions=actions, illegal="loss", threads=threads)
        self._calls = Calls(start, call)
        self.num_actions = len(start.actions)
        self.observation_shape = start.observations.shape
        self.encoding = start.encoding
        self._about = _About(f"{self.id} {self.encoding.rules}", self.game)
        self._record = start.state[0]
        self._seen, self._mask = start.observe()[0], start.action_mask(ended=True)[0]

    def __reduce__(self) -> tuple[object, tuple[Any, ...]]:
        return Env, self._given

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
        record, white = self._calls.step(state.record, action), state.white
        # Bits 12 and 13 of the status: 1 if the step ended the game for white, 2 for black.
        winner = (record[..., 1] >> 12) & 3
        one = jnp.where(winner == 0, 0.0, jnp.where(winner == 1 + white, 1.0, -1.0))
        rewards = jnp.stack((one, 0.0 - one), axis=-1).astype(jnp.float32)
        seen, mask = self._calls.observe(record), self._calls.mask(record)
        return self._state(record, white, rewards, seen, mask)

    def observe(self, state: State, player_id: Any = None) -> Any:
        """What the player to move sees, or what this player does: the board from their own side."""
        seen = self._calls.observe(state.record)
        if player_id is None:
            return seen
        kinds, turned = (seen.shape[-1] - 3) // 2, seen[..., ::-1, :, :]
        own, other = turned[..., :kinds], turned[..., kinds : 2 * kinds]
        colour, rest = 1 - turned[..., 2 * kinds, None], turned[..., 2 * kinds + 1 :]
        turned = jnp.concatenate((other, own, colour, rest), axis=-1)
        moves = (player_id == state.current_player)[..., None, None, None]
        return jnp.where(moves, seen, turned)

    def _state(self, record: Any, white: Any, rewards: Any, seen: Any, mask: Any) -> State:
        turn = (record[..., 0] & 1).astype(jnp.int32)
        over = (record[..., 1] & 0xFF) != 0
        never = jnp.zeros_like(over)
        return State(white ^ turn, seen, rewards, over, never, mask, record, white, self._about)


def auto_reset(
    step: Callable[..., State], init: Callable[[Any], State]
) -> Callable[[State, Any, Any], State]:
    """A step, with a key, after which a game that has ended is followed by the next one; as Pgx's own `auto_reset`.

    `terminated` and `rewards` are still those of the end. For one game: with many it is used under `vmap`.
    """

    def stepped(state: State, action: Any, key: Any) -> State:
        ended, rewards = jnp.zeros_like(state.terminated), jnp.zeros_like(state.rewards)
        after = step(state.replace(terminated=ended, rewards=rewards), action)
        over = after.terminated
        new = init(key).replace(terminated=over, rewards=after.rewards)
        chosen: State = jax.tree.map(lambda *both: jnp.where(over, *both), new, after)
        return chosen

    return stepped
