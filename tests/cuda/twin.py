"""The kernels for a GPU on this processor: their source, compiled by the C++ compiler that is here."""

from __future__ import annotations

import ctypes
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from array import array
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any
from unittest import SkipTest, mock

import numpy as np
from numpy.typing import NDArray

from sbg.engine.gpu import gpu
from sbg.engine.gpu.plan import Plan
from sbg.engine.gpu.source import set_of
from sbg.engine.gpu.space import Space

HERE = Path(__file__).resolve().parent
NATIVE = HERE.parents[1] / "native"
"""The sources, also where an installed package is tested."""

SIZES = (1, 2, 3, 128)
"""Words of the sets that twin.cpp is compiled for."""


KEPT = 4
"""How many libraries of other states of the source are kept beside the one in use."""


@cache
def library() -> ctypes.CDLL:
    """The compiled kernels; made once for all processes of a test run and kept until the source changes."""
    if sys.platform == "win32":
        raise SkipTest("the kernels are compiled with options of GCC and Clang")
    import fcntl

    compiler = os.environ.get("CXX") or shutil.which("c++") or shutil.which("g++")
    if compiler is None:
        raise SkipTest("there is no C++ compiler here")
    sources = [*sorted((NATIVE / "gpu").glob("*.hpp")), NATIVE / "base" / "compiler.hpp"]
    sources += [NATIVE / "base" / "sizes.hpp", *sorted(HERE.glob("*.[ch]pp"))]
    name = hashlib.sha256(b"".join(source.read_bytes() for source in sources)).hexdigest()[:16]
    folder = Path(tempfile.gettempdir()) / f"sbg-twin-{os.getuid()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    made = folder / f"{name}.so"
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not made.exists():
            made_before = sorted(folder.glob("*.so"), key=lambda path: path.stat().st_mtime)
            for old in made_before[:-KEPT]:
                old.unlink()
            options = ["-std=c++20", "-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC"]
            include = [f"-I{NATIVE}", f"-I{HERE}"]
            partial = made.with_suffix(".part")
            subprocess.run(
                [compiler, *options, *include, str(HERE / "twin.cpp"), "-o", str(partial)],
                check=True,
            )
            partial.rename(made)
        return ctypes.CDLL(str(made))


class HostMemory:
    """Memory of this machine, in the place of a device's."""

    def __init__(self, size: int) -> None:
        self.array = np.zeros(max(size, 8), np.uint8)

    @property
    def address(self) -> int:
        return self.array.ctypes.data

    def clear(self) -> None:
        self.array[:] = 0

    def write(self, data: bytes) -> None:
        self.array[: len(data)] = np.frombuffer(data, np.uint8)

    def copy(self, address: int, size: int) -> None:
        ctypes.memmove(self.address, address, size)

    def send(self, array: NDArray[Any]) -> None:
        ctypes.memmove(self.address, array.ctypes.data, array.nbytes)

    def fetch(self, array: NDArray[Any]) -> None:
        ctypes.memmove(array.ctypes.data, self.address, array.nbytes)

    def read(self, size: int) -> bytes:
        return self.array[:size].tobytes()


class HostKernels:
    """The kernels of one game."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.set_words = next(size for size in SIZES if size >= plan.set_words)
        self.numbers = tables_of(plan, self.set_words)

    def launch(self, kernel: str, threads: int, *arguments: Any) -> None:
        values = (ctypes.c_void_p * len(arguments))(
            *(ctypes.addressof(argument) for argument in arguments)
        )
        address, length = self.numbers.buffer_info()
        block = 8
        status = library().launch(
            ctypes.c_void_p(address),
            ctypes.c_uint64(length),
            kernel.encode(),
            ctypes.c_uint32(-(-threads // block)),
            ctypes.c_uint32(block),
            values,
        )
        assert status == 0, (kernel, status)


class HostDevice:
    """A device that is this processor."""

    name = "this processor"
    parallel = 64
    """Threads at once: few, so that tests have more games than that."""
    memory = 1 << 26
    dlpack = (1, 0)

    def synchronize(self) -> None:
        pass

    def prepare(self, plan: Plan, programs: Iterable[str]) -> None:
        pass

    def allocate(self, size: int) -> HostMemory:
        return HostMemory(size)

    def kernels(self, plan: Plan, program: str) -> HostKernels:
        return HostKernels(plan)


@contextmanager
def on_host(device: type[HostDevice] = HostDevice) -> Iterator[None]:
    """Within it, what asks for a GPU gets this processor."""
    with mock.patch.object(gpu, "gpu", device):
        yield


def tables_of(plan: Plan, words: int) -> array[int]:
    """A plan as numbers, in the order of Tables::read in twin.cpp."""
    scratch = plan.scratch_words // plan.set_words * words
    numbers = array("I")

    def several(rows: Sequence[Sequence[int]]) -> None:
        numbers.append(len(rows))
        numbers.extend(number & 0xFFFF_FFFF for row in rows for number in row)

    numbers.extend([plan.width, plan.squares, plan.limit, plan.kinds, plan.planes])
    numbers.extend([plan.captures_own, plan.rides, plan.traces, scratch, words])
    board = set_of((1 << plan.squares) - 1, words)
    several([[word] for word in board])
    columns = [set_of(plan.columns(dx), words) for dx in range(1 - plan.width, plan.width)]
    several([[word] for column in columns for word in column])
    for side in plan.sides:
        several([[back] for back in side.backs])
        several(side.bunches)
        several(side.singles)
        several(side.walks)
        goals = [number for kind, where in side.goals for number in (kind, *set_of(where, words))]
        several([[number] for number in goals])
        several(side.counts)
    several(plan.ops)
    several(plan.words)
    several(plan.elements)
    several([[first] for first in plan.firsts])
    several(plan.transitions)
    space = plan.space or Space((), 0, False)
    numbers.extend([space.swaps, space.mirrors])
    several(
        [
            [number]
            for place in space.places
            for number in (
                *(place.side, place.kind, place.most),
                *(place.before & 0xFFFF_FFFF, place.before >> 32),
                *(place.anchored & 0xFFFF_FFFF, place.anchored >> 32),
                *set_of(place.squares, words),
            )
        ]
    )
    return numbers
