"""`sbg check --fix`: what is safe is mended in place, the rest is told, and nothing else is touched."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from tests.cli.conftest import Command
from tests.cli.helpers import THREE_PAWNS

BROKEN = THREE_PAWNS.replace("<BOARD>", "<Board>").replace("20 &", "20").replace("|...|", "|..|")
MENDED = THREE_PAWNS.replace("|...|", "|..|")


def test_safe_fixes_are_written_and_the_rest_is_told(command: Command, tmp_path: Path) -> None:
    (tmp_path / "game.sbg").write_text(BROKEN)
    answer = command("check", "--fix", "game.sbg")
    assert answer.code == 1
    assert (tmp_path / "game.sbg").read_text() == MENDED
    assert "SBG201" in answer.out
    assert "SBG104" not in answer.out
    assert "game.sbg:2: mended: write `<BOARD>`\n" in answer.err
    assert "game.sbg:10: mended: insert `&`\n" in answer.err
    assert "1 error" in answer.err
    assert [path.name for path in tmp_path.iterdir()] == ["game.sbg"]


def test_with_unsafe_all_of_them(command: Command, tmp_path: Path) -> None:
    (tmp_path / "game.sbg").write_text(BROKEN)
    answer = command("check", "--fix", "--unsafe", "game.sbg")
    assert (answer.code, answer.out) == (0, "")
    assert (tmp_path / "game.sbg").read_text() == THREE_PAWNS


def test_a_difference_writes_nothing(command: Command, tmp_path: Path) -> None:
    (tmp_path / "game.sbg").write_text(BROKEN)
    answer = command("check", "--fix", "--diff", "game.sbg")
    assert answer.code == 1
    assert "-<Board>\n+<BOARD>\n" in answer.out
    assert "-20\n+20 &\n" in answer.out
    assert (tmp_path / "game.sbg").read_text() == BROKEN
    assert command("check", "--fix", "--diff", "-", stdin=BROKEN).out.count("\n+") == 3


def test_beside_a_difference_the_errors_that_remain_are_shown(command: Command) -> None:
    answer = command("check", "--fix", "--diff", "-", stdin=BROKEN)
    assert "after these changes there would remain:" in answer.err
    assert "error[SBG201]" in answer.err
    assert "SBG104" not in answer.err
    alone = command("check", "--fix", "--diff", "-", stdin=MENDED)
    assert (alone.code, alone.out) == (1, "")
    assert alone.err.startswith("error[SBG201]")
    good = command("check", "--fix", "--diff", "-", stdin=THREE_PAWNS)
    assert (good.code, good.all) == (0, "")


def test_byte_order_mark_line_ends_and_mode_stay(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "game.sbg"
    path.write_bytes(
        b"\xef\xbb\xbf" + THREE_PAWNS.replace("20 &", "20").replace("\n", "\r\n").encode()
    )
    path.chmod(0o640)
    assert command("check", "--fix", "game.sbg").code == 0
    assert path.read_bytes() == b"\xef\xbb\xbf" + THREE_PAWNS.replace("\n", "\r\n").encode()
    if os.name == "posix":
        assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_second_byte_order_mark_is_a_mistake_and_is_mended(
    command: Command, tmp_path: Path
) -> None:
    path = tmp_path / "game.sbg"
    path.write_bytes(b"\xef\xbb\xbf\xef\xbb\xbf" + THREE_PAWNS.encode())
    assert command("check", "game.sbg").code == 1
    assert "mended" in command("check", "--fix", "game.sbg").err
    assert path.read_bytes() == b"\xef\xbb\xbf " + THREE_PAWNS.encode()
    assert command("check", "game.sbg").code == 0


def test_places_in_a_file_with_a_mark_are_those_of_check(command: Command, tmp_path: Path) -> None:
    text = THREE_PAWNS.replace("<<Three pawns>>", "x<<Three pawns>>")
    (tmp_path / "game.sbg").write_bytes(b"\xef\xbb\xbf" + text.encode())
    told = command("check", "game.sbg").out
    assert "game.sbg:1:1" in told
    assert command("check", "--fix", "game.sbg").out == told


@pytest.mark.parametrize("data", [THREE_PAWNS.encode(), b"\xff" + THREE_PAWNS.encode(), b""])
def test_a_file_without_fixes_is_not_written(command: Command, tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "game.sbg"
    path.write_bytes(data)
    os.utime(path, (1, 1))
    command("check", "--fix", "game.sbg")
    assert path.read_bytes() == data
    assert path.stat().st_mtime == 1


def test_misuse(command: Command) -> None:
    assert "stdin cannot be mended" in command("check", "--fix", "-", stdin=BROKEN).err
    for option in ("--diff", "--unsafe"):
        answer = command("check", option, "game.sbg")
        assert (answer.code, f"{option} is for --fix" in answer.err) == (2, True)


def test_programs_read_fixes(command: Command, tmp_path: Path) -> None:
    import json

    (tmp_path / "game.sbg").write_text(THREE_PAWNS.replace("20 &", "20"))
    (found,) = json.loads(command("check", "--json", "game.sbg").out)
    place = {"line": 10, "column": 3, "end_line": 10, "end_column": 3}
    assert found["fix"] == {
        "title": "Insert `&`",
        "safe": True,
        "edits": [{**place, "replacement": " &"}],
    }
