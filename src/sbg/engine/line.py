"""`Line`: a game as far as it was played, with every position on the way and undo."""

from __future__ import annotations

from collections.abc import Iterable

from sbg.base.errors import mistyped, shown
from sbg.base.named import Name
from sbg.base.numbers import whole
from sbg.engine.game import Game, Position, position_of
from sbg.language.model import Move, Outcome, PlayError

_SHOWN = 20
"""Moves that the repr of a line has at most."""


class Line:
    """A game as far as it has been played. It can be played on and taken back.

    `positions` are those before and after each move, so there is always one more of them than of `moves`.
    """

    def __init__(self, start: Position | Game | Name, moves: Iterable[Move | str] = ()) -> None:
        """Moves are played from the start; errors as of `Position.play`."""
        self.positions = [position_of(start, "Line")]
        self.moves: list[Move] = []
        if not isinstance(moves, Iterable) or isinstance(moves, str | bytes):
            raise mistyped("Line", "moves in a list", moves)
        for move in moves:
            self.play(move)

    @property
    def start(self) -> Position:
        """The first position."""
        return self.positions[0]

    @property
    def position(self) -> Position:
        """The position reached."""
        return self.positions[-1]

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.start.game

    @property
    def outcome(self) -> Outcome | None:
        """How the game has ended, or None while it goes on."""
        return self.position.outcome

    @property
    def last(self) -> Move | None:
        """The last move, if there is one."""
        return self.moves[-1] if self.moves else None

    @property
    def before(self) -> Position | None:
        """The position before the last move, if there is one."""
        return self.positions[-2] if self.moves else None

    def play(self, move: Move | str) -> Position:
        """Play a legal move; the position after it. Errors as of `Position.play`, and nothing is played then."""
        after = self.position.play(move)
        self.positions.append(after)
        self.moves.append(Move.parse(move) if isinstance(move, str) else move)
        return after

    def undo(self, plies: int = 1) -> None:
        """Take moves back; PlayError if there are fewer."""
        count = whole(plies, "plies")
        if not 0 <= count <= len(self.moves):
            raise PlayError(
                f"{shown(count)} plies cannot be taken back: {len(self.moves)} were played"
            )
        self.back_to(len(self.moves) - count)

    def back_to(self, length: int) -> None:
        """Keep the first moves alone; PlayError if there are fewer."""
        kept = whole(length, "length")
        if not 0 <= kept <= len(self.moves):
            raise PlayError(f"there are {len(self.moves)} moves, not {shown(kept)}")
        del self.positions[kept + 1 :]
        del self.moves[kept:]

    def moved(self, number: int) -> str:
        """The letter of the piece that was moved by a move, counted from 0."""
        at = self._at(number)
        return self.positions[at][self.moves[at].origin]

    def captured(self, number: int) -> str | None:
        """The letter of the piece that a move captured, counted from 0, or None."""
        at = self._at(number)
        return self.positions[at].captured(self.moves[at])

    def _at(self, number: int) -> int:
        """The number of a move, counted from 0 (or from the end, if it is negative)."""
        count, at = len(self.moves), whole(number, "number")
        if not -count <= at < count:
            raise PlayError(f"there is no move {shown(at)}: {count} were played")
        return at % count

    def __len__(self) -> int:
        return len(self.moves)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Line):
            return NotImplemented
        return self.start == other.start and self.moves == other.moves

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        moves = " ".join(map(str, self.moves[-_SHOWN:]))
        if len(self.moves) > _SHOWN:
            moves = f"{len(self.moves)} moves, the last {moves}"
        return f"<sbg.Line of {self.game.name!r} from {self.start.fen!r}: {moves or 'no moves'}>"

    def _repr_svg_(self) -> str:
        """What a notebook shows: the board, with the last move."""
        from sbg.explain.pictures import board

        return board(self.position, last=self.last, theme="auto")
