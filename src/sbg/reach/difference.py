"""A smallest board on which two automata allow different moves, or the proof that there is none."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from time import monotonic

from sbg.automata import Dfa
from sbg.automata.relaxation import Lanes, OutOfWorkError, Work, squares_of
from sbg.reach.inclusion import Inclusion, Known, Walker

_LANES = 1 << 16
"""Bits of the lanes that are walked at once."""

_FOR_SMALLEST = 1.0
"""Seconds for finding a smaller board than the first one, or as long as it took to find that."""


class Deadline(Work):
    """Work that may go on for so many seconds."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self.begin = monotonic()
        self.end = self.begin + seconds

    def spend(self, edges: int, bits: int) -> None:
        """Raise OutOfWorkError when the time is over."""
        if monotonic() > self.end:
            raise OutOfWorkError

    def hurry(self) -> None:
        """The question is answered; allow some time for a better answer."""
        now = monotonic()
        self.end = min(self.end, now + max(now - self.begin, _FOR_SMALLEST))


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


def difference(width: int, height: int, first: Dfa, second: Dfa, work: Deadline) -> Odd | None:
    """A move that only one of two automata allows, None when they allow the same on every board.

    OutOfWorkError when that could not be decided in time.
    """
    if first == second:
        return None
    walkers = (Walker(first, width, height, work), Walker(second, width, height, work))
    found = _with_pieces(walkers, 0, 0)
    if found:
        return found
    best: Odd | None = None
    try:
        for origin, by_first in _questions(width, height):
            one, other = walkers if by_first else reversed(walkers)
            question = Inclusion(one, other, origin)
            while not question.proven:
                most = width * height if best is None else best.pieces - 1
                escape = question.escape(most)
                if escape is None:
                    break
                answered = best is not None
                best = Odd(origin, escape.target, escape.known, by_first, escape.pieces, False)
                if not answered:
                    work.hurry()
                    best = _with_one_piece(walkers) or best
                best = _with_fewer(walkers, best)
                if best.pieces == 1:  # none was not enough
                    return replace(best, smallest=True)
    except OutOfWorkError:
        if best is None:
            raise
        return best
    return best and replace(best, smallest=True)


def _questions(width: int, height: int) -> Iterator[tuple[int, bool]]:
    """All start squares, the most central first, and which of the two automata is asked about."""
    for origin in _centre_first(width, height):
        yield origin, True
        yield origin, False


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
