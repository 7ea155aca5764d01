"""Finds a smallest board on which two automata allow different moves, or proves there is none."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf
from time import monotonic

from sbg.moves.automata import Dfa
from sbg.moves.automata.relaxation import Lanes, OutOfWorkError, Work, squares_of
from sbg.moves.reach.inclusion import Inclusion, Known, Walker

_LANES = 1 << 16
"""Bits of the lanes that are walked at once."""

_SLICE = 0.05
"""Seconds for each start square at first; those that need more get their turn again."""

_FOR_SMALLEST = 2.0
"""Seconds for finding a smaller board than the first one, or as long as it took to find that."""


class Deadline(Work):
    """Work that may go on for so many seconds, or for a slice of them."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self.begin = monotonic()
        self.end = self.slice_end = self.begin + seconds

    def spend(self, edges: int, bits: int) -> None:
        """Raise OutOfWorkError when the slice, or all of the time, is over."""
        if monotonic() > self.slice_end:
            raise OutOfWorkError

    def slice(self, seconds: float) -> None:
        """Work for so long at most, until this is called again."""
        self.slice_end = min(self.end, monotonic() + seconds)

    @property
    def over(self) -> bool:
        """Whether all of the time is over."""
        return monotonic() > self.end

    def hurry(self) -> None:
        """The question is answered; allow some time for a better answer."""
        now = monotonic()
        self.end = min(self.end, now + max(now - self.begin, _FOR_SMALLEST))
        self.slice_end = self.end


@dataclass(frozen=True, slots=True)
class Odd:
    """A move that only one of two automata allows, as white's, with what must stand where.

    `known` are the squares that must be empty, hold an opponent's piece, and hold an own piece, the moving one among
    them; the others may be empty.
    """

    origin: int
    target: int
    known: Known
    by_first: bool
    pieces: int
    """On the board beside the moving one."""
    smallest: bool
    """Whether no board with fewer pieces has such a move; False when there was no time to find out."""


def difference(
    width: int,
    height: int,
    first: Dfa,
    second: Dfa,
    work: Deadline,
    within: Within | None = None,
) -> Odd | None:
    """A move that only one of two automata allows, None when they allow the same on every board.

    `within` narrows the boards that count. OutOfWorkError when that could not be decided in time.
    """
    if first == second:
        return None
    work.slice(inf)
    if within is not None:
        return _narrowed(width, height, (first, second), work, within)
    walkers = (Walker(first, width, height, work), Walker(second, width, height, work))
    return _with_pieces(walkers, 0, 0) or _Search(walkers, work).result()


@dataclass(frozen=True, slots=True)
class Within:
    """Boards that count: where the moving piece may stand, and which squares can hold what, each by itself."""

    origins: int
    possible: Known
    """The squares that can be empty, hold an opponent's piece, and hold an own piece."""


def _narrowed(
    width: int, height: int, dfas: tuple[Dfa, Dfa], work: Deadline, within: Within
) -> Odd | None:
    """As `difference`, on some boards alone; not the smallest one."""
    for origin in squares_of(within.origins):
        empty, opponents, own = within.possible
        possible = empty, opponents, own | 1 << origin
        walkers = [Walker(dfa, width, height, work, possible) for dfa in dfas]
        for one, other in (walkers, walkers[::-1]):
            question = Inclusion(one, other, origin)
            found = None if question.proven else question.escape(width * height)
            if found is not None:
                by_first = one is walkers[0]
                return Odd(origin, found.target, found.known, by_first, found.pieces, False)
    return None


