"""Proofs of games that fall apart, compared with exact values."""

from __future__ import annotations

from itertools import product

import pytest

import sbg
from sbg.profiling import sums

STONE = "S (0,1,e)(0,1,e)^* &"


def columns(*gaps: int, rules: str = STONE, goals: str = "", limit: int = 60) -> sbg.Game:
    """Northcott's game with these gaps, one column each."""
    height = max(gaps) + 2
    board = [["."] * len(gaps) for _ in range(height)]
    for x, gap in enumerate(gaps):
        board[height - 1][x] = "S"
        board[height - 2 - gap][x] = "s"
    rows = "\n".join(f"|{''.join(row)}|" for row in board)
    return sbg.parse(
        f"<<Columns>>\n<BOARD>\n{len(gaps)} {height}\n{rows}\n<PIECES>\n{rules}\n<GOALS>\n{limit} &\n{goals}\n"
    )


@pytest.mark.parametrize("gaps", list(product(range(3), range(4), range(1, 3))))
def test_sums_have_the_values_of_tables(gaps: tuple[int, ...]) -> None:
    game = columns(*gaps)
    found = sums.prove(game)
    assert found is not None
    assert found.value == sbg.solve(game).value
    assert (found.value == "white") == (gaps[0] ^ gaps[1] ^ gaps[2] != 0)


def test_northcott_is_proved_trivial() -> None:
    found = sbg.profile(sbg.load("northcott"), budget="quick")
    assert found.proof is not None
    assert found.proof.by == "sum"
    assert found.rejected is not None
    assert "trivial" in found.rejected


@pytest.mark.parametrize(
    "game",
    [
        columns(1, 2, goals="@S 0 3 &"),  # a goal: not who cannot move loses
        columns(1, 2, rules="S (0,1,e)(0,1,e)^* + (1,0,e) &"),  # men that come together
        columns(1, 2, rules="S (0,1,e)(0,1,e)^* + (0,-1,e) &"),  # play without an end
        columns(1, 2, limit=2),  # a turn limit that comes before the end
        columns(1, 2, rules="S (0,1,e) + (1,0,w)(-1,0,w) &"),  # one that looks at its neighbour
        columns(3),  # a single part
        sbg.parse(  # men that one player alone can move
            "<<Free>>\n<BOARD>\n2 3\n|..|\n|..|\n|SS|\n<PIECES>\nS (0,1,e) &\n<GOALS>\n9 &\n"
        ),
    ],
)
def test_what_is_no_sum_of_heaps_is_not_proved(game: sbg.Game) -> None:
    assert sums.prove(game) is None


@pytest.mark.parametrize("name", ["chess", "gardner", "breakthrough", "clobber"])
def test_ordinary_games_are_no_sums(name: str) -> None:
    assert sums.prove(sbg.load(name)) is None
