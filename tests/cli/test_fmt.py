"""`sbg fmt`: what is written, what is left alone, and that a file is never half written."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Command
from tests.cli.helpers import THREE_PAWNS, WRONG_ROW

UGLY = THREE_PAWNS.replace("(0,1,e) +", "(0,  01,e)+").replace("\n<GOALS>", "  <GOALS>")
BROKEN = THREE_PAWNS.replace("20 &", "20")


def test_files_are_rewritten(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "ugly.sbg"
    file.write_text(UGLY)
    answer = command("fmt", "ugly.sbg")
    assert (answer.code, answer.out) == (0, "")
    assert "reformatted" in answer.err
    assert file.read_text() == THREE_PAWNS
    again = command("fmt", "ugly.sbg")
    assert (again.code, again.all) == (0, "")


PLAIN = THREE_PAWNS.encode()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"\xef\xbb\xbf" + PLAIN, "game.sbg: reformatted\n"),
        (PLAIN.replace(b"\n", b"\r"), "game.sbg: reformatted, line ends are LF now\n"),
        (PLAIN.replace(b"\n", b"\r\n", 3), "game.sbg: reformatted, line ends are LF now\n"),
    ],
)
def test_marks_and_line_ends_count_as_differences(
    command: Command, tmp_path: Path, text: bytes, said: str
) -> None:
    (tmp_path / "game.sbg").write_bytes(text)
    assert command("fmt", "--check", "game.sbg").code == 1
    answer = command("fmt", "game.sbg")
    assert (answer.code, answer.err) == (0, said)
    assert (tmp_path / "game.sbg").read_bytes() == PLAIN


def test_windows_line_ends_are_kept(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "game.sbg"
    path.write_bytes(UGLY.replace("\n", "\r\n").encode())
    assert "+P (0,1,e) + (1,1,p) + (-1,1,p) &\r\n" in command("fmt", "--diff", "game.sbg").out
    assert command("fmt", "game.sbg").err == "game.sbg: reformatted\n"
    assert path.read_bytes() == PLAIN.replace(b"\n", b"\r\n")
    assert command("fmt", "--check", "game.sbg").code == 0


def test_check_writes_nothing(command: Command, tmp_path: Path) -> None:
    (tmp_path / "ugly.sbg").write_text(UGLY)
    (tmp_path / "good.sbg").write_text(THREE_PAWNS)
    answer = command("fmt", "--check", "ugly.sbg", "good.sbg")
    assert (answer.code, answer.out) == (1, "")
    assert answer.err == "ugly.sbg: would be reformatted\n"
    assert (tmp_path / "ugly.sbg").read_text() == UGLY
    assert command("fmt", "--check", "good.sbg").code == 0


def test_diff_shows_what_would_change(command: Command, tmp_path: Path) -> None:
    (tmp_path / "ugly.sbg").write_text(UGLY)
    answer = command("fmt", "--diff", "ugly.sbg")
    assert answer.code == 0
    assert answer.out.startswith("--- ugly.sbg\n+++ ugly.sbg (formatted)\n@@")
    assert "\n+P (0,1,e) + (1,1,p) + (-1,1,p) &\n" in answer.out
    assert (tmp_path / "ugly.sbg").read_text() == UGLY
    assert command("fmt", "--check", "--diff", "ugly.sbg").code == 1


def test_stdin_to_stdout(command: Command) -> None:
    assert command("fmt", "-", stdin=UGLY).out == THREE_PAWNS
    assert command("fmt", "-", stdin=THREE_PAWNS).out == THREE_PAWNS
    checked = command("fmt", "--check", "-", stdin=UGLY)
    assert (checked.code, checked.out) == (1, "")
    broken = command("fmt", "-", stdin=BROKEN)
    assert (broken.code, broken.out) == (1, "")
    assert "<stdin>:10" in broken.err


def test_a_file_with_syntax_errors_is_left_and_the_others_are_not(
    command: Command, tmp_path: Path
) -> None:
    (tmp_path / "broken.sbg").write_text(BROKEN)
    (tmp_path / "ugly.sbg").write_text(UGLY)
    answer = command("fmt", "broken.sbg", "missing.sbg", "ugly.sbg")
    assert answer.code == 2
    assert (tmp_path / "broken.sbg").read_text() == BROKEN
    assert (tmp_path / "ugly.sbg").read_text() == THREE_PAWNS
    assert "broken.sbg:10" in answer.err
    assert command("fmt", "broken.sbg", "ugly.sbg").code == 1


def test_a_file_with_errors_of_meaning_can_be_formatted(command: Command, tmp_path: Path) -> None:
    (tmp_path / "wrong.sbg").write_text(WRONG_ROW.replace("20 &", "020&"))
    assert command("fmt", "wrong.sbg").code == 0
    assert (tmp_path / "wrong.sbg").read_text() == WRONG_ROW


def test_comments_in_any_language_survive(command: Command) -> None:
    comment = "// Żółw — 五目\n"
    assert command("fmt", "-", stdin=comment + UGLY).out == comment + THREE_PAWNS


@pytest.mark.skipif(sys.platform == "win32", reason="permission bits and links of POSIX")
def test_permissions_and_links_are_kept(command: Command, tmp_path: Path) -> None:
    folder = tmp_path / "real"
    folder.mkdir()
    file = folder / "ugly.sbg"
    file.write_text(UGLY)
    file.chmod(0o640)
    link = tmp_path / "link.sbg"
    link.symlink_to("real/ugly.sbg")
    assert command("fmt", "link.sbg").code == 0
    assert link.is_symlink()
    assert file.read_text() == THREE_PAWNS
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    assert os.listdir(folder) == ["ugly.sbg"]


def test_a_failed_write_leaves_the_file_and_no_litter(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "ugly.sbg").write_text(UGLY)

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", fail)
    answer = command("fmt", "ugly.sbg")
    assert answer.code == 2
    assert "no space left on device" in answer.err
    assert (tmp_path / "ugly.sbg").read_text() == UGLY
    assert os.listdir(tmp_path) == ["ugly.sbg"]


@pytest.mark.skipif(sys.platform == "win32", reason="named pipes of POSIX")
def test_only_regular_files_are_replaced(command: Command, tmp_path: Path) -> None:
    (tmp_path / "link.sbg").symlink_to("/dev/null")
    answer = command("fmt", "link.sbg")
    assert answer.code == 1  # an empty file has syntax errors
    assert command("fmt", tmp_path).code == 2
