"""The SQLite file that keeps the results of long work, so that it can be resumed after a crash.

A result is one transaction, in a write-ahead log that is flushed to the disk: after a kill at any moment a result is
either there or not. Its number is the key, so that none is there twice. A new file is made under another name
and then given its own, so that it never exists half-made; a file that is not ours is only read.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import astuple, dataclass, fields
from functools import cached_property
from pathlib import Path
from typing import Any, Generic, TypeAlias, get_type_hints

from sbg.base import files
from sbg.base.errors import SbgError
from sbg.base.jobs.work import Done, Failed, Numbered, Pool, Result, Task

_MAGIC = b"SQLite format 3\0"
_TYPES = {int: "INTEGER", float: "REAL", str: "TEXT"}


Grow: TypeAlias = Callable[[Callable[[str], Any]], Mapping[str, Any] | str]
"""From what a file keeps, by name, to what it keeps from now on, or to the reason why it belongs to others."""


class StoreError(SbgError):
    """A file that cannot be used for the results; the message says why."""


@dataclass(frozen=True)
class Format(Generic[Result]):
    """A kind of files: what tells it from other SQLite files, and what a result in it is."""

    application_id: int
    result: type[Result]
    """A dataclass of numbers and texts, a column for each; the first is `id`, the number of its task. It raises
    ValueError for values that make no sense."""
    settings: str
    """The table that says what the results belong to; its name is used in messages too: "contest"."""
    results: str
    """The table of the results."""
    version: int = 1
    views: str = ""
    """SQL that makes views, for people who look into a file."""

    @cached_property
    def columns(self) -> dict[str, type]:
        """The columns of a result, and what is in them."""
        hints = get_type_hints(self.result)
        return {field.name: hints[field.name] for field in fields(self.result)}  # type: ignore[arg-type]

    @property
    def schema(self) -> str:
        key, *others = self.columns
        columns = [f"{key} INTEGER PRIMARY KEY"]
        columns += [f"{name} {_TYPES[self.columns[name]]} NOT NULL" for name in others]
        return (
            f"CREATE TABLE {self.settings} (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;"
            f"CREATE TABLE {self.results} ({', '.join(columns)});{self.views}"
        )

    def read(self, row: tuple[Any, ...]) -> Result:
        """The result of a row; ValueError if it is none."""
        for (name, kind), value in zip(self.columns.items(), row, strict=True):
            if type(value) is not kind:
                raise ValueError(f"`{name}` is {value!r:.100}")
        return self.result(*row)


def fingerprint(settings: Mapping[str, Any]) -> str:
    """What tells one set of settings from another: equal for equal ones."""
    return hashlib.sha256(json.dumps(settings, sort_keys=True).encode()).hexdigest()


class Store(Generic[Result]):
    """The results of one undertaking in a file. While it is open to be written to, nobody else can write to it."""

    def __init__(
        self, path: Path, format: Format[Result], connection: sqlite3.Connection, lock: int | None
    ) -> None:
        self.path = path
        self._format = format
        self._connection = connection
        self._lock = lock

    # -- opening

    @classmethod
    def open(
        cls,
        path: Path,
        format: Format[Result],
        settings: Mapping[str, Any],
        also: Mapping[str, Any] | None = None,
        grow: Grow | None = None,
    ) -> Store[Result]:
        """The file for the results of some settings, made if there is none; StoreError if it belongs to others.

        `also` is kept beside the settings, but does not tell one file from another. `grow` says what becomes of a file
        that is there, and whether it is one of these at all.
        """
        try:
            if not path.exists():
                _make(path, format, {**(also or {}), "settings": settings})
            lock = _lock(path)
            try:
                _examine(path, format)
                store = cls(path, format, _connect(path, "rw"), lock)
            except BaseException:
                _unlock(lock)
                raise
        except (OSError, sqlite3.Error) as problem:
            raise StoreError(f"`{path}` cannot be used: {_words(problem)}") from None
        try:
            store._claim(settings, grow)
        except BaseException:
            store.close()
            raise
        return store

    @classmethod
    def read(cls, path: Path, format: Format[Result]) -> Store[Result]:
        """A file of results to look at; StoreError if it is none."""
        try:
            _examine(path, format)
            return cls(path, format, _connect(path, "ro"), None)
        except (OSError, sqlite3.Error) as problem:
            raise StoreError(f"`{path}` cannot be read: {_words(problem)}") from None

    def _claim(self, settings: Mapping[str, Any], grow: Grow | None) -> None:
        """Refuse the file of others, unless it can grow into one of ours."""
        if grow is not None:
            with self.sound():
                found = grow(self.value)
            if not isinstance(found, str):
                self._keep(
                    {key: value for key, value in found.items() if self._differs(key, value)}
                )
                return
            reason = found
        else:
            there = self.settings
            if fingerprint(there) == fingerprint(settings):
                return
            differences = [key for key in settings if there.get(key) != settings[key]]
            verb = "differ" if len(differences) > 1 else "differs"
            reason = f"{', '.join(differences)} {verb}" if differences else "its settings differ"
        whose = f"`{self.path}` holds the results of another {self._format.settings}"
        raise StoreError(f"{whose}: {reason}")

    def _differs(self, key: str, value: Any) -> bool:
        return bool(json.dumps(self.value(key)) != json.dumps(value))

    def _keep(self, values: Mapping[str, Any]) -> None:
        """Keep values in place of others, in one transaction."""
        query = f"INSERT OR REPLACE INTO {self._format.settings} VALUES (?, ?)"
        self._write(query, [(key, json.dumps(value)) for key, value in values.items()])

    def _write(self, query: str, rows: list[tuple[Any, ...]]) -> None:
        try:
            with self._connection:
                self._connection.executemany(query, rows)
        except (OSError, sqlite3.Error) as problem:
            raise StoreError(f"`{self.path}` cannot be written: {_words(problem)}") from None

    # -- reading

    @contextlib.contextmanager
    def sound(self) -> Iterator[None]:
        """Whatever in the file cannot be read or makes no sense is a StoreError."""
        try:
            yield
        except StoreError:
            raise
        except (sqlite3.Error, SbgError, ValueError, TypeError, LookupError, RecursionError) as bad:
            raise StoreError(damaged(self.path, bad)) from None

    def value(self, key: str) -> Any:
        """What was kept beside the settings under a name."""
        query = f"SELECT value FROM {self._format.settings} WHERE key = ?"
        with self.sound():
            (text,) = self._connection.execute(query, (key,)).fetchone() or ("null",)
            return json.loads(text)

    @property
    def settings(self) -> dict[str, Any]:
        """What the results belong to."""
        found = self.value("settings")
        if not isinstance(found, dict):
            raise StoreError(damaged(self.path, "it has no settings"))
        return found

    def results(self) -> list[Result]:
        """All results so far, in the order of their numbers."""
        return list(self)

    def __iter__(self) -> Iterator[Result]:
        """The results one by one, in the order of their numbers: a long run has more than memory should hold."""
        columns = list(self._format.columns)
        query = f"SELECT {', '.join(columns)} FROM {self._format.results} ORDER BY {columns[0]}"
        with self.sound():
            for row in self._connection.execute(query):
                yield self._format.read(row)

    def numbers(self) -> set[int]:
        """The numbers of the tasks that are done."""
        with self.sound():
            return {row[0] for row in self._connection.execute(f"SELECT id FROM {self._table}")}

    def __len__(self) -> int:
        with self.sound():
            query = f"SELECT count(*) FROM {self._table}"
            return int(self._connection.execute(query).fetchone()[0])

    @property
    def _table(self) -> str:
        return self._format.results

    # -- writing

    def add(self, result: Result) -> None:
        """Write a result, at once and for good; StoreError if the disk does not take it."""
        columns = self._format.columns
        marks = ", ".join("?" for _ in columns)
        query = f"INSERT INTO {self._table} ({', '.join(columns)}) VALUES ({marks})"
        self._write(query, [astuple(result)])  # type: ignore[call-overload]

    def remove(self, numbers: Iterable[int]) -> None:
        """Take results out, so that their tasks are done again."""
        key = next(iter(self._format.columns))
        self._write(f"DELETE FROM {self._table} WHERE {key} = ?", [(n,) for n in numbers])

    def close(self) -> None:
        """Put the log into the file, as far as the disk has room, and let go of it."""
        with contextlib.suppress(sqlite3.Error):
            self._connection.close()
        _unlock(self._lock)
        self._lock = None

    def __enter__(self) -> Store[Result]:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def resume(
    store: Store[Result], pool: Pool[Task, Result], tasks: Numbered[Task]
) -> Iterator[Done[Result] | Failed]:
    """Do the tasks whose results a file lacks. Each result is written down before it is given."""
    done = store.numbers()
    for answer in pool.run((number, task) for number, task in tasks if number not in done):
        if isinstance(answer, Done):
            store.add(answer.result)
        yield answer


def damaged(path: Path, problem: object) -> str:
    """What to say about a file whose contents make no sense."""
    reason = " ".join(str(problem).split())[:200]
    return f"`{path}` is damaged ({reason}); it is left as it is"


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    uri = f"{path.absolute().as_uri()}?mode={mode}"
    if mode == "ro" and not Path(f"{path}-wal").exists():
        uri += "&immutable=1"  # nobody is writing: read without making files beside it
    connection = sqlite3.connect(uri, uri=True, timeout=5)
    if mode != "ro":
        connection.execute("PRAGMA synchronous = FULL")
    return connection


def _make(path: Path, format: Format[Any], values: Mapping[str, Any]) -> None:
    """A new file, complete before it has its name."""
    draft = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        connection = _connect(draft, "rwc")
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.executescript(format.schema)
            connection.execute(f"PRAGMA application_id = {format.application_id}")
            connection.execute(f"PRAGMA user_version = {format.version}")
            with connection:
                connection.executemany(
                    f"INSERT INTO {format.settings} VALUES (?, ?)",
                    [(key, json.dumps(value)) for key, value in values.items()],
                )
        finally:
            connection.close()
        _give_name(draft, path)
    finally:
        for suffix in ("", "-wal", "-shm"):
            with contextlib.suppress(OSError):
                os.unlink(f"{draft}{suffix}")


def _give_name(draft: Path, path: Path) -> None:
    """Unlike a new name, a link never replaces a file that somebody else has just made."""
    try:
        os.link(draft, path)
    except FileExistsError:
        pass
    except OSError:  # a file system without links
        if not path.exists():
            os.rename(draft, path)


def _examine(path: Path, format: Format[Any]) -> None:
    """Refuse a file that is not ours or is damaged, by reading only."""
    with files.opened(path) as file:
        header = file.read(100)
    if len(header) < 100 or not header.startswith(_MAGIC):
        raise StoreError(f"`{path}` is not a file of results; it is left as it is")
    if int.from_bytes(header[68:72], "big") != format.application_id:
        raise StoreError(f"`{path}` is a SQLite file of another program; it is left as it is")
    version = int.from_bytes(header[60:64], "big")
    if version != format.version:
        raise StoreError(
            f"`{path}` was written by another version of sbg "
            f"(format {version}, this is {format.version})"
        )
    try:
        connection = _connect(path, "ro")
        try:
            problems = [row[0] for row in connection.execute("PRAGMA quick_check(1)")]
            connection.execute(f"SELECT {', '.join(format.columns)} FROM {format.results}")
            connection.execute(f"SELECT key, value FROM {format.settings}")
        finally:
            connection.close()
    except sqlite3.OperationalError:
        raise
    except (sqlite3.Error, ValueError) as problem:
        problems = [str(problem)]
    if problems != ["ok"]:
        raise StoreError(damaged(path, problems[0] if problems else "its check says nothing"))


def _lock(path: Path) -> int | None:
    """Keep other processes from writing to the same file at the same time."""
    try:
        import fcntl
    except ImportError:
        return None  # on Windows a second process is stopped by the numbers of the results
    # SQLite uses locks of another kind. This descriptor must not be closed before SQLite is done with the file.
    if path.is_dir():
        raise StoreError(f"`{path}` is a folder, not a file")
    if files.is_named_pipe(path):
        raise StoreError(f"`{path}` is a pipe, not a file of results")
    descriptor = os.open(path, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        raise StoreError(f"`{path}` is being written by another process") from None
    return descriptor


def _unlock(lock: int | None) -> None:
    if lock is not None:
        os.close(lock)


def _words(problem: Exception) -> str:
    if isinstance(problem, OSError) and problem.strerror:
        return problem.strerror[:1].lower() + problem.strerror[1:]
    return str(problem)
