"""How fast batches step, compared with random games in the same run and with other systems.

    python bench/batch.py              all games, peers where they are installed (open_spiel, jax, pgx)
    python bench/batch.py --quick      less exact, in a third of the time
    python bench/batch.py --peers      the peers alone
    python bench/batch.py --device cuda --json found.json     on a GPU, as bench/batch_cuda.py tells

All that is compared is measured in turns, and the best of several rounds counts. Rates are per second of processor
time, of all threads together, so that other work on the machine hardly matters; where threads are compared also by the
clock, which needs a quiet machine. Only plies that were really played count.
"""

from __future__ import annotations

import argparse
import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import sbg  # noqa: E402
from bench import batch_cuda, batch_peers, machine  # noqa: E402
from bench.rounds import Rates, Spent, best  # noqa: E402
from bench.tables import short, table  # noqa: E402

GAMES = {
    "gardner": 0.35,
    "chess": 0.35,
    "breakthrough": 0.2,
    "knightthrough": None,
    "xiangqi": None,
}
"""What part of the speed of random games steps with given actions and packed legal moves are to reach."""

RANDOM_GOAL, THREADS_GOAL = 0.9, 1.8
PEERS = {
    "open_spiel breakthrough": ("pyspiel", "breakthrough", 50, batch_peers.open_spiel),
    "pgx gardner_chess": ("pgx", "gardner", 100, batch_peers.pgx),
}
"""Other systems: their package, the game of ours beside them, how many times as fast we are to be."""

SLOTS, PLIES = 1024, 64
INSIDE = (16, 1024)
"""Sizes of batches inside JAX."""


def batch_of(game: sbg.Game, slots: int = SLOTS, threads: int = 1) -> sbg.Batch:
    """Games that are under way, at all stages."""
    batch = sbg.Batch(game, slots, seed=2, threads=threads, auto_reset=True)
    batch.step_random(100)
    return batch


def playouts(game: sbg.Game) -> Callable[[], Spent]:
    """Plies of plain random games."""
    games = max(100, int(300_000 / (1 + sbg.playouts(game, 20).plies / 20)))
    plies = sbg.playouts(game, games, seed=1).plies
    return lambda: Spent.once(plies, lambda: sbg.playouts(game, games, seed=1))


def random_plies(batch: sbg.Batch, calls: int = 4) -> Callable[[], Spent]:
    """Random plies of a batch."""

    def measure() -> Spent:
        spent = Spent()
        for _ in range(calls):
            spent.add(len(batch) * PLIES, lambda: batch.step_random(PLIES))
        return spent

    return measure


def steps(
    batch: sbg.Batch, arrays: Callable[[], object] | None = None, calls: int = 20
) -> Callable[[], Spent]:
    """Steps with actions that are given, and packed legal moves; or with other arrays instead."""
    legal = batch.legal if arrays is None else None

    def measure() -> Spent:
        spent = Spent()
        for _ in range(calls):
            actions = batch.sample()

            def step(actions: Any = actions) -> None:
                batch.step(actions, legal=legal)
                if arrays is not None:
                    arrays()

            spent.add(len(batch), step)
        return spent

    return measure


def full_steps(batch: sbg.Batch) -> Callable[[], Spent]:
    """Steps with bool masks and float32 observations in arrays that are used again."""
    mask, seen = batch.action_mask(), batch.observe()
    return steps(batch, lambda: (batch.action_mask(out=mask), batch.observe(out=seen)))


