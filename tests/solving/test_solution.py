"""The value of a position, as a value."""

from pathlib import Path

import pytest

import sbg
from sbg.exact.solving import Solution
from sbg.language.model import Move


def test_a_solution_reads_as_a_sentence() -> None:
    line = (Move.parse("a2a3"),)
    assert str(Solution("white", 1, line, "table")) == "white wins in 1 ply"
    assert str(Solution("black", 6, line, "table")) == "black wins in 6 plies"
    assert str(Solution("draw", None, (), "proof")) == "a draw with best play"


def test_a_table_answers_in_python(tmp_path: Path) -> None:
    file = tmp_path / "h.table"
    solved = sbg.solve(sbg.load("hexapawn"), output=file)
    assert solved.positions > 0
    found = sbg.probe(file, "ppp/P2/1PP b 1")
    assert (found.value, found.plies, str(found)) == ("black", 3, "black wins in 3 plies")
    assert {str(move): one.plies for move, one in found.moves.items()}["b3a2"] == 3
    assert sbg.probe(file, sbg.load("hexapawn").start).plies == solved.plies
    assert sum(row.positions for row in sbg.probe(file)) > 100
    with pytest.raises(sbg.NotInTableError, match="other rules"):
        sbg.probe(file, sbg.load("octopawn").start)
    with pytest.raises(sbg.SbgError, match="there is no file"):
        sbg.probe(tmp_path / "none.table", "ppp/P2/1PP b 1")


def test_all_options_in_python(tmp_path: Path) -> None:
    octopawn = sbg.load("octopawn")
    assert sbg.solve(octopawn, method="proof", seconds=60, memory=1 << 24).plies == 11
    proof = tmp_path / "all.proof"
    assert sbg.solve(octopawn, strong=True, output=proof).certificate == proof
    assert sbg.verify(proof).kind == "strong"
    table = tmp_path / "g.table"
    assert sbg.solve(sbg.load("gardner"), men=2, output=table) is None
    assert sbg.probe(table, "4k/5/5/5/K4 w 0").value == "draw"
    with pytest.raises(sbg.UndecidedError):
        sbg.solve(sbg.load("chess"), method="proof", seconds=0.01, memory=1 << 24)
    for words, about in (
        ({"men": 3}, "name a file"),
        ({"men": 3, "output": "x.proof"}, "ends in"),
        ({"seconds": 3}, "method proof"),
        ({"strong": True}, "name a file"),
        ({"method": "luck"}, "method is one of"),
        ({"method": "proof", "output": "x.table"}, "finds one value"),
    ):
        with pytest.raises(ValueError, match=about):
            sbg.solve(sbg.load("gardner"), **words)
