"""`sbg generate`: texts, files and JSON."""

from __future__ import annotations

import json
from pathlib import Path

import sbg
from tests.cli.conftest import Command


def test_one_game_goes_to_stdout(command: Command) -> None:
    answer = command("generate", "--style", "hunt", "--seed", "3", "--board", "5x6")
    assert answer.code == 0
    assert answer.out == sbg.generate("hunt", seed=3, board=(5, 6)).text


def test_several_games_go_into_a_folder(command: Command, tmp_path: Path) -> None:
    words = ("generate", "--style", "breakthrough", "--count", "3", "--seed", "5")
    answer = command(*words, "--out", str(tmp_path / "new" / "games"))
    assert answer.code == 0
    assert "3 games written" in answer.err
    files = sorted((tmp_path / "new" / "games").iterdir())
    assert len(files) == 3
    texts = {file.read_text(encoding="utf-8") for file in files}
    assert texts == {sbg.generate("breakthrough", seed=n).text for n in (5, 6, 7)}
    again = command(*words, "--out", str(tmp_path / "new" / "games"), "--json")
    assert sorted(Path(one["file"]) for one in json.loads(again.out)) == files


def test_a_file_of_another_game_is_kept(command: Command, tmp_path: Path) -> None:
    name = sbg.generate("hunt", seed=3).name.lower().replace(" ", "-")
    mine = tmp_path / f"{name}.sbg"
    mine.write_text("mine", encoding="utf-8")
    command("generate", "--style", "hunt", "--seed", "3", "--out", str(tmp_path))
    assert mine.read_text(encoding="utf-8") == "mine"
    assert (tmp_path / f"{name}-2.sbg").exists()


def test_json(command: Command) -> None:
    found = json.loads(command("generate", "--count", "2", "--style", "hunt", "--json").out)
    assert [one["seed"] for one in found] == [0, 1]
    assert all(sbg.parse(one["text"]).name == one["name"] for one in found)
    styles = json.loads(command("generate", "--styles", "--json").out)
    assert {"name", "about"} == set(styles[0])


def test_misuse(command: Command, tmp_path: Path) -> None:
    for words, message in (
        (("--style", "chss"), "did you mean 'chess'?"),
        (("--board", "6"), "--board is a width and a height such as 6x8, not `6`"),
        (("--board", "2x9"), "each from 3 to 20"),
        (("--count", "2"), "several games do not fit into one text"),
        (("--count", "0"), "--count is a whole number"),
    ):
        answer = command("generate", *words)
        assert answer.code == 2
        assert message in answer.err
    (tmp_path / "file").write_text("", encoding="utf-8")
    answer = command("generate", "--style", "hunt", "--out", str(tmp_path / "file"))
    assert answer.code == 2
    assert "file exists" in answer.err
