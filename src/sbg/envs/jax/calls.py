"""How JAX programs call the native core: by `jax.ffi`, or else by a callback to Python.

Both take arrays with any axes before those of one game, and a whole `vmap` is one call.
"""

from __future__ import annotations

from functools import cache, cached_property
from typing import Any, Literal, TypeAlias

import jax
import jax.numpy as jnp
import numpy as np

from sbg.arrays import Batch
from sbg.envs import xla_cuda
from sbg.envs.xla import XlaGame, targets

Way: TypeAlias = Literal["auto", "ffi", "callback"]

_KEPT: dict[str, object] = {}
"""The games of programs: these are run later than they are called, and may outlive every Env."""


@cache
def refusal() -> str | None:
    """Why this JAX does not take our functions; None if it does. They are registered by the first call."""
    try:
        from jax import ffi
    except ImportError:
        return f"JAX {jax.__version__} has no jax.ffi"
    try:
        jax.devices(
            "cpu"
        )  # else they would be looked at only later, when nobody can go another way
        for name, function in targets().items():
            ffi.register_ffi_target(name, function, platform="cpu")
    except RuntimeError as problem:
        return str(problem).splitlines()[0]
    return None


@cache
def gpu_refusal() -> str | None:
    """The same for programs on a GPU of NVIDIA."""
    reason = refusal()
    if reason is not None:
        return reason
    try:
        jax.devices("cuda")
        for name in targets():
            jax.ffi.register_ffi_target(name, xla_cuda.target(), platform="CUDA")
    except RuntimeError as problem:
        return str(problem).splitlines()[0]
    return None


class Calls:
    """The native functions of one game, for arrays of JAX."""

    def __init__(self, batch: Batch, way: Way) -> None:
        if way not in ("auto", "ffi", "callback"):
            raise ValueError(f"call is 'auto', 'ffi' or 'callback', not {way!r}")
        self._batch, self._wanted = batch, way
        self._game = XlaGame(batch)
        self._batches = {len(batch): batch}

    @property
    def way(self) -> Literal["ffi", "callback"]:
        """Which of the two is used on the processor. RuntimeError if "ffi" was asked for and cannot be."""
        if self._wanted == "callback":
            return "callback"
        reason = refusal()
        if reason is not None and self._wanted == "ffi":
            raise RuntimeError(f"JAX does not take the functions of sbg: {reason}")
        return "callback" if reason is not None else "ffi"

    @cached_property
    def gpu(self) -> xla_cuda.XlaGpuGame | None:
        """The game for programs on a GPU; None where these call back to the processor."""
        if self.way == "callback" or gpu_refusal() is not None:
            return None
        return xla_cuda.gpu_game(self._batch, self._game.key)

    def step(self, record: Any, action: Any) -> Any:
        """The records after an action each."""
        action = jnp.asarray(action)
        if action.dtype not in (jnp.int32, jnp.int64):
            if not jnp.issubdtype(action.dtype, jnp.integer):
                raise TypeError(f"actions are whole numbers, not {action.dtype}")
            action = action.astype(jnp.int32)
        action = jnp.broadcast_to(action, record.shape[:-1])
        kernels = self.gpu and self.gpu.step[action.dtype == jnp.int64]
        shape = record.shape[-1:]
        return self._call("sbg_step", self._stepped, kernels, shape, np.uint32, record, action)

    def mask(self, record: Any) -> Any:
        """Which actions are legal, all where a game is over."""
        shape = (len(self._batch.actions),)
        kernels = self.gpu and self.gpu.mask
        return self._call("sbg_mask", self._masked, kernels, shape, np.bool_, record)

    def observe(self, record: Any) -> Any:
        """What the players to move see."""
        shape = self._batch.observations.shape
        kernels = self.gpu and self.gpu.observe
        return self._call("sbg_observe", self._observed, kernels, shape, np.float32, record)

    def _call(
        self, name: str, function: Any, kernels: Any, shape: Any, dtype: Any, *given: Any
    ) -> Any:
        axes = given[0].shape[:-1]
        result = jax.ShapeDtypeStruct((*axes, *shape), dtype)

        def callback(*arrays: Any) -> Any:
            return jax.pure_callback(function, result, *arrays, vmap_method="broadcast_all")

        def native(*arrays: Any) -> Any:
            _KEPT.setdefault(self._game.key, self._game)
            call = jax.ffi.ffi_call(name, result, vmap_method="broadcast_all")
            return call(*arrays, game=self._game.key)

        def on_gpu(record: Any, *others: Any) -> Any:
            assert self.gpu is not None
            _KEPT.setdefault(kernels.key, self.gpu)
            room = [jax.ShapeDtypeStruct((*axes, words), np.uint32) for words in kernels.room]
            call = jax.ffi.ffi_call(name, [result, *room], vmap_method="broadcast_all")
            return call(self.gpu.cleaned(record, jnp), *others, game=kernels.key)[0]

        if self.way == "callback":
            return callback(*given)
        # On other devices the callback brings the arrays to the processor and back.
        ways = {"cpu": native} | ({} if kernels is None else {"cuda": on_gpu})
        return jax.lax.platform_dependent(*given, **ways, default=callback)

    # -- on the side of NumPy

    def _rows(self, records: Any) -> tuple[np.ndarray, Batch]:
        array = np.asarray(records, np.uint32)
        rows = np.ascontiguousarray(array.reshape(-1, array.shape[-1]))
        if len(rows) not in self._batches:
            self._batches[len(rows)] = self._batch.take(np.zeros(len(rows), np.int64))
        return rows, self._batches[len(rows)]

    def _stepped(self, records: Any, actions: Any) -> np.ndarray:
        rows, batch = self._rows(records)
        return batch.after(rows, np.asarray(actions).reshape(-1)).reshape(records.shape)

    def _masked(self, records: Any) -> np.ndarray:
        return self._holding(records).action_mask(ended=True).reshape(*records.shape[:-1], -1)

    def _observed(self, records: Any) -> np.ndarray:
        seen = self._holding(records).observe()
        return seen.reshape(*records.shape[:-1], *seen.shape[1:])

    def _holding(self, records: Any) -> Batch:
        rows, batch = self._rows(records)
        held = batch.copy()
        held.set_state(rows)
        return held
