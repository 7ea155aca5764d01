"""PettingZoo environments (AEC): `sbg/NAME-v0`, and `sbg/game-v0` for any file.

The conventions are those of PettingZoo's chess: `player_0` is white; an observation is a dictionary of planes and a
mask; each agent sees the board from its own side, and only the one on move has legal actions.
"""

from __future__ import annotations

import os
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sbg.arrays import Batch
from sbg.base.errors import shown
from sbg.engine import Game, game_of
from sbg.engine.encoding import ActionNames
from sbg.envs.common import RENDER_MODES, checked_mode, missing, render
from sbg.envs.seats import checked_action, end_of
from sbg.language.games import names

try:
    import pettingzoo
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.env_registry.registration import aec_registry
    from pettingzoo.utils import wrappers
except ImportError:
    raise missing("pettingzoo", "envs") from None

__all__ = ["env", "raw_env", "register"]

_AGENTS = ("player_0", "player_1")


def env(**given: Any) -> Any:
    """An environment in PettingZoo's usual wrappers: an illegal action ends the game with -1."""
    wrapped = wrappers.TerminateIllegalWrapper(raw_env(**given), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


class raw_env(AECEnv):  # type: ignore[misc] # noqa: N801 - PettingZoo's own name
    """One game between two agents."""

    def __init__(
        self,
        game: Game | str | os.PathLike[str] = "gardner",
        actions: ActionNames = "planes",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.render_mode = checked_mode(render_mode)
        self.game = game_of(game, "raw_env")
        self.metadata = {
            "name": "sbg_v0",
            "render_modes": RENDER_MODES,
            "render_fps": 2,
            "is_parallelizable": False,
        }
        self.batch = Batch(self.game, 1, actions=actions, threads=1)
        size, shape = len(self.batch.actions), self.batch.observations.shape
        self.possible_agents = list(_AGENTS)
        self.agents = list(_AGENTS)
        self.action_spaces = {agent: spaces.Discrete(size) for agent in _AGENTS}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0.0, 1.0, shape, np.float32),
                    "action_mask": spaces.Box(0, 1, (size,), np.int8),
                }
            )
            for agent in _AGENTS
        }
        self._begin()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent sees: always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent may do: always the same object."""
        return self.action_spaces[agent]

    def _begin(self) -> None:
        self.agents = list(_AGENTS)
        self.agent_selection = _AGENTS[0]
        self.rewards = dict.fromkeys(_AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(_AGENTS, 0.0)
        self.terminations = dict.fromkeys(_AGENTS, False)
        self.truncations = dict.fromkeys(_AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in _AGENTS}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game. Nothing in it is random, so that a seed changes nothing."""
        self.batch.reset()
        self._begin()
        self._note_end()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """What an agent sees from its own side of the board."""
        if agent not in _AGENTS:
            raise ValueError(f"the agents are {' and '.join(_AGENTS)}, not {shown(agent)}")
        planes = self.batch.observe()[0]
        if _AGENTS.index(agent) != int(self.batch.turn[0]):
            planes = self.batch.observations.opposite(planes)
        mask = self.batch.action_mask(dtype=np.int8)[0]
        if agent != self.agent_selection:
            mask[:] = 0
        return {"observation": planes, "action_mask": mask}

    def step(self, action: Any) -> None:
        """Plays an action of the agent on move; None once the game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.batch.step(checked_action(self.batch, action))
        self.rewards = dict(zip(_AGENTS, self.batch.rewards[0].tolist(), strict=True))
        self._note_end()
        self._accumulate_rewards()
        self.agent_selection = _AGENTS[1 - _AGENTS.index(agent)]
        if self.render_mode == "human":
            self.render()

    def _note_end(self) -> None:
        if self.batch.ended[0]:
            self.terminations = dict.fromkeys(_AGENTS, True)
            told = {key: value[0].item() for key, value in end_of(self.batch).items()}
            self.infos = {agent: dict(told) for agent in _AGENTS}

    def render(self) -> Any:
        """The board: as text, as pixels, or printed."""
        return render(self.batch.to_positions()[0], self.render_mode)

    def close(self) -> None:
        """Nothing to give back."""


def register() -> None:
    """Registers `sbg/NAME-v0` for every bundled game, and `sbg/game-v0` for `game=` anything. Done by importing."""
    for name in [*names(), "game"]:
        key = f"sbg/{name}-v0"
        if key not in aec_registry:
            given = {} if name == "game" else {"game": name}
            pettingzoo.register("aec", key, entry_point="sbg.envs.pettingzoo:env", kwargs=given)


register()
