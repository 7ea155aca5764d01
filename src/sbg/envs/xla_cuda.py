"""Registers games with XLA on a GPU: which kernels a compiled program starts for a step.

Nothing is copied to the processor and nobody waits. Memory that kernels need between them is asked of XLA, as results
that are thrown away.
"""

from __future__ import annotations

import ctypes
from ctypes import c_double, c_uint32, c_uint64, c_void_p
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sbg import _core
from sbg.arrays.batch import Batch
from sbg.arrays.cuda import CudaBackend
from sbg.engine.gpu import CudaError
from sbg.engine.gpu.driver import BLOCK, driver
from sbg.engine.gpu.gpu import GpuKernels
from sbg.engine.gpu.layout import ActionNumbers, Bits, Items, Numbering, Records, Series, Span

What: TypeAlias = Literal["argument", "result", "count", "short_count"]
_WHATS = ("argument", "result", "count", "short_count")
Holes: TypeAlias = dict[str, tuple[What, int]]
"""By field of a structure: what is put there in a call."""

COUNT: tuple[What, int] = ("count", 0)


@dataclass
class Function:
    """What one function starts: its key, and the words of each record for memory beside its result."""

    key: str
    room: list[int]
    launches: list[tuple[Any, ...]] = field(default_factory=list)

    def launch(
        self, kernel: int, parameters: list[tuple[Any, Holes]], items: int = 1, each: int = 1
    ) -> None:
        """Start a kernel with these parameters, and a thread for each so many of the items that a record has."""
        values, places, holes = bytearray(), [], []
        for value, inside in parameters:
            values += bytes(-len(values) % 8)
            places.append(len(values))
            for name, (what, index) in inside.items():
                offset = getattr(type(value), name).offset if name else 0
                holes.append((len(values) + offset, _WHATS.index(what), index))
            values += bytes(value)
        self.launches.append((kernel, BLOCK, items, each, bytes(values), places, holes))


def driver_functions() -> tuple[int, int, int]:
    """The addresses of cuLaunchKernel and cuCtxSetCurrent, and the context of our kernels."""
    found = driver()
    start, enter = (
        ctypes.cast(getattr(found._library, name), c_void_p).value or 0
        for name in ("cuLaunchKernel", "cuCtxSetCurrent")
    )
    return start, enter, found._context.value or 0


