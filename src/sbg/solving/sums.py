"""Games that fall apart: a proof of who wins a game whose parts do not touch each other and are heaps of Nim.

A game without goals is lost by the player who cannot move. Where its men can be divided so that no man ever enters, or
looks at, a square of another part, it is a sum of games, and its winner follows from the values of the parts. A part in
which the options of both players have nimbers with the same least missing number is the heap of that number.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass

from sbg.engine import Game, Position
from sbg.engine.native import piece_codes
from sbg.model import Colour, Coordinates, Move, opponent
from sbg.model.notation import write_fen
from sbg.solving.certificate import Strategy, write_certificate

MOST_STATES = 20_000
"""Positions of all parts that may be looked at."""

Men = tuple[tuple[Coordinates, str], ...]


class _NotNim(Exception):  # noqa: N818 - no error: there is no such proof
    """The game is not of this kind, or too large."""


@dataclass(eq=False)
class _Part:
    """Men that others never meet, and the squares that they have for themselves."""

    squares: set[Coordinates]
    men: list[tuple[Coordinates, str]]


@dataclass(frozen=True)
class NimSum:
    """A position that is a sum of heaps of Nim."""

    start: Position
    winner: Colour
    plies: int
    """The game lasts at most so long."""
    parts: tuple[tuple[int, ...], ...]
    """The squares of each part, numbered row by row from a1."""
    values: Mapping[Men, tuple[int, int]]
    """For each position of a part its nimber, and how many plies play in it lasts at most."""

    def line(self) -> tuple[Move, ...]:
        """The winner keeps the Nim sum at 0, the loser plays on for as long as they can."""
        line: list[Move] = []
        position = self.start
        while position.outcome is None:

            def rank(move: Move, before: Position = position) -> tuple[int, int]:
                total, plies = self._total(before.play(move))
                return (total if before.turn == self.winner else 0), -plies

            line.append(min(position.moves, key=rank))
            position = position.play(line[-1])
        return tuple(line)

    def _total(self, position: Position) -> tuple[int, int]:
        """The Nim sum of the parts of a position, and how many plies it lasts at most."""
        width = self.start.game.width
        total = longest = 0
        for part in self.parts:
            men = [one for one in _men(position) if one[0][1] * width + one[0][0] in part]
            nimber, plies = self.values[tuple(men)]
            total ^= nimber
            longest += plies
        return total, longest

    def write(self, path: str | os.PathLike[str], made: Mapping[str, object] | None = None) -> int:
        """Write a certificate; the size of the file is returned."""
        game = self.start.game
        codes = piece_codes(game.description)
        nothing = Move((0, 0), (0, 0))
        entries = []
        for men, (nimber, plies) in self.values.items():
            board = bytearray(game.width * game.height)
            for (x, y), letter in men:
                board[y * game.width + x] = codes[letter]
            entries.append((bytes(board), nothing, nimber << 16 | plies))
        claim = {"value": self.winner, "plies": self.plies, "exact": False}
        strategies = [Strategy("white", "nimber", entries)]
        parts = {"parts": [list(part) for part in self.parts]}
        return write_certificate(path, game, self.start, "sum", claim, strategies, made, more=parts)


def nim_sum(start: Position) -> NimSum | None:
    """Who wins a position that is a sum of heaps of Nim; None if it is none."""
    game = start.game
    if game.goals or start.outcome is not None:
        return None
    parts = _parts(start)
    if len(parts) < 2:
        return None
    heaps = _Heaps(game)
    try:
        found = [heaps.value(tuple(sorted(part.men))) for part in parts]
    except _NotNim:
        return None
    longest = sum(plies for _, plies in found)
    if longest > game.turn_limit - start.ply:
        return None
    total = 0
    for number, _ in found:
        total ^= number
    winner = start.turn if total else opponent(start.turn)
    # The winner makes the last move.
    plies = longest - (longest % 2 != (winner == start.turn))
    squares = tuple(tuple(sorted(y * game.width + x for x, y in part.squares)) for part in parts)
    return NimSum(start, winner, plies, squares, heaps.known)


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
        sorted(
            ((x, len(rows) - 1 - y), letter)
            for y, row in enumerate(rows)
            for x, letter in enumerate(row)
            if letter != "."
        )
    )


def _parts(start: Position) -> list[_Part]:
    """The men of a position, divided so that no part ever touches another."""
    game = start.game
    parts = [_Part({square}, [(square, letter)]) for square, letter in _men(start)]
    done: list[_Part] = []
    while parts:
        part = parts.pop()
        part.squares = _closed(game, part)
        near = [other for other in parts + done if other.squares & part.squares]
        if not near:
            done.append(part)
            continue
        for other in near:
            (parts if other in parts else done).remove(other)
            part.squares |= other.squares
            part.men += other.men
        parts.append(part)
    return sorted(done, key=lambda part: sorted(part.squares))


def _closed(game: Game, part: _Part) -> set[Coordinates]:
    """The squares to which letters in the rules of its men lead, whatever is on them."""
    steps = set()
    for letter in {letter for _, letter in part.men}:
        dfa = game.automata.get(letter.upper())
        forward = 1 if letter.isupper() else -1
        for _, step, _ in dfa.transitions if dfa is not None else ():
            steps.add((step.dx, step.dy * forward))
    found, todo = set(part.squares), list(part.squares)
    while todo:
        x, y = todo.pop()
        for dx, dy in steps:
            square = x + dx, y + dy
            inside = 0 <= square[0] < game.width and 0 <= square[1] < game.height
            if inside and square not in found:
                found.add(square)
                todo.append(square)
    return found
