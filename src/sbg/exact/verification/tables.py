"""Checks random entries of a table of exact values against the moves of the reference.

The file is read, and positions are numbered, by code of its own: nothing here comes from the solver. An entry must be
what the entries after its moves make it. A table in which all were so would be right: wins and losses by induction on
their plies, draws because nothing else leads to them. A sample proves nothing, but finds many mistakes soon.
`auditing` checks all entries.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable

from sbg.exact.verification.numbering import Board, ByClasses, ByKeys, BySquares, Numbering
from sbg.exact.verification.reading import CertificateError
from sbg.exact.verification.table_file import TableData, damaged
from sbg.language.reference import Position

_MOST_LOOKS = 8
"""Positions without an entry, one after the other."""
_MOST_DRAWS = 1_000_000
"""Boards that are drawn at random until one has an entry."""


class TableChecker:
    """A table in a file, checked by the reference."""

    def __init__(self, table: TableData | str | os.PathLike[str]) -> None:
        self.table = table if isinstance(table, TableData) else TableData(table)
        self._codes = {letter: code for code, letter in enumerate(self.table.letters)}
        try:
            self.numbers = _numbering(self.table)
        except (KeyError, TypeError, ValueError, IndexError) as error:
            raise (error if isinstance(error, CertificateError) else damaged(error)) from None

    def check(
        self, sample: int, seed: int | None = None, on_progress: Callable[[int], None] | None = None
    ) -> None:
        """Check so many entries, chosen at random; CertificateError says which one is wrong."""
        choose = random.Random(seed)
        for number in range(sample):
            position = self._draw(choose)
            try:
                found, made = self._entry(position), self._from_moves(position, 0)
            except CertificateError as error:
                raise CertificateError(error.reason, error.position or position.fen) from None
            if found != made:
                raise CertificateError(
                    f"the entry is {in_words(found)}, but the moves make it {in_words(made)}",
                    position.fen,
                )
            if on_progress is not None:
                on_progress(number + 1)

    def _draw(self, choose: random.Random) -> Position:
        """Some position that has an entry, in any of the images that the table says are equal."""
        for _ in range(_MOST_DRAWS):
            drawn = self.numbers.draw(choose)
            if drawn is None or self.numbers.find(*drawn) is None:
                continue
            swap, mirror = choose.random() < 0.5, choose.random() < 0.5
            board, side = self.numbers.image(*drawn, swap, mirror)
            return Position(self.table.description, self.table.fen(board, side))
        raise damaged("hardly any of its entries have a board")

    def _board(self, position: Position) -> tuple[Board, int]:
        board = [0] * (self.table.width * self.table.height)
        for (x, y), letter in position.board.items():
            board[y * self.table.width + x] = self._codes[letter]
        return board, 0 if position.turn == "white" else 1

    def _entry(self, position: Position) -> int | None:
        """What the table has for a position; None if it has no entry because a man wins at once."""
        where = self.numbers.find(*self._board(position))
        if where is None:
            return None
        value = self.table.value(*where)
        if value is None:
            raise CertificateError("there is a board, but the entry has no value", position.fen)
        return value

    def _from_moves(self, position: Position, looks: int) -> int:
        """The value that the moves of a position make, as an entry."""
        if looks == _MOST_LOOKS:
            raise CertificateError("a move leads to a position that the table does not have")
        after = [position.play(move) for move in position.moves]
        ends = [child.event.winner for child in after if child.event is not None]
        if position.turn in ends:
            return 4  # a win in one ply
        worst, best, drawn = (1 if ends else 0), None, False
        for child in after:
            if child.event is not None:
                continue
            value = self._entry(child)
            if value is None:
                value = self._from_moves(child, looks + 1)
            if value == 0:
                drawn = True
            elif value % 2:  # the opponent loses
                plies = (value - 1) // 2 + 1
                best = plies if best is None else min(best, plies)
            else:
                worst = max(worst, (value - 1) // 2 + 1)
        if best is not None:
            return 2 + 2 * best
        return 0 if drawn else 1 + 2 * worst


def in_words(value: int | None) -> str:
    """What an entry says."""
    if value is None:
        return "missing"
    if value == 0:
        return "a draw"
    return f"a {'loss' if value % 2 else 'win'} in {(value - 1) // 2}"


def _numbering(table: TableData) -> Numbering:
    given = (table.header, table.kinds, table.width, table.height)
    scheme = table.header["scheme"]
    if scheme == "classes":
        return ByClasses(*given)
    if scheme == "squares":
        return BySquares(*given)
    return ByKeys(table.slots, *given)
