"""The automaton of a piece and a start square in; where the piece can go from there, and over what, out.

Computed over the product of states and squares, in bit sets: bit `y * width + x` of a state's int says that a word can
lead to this state and this square. The board does not change while a word is read, so a word that meets a square
twice must find the same content there: for each target a word is found that does.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from sbg.automata import Dfa
from sbg.automata.relaxation import arrivals
from sbg.model import Coordinates

Step: TypeAlias = tuple[int, int]
Board: TypeAlias = dict[int, str]
"""What a word asks of squares: for each the content that it must have."""

_STEPS = 400_000
"""Edges that may be followed while words are walked, and again while they are looked at: some tenths of a second."""
_TRIES = 20_000
"""Words that may be tried for targets that the shortest words do not reach without contradiction."""


@dataclass(frozen=True, slots=True)
class Reach:
    """What a piece can do from a square of its board, whatever stands on the others."""

    start: Coordinates
    targets: Mapping[Coordinates, str]
    """For each square the contents, of `e`, `p` and `w`, with which a move may end there."""
    stays: bool
    """Whether the piece may stand still."""
    passed: Mapping[Coordinates, str]
    """For each square the contents with which a move may go on over it, where the content matters."""
    jumped: frozenset[Coordinates]
    """Squares over which a move goes on whatever they hold."""
    lines: frozenset[tuple[Coordinates, Coordinates]]
    """Steps from square to square; those over a jumped square are one step."""
    near: tuple[Coordinates, Coordinates]
    """The lower left and upper right corner of what words of three letters can touch."""
    witnesses: Mapping[tuple[Coordinates, str], Mapping[Coordinates, str]]
    """For a target and a content what must stand where so that the move is legal; the content itself included."""
    exact: bool
    """Whether all was found: False when the rule is so large that the work had to end before."""


@dataclass(frozen=True, slots=True)
class _Edge:
    source: int
    target: int
    shift: int
    mask: int
    step: Step
    on: str

    def forward(self, bits: int) -> int:
        return (bits << self.shift if self.shift >= 0 else bits >> -self.shift) & self.mask

    def backward(self, bits: int) -> int:
        bits &= self.mask
        return bits >> self.shift if self.shift >= 0 else bits << -self.shift


def reach(width: int, height: int, dfa: Dfa, start: Coordinates) -> Reach:
    """What a white piece can do from a square."""
    return _Walk(width, height, dfa, start).result()


class _Walk:
    """One question, and what is known about it so far."""

    def __init__(self, width: int, height: int, dfa: Dfa, start: Coordinates) -> None:
        self.width, self.height = width, height
        self.start = start[1] * width + start[0]
        self.home = 1 << self.start
        self.accepting = dfa.accepting
        self.exact = True
        self.out: list[list[_Edge]] = [[] for _ in range(dfa.state_count)]
        self.into: list[list[_Edge]] = [[] for _ in range(dfa.state_count)]
        for source, letter, target in dfa.transitions:
            mask = arrivals(width, height, letter.dx, letter.dy)
            if letter.on != "w":  # the moving piece stands there
                mask &= ~self.home
            step = (letter.dx, letter.dy)
            shift = letter.dy * width + letter.dx
            edge = _Edge(source, target, shift, mask, step, letter.on)
            self.out[source].append(edge)
            self.into[target].append(edge)
        self.layers: list[dict[int, int]] = []
        self.seen = [0] * dfa.state_count
        self.parents: dict[tuple[int, int], tuple[int, int, str] | None] = {(0, self.start): None}
        self.found: dict[tuple[int, str], Board] = {}
        self.landed = {"e": 0, "p": 0, "w": 0}
        self.onward = [0] * dfa.state_count

    def result(self) -> Reach:
        self._walk()
        self._settle()
        self._go_back()
        passed, jumped = self._passed()
        empty, enemy, own = (self.landed[on] & ~self.home for on in "epw")
        return Reach(
            start=self._square(self.start),
            targets=self._contents({"e": empty, "p": enemy, "w": own}),
            stays=0 in self.accepting or bool(self.landed["w"] & self.home),
            passed=self._contents(passed),
            jumped=frozenset(map(self._square, _bits(jumped))),
            lines=frozenset(self._lines()),
            near=self._near(),
            witnesses={
                (self._square(at), on): {self._square(s): held for s, held in board.items()}
                for (at, on), board in self.found.items()
                if at != self.start
            },
            exact=self.exact,
        )

    def _square(self, at: int) -> Coordinates:
        return at % self.width, at // self.width

    def _contents(self, sets: Mapping[str, int]) -> dict[Coordinates, str]:
        contents: defaultdict[Coordinates, str] = defaultdict(str)
        for on, bits in sets.items():
            for at in _bits(bits):
                contents[self._square(at)] += on
        return dict(contents)

    def _walk(self) -> None:
        """All states and squares that words lead to, by the length of the shortest word."""
        left = _STEPS
        fresh = {0: self.home}
        self.seen[0] = self.home
        while fresh:
            self.layers.append(fresh)
            new: defaultdict[int, int] = defaultdict(int)
            for state, bits in fresh.items():
                left -= len(self.out[state])
                for edge in self.out[state]:
                    arrived = edge.forward(bits) & ~self.seen[edge.target]
                    if arrived:
                        new[edge.target] |= arrived
            for state, bits in new.items():
                self.seen[state] |= bits
            fresh = dict(new)
            if left < 0 and fresh:
                self.layers.append(fresh)
                self.exact = False
                return

    def _settle(self) -> None:
        """Which squares a move can end on, and with what content there."""
        open_ = {"e": 0, "p": 0, "w": 0}
        for state, bits in enumerate(self.seen):
            for edge in self.out[state] if bits else ():
                if edge.target in self.accepting:
                    open_[edge.on] |= edge.forward(bits)
        self._settle_by_shortest(open_)
        if any(open_.values()):
            self._settle_by_trying(open_)
        # What is still open here was neither found nor refuted.
        self.landed = {
            on: open_[on] | sum(1 << at for at, kind in self.found if kind == on) for on in "epw"
        }

    def _settle_by_shortest(self, open_: dict[str, int]) -> None:
        left = _STEPS
        for depth, layer in enumerate(self.layers):
            for state, bits in layer.items():
                for edge in self.out[state]:
                    if edge.target not in self.accepting:
                        continue
                    for at in _bits(edge.forward(bits) & open_[edge.on]):
                        board, spent = self._board(state, at - edge.shift, depth)
                        left -= 1 + spent
                        board = _asked(board, at, edge.on)
                        if board is not None:
                            self.found[at, edge.on] = board
                            open_[edge.on] &= ~(1 << at)
                        if left < 0:
                            self.exact = False
                            return

    def _board(self, state: int, at: int, depth: int) -> tuple[Board | None, int]:
        """What the shortest word to a state and a square asks of the board, None if it contradicts itself."""
        board: Board | None = {}
        spent = 0
        while depth:
            known = self.parents.get((state, at))
            if known is None:
                before = self.layers[depth - 1]
                for edge in self.into[state]:
                    spent += 1
                    if edge.backward(1 << at) & before.get(edge.source, 0):
                        known = self.parents[state, at] = (edge.source, at - edge.shift, edge.on)
                        break
            assert known is not None
            board = _asked(board, at, known[2])
            spent += 1
            state, at = known[:2]
            depth -= 1
        if board is not None:
            board.pop(self.start, None)  # the moving piece, which is there anyway
        return board, spent

    def _settle_by_trying(self, open_: dict[str, int]) -> None:
        """Try words with all that they ask of the board; what is still open when none is left is impossible."""
        useful = self._leading_to(open_)
        queue: deque[tuple[int, int, frozenset[tuple[int, str]]]] = deque()
        queue.append((0, self.start, frozenset()))
        tried = set(queue)
        left = _STEPS
        while queue and any(open_.values()):
            state, at, asked = queue.popleft()
            board = dict(asked)
            left -= len(self.out[state])
            if left < 0 or len(tried) >= _TRIES:
                self.exact = False
                return
            for edge in self.out[state]:
                if not edge.forward(1 << at):
                    continue
                to = at + edge.shift
                held = board.get(to)
                if held not in (None, edge.on):
                    continue
                after = asked if to == self.start or held else asked | {(to, edge.on)}
                if edge.target in self.accepting and open_[edge.on] >> to & 1:
                    self.found[to, edge.on] = dict(after)
                    open_[edge.on] &= ~(1 << to)
                if useful[edge.target] >> to & 1 and (edge.target, to, after) not in tried:
                    tried.add((edge.target, to, after))
                    queue.append((edge.target, to, after))
        if self.exact:
            for on in open_:
                open_[on] = 0

    def _leading_to(self, landings: Mapping[str, int]) -> list[int]:
        """For each state the squares from which at least one more letter leads to such a landing."""
        onward = [0] * len(self.out)
        queue: deque[int] = deque()
        waiting = set()
        for edges in self.out:
            for edge in edges:
                if edge.target in self.accepting:
                    new = edge.backward(landings[edge.on]) & self.seen[edge.source]
                    if new & ~onward[edge.source]:
                        onward[edge.source] |= new
                        if edge.source not in waiting:
                            waiting.add(edge.source)
                            queue.append(edge.source)
        left = 2 * _STEPS
        while queue:
            state = queue.popleft()
            waiting.discard(state)
            left -= len(self.into[state])
            if left < 0:
                self.exact = False
                return onward
            for edge in self.into[state]:
                new = edge.backward(onward[state]) & self.seen[edge.source]
                if new & ~onward[edge.source]:
                    onward[edge.source] |= new
                    if edge.source not in waiting:
                        waiting.add(edge.source)
                        queue.append(edge.source)
        return onward

    def _go_back(self) -> None:
        self.onward = self._leading_to(self.landed)

    def _used(self, edge: _Edge, bits: int) -> int:
        """Where a step from these squares arrives, if a move uses it."""
        last = self.landed[edge.on] if edge.target in self.accepting else 0
        return edge.forward(bits) & (self.onward[edge.target] | last)

    def _indifferent(self, state: int) -> set[Step]:
        """The steps of a state that lead on in the same way whatever the square holds."""
        targets: defaultdict[Step, list[int]] = defaultdict(list)
        for edge in self.out[state]:
            targets[edge.step].append(edge.target)
        return {step for step, to in targets.items() if len(to) == 3 and len(set(to)) == 1}

    def _passed(self) -> tuple[dict[str, int], int]:
        passed = {"e": 0, "p": 0, "w": 0}
        jumped = 0
        for state, bits in enumerate(self.seen):
            if bits:
                indifferent = self._indifferent(state)
                for edge in self.out[state]:
                    over = edge.forward(bits) & self.onward[edge.target] & ~self.home
                    if edge.step in indifferent:
                        jumped |= over
                    else:
                        passed[edge.on] |= over
        return passed, jumped

    def _lines(self) -> set[tuple[Coordinates, Coordinates]]:
        """Where a move goes from square to square, a step over a jumped square and the next taken as one."""
        firm = [0] * len(self.out)
        firm[0] = self.home
        indifferent = [
            self._indifferent(state) if bits else set() for state, bits in enumerate(self.seen)
        ]
        for state, bits in enumerate(self.seen):
            for edge in self.out[state] if bits else ():
                if edge.step not in indifferent[state]:
                    firm[edge.target] |= edge.forward(bits)
        pairs: set[tuple[int, int]] = set()
        jumps: set[tuple[int, int, int]] = set()
        left = _STEPS
        for state, bits in enumerate(firm):
            for edge in self.out[state] if bits and left > 0 else ():
                left -= 1
                jump = edge.step in indifferent[state]
                for at in _bits(self._used(edge, bits)):
                    left -= 1
                    if jump and self.onward[edge.target] >> at & 1 and at != self.start:
                        jumps.add((edge.target, at, at - edge.shift))
                    if not jump or edge.target in self.accepting:
                        pairs.add((at - edge.shift, at))
        queue = deque(jumps)
        while queue and left > 0:
            state, at, origin = queue.popleft()
            left -= len(self.out[state])
            for edge in self.out[state]:
                if not self._used(edge, 1 << at):
                    continue
                to = at + edge.shift
                jump = edge.step in indifferent[state] and to != self.start
                further = (edge.target, to, origin)
                if jump and self.onward[edge.target] >> to & 1 and further not in jumps:
                    jumps.add(further)
                    queue.append(further)
                if not jump or edge.target in self.accepting:
                    pairs.add((origin, to))
        if left <= 0:
            self.exact = False
        return {(self._square(a), self._square(b)) for a, b in pairs if a != b}

    def _near(self) -> tuple[Coordinates, Coordinates]:
        touched = self.home
        fresh = {0: self.home}
        for _ in range(3):
            new: defaultdict[int, int] = defaultdict(int)
            for state, bits in fresh.items():
                for edge in self.out[state]:
                    arrived = self._used(edge, bits)
                    touched |= arrived
                    new[edge.target] |= arrived & self.onward[edge.target]
            fresh = {state: bits for state, bits in new.items() if bits}
        squares = [self._square(at) for at in _bits(touched)]
        xs, ys = [x for x, _ in squares], [y for _, y in squares]
        return (min(xs), min(ys)), (max(xs), max(ys))


def _bits(bits: int) -> Iterator[int]:
    """The squares of a set."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


def _asked(board: Board | None, at: int, on: str) -> Board | None:
    """What is asked of the board when a square must hold a content too."""
    if board is None or board.setdefault(at, on) != on:
        return None
    return board
