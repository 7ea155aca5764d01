"""Drawings of automata, compared with files beside this one."""

from pathlib import Path

import pytest

from sbg.language.model import Concat, Description, Letter, Piece, Power, Regexp, Sum
from sbg.moves import automata
from sbg.moves.automata.dot import dot

HERE = Path(__file__).parent

# The pawn of chess with its double step, which reaches the far side to find out where it stands.
PAWN = Sum(
    (
        Letter(0, 1, "e"),
        Letter(-1, 1, "p"),
        Letter(1, 1, "p"),
        Concat(
            (Sum(tuple(Letter(0, 6, on) for on in "epw")), Letter(0, -5, "e"), Letter(0, 1, "e"))
        ),
    )
)
RIDER = Concat((Power(Letter(1, 2, "e"), None), Sum((Letter(1, 2, "e"), Letter(1, 2, "p")))))


@pytest.mark.parametrize(
    ("name", "rule"), [("pawn", PAWN), ("rider", RIDER), ("stuck", Power(PAWN, 9))]
)
def test_drawing(name: str, rule: Regexp) -> None:
    rows = ("." * 8,) * 8
    description = Description("test", 8, 8, rows, (Piece("P", rule),), (), 1)
    drawn = dot(automata.compile(description)["P"], name)
    assert drawn == (HERE / f"{name}.dot").read_text()


def test_titles_are_quoted() -> None:
    (dfa,) = automata.compile(
        Description("test", 1, 1, (".",), (Piece("P", Letter(0, 0, "w")),), (), 1)
    ).values()
    assert dot(dfa, 'a "b" \\').startswith('digraph "a \\"b\\" \\\\" {\n')
