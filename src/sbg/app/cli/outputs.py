"""Helpers for commands that write files, and the line-by-line difference of two texts."""

from __future__ import annotations

import contextlib
import difflib
import os
from collections.abc import Iterable, Iterator
from typing import Annotated, TypeAlias

from cyclopts import Parameter

from sbg.app.cli.terminal import Misuse
from sbg.base import files

Force: TypeAlias = Annotated[
    bool, Parameter(negative="", help="Replace a file that holds something else.")
]
"""The option of every command that writes a file."""


def difference(before: str, after: str, file: str, what: str) -> str:
    """How a file would change, as a unified difference."""
    lines = before.splitlines(keepends=True), after.splitlines(keepends=True)
    return "".join(map(_whole_line, difflib.unified_diff(*lines, file, f"{file} ({what})")))


def _whole_line(line: str) -> str:
    return line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"


def write_file(file: str, data: str | bytes | Iterable[str], force: bool = False) -> None:
    """Write a file, new or with the same contents; one that holds something else stays, but with `force`."""
    with told():
        files.write(file, data, force)


def replace_file(file: str, data: bytes) -> None:
    """Put new contents in the place of a file, at once: nobody ever sees half of it."""
    if os.path.exists(file) and not os.path.isfile(file):
        raise Misuse(f"`{file}` is not a regular file, so it cannot be replaced")
    with told():
        files.write(file, data, force=True)


def allow(file: str, force: bool = False) -> None:
    """Misuse if a file could not be written: asked before the work, so that none is done in vain."""
    with told():
        files.allow(file, force)


@contextlib.contextmanager
def told() -> Iterator[None]:
    """What is wrong with a file as Misuse."""
    try:
        yield
    except files.FileError as error:
        raise Misuse(str(error)) from None
