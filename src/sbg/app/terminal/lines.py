"""Reads a player's lines, from a terminal with editing and completion, or from a pipe."""

from __future__ import annotations

import contextlib
import select
import sys
from collections.abc import Callable, Iterable

from sbg.app.cli import terminal
from sbg.app.cli.terminal import out

_PATIENCE = 1.0
"""Seconds to wait for the first line of a pipe."""
_LINE = 10_000
"""Characters of a line that are read at once: nothing that anybody would type is longer."""


def ask(prompt: str) -> str | None:
    """A line typed at a terminal."""
    try:
        return input(prompt)
    except EOFError:
        out()
        return None
    except KeyboardInterrupt:
        out()
        raise


def first_line() -> str:
    """The first line that comes through a pipe; none if it is closed, or silent for a while."""
    if sys.stdin is None or terminal.is_terminal(sys.stdin):
        return ""
    terminal.flush()
    # Where a stream cannot be watched (on Windows, or one that is no file), it is simply read.
    with contextlib.suppress(OSError):
        if not select.select([sys.stdin], [], [], _PATIENCE)[0]:
            return ""
    return sys.stdin.readline(_LINE)


def piped(first: str) -> Callable[[str], str | None]:
    """Lines that come through a pipe, written out behind the prompt so that the output reads like a session."""
    line: str | None = first

    def read(prompt: str) -> str | None:
        nonlocal line
        out(prompt, end="")
        terminal.flush()
        given = sys.stdin.readline(_LINE) if line is None else line
        line = None
        out(given.rstrip("\n"))
        return given if given else None

    return read


def enable_editing(words: Callable[[], Iterable[str]]) -> None:
    """Arrow keys edit and recall lines, and Tab completes these words, where Python has readline."""
    try:
        import readline
    except ImportError:
        return

    def complete(text: str, state: int) -> str | None:
        moves = [word for word in words() if word.startswith(text)]
        return moves[state] if state < len(moves) else None

    readline.set_completer(complete)
    readline.set_completer_delims(" ")
    libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")
