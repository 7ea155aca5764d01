"""How fast batches step on a GPU, by the number of games, and compared with Pgx.

    python bench/batch.py --device cuda                     Gardner from 1 to 10 M games, others at 1 M; Pgx
    python bench/batch.py --device cuda --json found.json   the same as a file, after each part of it

Rates are by the clock, from before a call until the GPU has done it; the best of several rounds. Actions are legal,
drawn before the clock starts.
"""

from __future__ import annotations

import importlib
import importlib.util
import json
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest import mock

import sbg
from sbg.arrays.cuda import CudaBackend
from sbg.engine.gpu import gpu
from sbg.engine.gpu.driver import driver

GAMES = ("gardner", "breakthrough", "knightthrough", "chess", "xiangqi", "grasshopper-chess")
COMPILED = ("gardner", "chess", "xiangqi", "steppe")
"""Games whose kernels are compiled anew, to see how long that takes."""

COUNTS = tuple(10**power for power in range(8))
MILLION = 1_000_000
PLIES = 64
STEP_GOAL, PGX_GOAL = 0.5e9, 100


def waiting(batch: sbg.Batch) -> Callable[[], None]:
    """What waits until the GPU has done all."""
    backend = batch._backend
    assert isinstance(backend, CudaBackend)
    return backend.device.synchronize


def best(
    count: int, wait: Callable[[], None], call: Callable[[], object], before: Any, seconds: float
) -> float:
    """The best rate of `call` in this time, at least of three rounds; `before` is not counted."""
    found, began, rounds = 0.0, time.perf_counter(), 0
    while rounds < 3 or time.perf_counter() - began < seconds:
        before()
        wait()
        started = time.perf_counter()
        call()
        wait()
        found = max(found, count / (time.perf_counter() - started))
        rounds += 1
    return found


def rates(name: str, n: int, seconds: float) -> dict[str, float]:
    """Steps a second of so many games of one kind, alone and with arrays; items of others are games a second."""
    batch = sbg.Batch(name, n, device="cuda", seed=2, auto_reset=True, illegal="loss")
    batch.step_random(100)  # games at all stages
    wait, actions = waiting(batch), batch.sample()
    mask = batch.action_mask()

    def drawn() -> None:
        batch.sample(out=actions)

    def measured(call: Callable[[], object], before: Callable[[], object] = lambda: None) -> float:
        return best(n, wait, call, before, seconds)

    found = {
        "random": PLIES * measured(lambda: batch.step_random(PLIES)),
        "sample": measured(drawn),
        "step": measured(lambda: batch.step(actions), drawn),
        "mask": measured(lambda: batch.action_mask(out=mask)),
    }
    for item in ("uint8", "float32"):
        seen = batch.observe(dtype=item)

        def look(seen: Any = seen) -> None:
            batch.observe(out=seen)

        def full(seen: Any = seen) -> None:
            batch.step(actions)
            batch.action_mask(out=mask)
            batch.observe(out=seen)

        found[f"observe {item}"] = measured(look)
        found[f"full {item}"] = measured(full, drawn)
        del seen, look, full
    legal = batch.legal
    found["legal"] = measured(lambda: batch.step(actions, legal=legal), drawn)
    return found


def compile_times(name: str) -> dict[str, float]:
    """Seconds to compile each program of a game, and until a new batch has made its first step with all arrays."""
    plan, kind = sbg.load(name).plan, driver().architecture
    found = {}
    for program in gpu.PLAYING:
        with (
            tempfile.TemporaryDirectory() as folder,
            mock.patch.dict("os.environ", SBG_CACHE=folder),
        ):
            began = time.perf_counter()
            gpu.machine_code(plan, program, kind)
            found[program] = time.perf_counter() - began
    with tempfile.TemporaryDirectory() as folder, mock.patch.dict("os.environ", SBG_CACHE=folder):
        device = gpu.Gpu()
        with mock.patch.object(gpu, "gpu", return_value=device):
            began = time.perf_counter()
            batch = sbg.Batch(name, 1000, device="cuda")
            batch.step(batch.sample())
            batch.action_mask()
            batch.observe()
            waiting(batch)()
            found["first step"] = time.perf_counter() - began
    return found


