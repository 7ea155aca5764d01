"""`sbg.probe`: looks a position, or all positions, up in a table of exact values."""

from __future__ import annotations

import os
from dataclasses import replace
from functools import lru_cache
from typing import overload

from sbg.base.errors import mistyped
from sbg.base.files import failed
from sbg.engine import Position, position_of
from sbg.exact.solving.probe import NotInTableError, Probe, probe_moves
from sbg.exact.solving.probe import probe as value_of
from sbg.exact.solving.table import ClassCount, TableFile


@overload
def probe(table: str | os.PathLike[str], position: None = None) -> tuple[ClassCount, ...]: ...
@overload
def probe(table: str | os.PathLike[str], position: Position | str) -> Probe: ...
def probe(
    table: str | os.PathLike[str], position: Position | str | None = None
) -> Probe | tuple[ClassCount, ...]:
    """What a table that `sbg.solve` wrote says about a position, given as one or as its FEN.

    The answer has the exact value, and that of every move in `moves`, the best first. NotInTableError if the table does
    not have the position, TableError if it is damaged where it was read. Without a position every block of the file is
    checked for damage, and the answer counts won, drawn and lost positions for each class of men.
    """
    if not isinstance(table, str | os.PathLike):
        raise mistyped("probe", "the path of a table", table)
    try:
        known = os.stat(table)
    except (OSError, ValueError) as error:
        raise failed(table, error) from None
    if position is None:
        opened = TableFile(table)
        opened.check_blocks()
        return opened.statistics
    opened = _opened(os.path.abspath(table), known.st_mtime_ns, known.st_size)
    if isinstance(position, str):
        position = opened.game.position(position)
    position = position_of(position, "probe")
    if position.game.rules_hash != opened.game.rules_hash:
        raise NotInTableError(f"the table is one of {opened.game.name} with other rules")
    return replace(value_of(opened, position), moves=probe_moves(opened, position))


@lru_cache(maxsize=4)
def _opened(path: str, _changed: int, _size: int) -> TableFile:
    """Tables that were asked last stay open, as long as their files are the same."""
    return TableFile(path)
