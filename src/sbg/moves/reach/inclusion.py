"""Decides whether every move of one automaton, from one square, is also a move of another.

For each state and square of the first automaton we compute what must hold whenever a word has led there: what some
squares contain, and to which states and squares words of the second automaton lead too. Where that leaves a move open,
words of the first automaton are tried one by one, each with all boards on which it can be read; from these boards we
take away, word by word of the second automaton, those on which it can make the same move. Both steps are exact: the
first never says yes wrongly, and the second ends with a board or with none.

What is known of a board is three sets of squares: those that are known to be empty, to hold an opponent's piece, and to
hold an own piece. Sets of squares are ints, bit `y * width + x`.
"""

from __future__ import annotations

from collections import defaultdict, deque
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count
from typing import TypeAlias

from sbg.language.model.regexp import Letter
from sbg.moves.automata import Dfa
from sbg.moves.automata.relaxation import Lanes, Work, by_letter

Known: TypeAlias = tuple[int, int, int]
Node: TypeAlias = tuple[int, int]
"""A state and a square."""

_CONTENTS = "epw"

_MOST_STATES = 100
"""Of an automaton whose states are compared with each other."""


class Walker:
    """An automaton on a board."""

    def __init__(
        self, dfa: Dfa, width: int, height: int, work: Work, possible: Known | None = None
    ) -> None:
        """`possible` are the squares that can be empty, hold an opponent's piece, hold an own piece (any)."""
        self.lanes = Lanes(width, height)
        self.work = work
        self.possible = possible or (self.lanes.everywhere,) * 3
        alphabet, self.edges = by_letter(dfa)
        self.accepting = dfa.accepting
        steps = self.lanes.steps(alphabet, work)
        self.steps = [
            (shift, mask & self.possible[on], on)
            for letter, (shift, mask) in zip(alphabet, steps, strict=False)
            for on in [_CONTENTS.index(letter.on)]
        ]
        self.below = _below(dfa)
        self.ends = [
            self.lanes.everywhere if q in dfa.accepting else 0 for q in range(dfa.state_count)
        ]

    def follow(self, begin: list[int], allowed: Known) -> list[int]:
        """For each state the squares to which words lead when each content may be only on certain squares."""
        return self.lanes.forward(self.edges, self._restricted(allowed), self.work, begin)

    def certain(self, begin: list[int], known: Known) -> list[int]:
        """For each state the squares where words can go on as from there, whatever is not known of the board."""
        met = self.follow(begin, known)
        for state, others in self.below:
            for other in others:
                met[other] |= met[state]
        return met

    def leading_to(self, square: int, begin: list[int], allowed: Known) -> list[int]:
        """For each state the squares from which words can then end on a square, as far as they are met."""
        steps = self._restricted(allowed)
        seen = self.lanes.forward(self.edges, steps, self.work, begin)
        ends = [end & square for end in self.ends]
        return self.lanes.backward(self.edges, steps, seen, ends, self.work)

    def ends_from(self, lanes: Lanes, allowed: Known) -> int:
        """Where moves end that begin in the lanes, with contents only where they are allowed."""
        steps = [(shift, mask * lanes.ones & allowed[on]) for shift, mask, on in self.steps]
        seen = lanes.forward(self.edges, steps, self.work)
        ends = 0
        for state in self.accepting:
            ends |= seen[state]
        return ends

    def _restricted(self, allowed: Known) -> list[tuple[int, int]]:
        return [(shift, mask & allowed[on]) for shift, mask, on in self.steps]

    def at_start(self, start: int) -> list[int]:
        """The beginning of walks from a square."""
        return [1 << start, *[0] * (len(self.edges) - 1)]

    def ends_on(self, seen: list[int], square: int) -> bool:
        """Whether an accepting state is met on a square."""
        return any(seen[state] & square for state in self.accepting)


@dataclass(frozen=True, slots=True)
class Escape:
    """A move of the first automaton that is none of the second: what it needs to know of the board, and its target."""

    known: Known
    target: int
    pieces: int


