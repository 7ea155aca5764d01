"""The calls of batches, with arguments that they take: for the test that replaces each by odd ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

import sbg
from sbg import _core
from sbg.arrays.cpu import CpuBackend


def _even(leaves: sbg.Batch) -> tuple[Any, Any]:
    return np.ones((len(leaves), len(leaves.actions))), np.zeros(len(leaves))


def _begun(core: _core.Batch, state: Any) -> _core.Puct:
    trees = _core.Puct(core)
    trees.begin(state)
    return trees


def calls(game: sbg.Game) -> dict[str, tuple[Callable[..., object], dict[str, Any]]]:
    """Every function and method of batches, of this game."""
    batch = sbg.Batch(game, 2)
    backend = batch._backend
    assert isinstance(backend, CpuBackend)
    core, state, out = backend.numbered, batch.state, batch.state
    actions, sets, mask = batch.sample(), batch.legal, batch.action_mask()
    boards = batch.boards.reshape(2, -1)
    planes, pairs = batch.actions, sbg.Actions(game, "pairs")
    numbers = np.zeros(2, np.uint32)
    trees = _begun(core, state)
    policies, values = np.ones(mask.shape, np.float32), np.zeros(2, np.float32)

    def waiting() -> _core.Puct:
        new = _begun(core, state)
        new.select(state.copy())
        return new

    return {
        "sbg.Batch": (
            sbg.Batch,
            {
                "game": game,
                "n": 2,
                "actions": "planes",
                "device": "cpu",
                "threads": 1,
                "seed": 1,
                "auto_reset": False,
                "starts": [game.start],
                "opening": 1,
                "illegal": "error",
            },
        ),
        "Batch.reset": (batch.copy().reset, {"mask": np.array([True, False])}),
        "Batch.step": (
            lambda **given: batch.copy().step(**given),
            {"actions": actions, "legal": sets},
        ),
        "Batch.step_random": (
            lambda k: sbg.Batch(game, 2, threads=1).step_random(k),
            {"k": 2},
        ),
        "Batch.sample": (batch.sample, {"out": actions.copy()}),
        "Batch.after": (batch.after, {"state": state, "actions": actions}),
        "Batch.action_mask": (batch.action_mask, {"out": mask, "dtype": np.bool_, "ended": True}),
        "Batch.observe": (batch.observe, {"out": batch.observe(), "dtype": np.float32}),
        "Batch.moves": (batch.moves, {"actions": actions}),
        "Batch.actions_of": (batch.actions_of, {"moves": batch.moves(actions)}),
        "Batch.to_positions": (batch.to_positions, {"indices": [0]}),
        "Batch.set_state": (batch.copy().set_state, {"state": state}),
        "Batch.take": (batch.take, {"indices": [0]}),
        "sbg.Actions": (sbg.Actions, {"game": game, "name": "pairs"}),
        "sbg.Observations": (sbg.Observations, {"game": game}),
        "_core.Actions": (
            _core.Actions,
            {
                "game": game.rules,
                "kind": 0,
                "size": len(planes),
                "plane_of": planes.plane_of,
                "steps": np.array(planes.planes, np.int32).reshape(-1),
            },
        ),
        "pairs of _core.Actions": (
            _core.Actions,
            {
                "game": game.rules,
                "kind": 1,
                "size": len(pairs),
                "index": pairs.index,
                "origins": pairs.origins,
                "targets": pairs.targets,
            },
        ),
        "_core.Batch": (
            _core.Batch,
            {
                "actions": planes.table,
                "slots": 2,
                "seed": 1,
                "starts": state[:1],
                "opening": 1,
                "auto_reset": True,
                "illegal_loses": False,
                "threads": 1,
            },
        ),
        "_core.Batch.begin": (
            core.begin,
            {"state": state, "out": out, "mask": np.ones(2, np.bool_)},
        ),
        "_core.Batch.step": (
            core.step,
            {"state": state, "out": out, "actions": actions, "legal": sets},
        ),
        "_core.Batch.random": (core.random, {"state": state, "out": out, "plies": 2}),
        "_core.Batch.sample": (core.sample, {"state": state, "out": actions.copy()}),
        "_core.Batch.legal": (core.legal, {"state": state, "out": sets}),
        "_core.Batch.mask": (core.mask, {"state": state, "out": mask, "ended": False}),
        "_core.Batch.observe": (core.observe, {"state": state, "out": batch.observe()}),
        "_core.Batch.boards": (core.boards, {"state": state, "out": batch.boards.copy()}),
        "_core.Batch.pack": (
            core.pack,
            {"boards": boards, "plies": numbers, "status": numbers, "out": out},
        ),
        "_core.Batch.check": (core.check, {"state": state}),
        "_core.array_parts": (_core.array_parts, {"array": mask}),
        "_core.array_of": (
            _core.array_of,
            {
                "owner": values,
                "address": values.ctypes.data,
                "shape": (2,),
                "item": "float32",
                "device": 1,
                "number": 0,
            },
        ),
        "sbg.Puct": (sbg.Puct, {"evaluate": _even, "exploration": 1.0}),
        "Puct.search": (
            sbg.Puct(_even).search,
            {
                "batch": batch,
                "simulations": 2,
                "seconds": 1.0,
                "noise": 0.1,
                "alpha": 0.3,
                "seed": 1,
            },
        ),
        "_core.xla_serve": (
            _core.xla_serve,
            {
                "key": "some key",
                "start": 0,
                "enter": 0,
                "context": 0,
                "launches": [(0, 256, 1, 1, bytes(8), [0], [(0, 2, 0)])],
            },
        ),
        "_core.XlaGame": (_core.XlaGame, {"batch": core, "key": "some key"}),
        "_core.Puct": (_core.Puct, {"batch": core, "exploration": 1.0}),
        "_core.Puct.begin": (_core.Puct(core).begin, {"state": state}),
        "_core.Puct.select": (
            lambda **given: _begun(core, state).select(**given),
            {"leaves": out},
        ),
        "_core.Puct.expand": (
            lambda **given: waiting().expand(**given),
            {"policies": policies, "values": values, "leaves": out},
        ),
        "_core.Puct.mix": (trees.mix, {"policies": policies, "part": 0.5}),
        "_core.Puct.visits": (trees.visits, {"out": np.zeros(mask.shape, np.int32)}),
        "_core.Puct.values": (trees.values, {"out": values.copy()}),
    }
