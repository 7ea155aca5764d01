"""`sbg profile`: a report for people, JSON for programs."""

from __future__ import annotations

import json

import sbg
from tests.cli.conftest import Command
from tests.cli.helpers import THREE_PAWNS


def test_the_report(command: Command) -> None:
    found = command("profile", "hexapawn", "--quick")
    assert found.code == 1
    assert "The game is trivial: Black wins in 6 plies" in found.out
    for part in ("Measures", "Self-play", "Ladder", "Pieces", "Tension"):
        assert part in found.out
    assert found.err == ""


def test_json_of_several_games(command: Command) -> None:
    found = command("profile", "hexapawn", "-", "--quick", "--json", stdin=THREE_PAWNS)
    data = json.loads(found.out)
    assert [one["name"] for one in data] == ["Hexapawn", sbg.parse(THREE_PAWNS).name]
    assert data[0]["proof"]["value"] == "black"
    assert sbg.Profile.from_json(json.dumps(data[0])).name == "Hexapawn"


def test_the_same_seed_gives_the_same_profile(command: Command) -> None:
    words = ("profile", "octopawn", "--quick", "--json")
    assert command(*words).out == command(*words, "--threads", "1").out
    assert command(*words).out != command(*words, "--seed", "1").out


def test_misuse(command: Command) -> None:
    assert command("profile").code == 2
    assert command("profile", "no-such-game").code == 2
    assert command("profile", "hexapawn", "--threads", "0").code == 2
