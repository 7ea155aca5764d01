"""Finds the transitions of an automaton that some move on a board of this size can use.

Judged in a relaxation of the game: every square other than the start may hold any content at every
step; the start holds the moving piece, so only `w` applies there. What is impossible here is
impossible in every position.

A set of squares is an int, bit `y * width + x`. Walks from several start squares go on at once:
their boards lie side by side, as *lanes* of one int, so one shift moves them all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from heapq import heapify, heappop, heappush
from math import inf
from typing import TypeAlias

from sbg.language.model.regexp import IN_ORDER, Letter
from sbg.moves.automata.dfa import Dfa

Edges: TypeAlias = Sequence[Sequence[tuple[int, int]]]
"""For each node its edges: (index of the letter in the alphabet, or EMPTY; target)."""

EMPTY = -1
"""In place of a letter: the edge reads nothing."""

_LANE_BITS = 1 << 14
"""Bits of the lanes put side by side: wider ints gain little, and narrow ones may end early."""

_EDGE_COST = 1 << 13
"""What following one edge costs beside its bits, as bits."""


class OutOfWorkError(Exception):
    """The work allowed for a question is used up; the question stays open."""


class Work:
    """What may still be spent on questions, in bits moved; without a number, as much as is needed."""

    def __init__(self, bits: float = inf) -> None:
        self.left = bits

    def spend(self, edges: int, bits: int) -> None:
        """Pay for edges over ints of so many bits, or raise OutOfWorkError."""
        self.left -= edges * (bits + _EDGE_COST)
        if self.left < 0:
            raise OutOfWorkError


class Lanes:
    """Walks on a board, from each of some start squares in a lane of its own.

    Without start squares: walks from all squares, crowded into one lane. That is cheap, but nobody
    knows where he started, so `e` and `p` are allowed on every square, and more is possible than it
    should be.
    """

    def __init__(self, width: int, height: int, starts: Sequence[int] = ()) -> None:
        self.width, self.height = width, height
        self.size = width * height
        self.bits = self.size * max(len(starts), 1)
        self.everywhere = (1 << self.bits) - 1
        self.ones = self.everywhere // ((1 << self.size) - 1)
        self.home = sum(1 << lane * self.size + start for lane, start in enumerate(starts))
        self.origin = self.home or self.everywhere

    def steps(self, alphabet: Sequence[Letter], work: Work) -> list[tuple[int, int]]:
        """For each letter its shift and the squares where it may arrive; last, that of EMPTY."""
        work.spend(len(alphabet), self.bits)
        steps = []
        for letter in alphabet:
            mask = arrivals(self.width, self.height, letter.dx, letter.dy) * self.ones
            if letter.on != "w":
                mask &= ~self.home
            steps.append((letter.dy * self.width + letter.dx, mask))
        steps.append((0, self.everywhere))
        return steps

    def forward(
        self,
        edges: Edges,
        steps: Sequence[tuple[int, int]],
        work: Work,
        begin: Sequence[int] | None = None,
    ) -> list[int]:
        """For each node the squares on which walks can be there that begin at node 0, or as given for each node."""
        seen, _ = self._forward(edges, steps, work, begin)
        return seen

    def _forward(
        self,
        edges: Edges,
        steps: Sequence[tuple[int, int]],
        work: Work,
        begin: Sequence[int] | None = None,
    ) -> tuple[list[int], list[int]]:
        """For each node the squares on which walks can be there; the nodes that have any."""
        seen = [0] * len(edges)
        met = []
        if begin is None:
            fresh = [0] * len(edges)
            fresh[0] = self.origin
            queue = [0]
        else:
            fresh = list(begin)
            queue = [node for node, squares in enumerate(fresh) if squares]
        # Lower nodes first: they lead to higher ones, but for loops, which so end before we go on.
        while queue:
            node = heappop(queue)
            arrived, fresh[node] = fresh[node], 0
            if not seen[node]:
                met.append(node)
            seen[node] |= arrived
            work.spend(len(edges[node]), self.bits)
            for index, target in edges[node]:
                shift, mask = steps[index]
                new = (arrived << shift if shift >= 0 else arrived >> -shift) & mask
                new ^= new & seen[target]
                if new:
                    if not fresh[target]:
                        heappush(queue, target)
                    fresh[target] |= new
        return seen, met

    def backward(
        self,
        edges: Edges,
        steps: Sequence[tuple[int, int]],
        seen: Sequence[int],
        ends: Sequence[int],
        work: Work,
    ) -> list[int]:
        """For each node the squares of `seen` on it from which walks lead to one of the ends."""
        into: list[list[tuple[int, int]]] = [[] for _ in edges]
        for source, out in enumerate(edges):
            if seen[source]:
                for index, target in out:
                    into[target].append((index, source))
        good = [0] * len(edges)
        fresh = [squares & end for squares, end in zip(seen, ends, strict=True)]
        queue = [-node for node, squares in enumerate(fresh) if squares]
        heapify(queue)
        while queue:
            node = -heappop(queue)
            arrived, fresh[node] = fresh[node], 0
            good[node] |= arrived
            work.spend(len(into[node]), self.bits)
            for index, source in into[node]:
                shift, mask = steps[index]
                back = arrived & mask
                back = (back >> shift if shift >= 0 else back << -shift) & seen[source]
                back ^= back & good[source]
                if back:
                    if not fresh[source]:
                        heappush(queue, -source)
                    fresh[source] |= back
        return good

    def useful(
        self,
        edges: Edges,
        steps: Sequence[tuple[int, int]],
        accepting: Sequence[bool],
        work: Work,
    ) -> set[tuple[int, int]]:
        """The edges, as (node, number of the edge), on walks from node 0 to an accepting one."""
        # Only the nodes that are met cost anything: from most squares a long word ends early.
        seen, met = self._forward(edges, steps, work)
        into: dict[int, list[tuple[int, int, int]]] = {node: [] for node in met}
        for node in met:
            for number, (index, target) in enumerate(edges[node]):
                if seen[target]:
                    into[target].append((index, node, number))
        useful = set()
        good = dict.fromkeys(met, 0)
        fresh = {node: seen[node] if accepting[node] else 0 for node in met}
        queue = [-node for node, squares in fresh.items() if squares]
        heapify(queue)
        while queue:
            target = -heappop(queue)
            arrived, fresh[target] = fresh[target], 0
            good[target] |= arrived
            work.spend(len(into[target]), self.bits)
            for index, node, number in into[target]:
                shift, mask = steps[index]
                back = arrived & mask
                back = (back >> shift if shift >= 0 else back << -shift) & seen[node]
                if back:
                    useful.add((node, number))
                    back ^= back & good[node]
                    if back:
                        if not fresh[node]:
                            heappush(queue, -node)
                        fresh[node] |= back
        return useful


def useful_edges(
    width: int,
    height: int,
    alphabet: Sequence[Letter],
    edges: Edges,
    accepting: Sequence[bool],
    work: Work,
) -> set[tuple[int, int]]:
    """The edges, as (node, number of the edge), that some walk from some square to acceptance uses.

    When the work runs out, more edges may be returned than those.
    """
    possible = {(node, number) for node, out in enumerate(edges) for number in range(len(out))}
    found: set[tuple[int, int]] = set()
    try:
        groups = _groups(width, height)
        if len(groups) > 1:
            crowd = Lanes(width, height)
            possible = crowd.useful(edges, crowd.steps(alphabet, work), accepting, work)
        for starts in groups:
            if len(found) == len(possible):
                break
            lanes = Lanes(width, height, starts)
            found |= lanes.useful(edges, lanes.steps(alphabet, work), accepting, work)
    except OutOfWorkError:
        return possible
    return found


def by_letter(dfa: Dfa) -> tuple[list[Letter], list[list[tuple[int, int]]]]:
    """The letters of an automaton in order, and for each state its edges."""
    alphabet = sorted({letter for _, letter, _ in dfa.transitions}, key=IN_ORDER)
    index = {letter: i for i, letter in enumerate(alphabet)}
    edges: list[list[tuple[int, int]]] = [[] for _ in range(dfa.state_count)]
    for source, letter, target in dfa.transitions:
        edges[source].append((index[letter], target))
    return alphabet, edges


def squares_of(squares: int) -> Iterator[int]:
    """The numbers of the squares of a set."""
    while squares:
        lowest = squares & -squares
        yield lowest.bit_length() - 1
        squares ^= lowest


@lru_cache(maxsize=64)
def _groups(width: int, height: int) -> tuple[tuple[int, ...], ...]:
    """All squares, in groups that fit side by side.

    Corners, middles of sides and the centre come first, then the rest from the centre outward: what
    is possible at all is mostly possible from one of the first.
    """
    columns, rows = {0, width // 2, width - 1}, {0, height // 2, height - 1}

    def order(square: int) -> tuple[bool, int]:
        y, x = divmod(square, width)
        return not (x in columns and y in rows), abs(2 * x + 1 - width) + abs(2 * y + 1 - height)

    squares = sorted(range(width * height), key=order)
    most = max(_LANE_BITS // (width * height), 1)
    return tuple(tuple(squares[i : i + most]) for i in range(0, len(squares), most))


@lru_cache(maxsize=4096)
def arrivals(width: int, height: int, dx: int, dy: int) -> int:
    """The squares where a step by (dx, dy) can arrive from a square of the board."""
    columns = (1 << width - abs(dx)) - 1 << max(dx, 0)
    rows = ((1 << width * (height - abs(dy))) - 1) // ((1 << width) - 1)
    return columns * rows << width * max(dy, 0)
