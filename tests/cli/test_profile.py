"""`sbg profile`: a report for people, JSON for programs."""

from __future__ import annotations

import json
from pathlib import Path

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


def test_comparing(command: Command, tmp_path: Path) -> None:
    kept = tmp_path / "hexapawn.json"
    kept.write_text(command("profile", "hexapawn", "--quick", "--json").out)
    found = command("compare", kept, "octopawn", "--quick")
    assert found.code == 0
    assert "Octopawn takes longer" in found.out
    data = json.loads(command("compare", "hexapawn", "octopawn", "--quick", "--json").out)
    length = next(one for one in data["differences"] if one["measure"] == "length")
    assert length["significant"]
    assert length["difference"]["high"] < 0
    nothing = command("compare", kept, "hexapawn", "--quick")
    assert "No difference is significant." in nothing.out


def test_files_that_cannot_be_compared(command: Command, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.json"
    for text in ("", "[]", "{}", "[" * 100_000):
        wrong.write_text(text)
        found = command("compare", wrong, "hexapawn", "--quick")
        assert found.code == 1
        assert "wrong.json" in found.err
    kept = tmp_path / "quick.json"
    kept.write_text(command("profile", "hexapawn", "--quick", "--json").out)
    found = command("compare", kept, "hexapawn")
    assert (found.code, "budgets" in found.err) == (2, True)


def test_a_picture(command: Command) -> None:
    found = command("profile", "hexapawn", "--quick", "--svg")
    assert found.out.startswith("<svg")
    assert "Profile of Hexapawn" in found.out
    assert "200 against 25 nodes" in found.out
    assert command("profile", "hexapawn", "octopawn", "--svg").code == 2
    assert command("profile", "hexapawn", "--svg", "--json").code == 2
    assert command("profile", "hexapawn", "--quick", "--deep").code == 2
