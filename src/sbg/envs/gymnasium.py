"""Gymnasium environments, single and vector: `sbg/NAME-v0`, and `sbg/game-v0` for any file.

A learner has one seat; `opponent` has the other. With `opponent="self"` every step is one ply of the player to move,
and rewards are the mover's. The turn limit is a rule of the game: it terminates with reward 0 and never truncates. An
illegal action loses the game; a number that is none of an action is an error.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sbg.base.errors import shown
from sbg.engine import Game, game_of
from sbg.engine.encoding import ActionNames
from sbg.envs.common import RENDER_MODES, checked_mode, missing, render
from sbg.envs.seats import Opponent, Seats, checked_action, checked_actions, end_of
from sbg.language.games import names

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.error import ClosedEnvironmentError, ResetNeeded
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector.utils import batch_space
except ImportError:
    raise missing("gymnasium", "envs") from None

__all__ = ["Env", "VectorEnv", "register"]


def _spaces(seats: Seats) -> tuple[spaces.Box, spaces.Discrete]:
    shape = seats.batch.observations.shape
    return spaces.Box(0.0, 1.0, shape, np.float32), spaces.Discrete(len(seats.batch.actions))


class Env(gymnasium.Env[Any, Any]):
    """One game. `info["action_mask"]` has the legal actions, as `action_space.sample(mask)` takes them.

    `info` also has the `ply`, and after the end the `winner` (0 white, 1 black; -1 nobody) and the `reason`, one of
    `sbg.arrays.REASONS`. Environments can be pickled and copied, with the game under way.
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 2}  # noqa: RUF012 - as the base class has it

    def __init__(
        self,
        game: Game | str | os.PathLike[str] = "gardner",
        opponent: Opponent = "random",
        colour: str = "white",
        actions: ActionNames = "planes",
        render_mode: str | None = None,
    ) -> None:
        self.render_mode = checked_mode(render_mode)
        self.game = game_of(game, "Env")
        self.seats = Seats(self.game, 1, opponent, colour, actions, threads=1)
        self.observation_space, self.action_space = _spaces(self.seats)
        self._begun = self._closed = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Begins a game: another one each time, or the first one of a seed."""
        self._open()
        super().reset(seed=seed)
        if seed is not None:
            self.seats.seed(seed)
        elif self._begun:
            self.seats.begin(np.array([True]))
        self._begun = True
        self._show()
        return self._seen()

    def _seen(self) -> tuple[NDArray[np.float32], dict[str, Any]]:
        batch = self.seats.batch
        told = {key: value[0].item() for key, value in end_of(batch).items()}
        return batch.observe()[0], {"action_mask": batch.action_mask(dtype=np.int8)[0], **told}

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal, as the algorithms of sb3-contrib ask for it."""
        mask: NDArray[np.bool_] = self.seats.batch.action_mask()[0]
        return mask

    def step(self, action: Any) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Plays an action, and the opponent's answer."""
        self._open()
        if not self._begun or self.seats.batch.ended[0]:
            raise ResetNeeded("there is no game under way: call reset() first")
        rewards, _ = self.seats.play(checked_action(self.seats.batch, action))
        self._show()
        seen, info = self._seen()
        return seen, float(rewards[0]), bool(self.seats.batch.ended[0]), False, info

    def _open(self) -> None:
        if self._closed:
            raise ClosedEnvironmentError("the environment was closed")

    def close(self) -> None:
        """Nothing can be played afterwards."""
        self._closed = True

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        """The board: as text, as pixels, or printed."""
        return render(self.seats.batch.to_positions()[0], self.render_mode)


