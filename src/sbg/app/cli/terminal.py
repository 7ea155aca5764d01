"""Writing to the terminal: products to stdout, everything else to stderr, in colour if wanted.

Rich is imported only by the commands that draw with it: it costs more than checking a file does.
"""

from __future__ import annotations

import contextlib
import errno
import io
import json
import os
import sys
from typing import IO, TYPE_CHECKING, Any, TextIO

from sbg.language.syntax import Diagnostic, render

if TYPE_CHECKING:
    from rich.console import Console


_WINDOWS_COLORS = {"WT_SESSION", "TERM", "TERM_PROGRAM", "ANSICON", "ConEmuANSI"}
"""Variables that tell a terminal on Windows that takes colours from an old console that prints their codes."""


class Misuse(Exception):  # noqa: N818 - says what is wrong, not that something is
    """The command cannot be carried out as it was given; the message says why.

    The exit code is 2, or 1 where the fault is inside a file.
    """

    def __init__(self, message: str, help: str | None = None, code: int = 2) -> None:
        super().__init__(message)
        self.help = help
        self.code = code


def prepare() -> None:
    """Let no stream fail on a character that its encoding lacks."""
    for stream in (sys.stdout, sys.stderr, sys.stdin):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace" if stream is sys.stdin else "backslashreplace")


def is_terminal(stream: IO[Any] | None) -> bool:
    """Whether a stream is a terminal; one that is closed or missing is not."""
    with contextlib.suppress(ValueError):
        return stream is not None and stream.isatty()
    return False


def wants_color(stream: IO[Any] | None) -> bool:
    """Whether to write colours: on a terminal, unless NO_COLOR is set; FORCE_COLOR has them anywhere."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    if os.name == "nt" and not _WINDOWS_COLORS & os.environ.keys():
        return False
    return is_terminal(stream) and os.environ.get("TERM", "") not in ("dumb", "unknown")


def can_write(text: str) -> bool:
    """Whether stdout has all the characters of a text."""
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def amount(number: int, what: str) -> str:
    """So many things: `1 game`, `2,000 games`."""
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def out(text: str = "", end: str = "\n") -> None:
    """Write a product."""
    print(text, end=end, file=_stdout())


def _stdout() -> TextIO:
    """Where products go. A product that nobody can get is a failure, not a success."""
    if sys.stdout is None:
        raise OSError(errno.EBADF, "standard output is closed")
    return sys.stdout


def flush() -> None:
    """Let what was written be seen now."""
    if sys.stdout is not None:
        sys.stdout.flush()


def out_bytes(data: bytes) -> None:
    """Write a product that is a file: as it is, whatever the encoding of the terminal."""
    binary = _stdout().buffer
    flush()
    binary.write(data)
    binary.flush()


def out_json(value: object) -> None:
    """Write a product for programs, in ASCII."""
    out(json.dumps(value, indent=2))


def note(text: str) -> None:
    """Write anything that is not the product."""
    if sys.stderr is not None:
        flush()  # both may go to one place, where the order matters
        print(text, file=sys.stderr)


def error(message: str, help: str | None = None, code: str | None = None) -> None:
    """Write what went wrong, in the form of a diagnostic that has no place."""
    color = wants_color(sys.stderr)
    what = f"error[{code}]" if code else "error"
    note(f"\x1b[1;31m{what}\x1b[0m: {message}" if color else f"{what}: {message}")
    if help:
        note(f"  \x1b[1;34m=\x1b[0m \x1b[1mhelp\x1b[0m: {help}" if color else f"  = help: {help}")


def diagnostics(found: list[Diagnostic]) -> None:
    """Write diagnostics that are not the product of the command."""
    note(render.full(found, wants_color(sys.stderr)).rstrip("\n"))


def bold(text: str) -> str:
    """A heading."""
    return f"\x1b[1m{text}\x1b[0m" if wants_color(sys.stdout) else text


def console(stream: IO[str] | None = None) -> Console:
    """A console of Rich's that follows the same rules about colour."""
    from rich.console import Console

    class Ours(Console):
        def on_broken_pipe(self) -> None:
            """Rich would end the process as if something had gone wrong; `sbg.app.cli.run` knows better."""
            raise BrokenPipeError

    stream = stream or _stdout()
    color = wants_color(stream)
    made = Ours(
        file=stream,
        color_system="auto" if color else None,
        force_terminal=True if color else None,
        highlight=False,
        markup=False,
        emoji=False,
    )
    if not is_terminal(stream) and "COLUMNS" not in os.environ:
        made.width = 100  # nobody's window: the same output everywhere
    return made
