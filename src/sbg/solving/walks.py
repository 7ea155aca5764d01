"""Moves by automata on boards of which only a part is known: where an army is, but not where its enemy is.

Sets of squares are numbers with a bit for each square.
"""

from __future__ import annotations

from typing import TypeAlias

from sbg.automata.dfa import Dfa
from sbg.engine import Game

_Edge: TypeAlias = tuple[int, str, int, bool]
"""A square, what must be on it, the next state, and whether a word may end there."""


class Walks:
    """Moves by automata, on boards on which only the squares of an army are known to be taken."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.width, self.height = game.width, game.height
        self._steps: dict[str, list[list[tuple[int, int, str, int]]]] = {}
        for upper, dfa in game.automata.items():
            self._steps[upper] = _rows(dfa, 1)
            self._steps[upper.lower()] = _rows(dfa, -1)
        self._accepting = {letter: dfa.accepting for letter, dfa in game.automata.items()}
        self._edges: dict[tuple[str, int, int], tuple[_Edge, ...]] = {}
        self._reached: dict[tuple[str, int, int], tuple[int, tuple[tuple[int, int], ...]]] = {}
        self._columns: dict[int, int] = {}

    def _to(self, square: int, dx: int, dy: int) -> int:
        x, y = square % self.width + dx, square // self.width + dy
        return y * self.width + x if 0 <= x < self.width and 0 <= y < self.height else -1

    def _outgoing(
        self, letter: str, state: int, square: int
    ) -> tuple[tuple[int, str, int, bool], ...]:
        key = letter, state, square
        if key not in self._edges:
            accepting = self._accepting[letter.upper()]
            self._edges[key] = tuple(
                (there, on, target, target in accepting)
                for dx, dy, on, target in self._steps[letter][state]
                if (there := self._to(square, dx, dy)) >= 0
            )
        return self._edges[key]

    def reach(
        self, letter: str, square: int, taken: int
    ) -> tuple[int, tuple[tuple[int, int], ...]]:
        """Where a man would capture an enemy; where it can move, with the squares that must be empty for it."""
        key = letter, square, taken
        if key not in self._reached:
            self._reached[key] = self._walk(letter, square, taken)
        return self._reached[key]

    def _walk(
        self, letter: str, square: int, taken: int
    ) -> tuple[int, tuple[tuple[int, int], ...]]:
        if letter not in self._steps:
            return 0, ()
        attacks = 0
        quiet: dict[int, int] = {}
        seen = {(0, square)}
        waiting = [(0, square, 0)]
        for state, here, way in waiting:  # grows while we walk it
            for there, on, target, accepts in self._outgoing(letter, state, here):
                bit = 1 << there
                if on == "p":
                    if accepts:
                        attacks |= bit
                    continue
                if (on == "w") != bool(taken & bit):
                    continue
                then = way | bit if on == "e" else way
                if accepts and on == "e" and (there not in quiet or then & quiet[there] == then):
                    quiet[there] = then
                if (target, there) not in seen:
                    seen.add((target, there))
                    waiting.append((target, there, then))
        return attacks, tuple(quiet.items())

    def spread(self, letter: str, room: int, taken: int) -> int:
        """Where a man can move from any square of a room, when the others take these squares: captures included."""
        accepting = self._accepting[letter.upper()]
        found = 0
        at = {0: room}
        fresh = {0: room}
        while fresh:
            later: dict[int, int] = {}
            for state, squares in fresh.items():
                for dx, dy, on, target in self._steps[letter][state]:
                    if on == "w":
                        continue
                    moved = self._shift(squares, dx, dy) & (taken if on == "p" else ~taken)
                    if target in accepting:
                        found |= moved
                    new = moved & ~at.get(target, 0)
                    if new:
                        at[target] = at.get(target, 0) | new
                        later[target] = later.get(target, 0) | new
            fresh = later
        return found

    def _shift(self, squares: int, dx: int, dy: int) -> int:
        if dx not in self._columns:
            # The squares from which so many columns to the right are on the board.
            row = sum(1 << x for x in range(self.width) if 0 <= x + dx < self.width)
            self._columns[dx] = sum(row << y * self.width for y in range(self.height))
        squares &= self._columns[dx]
        by = dy * self.width + dx
        moved = squares << by if by >= 0 else squares >> -by
        return moved & (1 << self.width * self.height) - 1


def _rows(dfa: Dfa, forward: int) -> list[list[tuple[int, int, str, int]]]:
    rows: list[list[tuple[int, int, str, int]]] = [[] for _ in range(dfa.state_count)]
    for source, letter, target in dfa.transitions:
        rows[source].append((letter.dx, forward * letter.dy, letter.on, target))
    return rows
