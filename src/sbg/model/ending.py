"""A position that is over in; how the game ended, as a sentence with its reason, out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from sbg.model.description import Coordinates
from sbg.model.notation import square_name
from sbg.model.play import Move, Outcome


class _Game(Protocol):
    @property
    def turn_limit(self) -> int: ...


class Shown(Protocol):
    """A position, of whichever engine."""

    @property
    def rows(self) -> tuple[str, ...]: ...
    @property
    def outcome(self) -> Outcome | None: ...
    @property
    def game(self) -> _Game: ...


def at(rows: Sequence[str], square: Coordinates) -> str:
    """What stands on a square of a board, whose rows begin at the top: a letter, or a dot."""
    x, y = square
    return rows[len(rows) - 1 - y][x]


def ending(
    after: Shown,
    before: Shown | None = None,
    move: Move | None = None,
    *,
    named: Callable[[str], str] = str,
) -> str:
    """How a game ended; the last move, if given, is spoken of, with pieces named by their letters, or as told."""
    end = after.outcome
    assert end is not None
    if end.winner is None:
        return f"Draw: the turn limit of {after.game.turn_limit} half-moves is reached."
    winner, loser = end.winner.capitalize(), "black" if end.winner == "white" else "white"
    if end.reason == "no-moves":
        return f"{winner} wins: {loser} has no legal move."
    if before is None or move is None:
        return f"{winner} wins ({end.reason})."
    if end.reason == "goal":
        piece = at(before.rows, move.origin)
        return f"{winner} wins: {named(piece)} has reached {square_name(move.target)}."
    captured = at(before.rows, move.target)
    left = sum(row.count(captured) for row in after.rows)
    if left == 0:
        return f"{winner} wins: {loser} has lost the last {named(captured)}."
    return f"{winner} wins: {loser} has only {left} {named(captured)} left."
