"""What observations leave open about a rule, each case with a position that would settle it.

The class that is declared: single moves by a displacement onto a square of one content. For each of them, what was seen
shows that it is legal, shows that it is not, or leaves it open. A narrower rule, with more conditions, is never
settled by finitely many positions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from sbg import automata
from sbg.automata import Dfa
from sbg.learning import walks
from sbg.learning.evidence import CONTENTS, Boards, Evidence, Indices, Views, lowest
from sbg.learning.movement import Movement
from sbg.model import Coordinates, Description, Regexp, SquareGoal
from sbg.model.notation import square_name, write_fen
from sbg.observations.data import Ply
from sbg.reach.armies import Armies
from sbg.shapes.paths import Vector

_HOLDS = {"e": "an empty square", "p": "an opponent's piece", "w": "an own piece"}
_MOST_BYTES = 16_000_000
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
        self.armies = Armies(description, _compiled(description))
        self.winning: dict[str, int] = {}
        for goal in description.goals:
            if isinstance(goal, SquareGoal):
                bits = sum(1 << y * self.width + x for x, y in goal.squares)
                self.winning[goal.piece] = self.winning.get(goal.piece, 0) | bits

    def ends(self, letter: str, square: Coordinates) -> bool:
        """Whether a piece can ever move to a square."""
        return bool(self.armies.ends(letter) >> square[1] * self.width + square[0] & 1)

    def stands(self, letter: str) -> int:
        """The squares on which a piece can stand while the game goes on."""
        places = 0
        for one in self.armies.individuals.get(letter, ()):
            places |= one.reach.stands
        start = self.armies.starts.get(letter, 0)
        return places & ~self.winning.get(letter, 0) | start

    def tells(self, letter: str, displacement: Vector, on: str) -> bool:
        """Whether play may come to a position where a piece could move by a displacement onto a content."""
        width, height = self.width, self.description.height
        dx, dy = displacement
        for own in (letter, letter.lower()):
            forward = dy if own.isupper() else -dy
            theirs = 0
            for other in self.armies.individuals:
                if other.isupper() == (own.isupper() if on == "w" else own.islower()):
                    theirs |= self.stands(other)
            stands = self.stands(own)
            for y in range(height):
                for x in range(width):
                    tx, ty = x + dx, y + forward
                    if not (stands >> y * width + x & 1 and 0 <= tx < width and 0 <= ty < height):
                        continue
                    if on == "e" or theirs >> ty * width + tx & 1:
                        return True
        return False


def _compiled(description: Description) -> dict[str, Dfa]:
    return automata.compile(description)


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
    for displacement, on, is_assumed in _unsettled(views, one, witness):
        found = witness.find(displacement, on, is_assumed)
        if found is None:
            continue
        if not armed.tells(one.letter, displacement, on):
            hidden.append(found)
        elif is_assumed:
            assumed.append(found)
        else:
            unsettled.append(found)
    return tuple(assumed), tuple(unsettled), tuple(hidden)


def _unsettled(views: Views, one: Movement, witness: Witness) -> Iterator[tuple[Vector, str, bool]]:
    """Displacements with contents of which nothing was seen, and whether the rule allows the move."""
    chunks = views.parts(one.letter)
    said = [walks.rule(evidence, one.rule) for evidence in chunks]
    possible = witness.displacements()
    near_first = sorted(
        (
            (dx, dy)
            for dy in range(1 - views.height, views.height)
            for dx in range(1 - views.width, views.width)
        ),
        key=lambda d: (max(abs(d[0]), abs(d[1])), abs(d[0]) + abs(d[1]), -d[1], d[0]),
    )
    for there in near_first:
        for on in CONTENTS if there != (0, 0) else "w":
            allowed = refuted = False
            for evidence, moves in zip(chunks, said, strict=True):
                at = evidence.at(there, on)
                legal = evidence.legal.get(there, 0)
                allowed |= bool(at & legal)
                refuted |= bool(at & evidence.complete & ~legal & ~moves.get(there, 0))
            if not allowed and (there, on) in possible:
                yield there, on, True
            elif not refuted and not allowed:
                yield there, on, False


class Witness:
    """Positions in which a rule, and the same rule with or without a single move, differ."""

    def __init__(self, width: int, height: int, letter: str, rule: Regexp | None) -> None:
        self.width, self.height, self.letter = width, height, letter
        boards, places = self._drawn()
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

    def find(self, displacement: Vector, on: str, allowed: bool) -> Alternative | None:
        """A position in which the rule allows a move onto a content, or forbids it, with few pieces."""
        bits = self._evidence.at(displacement, on)
        said = self._moves.get(displacement, 0)
        bits &= said if allowed else ~said
        if not bits:
            return None
        number = lowest(bits)  # boards with fewer pieces come first
        i, y, x = map(int, self._evidence.places[number])
        rows = tuple(bytes(row).decode() for row in self._evidence.views.boards[i][::-1])
        target = x + displacement[0], y + displacement[1]
        move = square_name((x, y)) + square_name(target)
        return Alternative(displacement, on, write_fen(rows, 0), move)

    def _drawn(self) -> tuple[Boards, Indices]:
        """Boards with the piece and none, one, and several others; where the piece stands on each."""
        size = self.width * self.height
        random = np.random.default_rng(ord(self.letter))
        both = np.array([ord(self.letter), ord(self.letter.lower())], np.uint8)
        every = np.arange(size)
        most = min(64, max(1, _MOST_BYTES // size**2))
        starts = every if size <= most else np.sort(random.choice(every, most, replace=False))
        alone = np.full((len(starts), size), ord("."), np.uint8)
        parts, homes = [alone], [starts]
        for letter in both[::-1]:
            start, other = (side.ravel() for side in np.meshgrid(starts, every, indexing="ij"))
            pair = np.full((len(start), size), ord("."), np.uint8)
            pair[np.arange(len(start)), other] = letter
            parts.append(pair)
            homes.append(start)
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
