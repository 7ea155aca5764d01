"""`sbg new`: the template is a good game, and nothing is ever overwritten."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest

import sbg
from sbg.app import editor
from tests.cli.conftest import Command


def test_the_template_has_no_mistakes_and_can_be_played(command: Command, tmp_path: Path) -> None:
    answer = command("new", "my-game")
    assert (answer.code, answer.out) == (0, "")
    assert "my-game.sbg" in answer.err
    text = (tmp_path / "my-game.sbg").read_text()
    assert sbg.check(text) == []
    assert sbg.format(text) == text
    game = sbg.load(tmp_path / "my-game.sbg")
    assert game.name == "My game"
    assert len(game.start.moves) == 7


def test_a_file_is_never_overwritten(command: Command, tmp_path: Path) -> None:
    (tmp_path / "mine.sbg").write_text("precious")
    for name in ("mine", "mine.sbg"):
        answer = command("new", name)
        assert answer.code == 2
        assert "exists" in answer.err
    assert (tmp_path / "mine.sbg").read_text() == "precious"


@pytest.mark.parametrize("name", ["", "-", "---x---.sbg/", "...", "no/such/folder/game", "a\nb"])
def test_names_that_cannot_be(command: Command, tmp_path: Path, name: str) -> None:
    answer = command("new", "--", name)
    assert answer.code == 2
    assert "Traceback" not in answer.err
    assert list(tmp_path.iterdir()) == []


def test_in_a_folder(command: Command, tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    answer = command("new", "games/second try")
    assert answer.code == 0
    assert f"`sbg play {shlex.quote(str(Path('games/second try.sbg')))}`" in answer.err
    assert sbg.load(tmp_path / "games" / "second try.sbg").name == "Second try"


@pytest.mark.parametrize("template", [template.name for template in editor.templates()])
def test_every_template(command: Command, tmp_path: Path, template: str) -> None:
    assert command("new", "mine", "--template", template).code == 0
    text = (tmp_path / "mine.sbg").read_text()
    assert sbg.check(text) == []
    assert sbg.format(text) == text
    assert sbg.parse(text).name == "Mine"
    assert "`sbg check mine.sbg`" in text


def test_the_list_of_templates(command: Command, tmp_path: Path) -> None:
    answer = command("new", "--list")
    assert answer.code == 0
    assert [line.split()[0] for line in answer.out.splitlines()] == [
        template.name for template in editor.templates()
    ]
    listed = json.loads(command("new", "--list", "--json").out)
    assert {"name", "title", "about"} == set(listed[0])
    assert list(tmp_path.iterdir()) == []


def test_misuse(command: Command, tmp_path: Path) -> None:
    assert "no name" in command("new").err
    assert "`race`" in command("new", "mine", "--template", "nonsense").err
    assert "--list" in command("new", "mine", "--json").err
    assert list(tmp_path.iterdir()) == []


def test_a_name_in_other_letters_is_told(command: Command) -> None:
    answer = command("new", "Über Spiel")
    assert "the game is called Uber Spiel" in answer.err
    assert "<<Uber Spiel>>" in Path("Über Spiel.sbg").read_text(encoding="utf-8")
