"""A description in; a game made ready to play, and its positions, out.

Play runs on the executable specification until the native core takes over; the interface stays.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from sbg import reference
from sbg.automata import Dfa
from sbg.model import Description, Goal, Move, Outcome, Piece, Player
from sbg.syntax import Source


class Game:
    """A game ready to play: `start` is its initial position, `position` any other."""

    def __init__(
        self, description: Description, automata: Mapping[str, Dfa], source: Source
    ) -> None:
        self.description = description
        self.automata = automata
        self.source = source

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
    def pieces(self) -> tuple[Piece, ...]:
        """The types of pieces, each with its rule."""
        return self.description.pieces

    @property
    def goals(self) -> tuple[Goal, ...]:
        """The goals, in the order of the file."""
        return self.description.goals

    @property
    def turn_limit(self) -> int:
        """The number of plies after which the game is drawn."""
        return self.description.turn_limit

    @cached_property
    def start(self) -> Position:
        """The initial position."""
        return Position(self)

    def position(self, fen: str) -> Position:
        """The position that a line describes; FenError says what is wrong with it."""
        return Position(self, fen)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self.description == other.description

    def __hash__(self) -> int:
        return hash(self.description)

    def __repr__(self) -> str:
        return f"<sbg.Game {self.name!r} {self.width}x{self.height}>"


class Position:
    """A position of a game. Positions are values: they compare, hash, copy and pickle; `play` returns a new one."""

    __slots__ = ("_inner", "game")

    def __init__(self, game: Game, fen: str | None = None) -> None:
        self.game = game
        self._inner = reference.Position(game, fen)

    @property
    def moves(self) -> list[Move]:
        """The legal moves, in the order of (from, to); none when the game is over."""
        return self._inner.moves

    def play(self, move: Move | str) -> Position:
        """The position after a legal move; IllegalMoveError or GameOverError if it cannot be played."""
        after = Position.__new__(Position)
        after.game = self.game
        after._inner = self._inner.play(move)
        return after

    @property
    def outcome(self) -> Outcome | None:
        """How the game has ended, or None while it goes on."""
        return self._inner.outcome

    @property
    def turn(self) -> Player:
        """The player to move."""
        return self._inner.turn

    @property
    def ply(self) -> int:
        """The number of half-moves made."""
        return self._inner.ply

    @property
    def rows(self) -> tuple[str, ...]:
        """The rows of the board from the top, a dot for an empty square."""
        return self._inner.rows

    @property
    def fen(self) -> str:
        """The position as one line, such as `rnbqk/ppppp/5/PPPPP/RNBQK w 0`."""
        return self._inner.fen

    def __str__(self) -> str:
        return str(self._inner)

    def __repr__(self) -> str:
        return f"<sbg.Position {self.fen!r} of {self.game.name!r}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self._inner == other._inner

    def __hash__(self) -> int:
        return hash(self._inner)


def perft(position: Position, depth: int, threads: int = 1) -> int:
    """The number of move sequences of a length from a position."""
    if threads < 1:
        raise ValueError(f"threads is a number from 1 up, not {threads}")
    return reference.perft(position._inner, depth)
