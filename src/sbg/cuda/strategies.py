"""What a player does in every position that can come up, found on a device where the tables are."""

from __future__ import annotations

import ctypes
from collections import deque
from collections.abc import Callable, Sequence
from ctypes import c_uint32, c_uint64, c_void_p
from dataclasses import dataclass

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

BY_WINS, SHORTEST_WIN, BY_MEN, BY_ALL_MEN, STEEPLY, AHEAD, MOST_STEEPLY = 1, 2, 4, 8, 16, 32, 64
"""Ways to choose moves that can be combined: by how soon what comes up is won; what is won is won in the shortest way;
by how many men the opponent has, or both have; each man counts four times as much; what comes up a move later counts
too; each man counts 64 times as much. The same in native/cuda/strategy.hpp."""

REPLIES = 128
"""Room for so many that come up after each, on average."""


class Choosing(ctypes.Structure):
    """How many positions there are, and what their player wants."""

    _fields_ = (
        ("count", c_uint64),
        ("room", c_uint64),
        ("aim", c_uint32),
        ("policy", c_uint32),
        ("seed", c_uint32),
        ("free", c_uint32),
    )


class Coming(ctypes.Structure):
    """Where positions that come up are noted."""

    _fields_ = (("list", c_void_p), ("length", c_void_p), ("seen", c_void_p), ("allowed", c_void_p))


@dataclass(frozen=True)
class Way:
    """A way to find a strategy."""

    policy: int = 0
    seed: int = 0
    """Of noise that moves are chosen with, if it is not 0."""
    deep: bool = False
    """What came up last is answered first, so that one line of play is closed before the next is begun."""
    most: int = MOST
    """Positions at a time."""


class Waiting:
    """Positions for which a move is to be chosen."""

    def __init__(self, roots: Sequence[int], way: Way) -> None:
        self.way = way
        self.parts = deque([np.array(sorted(set(roots)), np.uint64)])
        self.length = len(self.parts[0])

    def add(self, positions: NDArray[np.uint64]) -> None:
        """Positions that have come up."""
        self.parts.append(positions)
        self.length += len(positions)

    def take(self) -> NDArray[np.uint64]:
        """The next ones."""
        count = wanted = min(max(self.length // 4, LEAST), self.way.most, self.length)
        taken = []
        while wanted:
            part = self.parts.pop() if self.way.deep else self.parts.popleft()
            taken.append(part[:wanted])
            rest = part[wanted:]
            wanted -= len(taken[-1])
            if len(rest):
                (self.parts.append if self.way.deep else self.parts.appendleft)(rest)
        self.length -= count
        return np.concatenate(taken)


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
        self.kept = device.allocate(tables.total // 8 + 8)
        self.aside = device.allocate(tables.total // 8 + 8)
        self.scratch = scratch_for(device, self.kernels, tables.plan, MOST)
        self.free = 0
        """What is won within so many plies needs no move."""

    def keep(self) -> None:
        """Remember what came up in the strategy that was found last."""
        self.seen, self.kept = self.kept, self.seen

    def set_aside(self) -> None:
        """Exchange what is kept for what was set aside before."""
        self.kept, self.aside = self.aside, self.kept

    def find(
        self,
        roots: Sequence[int],
        aim: int,
        check: Callable[[int, int], bool],
        way: Way,
        *,
        within: bool = False,
    ) -> tuple[NDArray[np.uint64], NDArray[np.uint32]] | None:
        """Positions and the move in each; None if `check(found, waiting)` says that it is enough.

        `within`: only what came up in the strategy that is kept may.
        """
        self.seen.clear()
        allowed = self.kept.address if within else None
        waiting = Waiting(roots, way)
        positions: list[NDArray[np.uint64]] = []
        moves: list[NDArray[np.uint32]] = []
        found = 0
        while waiting.length:
            batch = waiting.take()
            choosing = Choosing(len(batch), MOST * REPLIES, aim, way.policy, way.seed, self.free)
            chosen, coming = self._choose(batch, choosing, allowed)
            if (chosen == NO_MOVE).any():
                raise CudaError("the tables have no move that keeps the value")
            positions.append(batch)
            moves.append(chosen)
            waiting.add(coming)
            found += len(batch)
            if not check(found, waiting.length):
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

    def look_up(self, positions: NDArray[np.uint64]) -> NDArray[np.uint16]:
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
            found.append(np.frombuffer(self.moves.read(2 * len(batch)), np.uint16))
        return np.concatenate(found)
