"""Which pieces a game has, which squares each can ever reach, and the symmetries of its rules.

Squares are numbered as the engine does it: a1, b1, … row by row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from sbg.engine import Game, Position
from sbg.engine.native import piece_codes
from sbg.language.model import CountGoal, SquareGoal
from sbg.moves.reach import pairs
from sbg.moves.reach.armies import Armies


@dataclass(frozen=True, slots=True)
class Kind:
    """Men of one letter, on squares that they cannot leave: bishops on the squares of one colour are a kind.

    All men of a letter that cannot leave their squares at all are one kind too.
    """

    letter: str
    code: int
    squares: tuple[int, ...]
    least: int
    """So many are never captured."""
    men: int
    """How many there are at first."""

    @property
    def white(self) -> bool:
        """Whose men they are."""
        return self.letter.isupper()


class Men:
    """The men of a position and all that they can do, in the relaxation of `sbg.reach`."""

    def __init__(self, start: Position) -> None:
        self.game = start.game
        self.width, self.height = start.game.width, start.game.height
        self.start = start
        codes = piece_codes(self.game.description)
        board = "".join(reversed(start.rows))
        self.counts = {letter: board.count(letter) for letter in codes if letter in board}
        self.goals = _goals(self.game)
        self.moves = {
            letter: [(int(a), int(b)) for a, b in rows] for letter, rows in self._pairs.items()
        }
        captured = self._capturable()
        kinds: list[Kind] = []
        for letter, total in self.counts.items():
            starts = {i for i, found in enumerate(board) if found == letter}
            domain = self._domain(letter, starts)
            fatal = [n for n in self._fatal(letter) if n < total]
            least = max(fatal) + 1 if fatal else 0
            for part in self._parts(letter, domain):
                men = len(starts & part)
                # What is known of the letter as a whole: so many of the kind are left at least.
                kept = max(men - (total - least), 0) if letter in captured else men
                kinds.append(Kind(letter, codes[letter], tuple(sorted(part)), kept, men))
        self.kinds = tuple(kinds)

    @cached_property
    def _pairs(self) -> Mapping[str, Iterable[tuple[int, int]]]:
        found = pairs(self.game)
        return {letter: found[letter].tolist() for letter in found.letters if letter in self.counts}

    def least(self, letter: str) -> int:
        """How many men of a letter there are as long as the game goes on."""
        fatal = [n for n in self._fatal(letter) if n < self.counts[letter]]
        return max(fatal) + 1 if fatal else 0

    def _fatal(self, letter: str) -> set[int]:
        return self.goals[1].get(letter, set())

    def _capturable(self) -> set[str]:
        """The letters of which some man may be captured, wherever men are within their domains."""
        description = replace(self.game.description, rows=self.start.rows)
        armies = Armies(description, dict(self.game.automata)).individuals
        reach = {letter: [one.reach for one in armies[letter]] for letter in self.counts}
        found = set()
        for letter in self.counts:
            taken = 0
            for other, several in reach.items():
                if other.isupper() != letter.isupper():
                    taken |= _union(one.takes for one in several)
                elif other != letter or self.counts[letter] > 1:
                    taken |= _union(one.takes_own for one in several)
            if taken & _union(one.stands for one in reach[letter]):
                found.add(letter)
        return found

    def _domain(self, letter: str, starts: set[int]) -> set[int]:
        """Where men can be as long as the game goes on: it ends when one moves to a goal."""
        goal = self.goals[0].get(letter, set())
        steps: dict[int, list[int]] = {}
        for origin, target in self.moves.get(letter, ()):
            if target not in goal:
                steps.setdefault(origin, []).append(target)
        found, fresh = set(starts), list(starts)
        while fresh:
            for target in steps.get(fresh.pop(), ()):
                if target not in found:
                    found.add(target)
                    fresh.append(target)
        return found

    def _parts(self, letter: str, domain: set[int]) -> list[set[int]]:
        """A domain, cut into parts that no move connects; squares that no man leaves are one part together."""
        near: dict[int, set[int]] = {square: set() for square in domain}
        for origin, target in self.moves.get(letter, ()):
            if origin in domain and target in domain:
                near[origin].add(target)
                near[target].add(origin)
        parts = []
        left = set(domain)
        while left:
            part, fresh = set(), [min(left)]
            while fresh:
                square = fresh.pop()
                if square not in part:
                    part.add(square)
                    fresh.extend(near[square] - part)
            left -= part
            parts.append(part)
        single = set[int]().union(*(part for part in parts if len(part) == 1))
        parts = [part for part in parts if len(part) > 1]
        return [*parts, single] if single else parts

    def inner_moves(self, kind: Kind) -> list[tuple[int, int]]:
        """The moves of a kind after which the game may go on."""
        squares = set(kind.squares)
        return [
            (origin, target)
            for origin, target in self.moves.get(kind.letter, ())
            if origin in squares and target in squares
        ]

    @cached_property
    def steps(self) -> dict[Kind, int | None]:
        """How many moves one man of a kind can make at most; None if it can go in circles."""
        return {kind: _longest(kind.squares, self.inner_moves(kind)) for kind in self.kinds}

    @cached_property
    def wins_at_once(self) -> frozenset[tuple[int, int]]:
        """Codes and squares of men that win whenever it is their move: a step to a goal, whatever is there."""
        found = set()
        for kind in self.kinds:
            dfa = self.game.automata.get(kind.letter.upper())
            if dfa is None:
                continue
            forward = 1 if kind.white else -1
            steps: dict[tuple[int, int], set[str]] = {}
            for source, letter, target in dfa.transitions:
                if source == dfa.start and target in dfa.accepting:
                    steps.setdefault((letter.dx, forward * letter.dy), set()).add(letter.on)
            for square in kind.squares:
                x, y = square % self.width, square // self.width
                for (dx, dy), on in steps.items():
                    inside = 0 <= x + dx < self.width and 0 <= y + dy < self.height
                    target = (y + dy) * self.width + x + dx
                    always = {"e", "p"} <= on and ("w" in on or not self._own(kind, target))
                    if inside and always and target in self.goals[0].get(kind.letter, ()):
                        found.add((kind.code, square))
        return frozenset(found)

    def _own(self, kind: Kind, square: int) -> bool:
        """Whether a man of the same player can be on a square."""
        return any(one.white == kind.white and square in one.squares for one in self.kinds)

    # -- symmetries

    @cached_property
    def flips(self) -> bool:
        """Whether the game is the same with the colours swapped and the board upside down, or turned around."""
        return self._swaps(self.upside_down) or self.turns

    @cached_property
    def turns(self) -> bool:
        """Whether the game is the same with the colours swapped only if the board is turned around."""
        return (
            not self._swaps(self.upside_down)
            and self._rules_mirror()
            and self._swaps(self._turned_around)
        )

    def _swaps(self, square_to: Callable[[int], int]) -> bool:
        kinds = {(kind.letter, kind.squares): kind for kind in self.kinds}
        for kind in self.kinds:
            squares = tuple(sorted(square_to(square) for square in kind.squares))
            other = kinds.get((kind.letter.swapcase(), squares))
            if other is None or (other.men, other.least) != (kind.men, kind.least):
                return False
        return self._goals_map(square_to, str.swapcase)

    def _rules_mirror(self) -> bool:
        """Whether all men move to the left as they do to the right."""
        found = {kind.letter.upper() for kind in self.kinds}
        rules = [self.game.automata.get(letter) for letter in sorted(found)]
        return all(dfa is None or dfa.mirrored(columns=True) == dfa for dfa in rules)

    @cached_property
    def mirrors(self) -> bool:
        """Whether the game is the same with left and right exchanged."""
        for kind in self.kinds:
            if {self.mirror(square) for square in kind.squares} != set(kind.squares):
                return False
        return self._rules_mirror() and self._goals_map(self.mirror, str)

    def upside_down(self, square: int) -> int:
        """The square in the same column, the rows counted from the other end."""
        return (self.height - 1 - square // self.width) * self.width + square % self.width

    def _turned_around(self, square: int) -> int:
        return self.width * self.height - 1 - square

    def swapped(self, square: int) -> int:
        """The square in the image of the board with the colours swapped, if there is one."""
        return self._turned_around(square) if self.turns else self.upside_down(square)

    def mirror(self, square: int) -> int:
        """The square in the same row, the columns counted from the other end."""
        return square - square % self.width + self.width - 1 - square % self.width

    def _goals_map(self, square_to: Callable[[int], int], letter_to: Callable[[str], str]) -> bool:
        squares, counts = self.goals
        letters = set(self.counts)
        for letter in letters:
            other = letter_to(letter)
            if {square_to(square) for square in squares.get(letter, ())} != squares.get(
                other, set()
            ):
                return False
            if counts.get(letter, set()) != counts.get(other, set()):
                return False
        return True


def _goals(game: Game) -> tuple[dict[str, set[int]], dict[str, set[int]]]:
    """The goal squares and the losing counts of each letter."""
    squares: dict[str, set[int]] = {}
    counts: dict[str, set[int]] = {}
    for goal in game.goals:
        if isinstance(goal, SquareGoal):
            found = {y * game.width + x for x, y in goal.squares}
            squares.setdefault(goal.piece, set()).update(found)
        elif isinstance(goal, CountGoal):
            counts.setdefault(goal.piece, set()).add(goal.count)
    return squares, counts


def _union(sets: Iterable[int]) -> int:
    found = 0
    for squares in sets:
        found |= squares
    return found


def _longest(squares: Iterable[int], moves: list[tuple[int, int]]) -> int | None:
    """The longest way through squares; None if there is a circle."""
    after: dict[int, set[int]] = {square: set() for square in squares}
    into = dict.fromkeys(after, 0)
    for origin, target in moves:
        if target not in after[origin]:
            after[origin].add(target)
            into[target] += 1
    length = dict.fromkeys(after, 0)
    ready = [square for square, count in into.items() if not count]
    done = 0
    while ready:
        square = ready.pop()
        done += 1
        for target in after[square]:
            length[target] = max(length[target], length[square] + 1)
            into[target] -= 1
            if not into[target]:
                ready.append(target)
    return max(length.values(), default=0) if done == len(after) else None
