"""How fast batches step, as parts of the speed of plain random games in the same run, and beside other systems.

    python bench/batch.py              all games, peers where they are installed (open_spiel, pgx)
    python bench/batch.py --quick      less exact, in a third of the time
    python bench/batch.py --device cuda --json found.json     on a GPU, as bench/batch_cuda.py tells

Rates with one thread are per second of processor time, the best of several rounds; with two threads, and for peers that
use threads of their own, per second by the clock. Only plies that were really played count.
"""

from __future__ import annotations

import argparse
import importlib.util
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import numpy as np  # noqa: E402

import sbg  # noqa: E402
from bench import batch_cuda, machine  # noqa: E402
from bench.tables import short, table  # noqa: E402

GAMES = {
    "gardner": 0.35,
    "chess": 0.35,
    "breakthrough": 0.2,
    "knightthrough": None,
    "xiangqi": None,
}
"""What part of the speed of random games steps with given actions and packed legal moves are to reach."""

RANDOM_GOAL = 0.9
PEER_GOALS = {"open_spiel breakthrough": 50, "pgx gardner_chess": 100}
SLOTS, PLIES = 1024, 64


def rate(count: int, call: Callable[[], object], clock: Callable[[], float], rounds: int) -> float:
    """The best rate of some rounds, each of so many things."""
    best = 0.0
    for _ in range(rounds):
        started = clock()
        call()
        best = max(best, count / (clock() - started))
    return best


def random_rate(game: sbg.Game, rounds: int) -> float:
    """Plies of plain random games a second."""
    games = max(100, int(300_000 / (1 + sbg.playouts(game, 20).plies / 20)))
    plies = sbg.playouts(game, games, seed=1).plies
    return rate(plies, lambda: sbg.playouts(game, games, seed=1), time.process_time, rounds)


def batch_of(game: sbg.Game, threads: int = 1) -> sbg.Batch:
    """Games that are under way, at all stages."""
    batch = sbg.Batch(game, SLOTS, seed=2, threads=threads, auto_reset=True)
    batch.step_random(100)
    return batch


def step_rate(
    batch: sbg.Batch, rounds: int, arrays: Callable[[], object] | None = None, steps: int = 20
) -> float:
    """Steps a second with actions that are given, and packed legal moves; or with other arrays instead."""
    legal = batch.legal if arrays is None else None
    best = 0.0
    for _ in range(rounds):
        spent = 0.0
        for _ in range(steps):
            actions = batch.sample()
            started = time.process_time()
            batch.step(actions, legal=legal)
            if arrays is not None:
                arrays()
            spent += time.process_time() - started
        best = max(best, SLOTS * steps / spent)
    return best


def full_rate(game: sbg.Game, rounds: int) -> float:
    """Steps a second with bool masks and float32 observations in arrays that are used again."""
    batch = batch_of(game)
    mask, seen = batch.action_mask(), batch.observe()
    return step_rate(batch, rounds, lambda: (batch.action_mask(out=mask), batch.observe(out=seen)))


def threads_ratio(game: sbg.Game, rounds: int) -> float:
    """Two threads against one, by the clock."""
    rates = []
    for threads in (1, 2):
        batch = sbg.Batch(game, 8 * SLOTS, seed=2, threads=threads, auto_reset=True)
        plies = 8 * SLOTS * PLIES
        rates.append(
            rate(plies, lambda batch=batch: batch.step_random(PLIES), time.perf_counter, rounds)  # type: ignore[misc]
        )
    return rates[1] / rates[0]


