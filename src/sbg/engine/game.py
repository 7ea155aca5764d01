"""A description in; a game made ready to play, and its positions, out. The native core plays."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import cast

from sbg import _core
from sbg.automata import Dfa
from sbg.engine import native
from sbg.model import (
    Description,
    FenError,
    GameOverError,
    Goal,
    IllegalMoveError,
    Move,
    Outcome,
    Piece,
    Player,
)
from sbg.model.notation import parse_move, read_fen, write_fen
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
    def rules(self) -> _core.Rules:
        """The native tables, built when they are first needed: reading a game does not wait for them."""
        return native.make_rules(self.description, self.automata)

    @cached_property
    def letters(self) -> bytes:
        """What stands for each number of the native board, as a table for `bytes.translate`."""
        table = bytearray(b"." * 256)
        for letter, code in native.piece_codes(self.description).items():
            table[code] = ord(letter)
        return bytes(table)

    @cached_property
    def start(self) -> Position:
        """The initial position."""
        return Position._of(self, self.rules.position())

    def position(self, fen: str) -> Position:
        """The position that a line describes; FenError says what is wrong with it."""
        try:
            rows, ply = read_fen(self.description, fen)
        except ValueError as error:
            raise FenError(str(error)) from None
        board = native.board_bytes(native.piece_codes(self.description), rows)
        return Position._of(self, self.rules.position(board, ply))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self.description == other.description

    def __hash__(self) -> int:
        return hash(self.description)

    def __repr__(self) -> str:
        return f"<sbg.Game {self.name!r} {self.width}x{self.height}>"

    def _repr_html_(self) -> str:
        """What a notebook shows: the board, and where each piece can go."""
        from sbg.svg.notebook import html

        return html(self)

    def __reduce__(self) -> tuple[type[Game], tuple[Description, Mapping[str, Dfa], Source]]:
        return Game, (self.description, self.automata, self.source)


class Position:
    """A position of a game. Positions are values: they compare, hash, copy and pickle; `play` returns a new one."""

    __slots__ = ("_native", "game")
    game: Game
    _native: _core.Position

    def __init__(self, game: Game, fen: str | None = None) -> None:
        self.game = game
        self._native = (game.start if fen is None else game.position(fen))._native

    @classmethod
    def _of(cls, game: Game, position: _core.Position) -> Position:
        new = cls.__new__(cls)
        new.game = game
        new._native = position
        return new

    @property
    def moves(self) -> list[Move]:
        """The legal moves, in the order of (from, to); none when the game is over."""
        return cast(list[Move], self._native.moves())

    def play(self, move: Move | str) -> Position:
        """The position after a legal move; IllegalMoveError or GameOverError if it cannot be played."""
        if isinstance(move, str):
            move = self._read(move)
        after = self._native.play(move)
        if after is None:
            raise self._refusal(move)
        return Position._of(self.game, after)

    def _read(self, text: str) -> Move:
        squares = parse_move(text)
        if squares is None:
            if self.outcome:
                raise GameOverError(f"the game is over: {self.outcome}")
            raise IllegalMoveError(f"`{text}` is not a move; a move is two squares, as `a2a3`")
        return Move(*squares)

    def _refusal(self, move: Move) -> GameOverError | IllegalMoveError:
        if self.outcome:
            return GameOverError(f"the game is over: {self.outcome}")
        return IllegalMoveError(f"`{move}` is not legal in `{self.fen}`")

    @property
    def outcome(self) -> Outcome | None:
        """How the game has ended, or None while it goes on."""
        numbers = self._native.outcome
        return None if numbers is None else native.OUTCOMES[numbers]

    @property
    def turn(self) -> Player:
        """The player to move."""
        return "black" if self._native.ply % 2 else "white"

    @property
    def ply(self) -> int:
        """The number of half-moves made."""
        return self._native.ply

    @property
    def rows(self) -> tuple[str, ...]:
        """The rows of the board from the top, a dot for an empty square."""
        board = self._native.board.translate(self.game.letters).decode()
        width, squares = self.game.width, len(board)
        return tuple(board[at - width : at] for at in range(squares, 0, -width))

    @property
    def fen(self) -> str:
        """The position as one line, such as `rnbqk/ppppp/5/PPPPP/RNBQK w 0`."""
        return write_fen(self.rows, self.ply)

    @property
    def zobrist(self) -> int:
        """A 64-bit hash of the board and the player to move, kept up to date from move to move."""
        return self._native.zobrist

    def __str__(self) -> str:
        return "\n".join(self.rows)

    def __repr__(self) -> str:
        return f"<sbg.Position {self.fen!r} of {self.game.name!r}>"

    def _repr_svg_(self) -> str:
        """What a notebook shows: the board."""
        from sbg.svg import board

        return board(self, theme="auto")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        if self.game is other.game:
            return self._native == other._native
        return self.game == other.game and (self.rows, self.ply, self.outcome) == (
            other.rows,
            other.ply,
            other.outcome,
        )

    def __hash__(self) -> int:
        return hash(self._native)

    def __copy__(self) -> Position:
        return self  # it never changes

    def __deepcopy__(self, memo: object) -> Position:
        return self

    def __reduce__(self) -> tuple[object, tuple[Game, bytes, int, tuple[int, int] | None]]:
        return _restore, (self.game, self._native.board, self.ply, self._native.outcome)


def _restore(game: Game, board: bytes, ply: int, outcome: tuple[int, int] | None) -> Position:
    """A pickled position. Its outcome comes along, for the last move that brought it about does not."""
    if outcome is None:
        return Position._of(game, game.rules.position(board, ply))
    return Position._of(game, game.rules.finished(board, ply, *outcome))
