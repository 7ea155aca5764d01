"""Any game for OpenSpiel: its own checks, its searches and its environment take it."""

from __future__ import annotations

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
