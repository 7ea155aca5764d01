"""What a table says of a position and of each of its moves, with the turn limit respected."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from sbg.base.errors import SbgError
from sbg.engine import Position
from sbg.exact.solving.solution import Value
from sbg.exact.solving.table import Entry, Table
from sbg.language.model import Move, opponent

_DRAWN_LINE = 20
"""Plies of a line that is shown when nobody wins."""


class NotInTableError(SbgError, LookupError):
    """A position that a table does not have."""


@dataclass(frozen=True, slots=True)
class Probe:
    """The exact value of a position: who wins, and in how many plies; None for a draw."""

    value: Value
    plies: int | None
    moves: Mapping[Move, Probe] = field(default_factory=dict, compare=False, repr=False)
    """From `sbg.probe`: what each move is worth, counted from now on, the best first."""

    def __str__(self) -> str:
        if self.plies is None:
            return "draw"
        return f"{self.value} wins in {self.plies} {'ply' if self.plies == 1 else 'plies'}"


DRAW = Probe("draw", None)


def probe(table: Table, position: Position) -> Probe:
    """The value of a position; NotInTableError if the table does not have it."""
    if position.outcome is not None:
        winner = position.outcome.winner
        return DRAW if winner is None else Probe(winner, 0)
    found = table.find(position)
    if found is None:
        raise NotInTableError(f"the table does not have `{position.fen}`")
    return _limited(found, position)


def _limited(entry: Entry, position: Position) -> Probe:
    if entry.plies is None or entry.plies > position.game.turn_limit - position.ply:
        return DRAW
    return Probe(position.turn if entry.wins else opponent(position.turn), entry.plies)


def probe_moves(table: Table, position: Position) -> dict[Move, Probe]:
    """The value of the position after each move, counted from now on: best moves first."""
    found = {}
    for move in position.moves:
        after = probe(table, position.play(move))
        found[move] = after if after.plies is None else Probe(after.value, after.plies + 1)
    turn = position.turn

    def order(item: tuple[Move, Probe]) -> tuple[int, int]:
        value, plies = item[1].value, item[1].plies or 0
        return (0, plies) if value == turn else (1, 0) if value == "draw" else (2, -plies)

    return dict(sorted(found.items(), key=order))


def best_line(table: Table, position: Position) -> tuple[Move, ...]:
    """Best play for both sides, to the end; if nobody wins, only some of it."""
    line: list[Move] = []
    drawn = probe(table, position).plies is None
    while position.outcome is None and not (drawn and len(line) >= _DRAWN_LINE):
        move = next(iter(probe_moves(table, position)))
        line.append(move)
        position = position.play(move)
    return tuple(line)
