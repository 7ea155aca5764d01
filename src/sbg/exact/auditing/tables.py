"""`sbg.verify_table`: checks every entry of a table of exact values, or names the first wrong one."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sbg import _core
from sbg.base.bounds import MAX_THREADS
from sbg.base.errors import mistyped
from sbg.base.numbers import whole
from sbg.engine import Game
from sbg.exact.auditing.symmetries import check_symmetries
from sbg.exact.verification.reading import CertificateError
from sbg.exact.verification.table_file import DEFAULT_MEMORY, TableData, damaged
from sbg.exact.verification.tables import TableChecker, in_words

REFERENCE_SAMPLE = 10_000
"""Entries that the reference checks when all are checked, if the table has so many."""
_STEP = 1 << 20
"""Entries between two reports: about a second on one core."""
_REFERENCE_RATE = 200.0
"""Entries that the engine's moves check in the time of one by the reference, roughly."""

Progress = Callable[[float], None]
"""Is told what share of the work is done."""


@dataclass(frozen=True)
class TableVerification:
    """A table that was checked and found right, as far as it was checked."""

    game: str
    """The name of the game."""
    rules: str
    """The SHA-256 of its canonical text, as in `Game.rules_hash`."""
    start: str
    """The FEN of the position that was solved."""
    entries: int
    """How many entries the table has."""
    checked: int
    """Entries that follow from those after their moves, which the engine found: all of them, or none."""
    sampled: int
    """Entries, chosen at random, that follow from those after their moves, which the reference found."""
    wins: int | None
    """Positions that the player to move wins; None if not all entries were checked."""
    draws: int | None
    losses: int | None

    @property
    def complete(self) -> bool:
        """Whether every entry was checked."""
        return self.checked == self.entries


def verify_table(
    path: str | os.PathLike[str],
    sample: int | None = None,
    threads: int = 1,
    seed: int | None = None,
    on_progress: Progress | None = None,
    memory: int = DEFAULT_MEMORY,
) -> TableVerification:
    """Check a table that `sbg solve` wrote; CertificateError says which entry is wrong.

    Every entry must follow from those after its moves, which the engine finds; then 10,000 of them, or as many as there
    are, are checked again by the reference. With `sample` only so many are, chosen at random, by the reference alone.
    Nothing of this is shared with the solver but the engine's move generator. A table that takes more than `memory`
    bytes when it is unpacked is refused.
    """
    if not isinstance(path, str | os.PathLike):
        raise mistyped("verify_table", "the path of a table", path)
    for name, number in (("sample", sample), ("seed", seed)):
        if number is not None:
            whole(number, name, 0)
    whole(threads, "threads", 1, MAX_THREADS)
    if on_progress is not None and not callable(on_progress):
        raise TypeError(f"on_progress is a function, not {type(on_progress).__name__}")
    whole(memory, "memory", 1)
    table = TableData(path, memory)
    by_reference = TableChecker(table)
    report = on_progress or (lambda _: None)
    wanted = min(REFERENCE_SAMPLE if sample is None else sample, table.entries)
    counts: _Counts | None = None
    share = 0.0
    if sample is None:
        share = table.entries / (table.entries + _REFERENCE_RATE * wanted) if wanted else 1.0
        counts = _check_all(table, threads, lambda done: report(share * done))
    by_reference.check(
        wanted, seed, lambda done: report(share + (1 - share) * done / wanted) if wanted else None
    )
    return TableVerification(
        table.description.name,
        table.header["rules"],
        str(table.header["start"]),
        table.entries,
        0 if counts is None else table.entries,
        wanted,
        *((None, None, None) if counts is None else (counts.wins, counts.draws, counts.losses)),
    )


@dataclass
class _Counts:
    wins: int = 0
    draws: int = 0
    losses: int = 0
    longest: int | None = None

    def add(self, found: _core.CheckedEntries) -> None:
        self.wins += found.wins
        self.draws += found.draws
        self.losses += found.losses
        if found.longest >= 0:
            self.longest = max(self.longest or 0, found.longest)


def _check_all(table: TableData, threads: int, report: Progress) -> _Counts:
    """Check every entry by the engine's moves."""
    game = Game(table.description)
    check_symmetries(game, table)
    check = _native_check(game, table)
    _check_start(game, table, check)
    total = _Counts()
    counts: dict[int, _Counts] = {}
    done = 0
    for half, (size, _, _) in table.halves.items():
        mine = counts[half] = _Counts()
        for at in range(0, size, _STEP):
            end = min(at + _STEP, size)
            found = check.check(half, at, end, threads)
            if found.wrong is not None:
                raise _refusal(table, found.wrong)
            mine.add(found)
            total.add(found)
            done += end - at
            report(done / table.entries)
    _check_statistics(table, counts)
    return total


def _native_check(game: Game, table: TableData) -> _core.TableCheck:
    header = table.header
    halves = [
        (half, size, width, table.values(half)) for half, (size, width, _) in table.halves.items()
    ]
    try:
        return _core.TableCheck(
            game.rules,
            header["scheme"],
            [(code, sorted(squares)) for code, squares in table.kinds],
            header["classes"],
            halves,
            flips=header["flips"],
            turns=header.get("turns", False),
            mirrors=header["mirrors"],
            loud=header.get("loud", ()),
            slots=table.slots,
        )
    except (KeyError, TypeError, ValueError) as error:
        raise (error if isinstance(error, CertificateError) else damaged(error)) from None


def _check_start(game: Game, table: TableData, check: _core.TableCheck) -> None:
    """A table that is not one of endings must have the position that was solved."""
    try:
        start = game.position(table.header["start"])
    except (KeyError, TypeError, ValueError) as error:
        raise damaged(f"its start: {error}") from None
    if table.header.get("men") is not None or table.header.get("loud"):
        return
    if check.find(start._native.board, start.ply % 2) is None:
        raise CertificateError("the table does not have its own start", start.fen)


def _check_statistics(table: TableData, counts: dict[int, _Counts]) -> None:
    """The statistics of the header are those that were counted here; zugzwangs are not."""
    rows = table.header.get("statistics")
    if rows is None:
        return
    found = [mine for half, mine in sorted(counts.items()) if table.halves[half][0]]
    told = [_numbers(row) for row in rows] if isinstance(rows, list) else []
    made = [
        (one.wins + one.draws + one.losses, one.wins, one.draws, one.losses, one.longest)
        for one in found
    ]
    if told != made:
        raise CertificateError("its statistics are not those of its entries")


def _numbers(row: Any) -> tuple[Any, ...]:
    names = ("positions", "wins", "draws", "losses", "longest")
    return tuple(row.get(name) for name in names) if isinstance(row, dict) else ()


def _refusal(table: TableData, wrong: tuple[str, int, bytes, int, int, int]) -> CertificateError:
    reason, index, board, side, found, made = wrong
    if reason == "no board":
        return CertificateError(f"entry {index:,} is {in_words(found)}, but has no board")
    fen = table.fen(board, side)
    if reason == "no value":
        return CertificateError("there is a board, but the entry has no value", fen)
    if reason == "outside":
        return CertificateError("a move leads to a position that the table does not have", fen)
    return CertificateError(
        f"the entry is {in_words(found)}, but the moves make it {in_words(made)}", fen
    )
