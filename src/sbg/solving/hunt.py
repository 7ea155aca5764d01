"""How an army wins against a lone man: a plan that does not ask where he is.

The army makes one move after the other, chosen beforehand. The *room* is the set of squares on which the lone man may
be after his moves so far. Where the army attacks him, it captures him; what he captures is guarded, so that he is
recaptured; and so the room shrinks until it is empty. Such a plan is a proof with a few thousand positions where a
search of positions would need billions. It is found by a beam search, smallest rooms first.

The plan only proposes moves. The strategy that is made from it is built with the rules themselves, reply by reply, so
that a plan that overlooks something gives an error, and no wrong result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from sbg.engine import Position
from sbg.errors import SbgError
from sbg.model import Colour, CountGoal, Move, SquareGoal, opponent
from sbg.solving.certificate import Entry
from sbg.solving.limit import unlimited
from sbg.solving.strategy import OracleError, longest_line, winning
from sbg.solving.walks import Walks

Report = Callable[[int, int, int], object]
"""Is told the moves of the army so far, the squares of the smallest room, and the plans that were kept."""

WIDTH = 20
"""Plans that are kept after each move."""


class NoPlanError(SbgError, ValueError):
    """No plan was found; the message says why."""


@dataclass(frozen=True, slots=True)
class _Step:
    """One move of the army, and what it leaves."""

    men: tuple[str, ...]
    """A letter for each square before the move; an empty string where there is none."""
    room: int
    move: tuple[int, int]
    before: _Step | None


@dataclass(frozen=True)
class Hunted:
    """A plan that works: the strategy of the army, by board, and the plies that it takes at most."""

    army: Colour
    entries: dict[bytes, Entry]
    plies: int
    line: tuple[Move, ...]
    moves: int
    """How many moves the plan has; the last one is followed by the capture."""


def hunt(start: Position, width: int = WIDTH, report: Report | None = None) -> Hunted:
    """Find a plan with which an army wins against a lone man; NoPlanError if there seems to be none."""
    search = Hunt(start, width)
    left = start.game.turn_limit - start.ply
    steps = list(search.search(max(left // 2 - 1, 0), report))
    entries, plies = winning(unlimited(start), search.army, _Oracle(search, steps[::-1]))
    if plies > left:
        raise NoPlanError(f"the plan takes {plies} plies, but the turn limit leaves {left}")
    return Hunted(
        search.army, entries, plies, longest_line(start, search.army, entries), len(steps)
    )


class _Oracle:
    """The moves of a plan: capture the lone man if you can, else what the plan says."""

    def __init__(self, search: Hunt, steps: list[_Step]) -> None:
        self._search = search
        self._plan: dict[tuple[str, ...], list[_Step]] = {}
        for step in steps:
            self._plan.setdefault(step.men, []).append(step)

    def __call__(self, position: Position) -> Move:
        board = "".join(reversed(position.rows))
        lone = board.index(self._search.letter)
        width = position.game.width
        square = lone % width, lone // width
        for move in position.moves:
            if move.target == square and move.origin != square:
                return move
        men = tuple("" if found in (".", self._search.letter) else found for found in board)
        # Where men come back to the same squares, the later step is nearer to the end.
        for step in reversed(self._plan.get(men, [])):
            if step.room >> lone & 1:
                origin, target = step.move
                return Move((origin % width, origin // width), (target % width, target // width))
        raise OracleError(f"the plan has no answer to `{position.fen}`")


class Hunt:
    """The search for a plan."""

    def __init__(self, start: Position, width: int = WIDTH) -> None:
        self.start, self.game = start, start.game
        self.squares = self.game.width * self.game.height
        self.width = width
        board = "".join(reversed(start.rows))
        sides = [
            [
                square
                for square, letter in enumerate(board)
                if letter.isalpha() and letter.isupper() == upper
            ]
            for upper in (True, False)
        ]
        alone = [len(men) == 1 for men in sides]
        if not any(alone) or len(sides[0]) == len(sides[1]):
            raise NoPlanError("a hunt needs a player with a single man, and another with more")
        self.lone: Colour = "white" if alone[0] else "black"
        self.army: Colour = opponent(self.lone)
        self.home = sides[0 if self.lone == "white" else 1][0]
        self.letter = board[self.home]
        self.men = tuple(
            "" if not letter.isalpha() or square == self.home else letter
            for square, letter in enumerate(board)
        )
        self._walks = Walks(self.game)
        self._known: dict[tuple[str, ...], int] = {}
        self._read_goals()

    def _read_goals(self) -> None:
        """Where the lone man wins, and of which men the army must not lose one more."""
        havens, fatal = 0, set()
        for goal in self.game.goals:
            if isinstance(goal, CountGoal) and goal.piece != self.letter:
                if self.men.count(goal.piece) - 1 == goal.count:
                    fatal.add(goal.piece)
            elif isinstance(goal, SquareGoal) and goal.piece == self.letter:
                for x, y in goal.squares:
                    havens |= 1 << (y * self.game.width + x)
        self.havens, self.vital = havens, frozenset(fatal)

    def search(self, moves: int, report: Report | None = None) -> Iterator[_Step]:
        """The steps of a plan of at most so many moves of the army, the last one first; or NoPlanError."""
        room = 1 << self.home
        if self.start.turn == self.lone:
            flown = self._flee(self.men, room)
            if flown is None:
                raise NoPlanError("the lone man wins, or captures something at once")
            room = flown
        beam: list[tuple[tuple[str, ...], int, _Step | None]] = [
            (self.men, room & ~self._guarded(self.men), None)
        ]
        seen: dict[tuple[str, ...], list[int]] = {}
        for number in range(moves):
            found: dict[tuple[tuple[str, ...], int], tuple[tuple[int, int], _Step]] = {}
            for men, room, last in beam:
                for origin, target, after in self._moves(men, room):
                    flown = self._flee(after, room)
                    if flown is None:
                        continue
                    left = flown & ~self._guarded(after)
                    step = _Step(men, room, (origin, target), last)
                    if not left:
                        return _backwards(step)
                    if (after, left) in found or any(
                        left & old == old for old in seen.get(after, ())
                    ):
                        continue
                    free = self.squares - (self._guarded(after) | _taken(after)).bit_count()
                    found[after, left] = (left.bit_count(), free), step
            best = sorted(found.items(), key=lambda item: item[1][0])[: self.width]
            if not best:
                raise NoPlanError(f"there is no safe move after {number} moves")
            beam = [(men, room, step) for (men, room), (_, step) in best]
            for men, room, _ in beam:
                seen.setdefault(men, []).append(room)
            if report is not None:
                report(number + 1, best[0][1][0][0], len(beam))
        raise NoPlanError(
            f"no plan of {moves} moves was found; the smallest room has {beam[0][1].bit_count()} squares"
        )

    # -- the army

    def _guarded(self, men: tuple[str, ...]) -> int:
        """The squares where the army would capture the lone man, those of its own men included."""
        if men not in self._known:
            taken = _taken(men)
            self._known[men] = 0
            for square, letter in enumerate(men):
                if letter:
                    attacks, _ = self._walks.reach(letter, square, taken & ~(1 << square))
                    self._known[men] |= attacks
        return self._known[men]

    def _moves(self, men: tuple[str, ...], room: int) -> Iterator[tuple[int, int, tuple[str, ...]]]:
        """The moves that are legal wherever in his room the lone man is."""
        taken = _taken(men)
        for square, letter in enumerate(men):
            if not letter:
                continue
            for target, way in self._walks.reach(letter, square, taken & ~(1 << square))[1]:
                if way & room or target == square:
                    continue
                after = list(men)
                after[square], after[target] = "", letter
                yield square, target, tuple(after)

    # -- the lone man

    def _flee(self, men: tuple[str, ...], room: int) -> int | None:
        """Where he may be after his move; None if he can win, or capture what is not guarded."""
        taken = _taken(men)
        reached = self._walks.spread(self.letter, room, taken)
        if reached & self.havens:
            return None
        captured = reached & taken
        if captured & ~self._guarded(men):
            return None
        if any(men[square] in self.vital for square in _bits(captured)):
            return None
        return reached & ~taken


def _taken(men: tuple[str, ...]) -> int:
    return sum(1 << square for square, letter in enumerate(men) if letter)


def _bits(squares: int) -> Iterator[int]:
    while squares:
        low = squares & -squares
        yield low.bit_length() - 1
        squares ^= low


def _backwards(step: _Step | None) -> Iterator[_Step]:
    while step is not None:
        yield step
        step = step.before
