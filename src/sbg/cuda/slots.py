"""Games that lie on a device and are played there ply by ply."""

from __future__ import annotations

from ctypes import c_uint32, c_void_p

import numpy as np
from numpy.typing import NDArray

from sbg.cuda.device import Device
from sbg.cuda.layout import REST, Run, set_count, start_of
from sbg.cuda.plan import Plan
from sbg.cuda.scratch import scratch_for

Numbers = NDArray[np.uint32]
NO_MOVE = 0xFFFF_FFFF


class Slots:
    """So many games from one position, numbers 0, 1, 2, … of a seed."""

    def __init__(
        self, device: Device, plan: Plan, board: bytes, ply: int, count: int, seed: int
    ) -> None:
        self._kernels = device.kernels(plan, "steps")
        self._plan, self._device, self.count = plan, device, count
        self._words = self._kernels.set_words
        self._sets = set_count(plan) * self._words
        self._memory = device.allocate(4 * count * (self._sets + REST))
        self._scratch = scratch_for(device, self._kernels, plan, count)
        self._moves = device.allocate(4 * count)
        self._refused = device.allocate(4 * count)
        self._boards = device.allocate(count * plan.squares)
        start = start_of(plan, board, ply, self._words)
        run = Run(seed, 0, 0, count, 0)
        self._kernels.launch("begin", count, c_void_p(self._memory.address), start, run)

    def step_random(self, plies: int = 1) -> None:
        """Play so many random plies in every game that is not over."""
        self._moves.write(np.full(self.count, NO_MOVE, np.uint32).tobytes())
        self._kernels.launch(
            "step_random",
            self.count,
            c_void_p(self._memory.address),
            c_uint32(self.count),
            c_uint32(plies),
            c_void_p(self._moves.address),
            c_void_p(self._scratch.address),
        )

    @property
    def last_moves(self) -> Numbers:
        """The last random moves: origin, and target in the upper half; NO_MOVE where there was none."""
        return self._numbers(self._moves.read(4 * self.count))

    def step(self, moves: Numbers) -> NDArray[np.bool_]:
        """Play a given move in every game that is not over; True where it is illegal and was not played."""
        self._moves.write(np.ascontiguousarray(moves, np.uint32).tobytes())
        self._kernels.launch(
            "step",
            self.count,
            c_void_p(self._memory.address),
            c_uint32(self.count),
            c_void_p(self._moves.address),
            c_void_p(self._refused.address),
            c_void_p(self._scratch.address),
        )
        refused: NDArray[np.bool_] = self._numbers(self._refused.read(4 * self.count)) != 0
        return refused

    @property
    def boards(self) -> NDArray[np.uint8]:
        """A code for each square of each game."""
        self._kernels.launch(
            "boards",
            self.count,
            c_void_p(self._memory.address),
            c_uint32(self.count),
            c_void_p(self._boards.address),
        )
        squares = self._plan.squares
        data = self._boards.read(self.count * squares)
        return np.frombuffer(data, np.uint8).reshape(self.count, squares)

    @property
    def plies(self) -> Numbers:
        """The number of plies made in each game."""
        return self._rest(0)

    @property
    def results(self) -> Numbers:
        """How each game ended: the reason in the low four bits, above them 1 for white, 2 for black; 0: it goes on."""
        return self._rest(1)

    def _rest(self, word: int) -> Numbers:
        before = (self._sets + word) * self.count
        return self._numbers(self._memory.read(4 * (before + self.count)))[before:]

    @staticmethod
    def _numbers(data: bytes) -> Numbers:
        return np.frombuffer(data, np.uint32)
