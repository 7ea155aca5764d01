"""Shell completion: the scripts, and what is offered in a real shell."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from sbg.app import editor
from sbg.app.cli import app
from sbg.language import games
from sbg.language.syntax import CODES
from tests.cli.conftest import Command
from tests.cli.helpers import THREE_PAWNS, environment, sbg


def offered(*words: str, cwd: Path | None = None) -> list[str]:
    """What the program offers for the last word, as its scripts ask it."""
    lines = sbg("__complete", *words, cwd=cwd).out.split("\x1fbegin\n", 1)[1].splitlines()
    return [line.split("\t")[0] for line in lines]


def test_names_of_games(tmp_path: Path) -> None:
    (tmp_path / "garden.sbg").write_text(THREE_PAWNS)
    (tmp_path / "notes.txt").write_text("")
    found = offered("show", "gar", cwd=tmp_path)
    assert "gardner" in found
    assert "garden.sbg" in found
    assert set(games.names()) <= set(offered("play", "", cwd=tmp_path))
    assert "notes.txt" not in offered("show", "", cwd=tmp_path)


def test_templates() -> None:
    assert set(offered("new", "mine", "--template", "")) == {t.name for t in editor.templates()}


def test_codes_and_players() -> None:
    assert offered("explain", "") == list(CODES)
    assert "random" in offered("play", "gardner", "--white", "")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "powershell"])
def test_a_script_for_each_shell(command: Command, shell: str) -> None:
    answer = command("--install-completion", "--shell", shell, "--show")
    assert (answer.code, answer.err) == (0, "")
    for word in ("perft", "explain", "--divide", "--strict"):
        assert word.lstrip("-") in answer.out


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
@pytest.mark.skipif(sys.platform == "win32", reason="paths of POSIX")
def test_bash_completes(command: Command, tmp_path: Path) -> None:
    script = tmp_path / "sbg.bash"
    script.write_text(command("--install-completion", "--shell", "bash", "--show").out)
    program = """
    source ./sbg.bash
    complete_line() {
        COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}
        COMPREPLY=()
        $(complete -p sbg | sed 's/.*-F \\([^ ]*\\).*/\\1/')
        echo "${COMPREPLY[@]}"
    }
    complete_line sbg expl
    complete_line sbg show gard
    complete_line sbg perft gardner 3 --div
    """
    bin = Path(sys.executable).parent
    env = environment(PATH=f"{bin}:/usr/bin:/bin")
    done = subprocess.run(
        ["bash", "-c", program], capture_output=True, text=True, cwd=tmp_path, env=env, check=True
    )
    assert done.stdout.split() == ["explain", "gardner", "--divide"]


@pytest.mark.skipif(sys.platform == "win32", reason="shells of POSIX")
def test_a_script_is_installed(tmp_path: Path) -> None:
    env = {"HOME": str(tmp_path), "SHELL": "/bin/bash", "XDG_DATA_HOME": str(tmp_path / "data")}
    answer = sbg("--install-completion", "--shell", "fish", env=env)
    assert answer.code == 0
    assert answer.out == ""
    path = Path(answer.err.split("installed ", 1)[1].splitlines()[0])
    assert path.is_relative_to(tmp_path)
    assert "sbg" in path.read_text()


@pytest.mark.skipif(sys.platform == "win32", reason="shells of POSIX")
def test_what_is_added_to_the_start_of_a_shell_is_said(tmp_path: Path) -> None:
    rc = tmp_path / ".zshrc"
    rc.write_text("# mine\n")
    env = {"HOME": str(tmp_path), "SHELL": "/bin/zsh"}
    answer = sbg("--install-completion", "--shell", "zsh", env=env)
    added = [line for line in rc.read_text().splitlines()[1:] if line.strip()]
    assert added
    assert f"added to {rc}:" in answer.err
    assert all(f"  {line}\n" in answer.err for line in added)


def test_the_manual_page_has_every_command(command: Command) -> None:
    answer = command("--man")
    assert answer.code == 0
    assert answer.out.startswith(".TH SBG 1 ")
    for name in app.COMMANDS["Write"]:
        assert f".SH sbg {name}\n" in answer.out
    assert "\\-\\-divide" in answer.out
    assert not [line for line in answer.out.splitlines() if line.startswith("'")]
