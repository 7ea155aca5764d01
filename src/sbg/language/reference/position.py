"""Positions of the reference, which plays by the letter of the paper and `docs/semantics.md`.

Slow and obvious: the board is a dictionary, every question is answered afresh from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from sbg.base.numbers import whole
from sbg.language.model import (
    AnyGame,
    Colour,
    Coordinates,
    CountGoal,
    FenError,
    GameOverError,
    IllegalMoveError,
    Move,
    Outcome,
    SquareGoal,
    description_of,
    opponent,
    owner,
)
from sbg.language.model.notation import parse_move, read_fen, write_fen
from sbg.language.reference.meaning import targets

_MOST_DEPTH = 255


class Position:
    """A position: the pieces on their squares, the number of plies made, and how the last move ended the game.

    Positions are values: `play` returns a new one. Two are equal when game, board, ply and outcome are.
    """

    def __init__(self, game: AnyGame, fen: str | None = None) -> None:
        self.description = description_of(game)
        try:
            rows, self.ply = (
                (self.description.rows, 0) if fen is None else read_fen(self.description, fen)
            )
        except ValueError as error:
            raise FenError(str(error)) from None
        self.board: Mapping[Coordinates, str] = {
            (x, y): letter
            for y, row in enumerate(reversed(rows))
            for x, letter in enumerate(row)
            if letter != "."
        }
        self._event: Outcome | None = None  # what the last move brought about by itself

    # -- whose turn, and what stands where

    @property
    def turn(self) -> Colour:
        """The player to move: white at even ply."""
        return "black" if self.ply % 2 else "white"

    def _content(self, square: Coordinates) -> str | None:
        """What a square holds, as a letter (dx,dy,on) asks for it; nothing when it is off the board."""
        x, y = square
        if not (0 <= x < self.description.width and 0 <= y < self.description.height):
            return None
        letter = self.board.get(square)
        if letter is None:
            return "e"
        return "w" if owner(letter) == self.turn else "p"

    # -- moves

    @cached_property
    def _possible(self) -> tuple[Move, ...]:
        """The moves that the rules allow, in the order of (from, to), whether or not the game is over."""
        forward = 1 if self.turn == "white" else -1
        found: list[Move] = []
        for origin, letter in self.board.items():
            rule = self.description.rule(letter)
            if owner(letter) == self.turn and rule is not None:
                reached = targets(rule, frozenset([origin]), self._content, forward)
                found += [Move(origin, target) for target in reached]
        return tuple(sorted(found, key=lambda move: (move.origin[::-1], move.target[::-1])))

    @property
    def moves(self) -> list[Move]:
        """The legal moves; none when the game is over."""
        return [] if self.outcome else list(self._possible)

    def play(self, move: Move | str) -> Position:
        """The position after a legal move."""
        if self.outcome:
            raise GameOverError(f"the game is over: {self.outcome}")
        if isinstance(move, str):
            squares = parse_move(move)
            if squares is None:
                raise IllegalMoveError(f"`{move}` is not a move; a move is two squares, as `a2a3`")
            move = Move(*squares)
        if not isinstance(move, Move):
            raise TypeError(f"play takes a Move or text such as 'a2a3', not {type(move).__name__}")
        if move not in self._possible:
            raise IllegalMoveError(f"`{move}` is not legal in `{self.fen}`")
        after = Position.__new__(Position)
        after.description = self.description
        after.ply = self.ply + 1
        board = dict(self.board)
        piece = board.pop(move.origin)
        captured = board.get(move.target)  # nothing, if the piece stays where it is
        board[move.target] = piece
        after.board = board
        after._event = after._judge(move.target, piece, captured)
        return after

    # -- the end

    def _judge(self, target: Coordinates, piece: str, captured: str | None) -> Outcome | None:
        """What a move ends: first `#` goals, then `@` goals."""
        if captured is not None:
            left = sum(letter == captured for letter in self.board.values())
            if CountGoal(captured, left) in self.description.goals:
                return Outcome(opponent(owner(captured)), "count")
        for goal in self.description.goals:
            if isinstance(goal, SquareGoal) and goal.piece == piece and target in goal.squares:
                return Outcome(owner(piece), "goal")
        return None

    @property
    def event(self) -> Outcome | None:
        """How the last move ended the game by itself, by a `#` or an `@` goal; part of `outcome`."""
        return self._event

    @cached_property
    def outcome(self) -> Outcome | None:
        """How the game has ended: by the last move, for want of a legal move, or at the turn limit."""
        if self._event:
            return self._event
        if not self._possible:
            return Outcome(opponent(self.turn), "no-moves")
        if self.ply >= self.description.turn_limit:
            return Outcome(None, "turn-limit")
        return None

    # -- as text and as a value

    @property
    def rows(self) -> tuple[str, ...]:
        """The rows of the board from the top, a dot for an empty square."""
        columns, ranks = range(self.description.width), range(self.description.height)
        return tuple("".join(self.board.get((x, y), ".") for x in columns) for y in reversed(ranks))

    @property
    def fen(self) -> str:
        """The position as one line."""
        return write_fen(self.rows, self.ply)

    def __str__(self) -> str:
        return "\n".join(self.rows)

    def __repr__(self) -> str:
        return f"<reference position {self.fen!r} of {self.description.name!r}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return (self.board, self.ply, self.outcome, self.description) == (
            other.board,
            other.ply,
            other.outcome,
            other.description,
        )

    def __hash__(self) -> int:
        return hash((self.fen, self.outcome))


def ends(position: Position, depth: int) -> list[tuple[int, int, int]]:
    """The finished games from a position, by their length from 0 to `depth`: (white wins, black wins, draws)."""
    _check(position, depth, "ends")
    counts = [[0, 0, 0] for _ in range(depth + 1)]

    def visit(position: Position, length: int) -> None:
        if position.outcome is not None:
            counts[length][("white", "black", None).index(position.outcome.winner)] += 1
        elif length < depth:
            for move in position.moves:
                visit(position.play(move), length + 1)

    visit(position, 0)
    return [(white, black, draws) for white, black, draws in counts]


def perft(position: Position, depth: int) -> int:
    """The number of move sequences of a length from a position; a finished game has none of length 1 or more."""
    _check(position, depth, "perft")
    if depth == 0:
        return 1
    return sum(perft(position.play(move), depth - 1) for move in position.moves)


def _check(position: Position, depth: int, function: str) -> None:
    if not isinstance(position, Position):
        raise TypeError(f"{function} takes a reference.Position, not {type(position).__name__}")
    whole(depth, "depth", 0, _MOST_DEPTH)
