"""Checks that a GPU plays exactly as the processor does; exits with 1 if it does not.

    python -m bench.check_cuda             batches, random games, perft, tables; arrays of PyTorch, CuPy, JAX if present
    python -m bench.check_cuda --small     few games, for compute-sanitizer

Batches on the GPU and on the processor are given the same actions, and all their arrays compared. Where there is a C++
compiler, random games are compared with those of the kernels compiled for this processor, too.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import json
import sys
import time
import traceback
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np

import sbg
from sbg.arrays.facts import FACTS
from sbg.engine.gpu import gpu
from sbg.exact.solving.plan import make_plan
from sbg.exact.solving.solve import fill_table

GAMES = (
    "hexapawn",
    "gardner",
    "breakthrough",
    "chess",
    "xiangqi",
    "grasshopper-chess",
    "leapfrog",
    "steppe",
)
DEPTHS = {
    "hexapawn": 8,
    "gardner": 7,
    "breakthrough": 5,
    "chess": 5,
    "xiangqi": 4,
    "grasshopper-chess": 4,
    "leapfrog": 4,
    "steppe": 3,
}
ITEMS = (np.float32, np.float16, np.uint8, np.int8, np.bool_)


def alike(what: str, one: Any, other: Any) -> None:
    """AssertionError unless both hold the same."""
    found, wanted = np.asarray(one), np.asarray(other)
    assert found.dtype == wanted.dtype, f"{what}: {found.dtype}, not {wanted.dtype}"
    assert found.shape == wanted.shape, f"{what}: {found.shape}, not {wanted.shape}"
    rows = (found != wanted).reshape(len(found), -1).any(axis=1) if found.size else found
    different = np.flatnonzero(rows)
    assert not len(different), f"{what} differs in {len(different)} games, first in {different[0]}"


def refused(call: Callable[[], object], kind: type[Exception], words: str) -> None:
    """AssertionError unless the call raises this, with these words in it."""
    try:
        call()
    except kind as error:
        said = str(error)
    else:
        said = "nothing"
    assert words in said, f"it said {said}"


def compare(one: sbg.Batch, other: sbg.Batch) -> None:
    """All that two batches say of their games."""
    for fact in FACTS:
        alike(fact, getattr(one, fact), getattr(other, fact))
    alike("boards", one.boards, other.boards)
    alike("legal", one.legal, other.legal)
    alike("mask", one.action_mask(), other.action_mask())
    alike("ended mask", one.action_mask(ended=True), other.action_mask(ended=True))
    for item in ITEMS:
        alike(f"observe {item.__name__}", one.observe(dtype=item), other.observe(dtype=item))
    records, wanted = np.array(one.state), np.array(other.state)
    records[:, 2:4] = wanted[:, 2:4]  # random numbers are a device's own
    alike("state", records, wanted)


def given_actions(name: str, n: int, plies: int, **how: Any) -> str:
    """The same actions on both, now and then illegal ones."""
    one = sbg.Batch(name, n, device="cuda", auto_reset=True, illegal="loss", **how)
    other = sbg.Batch(name, n, auto_reset=True, illegal="loss", **how)
    chooser = np.random.default_rng(1)
    ended = 0
    for ply in range(plies):
        if ply % 8 == 0 or ply == plies - 1:
            compare(one, other)
        actions = other.sample()
        wrong = chooser.random(n) < 0.01
        actions[wrong] = chooser.integers(-2, len(other.actions) + 2, int(wrong.sum()))
        one.step(actions)
        other.step(actions)
        ended += int(other.ended.sum())
    compare(one, other)
    return f"{n} games, {plies} plies, {ended} ends"


def errors(name: str, n: int) -> str:
    """An illegal action in a large batch is found, and nothing moves."""
    batch = sbg.Batch(name, n, device="cuda")
    before = np.asarray(batch.state)
    actions = np.asarray(batch.sample())
    for slot in (n - 1, n // 2):
        actions[slot] = -1
        refused(partial(batch.step, actions), sbg.IllegalMoveError, f"in slot {slot},")
    alike("state", batch.state, before)
    refused(partial(batch.set_state, before + np.uint32(1)), ValueError, "record 0 is not")
    return ""


def random_steps(name: str, n: int, **how: Any) -> str:
    """A random step is a sampled action; a state goes on elsewhere, and copies are independent."""
    one, other, third = (
        sbg.Batch(name, n, device="cuda", seed=3, auto_reset=True, **how) for _ in range(3)
    )
    played = 0
    for _ in range(20):
        one.step(one.sample())
        played += other.step_random().plies
    alike("state", one.state, other.state)
    assert third.step_random(20).plies == played
    alike("number", one.number, third.number)
    copy = one.copy()
    later = one.after(one.state, one.sample())
    alike("copy", copy.state, one.state)
    one.step(one.sample())
    alike("after", later, one.state)
    copy.set_state(later)
    alike("set_state", copy.state, one.state)
    chosen = [n - 1, 0, n // 2]
    alike("take", one.take(chosen).boards, np.asarray(one.boards)[chosen])
    return f"{played} plies"


def twin(name: str, n: int) -> str:
    """Random games are those of the same kernels compiled for this processor, with all random numbers."""
    from tests.cuda.twin import HostDevice

    how: dict[str, Any] = {"device": "cuda", "seed": 5, "auto_reset": True}
    one = sbg.Batch(name, n, **how)
    first = one.step_random(50)
    with mock.patch.object(gpu, "gpu", HostDevice):
        other = sbg.Batch(name, n, **how)
    assert first == other.step_random(50)
    alike("state", one.state, other.state)
    return f"{first.plies} plies, {first.games} ends"


def playouts(name: str, n: int) -> str:
    """`sbg.playouts` plays the games of a batch, and results are like the processor's."""
    found = sbg.playouts(
        name if isinstance(name, sbg.Game) else sbg.load(name), n, seed=9, device="cuda"
    )
    assert found == sbg.Batch(name, n, seed=9, device="cuda").playout()
    other = sbg.playouts(sbg.load(name), n, seed=9)
    assert abs(found.white - other.white) < 6 * (n / 2) ** 0.5, (found, other)
    return f"{found}"


