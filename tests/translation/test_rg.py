"""RG: an independent reader counts the same sequences of moves and the same ends as we do."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

import sbg
from sbg import games, reference
from sbg.model import Description
from sbg.translation import rg
from tests.strategies import descriptions
from tests.translation import rg_reader
from tests.translation.counting import count
from tests.translation.games import ODD, game


def check(played: sbg.Game | Description, start: object, most: int, depth: int = 20) -> None:
    expected = count(start, depth, most)  # type: ignore[arg-type]
    text = sbg.translate(played, "rg").text
    assert rg_reader.count(text, len(expected[0]) - 1) == expected


@pytest.mark.parametrize("name", games.names())
def test_bundled(name: str) -> None:
    played = sbg.load(name)
    check(played, played.start, most=30, depth=3)


@pytest.mark.parametrize("name", ODD)
def test_odd(name: str) -> None:
    check(ODD[name], reference.Position(ODD[name]), most=100, depth=10)


@settings(max_examples=30)
@given(descriptions(4))
def test_random(description: Description) -> None:
    check(description, reference.Position(description), most=30, depth=2)


def test_large_turn_limits_are_counted_in_binary(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rg, "MOST_PLIES", 3)
    for limit in (4, 5, 7):
        still = game("k K", "K (0,0,w) &", f"{limit} &")
        assert "bit2" in sbg.translate(still, "rg").text
        check(still, still.start, most=10, depth=limit + 1)
    assert len(sbg.translate(game("k K", "K (0,0,w) &", f"{10**9} &"), "rg").text) < 30_000


@pytest.mark.parametrize("name", ["gardner", "hexapawn", "leapfrog"])
def test_moves_both_ways(name: str) -> None:
    played = sbg.load(name)
    translation = sbg.translate(played, "rg")
    theirs = sorted(rg_reader.legal(translation.text))
    assert theirs == sorted(map(translation.to_target, played.start.moves))
    assert {translation.from_target(f"/{move}/") for move in theirs} == set(played.start.moves)
    for wrong in ("", "a1", "a1 z99", "a1a2", "a1 a2 a3"):
        with pytest.raises(ValueError, match="is not a move"):
            translation.from_target(wrong)
