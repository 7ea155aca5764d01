"""Results in; a SQLite file that holds them whatever happens to us, and back, out.

A game is one transaction, in a write-ahead log that is flushed to the disk: after a kill at any moment a game is either
there or not. Its number is the key, so that none is there twice. A new file is made under another name
and then given its own, so that it never exists half-made; a file that is not ours is only read.
"""

from __future__ import annotations

import contextlib
import json
import os
import sqlite3
from dataclasses import astuple, fields
from pathlib import Path
from types import TracebackType
from typing import Any

from sbg.contests.plan import Contest
from sbg.contests.referee import GameResult
from sbg.errors import SbgError

APPLICATION_ID = 0x53424743  # "SBGC": what tells our files from other SQLite files
VERSION = 1

_MAGIC = b"SQLite format 3\0"
_COLUMNS = [field.name for field in fields(GameResult)]
_SCHEMA = """
CREATE TABLE contest (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE game (
  id INTEGER PRIMARY KEY,
  result TEXT NOT NULL CHECK (result IN ('white', 'black', 'draw')),
  reason TEXT NOT NULL,
  detail TEXT NOT NULL,
  moves TEXT NOT NULL,
  plies INTEGER NOT NULL,
  white_seconds REAL NOT NULL,
  black_seconds REAL NOT NULL,
  date TEXT NOT NULL
);
"""


class StoreError(SbgError):
    """A file that cannot be used for the results; the message says why."""


class Store:
    """The results of one contest in a file. While it is open to be written to, nobody else can write to it."""

    def __init__(self, path: Path, connection: sqlite3.Connection, lock: int | None) -> None:
        self.path = path
        self._connection = connection
        self._lock = lock

    # -- opening

    @classmethod
    def open(cls, path: Path, contest: Contest) -> Store:
        """The file of a contest, made if there is none; StoreError if it is another's or not usable."""
        try:
            if not path.exists():
                _make(path, contest)
            lock = _lock(path)
            try:
                _examine(path)
                store = cls(path, _connect(path, "rw"), lock)
            except BaseException:
                _unlock(lock)
                raise
        except (OSError, sqlite3.Error) as problem:
            raise StoreError(f"`{path}` cannot be used: {_words(problem)}") from None
        try:
            store._claim(contest)
        except BaseException:
            store.close()
            raise
        return store

    @classmethod
    def read(cls, path: Path) -> Store:
        """A file of results to look at; StoreError if it is none."""
        try:
            _examine(path)
            return cls(path, _connect(path, "ro"), None)
        except (OSError, sqlite3.Error) as problem:
            raise StoreError(f"`{path}` cannot be read: {_words(problem)}") from None

    def _claim(self, contest: Contest) -> None:
        """Refuse the file of another contest."""
        if self._value("fingerprint") == contest.fingerprint:
            return
        there, asked = self.settings, contest.settings
        differences = [key for key in asked if there.get(key) != asked[key]]
        raise StoreError(
            f"`{self.path}` holds the results of another contest: "
            f"{', '.join(differences) or 'its settings'} differ"
        )

    # -- reading

    def _value(self, key: str) -> str:
        row = self._connection.execute("SELECT value FROM contest WHERE key = ?", (key,)).fetchone()
        return "" if row is None else str(row[0])

    @property
    def settings(self) -> dict[str, Any]:
        """What the contest was, as `Contest.settings` has it."""
        found: dict[str, Any] = json.loads(self._value("settings"))
        return found

    @property
    def texts(self) -> list[str]:
        """The texts of the games of the contest."""
        found: list[str] = json.loads(self._value("texts"))
        return found

    def results(self) -> list[GameResult]:
        """All games played so far, in the order of their numbers."""
        query = f"SELECT {', '.join(_COLUMNS)} FROM game ORDER BY id"
        return [GameResult(*row) for row in self._connection.execute(query)]

    def __len__(self) -> int:
        return int(self._connection.execute("SELECT count(*) FROM game").fetchone()[0])

    # -- writing

    def add(self, result: GameResult) -> None:
        """Write the result of a game, at once and for good; StoreError if the disk does not take it."""
        marks = ", ".join("?" for _ in _COLUMNS)
        try:
            with self._connection:
                self._connection.execute(
                    f"INSERT INTO game ({', '.join(_COLUMNS)}) VALUES ({marks})", astuple(result)
                )
        except (OSError, sqlite3.Error) as problem:
            raise StoreError(f"`{self.path}` cannot be written: {_words(problem)}") from None

    def close(self) -> None:
        """Put the log into the file, as far as the disk has room, and let go of it."""
        with contextlib.suppress(sqlite3.Error):
            self._connection.close()
        _unlock(self._lock)
        self._lock = None

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    uri = f"{path.absolute().as_uri()}?mode={mode}"
    if mode == "ro" and not Path(f"{path}-wal").exists():
        uri += "&immutable=1"  # nobody is writing: read without making files beside it
    connection = sqlite3.connect(uri, uri=True, timeout=5)
    if mode != "ro":
        connection.execute("PRAGMA synchronous = FULL")
    return connection


def _make(path: Path, contest: Contest) -> None:
    """A new file, complete before it has its name."""
    draft = path.with_name(f"{path.name}.{os.getpid()}.new")
    values = {
        "fingerprint": contest.fingerprint,
        "settings": json.dumps(contest.settings),
        "texts": json.dumps([game.text for game in contest.games]),
    }
    try:
        connection = _connect(draft, "rwc")
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.executescript(_SCHEMA)
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {VERSION}")
            with connection:
                connection.executemany("INSERT INTO contest VALUES (?, ?)", values.items())
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


def _examine(path: Path) -> None:
    """Refuse a file that is not ours or is damaged, by reading only."""
    with path.open("rb") as file:
        header = file.read(100)
    if len(header) < 100 or not header.startswith(_MAGIC):
        raise StoreError(f"`{path}` is not a file of results; it is left as it is")
    if int.from_bytes(header[68:72], "big") != APPLICATION_ID:
        raise StoreError(f"`{path}` is a SQLite file of another program; it is left as it is")
    version = int.from_bytes(header[60:64], "big")
    if version != VERSION:
        raise StoreError(
            f"`{path}` was written by another version of sbg (format {version}, this is {VERSION})"
        )
    try:
        connection = _connect(path, "ro")
        try:
            problems = [row[0] for row in connection.execute("PRAGMA quick_check(1)")]
            connection.execute(f"SELECT {', '.join(_COLUMNS)} FROM game").fetchall()
            connection.execute("SELECT key, value FROM contest").fetchall()
        finally:
            connection.close()
    except sqlite3.OperationalError:
        raise
    except sqlite3.Error as problem:
        problems = [str(problem)]
    if problems != ["ok"]:
        raise StoreError(f"`{path}` is damaged ({problems[0]}); it is left as it is")


def _lock(path: Path) -> int | None:
    """Keep other processes from playing the same contest into the same file at the same time."""
    try:
        import fcntl
    except ImportError:
        return None  # on Windows a second process is stopped by the numbers of the games
    # SQLite uses locks of another kind. This descriptor must not be closed before SQLite is done with the file.
    if path.is_dir():
        raise StoreError(f"`{path}` is a folder, not a file")
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
