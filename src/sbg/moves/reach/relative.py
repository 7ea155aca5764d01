"""Walks an automaton over a board from all start squares at once, to see where each can lead.

A word that has been read so far has led to a state and away from the start by a displacement; for each state and
displacement a set of start squares says where that is possible. Most rules have few displacements, so this costs
little even on a large board. Sets of squares are ints, bit `y * width + x`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from sbg.moves.automata import Dfa
from sbg.moves.automata.relaxation import Work, arrivals

Ends: TypeAlias = dict[int, int]
"""For each displacement by which a move can lead away, the start squares from which it can."""

Needs: TypeAlias = frozenset[tuple[int, str]]
"""What a word asks of squares, as displacements with their contents."""


@dataclass(frozen=True, slots=True)
class Step:
    """A transition: the displacement that it adds, the content that it asks for, and the next state."""

    delta: int
    on: str
    target: int


class Relative:
    """The walks of one white piece on a board. A displacement is an int, `dy * span + dx`."""

    def __init__(self, dfa: Dfa, width: int, height: int) -> None:
        self.dfa, self.width, self.height = dfa, width, height
        self.span = 4 * width  # twice what two displacements can add up to: no two of them coincide
        self.center = self.span * (height - 1) + self.span // 2
        self.everywhere = (1 << width * height) - 1
        self.out: list[list[Step]] = [[] for _ in range(dfa.state_count)]
        for source, letter, target in dfa.transitions:
            delta = letter.dy * self.span + letter.dx
            self.out[source].append(Step(delta, letter.on, target))
        self._room: dict[int, int] = {}

    def split(self, displacement: int) -> tuple[int, int]:
        """The columns and rows of a displacement."""
        dy, dx = divmod(displacement + self.span // 2, self.span)
        return dx - self.span // 2, dy

    def room(self, displacement: int) -> int:
        """The squares from which a displacement leads to a square of the board."""
        known = self._room.get(displacement)
        if known is None:
            dx, dy = self.split(displacement)
            inside = abs(dx) < self.width and abs(dy) < self.height
            known = arrivals(self.width, self.height, -dx, -dy) if inside else 0
            self._room[displacement] = known
        return known

    def relaxed(self, work: Work) -> Ends:
        """Where moves can lead if squares may change while a word is read; the start always holds the piece."""
        room, bits = self.room, self.width * self.height
        merged = [_merged(steps) for steps in self.out]
        first = (self.dfa.start, 0)
        seen = {first: 0}
        fresh = {first: self.everywhere}
        queue = deque([first])
        while queue:
            node = queue.popleft()
            starts = fresh.pop(node)
            seen[node] |= starts
            state, at = node
            work.spend(len(merged[state]), bits)
            for delta, target, returns in merged[state]:
                to = at + delta
                if to == 0 and not returns:
                    continue
                after = (target, to)
                new = starts & room(to) & ~seen.setdefault(after, 0)
                if new:
                    if after in fresh:
                        fresh[after] |= new
                    else:
                        fresh[after] = new
                        queue.append(after)
        ends: Ends = {}
        for (state, at), starts in seen.items():
            if starts and state in self.dfa.accepting:
                ends[at] = ends.get(at, 0) | starts
        return ends

    def without_word(self, wanted: Ends, work: Work, thorough: bool) -> Ends:
        """Those of the wanted ends for which no word was found that asks one content of each square.

        Unless thorough, only the first word to each state and square is followed, so some of those may have a word.
        """
        later = self._later(work)
        pending = dict(wanted)
        state = self.dfa.start
        if state in self.dfa.accepting:
            pending.pop(0, None)
        Node: TypeAlias = tuple[int, int, Needs]
        first: Node = (state, 0, frozenset())
        seen: dict[Node | tuple[int, int], int] = {}
        fresh: dict[Node, int] = {first: self.everywhere}
        queue = deque([first])
        while queue and pending:
            node = queue.popleft()
            starts = fresh.pop(node)
            state, at, needs = node
            key = node if thorough else (state, at)
            starts &= ~seen.get(key, 0)
            seen[key] = seen.get(key, 0) | starts
            if not starts:
                continue
            held = dict(needs)
            work.spend(len(self.out[state]) * (1 + len(held)), 0)
            for step in self.out[state]:
                to = at + step.delta
                new = starts & self.room(to)
                if not new or (step.on != "w" if to == 0 else held.get(to, step.on) != step.on):
                    continue
                if to in pending and step.target in self.dfa.accepting:
                    pending[to] &= ~new
                    if not pending[to]:
                        del pending[to]
                asked = needs if to == 0 else needs | {(to, step.on)}
                kept = frozenset(
                    (place, on)
                    for place, on in asked
                    if later[step.target][on] >> self.center + place - to & 1
                )
                after = (step.target, to, kept)
                if after in fresh:
                    fresh[after] |= new
                else:
                    fresh[after] = new
                    queue.append(after)
        return pending

    def repeats(self, work: Work) -> bool:
        """Whether a word may meet a square, other than the start, twice and ask two contents of it."""
        later = self._later(work)
        return any(
            later[step.target][step.on] >> self.center & 1 for steps in self.out for step in steps
        )

    def _later(self, work: Work) -> list[dict[str, int]]:
        """For each state and content, where a word may still ask for another content.

        Bit `center + displacement` of an int stands for the square at this displacement from the present one.
        """
        rows = 2 * self.height - 1
        row = (1 << 2 * self.width - 1) - 1 << self.center % self.span - self.width + 1
        inside = row * (((1 << self.span * rows) - 1) // ((1 << self.span) - 1))
        into: list[list[tuple[int, int]]] = [[] for _ in self.out]
        asked = [dict.fromkeys("epw", 0) for _ in self.out]
        fresh: dict[tuple[int, str], int] = {}
        for source, steps in enumerate(self.out):
            for step in steps:
                into[step.target].append((step.delta, source))
                key = (source, step.on)
                fresh[key] = fresh.get(key, 0) | 1 << self.center + step.delta
        queue = deque(fresh)
        while queue:
            key = queue.popleft()
            places = fresh.pop(key)
            state, on = key
            asked[state][on] |= places
            work.spend(len(into[state]), inside.bit_length())
            for shift, source in into[state]:
                new = (places << shift if shift >= 0 else places >> -shift) & inside
                new &= ~asked[source][on]
                if new:
                    key = (source, on)
                    if key in fresh:
                        fresh[key] |= new
                    else:
                        fresh[key] = new
                        queue.append(key)
        return [
            {
                "e": sets["p"] | sets["w"],
                "p": sets["e"] | sets["w"],
                "w": sets["e"] | sets["p"],
            }
            for sets in asked
        ]


def _merged(steps: Iterable[Step]) -> list[tuple[int, int, bool]]:
    """Steps to one square and state as one: the displacement, the state, and whether the start will do."""
    returns: dict[tuple[int, int], bool] = {}
    for step in steps:
        key = (step.delta, step.target)
        returns[key] = returns.get(key, False) or step.on == "w"
    return [(*key, back) for key, back in returns.items()]
