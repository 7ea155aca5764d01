"""Plans with which an army hunts a lone man."""

from __future__ import annotations

from pathlib import Path

import pytest

import sbg
from sbg.solving.hunt import NoPlanError, hunt
from sbg.solving.special import by_hunt

KING = " + ".join(
    f"({x},{y},{on})" for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y for on in "ep"
)
ROOK = " + ".join(
    f"({x},{y},e)^*(({x},{y},e) + ({x},{y},p))" for x, y in ((0, 1), (0, -1), (1, 0), (-1, 0))
)


def small(rows: str, limit: int = 60, goals: str = "#K 0 &") -> sbg.Game:
    """A lone king of White against rooks."""
    listed = rows.split("/")
    board = "\n".join(f"|{row}|" for row in listed)
    return sbg.parse(
        f"<<Hunt>>\n<BOARD>\n{len(listed[0])} {len(listed)}\n{board}\n<PIECES>\nK {KING} &\nR {ROOK} &\n"
        f"<GOALS>\n{limit} &\n{goals}\n"
    )


@pytest.mark.parametrize("rows", ["rrr./..../..../...K", "rrr./..../...K", "rrrr/..../..K."])
def test_a_plan_wins_and_takes_no_less_than_the_table_says(rows: str, tmp_path: Path) -> None:
    game = small(rows)
    found = hunt(game.start)
    table = sbg.solve(game)
    assert (found.army, table.value) == ("black", "black")
    assert table.plies is not None
    assert found.plies >= table.plies
    special = by_hunt(game.start)
    assert special is not None
    special.write(tmp_path / "hunt.proof")
    checked = sbg.verify(tmp_path / "hunt.proof")
    assert checked.complete
    assert str(checked.claim) == f"black wins in at most {found.plies} plies"
    position = game.start
    for move in found.line:
        position = position.play(move)
    assert len(found.line) == found.plies
    assert position.outcome is not None
    assert position.outcome.winner == "black"


def test_equal_plans_every_time() -> None:
    game = small("rrr./..../..../...K")
    assert hunt(game.start).entries == hunt(game.start).entries


@pytest.mark.parametrize(
    ("game", "part"),
    [
        (small("rr./.../KK."), "a single man"),
        (small("r../.../..K"), "a single man"),
        (small("rr../..../..../...K"), "no safe move"),
        (small("rrr./..../..../...K", limit=3), "no plan of"),
        (small("r../.rK/..."), "something at once"),
        (small("rrr./..../..../...K", goals="#K 0 &\n@K 2 0 &"), "something at once"),
    ],
)
def test_where_there_is_no_plan(game: sbg.Game, part: str) -> None:
    with pytest.raises(NoPlanError, match=part):
        hunt(game.start)
    assert by_hunt(game.start) is None


def test_the_maharajah() -> None:
    """The certificate that is shipped."""
    found = sbg.verify("maharajah", sample=100, seed=0)
    assert str(found.claim) == "black wins in at most 44 plies"
    assert found.rules == sbg.load("maharajah").rules_hash


def test_the_lone_man_may_be_black() -> None:
    """The same hunt with the colours swapped and the board upside down; White begins, so it takes a ply less."""
    game = small("...k/..../..../RRR.", goals="#k 0 &")
    found = hunt(game.start)
    table = sbg.solve(game)
    assert (found.army, table.value) == ("white", "white")
    assert table.plies is not None
    assert found.plies >= table.plies
