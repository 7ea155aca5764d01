"""Small games for tests of play, and the two engines that play them behind one interface."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import sbg
from sbg import Game, reference

Position: TypeAlias = sbg.Position | reference.Position


@dataclass(frozen=True)
class Engine:
    """One of the two implementations of play: every test of play runs on both."""

    name: str
    start: Callable[[Game], Position]
    position: Callable[[Game, str], Position]
    perft: Callable[[Position, int], int]


def _native_perft(position: Position, depth: int) -> int:
    assert isinstance(position, sbg.Position)
    return sbg.perft(position, depth)


def _reference_perft(position: Position, depth: int) -> int:
    assert isinstance(position, reference.Position)
    return reference.perft(position, depth)


ENGINES = [
    Engine("reference", reference.Position, reference.Position, _reference_perft),
    Engine("native", lambda game: game.start, lambda game, fen: game.position(fen), _native_perft),
]


def make(*rows: str, rules: str = "", goals: str = "", limit: int = 100) -> Game:
    """A game with these rows from the top; each rule and each goal ends with `&`, as in a file."""
    board = "".join(f"|{row}|\n" for row in rows)
    size = f"{len(rows[0])} {len(rows)}"
    return sbg.parse(
        f"<<Test>>\n<BOARD>\n{size}\n{board}<PIECES>\n{rules}\n<GOALS>\n{limit} &\n{goals}\n"
    )


def moves(position: Position) -> str:
    """The legal moves, in their order, with spaces between them."""
    return " ".join(map(str, position.moves))


def play(position: Position, line: str) -> Position:
    """The position after the moves of a line."""
    for move in line.split():
        position = position.play(move)
    return position


def result(position: Position) -> tuple[str | None, str] | None:
    """Winner and reason of a finished game, or None while it goes on."""
    outcome = position.outcome
    return None if outcome is None else (outcome.winner, outcome.reason)
