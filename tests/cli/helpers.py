"""Words of a command line in; what the real command answered out."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from sbg.language.syntax.codes import GAME
from tests.patience import SECONDS

THREE_PAWNS = GAME
WRONG_ROW = THREE_PAWNS.replace("|...|", "|..|")
WARNED = THREE_PAWNS.replace("@P 0 2,", "@P 0 2, 0 2,")
"""A goal square stands in it twice."""


@dataclass(frozen=True)
class Answer:
    """What a command answered."""

    code: int
    out: str
    err: str

    @property
    def all(self) -> str:
        return self.out + self.err


def environment(**changes: str) -> dict[str, str]:
    """The environment of a command: ours, without what would colour its output."""
    dropped = {"NO_COLOR", "FORCE_COLOR", "COLUMNS", "TERM", "SBG_TRACEBACK", "PYTHONIOENCODING"}
    kept = {name: value for name, value in os.environ.items() if name not in dropped}
    return {**kept, "PYTHONUTF8": "1", **changes}


def sbg(
    *words: str | Path,
    stdin: str | bytes = b"",
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
) -> Answer:
    """Run the command in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "sbg", *map(str, words)],
        input=stdin.encode() if isinstance(stdin, str) else stdin,
        capture_output=True,
        cwd=cwd,
        env=environment(**(env or {})),
        timeout=SECONDS,
        check=False,
    )
    return Answer(
        done.returncode,
        done.stdout.decode("utf-8", "replace").replace("\r\n", "\n"),
        done.stderr.decode("utf-8", "replace").replace("\r\n", "\n"),
    )
