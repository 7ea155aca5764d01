"""PettingZoo environments pass PettingZoo's own tests."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest

import sbg

pettingzoo = pytest.importorskip("pettingzoo")
from pettingzoo.env_registry.registration import aec_registry  # noqa: E402
from pettingzoo.test import api_test, render_test, seed_test  # noqa: E402

import sbg.envs.pettingzoo as envs  # noqa: E402

# PettingZoo says both of every environment with dictionaries that it does not know by name.
EXPECTED = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array", "ignore:Observation space for each agent"
)


@EXPECTED
@pytest.mark.parametrize("name", ["hexapawn", "gardner", "xiangqi"])
def test_api(name: str) -> None:
    api_test(pettingzoo.make("aec", f"sbg/{name}-v0"), num_cycles=20)


def test_seeds() -> None:
    seed_test(lambda: envs.env(game="hexapawn"), num_cycles=10)


def test_rendering(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda **given: envs.env(game="hexapawn", **given))
    assert "white to move" in capsys.readouterr().out


def test_every_bundled_game_is_registered() -> None:
    assert {f"sbg/{name}-v0" for name in sbg.bundled()} <= set(aec_registry)


def play(env: Any, moves: list[str]) -> None:
    for move in moves:
        colour = "white" if env.agent_selection == "player_0" else "black"
        env.step(env.unwrapped.batch.actions.action(sbg.Move.parse(move), colour))


def test_a_game_to_its_end() -> None:
    env = envs.env(game=sbg.load("hexapawn"))
    env.reset()
    play(env, ["a1a2", "b3a2", "b1b2", "c3b2", "c1c2", "b2b1"])
    assert env.terminations == {"player_0": True, "player_1": True}
    assert env.rewards == {"player_0": -1.0, "player_1": 1.0}
    assert env.unwrapped.batch.to_positions()[0].outcome == sbg.Outcome("black", "goal")
    for agent in env.agent_iter(4):
        assert env.last()[1] == (-1.0 if agent == "player_0" else 1.0)
        env.step(None)
    assert env.agents == []


def test_each_agent_sees_its_own_side() -> None:
    env = envs.env(game="hexapawn")
    env.reset()
    play(env, ["a1a2"])
    white, black = env.observe("player_0"), env.observe("player_1")
    assert not white["action_mask"].any()
    assert black["action_mask"].sum() == 3
    assert white["observation"][1, 0, 0] == 1  # its own pawn, one row up
    assert black["observation"][1, 0, 1] == 1  # the other's
    assert white["observation"][..., -3].max() == 0
    assert black["observation"][..., -3].min() == 1
    assert np.array_equal(white["observation"][..., 1], black["observation"][::-1, :, 0])


def test_an_illegal_action_ends_the_game() -> None:
    env = envs.env(game="hexapawn")
    env.reset()
    env.step(0)
    assert env.terminations["player_0"]
    assert env.rewards["player_0"] == -1


def test_copies_go_on_alike() -> None:
    env = envs.env(game="hexapawn")
    env.reset()
    play(env, ["a1a2", "b3a2"])
    for other in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        play(other, ["b1b2", "c3b2", "c1c2", "b2b1"])
        assert other.rewards == {"player_0": -1.0, "player_1": 1.0}
        assert other.infos["player_0"] == {"ply": 6, "winner": 1, "reason": "goal"}
    assert env.unwrapped.batch.ply.tolist() == [2]


def test_wrong_arguments() -> None:
    env = envs.raw_env(game="hexapawn")
    with pytest.raises(ValueError, match="the agents are player_0 and player_1, not 'player_7'"):
        env.observe("player_7")
    with pytest.raises(TypeError, match="an action is a whole number, not float"):
        env.step(1.5)
    with pytest.raises(TypeError, match="raw_env takes a Game, a bundled name or a path, not int"):
        envs.raw_env(game=3)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="render_mode is one of"):
        envs.raw_env(render_mode="film")
