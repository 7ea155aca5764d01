"""Files that are written whole or not at all, and the difference between two texts."""

from __future__ import annotations

import contextlib
import difflib
import os
import stat
import tempfile
from collections.abc import Iterable

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
    try:
        if os.path.exists(path) and not os.path.isfile(path):  # a device, or a pipe
            with open(path, "w", encoding="utf-8", newline="\n") as stream:
                stream.writelines(parts)
            return
        handle, temporary = tempfile.mkstemp(prefix=".sbg-", dir=os.path.dirname(path))
    except FileNotFoundError:
        raise Misuse(f"`{file}`: there is no folder `{os.path.dirname(path)}`") from None
    except OSError as error:
        raise inputs.unreadable(file, error) from None
    try:
        try:
            with open(handle, "w", encoding="utf-8", newline="\n") as stream:
                stream.writelines(parts)
            os.chmod(temporary, _mode(path))
            os.replace(temporary, path)
        except OSError as error:
            raise inputs.unreadable(file, error) from None
    finally:
        with contextlib.suppress(OSError):
            os.unlink(temporary)


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
    temporary = None
    try:
        mode = os.stat(path).st_mode
        if not stat.S_ISREG(mode):
            raise Misuse(f"`{file}` is not a regular file, so it cannot be replaced")
        if not os.access(path, os.W_OK):
            raise Misuse(f"`{file}`: permission denied")
        handle, temporary = tempfile.mkstemp(prefix=".sbg-", dir=os.path.dirname(path))
        with open(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        os.chmod(temporary, stat.S_IMODE(mode))
        os.replace(temporary, path)
        temporary = None
    except OSError as error:
        raise inputs.unreadable(file, error) from None
    finally:
        if temporary is not None:
            with contextlib.suppress(OSError):
                os.unlink(temporary)
