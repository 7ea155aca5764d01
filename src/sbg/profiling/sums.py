"""Games that fall apart: a proof of who wins a game whose parts do not touch each other and are heaps of Nim.

A game without goals is lost by the player who cannot move. Where its men can be divided so that no man ever enters, or
looks at, a square of another part, it is a sum of games, and its winner follows from the values of the parts. A part in
which the options of both players have nimbers with the same least missing number is the heap of that number.
"""

from __future__ import annotations

from sbg.automata import Dfa
from sbg.engine import Game, Position
from sbg.model import Coordinates
from sbg.model.notation import write_fen
from sbg.profiling.result import Proof

MOST_STATES = 20_000
"""Positions of all parts that may be looked at."""

Men = tuple[tuple[Coordinates, str], ...]


class _NotNim(Exception):  # noqa: N818 - no error: there is no such proof
    """The game is not of this kind, or too large."""


def prove(game: Game) -> Proof | None:
    """Who wins a game that is a sum of heaps of Nim; None if it is none."""
    if game.goals:
        return None
    parts = _parts(game)
    if len(parts) < 2:
        return None
    heaps = _Heaps(game)
    try:
        found = [heaps.value(men) for men in parts]
    except _NotNim:
        return None
    if sum(plies for _, plies in found) >= game.turn_limit:
        return None
    total = 0
    for number, _ in found:
        total ^= number
    return Proof("white" if total else "black", None, len(heaps.known), "sum")


class _Heaps:
    """The values of parts: each is a nimber, and the longest play in it."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.known: dict[Men, tuple[int, int]] = {}
        self.open: set[Men] = set()

    def value(self, start: Men) -> tuple[int, int]:
        """The nimber of a part, and its longest play."""
        todo = [start]
        while todo:
            men = todo[-1]
            if men in self.known:
                todo.pop()
                continue
            after = [self._after(men, turn) for turn in "wb"]
            missing = [one for side in after for one in side if one not in self.known]
            if not missing:
                self.known[men] = self._nimber(after)
                self.open.discard(men)
                todo.pop()
                continue
            self.open.add(men)
            if len(self.known) + len(self.open) > MOST_STATES or self.open & set(missing):
                raise _NotNim  # too large, or play that may go on for ever
            todo += missing
        return self.known[start]

    def _nimber(self, after: list[list[Men]]) -> tuple[int, int]:
        least = {_mex({self.known[men][0] for men in side}) for side in after}
        if len(least) > 1:
            raise _NotNim
        longest = max((self.known[men][1] + 1 for side in after for men in side), default=0)
        return least.pop(), longest

    def _after(self, men: Men, turn: str) -> list[Men]:
        """The part after each move of a player."""
        position = self._position(men, turn)
        return [_men(position.play(move)) for move in position.moves]

    def _position(self, men: Men, turn: str) -> Position:
        rows = [["."] * self.game.width for _ in range(self.game.height)]
        for (x, y), letter in men:
            rows[self.game.height - 1 - y][x] = letter
        return self.game.position(write_fen(tuple(map("".join, rows)), int(turn == "b")))


def _mex(numbers: set[int]) -> int:
    """The least number that is missing."""
    found = 0
    while found in numbers:
        found += 1
    return found


def _men(position: Position) -> Men:
    rows = position.rows
    return tuple(
        ((x, len(rows) - 1 - y), letter)
        for y, row in enumerate(rows)
        for x, letter in enumerate(row)
        if letter != "."
    )


def _parts(game: Game) -> list[Men]:
    """The men of the initial position, divided so that no part ever touches another."""
    parts: list[tuple[set[Coordinates], list[tuple[Coordinates, str]]]] = []
    for square, letter in _men(game.start):
        touched, men = _touched(game, letter, square), [(square, letter)]
        for other in [part for part in parts if part[0] & touched]:
            parts.remove(other)
            touched |= other[0]
            men += other[1]
        parts.append((touched, men))
    return [tuple(sorted(men)) for _, men in parts]


def _touched(game: Game, letter: str, square: Coordinates) -> set[Coordinates]:
    """All squares that a man can ever enter or look at, whatever stands on them."""
    dfa = game.automata.get(letter.upper())
    forward = 1 if letter.isupper() else -1
    touched, standing, todo = {square}, {square}, [square]
    while todo and dfa is not None:
        seen, ends = _walk(game, dfa, todo.pop(), forward)
        touched |= seen
        todo += ends - standing
        standing |= ends
    return touched


def _walk(
    game: Game, dfa: Dfa, square: Coordinates, forward: int
) -> tuple[set[Coordinates], set[Coordinates]]:
    """The squares on the ways of a man from a square, and those where a way can end."""
    steps: dict[int, list[tuple[int, int, int]]] = {}
    for source, letter, target in dfa.transitions:
        steps.setdefault(source, []).append((letter.dx, letter.dy * forward, target))
    seen, todo = {(dfa.start, square)}, [(dfa.start, square)]
    while todo:
        state, (x, y) = todo.pop()
        for dx, dy, target in steps.get(state, ()):
            node = target, (x + dx, y + dy)
            inside = 0 <= x + dx < game.width and 0 <= y + dy < game.height
            if inside and node not in seen:
                seen.add(node)
                todo.append(node)
    return {at for _, at in seen}, {at for state, at in seen if state in dfa.accepting}