class _Search:
    """A search for boards with pieces beside the moving one, from every square.

    Some squares take very long and others no time at all. Each gets a slice of time, then those that are left get a
    longer one.
    """

    def __init__(self, walkers: tuple[Walker, Walker], work: Deadline) -> None:
        self.walkers, self.work = walkers, work
        self.best: Odd | None = None
        self.known: dict[tuple[int, bool], Inclusion] = {}

    def result(self) -> Odd | None:
        """The best that was found; OutOfWorkError when the question is still open."""
        board = self.walkers[0].lanes
        squares = _centre_first(board.width, board.height)
        left = [(origin, by_first) for origin in squares for by_first in (True, False)]
        seconds = _SLICE
        while left:
            left = [question for question in left if not self._answer(*question, seconds)]
            if left and self.work.over:
                if self.best is None:
                    raise OutOfWorkError
                return self.best
            seconds *= 4
        return self.best and replace(self.best, smallest=True)

    def _answer(self, origin: int, by_first: bool, seconds: float) -> bool:
        """Find all that is better than the best so far, for moves from one square; False if it takes longer."""
        if self._smallest:
            return True
        self.work.slice(seconds)
        try:
            question = self.known.get((origin, by_first))
            if question is None:
                one, other = self.walkers if by_first else reversed(self.walkers)
                question = self.known[origin, by_first] = Inclusion(one, other, origin)
            while not question.proven and not self._smallest:
                most = question.first.lanes.size if self.best is None else self.best.pieces - 1
                found = question.escape(most)
                if found is None:
                    break
                self._keep(Odd(origin, found.target, found.known, by_first, found.pieces, False))
        except OutOfWorkError:
            return False
        return True

    @property
    def _smallest(self) -> bool:
        """Whether the best can be no better: one piece is least, for none was not enough."""
        return self.best is not None and self.best.pieces == 1

    def _keep(self, odd: Odd) -> None:
        answered = self.best is not None
        self.best = odd
        if not answered:
            self.work.hurry()
            self.best = _with_one_piece(self.walkers) or odd
        self.best = _with_fewer(self.walkers, self.best)


def _centre_first(width: int, height: int) -> list[int]:
    def off_centre(square: int) -> int:
        return abs(2 * (square % width) + 1 - width) + abs(2 * (square // width) + 1 - height)

    return sorted(range(width * height), key=off_centre)


def _with_one_piece(walkers: tuple[Walker, Walker]) -> Odd | None:
    """A move that only one allows when one piece is on the board beside the moving one."""
    for square in range(walkers[0].lanes.size):
        found = _with_pieces(walkers, 1 << square, 0) or _with_pieces(walkers, 0, 1 << square)
        if found:
            return found
    return None


def _with_fewer(walkers: tuple[Walker, Walker], odd: Odd) -> Odd:
    """A board with as few pieces as one gets by taking off one after the other."""
    again = True
    while again:
        again = False
        _, opponents, own = odd.known
        own &= ~(1 << odd.origin)
        for square in squares_of(opponents | own):
            left = ~(1 << square)
            found = _with_pieces(walkers, opponents & left, own & left)
            if found:
                odd, again = replace(found, smallest=False), True
                break
    return odd


def _with_pieces(walkers: tuple[Walker, Walker], opponents: int, own: int) -> Odd | None:
    """A move that only one allows when these pieces are on the board beside the moving one, from any square."""
    board = walkers[0].lanes
    squares = _centre_first(board.width, board.height)
    batch = max(_LANES // board.size, 1)
    for first in range(0, board.size, batch):
        starts = squares[first : first + batch]
        lanes = Lanes(board.width, board.height, starts)
        others = (opponents | own) * lanes.ones | lanes.home
        allowed = (
            lanes.everywhere & ~others,
            opponents * lanes.ones & ~lanes.home,
            own * lanes.ones | lanes.home,
        )
        ends = [walker.ends_from(lanes, allowed) for walker in walkers]
        odd = ends[0] ^ ends[1]
        if odd:
            place = (odd & -odd).bit_length() - 1
            lane, target = divmod(place, board.size)
            home = 1 << starts[lane]
            known = (board.everywhere & ~(opponents | own | home), opponents & ~home, own | home)
            pieces = (known[1] | known[2]).bit_count() - 1
            return Odd(starts[lane], target, known, bool(ends[0] >> place & 1), pieces, True)
    return None
