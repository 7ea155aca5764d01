"""Any game for OpenSpiel: its own checks, its searches and its environment take it."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sbg

pytestmark = pytest.mark.extras("pyspiel")


@pytest.fixture(scope="module")
def spiel() -> Any:
    pyspiel = pytest.importorskip("pyspiel")
    import sbg.envs.open_spiel  # noqa: F401 - it registers itself

    return pyspiel


@pytest.mark.parametrize("name", ["hexapawn", "gardner", "breakthrough6", "xiangqi"])
def test_its_own_check(spiel: Any, name: str) -> None:
    game = spiel.load_game(f"sbg(game={name})")
    spiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


def test_any_file(spiel: Any, tmp_path: Path) -> None:
    path = tmp_path / "own.sbg"
    path.write_text(sbg.load("octopawn").text, encoding="utf-8")
    state = spiel.load_game("sbg", {"game": str(path)}).new_initial_state()
    assert len(state.legal_actions()) == 4
    assert state.action_to_string(0, state.legal_actions()[0]) == "a1a2"


def test_numbers_of_moves(spiel: Any) -> None:
    game = spiel.load_game("sbg(game=gardner,actions=pairs)")
    assert game.num_distinct_actions() == 416
    state = line(game.new_initial_state(), 4)
    assert state.get_game().num_distinct_actions() == 416
    assert pickle.loads(pickle.dumps(state)).legal_actions() == state.legal_actions()


def test_searches(spiel: Any) -> None:
    from open_spiel.python.algorithms import mcts, minimax

    game = spiel.load_game("sbg(game=hexapawn)")
    value, _ = minimax.alpha_beta_search(game)
    assert value == -1.0  # black wins
    chooser = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 1.4, 20, mcts.RandomRolloutEvaluator(1, chooser), random_state=chooser)
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(bot.step(state))
    assert sum(state.returns()) == 0


def test_its_environment(spiel: Any) -> None:
    from open_spiel.python import rl_environment

    env = rl_environment.Environment(spiel.load_game("sbg(game=hexapawn)"))
    step = env.reset()
    while not step.last():
        player = step.observations["current_player"]
        step = env.step([step.observations["legal_actions"][player][0]])
    assert sum(step.rewards) == 0


def test_observations_are_those_of_batches(spiel: Any) -> None:
    game = spiel.load_game("sbg(game=gardner)")
    state, batch = game.new_initial_state(), sbg.Batch("gardner", 1, seed=3)
    for _ in range(12):
        assert state.legal_actions() == np.flatnonzero(batch.action_mask()[0]).tolist()
        seen = game.make_py_observer()
        seen.set_from(state, state.current_player())
        assert np.array_equal(seen.dict["observation"], batch.observe()[0])
        action = int(batch.sample()[0])
        if action < 0:
            break
        state.apply_action(action)
        batch.step([action])


def line(state: Any, plies: int) -> Any:
    for _ in range(plies):
        state.apply_action(state.legal_actions()[0])
    return state


def test_actions_can_be_undone(spiel: Any) -> None:
    game = spiel.load_game("sbg(game=gardner)")
    plain, state = line(game.new_initial_state(), 3), line(game.new_initial_state(), 5)
    with pytest.raises(ValueError, match="action 999 of player 0 was not the last one"):
        state.undo_action(0, 999)
    for player in (0, 1):
        state.undo_action(player, state.history()[-1])
    for same in (state, state.clone(), pickle.loads(pickle.dumps(state))):
        assert str(same) == str(plain)
        assert same.history() == plain.history()
        assert same.history_str() == plain.history_str()
        assert same.move_number() == 3
        assert not same.is_initial_state()
        assert [(a.player, a.action) for a in same.full_history()] == [
            (a.player, a.action) for a in plain.full_history()
        ]
        assert same.serialize() == plain.serialize()
        assert str(line(same.clone(), 4)) == str(line(plain.clone(), 4))
    assert line(state, 2).history() == line(plain, 2).history()
    first = game.new_initial_state()
    action = first.legal_actions()[0]
    first.apply_action(action)
    first.undo_action(0, action)
    assert first.is_initial_state()


def test_pickles_are_small(spiel: Any) -> None:
    state = line(spiel.load_game("sbg(game=gardner)").new_initial_state(), 10)
    assert len(pickle.dumps(state)) < 300
    assert len(state.serialize()) < 200
    again = pickle.loads(pickle.dumps(state))
    assert str(again) == str(state)
    assert str(line(again, 3)) == str(line(copy.deepcopy(state), 3))
