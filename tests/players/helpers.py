"""What the tests of players and contests share: rogues, processes of ours that still live, waiting."""

from __future__ import annotations

import os
import shlex
import sys
import time
from collections.abc import Callable
from pathlib import Path

from tests.patience import SECONDS

ROOT = Path(__file__).resolve().parents[2]
ROGUE = Path(__file__).parent / "rogues" / "rogue.py"
MARK = "SBG_TEST_MARK"
"""A variable of the environment that a process hands down to all that it starts."""


def rogue(way: str) -> str:
    """A player that misbehaves."""
    return f"uci:{shlex.quote(sys.executable)} -S {shlex.quote(str(ROGUE))} {way}"


def example() -> str:
    """The example player."""
    script = ROOT / "examples" / "player.py"
    return f"uci:{shlex.quote(sys.executable)} {shlex.quote(str(script))}"


def living(mark: str) -> list[str]:
    """The processes, other than those that have ended, with a value of the mark (Linux only)."""
    found = []
    for folder in Path("/proc").iterdir():
        if not folder.name.isdigit():
            continue
        try:
            if f"{MARK}={mark}\0".encode() not in (folder / "environ").read_bytes() + b"\0":
                continue
            state = (folder / "stat").read_text().rpartition(")")[2].split()[0]
            if state not in "ZX":
                words = (folder / "cmdline").read_bytes().replace(b"\0", b" ")
                found.append(f"{folder.name} {words.decode('utf-8', 'replace')}")
        except OSError:
            continue
    return found


def wait_for(condition: Callable[[], bool], seconds: float = SECONDS) -> bool:
    """Whether a condition comes true in time."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if condition():
            return True
        time.sleep(0.02)
    return condition()


def has_proc() -> bool:
    """Whether processes can be looked at."""
    return os.path.isdir("/proc/self")
