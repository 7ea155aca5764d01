"""In goes nothing; out comes `command`, the command line run within the test's own process and folder."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from sbg.app import cli
from tests.cli.helpers import Answer

Command = Callable[..., Answer]


@pytest.fixture
def command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> Command:
    """The command line; quicker than a process, and the current folder is empty."""
    monkeypatch.chdir(tmp_path)
    for name in ("NO_COLOR", "FORCE_COLOR", "SBG_TRACEBACK"):
        monkeypatch.delenv(name, raising=False)

    def run(*words: str | Path, stdin: str | bytes = b"") -> Answer:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))
        code = cli.run([str(word) for word in words])
        out, err = capfdbinary.readouterr()
        return Answer(code, out.decode(), err.decode())

    return run
