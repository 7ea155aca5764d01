"""Gymnasium environments pass Gymnasium's own checkers, and play as positions do."""

from __future__ import annotations

import copy
import pickle
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sbg

gymnasium = pytest.importorskip("gymnasium")
from gymnasium.utils.env_checker import check_env  # noqa: E402
from gymnasium.vector import AutoresetMode  # noqa: E402

from sbg.arrays import Batch  # noqa: E402
from sbg.envs.gymnasium import Env, VectorEnv  # noqa: E402


def legal(masks: np.ndarray, seed: int) -> np.ndarray:
    """A random legal action for each game; 0 where there is none."""
    chooser = np.random.default_rng(seed)
    return np.array(
        [chooser.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in masks], np.int64
    )


@pytest.mark.parametrize("opponent", ["random", "self", "greedy"])
def test_checkers(opponent: str, capsys: pytest.CaptureFixture[str]) -> None:
    env = gymnasium.make("sbg/hexapawn-v0", opponent=opponent)
    check_env(env.unwrapped)
    assert "white to move" in capsys.readouterr().out  # rendered for people


def test_every_bundled_game_is_registered() -> None:
    assert {f"sbg/{name}-v0" for name in sbg.bundled()} <= set(gymnasium.registry)


def test_any_file_is_an_environment(tmp_path: Path) -> None:
    path = tmp_path / "own.sbg"
    path.write_text(sbg.load("octopawn").text, encoding="utf-8")
    env = gymnasium.make("sbg/game-v0", game=path)
    assert env.observation_space.shape == (4, 4, 5)
    assert isinstance(gymnasium.make_vec("sbg/game-v0", num_envs=2, game=str(path)), VectorEnv)


@pytest.mark.parametrize("colour", ["white", "black", "both"])
def test_the_learner_is_always_to_move(colour: str) -> None:
    env = VectorEnv(20, "gardner", colour=colour)
    _, infos = env.reset(seed=1)
    for turn in range(60):
        expected = {"white": 0, "black": 1}.get(colour)
        learner = env.seats.batch.number % 2 if expected is None else expected
        assert (env.seats.batch.turn == learner).all()
        _, rewards, ended, truncated, infos = env.step(legal(infos["action_mask"], turn))
        assert set(rewards.tolist()) <= {-1.0, 0.0, 1.0}
        assert not truncated.any()
        assert (rewards[~ended] == 0).all()


def test_rewards_are_the_outcomes() -> None:
    env = VectorEnv(30, "gardner", autoreset_mode="Disabled")
    _, infos = env.reset(seed=2)
    total = np.zeros(30)
    for turn in range(60):
        _, rewards, ended, _, infos = env.step(legal(infos["action_mask"], turn))
        total += rewards
    assert ended.all()
    winners = [p.outcome.winner if p.outcome else "?" for p in env.seats.batch.to_positions()]
    assert total.tolist() == [{"white": 1, "black": -1, None: 0}[winner] for winner in winners]
    assert {"white", "black"} <= set(winners)


def test_with_oneself_rewards_are_the_movers() -> None:
    env = VectorEnv(2, "hexapawn", opponent="self", autoreset_mode=AutoresetMode.DISABLED)
    env.reset()
    moves = ["a1a2", "b3a2", "b1a2", "a3b2", "a2a3"]  # the last one wins for white
    for number, move in enumerate(moves):
        if move not in env.seats.batch.to_positions()[0].moves:
            moves[number] = str(env.seats.batch.to_positions()[0].moves[0])
        actions = env.seats.batch.actions_of([moves[number]] * 2)
        _, rewards, ended, _, _ = env.step(actions)
        if ended.any():
            break
    winner = env.seats.batch.to_positions()[0].outcome
    assert winner is not None
    mover = "white" if number % 2 == 0 else "black"
    assert rewards.tolist() == [1.0 if winner.winner == mover else -1.0] * 2


def test_an_illegal_action_loses() -> None:
    env = Env("hexapawn")
    env.reset(seed=1)
    _, reward, ended, _, info = env.step(0)
    assert (reward, ended) == (-1.0, True)
    assert not info["action_mask"].any()
    assert (info["reason"], info["winner"], info["ply"]) == ("illegal", 1, 0)


