"""Plays many games at once on a GPU, with kernels that are compiled for one game at run time.

`plan` turns a game into tables and `source` writes those as C++ in front of the kernels of `native/gpu`. `nvrtc`
compiles that, `driver` and `gpu` run it. `runs` does random games and perft on any `Device`, `sbg.arrays.cuda` games
step by step; in the tests the device is this processor, with the same kernels.
"""

from sbg.engine.gpu.errors import CudaError

__all__ = ["CudaError"]
