"""How a game ended, as a sentence with its reason."""

from __future__ import annotations

from typing import Protocol

from sbg.explain.words.goals import plies
from sbg.explain.words.nouns import Nouns
from sbg.language.model import Coordinates, Move, Outcome, opponent
from sbg.language.model.notation import square_name


class _Game(Protocol):
    @property
    def turn_limit(self) -> int: ...


class Shown(Protocol):
    """A position of a game."""

    @property
    def rows(self) -> tuple[str, ...]: ...
    @property
    def outcome(self) -> Outcome | None: ...
    @property
    def game(self) -> _Game: ...
    def __getitem__(self, square: Coordinates, /) -> str: ...


def ended(
    after: Shown,
    before: Shown | None = None,
    move: Move | None = None,
    *,
    nouns: Nouns | None = None,
) -> str:
    """How a game ended; the last move, if given, is spoken of. Pieces are called by their names among `nouns`, else
    by their letters.
    """
    nouns = nouns or Nouns({})
    end = after.outcome
    assert end is not None
    if end.winner is None:
        return f"Draw: the turn limit of {plies(after.game.turn_limit)} is reached."
    winner, loser = end.winner.capitalize(), opponent(end.winner)
    if end.reason == "no-moves":
        return f"{winner} wins: {loser} has no legal move."
    if before is None or move is None:
        return f"{winner} wins ({end.reason})."
    if end.reason == "goal":
        who = nouns.their(before[move.origin].upper(), alone=False)
        if move.origin == move.target:
            return f"{winner} wins: {who} has stayed on {square_name(move.target)}."
        return f"{winner} wins: {who} has reached {square_name(move.target)}."
    captured = before[move.target]
    left = sum(row.count(captured) for row in after.rows)
    if left == 0:
        return f"{winner} wins: {loser} has lost their last {nouns.one(captured.upper())}."
    return f"{winner} wins: {loser} has only {nouns.some(captured.upper(), left)} left."
