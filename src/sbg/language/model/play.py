"""The values of play that the reference and the engine share: moves, outcomes, and errors.

Squares are (x, y) here; their names (`a1`) are made and read in `sbg.language.model.notation`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from sbg.base.errors import SbgError, mistyped, shown
from sbg.language.model.description import Coordinates
from sbg.language.model.notation import parse_move, square_name

Colour: TypeAlias = Literal["white", "black"]
Reason: TypeAlias = Literal["count", "goal", "no-moves", "turn-limit"]


def owner(letter: str) -> Colour:
    """Whose piece a letter on the board is: White's are in upper case."""
    return "white" if letter.isupper() else "black"


def opponent(player: Colour) -> Colour:
    """The other player."""
    return "black" if player == "white" else "white"


@dataclass(frozen=True, slots=True)
class Move:
    """A move is the pair of squares (origin, target): two words that lead to one square are one move."""

    origin: Coordinates
    target: Coordinates

    if TYPE_CHECKING:
        # Lets a type checker accept `"a2a3" in position.moves`, which asks for a move by its text.
        def __eq__(self, other: object) -> bool: ...

    def __iter__(self) -> Iterator[Coordinates]:
        """The two squares, so that `origin, target = move`."""
        return iter((self.origin, self.target))

    def __lt__(self, other: Move) -> bool:
        """Moves are sorted by (origin, target)."""
        if not isinstance(other, Move):
            return NotImplemented
        return (self.origin, self.target) < (other.origin, other.target)

    def __str__(self) -> str:
        try:
            return square_name(self.origin) + square_name(self.target)
        except (TypeError, ValueError, LookupError):  # its squares are none
            return f"Move({shown(self.origin)}, {shown(self.target)})"

    @classmethod
    def read(cls, text: str) -> Move | None:
        """The move of a text such as `a2a3`, or None if it is none."""
        if not isinstance(text, str):
            raise mistyped("Move.read", "text such as 'a2a3'", text)
        squares = parse_move(text)
        return None if squares is None else cls(*squares)

    @classmethod
    def parse(cls, text: str) -> Move:
        """The move of a text such as `a2a3`; IllegalMoveError if it is none."""
        if not isinstance(text, str):
            raise mistyped("Move.parse", "text such as 'a2a3'", text)
        move = cls.read(text)
        if move is None:
            raise IllegalMoveError(f"`{text}` is not a move; a move is two squares, as `a2a3`")
        return move


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the winner (None for a draw) and the reason."""

    winner: Colour | None
    reason: Reason

    def __str__(self) -> str:
        who = "draw" if self.winner is None else f"{self.winner} wins"
        return f"{who} ({self.reason})"


class PlayError(SbgError, ValueError):
    """Something that cannot be played."""


class FenError(PlayError):
    """A position line that does not describe a position of this game; the message says what is wrong."""


class IllegalMoveError(PlayError):
    """A move that is not legal in the position, or a text that is no move."""


class GameOverError(PlayError):
    """A move after the end of the game."""
