"""`sbg mutate`: texts, files and JSON."""

from __future__ import annotations

import json
from pathlib import Path

import sbg
from tests.cli.conftest import Command


def test_one_game_goes_to_stdout(command: Command) -> None:
    answer = command("mutate", "gardner", "--seed", "3", "--operator", "goals")
    assert answer.code == 0
    assert answer.out == sbg.mutate(sbg.load("gardner"), seed=3, operator="goals").text


def test_several_games_go_into_a_folder(command: Command, tmp_path: Path) -> None:
    words = ("mutate", "gardner", "--count", "3", "--out", str(tmp_path / "new"))
    assert "3 games written" in command(*words).err
    assert len(list((tmp_path / "new").iterdir())) == 3


def test_json_says_what_changed(command: Command) -> None:
    found = json.loads(command("mutate", "gardner", "--with", "mini-xiangqi", "--json").out)
    (one,) = found
    assert one["operator"].startswith("cross-")
    assert one["change"]
    assert sbg.parse(one["text"]).name == one["name"]
    kinds = json.loads(command("mutate", "--operators", "--json").out)
    assert kinds["board"] == ["wider", "narrower", "taller", "lower"]


def test_misuse(command: Command) -> None:
    for words, message in (
        ((), "no GAME to change"),
        (("gardner", "--operator", "goal"), "did you mean 'goals'?"),
        (("gardner", "--operator", "goals", "--with", "chess"), "do not go together"),
        (("gardner", "--count", "2"), "several games do not fit into one text"),
        (("clobber", "--operator", "goal-count"), "no change of Clobber"),
        (("no-such-game",), "no-such-game"),
    ):
        answer = command("mutate", *words)
        assert answer.code == 2
        assert message in answer.err