class Inclusion:
    """The question for one start square."""

    def __init__(self, first: Walker, second: Walker, start: int) -> None:
        self.first, self.second = first, second
        self.start, self.home = start, 1 << start
        self.work = first.work
        self.begin: Known = (0, 0, self.home)
        self.facts: dict[Node, tuple[Known, list[int]]] = {}
        self.open: set[tuple[int, int, int]] = (
            set()
        )  # edges that may end a move that is not followed
        self.stays = False  # whether standing still is such a move
        self._cover()
        self.leads_on = self._leading_on()

    @property
    def proven(self) -> bool:
        """Whether every move is known to be followed."""
        return not self.open and not self.stays

    def _arrival(self, at: int, index: int) -> int:
        """The square, as a set, that a step leads to; 0 if it leads off the board."""
        shift, mask, _ = self.first.steps[index]
        here = 1 << at
        return (here << shift if shift >= 0 else here >> -shift) & mask

    def _cover(self) -> None:
        first, second = self.first, self.second
        reached = second.certain(second.at_start(self.start), self.begin)
        self.stays = 0 in first.accepting and not second.ends_on(reached, self.home)
        origin = (0, self.start)
        self.facts[origin] = self.begin, reached
        queue = deque([origin])
        waiting = {origin}
        while queue:
            node = queue.popleft()
            waiting.discard(node)
            state, at = node
            known, reached = self.facts[node]
            self.work.spend(1, 0)
            for number, (index, target) in enumerate(first.edges[state]):
                square = self._arrival(at, index)
                after = _with(known, first.steps[index][2], square) if square else None
                if after is None:
                    continue
                led = reached if after == known else second.certain(reached, after)
                if target in first.accepting:
                    if second.ends_on(led, square):
                        self.open.discard((state, at, number))
                    else:
                        self.open.add((state, at, number))
                arrived = (target, square.bit_length() - 1)
                if arrived in self.facts:
                    before, others = self.facts[arrived]
                    e, p, w = (a & b for a, b in zip(before, after, strict=True))
                    common = [a & b for a, b in zip(others, led, strict=True)]
                    if (e, p, w) == before and common == others:
                        continue
                    self.facts[arrived] = (e, p, w), common
                else:
                    self.facts[arrived] = after, led
                if arrived not in waiting:
                    waiting.add(arrived)
                    queue.append(arrived)

    def _leading_on(self) -> set[Node]:
        """From where words may still lead to an open edge."""
        before: defaultdict[Node, list[Node]] = defaultdict(list)
        for state, at in self.facts:
            for index, target in self.first.edges[state]:
                square = self._arrival(at, index)
                if square:
                    before[target, square.bit_length() - 1].append((state, at))
        good = {(state, at) for state, at, _ in self.open}
        queue = list(good)
        for node in queue:  # grows while we walk it
            for earlier in before[node]:
                if earlier not in good:
                    good.add(earlier)
                    queue.append(earlier)
        return good

    def escape(self, most: int) -> Escape | None:
        """A move that is not followed, on a board with so many pieces at most beside the moving one."""
        first = self.first
        if self.stays:
            found = self._refute(self.begin, self.home, most)
            if found:
                return found
        number = count()
        heap = [(0, next(number), 0, self.start, self.begin)] if self.leads_on else []
        seen = {(0, self.start, self.begin)}
        while heap:
            _, _, state, at, known = heappop(heap)
            self.work.spend(1, 0)
            for edge, (index, target) in enumerate(first.edges[state]):
                square = self._arrival(at, index)
                after = _with(known, first.steps[index][2], square) if square else None
                if after is None:
                    continue
                pieces = self._pieces(after)
                if pieces > most:
                    continue
                if (state, at, edge) in self.open:
                    found = self._refute(after, square, most)
                    if found:
                        return found
                node = (target, square.bit_length() - 1, after)
                if node[:2] in self.leads_on and node not in seen:
                    seen.add(node)
                    heappush(heap, (pieces, next(number), *node))
        return None

    def _pieces(self, known: Known) -> int:
        return (known[1] | known[2]).bit_count() - 1  # but for the moving one

    def _refute(self, known: Known, square: int, most: int) -> Escape | None:
        """A board of those known so far on which no word of the second automaton ends on a square."""
        stack = [known]
        while stack:
            known = stack.pop()
            if self._pieces(known) > most:
                continue
            asked = self._cheapest(known, square)
            if asked is None:
                return Escape(known, square.bit_length() - 1, self._pieces(known))
            # Each board that is left holds something else on one of the squares that the word asks for.
            boards = []
            fixed = known
            for on, other in enumerate(asked):
                while other:
                    place = other & -other
                    other ^= place
                    for instead in range(3):
                        if instead != on and place & self.first.possible[instead]:
                            board = _with(fixed, instead, place)
                            assert board is not None
                            boards.append(board)
                    after = _with(fixed, on, place)
                    assert after is not None
                    fixed = after
            stack += reversed(boards)
        return None

    def _cheapest(self, known: Known, square: int) -> Known | None:
        """What a word of the second automaton that ends on a square asks for beyond what is known, at least."""
        second = self.second
        e, p, w = known
        allowed = ~(p | w), ~(e | w), ~(e | p)
        good = second.leading_to(square, second.at_start(self.start), allowed)
        nothing: Known = (0, 0, 0)
        number = count()
        heap = [(0, next(number), 0, self.start, nothing)] if good[0] & self.home else []
        least: defaultdict[Node, list[Known]] = defaultdict(list)
        while heap:
            _, _, state, at, asked = heappop(heap)
            if any(not _beyond(other, asked) for other in least[state, at]):
                continue
            least[state, at].append(asked)
            here = 1 << at
            if here == square and state in second.accepting:
                return asked
            self.work.spend(len(second.edges[state]), 0)
            for index, target in second.edges[state]:
                shift, mask, on = second.steps[index]
                to = (here << shift if shift >= 0 else here >> -shift) & mask & allowed[on]
                if to & good[target]:
                    after = asked if to & known[on] else _with(asked, on, to)
                    if after is not None:
                        cost = (after[0] | after[1] | after[2]).bit_count()
                        heappush(heap, (cost, next(number), target, at + shift, after))
        return None


