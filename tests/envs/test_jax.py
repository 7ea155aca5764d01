"""Any game for JAX: inside jit and vmap it plays as batches do."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import sbg

pytestmark = pytest.mark.extras("jax")


@pytest.fixture(scope="module")
def jax() -> Any:
    return pytest.importorskip("jax")


def test_games_inside_jit_and_vmap_are_those_of_batches(jax: Any) -> None:
    from sbg.envs.jax import Env

    env = Env("gardner")
    init, step = jax.jit(jax.vmap(env.init)), jax.jit(jax.vmap(env.step))
    state = init(jax.random.split(jax.random.PRNGKey(0), 6))
    batch = sbg.Batch("gardner", 6, seed=1)
    white = np.asarray(state.white)
    assert set(white.tolist()) == {0, 1}
    for _ in range(80):
        assert np.array_equal(state.observation, batch.observe())
        assert np.array_equal(state.legal_action_mask, batch.action_mask(ended=True))
        assert np.array_equal(state.terminated, batch.ended)
        assert np.array_equal(state.current_player, white ^ batch.turn)
        actions = np.maximum(batch.sample(), 0)
        batch.step(actions)
        state = step(state, actions)
        by_player = np.where(white[:, None] == 0, batch.rewards, batch.rewards[:, ::-1])
        assert np.array_equal(state.rewards, by_player)
    assert np.asarray(state.terminated).any()


def test_an_illegal_action_loses(jax: Any) -> None:
    from sbg.envs.jax import Env

    env = Env("hexapawn")
    state = env.step(env.init(jax.random.PRNGKey(1)), 0)
    assert bool(state.terminated)
    loser = int(state.white)
    assert np.asarray(state.rewards)[loser] == -1
    assert np.asarray(state.legal_action_mask).all()


@pytest.mark.extras("mctx")
def test_mctx_searches(jax: Any) -> None:
    mctx = pytest.importorskip("mctx")
    import jax.numpy as jnp

    from sbg.envs.jax import Env

    env = Env("hexapawn")
    state = jax.vmap(env.init)(jax.random.split(jax.random.PRNGKey(0), 2))

    def recurrent(params: Any, key: Any, action: Any, state: Any) -> Any:
        mover = state.current_player
        after = jax.vmap(env.step)(state, action)
        reward = after.rewards[jnp.arange(2), mover]
        output = mctx.RecurrentFnOutput(
            reward=reward,
            discount=jnp.where(after.terminated, 0.0, -1.0),
            prior_logits=jnp.where(after.legal_action_mask, 0.0, -1e9),
            value=jnp.zeros(2),
        )
        return output, after

    root = mctx.RootFnOutput(
        prior_logits=jnp.where(state.legal_action_mask, 0.0, -1e9),
        value=jnp.zeros(2),
        embedding=state,
    )
    found = mctx.gumbel_muzero_policy(
        None,
        jax.random.PRNGKey(1),
        root,
        recurrent,
        num_simulations=8,
        invalid_actions=~state.legal_action_mask,
    )
    legal = np.asarray(state.legal_action_mask)[np.arange(2), np.asarray(found.action)]
    assert legal.all()
