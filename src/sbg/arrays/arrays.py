"""Arrays in a GPU's memory, which other libraries can use without copying (DLPack and the like)."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sbg import _core
from sbg.engine.gpu.device import Device, Memory

_ORDERED = (None, -1, 1)
"""Streams of a consumer that need no waiting: unknown, none, or the default one, on which kernels run here."""


class DeviceArray:
    """An array on a device. It has no arithmetic of its own: other libraries take it without a copy.

    `torch.from_dlpack(array)`, `cupy.from_dlpack(array)` and `jax.dlpack.from_dlpack(array)` do; `numpy()` copies it to
    the memory of the processor, and so does `numpy.asarray(array)`.
    """

    def __init__(self, device: Device, memory: Memory, shape: tuple[int, ...], dtype: Any) -> None:
        self._device, self._memory = device, memory
        self.shape = shape
        self.dtype = np.dtype(dtype)

    @property
    def ndim(self) -> int:
        """The number of axes."""
        return len(self.shape)

    @property
    def size(self) -> int:
        """The number of items."""
        return prod(self.shape)

    @property
    def nbytes(self) -> int:
        """The bytes of all items."""
        return self.size * int(self.dtype.itemsize)

    def __len__(self) -> int:
        if not self.shape:
            raise TypeError("an array without axes has no length")
        return self.shape[0]

    def __repr__(self) -> str:
        return f"<array of {self.dtype} with shape {self.shape} on {self._device.name}>"

    def numpy(self) -> NDArray[Any]:
        """A copy for NumPy."""
        data = self._memory.read(self.nbytes) if self.nbytes else b""
        return np.frombuffer(bytearray(data), self.dtype).reshape(self.shape)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        if copy is False:
            raise ValueError("an array on a device cannot be used by NumPy without a copy")
        found = self.numpy()
        return found if dtype is None else found.astype(dtype, copy=False)

    def tolist(self) -> Any:
        """The items as Python's numbers, in lists."""
        return self.numpy().tolist()

    def __dlpack_device__(self) -> tuple[int, int]:
        return self._device.dlpack

    def __dlpack__(self, *, stream: Any = None, **wishes: Any) -> Any:
        if stream not in _ORDERED:
            self._device.synchronize()
        shape, item = self.shape, self.dtype.name
        kind, number = self._device.dlpack
        array = _core.array_of(self._memory, self._memory.address, shape, item, kind, number)
        return array.__dlpack__(**wishes)

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        if self._device.dlpack[0] != 2:
            raise AttributeError("this array is not on a GPU")
        return {
            "shape": self.shape,
            "typestr": self.dtype.str,
            "data": (self._memory.address if self.size else 0, False),
            "version": 3,
            "stream": 1,
        }