class XlaGpuGame:
    """A game for programs on a GPU. CudaError says why that cannot be."""

    def __init__(self, batch: Batch, key: str) -> None:
        on_gpu = Batch(batch.game, 1, actions=batch.actions.name, device="cuda", illegal="loss")
        backend = on_gpu._backend
        assert isinstance(backend, CudaBackend)
        if backend.plan.scratch_words:
            raise CudaError("games with pieces that walk far are stepped by the processor")
        self._backend = backend  # it keeps the tables that kernels read
        self.planes, self.plane_words = backend._code_planes, backend._plane_words
        self.squares, self.codes = batch.actions.squares, 1 + 2 * len(batch.game.pieces)
        slot, numbers = backend._slot_words, backend._numbering
        self.step = {
            wide: self._stepping(f"{key}/step{64 if wide else 32}", slot, numbers, wide)
            for wide in (False, True)
        }
        self.mask = self._masking(f"{key}/mask", slot, numbers)
        self.observe = self._observing(f"{key}/observe", slot)
        functions = driver_functions()
        for function in (*self.step.values(), self.mask, self.observe):
            _core.xla_serve(function.key, *functions, function.launches)

    def _kernel(self, program: str, name: str) -> int:
        kernels = self._backend._program(program)
        assert isinstance(kernels, GpuKernels)
        return kernels._module.function(name).value or 0

    def _read(self, function: Function, slots: int, cell: int) -> None:
        """Records, the first argument, to slots in a result."""
        rows = Records(0, self.planes, self.plane_words)
        parameters: list[tuple[Any, Holes]] = [
            (c_void_p(), {"": ("result", slots)}),
            (c_uint64(), {"": COUNT}),
            (rows, {"rows": ("argument", 0)}),
            (c_void_p(), {"": ("result", cell)}),
        ]
        function.launch(self._kernel("look", "set_records"), parameters)

    def _stepping(self, key: str, slot: int, numbers: Numbering, wide: bool) -> Function:
        function = Function(key, [slot, slot, 2])
        self._read(function, 1, 3)
        series = Series(0, 0, 1, 0, 0, 0, 1, 0)
        parameters: list[tuple[Any, Holes]] = [
            (c_void_p(), {"": ("result", 1)}),
            (c_void_p(), {"": ("result", 2)}),
            (Span(0, 0), {"last": COUNT}),
            (series, {"slots": COUNT}),
            (numbers, {}),
            (ActionNumbers(0, wide, 0), {"data": ("argument", 1)}),
            (c_void_p(), {"": ("result", 3)}),
            (c_void_p(), {}),
        ]
        function.launch(self._kernel("step", "step"), parameters)
        rows = Records(0, self.planes, self.plane_words)
        out: list[tuple[Any, Holes]] = [
            (c_void_p(), {"": ("result", 2)}),
            (c_uint64(), {"": COUNT}),
            (rows, {"rows": ("result", 0)}),
        ]
        function.launch(self._kernel("look", "records"), out)
        return function

    def _bits(
        self, key: str, slot: int, row: int, *more: int
    ) -> tuple[Function, list[tuple[Any, Holes]], tuple[Bits, Holes]]:
        """A function that reads records and makes rows of bits; its first parameters, and the rows."""
        words = -(-row // 32)
        function = Function(key, [slot, words, 2, *more])
        self._read(function, 1, 3)
        slots: list[tuple[Any, Holes]] = [
            (c_void_p(), {"": ("result", 1)}),
            (c_uint64(), {"": COUNT}),
            (Span(0, 0), {"last": COUNT}),
        ]
        return function, slots, (Bits(0, 0, 1, words, 0), Holes(words=("result", 2), by_word=COUNT))

    def _masking(self, key: str, slot: int, numbers: Numbering) -> Function:
        row = numbers.size
        function, slots, bits = self._bits(key, slot, row)
        parameters: list[tuple[Any, Holes]] = [
            *slots,
            (numbers, {}),
            bits,
            (c_uint32(0), {}),
            (c_uint32(1), {}),
            (c_void_p(), {}),
        ]
        function.launch(self._kernel("moves", "move_bits"), parameters)
        self._spread(function, bits, row, 1, None)
        return function

    def _observing(self, key: str, slot: int) -> Function:
        seen = self._backend._seen
        row = int(np.prod(seen))
        function, slots, bits = self._bits(key, slot, row, 1)
        parameters: list[tuple[Any, Holes]] = [
            *slots,
            bits,
            (c_void_p(), {"": ("result", 4)}),
            (c_uint32(2), {}),
            (c_double(max(self._backend.game.turn_limit, 1)), {}),
        ]
        function.launch(self._kernel("look", "seen_bits"), parameters)
        self._spread(function, bits, row, 4, seen[2])
        return function

    def _spread(
        self, function: Function, bits: tuple[Bits, Holes], row: int, size: int, planes: int | None
    ) -> None:
        """Bits to the items of the first result, of so many bytes."""
        items = Items(0, 0, 0, row, planes or 0, (planes or 2) - 2, 1, 0)
        holes: Holes = {"out": ("result", 0), "games": ("short_count", 0)}
        if planes is not None:
            holes["used"] = ("result", 4)
        kernel = self._kernel("look", f"spread{size}")
        function.launch(kernel, [bits, (items, holes)], row * size, 16)

    def cleaned(self, record: Any, arrays: Any) -> Any:
        """Records without those that are not of a position: kernels would read beyond their tables.

        Such a record becomes that of an empty board. `arrays` is the module that computes, such as `jax.numpy`.
        """
        shape = (*record.shape[:-1], self.planes, self.plane_words)
        planes = record[..., 6:].reshape(shape)
        held = planes[..., 0, :]
        for plane in range(1, self.planes):
            held = held | planes[..., plane, :]
        wrong = held & ~arrays.asarray(self._board())
        for code in range(self.codes, 1 << self.planes):
            same = held
            for plane in range(self.planes):
                has = planes[..., plane, :]
                same = same & (has if code >> plane & 1 else ~has)
            wrong = wrong | same
        valid = (wrong == 0).all(axis=-1) & (record[..., 0] <= np.uint32(1 << 31))
        return arrays.where(valid[..., None], record, arrays.zeros_like(record))

    def _board(self) -> NDArray[np.uint32]:
        words = [(1 << self.squares) - 1 >> 32 * i & 0xFFFF_FFFF for i in range(self.plane_words)]
        return np.array(words, np.uint32)


def gpu_game(batch: Batch, key: str) -> XlaGpuGame | None:
    """The game of a batch for programs on a GPU, or None where that cannot be."""
    try:
        return XlaGpuGame(batch, key)
    except CudaError:
        return None


def target() -> object:
    """The function for the platform CUDA, under any name, as a capsule for XLA."""
    return _core.xla_gpu_target()