class VectorEnv(gymnasium.vector.VectorEnv[NDArray[np.float32], Any, NDArray[Any]]):
    """Many games, stepped natively. All three modes of autoreset; the default begins the next game in the same step.

    `infos["action_mask"]` has the legal actions of all games, and `ply`, `winner` and `reason` what `Env` tells of one.
    In the mode SAME_STEP `infos["final_obs"]` and
    `infos["final_info"]` hold arrays of all games, of which `infos["_final_obs"]` marks those that ended.
    """

    def __init__(
        self,
        num_envs: int = 1,
        game: Game | str | os.PathLike[str] = "gardner",
        opponent: Opponent = "random",
        colour: str = "white",
        actions: ActionNames = "planes",
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        threads: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.render_mode = checked_mode(render_mode)
        self.game = game_of(game, "VectorEnv")
        self.mode = _mode(autoreset_mode)
        self.metadata = {
            "render_modes": RENDER_MODES,
            "render_fps": 2,
            "autoreset_mode": self.mode,
        }
        self.num_envs = num_envs
        self.seats = Seats(self.game, num_envs, opponent, colour, actions, threads=threads)
        self.single_observation_space, self.single_action_space = _spaces(self.seats)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._begun = False

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Begins all games: others each time, or those of a seed. `options={"reset_mask": mask}` begins some."""
        self._open()
        if seed is not None:
            number = _seed(seed)
            super().reset(seed=number)
            self.seats.seed(number)
        else:
            mask = (options or {}).get("reset_mask")
            if mask is not None:
                mask = np.asarray(mask)
                if mask.shape != (self.num_envs,) or mask.dtype != np.bool_:
                    raise ValueError(f"reset_mask is an array of {self.num_envs} bools")
                self.seats.begin(mask)
            elif self._begun:
                self.seats.begin(np.ones(self.num_envs, np.bool_))
        self._begun = True
        return self.seats.batch.observe(), self._infos()

    def _infos(self) -> dict[str, Any]:
        return self._told(np.ones(self.num_envs, np.bool_))

    def _told(self, games: NDArray[np.bool_]) -> dict[str, Any]:
        """What `infos` say of games; under `_name` stands about which of them."""
        batch = self.seats.batch
        told = {"action_mask": batch.action_mask(dtype=np.int8), **end_of(batch)}
        return told | {f"_{key}": games for key in told}

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal, by game."""
        return self.seats.batch.action_mask()

    def _open(self) -> None:
        if self.closed:
            raise ClosedEnvironmentError("the environments were closed")

    def step(
        self, actions: Any
    ) -> tuple[
        NDArray[np.float32],
        NDArray[np.float64],
        NDArray[np.bool_],
        NDArray[np.bool_],
        dict[str, Any],
    ]:
        """Plays an action in each game, and the opponent's answers; games that are over ignore theirs."""
        self._open()
        if not self._begun:
            raise ResetNeeded("no games are under way: call reset() first")
        batch = self.seats.batch
        over = batch.ended
        rewards, ended = self.seats.play(checked_actions(batch, actions))
        final: dict[str, Any] = {}
        if self.mode is AutoresetMode.NEXT_STEP and over.any():
            self.seats.begin(over)
        elif self.mode is AutoresetMode.SAME_STEP and ended.any():
            final = {"final_obs": batch.observe(), "_final_obs": ended}
            final |= {"final_info": self._told(ended), "_final_info": ended}
            self.seats.begin(ended)
        elif self.mode is AutoresetMode.DISABLED:
            ended = batch.ended
        truncated = np.zeros(self.num_envs, np.bool_)
        infos = self._infos() | final
        return batch.observe(), rewards.astype(np.float64), ended, truncated, infos

    def render(self) -> Any:
        """The boards: as texts, as arrays of pixels, or printed."""
        shown = [render(position, self.render_mode) for position in self.seats.batch.to_positions()]
        return None if self.render_mode in (None, "human") else tuple(shown)


def _mode(given: AutoresetMode | str) -> AutoresetMode:
    """A mode by its name or its value: "SAME_STEP" or "SameStep"."""
    for mode in AutoresetMode:
        if given in (mode, mode.name, mode.value):
            return mode
    names = ", ".join(mode.name for mode in AutoresetMode)
    raise ValueError(f"autoreset_mode is one of {names}, not {shown(given)}")


def _seed(seed: int | Sequence[int | None]) -> int:
    """One seed for all games, as their numbers already tell them apart."""
    if isinstance(seed, Sequence):
        numbers = [number or 0 for number in seed]
        return int(np.random.SeedSequence(numbers).generate_state(1)[0])
    return int(seed)


def register() -> None:
    """Registers `sbg/NAME-v0` for every bundled game, and `sbg/game-v0` for `game=` anything. Done by importing."""
    here = "sbg.envs.gymnasium"
    for name in [*names(), "game"]:
        key = f"sbg/{name}-v0"
        if key not in gymnasium.registry:
            gymnasium.register(
                key,
                entry_point=f"{here}:Env",
                vector_entry_point=f"{here}:VectorEnv",
                kwargs={} if name == "game" else {"game": name},
            )


register()
