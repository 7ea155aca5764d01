"""How fast other systems step: OpenSpiel, Pgx, Ludax, and our own games inside JAX.

python -m bench.batch_peers [GAMES …]   Ludax beside ours in the same program of JAX, for so many games at once
"""

from __future__ import annotations

import importlib
import sys
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


# -- Ludax, whose Wolf and Sheep is our Fox and Hounds


def ludax() -> Any:
    """Their environment."""
    package, games = (importlib.import_module(name) for name in ("ludax", "ludax.games"))
    return package.LudaxEnvironment(game_str=games.wolf_and_sheep)


def same_as_ludax(games: int = 50) -> int:
    """Plies of random games in which both have the same positions after every legal move, and the same ends."""
    import jax
    import jax.numpy as jnp

    env, chooser, plies = ludax(), np.random.default_rng(1), 0
    init, start = jax.jit(env.init), sbg.load("fox-and-hounds").start
    all_steps = jax.jit(jax.vmap(env.step, (None, 0)))
    actions = jnp.arange(env.num_actions, dtype=jnp.int16)

    def board(cells: Any) -> str:
        wolf, sheep = (np.asarray(cells[kind]) for kind in range(2))
        squares = np.where(wolf == 0, "F", np.where(sheep == 1, "h", "."))
        return "\n".join("".join(row) for row in squares.reshape(8, 8)[::-1])

    for _ in range(games):
        state, position = init(jax.random.PRNGKey(0)), start
        while position.outcome is None:
            after = all_steps(state, actions)
            legal = np.flatnonzero(np.asarray(state.legal_action_mask))
            theirs = {board(after.game_state.board[action]): action for action in legal}
            ours = {str(next): next for next in map(position.play, position.moves)}
            assert set(theirs) == set(ours), position.fen
            for text, next in ours.items():
                ended, rewards = after.terminated[theirs[text]], after.rewards[theirs[text]]
                winner = next.outcome.winner if next.outcome else None
                assert bool(ended) == (next.outcome is not None), next.fen
                assert (
                    rewards.tolist() == {None: [0, 0], "white": [1, -1], "black": [-1, 1]}[winner]
                )
            text = sorted(ours)[chooser.integers(len(ours))]
            chosen = theirs[text]
            state = jax.tree.map(lambda leaf, chosen=chosen: leaf[chosen], after)
            position = ours[text]
            plies += 1
    return plies


def beside_ludax(rounds: int, slots: int, plies: int = 32) -> Rates:
    """Random games with new ones after ends, masks and observations: one program of JAX, for theirs and for ours."""
    import jax
    import jax.numpy as jnp

    from sbg.envs.jax import Env, auto_reset

    def prepared(env: Any, observe: Callable[[Any], Any]) -> Callable[[], Spent]:
        step = jax.vmap(auto_reset(env.step, env.init))

        def ply(number: int, carried: Any) -> Any:
            state, key, seen = carried
            chosen, new, key = jax.random.split(key, 3)
            logits = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
            chosen = jax.random.categorical(chosen, logits, axis=-1).astype(jnp.int32)
            state = step(state, chosen, jax.random.split(new, slots))
            return state, key, seen + observe(state).astype(jnp.float32).sum()

        @jax.jit  # type: ignore[untyped-decorator]
        def go(state: Any, key: Any) -> Any:
            return jax.lax.fori_loop(0, plies, ply, (state, key, jnp.float32(0)))

        state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), slots))
        jax.block_until_ready(go(state, jax.random.PRNGKey(1)))  # compiles
        key = jax.random.PRNGKey(2)
        return lambda: Spent.once(slots * plies, lambda: jax.block_until_ready(go(state, key)))

    theirs, ours = ludax(), Env("fox-and-hounds", actions="pairs")
    see = jax.vmap(theirs.observe)
    return best(
        rounds,
        {
            "theirs": prepared(theirs, lambda state: see(state, state.current_player)),
            "ours": prepared(ours, lambda state: state.observation),
        },
    )


if __name__ == "__main__":
    print(f"{same_as_ludax()} plies of Wolf and Sheep are those of Fox and Hounds")
    for number in map(int, sys.argv[1:] or ["1024"]):
        rates = beside_ludax(5, number)
        said = ", ".join(
            f"{name} {rate['clock']:,.0f} ({rate['processor']:,.0f})"
            for name, rate in rates.items()
        )
        print(f"{number:,} games, steps/s by the clock (of processor time): {said}", flush=True)