def measure(rounds: int, say: Callable[[str], None], peers_alone: bool = False) -> dict[str, Any]:
    """All of it, as JSON may hold it."""
    found: dict[str, Any] = {"games": {}, "peers": {}, "jax": {}}
    for name in GAMES if not peers_alone else ():
        say(f"{name} …")
        game = sbg.load(name)
        batch = batch_of(game)
        measured = {
            "playouts": playouts(game),
            "random": random_plies(batch),
            "step": steps(batch),
            "full": full_steps(batch_of(game)),
        }
        rates = best(rounds, measured)
        found["games"][name] = {kind: rate["processor"] for kind, rate in rates.items()}
        found["games"][name]["bytes"] = batch.state.nbytes // SLOTS
    if not peers_alone:
        say("two threads …")
        found["threads"] = two_threads(rounds)
    for name, (package, ours, _, prepare) in PEERS.items():
        if importlib.util.find_spec(package) is not None:
            say(f"{name} …")
            both = {"ours": full_steps(batch_of(sbg.load(ours))), "theirs": prepare()}
            found["peers"][name] = best(rounds, both)
    if importlib.util.find_spec("jax") is not None:
        for slots in INSIDE:
            say(f"inside JAX, {slots} games …")
            found["jax"][str(slots)] = batch_peers.inside_jax(rounds, "gardner", slots)
    return found


def two_threads(rounds: int) -> dict[str, float]:
    """Two threads against one: by the clock, and what the clock would show if both cores were free."""
    game = sbg.load("gardner")
    rates = best(rounds, {str(t): random_plies(batch_of(game, 8 * SLOTS, t), 1) for t in (1, 2)})
    return {
        "clock": rates["2"]["clock"] / rates["1"]["clock"],
        "processor": 2 * rates["2"]["processor"] / rates["1"]["processor"],
    }


def render(found: dict[str, Any]) -> str:
    """Tables, with what is wanted beside what was found."""
    parts = []
    if found["games"]:
        heads = ["one thread", "playouts/s", "step_random", "step + legal", "masks + planes/s"]
        rows = [row_of(name, rates) for name, rates in found["games"].items()]
        parts.append(table([*heads, "bytes"], rows))
    if "threads" in found:
        ratios = found["threads"]
        parts.append(
            f"Two threads: {ratios['clock']:.2f} × one by the clock (≥ {THREADS_GOAL}),"
            f" {ratios['processor']:.2f} × by processor time."
        )
    for name, rates in found["peers"].items():
        parts.append(
            f"With masks and observations: {short(rates['ours']['processor'])} steps/s, {name}"
            f" {short(rates['theirs']['processor'])}: {ratio(rates, 'processor')} ×"
            f" (≥ {PEERS[name][2]}); by the clock {ratio(rates, 'clock')} ×."
        )
    if found["jax"]:
        parts.append(table(["inside JAX", "ffi", "callback", "batch"], jax_rows(found["jax"])))
    return "\n\n".join(parts)


def row_of(name: str, rates: dict[str, float]) -> list[str]:
    """One game, in parts of its random games."""
    random, step = rates["random"] / rates["playouts"], rates["step"] / rates["playouts"]
    goal = GAMES[name]
    return [
        name,
        short(rates["playouts"]),
        f"{random:.2f} (≥ {RANDOM_GOAL})",
        f"{step:.2f}" + (f" (≥ {goal})" if goal else ""),
        short(rates["full"]),
        f"{rates['bytes']}",
    ]


def ratio(rates: Rates, clock: str) -> str:
    """How many times as fast as they we are."""
    return f"{rates['ours'][clock] / rates['theirs'][clock]:.0f}"


def jax_rows(found: dict[str, Rates]) -> list[list[str]]:
    """Steps a second of processor time, by the size of a batch."""
    ways = ("ffi", "callback", "batch")
    return [
        [f"{slots} games", *(short(rates[way]["processor"]) for way in ways)]
        for slots, rates in found.items()
    ]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="less exact, in a third of the time")
    parser.add_argument("--peers", action="store_true", help="the peers alone")
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu", help="cuda: on a GPU")
    parser.add_argument("--json", type=Path, help="a file for the results of a GPU")
    chosen = parser.parse_args()
    if chosen.device == "cuda":
        say = lambda text: print(text, file=sys.stderr, flush=True)  # noqa: E731
        print(batch_cuda.render(batch_cuda.measure(say, chosen.json, 0.1 if chosen.quick else 0.3)))
        return
    rounds = 8 if chosen.quick else 24
    found = measure(rounds, lambda text: print(text, file=sys.stderr), chosen.peers)
    print(render(found))
    about = machine.describe()
    print(f"\n{about['processor']}, load {about['load']}, Python {about['python']}")


if __name__ == "__main__":
    main()
