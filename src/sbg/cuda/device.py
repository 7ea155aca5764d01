"""What the rest of this room needs of a device: memory, and kernels that can be started."""

from __future__ import annotations

from typing import Any, Protocol

from sbg.cuda.plan import Plan


class Memory(Protocol):
    """A piece of a device's memory; it is given back with the object."""

    @property
    def address(self) -> int: ...
    def clear(self) -> None: ...
    def write(self, data: bytes) -> None: ...
    def read(self, size: int) -> bytes: ...


class Kernels(Protocol):
    """The kernels of one game. Arguments are ctypes values; reading memory waits for what was started."""

    @property
    def set_words(self) -> int: ...
    def launch(self, kernel: str, threads: int, *arguments: Any) -> None: ...


class Device(Protocol):
    """A device: how many threads it runs at once, and how many bytes it has."""

    @property
    def name(self) -> str: ...
    @property
    def parallel(self) -> int: ...
    @property
    def memory(self) -> int: ...
    def allocate(self, size: int) -> Memory: ...
    def kernels(self, plan: Plan, program: str) -> Kernels: ...