def pgx(slots: int = 131_072, steps: int = 16, rounds: int = 5) -> float:
    """Steps a second of Pgx's gardner_chess on JAX's device, with new games after ends, masks and observations."""
    import jax
    import jax.numpy as jnp
    import pgx as library

    auto_reset = importlib.import_module("pgx.experimental").auto_reset
    env = library.make("gardner_chess")
    step = auto_reset(env.step, env.init)

    @jax.jit  # type: ignore[untyped-decorator]
    def go(state: Any, key: Any) -> Any:
        chosen, new = jax.random.split(key)
        logits = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
        actions = jax.random.categorical(chosen, logits, axis=-1)
        return jax.vmap(step)(state, actions, jax.random.split(new, slots))

    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), slots))
    found = 0.0
    for number in range(rounds + 1):
        started = time.perf_counter()
        for i in range(steps):
            state = go(state, jax.random.PRNGKey(100 * number + i))
        state.observation.block_until_ready()
        if number:  # the first round compiles
            found = max(found, slots * steps / (time.perf_counter() - started))
    return found


def measure(
    say: Callable[[str], None],
    path: Path | None,
    seconds: float = 0.3,
    counts: tuple[int, ...] = COUNTS,
    games: tuple[str, ...] = GAMES,
    many: int = MILLION,
) -> dict[str, Any]:
    """All of it, as JSON may hold it; the file is written after each part."""
    found: dict[str, Any] = {"device": gpu.gpu().name, "games": {}, "growth": {}, "compile": {}}

    def attempt(where: dict[str, Any], key: str, call: Callable[[], Any]) -> None:
        say(f"{key} …")
        try:
            where[key] = call()
        except Exception as error:  # the other parts are worth having
            where[key] = {"error": f"{type(error).__name__}: {error}"}
        if path is not None:
            path.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")

    for name in games:
        attempt(found["games"], name, lambda name=name: rates(name, many, seconds))  # type: ignore[misc]
    if importlib.util.find_spec("pgx") is not None:
        attempt(found, "pgx", pgx)
    for n in counts:
        attempt(found["growth"], str(n), lambda n=n: rates(games[0], n, seconds / 2))  # type: ignore[misc]
    if isinstance(gpu.gpu(), gpu.Gpu):
        for name in COMPILED:
            attempt(found["compile"], name, lambda name=name: compile_times(name))  # type: ignore[misc]
    return found


def render(found: dict[str, Any]) -> str:
    """What was found, as lines of text."""
    heads = ("random", "step", "legal", "full uint8", "full float32")
    lines = [f"{found['device']}, G steps/s", f"{'':18}" + "".join(f"{head:>14}" for head in heads)]
    for name, row in (*found["games"].items(), *found["growth"].items()):
        if "error" in row:
            lines.append(f"{name:18} {row['error']}")
            continue
        lines.append(f"{name:18}" + "".join(f"{row[head] / 1e9:14.4f}" for head in heads))
    gardner = found["games"].get("gardner", {}).get("full float32", 0.0)
    lines.append(
        f"Gardner with masks and float32 observations: {gardner / 1e9:.2f} G (≥ {STEP_GOAL / 1e9})"
    )
    if isinstance(found.get("pgx"), float):
        lines.append(
            f"Pgx gardner_chess: {found['pgx'] / 1e6:.2f} M: {gardner / found['pgx']:.0f} × (≥ {PGX_GOAL})"
        )
    for name, row in found["compile"].items():
        lines.append(
            f"compiling {name}: "
            + ", ".join(
                f"{key} {value}" if isinstance(value, str) else f"{key} {value:.2f} s"
                for key, value in row.items()
            )
        )
    return "\n".join(lines)