@pytest.mark.parametrize(
    ("action", "message"),
    [
        (1.5, "an action is a whole number, not float"),
        (True, "an action is a whole number, not bool"),
        (None, "an action is a whole number, not NoneType"),
        (-1, "an action is a number from 0 to 26, not -1"),
        (2**63, "an action is a number from 0 to 26, not 9223372036854775808"),
    ],
)
def test_what_is_no_action_is_an_error(action: Any, message: str) -> None:
    env = Env("hexapawn")
    env.reset(seed=1)
    with pytest.raises((TypeError, ValueError), match=message):
        env.step(action)
    assert not env.seats.batch.ply.any()
    many = VectorEnv(2, "hexapawn")
    many.reset(seed=1)
    with pytest.raises((TypeError, ValueError), match="action"):
        many.step([4, 0.5 if action is True else action])
    assert not many.seats.batch.ply.any()
    env.step(np.array(4))


def test_the_end_is_told() -> None:
    """With its reason, the winner, and the plies of the game: also where the next one begins in the same step."""
    env, many = Env("hexapawn", opponent="self"), VectorEnv(2, "hexapawn", opponent="self")
    _, info = env.reset(seed=4)
    _, infos = many.reset(seed=4)
    ended = False
    while not ended:
        assert (info["reason"], info["winner"]) == ("", -1)
        action = int(env.action_masks().argmax())
        assert np.array_equal(env.action_masks(), many.action_masks()[0])
        _, _, ended, _, info = env.step(action)
        _, _, over, _, infos = many.step([action, action])
    final = infos["final_info"]
    assert over.all()
    assert infos["ply"].tolist() == [0, 0]
    assert infos["_ply"].all()
    outcome = env.seats.batch.to_positions()[0].outcome
    assert outcome is not None
    assert info["reason"] == outcome.reason == final["reason"][1]
    assert ("white", "black")[info["winner"]] == outcome.winner
    assert final["winner"][1] == info["winner"]
    assert final["ply"].tolist() == [info["ply"]] * 2


def test_nothing_is_played_outside_a_game() -> None:
    for env in (Env("hexapawn"), VectorEnv(1, "hexapawn")):
        with pytest.raises(gymnasium.error.ResetNeeded, match=r"call reset\(\) first"):
            env.step([4])
        env.close()
        for call in (env.reset, lambda: env.step([4])):  # noqa: B023
            with pytest.raises(gymnasium.error.ClosedEnvironmentError, match="closed"):
                call()
    env = Env("hexapawn")
    env.reset()
    env.step(0)
    with pytest.raises(gymnasium.error.ResetNeeded, match="no game under way"):
        env.step(4)


