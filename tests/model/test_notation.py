"""Names of squares and moves to coordinates and back; position lines of random boards."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sbg.language.model import Description, Move, Piece
from sbg.language.model.notation import (
    file_name,
    parse_move,
    parse_square,
    read_fen,
    square_name,
    write_fen,
)


@pytest.mark.parametrize(
    ("x", "name"),
    [(0, "a"), (25, "z"), (26, "aa"), (27, "ab"), (51, "az"), (52, "ba"), (63, "bl"), (701, "zz")],
)
def test_names_of_files(x: int, name: str) -> None:
    assert file_name(x) == name
    assert parse_square(f"{name}1") == (x, 0)


def test_names_of_all_files_to_zz_differ_and_lead_back() -> None:
    names = [file_name(x) for x in range(702)]
    assert len(set(names)) == 702
    assert [parse_square(f"{name}64") for name in names] == [(x, 63) for x in range(702)]


@given(st.integers(0, 701), st.integers(0, 99), st.integers(0, 701), st.integers(0, 99))
def test_moves_lead_back(x: int, y: int, to_x: int, to_y: int) -> None:
    move = Move((x, y), (to_x, to_y))
    assert str(move) == square_name((x, y)) + square_name((to_x, to_y))
    assert parse_move(str(move)) == ((x, y), (to_x, to_y))


@pytest.mark.parametrize(
    "text",
    ["", "a", "1", "a0", "a01", "A1", "a1 ", " a1", "a1\n", "a-1", "а1", "a١", "aaaa1", "a99999"],
)
def test_texts_that_are_no_squares(text: str) -> None:
    assert parse_square(text) is None


@pytest.mark.parametrize("text", ["", "a1", "a1a", "a1-a2", "a1 a2", "A1a2", "a1a2a3", "a1a2\n"])
def test_texts_that_are_no_moves(text: str) -> None:
    assert parse_move(text) is None


@given(
    st.integers(1, 30).flatmap(
        lambda width: st.lists(st.text(".pPqQ", min_size=width, max_size=width), min_size=1)
    ),
    st.integers(0, 10**9),
)
def test_position_lines_lead_back(rows: list[str], ply: int) -> None:
    board = tuple(rows)
    pieces = (Piece("P", None), Piece("Q", None))
    game = Description("Any", len(rows[0]), len(rows), board, pieces, (), 100)
    fen = write_fen(board, ply)
    assert read_fen(game, fen) == (board, ply)
    assert "." not in fen
    assert fen.split()[1] == ("w" if ply % 2 == 0 else "b")


def test_moves_unpack_and_sort() -> None:
    moves = [Move.parse(text) for text in ("b1a3", "a2a4", "a2a3")]
    origin, target = moves[0]
    assert (origin, target) == ((1, 0), (0, 2))
    assert [str(move) for move in sorted(moves)] == ["a2a3", "a2a4", "b1a3"]
