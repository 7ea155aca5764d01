"""`Description`: what the text of a game means (board, pieces, goals, turn limit), as a value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, TypeAlias, runtime_checkable

from sbg.base.named import Name, loaded
from sbg.language.model.regexp import Regexp

Coordinates: TypeAlias = tuple[int, int]
"""A square as (x, y); (0, 0) is the lower left square of the board, for both players."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A type of piece: its letter in upper case, and its rule; a piece without a rule cannot be moved."""

    letter: str
    rule: Regexp | None


@dataclass(frozen=True, slots=True)
class CountGoal:
    """`#X n`: the owner of X loses when a capture brings the number of their X down to exactly n."""

    piece: str
    count: int

    def __str__(self) -> str:
        return f"#{self.piece} {self.count}"


@dataclass(frozen=True, slots=True)
class SquareGoal:
    """`@X squares`: the owner of X wins when they have just moved an X to one of the squares."""

    piece: str
    squares: tuple[Coordinates, ...]

    def __str__(self) -> str:
        return f"@{self.piece} " + ", ".join(f"{x} {y}" for x, y in self.squares)


Goal: TypeAlias = CountGoal | SquareGoal


@dataclass(frozen=True, slots=True)
class Description:
    """A game: its board (rows from the top, as in the file), its pieces, its goals and its turn limit in plies.

    `pieces` holds the pieces with a rule in the order of the file, then those that only stand on the board, by letter.
    A piece in a goal or a row is white when its letter is in upper case, else black.
    """

    name: str
    width: int
    height: int
    rows: tuple[str, ...]
    pieces: tuple[Piece, ...]
    goals: tuple[Goal, ...]
    turn_limit: int

    def at(self, x: int, y: int) -> str:
        """What stands on a square in the initial position: a letter, or "." when it is empty."""
        return self.rows[self.height - 1 - y][x]

    def rule(self, letter: str) -> Regexp | None:
        """The rule of a piece, given by its letter in either case."""
        for piece in self.pieces:
            if piece.letter == letter.upper():
                return piece.rule
        return None


@runtime_checkable
class HasDescription(Protocol):
    """Anything made from a description, such as `sbg.Game`."""

    @property
    def description(self) -> Description: ...


AnyGame: TypeAlias = Description | HasDescription | Name
"""What a function takes that needs a description and nothing else."""


def description_of(game: AnyGame) -> Description:
    """The description of a game, which may be given by name; TypeError for anything else."""
    game = loaded(game)
    if isinstance(game, Description):
        return game
    if isinstance(game, HasDescription):
        return game.description
    raise TypeError(f"a game, its name or a description is needed, not {type(game).__name__}")


class Described:
    """What every form of a game says by its description."""

    description: Description

    @property
    def name(self) -> str:
        """The name of the game, as in its file."""
        return self.description.name

    @property
    def width(self) -> int:
        """The number of columns of the board."""
        return self.description.width

    @property
    def height(self) -> int:
        """The number of rows of the board."""
        return self.description.height

    @property
    def turn_limit(self) -> int:
        """The number of plies after which the game is drawn."""
        return self.description.turn_limit