def measure(rounds: int, say: Callable[[str], None]) -> dict[str, Any]:
    """All of it, as JSON may hold it."""
    found: dict[str, Any] = {"games": {}, "peers": {}}
    for name in GAMES:
        say(f"{name} …")
        game = sbg.load(name)
        batch = batch_of(game)
        plain = random_rate(game, rounds)
        found["games"][name] = {
            "playouts": plain,
            "random": rate(
                SLOTS * PLIES,
                lambda batch=batch: batch.step_random(PLIES),  # type: ignore[misc]
                time.process_time,
                rounds,
            ),
            "step": step_rate(batch, rounds),
            "full": full_rate(game, rounds),
            "bytes": batch.state.nbytes // SLOTS,
        }
    say("two threads …")
    found["threads"] = threads_ratio(sbg.load("gardner"), rounds)
    if importlib.util.find_spec("pyspiel") is not None:
        say("open_spiel …")
        ours, theirs = full_rate(sbg.load("breakthrough"), rounds), open_spiel(rounds)
        found["peers"]["open_spiel breakthrough"] = {"ours": ours, "theirs": theirs}
    if importlib.util.find_spec("pgx") is not None:
        say("pgx …")
        ours, theirs = full_rate(sbg.load("gardner"), rounds), pgx(rounds)
        found["peers"]["pgx gardner_chess"] = {"ours": ours, "theirs": theirs}
    return found


def open_spiel(rounds: int) -> float:
    """Steps a second of OpenSpiel's own breakthrough, driven from Python, with masks and observations."""
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

    return rate(steps, play, time.process_time, rounds)


def pgx(rounds: int) -> float:
    """Steps a second of Pgx's gardner_chess on the processor, by the clock: it uses all cores."""
    import jax
    import jax.numpy as jnp
    import pgx as library

    slots, steps = 512, 8
    env = library.make("gardner_chess")
    init, step = jax.jit(jax.vmap(env.init)), jax.jit(jax.vmap(env.step))

    @jax.jit  # type: ignore[untyped-decorator]
    def choose(mask: Any, key: Any) -> Any:
        return jax.random.categorical(key, jnp.where(mask, 0.0, -jnp.inf), axis=-1)

    state = init(jax.random.split(jax.random.PRNGKey(0), slots))
    state = step(state, choose(state.legal_action_mask, jax.random.PRNGKey(1)))

    def play() -> None:
        now = state
        for i in range(steps):
            now = step(now, choose(now.legal_action_mask, jax.random.PRNGKey(i)))
        now.observation.block_until_ready()

    return rate(slots * steps, play, time.perf_counter, rounds)


def render(found: dict[str, Any]) -> str:
    """Tables, with what is wanted beside what was found."""
    rows = []
    for name, rates in found["games"].items():
        random, step = rates["random"] / rates["playouts"], rates["step"] / rates["playouts"]
        goal = GAMES[name]
        rows.append(
            [
                name,
                short(rates["playouts"]),
                f"{random:.2f} (≥ {RANDOM_GOAL})",
                f"{step:.2f}" + (f" (≥ {goal})" if goal else ""),
                short(rates["full"]),
                f"{rates['bytes']}",
            ]
        )
    heads = ["one thread", "playouts/s", "step_random", "step + legal", "masks + planes/s", "bytes"]
    text = table(heads, rows) + f"\n\nTwo threads: {found['threads']:.2f} × one (≥ 1.8)."
    for name, rates in found["peers"].items():
        ratio = rates["ours"] / rates["theirs"]
        text += (
            f"\nWith masks and observations: {short(rates['ours'])} steps/s, {name}"
            f" {short(rates['theirs'])}: {ratio:.0f} × (≥ {PEER_GOALS[name]})."
        )
    return text


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="less exact, in a third of the time")
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu", help="cuda: on a GPU")
    parser.add_argument("--json", type=Path, help="a file for the results of a GPU")
    chosen = parser.parse_args()
    if chosen.device == "cuda":
        say = lambda text: print(text, file=sys.stderr, flush=True)  # noqa: E731
        print(batch_cuda.render(batch_cuda.measure(say, chosen.json, 0.1 if chosen.quick else 0.3)))
        return
    found = measure(3 if chosen.quick else 9, lambda text: print(text, file=sys.stderr))
    print(render(found))
    about = machine.describe()
    print(f"\n{about['processor']}, load {about['load']}, Python {about['python']}")


if __name__ == "__main__":
    main()
