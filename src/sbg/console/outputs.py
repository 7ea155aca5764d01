"""Files that are written whole or not at all, and the difference between two texts."""

from __future__ import annotations

import contextlib
import difflib
import errno
import os
import stat
import tempfile
from collections.abc import Iterable, Iterator
from typing import IO

from sbg.console import inputs
from sbg.console.terminal import Misuse


def difference(before: str, after: str, file: str, what: str) -> str:
    """How a file would change, as a unified difference."""
    lines = before.splitlines(keepends=True), after.splitlines(keepends=True)
    return "".join(map(_whole_line, difflib.unified_diff(*lines, file, f"{file} ({what})")))


def _whole_line(line: str) -> str:
    return line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"


def write_file(file: str, parts: Iterable[str]) -> None:
    """Write a text to a file, new or not: what was there stays until all of it is written."""
    path = os.path.realpath(file)
    whole = not os.path.exists(path) or os.path.isfile(path)  # not a device or a pipe
    try:
        if os.path.exists(path) and not os.access(path, os.W_OK):
            raise PermissionError(errno.EACCES, "permission denied")
        with _swapped(path, _mode(path)) if whole else open(path, "wb") as stream:
            stream.writelines(part.encode() for part in parts)
    except FileNotFoundError:
        raise Misuse(f"`{file}`: there is no folder `{os.path.dirname(path)}`") from None
    except OSError as error:
        raise inputs.unreadable(file, error) from None


def _mode(path: str) -> int:
    """The permissions of a file, or those that a new one gets."""
    try:
        return stat.S_IMODE(os.stat(path).st_mode)
    except OSError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask


def replace_file(file: str, data: bytes) -> None:
    """Put new contents in the place of a file, at once: nobody ever sees half of it."""
    path = os.path.realpath(file)  # behind a link, so that the link stays one
    try:
        mode = os.stat(path).st_mode
        if not stat.S_ISREG(mode):
            raise Misuse(f"`{file}` is not a regular file, so it cannot be replaced")
        if not os.access(path, os.W_OK):
            raise Misuse(f"`{file}`: permission denied")
        with _swapped(path, stat.S_IMODE(mode)) as stream:
            stream.write(data)
    except OSError as error:
        raise inputs.unreadable(file, error) from None


@contextlib.contextmanager
def _swapped(path: str, mode: int) -> Iterator[IO[bytes]]:
    """A new file beside another one, whose place it takes when it is written; never half of it."""
    handle, temporary = tempfile.mkstemp(prefix=".sbg-", dir=os.path.dirname(path))
    try:
        with open(handle, "wb") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        os.chmod(temporary, mode)
        os.replace(temporary, path)
    finally:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