@pytest.mark.parametrize("again", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
@pytest.mark.parametrize("opponent", ["random", "self", "greedy"])
def test_copies_go_on_alike(again: Any, opponent: str) -> None:
    env: Any
    for env in (Env("gardner", opponent), VectorEnv(3, "gardner", opponent, "both")):
        env.reset(seed=1)
        masks = env.action_masks
        other = again(env)
        for turn in range(4):
            chosen = legal(np.atleast_2d(masks()), turn)
            action = chosen if isinstance(env, VectorEnv) else int(chosen[0])
            found, wanted = other.step(action), env.step(action)
            assert np.array_equal(found[0], wanted[0])
            assert np.array_equal(found[4]["action_mask"], wanted[4]["action_mask"])
        assert np.array_equal(env.reset(seed=2)[0], other.reset(seed=2)[0])
    assert len(pickle.dumps(env)) < 30_000


def test_pictures_are_offered_where_they_can_be_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """The checkers render all modes that are offered."""
    from sbg.envs import common

    assert Env.metadata["render_modes"] == ["human", "ansi", "rgb_array"]
    for package in common.PICTURES:
        with monkeypatch.context() as patched:
            patched.setitem(sys.modules, package, None)
            modes = common.render_modes()
            assert modes == ["human", "ansi"]
            patched.setattr(common, "RENDER_MODES", modes)
            with pytest.raises(sbg.SbgError, match="Pillow or resvg-py is not installed"):
                Env("hexapawn", render_mode="rgb_array")


# -- autoreset


def rollout(mode: AutoresetMode, steps: int = 40) -> list[tuple[Any, ...]]:
    env = VectorEnv(6, "hexapawn", autoreset_mode=mode)
    assert env.metadata["autoreset_mode"] is mode
    seen, infos = env.reset(seed=5)
    found: list[tuple[Any, ...]] = [(seen, None, None, infos)]
    for turn in range(steps):
        seen, rewards, ended, _, infos = env.step(legal(infos["action_mask"], turn))
        found.append((seen, rewards, ended, infos))
    return found


def test_the_next_game_begins_in_the_same_step() -> None:
    ends = 0
    for seen, rewards, ended, infos in rollout(AutoresetMode.SAME_STEP)[1:]:
        assert infos["action_mask"].any(axis=1).all()
        if ended.any():
            ends += int(ended.sum())
            assert (infos["_final_obs"] == ended).all()
            assert not infos["final_info"]["action_mask"][ended].any()
            assert (seen[ended][..., -2] == 0).all()
            assert (infos["final_obs"][ended][..., -2] > 0).all()
        else:
            assert "final_obs" not in infos
        assert (rewards[~ended] == 0).all()
    assert ends > 6


def test_the_next_game_begins_in_the_next_step() -> None:
    before = np.zeros(6, np.bool_)
    for seen, rewards, ended, infos in rollout(AutoresetMode.NEXT_STEP)[1:]:
        assert (rewards[before] == 0).all()
        assert not (ended & before).any()
        assert (seen[before][..., -2] == 0).all()
        assert not infos["action_mask"][ended].any()
        before = ended
    assert before.shape == (6,)


def test_without_autoreset_games_wait() -> None:
    env = VectorEnv(4, "hexapawn", autoreset_mode=AutoresetMode.DISABLED)
    _, infos = env.reset(seed=1)
    for turn in range(12):
        _, _, ended, _, infos = env.step(legal(infos["action_mask"], turn))
    assert ended.all()
    mask = np.array([True, False, True, False])
    _, infos = env.reset(options={"reset_mask": mask})
    assert (env.seats.batch.ended == ~mask).all()
    with pytest.raises(ValueError, match="reset_mask is an array of 4 bools"):
        env.reset(options={"reset_mask": [True]})


def test_seeds() -> None:
    def played(seed: Any) -> bytes:
        env = VectorEnv(5, "gardner")
        _, infos = env.reset(seed=seed)
        for turn in range(10):
            seen, *_, infos = env.step(legal(infos["action_mask"], turn))
        return seen.tobytes()

    assert played(3) == played(3) != played(4)
    assert played([1, 2, 3, 4, None]) == played([1, 2, 3, 4, None])
    env = Env("gardner", colour="black")
    first, _ = env.reset(seed=1)
    second, _ = env.reset()
    again, _ = env.reset(seed=1)
    assert np.array_equal(first, again)
    assert env.observation_space.contains(second)


# -- opponents and pictures


def test_opponents() -> None:
    asked: list[int] = []

    def first(batch: Batch) -> np.ndarray:
        asked.append(len(batch))
        return np.asarray(batch.action_mask().argmax(axis=1))

    env = VectorEnv(3, "gardner", opponent=first)
    _, infos = env.reset()
    env.step(legal(infos["action_mask"], 1))
    assert asked == [3]
    env = VectorEnv(3, "gardner", opponent=sbg.player("greedy:seed=1"), colour="black")
    assert (env.seats.batch.ply == 1).all()
    with pytest.raises(TypeError, match="opponent takes 'random', 'self', a player"):
        VectorEnv(1, opponent=3)  # type: ignore[arg-type]
    with pytest.raises(sbg.UnknownPlayerError):
        VectorEnv(1, opponent="nobody")


def test_rendering() -> None:
    env = Env("hexapawn", render_mode="rgb_array")
    env.reset()
    picture = env.render()
    assert picture.dtype == np.uint8
    assert picture.shape[2] == 3
    many = VectorEnv(2, "hexapawn", render_mode="ansi")
    many.reset()
    assert many.render() == ("ppp\n...\nPPP\nwhite to move, ply 0\n",) * 2
    assert VectorEnv(2, "hexapawn").render() is None
    with pytest.raises(ValueError, match="render_mode is one of human, ansi, rgb_array"):
        Env("hexapawn", render_mode="film")


def test_modes_of_autoreset_have_names() -> None:
    for mode in AutoresetMode:
        assert VectorEnv(1, "hexapawn", autoreset_mode=mode.name).mode is mode
        assert VectorEnv(1, "hexapawn", autoreset_mode=mode.value).mode is mode
    with pytest.raises(ValueError, match="one of NEXT_STEP, SAME_STEP, DISABLED, not 'never'"):
        VectorEnv(1, "hexapawn", autoreset_mode="never")


@pytest.mark.parametrize("kind", [Env, lambda **given: VectorEnv(1, **given)])
def test_wrong_arguments(kind: Any) -> None:
    with pytest.raises(TypeError, match="takes a Game, a bundled name or a path, not int"):
        kind(game=3)
    with pytest.raises(ValueError, match="colour is 'white', 'black' or 'both', not 'red'"):
        kind(colour="red")
