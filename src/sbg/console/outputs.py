"""A file and what it should hold in; the file with these contents, or the difference as text, out."""

from __future__ import annotations

import contextlib
import difflib
import os
import stat
import tempfile

from sbg.console import inputs
from sbg.console.terminal import Misuse


def difference(before: str, after: str, file: str, what: str) -> str:
    """How a file would change, as a unified difference."""
    lines = before.splitlines(keepends=True), after.splitlines(keepends=True)
    return "".join(map(_whole_line, difflib.unified_diff(*lines, file, f"{file} ({what})")))


def _whole_line(line: str) -> str:
    return line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"


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
