"""What can ever happen to each piece of a game: where it can go, and whether it can be captured.

Pieces are told apart by the squares on which they begin: a goal may ask for more captures of a
letter than there are pieces of it that can be captured.
"""

from __future__ import annotations

from dataclasses import dataclass

from sbg.language.model import Description, SquareGoal
from sbg.moves.automata import Dfa
from sbg.moves.automata.relaxation import OutOfWorkError, Work, squares_of
from sbg.moves.reach.walks import Reach, Walks, upside_down

_WORK = 1 << 29
"""Work for where each piece can go, for one game: about a quarter of a second."""

_CROWD_WORK = _WORK // 64
"""Work for where the pieces of one letter might go together, once the other is used up."""


@dataclass(frozen=True, slots=True)
class Individual:
    """One piece of the initial position."""

    letter: str
    reach: Reach
    capturable: bool


class Armies:
    """All pieces of a game and what they can do; squares are as white sees them."""

    def __init__(self, description: Description, automata: dict[str, Dfa]) -> None:
        self.width, self.height = description.width, description.height
        self.everywhere = (1 << self.width * self.height) - 1
        self.work = Work(_WORK)
        self.walks = {
            letter: Walks(dfa, self.width, self.height, self.work)
            for letter, dfa in automata.items()
        }
        self.winning: dict[str, int] = {}
        for goal in description.goals:
            if isinstance(goal, SquareGoal):
                bits = sum(1 << y * self.width + x for x, y in goal.squares)
                self.winning[goal.piece] = self.winning.get(goal.piece, 0) | bits
        self.steps = {
            letter: {(step.dx, step.dy) for _, step, _ in dfa.transitions}
            for letter, dfa in automata.items()
        }
        self.starts: dict[str, int] = {}
        for y, row in enumerate(reversed(description.rows)):
            for x, letter in enumerate(row):
                if letter != ".":
                    here = 1 << y * self.width + x
                    self.starts[letter] = self.starts.get(letter, 0) | here
        reaches = {letter: self._reaches(letter) for letter in self.starts}
        white = [reach for letter in reaches if letter.isupper() for reach in reaches[letter]]
        black = [reach for letter in reaches if letter.islower() for reach in reaches[letter]]
        self.individuals: dict[str, list[Individual]] = {}
        for own, opponents in ((white, black), (black, white)):
            captures = _Captures(own, opponents)
            for letter, several in reaches.items():
                if letter.isupper() == (own is white):
                    self.individuals[letter] = [
                        Individual(letter, reach, captures.reach(reach)) for reach in several
                    ]

    def count(self, letter: str) -> int:
        """How many of a piece stand on the board at first."""
        return self.starts.get(letter, 0).bit_count()

    def only_backward(self, letter: str) -> bool:
        """Whether no step of the piece goes forward, and some go backward."""
        rows = {dy for _, dy in self.steps.get(letter.upper(), ())}
        return bool(rows) and max(rows) <= 0 > min(rows)

    def capturable(self, letter: str) -> int:
        """How many of them can be captured."""
        return sum(one.capturable for one in self.individuals.get(letter, ()))

    def ends(self, letter: str) -> int:
        """The squares on which a move of the piece can end."""
        ends = 0
        for one in self.individuals.get(letter, ()):
            ends |= one.reach.ends
        return ends

    def stands(self, letter: str) -> int:
        """Where a piece can stand while the game goes on: one that came to a goal square has ended it."""
        places = 0
        for one in self.individuals.get(letter, ()):
            places |= one.reach.stands
        return places & ~self.winning.get(letter, 0) | self.starts.get(letter, 0)

    def stand(self, white: bool) -> int:
        """The squares on which any piece of a player can stand while the game goes on."""
        places = 0
        for letter in self.individuals:
            if letter.isupper() == white:
                places |= self.stands(letter)
        return places

    def may_run_out_of_moves(self) -> bool:
        """Whether some player may have no legal move, as far as we know.

        A player always has one when a piece of his cannot be captured and has a move from every
        square on which it can stand, whatever stands on the others.
        """
        try:
            return not all(
                any(
                    self._always_moves(one)
                    for several in self.individuals.values()
                    for one in several
                    if one.letter.isupper() == white and not one.capturable
                )
                for white in (True, False)
            )
        except OutOfWorkError:
            return True

    def _always_moves(self, one: Individual) -> bool:
        walks = self.walks.get(one.letter.upper())
        stands = self._as_owner(one.letter, one.reach.stands)
        return walks is not None and walks.always_moves(stands)

    def white_is_stuck(self) -> bool:
        """Whether white, as far as we know, has no legal move in the initial position."""
        contents = {"w": 0, "p": 0}
        for letter, squares in self.starts.items():
            contents["w" if letter.isupper() else "p"] |= squares
        contents["e"] = self.everywhere & ~contents["w"] & ~contents["p"]
        for letter, squares in self.starts.items():
            try:
                if letter in self.walks and self.walks[letter].can_move(squares, contents):
                    return False
            except OutOfWorkError:
                return True
        return True

    def _reaches(self, letter: str) -> list[Reach]:
        """What each piece of a letter can do."""
        starts = self._as_owner(letter, self.starts[letter])
        walks = self.walks.get(letter.upper())
        if walks is None:
            return [Reach(1 << start, 0, 0, 0) for start in squares_of(self.starts[letter])]
        try:
            reaches = [walks.reach(start) for start in squares_of(starts)]
        except OutOfWorkError:
            reaches = [self._together(walks, starts)] * starts.bit_count()
        if letter.isupper():
            return reaches
        turned = {reach: reach.turned(self.width, self.height) for reach in set(reaches)}
        return [turned[reach] for reach in reaches]

    def _together(self, walks: Walks, starts: int) -> Reach:
        """What pieces might do together: more than they can, but it costs less to find out."""
        left, walks.work = walks.work, Work(_CROWD_WORK)
        try:
            return walks.reach_of_crowd(starts)
        except OutOfWorkError:
            return Reach(self.everywhere, self.everywhere, self.everywhere, self.everywhere)
        finally:
            walks.work = left

    def _as_owner(self, letter: str, squares: int) -> int:
        """Squares as the owner of a piece sees them."""
        return squares if letter.isupper() else upside_down(squares, self.width, self.height)


class _Captures:
    """Where the pieces of one player can be captured."""

    def __init__(self, own: list[Reach], opponents: list[Reach]) -> None:
        self.by_opponents = 0
        for reach in opponents:
            self.by_opponents |= reach.takes
        # A piece does not capture itself: where only one own piece can capture, that one is safe.
        self.by_one = self.by_two = 0
        for reach in own:
            self.by_two |= self.by_one & reach.takes_own
            self.by_one |= reach.takes_own

    def reach(self, piece: Reach) -> bool:
        """Whether a piece can be captured somewhere."""
        by_others = self.by_two | self.by_one & ~piece.takes_own
        return bool(piece.stands & (self.by_opponents | by_others))
