"""What two programs are compared by: perft and ends, counted on one of our engines."""

from __future__ import annotations

from collections import Counter
from typing import Protocol, TypeVar

from sbg import Move, Outcome

Counts = tuple[list[int], list[Counter[str]]]
"""Perft from 0 up, and for each length the finished games by winner: `white`, `black`, `draw`."""


class Playable(Protocol):
    """A position of either engine."""

    @property
    def moves(self) -> list[Move]: ...
    @property
    def outcome(self) -> Outcome | None: ...
    def play(self, move: Move) -> Playable: ...


P = TypeVar("P", bound=Playable)


def count(start: Playable, depth: int, most: int = 5000) -> Counts:
    """Perft and ends down to a depth, or as far as there are no more than so many sequences."""
    layer = [start]
    perft: list[int] = []
    ends: list[Counter[str]] = []
    for _ in range(depth + 1):
        perft.append(len(layer))
        ends.append(Counter(_winner(position) for position in layer if position.outcome))
        if sum(len(position.moves) for position in layer) > most:
            break
        layer = [position.play(move) for position in layer for move in position.moves]
    return perft, ends


def _winner(position: Playable) -> str:
    assert position.outcome is not None
    return position.outcome.winner or "draw"
