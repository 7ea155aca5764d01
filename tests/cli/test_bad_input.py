"""Bad files through the command line: a diagnostic with a place, exit code 1, little time and memory."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import sbg as library
from sbg.limits import MAX_DIAGNOSTICS
from tests.cli.conftest import Command
from tests.cli.helpers import THREE_PAWNS, environment, sbg

RULE = "(0,1,e)"
GOALS = THREE_PAWNS[THREE_PAWNS.index("<GOALS>") :]
PIECES = THREE_PAWNS[THREE_PAWNS.index("<PIECES>") : THREE_PAWNS.index("<GOALS>")]


def spoiled(old: str, new: str) -> Callable[[], bytes]:
    """A good file with one mistake, made only when it is wanted: some are large."""
    assert THREE_PAWNS.count(old) >= 1
    return lambda: THREE_PAWNS.replace(old, new, 1).encode()


BAD: dict[str, Callable[[], bytes]] = {
    "empty": lambda: b"",
    "only white space": lambda: b" \n\t\r\n",
    "not UTF-8": lambda: THREE_PAWNS.encode() + b"// caf\xe9\n",
    "UTF-16": lambda: THREE_PAWNS.encode("utf-16"),
    "NUL bytes": spoiled("20 &", "20\0 &"),
    "NUL in a comment": lambda: THREE_PAWNS.encode() + b"// \0\n",
    "all NUL": lambda: bytes(1000),
    "100 MB of spaces": lambda: b" " * 100_000_000,
    "100 MB of rules": lambda: (RULE * 15_000_000)[:100_000_000].encode(),
    "a huge board": spoiled("3 3\n", "99999999999 99999999999\n"),
    "nested parentheses": spoiled(RULE, "(" * 100_000 + RULE + ")" * 100_000),
    "unclosed parentheses": spoiled(RULE, "(" * 100_000 + RULE),
    "a huge power": spoiled(RULE, RULE + "^999999999"),
    "nested powers": spoiled(RULE, f"(((({RULE})^999)^999)^999)^999"),
    "100,000 alternatives": spoiled(RULE, " + ".join([RULE] * 100_000)),
    "rows of different lengths": spoiled("|...|", "|....|"),
    "sections swapped": lambda: THREE_PAWNS.replace(PIECES + GOALS, GOALS + PIECES).encode(),
    "a section repeated": lambda: (THREE_PAWNS + PIECES).encode(),
    "a goal square off the board": spoiled("@P 0 2", "@P 0 3"),
    "Cyrillic letters": spoiled("P (0,1,e)", "Р (0,1,е)"),
    "an open comment": lambda: THREE_PAWNS.encode() + b"/* never closed",
    "a turn limit of 30 digits": spoiled("20 &", "1" * 30 + " &"),
    "a million mistakes": spoiled("P (0,1,e)", "( " * 1_000_000),
}


# A process between ours and the command: the memory of a child is counted from that of its parent on.
MEASURE = """
import resource, subprocess, sys
done = subprocess.run([sys.executable, "-m", "sbg", *sys.argv[1:]], stdin=subprocess.DEVNULL)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print("used", done.returncode, used.ru_maxrss, file=sys.stderr)
"""


def measured(*words: str, cwd: Path) -> tuple[int, str, float]:
    """Exit code, output and megabytes of memory of a command."""
    if sys.platform == "win32":
        answer = sbg(*words, cwd=cwd)
        return answer.code, answer.all, 0
    program = [sys.executable, "-c", MEASURE, *words]
    done = subprocess.run(
        program, capture_output=True, cwd=cwd, env=environment(), check=True, timeout=300
    )
    errors, _, last = done.stderr.decode("utf-8", "replace").rpartition("used ")
    code, memory = last.split()
    # In kilobytes on Linux, in bytes on macOS.
    megabytes = int(memory) / (1 << 20 if sys.platform == "darwin" else 1 << 10)
    text = done.stdout.decode("utf-8", "replace") + errors
    return int(code), text, megabytes


@pytest.mark.parametrize("name", BAD)
def test_bad_files(tmp_path: Path, name: str) -> None:
    file = tmp_path / "bad.sbg"
    file.write_bytes(BAD[name]())
    code, text, megabytes = measured("check", "bad.sbg", cwd=tmp_path)
    assert code == 1
    assert "Traceback" not in text
    assert re.search(r"^error\[SBG\d{3}\]: .+\n *--> bad\.sbg:\d+:\d+$", text, re.MULTILINE)
    assert megabytes < 200


@pytest.mark.parametrize("name", ["empty", "NUL bytes", "not UTF-8", "an open comment"])
def test_bad_files_are_not_formatted(command: Command, tmp_path: Path, name: str) -> None:
    data = BAD[name]()
    (tmp_path / "bad.sbg").write_bytes(data)
    answer = command("fmt", "bad.sbg")
    assert (answer.code, answer.out) == (1, "")
    assert "bad.sbg:" in answer.err
    assert (tmp_path / "bad.sbg").read_bytes() == data


@pytest.mark.parametrize("words", [("show", "bad.sbg"), ("perft", "bad.sbg", "1")])
@pytest.mark.parametrize("name", ["empty", "nested powers", "nested parentheses", "a huge board"])
def test_bad_files_are_not_played(tmp_path: Path, name: str, words: tuple[str, ...]) -> None:
    (tmp_path / "bad.sbg").write_bytes(BAD[name]())
    code, text, megabytes = measured(*words, cwd=tmp_path)
    assert (code, "Traceback" in text) == (1, False)
    assert "bad.sbg:" in text
    assert megabytes < 200


def test_a_file_cut_off_anywhere(command: Command, tmp_path: Path) -> None:
    whole = ("// Żółw\n" + THREE_PAWNS + "/* end */ ").encode()
    for length in range(len(whole)):
        left = whole[:length]
        (tmp_path / "cut.sbg").write_bytes(left)
        answer = command("check", "--format", "concise", "cut.sbg")
        assert "Traceback" not in answer.err
        # With its turn limit it is a whole file again after each goal, and after the last comment.
        if b"20 &" in left and left.rstrip().endswith((b"&", b"*/")):
            assert answer.code == 0, length
        else:
            assert answer.code == 1, length
            assert re.match(r"cut\.sbg:\d+:\d+: error\[SBG\d{3}\]: ", answer.out), length


def test_a_bundled_game_cut_off_at_some_places(command: Command, tmp_path: Path) -> None:
    text = (Path(library.__file__).parent / "language" / "games" / "gardner.sbg").read_bytes()
    for length in range(0, text.index(b"<GOALS>"), 97):
        (tmp_path / "cut.sbg").write_bytes(text[:length])
        assert command("check", "cut.sbg").code == 1, length


def test_the_rest_of_many_mistakes_is_counted(command: Command, tmp_path: Path) -> None:
    goals = "#Z &\n" * 1000
    (tmp_path / "bad.sbg").write_text(THREE_PAWNS + goals)
    lines = command("check", "--format", "concise", "bad.sbg").out.splitlines()
    assert len(lines) == MAX_DIAGNOSTICS + 1
    assert "SBG308" in lines[-1]


@pytest.mark.parametrize(
    "words",
    [
        ("check", "."),
        ("check", "missing.sbg"),
        ("check", "missing/game.sbg"),
        ("check", "a\0b"),
        ("check", "x" * 5000),
        ("fmt", "."),
        ("fmt", "missing.sbg"),
        ("show", "./"),
        ("show", "missing.sbg"),
        ("show", "missing"),
        ("show", ""),
        ("show", "../games/gardner"),
        ("play", "--from", "."),
    ],
)
def test_files_that_cannot_be_read(command: Command, tmp_path: Path, words: list[str]) -> None:
    answer = command(*words)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith("error: ")
    assert "mistake in sbg" not in answer.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(
    sys.platform == "win32" or os.geteuid() == 0, reason="everything is readable for root"
)
def test_a_file_without_permission(command: Command, tmp_path: Path) -> None:
    (tmp_path / "secret.sbg").write_text(THREE_PAWNS)
    (tmp_path / "secret.sbg").chmod(0)
    answer = command("check", "secret.sbg")
    assert answer.code == 2
    assert "permission denied" in answer.err
