"""Fills tables of exact values on a GPU, class by class."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from sbg.engine.gpu import gpu
from sbg.engine.gpu.plan import Plan as CudaPlan
from sbg.engine.gpu.plan import make_plan as make_cuda_plan
from sbg.engine.gpu.space import BY_ROWS, BY_TURNING, NO_SWAP, Place, Space
from sbg.engine.gpu.tables import DISTANCES, PROGRAMS, DeviceTables, Events, Numbers, solve_unit
from sbg.exact.solving.kinds import Kind
from sbg.exact.solving.plan import Plan, TooLargeError
from sbg.exact.solving.work import Report, Storage

MOST_SHARE = 0.95
"""Of a GPU's memory that tables may take."""


class Numbering:
    """The numbering of solve_layout.hpp, as the kernels take it."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        men = plan.men
        order = sorted(range(len(plan.kinds)), key=lambda i: len(plan.kinds[i].squares))
        self.order = order
        """The kinds in the order of places."""
        kinds = [plan.kinds[i] for i in order]
        self.kinds = kinds
        self.counts = [tuple(found[i] for i in order) for found in plan.classes]
        self.left = [frozenset(s for s in kind.squares if self._is_left(s)) for kind in kinds]
        self.domains = [frozenset(kind.squares) for kind in kinds]
        places = []
        for i, kind in enumerate(kinds):
            before = sum(1 << j for j in range(i) if self.domains[j] <= self.domains[i])
            anchored = sum(1 << j for j in range(len(kinds)) if self.left[j] <= self.domains[i])
            piece, side = divmod(kind.code - 1, 2)
            squares = sum(1 << square for square in kind.squares)
            most = max(found[i] for found in self.counts)
            places.append(Place(side, piece, most, before, anchored, squares))
        swaps = (BY_TURNING if men.turns else BY_ROWS) if plan.flips else NO_SWAP
        self.space = Space(tuple(places), swaps, plan.mirrors)

    def _is_left(self, square: int) -> bool:
        width = self.plan.men.width
        return 2 * (square % width) <= width - 1

    def cuda_plan(self) -> CudaPlan:
        """The plan of the game's kernels, with this numbering."""
        game = self.plan.start.game
        return replace(make_cuda_plan(game.description, game.automata), space=self.space)

    def _layout(self, men: tuple[int, ...]) -> tuple[list[int], int, int]:
        """The strides of a class by place, its size and its anchor."""
        order = [i for i, count in enumerate(men) if count]
        anchor = -1
        if self.plan.mirrors:
            anchor = next((i for i in reversed(order) if men[i] == 1), -1)
            if anchor >= 0:
                order.remove(anchor)
                order.insert(0, anchor)
        ways = []
        for at, i in enumerate(order):
            domain = self.left[i] if i == anchor else self.domains[i]
            earlier = [j for j in order[:at] if self._domain(j, anchor) <= domain]
            free = len(domain) - sum(men[j] for j in earlier)
            ways.append(math.comb(free, men[i]) if free >= men[i] else 0)
        strides = [0] * len(men)
        size = 1
        for i, number in zip(reversed(order), reversed(ways), strict=True):
            strides[i] = size
            size *= number
        return strides, size, anchor

    def _domain(self, i: int, anchor: int) -> frozenset[int]:
        return self.left[i] if i == anchor else self.domains[i]

    def numbers(self, words: int) -> Numbers:
        """What differs from class to class."""
        plan = self.plan
        layouts = [self._layout(men) for men in self.counts]
        number = {men: i for i, men in enumerate(self.counts)}
        kept = {half for unit in plan.units for half in unit}
        sizes = [layouts[half // 2][1] if half in kept else 0 for half in range(2 * len(layouts))]
        after = [
            [
                number.get((*men[:i], men[i] - 1, *men[i + 1 :]), 0xFFFF_FFFF)
                if men[i]
                else 0xFFFF_FFFF
                for i in range(len(men))
            ]
            for men in self.counts
        ]
        squares = plan.men.width * plan.men.height
        most = max(max(men) for men in self.counts)
        return Numbers(
            sizes,
            np.array([strides for strides, _, _ in layouts], np.uint64),
            self._counterparts(number),
            [anchor for _, _, anchor in layouts],
            np.array(self.counts, np.uint32),
            np.array(after, np.uint32),
            np.array([self._sources(kind, words) for kind in self.kinds], np.uint32),
            np.array(
                [
                    [min(math.comb(n, k), (1 << 64) - 1) for k in range(most + 2)]
                    for n in range(squares + 1)
                ],
                np.uint64,
            ),
        )

    def _counterparts(self, number: dict[tuple[int, ...], int]) -> list[int]:
        if not self.plan.flips:
            return [0] * len(self.counts)
        turn = self.plan.men.swapped
        place = {(kind.letter, kind.squares): i for i, kind in enumerate(self.kinds)}
        other = [
            place[kind.letter.swapcase(), tuple(sorted(map(turn, kind.squares)))]
            for kind in self.kinds
        ]
        return [number[tuple(men[i] for i in other)] for men in self.counts]

    def _sources(self, kind: Kind, words: int) -> list[list[int]]:
        men = self.plan.men
        found = [0] * (men.width * men.height)
        for origin, target in men.inner_moves(kind):
            found[target] |= 1 << origin
        return [[each >> 32 * i & 0xFFFF_FFFF for i in range(words)] for each in found]


def fill_on_gpu(plan: Plan, storage: Storage, report: Report) -> None:
    """Find all values on a GPU, from where the storage says on; those of a class are kept when it is done."""
    numbering = Numbering(plan)
    cuda = numbering.cuda_plan()
    device = gpu.gpu()
    if plan.entries > MOST_SHARE * device.memory:
        raise TooLargeError(
            f"the tables take {plan.entries / 1e9:,.3g} GB; {device.name} has {device.memory / 1e9:,.3g} GB"
        )
    device.prepare(cuda, PROGRAMS)
    words = device.kernels(cuda, PROGRAMS[0]).set_words
    tables = DeviceTables(device, cuda, numbering.numbers(words))
    done = 0

    def check(_: int, happened: Events) -> None:
        assert not happened.outside, "a move leaves the positions that were planned"
        if happened.overflow:
            raise TooLargeError(
                f"some wins are longer than {DISTANCES - 1:,} plies, for which a GPU's tables have no room:"
                " solve it on the processor"
            )

    for number, unit in enumerate(plan.units):
        halves = [half for half in unit if tables.sizes[half]]
        if not storage.wide.keys().isdisjoint(halves):
            tables.widen(halves)
        if number < storage.finished:
            for half in halves:
                tables.values[half].send(storage.values(half))
        else:
            solve_unit(tables, halves, check)
            for half in halves:
                if half in tables.wide and half not in storage.wide:
                    storage.widen(half)
                tables.values[half].fetch(storage.values(half))
            storage.note(number + 1, 0, now=True)
        done += sum(tables.sizes[half] for half in halves)
        report(done / (plan.entries or 1))
    storage.note(len(plan.units), 0, now=True)