def perft(name: str, depth: int) -> str:
    """`sbg.perft` counts as on the processor."""
    game = sbg.load(name)
    for plies in range(depth + 1):
        found, wanted = sbg.perft(game, plies, device="cuda"), sbg.perft(game, plies)
        assert found == wanted, (plies, found, wanted)
    return f"depth {depth}: {wanted}"


def tables(start: sbg.Position, men: int | None = None) -> str:
    """Exact values are those of the processor, entry by entry."""
    plan = make_plan(start, 1 << 34, men, by_classes=True)
    one, other = (
        fill_table(plan, device="cuda").storage,
        fill_table(plan, threads=8).storage,
    )
    assert one.wide.keys() == other.wide.keys(), "values of two bytes"
    for half in (half for unit in plan.units for half in unit):
        alike(f"half {half}", one.values(half), other.values(half))
    return f"{plan.entries} entries, {len(one.wide)} halves of two bytes a value"


def long_roads() -> sbg.Position:
    """A start from which a win takes 127 plies, for which bytes have no room."""
    board = "|....|\n" * 21 + "|RRRw|\n"
    rules = "<PIECES>\nR (0,1,e) &\nW (0,0,w) &\n<GOALS>\n400 &\n"
    return sbg.parse(f"<<Roads>>\n<BOARD>\n4 22\n{board}{rules}").start


# -- other libraries


def torch_arrays(n: int) -> str:
    """PyTorch reads and writes the same memory."""
    torch: Any = importlib.import_module("torch")
    batch: Any
    batch, other = sbg.Batch("gardner", n, device="cuda"), sbg.Batch("gardner", n)
    mask = torch.zeros((n, len(batch.actions)), dtype=torch.bool, device="cuda")
    seen = torch.ones((n, *batch.observations.shape), dtype=torch.float32, device="cuda")
    same = batch.action_mask(out=mask) is mask, batch.observe(out=seen) is seen
    assert all(same)
    alike("mask", mask.cpu().numpy(), other.action_mask())
    alike("seen", seen.cpu().numpy(), other.observe())
    half = torch.zeros((n, *batch.observations.shape), dtype=torch.float16, device="cuda")
    batch.observe(out=half)
    alike("half", half.cpu().numpy(), other.observe(dtype=np.float16))
    shifted = torch.zeros(n * len(batch.actions) + 1, dtype=torch.uint8, device="cuda")[1:]
    batch.action_mask(out=shifted.view(n, -1))
    alike("shifted", shifted.view(n, -1).cpu().numpy() != 0, other.action_mask())
    for kind in (torch.int32, torch.int64):
        actions = torch.multinomial(mask.float(), 1).flatten().to(kind)
        batch.step(actions)
        other.step(actions.cpu().numpy())
        alike("boards", batch.boards, other.boards)
        batch.action_mask(out=mask)
    boards = batch.boards
    taken = torch.from_dlpack(boards)
    assert taken.data_ptr() == boards.__cuda_array_interface__["data"][0]
    also = torch.as_tensor(boards, device="cuda")
    assert also.data_ptr() == taken.data_ptr()
    assert torch.from_dlpack(batch.ended).dtype == torch.bool
    assert torch.from_dlpack(batch.rewards).shape == (n, 2)
    del boards
    alike("kept", taken.cpu().numpy(), other.boards)
    stream = torch.cuda.Stream()
    with torch.cuda.stream(stream):
        there = torch.from_dlpack(batch.observe())
        alike("stream", there.cpu().numpy(), other.observe())
    turned = mask.t().contiguous().t()
    refused(lambda: batch.action_mask(out=turned), TypeError, "one after the other")
    batch.reset(torch.ones(n, dtype=torch.bool, device="cuda"))
    assert torch.from_dlpack(batch.number).tolist() == list(range(n, 2 * n))
    return str(torch.__version__)


