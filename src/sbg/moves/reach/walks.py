"""Where a piece can ever go and what it can ever capture there, as sets of squares.

All in the relaxation of `sbg.moves.automata.relaxation`: what is impossible here never happens in play.
Sets of squares are ints, bit `y * width + x`. A piece of black walks on the board turned upside
down, where it moves like one of white.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sbg.moves.automata import Dfa
from sbg.moves.automata.relaxation import Lanes, Work, arrivals, by_letter, squares_of

_LANES = 1 << 14
"""Bits of the lanes that are walked at once."""


@dataclass(frozen=True, slots=True)
class Reach:
    """What one piece can do in a game, as sets of squares."""

    stands: int  # where it can stand
    ends: int  # where a move of it can end, if only where it began
    takes: int  # where it can capture a piece of the opponent
    takes_own: int  # where it can capture another piece of its owner

    def turned(self, width: int, height: int) -> Reach:
        """The same on the board turned upside down."""
        sets = (self.stands, self.ends, self.takes, self.takes_own)
        return Reach(*(upside_down(squares, width, height) for squares in sets))


def upside_down(squares: int, width: int, height: int) -> int:
    """A set of squares with the lowest row on top."""
    row = (1 << width) - 1
    turned = 0
    for _ in range(height):
        turned = turned << width | squares & row
        squares >>= width
    return turned


class Walks:
    """The moves of one piece, as white's, from any square."""

    def __init__(self, dfa: Dfa, width: int, height: int, work: Work) -> None:
        self.width, self.height = width, height
        self.work = work
        self.alphabet, self.edges = by_letter(dfa)
        self.accepting = dfa.accepting
        self._known: dict[int, Reach] = {}  # from a square, by moves of one turn

    def reach(self, start: int) -> Reach:
        """All that a piece can do that starts on a square."""
        stands = ends = takes = takes_own = 0
        fresh = 1 << start
        while fresh:
            stands |= fresh
            here = list(squares_of(fresh))
            self._walk_from([square for square in here if square not in self._known])
            self.work.spend(len(here), self.width * self.height)
            for square in here:
                turn = self._known[square]
                ends |= turn.ends
                takes |= turn.takes
                takes_own |= turn.takes_own
            fresh = ends & ~stands
        return Reach(stands, ends, takes, takes_own)

    def reach_of_crowd(self, starts: int) -> Reach:
        """The same for pieces on several squares together; a bit too much, but quick."""
        stands = ends = takes = takes_own = 0
        lanes = Lanes(self.width, self.height)
        fresh = starts
        while fresh:
            stands |= fresh
            lanes.origin = fresh
            turn = self._turn(lanes)
            ends |= turn.ends
            takes |= turn.takes
            takes_own |= turn.takes_own
            fresh = ends & ~stands
        return Reach(stands, ends, takes, takes_own)

    def always_moves(self, stands: int) -> bool:
        """Whether a piece on any one of some squares has a move, whatever the others hold."""
        for starts in self._batches(list(squares_of(stands))):
            lanes = Lanes(self.width, self.height, starts)
            if lanes.home & ~self._sure(lanes):
                return False
        return True

    def _sure(self, lanes: Lanes) -> int:
        """Where walks that begin there can be led to an accepting state against all contents."""
        # By state and step: the states to which the contents lead.
        choices: list[dict[tuple[int, int], dict[str, int]]] = [{} for _ in self.edges]
        for state, out in enumerate(self.edges):
            for index, target in out:
                letter = self.alphabet[index]
                choices[state].setdefault((letter.dx, letter.dy), {})[letter.on] = target
        sure = [lanes.everywhere if q in self.accepting else 0 for q in range(len(self.edges))]
        changed = True
        while changed:
            changed = False
            for state in reversed(range(len(self.edges))):
                self.work.spend(len(self.edges[state]), lanes.bits)
                for (dx, dy), targets in choices[state].items():
                    # The start holds `w`; another square may hold anything, so all must do.
                    good = sure[targets["w"]] if "w" in targets else 0
                    anything = sure[targets["e"]] & sure[targets["p"]] if len(targets) == 3 else 0
                    good &= lanes.home | anything
                    good &= arrivals(self.width, self.height, dx, dy) * lanes.ones
                    shift = dy * self.width + dx
                    good = good >> shift if shift >= 0 else good << -shift
                    if good & ~sure[state]:
                        sure[state] |= good
                        changed = True
        return sure[0]

    def can_move(self, stands: int, contents: Mapping[str, int]) -> bool:
        """Whether a piece on some of the squares has a move, given what every square holds."""
        for starts in self._batches(list(squares_of(stands))):
            lanes = Lanes(self.width, self.height, starts)
            steps = [
                (shift, mask & contents[letter.on] * lanes.ones)
                for letter, (shift, mask) in zip(
                    self.alphabet, lanes.steps(self.alphabet, self.work), strict=False
                )
            ]
            seen = lanes.forward(self.edges, steps, self.work)
            if any(seen[state] for state in self.accepting):
                return True
        return False

    def _batches(self, starts: list[int]) -> Iterator[list[int]]:
        most = max(_LANES // (self.width * self.height), 1)
        for i in range(0, len(starts), most):
            yield starts[i : i + most]

    def _walk_from(self, squares: list[int]) -> None:
        size = self.width * self.height
        board = (1 << size) - 1
        for starts in self._batches(squares):
            turn = self._turn(Lanes(self.width, self.height, starts))
            for lane, start in enumerate(starts):
                shift = lane * size
                self._known[start] = Reach(
                    1 << start,
                    turn.ends >> shift & board,
                    turn.takes >> shift & board,
                    turn.takes_own >> shift & board,
                )

    def _turn(self, lanes: Lanes) -> Reach:
        """What can be done in one turn, for each lane."""
        steps = lanes.steps(self.alphabet, self.work)
        seen = lanes.forward(self.edges, steps, self.work)
        ends = takes = takes_own = 0
        for state in self.accepting:
            ends |= seen[state]
        for state, out in enumerate(self.edges):
            for index, target in out:
                on = self.alphabet[index].on
                if on != "e" and target in self.accepting and seen[state]:
                    shift, mask = steps[index]
                    arrived = seen[state] << shift if shift >= 0 else seen[state] >> -shift
                    if on == "p":
                        takes |= arrived & mask
                    else:
                        takes_own |= arrived & mask & ~lanes.home
        return Reach(lanes.origin, ends, takes, takes_own)
