"""Starts `sbg serve` in a process of its own, for measurements and tests."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


class ServerProcess:
    """A server that has said where it listens; `words` follow the name of the interpreter."""

    def __init__(self, words: list[str]) -> None:
        self.process = subprocess.Popen(
            [sys.executable, *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if "http://" not in line:
            self.process.kill()
            raise AssertionError(line + self.process.communicate()[1])
        self.address = line[line.index("http://") :].split()[0]
        self.port = int(self.address.rstrip("/").rpartition(":")[2])

    def end(self) -> tuple[int, str]:
        """Send Ctrl-C; the exit code, and what was written to stderr."""
        # To another process of Windows only Ctrl-Break can be sent.
        self.process.send_signal(getattr(signal, "CTRL_BREAK_EVENT", signal.SIGINT))
        _, errors = self.process.communicate(timeout=30)
        return self.process.returncode, errors


_KNIGHT = "+".join(106 * [f"({x},{y},{on})" for x, y in ((1, 2), (2, 1)) for on in "epw"])
_KING = "+".join(
    f"({x},{y},{on})" for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y for on in "epw"
)
SLOW_RULE = f"({_KNIGHT})^*(1,2,p)({_KNIGHT})^12"
"""Its automaton remembers the last twelve letters: 8,192 states. The rule has more letters than that, most of them in
vain, so that the automaton counts as no larger than the rule, and is walked as it is."""
EVERYWHERE = f"({_KING})^*"
"""From every square to every other."""


def slow_text(number: int = 0, rule: str = SLOW_RULE) -> str:
    """A game that takes longer to read than the server allows: the same rule for each of 4,000 pieces."""
    rows = ["a" * 64] * 31 + ["." * 64] * 2 + ["A" * 64] * 31
    board = "\n".join(f"|{row}|" for row in rows)
    return f"<<Slow {number}>>\n<BOARD>\n64 64\n{board}\n<PIECES>\nA {rule} &\n<GOALS>\n10 &\n"
