"""Certificates of sums: right ones are accepted, and each change that makes them wrong is found."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import pytest

import sbg
from sbg import games
from sbg.solving.sums import nim_sum
from tests.verification.files import Parts, parts

NORTHCOTT = games.read_certificate("northcott")


def refused(found: Parts, path: Path) -> str:
    path.write_bytes(found.sealed())
    with pytest.raises(sbg.CertificateError) as caught:
        sbg.verify(path)
    return caught.value.reason


def test_northcott(tmp_path: Path) -> None:
    found = sbg.verify("northcott")
    assert (found.kind, found.complete, str(found.claim)) == (
        "sum",
        True,
        "white wins in at most 29 plies",
    )
    again = nim_sum(sbg.load("northcott").start)
    assert again is not None
    again.write(tmp_path / "again.proof", parts(NORTHCOTT).header["made"])
    assert (tmp_path / "again.proof").read_bytes() == NORTHCOTT


@pytest.mark.parametrize("at", range(0, 114, 7))
@pytest.mark.parametrize("change", [1, 2, 1 << 16, 3 << 16])
def test_another_number(at: int, change: int, tmp_path: Path) -> None:
    found = parts(NORTHCOTT)
    record = found.strategies[0][at]
    number = int.from_bytes(record[-4:], "big") ^ change
    found.strategies[0][at] = record[:-4] + number.to_bytes(4, "big")
    assert refused(found, tmp_path / "wrong.proof")


@pytest.mark.parametrize("at", range(0, 114, 5))
def test_an_entry_that_is_missing(at: int, tmp_path: Path) -> None:
    found = parts(NORTHCOTT)
    del found.strategies[0][at]
    # An entry that nothing leads to may be missing: only those of the start and of what follows are needed.
    assert "no entry" in refused(found, tmp_path / "wrong.proof")


@pytest.mark.parametrize(
    ("claim", "part"),
    [
        ({"value": "black", "plies": 29, "exact": False}, "white wins"),
        ({"value": "white", "plies": 27, "exact": False}, "at most 29"),
        ({"value": "white", "plies": 29, "exact": True}, "at most 29"),
        ({"value": "draw", "plies": None, "exact": False}, "white wins"),
    ],
)
def test_another_claim(claim: dict[str, Any], part: str, tmp_path: Path) -> None:
    found = parts(NORTHCOTT)
    found.header["claim"] = claim
    assert part in refused(found, tmp_path / "wrong.proof")


def test_other_parts(tmp_path: Path) -> None:
    path = tmp_path / "wrong.proof"
    for change, part in (
        (lambda listed: None, "no list"),
        (lambda listed: [*listed, [56]], "list of squares"),
        (lambda listed: [*listed, [True]], "list of squares"),
        (lambda listed: [*listed, listed[0]], "share a square"),
        (lambda listed: listed[1:], "none of the parts"),
        (lambda listed: [listed[0][1:], *listed[1:]], "none of the parts"),
        (lambda listed: [[*listed[0][:3], *listed[0][4:]], *listed[1:]], "may leave its part"),
    ):
        found = parts(NORTHCOTT)
        found.header["parts"] = change(found.header["parts"])
        assert part in refused(found, path)


@pytest.mark.parametrize(
    ("old", "new", "part"),
    [
        ("60 &", "28 &", "turn limit"),
        ("60 &", "60 &\n@S 0 7 &", "goals"),
        ("(0,1,e)^*", "(0,1,e)^* + (1,0,w)(-1,0,w)", "may leave its part"),
        ("(0,1,e)^*", "(0,1,e)", ""),
    ],
)
def test_another_game(old: str, new: str, part: str, tmp_path: Path) -> None:
    found = parts(NORTHCOTT)
    text = sbg.write(sbg.parse(found.header["text"].replace(old, new, 1)).description)
    found.header["text"] = text
    found.header["rules"] = hashlib.sha256(text.encode()).hexdigest()
    assert part in refused(found, tmp_path / "wrong.proof")


def test_other_aims_and_kinds(tmp_path: Path) -> None:
    path = tmp_path / "wrong.proof"
    found = parts(NORTHCOTT)
    found.header["strategies"][0]["aim"] = "win"
    assert "one list of nimbers" in refused(found, path)
    found = parts(NORTHCOTT)
    found.header["kind"] = "win"
    assert "needs the strategies" in refused(found, path)
    found = parts(NORTHCOTT)
    found.header["start"] = found.header["start"].replace("w 0", "b 1")
    assert "black wins" in refused(found, path)


@pytest.mark.parametrize(
    ("rows", "value"),
    [("s.s/..S/S..", "white"), ("s.s/.../S.S", "black")],
)
def test_small_sums_have_the_values_of_tables(rows: str, value: str, tmp_path: Path) -> None:
    board = "\n".join(f"|{row}|" for row in rows.split("/"))
    game = sbg.parse(
        f"<<Columns>>\n<BOARD>\n3 3\n{board}\n<PIECES>\nS (0,1,e)(0,1,e)^* &\n<GOALS>\n9 &\n"
    )
    found = nim_sum(game.start)
    assert found is not None
    table = sbg.solve(game)
    assert (found.winner, table.value) == (value, value)
    assert table.plies is not None
    assert found.plies >= table.plies
    found.write(tmp_path / "sum.proof")
    assert sbg.verify(tmp_path / "sum.proof").complete
    line = found.line()
    position = game.start
    for move in line:
        position = position.play(move)
    assert position.outcome is not None
    assert position.outcome.winner == value
