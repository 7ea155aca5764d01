"""Reads and writes files safely: atomically, with size limits, never over something else."""

from __future__ import annotations

import contextlib
import errno
import os
import pathlib
import secrets
import stat
from collections.abc import Callable, Iterable, Iterator
from io import BufferedReader
from typing import BinaryIO, TypeAlias

from sbg.base.errors import SbgError, mistyped, shown

Path: TypeAlias = str | os.PathLike[str]
Ours: TypeAlias = Callable[[str], bool]
"""Whether the file at a path holds an earlier version of what is written now, which may take its place."""

_PART = 1 << 20


class FileError(SbgError, OSError):
    """A file that cannot be written or read; the message says why, and names it."""


def allow(path: Path, force: bool = False, ours: Ours | None = None) -> None:
    """FileError if a file could not be written there. To be asked before the work, which would be lost after it."""
    name = os.fspath(path)
    try:
        target = _target(name)
        if target is None:
            return
        if os.path.exists(target):
            if not os.access(target, os.W_OK):
                raise PermissionError(errno.EACCES, "permission denied")
            if not (force or _may_go(target, ours)):
                raise _taken(name)
        elif not os.access(os.path.dirname(target), os.W_OK):
            raise PermissionError(errno.EACCES, "permission denied")
    except (OSError, ValueError) as error:
        raise failed(name, error) from None


@contextlib.contextmanager
def writing(path: Path, force: bool = False, ours: Ours | None = None) -> Iterator[BinaryIO]:
    """A new file to write and read, which takes its place when it is whole; if anything fails, nothing has changed.

    A file that is there stays as it is if it holds the same; otherwise it is replaced where it is empty, with `force`,
    or where `ours` says that it may go. Its permissions stay, and a link stays one. Devices and pipes are written as
    they are.
    """
    name = os.fspath(path)
    draft = None
    try:
        target = _target(name)
        if target is None:
            with open(name, "wb") as device:
                yield device
            return
        known = os.stat(target) if os.path.exists(target) else None
        if known is not None and not os.access(target, os.W_OK):
            raise PermissionError(errno.EACCES, "permission denied")
        draft = os.path.join(os.path.dirname(target), f".sbg-{secrets.token_hex(8)}")
        flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
        with open(os.open(draft, flags, 0o666), "w+b") as file:
            yield file
            file.flush()
            if known is not None and not (force or _may_go(target, ours)):
                if not _same(file, target):
                    raise _taken(name)
                return
            os.fsync(file.fileno())
        if known is not None:
            os.chmod(draft, stat.S_IMODE(known.st_mode))
        os.replace(draft, target)
    except FileError:
        raise
    except (OSError, ValueError) as error:
        raise failed(name, error) from None
    finally:
        if draft is not None:
            with contextlib.suppress(OSError):
                os.unlink(draft)


def write(
    path: Path,
    data: str | bytes | Iterable[str],
    force: bool = False,
    ours: Ours | None = None,
) -> None:
    """Write a file, as `writing` does: bytes, a text, or a text in parts."""
    with writing(path, force, ours) as file:
        if isinstance(data, bytes):
            file.write(data)
        else:
            parts = [data] if isinstance(data, str) else data
            file.writelines(part.encode("utf-8", "surrogateescape") for part in parts)


def read(path: Path, most: int) -> bytes:
    """The bytes of a file; FileError if it has more than `most` of them, or is a pipe with a name."""
    name = os.fspath(path)
    try:
        with opened(name) as file:
            data = file.read(most + 1)
    except (OSError, ValueError) as error:
        raise failed(name, error) from None
    if len(data) > most:
        raise FileError(f"`{name}` has more than {size(most)}, which is more than is read")
    return data


def opened(path: Path) -> BufferedReader:
    """A file to read. One that nobody may ever write, a pipe with a name, is refused: it would be waited for."""
    name = os.fspath(path)
    if is_named_pipe(name):
        raise FileError(
            f"`{name}` is a pipe, not a file; `-` reads standard input, as in `… - < {name}`"
        )
    return open(name, "rb")


