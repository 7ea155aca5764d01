"""The worked example of the architecture: its table plays as the engine does, and the page tells its numbers."""

from __future__ import annotations

import itertools
import re

import sbg
from sbg.language.model.notation import parse_square, square_name
from scripts import docs_tables
from tests.docs.pages import ROOT

PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")


def test_the_table_gives_the_moves_of_the_engine_on_every_board() -> None:
    game = sbg.parse(docs_tables.GAME)
    around = [parse_square(name) for name in ("a1", "c1", "d1", "b2", "b3", "b4")]
    for pieces in itertools.product(".Pp", repeat=len(around)):
        board = dict(zip(around, pieces, strict=True))
        rows = [
            "".join(
                "R" if (x, y) == docs_tables.ORIGIN else board.get((x, y), ".") for x in range(4)
            )
            for y in (3, 2, 1, 0)
        ]
        fen = "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in rows)
        index = sum(
            1 << place for place, square in enumerate(docs_tables.bits()) if board[square] != "."
        )
        found = [square for square in docs_tables.entry(index) if board[square] != "P"]
        moves = game.position(f"{fen} w 0").moves
        assert found == [move.target for move in moves if move.origin == docs_tables.ORIGIN], fen


def test_the_page_shows_this_table() -> None:
    for line in docs_tables.table().splitlines():
        assert f"   {line}\n" in PAGE


def test_the_page_tells_the_sizes() -> None:
    text = " ".join(PAGE.split())
    product = docs_tables.product()
    states = sbg.parse(docs_tables.GAME).automata["R"].state_count
    assert f"The rook's automaton has {states} states, the board 16 squares" in text
    assert f"only {len(product.nodes)} pairs can be reached" in text
    assert f"only {len(product.passed)} of those are ever left again" in text
    first, *rays = docs_tables.parts()
    assert [set(map(square_name, part.bits)) for part in rays] == [{"b2", "b3"}, {"c1"}]
    assert set(map(square_name, first.targets)) == {"a1", "c1", "b2"}
    targets = {square for part in docs_tables.parts() for square in part.targets}
    assert len(targets) == 6
    position, index = docs_tables.example()
    entry = list(map(square_name, docs_tables.entry(index)))
    assert f"index {index}. Entry {index} holds {', '.join(entry[:-1])} and {entry[-1]}." in text
    moves = [square_name(m.target) for m in position.moves if m.origin == docs_tables.ORIGIN]
    assert moves == ["a1", "c1", "b2"]


def test_the_picture_is_up_to_date() -> None:
    kept = (ROOT / "docs" / "_static" / "tables.svg").read_text(encoding="utf-8")
    assert kept == docs_tables.picture()  # else `make generate`
