"""`sbg check`: which mistakes are shown, in which form, and with which exit code."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.conftest import Command
from tests.cli.helpers import THREE_PAWNS, WARNED, WRONG_ROW


def test_a_file_without_mistakes(command: Command, tmp_path: Path) -> None:
    (tmp_path / "good.sbg").write_text(THREE_PAWNS)
    answer = command("check", "good.sbg")
    assert (answer.code, answer.out) == (0, "")
    assert "1 file checked" in answer.err


def test_an_error_is_shown_with_its_place(command: Command, tmp_path: Path) -> None:
    (tmp_path / "bad.sbg").write_text(WRONG_ROW)
    answer = command("check", "bad.sbg")
    assert answer.code == 1
    assert answer.out.startswith("error[SBG201]: board row has 2 squares, expected 3\n")
    assert " --> bad.sbg:5:1\n" in answer.out
    assert "1 error" in answer.err


def test_concise_is_one_line_each(command: Command, tmp_path: Path) -> None:
    (tmp_path / "bad.sbg").write_text(WRONG_ROW)
    answer = command("check", "--format", "concise", "bad.sbg")
    assert answer.out == "bad.sbg:5:1: error[SBG201]: board row has 2 squares, expected 3\n"


def test_a_long_path_is_never_wrapped(command: Command, tmp_path: Path) -> None:
    folder = tmp_path / ("folder-with-a-long-name-" * 8)
    folder.mkdir()
    path = folder / "bad.sbg"
    path.write_text(WRONG_ROW)
    for form in ("full", "concise"):
        assert f"{path}:5:1" in command("check", "--format", form, path).out


def test_json_holds_the_diagnostics_of_all_files(command: Command, tmp_path: Path) -> None:
    (tmp_path / "bad.sbg").write_text(WRONG_ROW)
    (tmp_path / "good.sbg").write_text(THREE_PAWNS)
    (tmp_path / "worse.sbg").write_text("")
    answer = command("check", "--json", "bad.sbg", "good.sbg", "worse.sbg")
    assert answer.code == 1
    assert answer.err == ""
    assert answer.out == command("check", "--format", "json", "bad.sbg", "worse.sbg").out
    found = [(one["file"], one["code"], one["line"]) for one in json.loads(answer.out)]
    assert found == [("bad.sbg", "SBG201", 5), ("worse.sbg", "SBG101", 1)]


def test_json_of_a_good_file_is_an_empty_list(command: Command, tmp_path: Path) -> None:
    (tmp_path / "good.sbg").write_text(THREE_PAWNS)
    assert json.loads(command("check", "--json", "good.sbg").out) == []


def test_hints_never_fail(command: Command, tmp_path: Path) -> None:
    text = THREE_PAWNS.replace("20 &", "20 &\n#P 0 &")
    answer = command("check", "--strict", "-", stdin=text)
    assert answer.code == 0
    assert answer.out.startswith("hint[SBG415]: ")
    assert answer.err.endswith("1 file checked: 1 hint\n")
    more = text.replace("(0,1,e)", "(0,1,e) + (0,1,e) + (1,0,e)")
    answer = command("check", "-", stdin=more)
    assert answer.err.endswith("1 file checked: 1 warning and 2 hints\n")


def test_warnings_fail_only_when_strict(command: Command, tmp_path: Path) -> None:
    (tmp_path / "warned.sbg").write_text(WARNED)
    lenient = command("check", "warned.sbg")
    strict = command("check", "--strict", "warned.sbg")
    assert lenient.out.startswith("warning[SBG4")
    assert lenient.out == strict.out
    assert (lenient.code, strict.code) == (0, 1)
    assert command("check", "--strict", "-", stdin=THREE_PAWNS).code == 0


def test_stdin(command: Command) -> None:
    answer = command("check", "-", stdin=WRONG_ROW)
    assert answer.code == 1
    assert "<stdin>:5:1" in answer.out


def test_other_files_are_checked_after_a_missing_one(command: Command, tmp_path: Path) -> None:
    (tmp_path / "bad.sbg").write_text(WRONG_ROW)
    answer = command("check", "missing.sbg", "bad.sbg")
    assert answer.code == 2
    assert "there is no file `missing.sbg`" in answer.err
    assert "bad.sbg:5:1" in answer.out


def test_a_bundled_game_is_named_as_such(command: Command) -> None:
    assert "`sbg show gardner`" in command("check", "gardner").err


def test_no_file_at_all(command: Command) -> None:
    assert command("check").code == 2


def test_no_summary_where_a_file_could_not_be_read(command: Command, tmp_path: Path) -> None:
    (tmp_path / "bad.sbg").write_text(WRONG_ROW)
    for files in (("bad.sbg", "none.sbg"), ("none.sbg", "bad.sbg")):
        answer = command("check", *files)
        assert answer.code == 2
        assert "error[SBG201]" in answer.out
        assert "checked" not in answer.err  # a count would leave out the file that nobody saw


def test_a_folder_is_checked_with_all_its_games(command: Command, tmp_path: Path) -> None:
    (tmp_path / "good.sbg").write_text(THREE_PAWNS)
    (tmp_path / "bad.sbg").write_text(WRONG_ROW)
    answer = command("check", ".")
    assert answer.code == 1
    assert " --> bad.sbg:5:1\n" in answer.out
    assert "2 files checked" in answer.err
    assert "for the file in this folder write `good.sbg`" in command("show", "good").err


def test_a_safe_fix_keeps_comments(command: Command, tmp_path: Path) -> None:
    (tmp_path / "idle.sbg").write_text(THREE_PAWNS.replace("(0,1,e)", "(0,1,e)^/*why*/1"))
    assert command("check", "--fix", "idle.sbg").code == 0
    assert "(0,1,e)/*why*/" in (tmp_path / "idle.sbg").read_text()
