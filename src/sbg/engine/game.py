"""`Game` and `Position`: a game ready to play, and positions that the native core plays on from."""

from __future__ import annotations

import hashlib
import pickle
import zlib
from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Protocol
from weakref import WeakValueDictionary

from sbg import _core
from sbg.base.errors import mistyped, shown
from sbg.base.named import Name, loaded
from sbg.engine import native
from sbg.language.model import (
    Colour,
    Coordinates,
    Described,
    Description,
    FenError,
    GameOverError,
    Goal,
    IllegalMoveError,
    Move,
    Outcome,
    Piece,
    validate,
    write,
)
from sbg.language.model.names import checked_looks, checked_names, write_names
from sbg.language.model.notation import parse_square, read_fen, square_name, write_fen
from sbg.moves import automata
from sbg.moves.automata import Dfa

if TYPE_CHECKING:
    from sbg.engine.gpu.plan import Plan


class Text(Protocol):
    """Where a game was read from: the name of a file, and all that it holds."""

    @property
    def name(self) -> str: ...
    @property
    def text(self) -> str: ...


class Game(Described):
    """A game ready to play: `start` is its initial position, `position` any other.

    Made from a description; automata and source are for those who have them already. `names` say what to call the
    pieces, as {"K": "king"}, `looks` how to draw them, as {"C": "rook", "black": "#7a1f1f"}. DescriptionError if no
    file could have the description, the names or the looks.
    """

    def __init__(
        self,
        description: Description,
        automata: Mapping[str, Dfa] | None = None,
        source: Text | None = None,
        names: Mapping[str, str] | None = None,
        looks: Mapping[str, str] | None = None,
    ) -> None:
        if not isinstance(description, Description):
            raise mistyped(
                "Game", "a Description (sbg.load reads a file and sbg.parse a text)", description
            )
        if automata is None:
            validate(description)
        else:
            self.__dict__["automata"] = automata
        self.description = description
        self.source = source
        self.names: Mapping[str, str] = MappingProxyType(checked_names(description, names or {}))
        """What the author calls the pieces, by their letters. Equality and hash leave names out."""
        self.looks: Mapping[str, str] = MappingProxyType(checked_looks(description, looks or {}))
        """How the author draws them: figures by letters, and colours of `white` and `black`. Outside equality too."""

    @cached_property
    def automata(self) -> Mapping[str, Dfa]:
        """The minimal automaton of each piece that has a rule."""
        return automata.compile(self.description)

    @property
    def text(self) -> str:
        """The text of the game: as it was read, or in canonical layout if it was not."""
        if self.source is not None:
            return self.source.text
        return write_names(self.names, self.looks) + write(self.description)

    @cached_property
    def rules_hash(self) -> str:
        """SHA-256 of the canonical text, in hexadecimal: equal games have equal hashes. Records name it."""
        return hashlib.sha256(write(self.description).encode()).hexdigest()

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The types of pieces, each with its rule."""
        return self.description.pieces

    @property
    def goals(self) -> tuple[Goal, ...]:
        """The goals, in the order of the file."""
        return self.description.goals

    @cached_property
    def rules(self) -> _core.Game:
        """The native tables, built when they are first needed: reading a game does not wait for them."""
        return native.make_rules(self.description, self.automata)

    @cached_property
    def plan(self) -> Plan:
        """The game as the kernels of a GPU take it."""
        from sbg.engine.gpu.plan import make_plan

        return make_plan(self.description, self.automata)

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
        from sbg.explain.pictures.notebook import html

        return html(self)

    @property
    def _parts(self) -> tuple[object, ...]:
        return self.description, self.source, dict(self.names), dict(self.looks)

    @cached_property
    def _pickled(self) -> bytes:
        return zlib.compress(pickle.dumps(self._parts))

    def __reduce__(self) -> tuple[object, tuple[str, bytes]]:
        key = self.rules_hash + write_names(self.names, self.looks)
        _KNOWN.setdefault(key, self)
        return _interned, (key, self._pickled)


_KNOWN: WeakValueDictionary[str, Game] = WeakValueDictionary()
"""Games that were pickled or unpickled in this process, so that a thousand positions share one."""


def _interned(key: str, pickled: bytes) -> Game:
    """The game of a pickle: one that is in memory already, or a new one."""
    known = _KNOWN.get(key)
    if known is None:
        description, source, names, looks = pickle.loads(zlib.decompress(pickled))
        known = _KNOWN[key] = Game(description, None, source, names, looks)
    return known


_new_position = object.__new__


class Moves(list[Move]):
    """Legal moves, in the order of (from, to). `"a2a3" in moves` asks for a move by its text."""

    __slots__ = ()

    def __contains__(self, move: object) -> bool:
        if isinstance(move, str):
            found = Move.read(move)
            return found is not None and super().__contains__(found)
        return super().__contains__(move)


class Position:
    """A position of a game. Positions are values: they compare, hash, copy and pickle; `play` returns a new one."""

    __slots__ = ("_native", "game")
    game: Game
    _native: _core.Position

    def __init__(self, game: Game, fen: str | None = None) -> None:
        if not isinstance(game, Game):
            raise mistyped("Position", "a Game", game)
        self.game = game
        self._native = (game.start if fen is None else game.position(fen))._native

    @classmethod
    def _of(cls, game: Game, position: _core.Position) -> Position:
        new = cls.__new__(cls)
        new.game = game
        new._native = position
        return new

    @property
    def moves(self) -> Moves:
        """The legal moves, in the order of (from, to); none when the game is over."""
        return Moves(self._native.moves())

    def play(self, move: Move | str) -> Position:
        """The position after a legal move; IllegalMoveError or GameOverError if it cannot be played."""
        if isinstance(move, str):
            move = self._read(move)
        after = self._native.play(move)
        if after is None:
            raise self._refusal(move)
        new = _new_position(Position)  # as `_of`, without the call: programs play millions of moves
        new.game = self.game
        new._native = after
        return new

    def _read(self, text: str) -> Move:
        move = Move.read(text)
        if move is None:
            if self.outcome:
                raise GameOverError(f"the game is over: {self.outcome}")
            raise IllegalMoveError(f"`{text[:40]}` is not a move; a move is two squares, as `a2a3`")
        return move

    def _refusal(self, move: Move) -> GameOverError | IllegalMoveError:
        if self.outcome:
            return GameOverError(f"the game is over: {self.outcome}")
        return IllegalMoveError(f"`{move}` is not legal in `{self.fen}`")

    @property
    def outcome(self) -> Outcome | None:
        """How the game has ended, or None while it goes on."""
        found: Outcome | None = self._native.outcome
        return found

    @property
    def turn(self) -> Colour:
        """The player to move."""
        return "black" if self._native.ply % 2 else "white"

    @property
    def ply(self) -> int:
        """The number of plies made."""
        return self._native.ply

    @property
    def rows(self) -> tuple[str, ...]:
        """The rows of the board from the top, a dot for an empty square.

        Moves count rows from the bottom: use `position.at("c3")` or `position[x, y]` for a square of a move.
        """
        board = self._native.board.translate(self.game.letters).decode()
        width, squares = self.game.width, len(board)
        return tuple(board[at - width : at] for at in range(squares, 0, -width))

    def at(self, square: str | Coordinates) -> str:
        """What stands on a square, given by name (`"c3"`) or as (x, y) from the lower left: a letter, or a dot."""
        return self[self._square(square)]

    def __getitem__(self, square: Coordinates) -> str:
        """What stands on the square (x, y), counted from the lower left: a letter, or a dot."""
        x, y = self._square(square)
        return chr(self.game.letters[self._native.board[y * self.game.width + x]])

    def captured(self, move: Move) -> str | None:
        """The letter of the piece that a move removes; a move to its own square captures nothing."""
        if not isinstance(move, Move):
            raise mistyped("captured", "a Move", move)
        if move.origin == move.target:
            return None
        letter = self[move.target]
        return None if letter == "." else letter

    def is_capture(self, move: Move | str) -> bool:
        """Whether a move removes a piece, of either player."""
        return self.captured(self._read(move) if isinstance(move, str) else move) is not None

    def _square(self, square: str | Coordinates) -> Coordinates:
        found = parse_square(square) if isinstance(square, str) else square
        if not (
            isinstance(found, tuple) and len(found) == 2 and all(isinstance(n, int) for n in found)
        ):
            raise ValueError(
                f"a square is a name such as 'c3' or a pair (x, y), not {shown(square)}"
            )
        if not (0 <= found[0] < self.game.width and 0 <= found[1] < self.game.height):
            raise ValueError(
                f"there is no square {square_name(found) if min(found) >= 0 else found} on a board"
                f" of {self.game.width} by {self.game.height}"
            )
        return found

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
        from sbg.explain.pictures import board

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

    def __reduce__(self) -> tuple[object, tuple[Game, bytes, int, Outcome | None]]:
        return _restore, (self.game, self._native.board, self.ply, self.outcome)


def _restore(game: Game, board: bytes, ply: int, outcome: Outcome | None) -> Position:
    """A pickled position. Its outcome comes along, for the last move that brought it about does not."""
    if outcome is None:
        return Position._of(game, game.rules.position(board, ply))
    if not isinstance(outcome, Outcome):
        raise mistyped("a position", "an Outcome", outcome)
    finished = game.rules.finished(board, ply, outcome.winner, outcome.reason)
    return Position._of(game, finished)


def position_of(given: Position | Game | Name, function: str) -> Position:
    """A position, or the start of a game or of a named one; TypeError names the function that takes them."""
    given = loaded(given)
    if isinstance(given, Position):
        return given
    if isinstance(given, Game):
        return given.start
    raise mistyped(function, "a Position, a Game, a bundled name or a path", given)


def game_of(given: Game | Name, function: str) -> Game:
    """A game, or a named one; TypeError names the function that takes it."""
    given = loaded(given)
    if isinstance(given, Game):
        return given
    raise mistyped(function, "a Game, a bundled name or a path", given)
