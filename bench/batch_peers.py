"""Steps of other systems, with masks and observations: OpenSpiel, Pgx, and our own games inside JAX."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

import sbg
from bench.rounds import Rates, Spent, best


def open_spiel() -> Callable[[], Spent]:
    """OpenSpiel's own breakthrough, driven from Python."""
    import pyspiel

    game = pyspiel.load_game("breakthrough")
    chooser = np.random.default_rng(1)
    steps = 2000

    def play() -> None:
        state = game.new_initial_state()
        for _ in range(steps):
            if state.is_terminal():
                state = game.new_initial_state()
            np.asarray(state.legal_actions_mask(), np.bool_)
            np.asarray(state.observation_tensor(state.current_player()), np.float32)
            actions = state.legal_actions()
            state.apply_action(actions[int(chooser.integers(len(actions)))])

    return lambda: Spent.once(steps, play)


def pgx() -> Callable[[], Spent]:
    """Pgx's gardner_chess on the processor, with all cores."""
    import jax
    import pgx as library

    env = library.make("gardner_chess")
    return _stepped(jax.vmap(env.init), jax.vmap(env.step), 512)


def inside_jax(rounds: int, name: str, slots: int) -> Rates:
    """Steps of one of our games in a compiled program, through jax.ffi and by callbacks, beside those of a batch."""
    import jax

    from sbg.envs.jax import Env

    measured: dict[str, Callable[[], Spent]] = {}
    for call in ("ffi", "callback"):
        env = Env(name, threads=1, call=call)
        measured[call] = _stepped(jax.vmap(env.init), env.step, slots)
    start = sbg.Batch(name, slots, seed=2, threads=1)
    start.step_random(BEFORE)
    mask, seen = start.action_mask(), start.observe()

    def play() -> Spent:
        batch, spent = start.copy(), Spent()
        for _ in range(STEPS):
            actions = batch.sample()

            def step(batch: sbg.Batch = batch, actions: Any = actions) -> None:
                batch.step(actions)
                batch.action_mask(out=mask)
                batch.observe(out=seen)

            spent.add(slots, step)
        return spent

    measured["batch"] = play
    return best(rounds, measured)


BEFORE, STEPS = 4, 8
"""Plies made before steps are measured, and steps of a round."""


def _stepped(init: Any, once: Any, slots: int) -> Callable[[], Spent]:
    """Steps of games of JAX; the random actions are chosen without being measured."""
    import jax
    import jax.numpy as jnp

    @jax.jit  # type: ignore[untyped-decorator]
    def choose(mask: Any, key: Any) -> Any:
        return jax.random.categorical(key, jnp.where(mask, 0.0, -jnp.inf), axis=-1)

    keys = jax.random.split(jax.random.PRNGKey(0), slots + BEFORE + STEPS)
    compiled = jax.jit(once, donate_argnums=0)
    start = jax.jit(init)(keys[:slots])
    for key in keys[slots : slots + BEFORE]:
        start = compiled(start, choose(start.legal_action_mask, key))

    def play() -> Spent:
        state, spent = jax.tree.map(jnp.copy, start), Spent()
        for key in keys[slots + BEFORE :]:
            actions = jax.block_until_ready(choose(state.legal_action_mask, key))

            def step(state: Any = state, actions: Any = actions) -> Any:
                return jax.block_until_ready(compiled(state, actions))

            state = spent.add(slots, step)
        return spent

    return play
