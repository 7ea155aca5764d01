"""NVIDIA's driver library through `ctypes`: GPU memory, and starting kernels."""

from __future__ import annotations

import ctypes
import sys
from ctypes import byref, c_char_p, c_int, c_size_t, c_uint, c_void_p
from functools import cache
from typing import TYPE_CHECKING, Any

from sbg.engine.gpu.errors import CudaError

if TYPE_CHECKING:
    from numpy.typing import NDArray

MISSING = (
    "there is no NVIDIA GPU here, or its driver is not installed: use the default device, 'cpu'"
)

LIBRARY = "nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1"
_COMPUTE_MAJOR, _COMPUTE_MINOR, _MULTIPROCESSORS, _THREADS_EACH = 75, 76, 16, 39
BLOCK = 256
"""Threads of a block; the kernels are compiled for at most that."""


class Driver:
    """The first GPU of this machine, in the context that PyTorch, CuPy and JAX use too."""

    def __init__(self) -> None:
        try:
            self._library = ctypes.CDLL(LIBRARY)
        except OSError:
            raise CudaError(MISSING) from None
        count = c_int()
        if self._library.cuInit(0) or self._library.cuDeviceGetCount(byref(count)):
            raise CudaError(MISSING)
        if not count.value:
            raise CudaError(MISSING)
        self._device = c_int()
        self.call("cuDeviceGet", byref(self._device), 0)
        self._context = c_void_p()
        self.call("cuDevicePrimaryCtxRetain", byref(self._context), self._device)
        self.enter()
        name = ctypes.create_string_buffer(256)
        self.call("cuDeviceGetName", name, 256, self._device)
        self.name = name.value.decode()
        size = c_size_t()
        self.call("cuDeviceTotalMem_v2", byref(size), self._device)
        self.memory = size.value
        self.architecture = 10 * self._attribute(_COMPUTE_MAJOR) + self._attribute(_COMPUTE_MINOR)
        self.multiprocessors = self._attribute(_MULTIPROCESSORS)
        self.threads_each = self._attribute(_THREADS_EACH)

    def enter(self) -> None:
        """Make the context that of the calling thread."""
        self.call("cuCtxSetCurrent", self._context)

    def call(self, name: str, *arguments: Any) -> None:
        """A function of the driver; CudaError if it fails."""
        status = getattr(self._library, name)(*arguments)
        if status:
            text = c_char_p()
            self._library.cuGetErrorString(status, byref(text))
            said = text.value.decode() if text.value else f"error {status}"
            raise CudaError(f"the GPU's driver: {name} failed: {said}")

    def synchronize(self) -> None:
        """Wait for all that was started on the default stream."""
        self.enter()
        self.call("cuStreamSynchronize", None)

    def _attribute(self, number: int) -> int:
        value = c_int()
        self.call("cuDeviceGetAttribute", byref(value), number, self._device)
        return value.value


@cache
def driver() -> Driver:
    """The driver; CudaError says what is missing."""
    return Driver()


class DeviceMemory:
    """Memory of the GPU, given back when nothing refers to it any more."""

    def __init__(self, size: int) -> None:
        self._driver = driver()
        self._driver.enter()
        self.size = max(size, 8)
        self._pointer = c_void_p()
        self._driver.call("cuMemAlloc_v2", byref(self._pointer), c_size_t(self.size))

    def __del__(self) -> None:
        if getattr(self, "_pointer", None):
            try:
                self._driver.enter()
                self._driver.call("cuMemFree_v2", self._pointer)
            except CudaError:
                pass  # the process ends, and the driver is gone already

    @property
    def address(self) -> int:
        """Where it lies on the device."""
        return self._pointer.value or 0

    def clear(self) -> None:
        """All bytes 0."""
        self._driver.enter()
        self._driver.call("cuMemsetD8_v2", self._pointer, ctypes.c_ubyte(0), c_size_t(self.size))

    def write(self, data: bytes) -> None:
        """Copy to the device."""
        self._driver.enter()
        self._driver.call("cuMemcpyHtoD_v2", self._pointer, data, c_size_t(len(data)))

    def copy(self, address: int, size: int) -> None:
        """Copy from another place of the device."""
        self._driver.enter()
        self._driver.call(
            "cuMemcpyDtoD_v2", self._pointer, ctypes.c_uint64(address), c_size_t(size)
        )

    def send(self, array: NDArray[Any]) -> None:
        """Copy an array to the device."""
        self._driver.enter()
        address, size = c_void_p(array.ctypes.data), c_size_t(array.nbytes)
        self._driver.call("cuMemcpyHtoD_v2", self._pointer, address, size)

    def fetch(self, array: NDArray[Any]) -> None:
        """Copy as much from the device as the array has room for, after all that was started has ended."""
        self._driver.enter()
        address, size = c_void_p(array.ctypes.data), c_size_t(array.nbytes)
        self._driver.call("cuMemcpyDtoH_v2", address, self._pointer, size)

    def read(self, size: int) -> bytes:
        """Copy from the device, after all that was started has ended."""
        self._driver.enter()
        data = ctypes.create_string_buffer(size)
        self._driver.call("cuMemcpyDtoH_v2", data, self._pointer, c_size_t(size))
        return data.raw


class Module:
    """Compiled kernels on the GPU."""

    def __init__(self, code: bytes) -> None:
        self._driver = driver()
        self._driver.enter()
        self._module = c_void_p()
        self._driver.call("cuModuleLoadData", byref(self._module), code)
        self._functions: dict[str, c_void_p] = {}

    def function(self, name: str) -> c_void_p:
        """A kernel by its name."""
        if name not in self._functions:
            function = c_void_p()
            self._driver.call(
                "cuModuleGetFunction", byref(function), self._module, f"sbg_{name}".encode()
            )
            self._functions[name] = function
        return self._functions[name]

    def launch(self, name: str, threads: int, block: int, arguments: tuple[Any, ...]) -> None:
        """Start a kernel in at least so many threads, on the default stream."""
        self._driver.enter()
        values = (c_void_p * len(arguments))(
            *(ctypes.addressof(argument) for argument in arguments)
        )
        one = c_uint(1)
        self._driver.call(
            "cuLaunchKernel",
            self.function(name),
            c_uint(-(-threads // block)),
            one,
            one,
            c_uint(block),
            one,
            one,
            c_uint(0),
            None,
            values,
            None,
        )

    def resident(self, name: str, block: int) -> int:
        """How many blocks of a kernel one multiprocessor runs at a time."""
        blocks = c_int()
        self._driver.call(
            "cuOccupancyMaxActiveBlocksPerMultiprocessor",
            byref(blocks),
            self.function(name),
            c_int(block),
            c_size_t(0),
        )
        return blocks.value
