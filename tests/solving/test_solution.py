"""The value of a position, as a value."""

from sbg.model import Move
from sbg.solving import Solution


def test_a_solution_reads_as_a_sentence() -> None:
    line = (Move.parse("a2a3"),)
    assert str(Solution("white", 1, line, "table")) == "white wins in 1 ply"
    assert str(Solution("black", 6, line, "table")) == "black wins in 6 plies"
    assert str(Solution("draw", None, (), "proof")) == "a draw with best play"