def _below(dfa: Dfa) -> list[tuple[int, list[int]]]:
    """States with those others of which they accept all words; not for a large automaton, where it would cost much."""
    if dfa.state_count > _MOST_STATES:
        return []
    out: list[dict[Letter, int]] = [{} for _ in range(dfa.state_count)]
    for source, letter, target in dfa.transitions:
        out[source][letter] = target
    states = range(dfa.state_count)
    below = {
        (low, high)
        for low in states
        for high in states
        if low != high
        and (low not in dfa.accepting or high in dfa.accepting)
        and out[low].keys() <= out[high].keys()
    }
    while True:
        gone = {
            (low, high)
            for low, high in below
            if any(
                target != out[high][letter] and (target, out[high][letter]) not in below
                for letter, target in out[low].items()
            )
        }
        if not gone:
            break
        below -= gone
    found: defaultdict[int, list[int]] = defaultdict(list)
    for low, high in sorted(below):
        found[high].append(low)
    return list(found.items())


def _with(known: Known, on: int, square: int) -> Known | None:
    """What is known when a square holds a content too; None if it is known to hold another."""
    e, p, w = known
    if on == 0:
        return None if square & (p | w) else (e | square, p, w)
    if on == 1:
        return None if square & (e | w) else (e, p | square, w)
    return None if square & (e | p) else (e, p, w | square)


def _beyond(some: Known, others: Known) -> bool:
    """Whether some ask for anything that the others do not."""
    return any(a & ~b for a, b in zip(some, others, strict=True))
