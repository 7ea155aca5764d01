"""What a player does in every position that can come up, found on a device where the tables are."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from ctypes import c_uint32, c_uint64, c_void_p

import numpy as np
from numpy.typing import NDArray

from sbg.cuda.errors import CudaError
from sbg.cuda.scratch import scratch_for
from sbg.cuda.tables import DeviceTables

INDEX_BITS = 40
"""Of the number of a position; above them is its half. The same in native/cuda/strategy.hpp."""

TO_HOLD, TO_WIN = range(2)
NO_MOVE = 0xFFFF_FFFF
LEAST, MOST = 64, 1 << 17
"""Positions at a time: a choice knows only what came up before."""
REPLIES = 128
"""Room for so many that come up after each, on average."""


class Choosing(ctypes.Structure):
    """How many positions there are, and what their player wants."""

    _fields_ = (
        ("count", c_uint64),
        ("room", c_uint64),
        ("aim", c_uint32),
        ("policy", c_uint32),
    )


class Coming(ctypes.Structure):
    """Where positions that come up are noted."""

    _fields_ = (("list", c_void_p), ("length", c_void_p), ("seen", c_void_p), ("allowed", c_void_p))


class Strategies:
    """Finds strategies on the device of some tables."""

    def __init__(self, tables: DeviceTables) -> None:
        self.tables = tables
        device = tables.device
        self.kernels = device.kernels(tables.plan, "strategy")
        self.positions = device.allocate(8 * MOST)
        self.moves = device.allocate(4 * MOST)
        self.list = device.allocate(8 * MOST * REPLIES)
        self.length = device.allocate(8)
        self.seen = device.allocate(tables.total // 8 + 8)
        self.before = device.allocate(tables.total // 8 + 8)
        self.scratch = scratch_for(device, self.kernels, tables.plan, MOST)

    def find(
        self,
        roots: Sequence[int],
        aim: int,
        check: Callable[[int, int], bool],
        *,
        policy: int = 0,
        within: bool = False,
    ) -> tuple[NDArray[np.uint64], NDArray[np.uint32]] | None:
        """Positions and the move in each; None if `check(found, waiting)` says that it is enough.

        The bits of `policy` say how moves are chosen: 1, by how soon what comes up is won; 2, what is won is won in the
        shortest way; 4, by how many men the opponent has. `within`: only what came up in the strategy before may.
        """
        self.seen, self.before = self.before, self.seen
        self.seen.clear()
        allowed = self.before.address if within else None
        waiting = np.array(sorted(set(roots)), np.uint64)
        positions: list[NDArray[np.uint64]] = []
        moves: list[NDArray[np.uint32]] = []
        found = 0
        while len(waiting):
            count = int(min(max(len(waiting) // 4, LEAST), MOST, len(waiting)))
            batch, waiting = waiting[:count], waiting[count:]
            choosing = Choosing(count, MOST * REPLIES, aim, policy)
            chosen, coming = self._choose(batch, choosing, allowed)
            if (chosen == NO_MOVE).any():
                raise CudaError("the tables have no move that keeps the value")
            positions.append(batch)
            moves.append(chosen)
            waiting = np.concatenate([waiting, coming])
            found += count
            if not check(found, len(waiting)):
                return None
        # The first ones may have come up again.
        unique, first = np.unique(np.concatenate(positions), return_index=True)
        return unique, np.concatenate(moves)[first]

    def _choose(
        self, batch: NDArray[np.uint64], choosing: Choosing, allowed: int | None
    ) -> tuple[NDArray[np.uint32], NDArray[np.uint64]]:
        tables = self.tables
        self.positions.write(batch.tobytes())
        self.length.clear()
        self.kernels.launch(
            "choose_moves",
            len(batch),
            tables.atlas,
            c_void_p(self.positions.address),
            c_void_p(self.moves.address),
            choosing,
            Coming(self.list.address, self.length.address, self.seen.address, allowed),
            c_void_p(tables.events.address),
            c_void_p(self.scratch.address),
        )
        moves = np.frombuffer(self.moves.read(4 * len(batch)), np.uint32)
        length = c_uint64.from_buffer_copy(self.length.read(8)).value
        if length > choosing.room:
            raise CudaError("too many positions come up at once")
        coming = np.frombuffer(self.list.read(8 * length), np.uint64)
        # The order in which threads found them is not always the same.
        return moves, np.sort(coming)

    def look_up(self, positions: NDArray[np.uint64]) -> NDArray[np.uint8]:
        """The values of positions."""
        found = []
        for at in range(0, len(positions), MOST):
            batch = positions[at : at + MOST]
            self.positions.write(batch.tobytes())
            self.kernels.launch(
                "look_up",
                len(batch),
                self.tables.atlas,
                c_void_p(self.positions.address),
                c_uint64(len(batch)),
                c_void_p(self.moves.address),
            )
            found.append(np.frombuffer(self.moves.read(len(batch)), np.uint8))
        return np.concatenate(found)
