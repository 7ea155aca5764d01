"""The writer of all files: whole or not at all, and never over something else."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from sbg.base import files
from tests.cli.helpers import sbg

POSIX = pytest.mark.skipif(os.name == "nt", reason="Windows has none of these")


def test_a_file_that_holds_something_else_stays(tmp_path: Path) -> None:
    file = tmp_path / "x"
    files.write(file, "one")
    files.write(file, "one")
    for data in ("two", "onetwo", "o", ["t", "wo"], b"\0\0\0"):
        with pytest.raises(files.FileError, match="holds something else"):
            files.write(file, data)
    with pytest.raises(files.FileError, match="holds something else"):
        files.allow(file)
    assert file.read_text() == "one"
    files.allow(file, force=True)
    files.write(file, "two", force=True)
    files.allow(file, ours=lambda path: path == str(file.resolve()))
    files.write(file, "three", ours=lambda _: True)
    assert file.read_text() == "three"
    assert os.listdir(tmp_path) == ["x"]


def test_an_empty_file_may_be_filled(tmp_path: Path) -> None:
    file = tmp_path / "x"
    file.touch()
    files.allow(file)
    files.write(file, "one")
    assert file.read_text() == "one"


def test_what_fails_on_the_way_changes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "x"
    file.write_text("one")

    def parts() -> Iterator[str]:
        yield "half"
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        files.write(file, parts(), force=True)
    assert file.read_text() == "one"
    assert os.listdir(tmp_path) == ["x"]


@POSIX
def test_permissions_links_and_umask_are_respected(tmp_path: Path) -> None:
    file, link = tmp_path / "x", tmp_path / "link"
    before = os.umask(0o077)
    try:
        files.write(file, "one")
    finally:
        os.umask(before)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    file.chmod(0o640)
    link.symlink_to("x")
    files.write(link, "two", force=True)
    assert link.is_symlink()
    assert file.read_text() == "two"
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    nowhere = tmp_path / "nowhere"
    nowhere.symlink_to("new")
    files.write(nowhere, "three")
    assert nowhere.is_symlink()
    assert (tmp_path / "new").read_text() == "three"


@POSIX
def test_devices_are_written_as_they_are() -> None:
    files.allow(os.devnull)
    files.write(os.devnull, "gone")
    assert stat.S_ISCHR(os.stat(os.devnull).st_mode)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no device that is always full")
def test_a_full_device_is_a_sentence() -> None:
    with pytest.raises(files.FileError, match="`/dev/full`: no space left on device"):
        files.write("/dev/full", "x" * 100_000)


def test_what_cannot_be_written_is_said(tmp_path: Path) -> None:
    for path, about in (
        (tmp_path, "is a folder, not a file"),
        (tmp_path / "no" / "x", "there is no folder"),
        ("", "a file needs a name"),
        ("a\0b", "null byte|embedded null"),
    ):
        with pytest.raises(files.FileError, match=about):
            files.allow(path)
        with pytest.raises(files.FileError, match=about):
            files.write(path, "x")


def test_no_more_is_read_than_allowed(tmp_path: Path) -> None:
    file = tmp_path / "x"
    file.write_bytes(b"1234")
    assert files.read(file, 4) == b"1234"
    with pytest.raises(files.FileError, match="has more than 3 bytes"):
        files.read(file, 3)
    with pytest.raises(files.FileError, match="there is no file"):
        files.read(tmp_path / "missing", 3)


@POSIX
def test_nobody_waits_for_a_pipe_with_a_name(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.sbg"
    os.mkfifo(pipe)
    with pytest.raises(files.FileError, match="is a pipe"):
        files.read(pipe, 10)
    reading, writing = os.pipe()
    try:
        os.write(writing, b"text")
        assert not files.is_named_pipe(f"/dev/fd/{reading}")
    finally:
        os.close(reading)
        os.close(writing)


@pytest.mark.process
@pytest.mark.skipif(sys.platform != "linux", reason="/dev/stdin is a pipe here")
def test_what_a_shell_gives_is_read() -> None:
    assert sbg("check", "/dev/stdin", stdin="<<x>>").code == 1
    assert "1 file checked" in sbg("check", "/dev/stdin", stdin="<<x>>").err


@pytest.mark.parametrize(
    ("count", "words"),
    [
        (0, "0 bytes"),
        (999, "999 bytes"),
        (8_192, "8 kB"),
        (1_550_000, "1.5 MB"),
        (8 << 30, "8 GB"),
        (519e15, "461 PB"),
        (5.19e23, "5e23 bytes"),
    ],
)
def test_sizes_are_numbers_for_people(count: float, words: str) -> None:
    assert files.size(count) == words
