"""A game, a start and moves in; what the page shows of the position reached out, as values for JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sbg import Game, Move, Position
from sbg.model import FenError, PlayError
from sbg.model.ending import at, ending
from sbg.model.notation import parse_move, square_name
from sbg.web.requests import Refused


class Line:
    """A start and the moves from it, replayed: the position reached and all that was captured on the way."""

    def __init__(self, game: Game, start: str | None, moves: Sequence[str]) -> None:
        try:
            self.start = game.start if start is None else game.position(start)
        except FenError as problem:
            raise Refused("bad-request", f"`start`: {problem}") from None
        self.position = self.start
        self.before: Position | None = None
        self.history: list[dict[str, Any]] = []
        self.last: Move | None = None
        for text in moves:
            self.play(text)

    def play(self, text: str) -> None:
        """Play one more move; Refused if it is not legal."""
        position = self.position
        try:
            after = position.play(text)
        except PlayError as problem:
            number = len(self.history) + 1
            raise Refused("illegal-move", f"move {number}: {problem}") from None
        move = read_move(text)
        rows = position.rows
        target = at(rows, move.target)
        captured = None if target == "." or move.origin == move.target else target
        self.history.append(
            {"move": str(move), "piece": at(rows, move.origin), "capture": captured}
        )
        self.before, self.position, self.last = position, after, move


def read_move(text: str) -> Move:
    """The move that a text stands for; it has been played already, so it is one."""
    squares = parse_move(text)
    assert squares is not None
    return Move(*squares)


def state(line: Line, most: int) -> dict[str, Any]:
    """The position that a line leads to, with its legal moves; Refused if there are more of them than `most`."""
    position = line.position
    rows = position.rows
    moves = position.moves
    if len(moves) > most:
        raise Refused("limit", f"this position has {len(moves):,} legal moves, more than {most:,}")
    own = str.isupper if position.turn == "white" else str.islower
    listed = []
    for move in moves:
        origin, target = square_name(move.origin), square_name(move.target)
        there = at(rows, move.target)
        capture = None
        if there != "." and move.origin != move.target:
            capture = "own" if own(there) else "opponent"
        listed.append({"move": origin + target, "from": origin, "to": target, "capture": capture})
    last = line.last
    return {
        "fen": position.fen,
        "start": line.start.fen,
        "turn": position.turn,
        "ply": position.ply,
        "rows": rows,
        "moves": listed,
        "history": line.history,
        "last": last and {"from": square_name(last.origin), "to": square_name(last.target)},
        "outcome": _outcome(line),
    }


def game_info(game: Game, most: int) -> dict[str, Any]:
    """A game as the page first hears of it, with its initial position."""
    return {
        "name": game.name,
        "width": game.width,
        "height": game.height,
        "turn_limit": game.turn_limit,
        "pieces": [
            {"letter": piece.letter, "moves": piece.rule is not None} for piece in game.pieces
        ],
        "state": state(Line(game, None, ()), most),
    }


def _outcome(line: Line) -> dict[str, Any] | None:
    outcome = line.position.outcome
    if outcome is None:
        return None
    words = ending(line.position, line.before, line.last, named=str.upper)
    return {"winner": outcome.winner, "reason": outcome.reason, "words": words}
