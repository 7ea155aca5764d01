"""The memory that each GPU thread needs to walk automata."""

from __future__ import annotations

from sbg.engine.gpu.device import Device, Kernels, Memory
from sbg.engine.gpu.plan import Plan

MOST_SCRATCH = 1 << 32
"""Bytes, all threads together; fewer threads run where that is not enough."""

BLOCK = 256
"""Threads come in blocks, and those beyond the last game have their place too."""


def _each(kernels: Kernels, plan: Plan) -> int:
    return 4 * plan.scratch_words // plan.set_words * kernels.set_words


def threads_for(device: Device, kernels: Kernels, plan: Plan, wanted: int) -> int:
    """How many threads there is memory for."""
    if not plan.scratch_words:
        return wanted
    most = min(MOST_SCRATCH, device.memory // 4) // _each(kernels, plan)
    return max(1, min(wanted, most - BLOCK))


def scratch_for(device: Device, kernels: Kernels, plan: Plan, threads: int) -> Memory:
    """The memory for so many threads."""
    return device.allocate(_each(kernels, plan) * (threads + BLOCK))
