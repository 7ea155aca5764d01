"""Certificates that one player does not lose: half of a draw."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import sbg
from sbg.language.model import Colour, opponent
from tests.solving import small
from tests.verification.files import (
    Parts,
    certify,
    parts,
    position_of,
    refused,
    wins_at_once,
)

PLAYERS: tuple[Colour, Colour] = ("white", "black")


def claimed(player: str, **others: object) -> dict[str, Any]:
    return {"value": f"{player}-or-draw", "plies": None, "exact": False} | others


def half(data: bytes, player: Colour) -> Parts:
    """The strategy of one player from the certificate of a draw, and the claim that it proves."""
    found = parts(data)
    number = PLAYERS.index(player)
    found.strategies = [found.strategies[number]]
    found.header["strategies"] = [found.header["strategies"][number]]
    found.header |= {"kind": "hold", "claim": claimed(player)}
    return found


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> list[bytes]:
    """Certificates of small games that are drawn, but not at once."""
    path = tmp_path_factory.mktemp("drawn") / "drawn.proof"
    found = [
        path.read_bytes()
        for seed in range(120)
        if certify(path, small.game(seed, 12).start) == ("draw", None)
    ]
    assert len(found) >= 5
    return found


def test_half_of_a_draw_is_not_losing(drawn: list[bytes], tmp_path: Path) -> None:
    path = tmp_path / "half.proof"
    for data in drawn:
        for player in PLAYERS:
            path.write_bytes(half(data, player).sealed())
            found = sbg.verify(path)
            assert found.complete
            assert found.claim.value == f"{player}-or-draw"
            assert str(found.claim) == f"{player} does not lose"


def test_other_claims_are_refused(drawn: list[bytes], tmp_path: Path) -> None:
    path = tmp_path / "half.proof"
    for data in drawn:
        for player in PLAYERS:
            other = opponent(player)
            for header in (
                {"claim": claimed(other)},
                {"claim": claimed(player, plies=3)},
                {"claim": claimed(player, exact=True)},
                {"claim": claimed(player, value="draw")},
                {"claim": claimed(player, value="draw"), "kind": "draw"},
                {"claim": claimed(player, value=player, plies=3)},
                {"claim": claimed(player, value=player, plies=3), "kind": "win"},
                {"kind": "draw"},
                {"kind": "win"},
                {"kind": "strong"},
            ):
                wrong = half(data, player)
                wrong.header |= header
                refused(wrong.sealed(), path)
            wrong = half(data, player)
            wrong.header["strategies"][0]["player"] = other
            wrong.header["claim"] = claimed(other)
            refused(wrong.sealed(), path)


def test_a_missing_entry_is_refused(drawn: list[bytes], tmp_path: Path) -> None:
    """Unless its player can win at once."""
    path = tmp_path / "missing.proof"
    won = 0
    for data in drawn:
        for player in PLAYERS:
            for index, record in enumerate(half(data, player).strategies[0]):
                without = half(data, player)
                del without.strategies[0][index]
                if wins_at_once(position_of(without.header, record, player)):
                    path.write_bytes(without.sealed())
                    assert sbg.verify(path).complete
                    won += 1
                else:
                    refused(without.sealed(), path)
    assert won


def test_a_lost_game_is_not_held(tmp_path: Path) -> None:
    """What delays a loss does not keep a player from losing."""
    tried = 0
    for seed in range(120):
        path = tmp_path / "won.proof"
        value, plies = certify(path, small.game(seed, 12).start)
        if value not in PLAYERS or not plies:
            continue
        loser = opponent(value)
        wrong = parts(path.read_bytes())
        wrong.strategies = wrong.strategies[1:]
        wrong.header["strategies"] = wrong.header["strategies"][1:]
        wrong.header |= {"kind": "hold", "claim": claimed(loser)}
        refused(wrong.sealed(), tmp_path / "held.proof")
        tried += 1
    assert tried >= 10
