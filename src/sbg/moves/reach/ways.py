"""Where a piece can go from one square, and which squares it passes, for diagrams.

Computed over the product of states and squares, in bit sets: bit `y * width + x` of a state's int says that a word can
lead to this state and this square. The board does not change while a word is read, so a word that meets a square
twice must find the same content there: for each target a word is found that does.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Mapping
from dataclasses import dataclass

from sbg.language.model import Coordinates
from sbg.moves.automata import Dfa
from sbg.moves.automata.relaxation import Lanes, OutOfWorkError, Work, squares_of
from sbg.moves.reach.product import Board, Edge, Step, Trial, asked, edges_of, try_words

_STEPS = 400_000
"""Edges that may be followed while words are walked, and again while they are looked at: some tenths of a second."""


_WORK = 1 << 33
"""Work for finding out from where words lead on: about as much."""


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


def reach(width: int, height: int, dfa: Dfa, start: Coordinates) -> Reach:
    """What a white piece can do from a square."""
    return _Walk(width, height, dfa, start).result()


class _Walk:
    """One question, and what is known about it so far."""

    def __init__(self, width: int, height: int, dfa: Dfa, start: Coordinates) -> None:
        self.width = width
        self.start = start[1] * width + start[0]
        self.home = 1 << self.start
        self.accepting = dfa.accepting
        self.exact = True
        self.lanes = Lanes(width, height, [self.start])
        self.edges = edges_of(dfa, self.lanes)
        self.out: list[list[Edge]] = [[] for _ in range(dfa.state_count)]
        self.into: list[list[Edge]] = [[] for _ in range(dfa.state_count)]
        for edge in self.edges:
            self.out[edge.source].append(edge)
            self.into[edge.target].append(edge)
        self.layers: list[dict[int, int]] = []
        self.seen = [0] * dfa.state_count
        self.parents: dict[tuple[int, int], tuple[int, int, str]] = {}

    def result(self) -> Reach:
        self._walk()
        self.trial = self._try()
        self.jumping = self._jumping()
        landed = {"e": 0, "p": 0, "w": 0}
        for edge in self.edges:
            landed[edge.on] |= self.trial.last[edge.number]
        passed, jumped = self._passed()
        return Reach(
            start=self._square(self.start),
            targets=self._contents({on: bits & ~self.home for on, bits in landed.items()}),
            stays=0 in self.accepting or bool(landed["w"] & self.home),
            passed=self._contents(passed),
            jumped=frozenset(map(self._square, squares_of(jumped))),
            lines=frozenset(self._lines()),
            near=self._near(),
            witnesses={
                (self._square(at), on): {self._square(s): held for s, held in board.items()}
                for (at, on), board in self.trial.boards.items()
                if at != self.start
            },
            exact=self.exact,
        )

    def _square(self, at: int) -> Coordinates:
        return at % self.width, at // self.width

    def _contents(self, sets: Mapping[str, int]) -> dict[Coordinates, str]:
        contents: defaultdict[Coordinates, str] = defaultdict(str)
        for on, bits in sets.items():
            for at in squares_of(bits):
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

    def _try(self) -> Trial:
        """What moves do, of all words that do not contradict themselves, or else of those that are found to be such."""
        relaxed = {"e": 0, "p": 0, "w": 0}
        for edge in self.edges:
            if edge.target in self.accepting:
                relaxed[edge.on] |= edge.forward(self.seen[edge.source])
        onward = self._leading_to(relaxed)
        count = len(self.edges)
        trial = (
            try_words(self.out, count, self.accepting, self.start, onward) if self.exact else None
        )
        if trial is not None:
            return trial
        # Too many words: each target is to have one, and what leads there is taken without a closer look.
        trial = Trial([0] * count, [0] * count, self._shortest(dict(relaxed)))
        landed = {"e": 0, "p": 0, "w": 0}
        for at, on in trial.boards:
            landed[on] |= 1 << at
        if landed != relaxed:
            self.exact = False
        for edge in self.edges:
            arrived = edge.forward(self.seen[edge.source])
            trial.over[edge.number] = arrived & onward[edge.target]
            if edge.target in self.accepting:
                trial.last[edge.number] = arrived
        return trial

    def _shortest(self, open_: dict[str, int]) -> dict[tuple[int, str], Board]:
        """For targets the boards that the shortest words ask for, where these do not contradict themselves."""
        found = {}
        left = _STEPS
        for depth, layer in enumerate(self.layers):
            for state, bits in layer.items():
                for edge in self.out[state]:
                    if edge.target not in self.accepting:
                        continue
                    for at in squares_of(edge.forward(bits) & open_[edge.on]):
                        board, spent = self._board(state, at - edge.shift, depth)
                        left -= 1 + spent
                        board = asked(board, at, edge.on)
                        if board is not None:
                            found[at, edge.on] = board
                            open_[edge.on] &= ~(1 << at)
                        if left < 0:
                            return found
        return found

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
            board = asked(board, at, known[2])
            spent += 1
            state, at = known[:2]
            depth -= 1
        if board is not None:
            board.pop(self.start, None)  # the moving piece, which is there anyway
        return board, spent

    def _leading_to(self, landings: Mapping[str, int]) -> list[int]:
        """For each state the squares from which at least one more letter leads to such a landing."""
        last = [0] * len(self.out)
        for edge in self.edges:
            if edge.target in self.accepting:
                last[edge.source] |= edge.backward(landings[edge.on])
        steps = [(edge.shift, edge.mask) for edge in self.edges]
        out = [[(edge.number, edge.target) for edge in edges] for edges in self.out]
        try:
            return self.lanes.backward(out, steps, self.seen, last, Work(_WORK))
        except OutOfWorkError:
            self.exact = False
            return self.seen

    def _used(self, edge: Edge, bits: int) -> int:
        """Where a step from these squares arrives, if a move uses it."""
        trial = self.trial
        return edge.forward(bits) & (trial.over[edge.number] | trial.last[edge.number])

    def _jumping(self) -> set[int]:
        """The edges that lead on in the same way whatever the square holds."""
        same: defaultdict[tuple[int, Step, int], list[int]] = defaultdict(list)
        for edge in self.edges:
            same[edge.source, edge.step, edge.target].append(edge.number)
        return {number for numbers in same.values() if len(numbers) == 3 for number in numbers}

    def _passed(self) -> tuple[dict[str, int], int]:
        passed = {"e": 0, "p": 0, "w": 0}
        jumped = 0
        for edge in self.edges:
            over = self.trial.over[edge.number] & ~self.home
            if edge.number in self.jumping:
                jumped |= over
            else:
                passed[edge.on] |= over
        return passed, jumped

    def _lines(self) -> set[tuple[Coordinates, Coordinates]]:
        """Where a move goes from square to square, a step over a jumped square and the next taken as one."""
        over = self.trial.over
        firm = [0] * len(
            self.out
        )  # where a state is met by a step that is not over a jumped square
        firm[0] = self.home
        for edge in self.edges:
            arrived = over[edge.number]
            firm[edge.target] |= arrived & self.home if edge.number in self.jumping else arrived
        pairs: set[tuple[int, int]] = set()
        seen: set[tuple[int, int, int]] = set()
        queue: deque[tuple[int, int, int]] = deque()
        left = _STEPS

        def follow(edge: Edge, at: int, origin: int) -> None:
            if not self._used(edge, 1 << at):
                return
            to = at + edge.shift
            if edge.number in self.jumping and to != self.start:
                jump = (edge.target, to, origin)
                if over[edge.number] >> to & 1 and jump not in seen:
                    seen.add(jump)
                    queue.append(jump)
                if not self.trial.last[edge.number] >> to & 1:
                    return
            pairs.add((origin, to))

        for state, bits in enumerate(firm):
            for edge in self.out[state] if bits and left > 0 else ():
                for at in squares_of(edge.backward(self._used(edge, bits))):
                    left -= 1
                    follow(edge, at, at)
        while queue and left > 0:
            state, at, origin = queue.popleft()
            left -= len(self.out[state])
            for edge in self.out[state]:
                follow(edge, at, origin)
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
                    new[edge.target] |= arrived & self.trial.over[edge.number]
            fresh = {state: bits for state, bits in new.items() if bits}
        squares = [self._square(at) for at in squares_of(touched)]
        xs, ys = [x for x, _ in squares], [y for _, y in squares]
        return (min(xs), min(ys)), (max(xs), max(ys))
