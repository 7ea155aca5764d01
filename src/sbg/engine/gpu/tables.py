"""Solves games on a GPU: the tables of exact values in its memory, and the kernels that fill them.

A position takes a byte, or two in classes that have longer distances.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from ctypes import c_uint32, c_uint64, c_void_p
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sbg.engine.gpu.device import Device, Kernels, Memory
from sbg.engine.gpu.plan import Plan
from sbg.engine.gpu.scratch import scratch_for, threads_for

DISTANCES = 4096
"""There are longer distances in no table; the same in native/gpu/solve.hpp."""
MOST_NARROW = 126
"""Plies that a byte can tell in a table that is finished; on the way there are marks too."""
EVERY = 1 << 16
"""Instead of a value: all entries are worked on."""
PART, RUN = 16, 256
"""Entries of a thread: when some of them are worked on, and when all are counted."""

MOST_THREADS = 1 << 28
"""Of one launch, so that Ctrl-C is heard in between."""

PROGRAMS = ("first_level", "next_level", "mark_level", "counts")


class Atlas(ctypes.Structure):
    """Where the tables are, for kernels."""

    _fields_ = (
        ("halves", c_void_p),
        ("classes", c_void_p),
        ("sources", c_void_p),
        ("binomials", c_void_p),
        ("row", c_uint32),
        ("unused", c_uint32),
    )


class Task(ctypes.Structure):
    """Which entries of which half are worked on."""

    _fields_ = (
        ("half", c_uint32),
        ("level", c_uint32),
        ("wanted", c_uint32 * 2),
        ("first", c_uint64),
    )


class Events(ctypes.Structure):
    """What happened in kernels."""

    _fields_ = (
        ("found", c_uint64 * DISTANCES),
        ("looked", c_uint64),
        ("overflow", c_uint64),
        ("outside", c_uint64),
    )


@dataclass(frozen=True)
class Numbers:
    """What differs from class to class; a half is a class with a side to move. See `Atlas` in native/gpu/space.hpp."""

    sizes: Sequence[int]
    """Entries of each half; 0 for those that are not kept."""
    strides: NDArray[np.uint64]
    """By class and place; 0 where there is no man."""
    counterparts: Sequence[int]
    """The class of each with the colours swapped."""
    anchors: Sequence[int]
    """The place by which mirror images are folded, or -1."""
    men: NDArray[np.uint32]
    """By class and place."""
    after: NDArray[np.uint32]
    """The class without one of the men, or all ones."""
    sources: NDArray[np.uint32]
    """By place, target and word: from where men may come."""
    binomials: NDArray[np.uint64]


class DeviceTables:
    """The tables of all classes on a device."""

    def __init__(self, device: Device, plan: Plan, numbers: Numbers) -> None:
        assert plan.space is not None
        self.device, self.plan, self.numbers = device, plan, numbers
        device.prepare(plan, PROGRAMS)
        self.sizes = list(numbers.sizes)
        self.values: dict[int, Memory] = {
            half: device.allocate(size + 63 & ~63) for half, size in enumerate(self.sizes) if size
        }
        self._kernels: dict[str, Kernels] = {}
        self.wide: set[int] = set()
        """Halves whose entries are words of 16 bits."""
        self.begins: list[int] = []
        total = 0
        for size in self.sizes:
            self.begins.append(total)
            total += size
        self.total = total
        self._rows = self._halves()
        self._kept = [
            self._upload(self._rows),
            self._upload(self._classes()),
            self._upload(numbers.sources),
            self._upload(numbers.binomials),
        ]
        self.atlas = Atlas(
            *(memory.address for memory in self._kept), numbers.binomials.shape[1], 0
        )
        first = device.kernels(plan, "first_level")
        self.threads = threads_for(device, first, plan, MOST_THREADS)
        self.scratch = scratch_for(device, first, plan, self.threads if plan.scratch_words else 0)
        self.events = device.allocate(ctypes.sizeof(Events))
        self.counts = device.allocate(8 * EVERY)

    def _upload(self, array: NDArray[Any]) -> Memory:
        memory = self.device.allocate(array.nbytes)
        memory.write(array.tobytes())
        return memory

    def _halves(self) -> NDArray[np.uint64]:
        strides = self.numbers.strides
        rows = np.zeros((len(self.sizes), 3 + 2 * strides.shape[1]), np.uint64)
        for half, size in enumerate(self.sizes):
            steps = strides[half // 2]
            address = self.values[half].address if size else 0
            rows[half, :3] = address, size, self.begins[half]
            rows[half, 3 : 3 + len(steps)] = steps
            # 2^64 divided by the stride, cut off; of 1 the largest number that there is.
            rows[half, 3 + len(steps) :] = [
                min((1 << 64) // int(step), (1 << 64) - 1) if step else 0 for step in steps
            ]
        return rows

    def _program(self, name: str) -> Kernels:
        if name not in self._kernels:
            self._kernels[name] = self.device.kernels(self.plan, name)
        return self._kernels[name]

    def widen(self, unit: Sequence[int]) -> None:
        """Take words of 16 bits for the entries of some halves, which are forgotten."""
        self._replace(unit, 2)
        self.wide.update(unit)

    def narrow(self, unit: Sequence[int]) -> None:
        """Keep as bytes what was found in words."""
        words = {half: self.values[half] for half in unit}
        self._replace(unit, 1)
        self.wide.difference_update(unit)
        for half in unit:
            self._program("counts").launch(
                "narrow_values",
                -(-self.sizes[half] // PART),
                c_void_p(words[half].address),
                c_uint64(self.sizes[half]),
                c_void_p(self.values[half].address),
            )
        self.device.synchronize()

    def _replace(self, unit: Sequence[int], width: int) -> None:
        for half in unit:
            del self.values[half]  # before more is taken
        for half in unit:
            self.values[half] = self.device.allocate(width * (self.sizes[half] + 63 & ~63))
            # The lowest bit says that these are words.
            self._rows[half, 0] = self.values[half].address | (width - 1)
        self._kept[0].write(self._rows.tobytes())

    def _classes(self) -> NDArray[np.uint32]:
        numbers = self.numbers
        ends = np.array([numbers.counterparts, numbers.anchors], np.int64).astype(np.uint32).T
        return np.ascontiguousarray(np.hstack([ends, numbers.men, numbers.after]))

    # -- levels

    def first_level(self, half: int) -> None:
        """Look at all entries, of which nothing is known."""
        self.values[half].clear()
        self._work("first_level", half, 0, (EVERY, EVERY))

    def next_level(self, half: int, level: int, wanted: tuple[int, int]) -> None:
        """Look again at entries with these values."""
        self._work("next_level", half, level, wanted)

    def mark_level(self, half: int, level: int) -> None:
        """Mark what may lead to entries with this distance."""
        self._work("mark_level", half, level, (1 + 2 * level, 2 + 2 * level))

    def _work(self, kernel: str, half: int, level: int, wanted: tuple[int, int]) -> None:
        size = self.sizes[half]
        name = f"{kernel}_wide" if half in self.wide else kernel
        kernels = self._program(name)
        step = self.threads // 256 * 256 * PART or 256 * PART
        for first in range(0, size, step):
            count = min(size - first, step)
            task = Task(half, level, (c_uint32 * 2)(*wanted), first)
            arguments: list[Any] = [self.atlas, task, c_void_p(self.events.address)]
            if kernel != "mark_level":
                arguments.append(c_void_p(self.scratch.address))
            kernels.launch(name, -(-count // PART), *arguments)

    def happened(self) -> Events:
        """What has happened since it was asked before."""
        found = Events.from_buffer_copy(self.events.read(ctypes.sizeof(Events)))
        self.events.clear()
        return found

    # -- values

    def count(self, half: int) -> NDArray[np.uint64]:
        """How often each value occurs."""
        self.counts.clear()
        self._scan("count_values", half, c_void_p(self.counts.address))
        values = EVERY if half in self.wide else 256
        return np.frombuffer(self.counts.read(8 * values), np.uint64)

    def _scan(self, kernel: str, half: int, *arguments: Any) -> None:
        size = self.sizes[half]
        self._program("counts").launch(
            f"{kernel}_wide" if half in self.wide else kernel,
            -(-size // RUN),
            c_void_p(self.values[half].address),
            c_uint64(size),
            *arguments,
        )


def solve_unit(
    tables: DeviceTables,
    unit: Sequence[int],
    check: Callable[[int, Events], None],
) -> int:
    """Find the values of halves that depend on each other; the highest level is returned.

    `check` is called after each level; it may raise. Where distances are too long for bytes, all is begun anew with
    words of 16 bits. Their overflow is for `check` to tell.
    """
    if not tables.wide.isdisjoint(unit):
        return _Levels(tables, unit).run(check)
    found = _Levels(tables, unit)
    last = found.run(check)
    if not found.overflow:
        return last
    tables.widen(unit)
    found = _Levels(tables, unit)
    last = found.run(check)
    if not any(found.known[MOST_NARROW + 1 :]):
        tables.narrow(unit)
    return last


class _Levels:
    """The work on a unit, level by level."""

    def __init__(self, tables: DeviceTables, unit: Sequence[int]) -> None:
        self.tables, self.unit = tables, unit
        self.wide = not tables.wide.isdisjoint(unit)
        none = 0xFFFF if self.wide else 0xFF
        self.marks = none - 1, none - 2
        self.known = np.zeros(DISTANCES, np.uint64)
        """How many values were found, by their plies."""
        self.overflow = False

    def run(self, check: Callable[[int, Events], None]) -> int:
        """The highest level, or that at which a distance was too long for bytes."""
        tables, unit = self.tables, self.unit
        for half in unit:
            tables.first_level(half)
        level = 0
        undecided = sum(int(tables.count(half)[0]) for half in unit)
        while True:
            happened = tables.happened()
            if happened.overflow and not self.wide:
                self.overflow = True
                happened.overflow = 0
                check(level, happened)
                return level
            check(level, happened)
            new = np.frombuffer(happened.found, np.uint64)
            self.known += new
            undecided -= int(new.sum()) if level else 0
            ready = level + int(np.argmax(self.known[level:] > 0))
            if not self.known[ready]:
                return level
            level = ready + 1
            by_parity = not tables.plan.captures_own
            # To look at all is less work than to mark what may lead to most of them.
            everything = by_parity and level % 2 == 0 and 2 * int(self.known[ready]) > undecided
            if not everything:
                for half in unit:
                    tables.mark_level(half, ready)
            for half in unit:
                tables.next_level(half, level, (0, 0) if everything else self.marks)
