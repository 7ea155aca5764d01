"""Tables that are checked by code of their own and by the reference: right ones pass, changed ones do not."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import sbg
from sbg.exact.solving.plan import make_plan
from sbg.exact.solving.solve import fill_table, save_table
from sbg.exact.verification.tables import TableChecker

LOUD = sbg.parse(
    "<<Breakthrough 3x5>>\n<BOARD>\n3 5\n|ppp|\n|ppp|\n|...|\n|PPP|\n|PPP|\n<PIECES>\n"
    "P (0,1,e) + (-1,1,e) + (1,1,e) + (-1,1,p) + (1,1,p) &\n<GOALS>\n200 &\n"
    "@P 0 4, 1 4, 2 4 &\n@p 0 0, 1 0, 2 0 &\n"
)
GAMES = {
    "hexapawn": (sbg.load("hexapawn"), None),
    "octopawn": (sbg.load("octopawn"), None),
    "loud": (LOUD, None),
    "fox-and-hounds": (sbg.load("fox-and-hounds"), None),
    "gardner": (sbg.load("gardner"), 3),
    "microchess": (sbg.load("microchess"), 3),
}


@pytest.mark.parametrize("name", GAMES)
def test_right_tables_pass_and_changed_ones_do_not(name: str, tmp_path: Path) -> None:
    game, men = GAMES[name]
    table = fill_table(make_plan(game.start, 1 << 30, men))
    path = tmp_path / "right.table"
    save_table(table, path)
    told: list[int] = []
    TableChecker(path).check(300, 1, told.append)
    assert told == list(range(1, 301))
    # One ply more in every tenth entry.
    values = table.storage.narrow
    known = np.nonzero((values != 0) & (values < 200))[0]
    changed = np.random.default_rng(0).choice(known, len(known) // 10, replace=False)
    values[changed] += 2
    save_table(table, path)
    with pytest.raises(sbg.CertificateError, match="the moves make it"):
        TableChecker(path).check(300, seed=1)


def test_damaged_tables_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "some.table"
    save_table(fill_table(make_plan(sbg.load("hexapawn").start, 1 << 30)), path)
    data = path.read_bytes()
    for wrong in (b"", data[:100], b"X" + data[1:], data[:300] + b"~" + data[301:], data[:-40]):
        path.write_bytes(wrong)
        with pytest.raises(sbg.CertificateError):
            TableChecker(path).check(50, seed=0)
