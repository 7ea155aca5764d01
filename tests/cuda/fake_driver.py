# ruff: noqa: N802 - the names are the library's
"""A driver without a GPU: its memory is this processor's, and its kernels are those of twin.cpp."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np

from sbg.engine.gpu.plan import Plan
from tests.cuda.twin import library, tables_of

ATTRIBUTES = {75: 9, 76: 0, 16: 2, 39: 64}
"""Compute capability 9.0, two multiprocessors of 64 threads each."""


class FakeDriver:
    """The functions of libcuda that are used, for one game; each is given what ctypes would give to the library."""

    def __init__(self, plan: Plan) -> None:
        self.tables = tables_of(plan, plan.set_words)
        self.memory: dict[int, np.ndarray] = {}
        self.kernels: list[bytes] = []
        self.launched: list[str] = []

    def __getattr__(self, name: str) -> Any:
        if name in ("cuInit", "cuCtxSetCurrent", "cuStreamSynchronize"):
            return lambda *_: 0
        if name in ("cuDeviceGet", "cuDevicePrimaryCtxRetain", "cuModuleLoadData"):
            return lambda found, *_: self._set(found, 1)
        raise AttributeError(name)

    @staticmethod
    def _set(found: Any, value: int) -> int:
        found._obj.value = value
        return 0

    def cuDeviceGetCount(self, found: Any) -> int:
        return self._set(found, 1)

    def cuDeviceGetName(self, name: Any, size: int, device: Any) -> int:
        name.value = b"no GPU"
        return 0

    def cuDeviceTotalMem_v2(self, found: Any, device: Any) -> int:
        return self._set(found, 1 << 26)

    def cuDeviceGetAttribute(self, found: Any, number: int, device: Any) -> int:
        return self._set(found, ATTRIBUTES[number])

    # -- memory

    def cuMemAlloc_v2(self, found: Any, size: Any) -> int:
        array = np.full(size.value + 64, 0xA5, np.uint8)
        address = array.ctypes.data + -array.ctypes.data % 64
        self.memory[address] = array
        return self._set(found, address)

    def cuMemFree_v2(self, pointer: Any) -> int:
        del self.memory[pointer.value]
        return 0

    def cuMemsetD8_v2(self, pointer: Any, byte: Any, size: Any) -> int:
        ctypes.memset(pointer, byte.value, size.value)
        return 0

    def cuMemcpyHtoD_v2(self, pointer: Any, data: bytes, size: Any) -> int:
        assert len(data) == size.value
        ctypes.memmove(pointer, data, size.value)
        return 0

    def cuMemcpyDtoH_v2(self, data: Any, pointer: Any, size: Any) -> int:
        ctypes.memmove(data, pointer, size.value)
        return 0

    def cuMemcpyDtoD_v2(self, pointer: Any, source: Any, size: Any) -> int:
        ctypes.memmove(pointer, source.value, size.value)
        return 0

    # -- kernels

    def cuModuleGetFunction(self, found: Any, module: Any, name: bytes) -> int:
        self.kernels.append(name.removeprefix(b"sbg_"))
        return self._set(found, len(self.kernels))

    def cuLaunchKernel(self, function: Any, *rest: Any) -> int:
        sizes, stream, arguments, extra = rest[:7], *rest[7:]
        blocks, _, _, threads, *_ = (size.value for size in sizes)
        assert [size.value for size in sizes][1:3] == [1, 1]
        assert [size.value for size in sizes][4:] == [1, 1, 0]
        assert (stream, extra) == (None, None)
        name = self.kernels[function.value - 1]
        self.launched.append(name.decode())
        address, length = self.tables.buffer_info()
        numbers = ctypes.c_void_p(address), ctypes.c_uint64(length)
        grid = ctypes.c_uint32(blocks), ctypes.c_uint32(threads)
        status: int = library().launch(*numbers, name, *grid, arguments)
        return status
