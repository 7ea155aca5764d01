"""A position in; what perfect play makes of it out, by trying everything: nothing of the search is used here."""

from __future__ import annotations

from sbg import Position


class TooLargeError(Exception):
    """More positions than the caller wants to wait for."""


class Solver:
    """Remembers every position that it has solved; the ply is part of a position, so none repeats."""

    def __init__(self, most: int = 200_000) -> None:
        self.known: dict[tuple[str, ...], int] = {}
        self.most = most

    def value(self, position: Position) -> int:
        """1 if the player to move wins, -1 if he loses, 0 for a draw."""
        outcome = position.outcome
        if outcome is not None:
            if outcome.winner is None:
                return 0
            return 1 if outcome.winner == position.turn else -1
        key = (*position.rows, str(position.ply))
        if key in self.known:
            return self.known[key]
        if len(self.known) >= self.most:
            raise TooLargeError
        best = -1
        for move in position.moves:
            best = max(best, -self.value(position.play(move)))
            if best == 1:
                break
        self.known[key] = best
        return best
