"""What observations leave open about a rule, each case with a position that would settle it.

The class that is declared: single moves by a displacement onto a square of one content, whatever is between; for those
that the rule has, also with nothing straight between; and its rides, if they went one step further. For each of them,
what was seen shows that it is legal, shows that it is not, or leaves it open. A narrower rule, with more conditions, is
never settled by finitely many positions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from math import gcd
from random import Random
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sbg.language.model import Concat, Coordinates, Description, Letter, Regexp, Sum
from sbg.language.model.notation import square_name, write_fen
from sbg.moves import automata
from sbg.moves.automata import Dfa
from sbg.moves.reach.armies import Armies
from sbg.moves.shapes.paths import Vector
from sbg.study.learn import walks
from sbg.study.learn.evidence import (
    CONTENTS,
    Bits,
    Boards,
    Evidence,
    Indices,
    Views,
    lowest,
    packed,
)
from sbg.study.learn.movement import Movement
from sbg.study.observe.data import Ply

_HOLDS = {"e": "an empty square", "p": "an opponent's piece", "w": "an own piece"}
_MOST_BYTES = 4_000_000
"""Of boards with one more piece that are tried for witnesses, for each colour."""


@dataclass(frozen=True, slots=True)
class Alternative:
    """A move by a displacement onto a content, and a position in which it tells two rules apart."""

    displacement: Vector
    on: str
    fen: str
    move: str

    def __str__(self) -> str:
        dx, dy = self.displacement
        return f"({dx},{dy}) onto {_HOLDS[self.on]}: `{self.move}` in `{self.fen}`"

    def to_dict(self) -> dict[str, Any]:
        """The same as plain values."""
        return {
            "displacement": list(self.displacement),
            "on": self.on,
            "fen": self.fen,
            "move": self.move,
        }


class Armed:
    """Where pieces of a game can ever stand and move; a piece on a goal square has ended the game."""

    def __init__(self, description: Description) -> None:
        self.description = description
        self.width = description.width
        height = description.height
        self.armies = Armies(description, _compiled(description))
        self._stands = {
            letter: self._wide(self.armies.stands(letter)) for letter in self.armies.individuals
        }
        self._sides = {white: self._wide(self.armies.stand(white)) for white in (True, False)}
        self._board = self._wide((1 << self.width * height) - 1)

    def _wide(self, squares: int) -> int:
        """A set of squares with a margin beside each row, so that no displacement leads from row to row."""
        row = (1 << self.width) - 1
        return sum(
            (squares >> y * self.width & row) << y * 2 * self.width
            for y in range(self.description.height)
        )

    def ends(self, letter: str, square: Coordinates) -> bool:
        """Whether a piece can ever move to a square."""
        return bool(self.armies.ends(letter) >> square[1] * self.width + square[0] & 1)

    def tells(
        self, letter: str, displacement: Vector, on: str, origins: Squares | None = None
    ) -> bool:
        """Whether play may come to a position where a piece could move by a displacement onto a content."""
        dx, dy = displacement
        if origins is None:
            starts = {True: self._board, False: self._board}
        else:  # as the player sees them
            starts = {
                white: self._wide(packed((origins if white else origins[::-1]).ravel()))
                for white in (True, False)
            }
        for own in (letter, letter.lower()):
            white = own.isupper()
            theirs = self._board if on == "e" else self._sides[white == (on == "w")]
            by = 2 * self.width * (dy if white else -dy) + dx
            before = theirs >> by if by >= 0 else theirs << -by
            if before & self._stands.get(own, 0) & starts[white]:
                return True
        return False


def _compiled(description: Description) -> dict[str, Dfa]:
    return automata.compile(description)


Squares: TypeAlias = NDArray[np.bool_]
"""Squares as [y, x]."""

Cases = tuple[tuple[Alternative, ...], tuple[Alternative, ...], tuple[Alternative, ...]]
"""What is assumed, open and hidden."""


def judge(description: Description, views: Views, found: Sequence[Movement]) -> dict[str, Cases]:
    """The alternatives of each piece that was seen to move."""
    armed = Armed(description)
    return {one.letter: _cases(armed, views, one) for one in found if one.moves}


def _cases(armed: Armed, views: Views, one: Movement) -> Cases:
    witness = Witness(views.width, views.height, one.letter, one.rule)
    assumed: list[Alternative] = []
    unsettled: list[Alternative] = []
    hidden: list[Alternative] = []
    for displacement, on, is_assumed, origins in _unsettled(views, one, witness):
        found = witness.find(displacement, on, is_assumed, origins)
        if found is None:
            continue
        if is_assumed:
            assumed.append(found)
        elif armed.tells(one.letter, displacement, on, origins):
            unsettled.append(found)
        else:
            hidden.append(found)
    return tuple(assumed), tuple(unsettled), tuple(hidden)


def _unsettled(
    views: Views, one: Movement, witness: Witness
) -> Iterator[tuple[Vector, str, bool, Squares | None]]:
    """Displacements with contents of which nothing was seen, whether the rule allows the move, and from where."""
    chunks = views.parts(one.letter)
    possible = witness.displacements()
    near_first = sorted(
        (
            (dx, dy)
            for dy in range(1 - views.height, views.height)
            for dx in range(1 - views.width, views.width)
        ),
        key=lambda d: (max(abs(d[0]), abs(d[1])), abs(d[0]) + abs(d[1]), -d[1], d[0]),
    )
    around = np.zeros((2 * views.height, 2 * views.width), np.uint8)
    for evidence in chunks:
        around |= evidence.around
    moving = {there for evidence in chunks for there in evidence.legal}

    def told(
        there: Vector, on: str, legal: bool, clear: bool = False
    ) -> list[tuple[Evidence, Bits]]:
        """Where a move is known to be legal, or not to be, perhaps only where nothing is in its way."""
        return [
            (evidence, bits & evidence.at(there, on) & (_clear(evidence, there) if clear else -1))
            for evidence in chunks
            for known in (evidence.legal.get(there, 0),)
            for bits in (known if legal else evidence.complete & ~known,)
        ]

    for there in near_first:
        seen = int(around[there[1] + views.height, there[0] + views.width])
        for bit, on in enumerate(CONTENTS) if there != (0, 0) else ((2, "w"),):
            allowed, refuted = False, bool(seen >> bit & 1)
            if there in moving:
                allowed, refuted = (
                    any(b for _, b in told(there, on, may)) for may in (True, False)
                )
            if (there, on) not in possible:
                if not allowed and not (refuted and _ends(chunks, there, on, possible)):
                    yield there, on, False, None
                continue
            if not allowed:
                yield there, on, True, None
                continue
            # The same move where nothing is in its way: a move of its own, which a longer ride has and a hop lacks.
            clear = witness.clear(there, on)
            if gcd(*there) > 1 and not any(bits for _, bits in told(there, on, clear, True)):
                yield there, on, clear, None
                continue
            for origins, may in zip(witness.gated(there, on) or (), (True, False), strict=False):
                known = told(there, on, may, True)
                untold = origins & (sum(each.by_origin(bits) for each, bits in known) == 0)
                if untold.any():
                    yield there, on, may, untold
                    break


def _ends(
    chunks: Sequence[Evidence], there: Vector, on: str, possible: Set[tuple[Vector, str]]
) -> bool:
    """Whether no ride of the rule can be one longer and come to a displacement that it does not reach."""
    for times in range(2, gcd(*there) + 1):
        dx, dy = there[0] // times, there[1] // times
        rides = gcd(*there) % times == 0 and any(((dx, dy), each) in possible for each in CONTENTS)
        rides = rides and all(((dx * n, dy * n), on) in possible for n in range(2, times))
        if rides and not any(_ended(evidence, (dx, dy), on, times) for evidence in chunks):
            return False
    return True


def _ended(evidence: Evidence, by: Vector, on: str, first: int) -> bool:
    """Whether so many steps or more were seen not to be possible, though nothing is in their way."""
    free = evidence.complete
    for times in range(1, max(evidence.width, evidence.height)):
        there = by[0] * times, by[1] * times
        if times >= first and free & evidence.at(there, on) & ~evidence.legal.get(there, 0):
            return True
        free &= evidence.at(there, "e")
    return False


def _clear(evidence: Evidence, there: Vector) -> Bits:
    """Where all squares straight between a piece and a displacement are empty."""
    times = gcd(*there) or 1
    dx, dy = there[0] // times, there[1] // times
    bits = evidence.all
    for number in range(1, times):
        bits &= evidence.at((dx * number, dy * number), "e") if bits else 0
    return bits


class Witness:
    """Positions in which a rule, and the same rule with or without a single move, differ."""

    def __init__(self, width: int, height: int, letter: str, rule: Regexp | None) -> None:
        self.width, self.height, self.letter = width, height, letter
        boards, places = self._drawn(rule)
        nothing = Ply((), 0, None, frozenset(), False)
        views = Views(width, height, boards, [nothing] * len(boards))
        self._evidence = Evidence(views, places)
        self._moves = walks.rule(self._evidence, rule)

    def displacements(self) -> set[tuple[Vector, str]]:
        """The moves that the rule allows on some of the boards that are tried."""
        return {
            (there, on)
            for there, bits in self._moves.items()
            for on in CONTENTS
            if bits & self._evidence.at(there, on)
        }

    def clear(self, there: Vector, on: str) -> bool:
        """Whether the rule allows a move where nothing is in its way."""
        said = self._moves.get(there, 0)
        return bool(said and said & self._evidence.at(there, on) & _clear(self._evidence, there))

    def gated(self, there: Vector, on: str) -> tuple[Squares, Squares] | None:
        """The squares from which the rule allows a move with nothing in its way, and those from which it does not.

        None if there are not both.
        """
        said = self._moves.get(there, 0)
        if not said:
            return None
        ready = self._evidence.at(there, on) & (_clear(self._evidence, there) if any(there) else 0)
        may = self._evidence.by_origin(ready & said) > 0
        must_not = (self._evidence.by_origin(ready & ~said) > 0) & ~may
        return (may, must_not) if may.any() and must_not.any() else None

    def find(
        self, displacement: Vector, on: str, allowed: bool, origins: Squares | None = None
    ) -> Alternative | None:
        """A position in which the rule allows a move onto a content, or forbids it, with few pieces."""
        if not allowed and displacement not in self._moves:
            return self._plain(displacement, on)
        bits = self._evidence.at(displacement, on)
        said = self._moves.get(displacement, 0)
        bits &= said if allowed else ~said
        if origins is not None:
            home = self._evidence.places
            bits &= packed(origins[home[:, 1], home[:, 2]])
        if not bits:
            return None
        number = lowest(bits)  # boards with fewer pieces come first
        i, y, x = map(int, self._evidence.places[number])
        rows = tuple(bytes(row).decode() for row in self._evidence.views.boards[i][::-1])
        target = x + displacement[0], y + displacement[1]
        move = square_name((x, y)) + square_name(target)
        return Alternative(displacement, on, write_fen(rows, 0), move)

    def _plain(self, displacement: Vector, on: str) -> Alternative | None:
        """The piece alone on the board, but for what its target holds."""
        dx, dy = displacement
        x, y = max(0, -dx), max(0, -dy)
        if abs(dx) >= self.width or abs(dy) >= self.height:
            return None
        rows = ["." * self.width] * self.height
        held = {"e": "", "p": self.letter.lower(), "w": self.letter}[on]
        for (column, row), letter in (((x, y), self.letter), ((x + dx, y + dy), held)):
            if letter:
                at = self.height - 1 - row
                rows[at] = rows[at][:column] + letter + rows[at][column + 1 :]
        move = square_name((x, y)) + square_name((x + dx, y + dy))
        return Alternative(displacement, on, write_fen(tuple(rows), 0), move)

    def _drawn(self, rule: Regexp | None) -> tuple[Boards, Indices]:
        """Boards with the piece and none, one, those that a word asks for, and others; where it stands on each."""
        size = self.width * self.height
        random = np.random.default_rng(ord(self.letter))
        both = np.array([ord(self.letter), ord(self.letter.lower())], np.uint8)
        every = np.arange(size)
        most = min(64, max(1, _MOST_BYTES // size**2))
        starts = every if size <= most else np.sort(random.choice(every, most, replace=False))
        alone = np.full((size, size), ord("."), np.uint8)
        parts, homes = [alone], [every]
        for letter in both[::-1]:
            start, other = (side.ravel() for side in np.meshgrid(starts, every, indexing="ij"))
            pair = np.full((len(start), size), ord("."), np.uint8)
            pair[np.arange(len(start)), other] = letter
            parts.append(pair)
            homes.append(start)
        asked = [] if rule is None else list(_asked(rule, self.width, self.height))
        if asked:
            words = np.full((len(asked), size), ord("."), np.uint8)
            for row, (_, squares) in enumerate(asked):
                for square, on in squares.items():
                    if on != "e":
                        words[row, square] = both["wp".index(on)]
            parts.append(words)
            homes.append(np.array([origin for origin, _ in asked]))
        for share in (0.05, 0.1, 0.2, 0.4):
            many = np.full((300, size), ord("."), np.uint8)
            held = random.random((300, size)) < share
            many[held] = random.choice(both, int(held.sum()))
            parts.append(many)
            homes.append(random.choice(every, 300))
        boards, home = np.concatenate(parts), np.concatenate(homes)
        boards[np.arange(len(boards)), home] = both[0]
        places = np.stack([np.arange(len(boards)), home // self.width, home % self.width], axis=1)
        return boards.reshape(-1, self.height, self.width), places


_MOST_WORDS = 100
"""Words that are drawn of each part of a rule."""


def _asked(rule: Regexp, width: int, height: int) -> Iterator[tuple[int, dict[int, str]]]:
    """For words of a rule an origin and what squares of the board have to hold, drawn by chance."""
    random = Random(0)
    known = set()
    for part in rule.parts if isinstance(rule, Sum) else (rule,):
        for _ in range(_MOST_WORDS):
            held = {(0, 0): "w"}
            x = y = 0
            fits = True
            for letter in _word(part, random):
                x, y = x + letter.dx, y + letter.dy
                fits = fits and held.setdefault((x, y), letter.on) == letter.on
            left, right = min(x for x, _ in held), max(x for x, _ in held)
            low, high = min(y for _, y in held), max(y for _, y in held)
            key = tuple(sorted(held.items()))
            if not fits or right - left >= width or high - low >= height or key in known:
                continue
            known.add(key)
            x = min(max(width // 2, -left), width - 1 - right)
            y = min(max(height // 2, -low), height - 1 - high)
            here = {(y + dy) * width + x + dx: on for (dx, dy), on in held.items()}
            yield y * width + x, here


def _word(rule: Regexp, random: Random) -> Iterator[Letter]:
    """A word of a rule, drawn by chance."""
    if isinstance(rule, Letter):
        yield rule
    elif isinstance(rule, Sum):
        yield from _word(random.choice(rule.parts), random)
    elif isinstance(rule, Concat):
        for part in rule.parts:
            yield from _word(part, random)
    elif rule.count is not None:
        for _ in range(rule.count):
            yield from _word(rule.body, random)
    else:
        while random.random() < _AGAIN:
            yield from _word(rule.body, random)


_AGAIN = 0.6
"""How likely a loop goes on."""
