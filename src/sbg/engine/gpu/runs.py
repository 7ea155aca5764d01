"""Random games and perft on a GPU."""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable
from ctypes import c_uint64, c_void_p

from sbg.engine.gpu.device import Device, Memory
from sbg.engine.gpu.layout import REST, Level, Run, Tally, set_count, sets_of, start_of
from sbg.engine.gpu.plan import Plan
from sbg.engine.gpu.scratch import scratch_for, threads_for

SLICE = 0.1
"""Seconds that a kernel should take at most, so that Ctrl-C is heard in between."""

MOST_TURNS = 1 << 16
WAVES = 4
"""Threads of perft for each that the device runs at once: where some end early, others take their place."""

LEAST_ROOM, MOST_ROOM = 1024, 1 << 24
"""Positions of a list: the most keep any GPU busy."""


def playouts(
    device: Device, plan: Plan, board: bytes, ply: int, games: int, seed: int
) -> tuple[int, int, int, int]:
    """White's wins, black's wins, draws and plies of random games from a position that is not over."""
    if not games:
        return 0, 0, 0, 0
    kernels = device.kernels(plan, "playouts")
    words = kernels.set_words
    slots = threads_for(device, kernels, plan, min(games, device.parallel))
    memory = device.allocate(4 * slots * (set_count(plan) * words + REST))
    scratch = scratch_for(device, kernels, plan, slots)
    tally = device.allocate(ctypes.sizeof(Tally))
    run = Run(seed, games, slots, slots, 32)
    start = start_of(plan, board, ply, words)
    kernels.launch("begin", slots, c_void_p(memory.address), start, run)
    total = [0, 0, 0, 0]
    while True:
        tally.clear()
        begun = time.perf_counter()
        kernels.launch(
            "play_out",
            slots,
            c_void_p(memory.address),
            start,
            run,
            c_void_p(tally.address),
            c_void_p(scratch.address),
        )
        found = Tally.from_buffer_copy(tally.read(ctypes.sizeof(Tally)))
        took = time.perf_counter() - begun
        for i, name in enumerate(("white", "black", "draws", "plies")):
            total[i] += getattr(found, name)
        if not found.running:
            return total[0], total[1], total[2], total[3]
        if took < SLICE / 2:
            run.turns = min(2 * run.turns, MOST_TURNS)
        elif took > 2 * SLICE:
            run.turns = max(1, run.turns // 2)


class Perft:
    """Counts move sequences: lists of positions, one a depth, each expanded part by part into the next."""

    def __init__(
        self, device: Device, plan: Plan, check: Callable[[], None] = lambda: None
    ) -> None:
        self.device, self.plan = device, plan
        self.check = check
        """Called now and then; it may raise."""
        self.bytes = 0
        self.sum = device.allocate(8)
        self.lists: list[tuple[Memory, int]] = []
        self.growth = 1.0

    def count(self, board: bytes, ply: int, depth: int) -> int:
        """The sequences of `depth` plies, at least two, from a position that is not over and far from the limit."""
        self._compile(f"leaves{(ply + depth) & 1}")
        sets = sets_of(self.plan, board, self.expanding.set_words)
        root = self.device.allocate(self.bytes)
        root.write(sets.tobytes())
        # The lists share half of the memory, or less: so many positions keep every device busy.
        room = self.device.memory // 2 // max(depth, 1) // self.bytes
        room = max(LEAST_ROOM, min(room, MOST_ROOM))
        return self._below((root, 1), 1, ply, depth, 0, room)

    def _compile(self, leaves: str) -> None:
        """The kernels for positions on the way, and for the last two plies of the side that is then to move."""
        self.device.prepare(self.plan, ("expand", leaves))
        self.leaves = leaves
        self.counting = self.device.kernels(self.plan, leaves)
        if self.bytes:
            return
        self.expanding = self.device.kernels(self.plan, "expand")
        self.bytes = 4 * set_count(self.plan) * self.expanding.set_words
        many = WAVES * self.device.parallel
        self.threads = threads_for(self.device, self.expanding, self.plan, many)
        self.scratch = scratch_for(self.device, self.expanding, self.plan, self.threads)

    def _below(
        self,
        positions: tuple[Memory, int],
        length: int,
        ply: int,
        depth: int,
        level: int,
        room: int,
    ) -> int:
        self.check()
        if depth == 2:
            return self._leaves(positions, length, ply)
        if level == len(self.lists):
            self.lists.append((self.device.allocate(self.bytes * room), room))
        total = first = 0
        while first < length:
            last = min(length, first + max(1, int(room / (1.3 * self.growth))))
            while True:
                found = self._expand(positions, self.lists[level], first, last, ply)
                self.growth = max(self.growth, found / (last - first))
                if found <= self.lists[level][1]:
                    break
                if last == first + 1:  # one position has more moves than the list has room
                    self.lists[level] = (self.device.allocate(self.bytes * found), found)
                else:
                    last = first + (last - first) // 2
            if found:
                total += self._below(self.lists[level], found, ply + 1, depth - 1, level + 1, room)
            first = last
        return total

    def _expand(
        self,
        source: tuple[Memory, int],
        target: tuple[Memory, int],
        first: int,
        last: int,
        ply: int,
    ) -> int:
        self.sum.clear()
        self.expanding.launch(
            "expand",
            min(last - first, self.threads),
            c_void_p(source[0].address),
            c_void_p(target[0].address),
            c_void_p(self.sum.address),
            Level(source[1], first, last, target[1], ply),
            c_void_p(self.scratch.address),
        )
        return self._sum()

    def _leaves(self, source: tuple[Memory, int], length: int, ply: int) -> int:
        self.sum.clear()
        self.counting.launch(
            self.leaves,
            min(length, self.threads),
            c_void_p(source[0].address),
            c_void_p(self.sum.address),
            Level(source[1], 0, length, 0, ply),
            c_void_p(self.scratch.address),
        )
        return self._sum()

    def _sum(self) -> int:
        return c_uint64.from_buffer_copy(self.sum.read(8)).value
