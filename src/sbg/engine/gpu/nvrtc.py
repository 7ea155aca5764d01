"""NVIDIA's run-time compiler (NVRTC) through `ctypes`: compiles C++ for a kind of GPU."""

from __future__ import annotations

import ctypes
import os
import sys
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from sbg.base.errors import extra
from sbg.engine.gpu.errors import CudaError

MISSING = (
    "NVRTC, NVIDIA's run-time compiler, was not found: install it with"
    f" {extra('cuda')}, or name the file of the library in SBG_NVRTC"
)


class Nvrtc:
    """The library, once it is found."""

    def __init__(self, library: ctypes.CDLL) -> None:
        self._library = library
        major, minor = ctypes.c_int(), ctypes.c_int()
        self._call("nvrtcVersion", ctypes.byref(major), ctypes.byref(minor))
        self.version = (major.value, minor.value)

    def _call(self, name: str, *arguments: Any) -> None:
        status = getattr(self._library, name)(*arguments)
        if status:
            text = self._library.nvrtcGetErrorString
            text.restype = ctypes.c_char_p
            raise CudaError(f"NVRTC: {name} failed: {text(status).decode()}")

    def architectures(self) -> list[int]:
        """The kinds of GPUs that it compiles for, as 90 for sm_90."""
        count = ctypes.c_int()
        self._call("nvrtcGetNumSupportedArchs", ctypes.byref(count))
        found = (ctypes.c_int * count.value)()
        self._call("nvrtcGetSupportedArchs", found)
        return list(found)

    def compile(self, source: str, options: list[str]) -> tuple[bytes, str]:
        """Machine code, and what the compiler said."""
        program = ctypes.c_void_p()
        self._call(
            "nvrtcCreateProgram",
            ctypes.byref(program),
            source.encode(),
            b"game.cu",
            0,
            None,
            None,
        )
        try:
            given = (ctypes.c_char_p * len(options))(*(option.encode() for option in options))
            status = self._library.nvrtcCompileProgram(program, len(options), given)
            log = self._data(program, "ProgramLog").rstrip(b"\0").decode(errors="replace")
            if status:
                raise CudaError(f"the kernels could not be compiled:\n{log}")
            return self._data(program, "CUBIN"), log
        finally:
            self._library.nvrtcDestroyProgram(ctypes.byref(program))

    def _data(self, program: ctypes.c_void_p, what: str) -> bytes:
        size = ctypes.c_size_t()
        self._call(f"nvrtcGet{what}Size", program, ctypes.byref(size))
        data = ctypes.create_string_buffer(size.value)
        self._call(f"nvrtcGet{what}", program, data)
        return data.raw


@cache
def nvrtc() -> Nvrtc:
    """The library: what SBG_NVRTC names, that of NVIDIA's packages, or that of an installed toolkit."""
    for place in _places():
        try:
            return Nvrtc(ctypes.CDLL(place))
        except OSError:
            continue
    raise CudaError(MISSING)


def _places() -> list[str]:
    if named := os.environ.get("SBG_NVRTC"):
        return [named]
    windows = sys.platform == "win32"
    pattern = "**/nvrtc64_*.dll" if windows else "**/libnvrtc.so*"
    found: list[str] = []
    spec = find_spec("nvidia")
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        # The newest first; libraries of other names beside it are its helpers.
        found += sorted((str(path) for path in Path(folder).glob(pattern)), reverse=True)
    versions = (13, 12)
    names = [f"nvrtc64_{v}0_0.dll" if windows else f"libnvrtc.so.{v}" for v in versions]
    toolkit = Path(os.environ.get("CUDA_HOME", "/usr/local/cuda")) / "lib64" / "libnvrtc.so"
    return [place for place in found if ".alt." not in place] + names + [str(toolkit)]