def cupy_arrays(n: int) -> str:
    """CuPy too."""
    cupy: Any = importlib.import_module("cupy")
    batch: Any
    batch, other = sbg.Batch("gardner", n, device="cuda"), sbg.Batch("gardner", n)
    mask = cupy.zeros((n, len(batch.actions)), cupy.bool_)
    batch.action_mask(out=mask)
    alike("mask", cupy.asnumpy(mask), other.action_mask())
    legal = cupy.zeros((n, 25, 1), cupy.uint32)
    actions = cupy.asarray(mask.argmax(axis=1))
    batch.step(actions, legal=legal)
    other.step(cupy.asnumpy(actions))
    alike("legal", cupy.asnumpy(legal), other.legal)
    ply = batch.ply
    for taken in (cupy.from_dlpack(ply), cupy.asarray(ply)):
        assert taken.data.ptr == ply.__cuda_array_interface__["data"][0]
        assert int(taken.sum()) == n
    return str(cupy.__version__)


def jax_arrays(n: int) -> str:
    """JAX takes arrays and gives actions."""
    jax: Any = importlib.import_module("jax")
    batch: Any
    batch, other = sbg.Batch("gardner", n, device="cuda"), sbg.Batch("gardner", n)
    mask = jax.dlpack.from_dlpack(batch.action_mask(dtype=np.uint8))
    actions = mask.argmax(axis=1)
    batch.step(actions)
    other.step(np.asarray(actions))
    seen = jax.dlpack.from_dlpack(batch.observe())
    alike("seen", np.asarray(seen), other.observe())
    alike("bool", np.asarray(jax.dlpack.from_dlpack(batch.action_mask())), other.action_mask())
    return str(jax.__version__)


def checks(small: bool) -> dict[str, Callable[[], str]]:
    """By name what is to be checked."""
    n = 40 if small else 1000
    names = ("gardner", "xiangqi", "leapfrog") if small else GAMES
    found: dict[str, Callable[[], str]] = {}
    for name in names:
        found[f"given actions, {name}"] = partial(given_actions, name, n, 12 if small else 80)
        found[f"random steps, {name}"] = partial(random_steps, name, n)
        found[f"perft, {name}"] = partial(perft, name, 2 if small else DEPTHS[name])
        found[f"playouts, {name}"] = partial(playouts, name, n)
    for kind in ("pairs", "squares"):
        found[f"numbers by {kind}"] = partial(given_actions, "gardner", n, 12, actions=kind)
    found["openings"] = partial(random_steps, "gardner", n, opening=3)
    found["errors"] = partial(errors, "gardner", n if small else 300_000)
    found["tables, two bytes a value"] = partial(tables, long_roads())
    for name, men in (("gardner", 3), ("octopawn", None), ("microchess", 3)):
        found[f"tables, {name}"] = partial(tables, sbg.load(name).start, men)
    if small:
        return found
    for name in ("gardner", "xiangqi", "leapfrog", "steppe"):
        found[f"host build, {name}"] = partial(twin, name, 300)
    for name in ("gardner", "microchess", "silverman", "gorogoro"):
        found[f"tables, {name}, four men"] = partial(tables, sbg.load(name).start, 4)
    found["many games"] = partial(given_actions, "gardner", 100_000, 3)
    for library, check in (("torch", torch_arrays), ("cupy", cupy_arrays), ("jax", jax_arrays)):
        if importlib.util.find_spec(library) is not None:
            found[library] = partial(check, 500)
    return found


def run(wanted: dict[str, Callable[[], str]]) -> dict[str, dict[str, Any]]:
    """Every check, one after the other."""
    found: dict[str, dict[str, Any]] = {}
    for name, check in wanted.items():
        began = time.perf_counter()
        try:
            said, passed = check(), True
        except Exception as error:  # a check that fails is a result
            said, passed = f"{type(error).__name__}: {error}", False
            traceback.print_exc()
        seconds = time.perf_counter() - began
        found[name] = {"passed": passed, "said": said, "seconds": round(seconds, 2)}
        print(f"{'ok  ' if passed else 'FAIL'} {name} ({seconds:.1f} s) {said}", flush=True)
    return found


def main() -> None:
    """Check, print, and write the results where asked for."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.check_cuda", description=__doc__.splitlines()[0]
    )
    parser.add_argument("--small", action="store_true", help="few games, for compute-sanitizer")
    parser.add_argument("--json", type=Path, help="a file for the results")
    parser.add_argument("--only", default="", help="checks whose names have this in them")
    chosen = parser.parse_args()
    wanted = {name: check for name, check in checks(chosen.small).items() if chosen.only in name}
    found = run(wanted)
    if chosen.json:
        chosen.json.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    failed = [name for name, result in found.items() if not result["passed"]]
    print(f"{len(found) - len(failed)} of {len(found)} checks passed on {gpu.gpu().name}")
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
