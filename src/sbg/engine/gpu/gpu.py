"""The GPU as a device: compiles the kernels of a game, and caches them on disk."""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from collections.abc import Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

from sbg.engine.gpu.driver import DeviceMemory, Module, driver
from sbg.engine.gpu.errors import CudaError
from sbg.engine.gpu.nvrtc import Nvrtc, nvrtc
from sbg.engine.gpu.plan import Plan
from sbg.engine.gpu.source import headers, write_source

PERFT = ("expand", "leaves0", "leaves1")
LEVELS = ("first_level", "next_level", "mark_level")
SOLVING = (*LEVELS, *(f"{name}_wide" for name in LEVELS), "counts")
PLAYING = ("playouts", *PERFT, "step", "random", "opening", "moves", "look")
PROGRAMS = (*PLAYING, *SOLVING)
"""Kernels that are compiled together; see native/gpu/kernels.hpp. Those that solve need a plan with a numbering."""

BLOCKS = dict.fromkeys(PROGRAMS, 256) | dict.fromkeys(PERFT, 128)
"""Threads of a block, by program; native/gpu/kernels.hpp has the same numbers."""


class GpuKernels:
    """The kernels of one game on the GPU."""

    def __init__(self, plan: Plan, program: str, code: bytes) -> None:
        self.set_words = plan.set_words
        self._module = Module(code)
        self._block = BLOCKS[program]

    def launch(self, kernel: str, threads: int, *arguments: Any) -> None:
        """Start a kernel."""
        self._module.launch(kernel, threads, self._block, arguments)


class Gpu:
    """The first GPU of this machine; CudaError if there is none."""

    def __init__(self) -> None:
        found = driver()
        nvrtc()  # what is missing is said before any work begins
        self.name = found.name
        self.memory = found.memory
        self.parallel = found.multiprocessors * found.threads_each
        self._kernels: dict[tuple[str, str], GpuKernels] = {}
        self._code: dict[tuple[str, str], Future[bytes]] = {}
        self._workers = ThreadPoolExecutor(len(PROGRAMS), "sbg-nvrtc")

    dlpack = (2, 0)
    """The kind and the number of this device in DLPack: CUDA, the first."""

    def synchronize(self) -> None:
        """Wait for all that was started."""
        driver().synchronize()

    def allocate(self, size: int) -> DeviceMemory:
        """Memory of the GPU."""
        return DeviceMemory(size)

    def prepare(self, plan: Plan, programs: Iterable[str]) -> None:
        """Let programs of a game be compiled side by side, to be there when they are asked for."""
        source, kind = write_source(plan), driver().architecture
        for program in programs:
            if (source, program) not in self._code and (source, program) not in self._kernels:
                code = self._workers.submit(machine_code, plan, program, kind)
                self._code[source, program] = code

    def kernels(self, plan: Plan, program: str) -> GpuKernels:
        """The kernels of a game, compiled if they were not before."""
        key = write_source(plan), program
        if key not in self._kernels:
            self.prepare(plan, [program])
            self._kernels[key] = GpuKernels(plan, program, self._code.pop(key).result())
        return self._kernels[key]


@cache
def gpu() -> Gpu:
    """The GPU."""
    return Gpu()


def options(program: str, architecture: int) -> list[str]:
    """What the compiler is told."""
    return [
        "--std=c++20",
        "--device-as-default-execution-space",
        f"--gpu-architecture=sm_{architecture}",
        f"--include-path={headers()}",
        f"--define-macro=SBG_{program.upper()}",
    ]


def machine_code(plan: Plan, program: str, architecture: int) -> bytes:
    """The kernels of a program for a kind of GPU, from the cache or compiled."""
    compiler = nvrtc()
    best = max((known for known in compiler.architectures() if known <= architecture), default=0)
    if best // 10 != architecture // 10:
        version = ".".join(map(str, compiler.version))
        raise CudaError(
            f"NVRTC {version} does not compile for this GPU (sm_{architecture}): install another version"
        )
    source = write_source(plan)
    kept = cache_folder() / f"{_key(source, program, best, compiler)}.cubin"
    try:
        return kept.read_bytes()
    except OSError:
        pass
    code, _ = compiler.compile(source, options(program, best))
    _keep(kept, code)
    return code


def _key(source: str, program: str, architecture: int, compiler: Nvrtc) -> str:
    parts = [source, program, str(architecture), str(compiler.version)]
    files = sorted((headers() / "gpu").glob("*.hpp"))
    parts += [file.read_text(encoding="utf-8") for file in files]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def cache_folder() -> Path:
    """Where machine code is kept: SBG_CACHE, or a folder of sbg among the user's caches."""
    if named := os.environ.get("SBG_CACHE"):
        return Path(named)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", tempfile.gettempdir())) / "sbg" / "kernels"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "sbg" / "kernels"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "sbg" / "kernels"


def _keep(path: Path, code: bytes) -> None:
    """Write as a whole or not at all; a cache that cannot be written is none."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
            file.write(code)
        Path(file.name).replace(path)
    except OSError:
        pass