def is_named_pipe(path: Path) -> bool:
    """Whether to open this file could last for ever. What a shell gives a command, as `<(…)` does, is open already."""
    try:
        if not stat.S_ISFIFO(os.stat(path).st_mode):
            return False
    except (OSError, ValueError):
        return False
    real = os.path.realpath(path)
    return os.path.exists(real) and not real.startswith(("/dev/fd/", "/proc/"))


def locked(path: Path) -> int | None:
    """Keep a file, made if there is none, from other processes until what is returned is closed; None on Windows.

    FileError if another one has it.
    """
    try:
        import fcntl
    except ImportError:
        return None
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if not os.path.samestat(os.fstat(descriptor), os.stat(path)):
            raise BlockingIOError  # who had it has just removed it
    except (BlockingIOError, FileNotFoundError):
        os.close(descriptor)
        where = os.path.dirname(os.fspath(path))
        raise FileError(f"another process is at work in `{where}`") from None
    return descriptor


def reserve(file: int, count: int) -> None:
    """Have the disk keep so many bytes for an open file; OSError if it has no room for them."""
    if hasattr(os, "posix_fallocate"):
        os.posix_fallocate(file, 0, max(count, 1))
        return
    zeros = bytes(_PART)
    for at in range(0, count, _PART):
        os.lseek(file, at, os.SEEK_SET)
        os.write(file, zeros[: min(_PART, count - at)])


def size(count: float) -> str:
    """A number of bytes for people, in the units of `--memory 8G`."""
    if count >= 1 << 60:
        return f"{count:.0e} bytes".replace("e+", "e")
    for unit, many in (("PB", 1 << 50), ("TB", 1 << 40), ("GB", 1 << 30), ("MB", 1 << 20)):
        if count >= many:
            digits = 1 if count < 10 * many else 0
            return f"{count / many:,.{digits}f} {unit}".replace(".0 ", " ")
    return f"{count / 1024:,.0f} kB" if count >= 8192 else f"{count:.0f} bytes"


def failed(path: Path, error: Exception) -> FileError:
    """What to say of a file that could not be opened, written or read."""
    if isinstance(error, FileError):
        return error
    if isinstance(error, UnicodeError):
        return FileError(f"no file can have the name {shown(path)}")
    name = os.fspath(path)
    if isinstance(error, FileNotFoundError):
        for folder in (os.path.dirname(name), os.path.dirname(os.path.realpath(name))):
            if folder and not os.path.isdir(folder):
                return FileError(f"`{name}`: there is no folder `{folder}`")
        return FileError(f"there is no file `{name}`")
    if isinstance(error, IsADirectoryError):
        return FileError(f"`{name}` is a folder, not a file")
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return FileError(f"`{name}`: {reason[:1].lower()}{reason[1:]}")


def _target(name: str) -> str | None:
    """The regular file, new or not, that is behind a path and its links; None for a device or a pipe."""
    if not name:
        raise FileError("a file needs a name")
    try:
        mode = os.stat(name).st_mode
    except FileNotFoundError:
        target = os.path.realpath(name)
        if name.endswith(("/", os.sep)) or not os.path.isdir(os.path.dirname(target)):
            raise
        return target
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, "is a folder", name)
    return os.path.realpath(name) if stat.S_ISREG(mode) else None


def _may_go(target: str, ours: Ours | None) -> bool:
    return not os.path.getsize(target) or (ours is not None and ours(target))


def _same(file: BinaryIO, target: str) -> bool:
    """Whether a file that was written holds what is there already."""
    if file.tell() != os.path.getsize(target):
        return False
    file.seek(0)
    with open(target, "rb") as other:
        while part := file.read(_PART):
            if part != other.read(_PART):
                return False
    return True


def _taken(name: str) -> FileError:
    return FileError(f"`{name}` holds something else, and stays as it is; --force replaces it")


def path_of(given: Path, function: str) -> pathlib.Path:
    """The path that a function was given; TypeError for what is none, ValueError for what no file can be called."""
    if not isinstance(given, str | os.PathLike):
        raise mistyped(function, "the path of a file", given)
    try:
        os.fsencode(given)
    except UnicodeEncodeError:
        raise ValueError(f"no file can be called {os.fspath(given)!a}") from None
    return pathlib.Path(given)
