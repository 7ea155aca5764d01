"""The file format of tables of exact values: writing them, and reading single entries.

A table is a file of six parts:

1. the line `SBG table 2`;
2. a header, one line of JSON in ASCII: the text of the game and its SHA-256, how positions are numbered, the halves of
   the table with their sizes, and statistics;
3. where each block begins, counted from the first: 64-bit numbers, little-endian, one more than there are blocks;
4. the SHA-256 of each block as it stands in the file, 32 bytes each;
5. the SHA-256 of all bytes before it (32 bytes);
6. the blocks, each 65,536 entries of one half, compressed with zlib.

So no byte of a file is believed that has no checksum: that of the header when the file is opened, that of a
block when it is read.

An entry is a byte, or a word of 16 bits where distances are long: 0 for a draw, 1 + 2n if the player to move loses in n
plies, 2 + 2n if they win in n; all ones where there is no board. The turn limit does not count: a win in n plies is a
win if as many are left, and else a draw.
"""

from __future__ import annotations

import hashlib
import json
import os
import stat
import weakref
import zlib
from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sbg import _core
from sbg.base import files
from sbg.base.errors import SbgError
from sbg.base.limits import MAX_NUMBER
from sbg.engine import Game, Position
from sbg.exact.solving.limit import unlimited
from sbg.exact.solving.plan import Plan
from sbg.exact.solving.work import Storage, Values
from sbg.language.model import Colour
from sbg.language.syntax import Source, check, parse

MAGIC = b"SBG table 2\n"
_BLOCK = 1 << 16
_MOST_HEADER = 64 << 20
_DIGEST = 32
_KEPT = 64
"""Blocks that are kept in memory."""


class TableError(SbgError, ValueError):
    """A file that is no table, or a damaged one; the message says why."""


@dataclass(frozen=True, slots=True)
class Entry:
    """The value of a position, whatever the turn limit is: `plies` to the end, or None for a draw."""

    wins: bool
    """Whether the player to move does; without meaning for a draw."""
    plies: int | None


DRAWN = Entry(False, None)


def _worth(entry: Entry) -> tuple[int, int]:
    """Values in the order of how good they are: the soonest win, the draw, the latest loss."""
    if entry.plies is None:
        return 0, 0
    return (1, -entry.plies) if entry.wins else (-1, entry.plies)


def decoded(value: int) -> Entry:
    """What an entry says."""
    return DRAWN if value == 0 else Entry(value % 2 == 0, (value - 1) // 2)


@dataclass(frozen=True)
class ClassCount:
    """The values of one class of men, for each player to move. Positions that symmetries make equal count once."""

    men: str
    turn: Colour
    positions: int
    wins: int
    draws: int
    losses: int
    longest: int | None
    """Plies of the longest win or loss."""
    position: str | None
    """A position of it, as one line."""
    zugzwangs: int
    """Boards on which neither player wins when it is their move, and one of them loses."""


class Table(ABC):
    """Exact values of the positions of a game: in memory after solving, or in a file."""

    def __init__(
        self, game: Game, tables: _core.Tables, start: str, header: Mapping[str, Any]
    ) -> None:
        self.game = game
        self.start = start
        self.header = header
        self._tables = tables

    @abstractmethod
    def _value(self, half: int, index: int) -> int:
        """What an entry holds."""

    def __getitem__(self, position: Position) -> Entry:
        """The value of a position; KeyError if it is not in the table."""
        found = self.find(position)
        if found is None:
            raise KeyError(position.fen)
        return found

    def __contains__(self, position: Position) -> bool:
        return self.find(position) is not None

    def find(self, position: Position) -> Entry | None:
        """The value of a position that no move has ended, or None if it is not in the table."""
        board, side = position._native.board, position.ply % 2
        where = self._tables.find(board, side)
        if where is None:
            return self._look(position) if self._is_loud(board, side) else None
        value = self._value(*where)
        return None if value == -1 else decoded(value)

    def _is_loud(self, board: bytes, side: int) -> bool:
        """Whether a man wins at once, so that the position has no entry of its own."""
        return any(board[square] == code for code, square in self._loud[side])

    @cached_property
    def _loud(self) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
        white = [(code, square) for code, square in self.header.get("loud", ())]
        width, last = self.game.width, self.game.height - 1
        return white, [
            ((code - 1 ^ 1) + 1, (last - square // width) * width + square % width)
            for code, square in white
        ]

    def _look(self, position: Position) -> Entry | None:
        """The value of a position by its moves; they end the game soon."""
        if position.game.turn_limit != MAX_NUMBER:
            position = unlimited(position)
        after = [position.play(move) for move in position.moves]
        ends = [child.outcome for child in after if child.outcome is not None]
        if any(end.winner == position.turn for end in ends):
            return Entry(True, 1)
        found = [self.find(child) for child in after if child.outcome is None]
        mine = [Entry(False, 1) for _ in ends]
        for entry in found:
            if entry is None:
                return None
            mine.append(entry if entry.plies is None else Entry(not entry.wins, entry.plies + 1))
        return max(mine, key=_worth, default=Entry(False, 0))


class FilledTable(Table):
    """A table that was just made."""

    def __init__(self, plan: Plan, storage: Storage, header: Mapping[str, Any]) -> None:
        super().__init__(plan.start.game, plan.tables, plan.start.fen, header)
        self.plan, self.storage = plan, storage

    def _value(self, half: int, index: int) -> int:
        values = self.storage.values(half)
        value = int(values[index])
        return -1 if value == np.iinfo(values.dtype).max else value


def write_table(path: Path, plan: Plan, storage: Storage, header: Mapping[str, Any]) -> int:
    """Write a table in the place of a file, at once; the size of the file is returned."""
    halves = []
    block = 0
    for half in sorted(half for unit in plan.units for half in unit):
        values = storage.values(half)
        halves.append([half, len(values), values.dtype.itemsize, block])
        block += -(-len(values) // _BLOCK)
    slots = plan.tables.keys() if plan.scheme == "reachable" else b""
    full = {**header, "halves": halves, "slots": len(slots) // 8, "block": _BLOCK, "blocks": block}
    text = MAGIC + json.dumps(full).encode("ascii") + b"\n"
    offsets = [0]
    digests = bytearray()
    with files.writing(path, force=True) as file:
        blocks = block + (1 if slots else 0)
        file.seek(len(text) + 8 * (blocks + 1) + _DIGEST * (blocks + 1))
        for data in _blocks(storage, halves, slots):
            packed = zlib.compress(data, 6)
            file.write(packed)
            offsets.append(offsets[-1] + len(packed))
            digests += hashlib.sha256(packed).digest()
        size = file.tell()
        head = text + np.array(offsets, "<u8").tobytes() + bytes(digests)
        file.seek(0)
        file.write(head + hashlib.sha256(head).digest())
    return size


def has_table_of(path: str, plan: Plan) -> bool:
    """Whether a file has the values that a plan gives, as far as its header says: then it may be written anew."""
    try:
        table = TableFile(path)
    except (TableError, OSError):
        return False
    kinds = [[kind.code, list(kind.squares)] for kind in plan.kinds]
    mine = (plan.start.game.rules_hash, plan.start.fen, plan.scheme, plan.most_men, kinds)
    names = ("rules", "start", "scheme", "men", "kinds")
    return mine == tuple(table.header.get(name) for name in names)


def _blocks(storage: Storage, halves: list[list[int]], slots: bytes) -> Iterator[bytes]:
    for half, size, _, _ in halves:
        values = storage.values(half)
        for at in range(0, size, _BLOCK):
            yield values[at : at + _BLOCK].astype(values.dtype.newbyteorder("<")).tobytes()
    if slots:
        yield slots


class TableFile(Table):
    """A table in a file. Blocks are read when they are needed, and a few are kept."""

    def __init__(self, path: str | os.PathLike[str], game: Game | None = None) -> None:
        self.path = Path(path)
        with files.opened(path) as file:
            self._file = os.dup(file.fileno())
        weakref.finalize(self, os.close, self._file)
        self._lock = Lock()
        if not stat.S_ISREG(os.fstat(self._file).st_mode):
            raise TableError(f"`{path}` is not a regular file, so it is no table")
        try:
            header = self._read_header()
            own = _game_of(header["text"])
            if own.rules_hash != header["rules"] or (
                game is not None and game.rules_hash != own.rules_hash
            ):
                raise TableError(f"`{path}` is a table of {own.name} with other rules")
            game = own if game is None else game
            self._cache: OrderedDict[int, Values] = OrderedDict()
            tables = _core.Tables(
                game.rules,
                [(code, squares) for code, squares in header["kinds"]],
                [bytes(men) for men in header["classes"]],
                b"",
                by_squares=header["scheme"] != "classes",
                hashed=header["scheme"] == "reachable",
                flips=header["flips"],
                mirrors=header["mirrors"],
                depth=header.get("depth", 1),
                loud=[(code, square) for code, square in header.get("loud", ())],
                turns=header.get("turns", False),
            )
            super().__init__(game, tables, header["start"], header)
            _ = self._loud
            if header["slots"]:
                tables.recall(self._block(self._blocks - 1, 8 * header["slots"]))
            for half, (size, _, _) in self._halves.items():
                if tables.size(half) != size:
                    raise self._damaged("a half has another size")
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            raise error if isinstance(error, TableError) else self._damaged(error) from None
        except (MemoryError, RecursionError) as error:
            raise self._damaged(f"it asks for too much ({type(error).__name__})") from None

    def _damaged(self, why: object) -> TableError:
        return TableError(f"`{self.path}` is damaged: {why}")

    def _read(self, at: int, size: int) -> bytes:
        """Bytes of the file; it may have been cut since it was opened."""
        with self._lock:
            os.lseek(self._file, at, os.SEEK_SET)
            data = b""
            while len(data) < size and (part := os.read(self._file, size - len(data))):
                data += part
        if len(data) < size:
            raise self._damaged("it is not complete")
        return data

    def _read_header(self) -> dict[str, Any]:
        """The header, with where the blocks are; everything in it has its checksum."""
        path, whole = self.path, os.fstat(self._file).st_size
        text = self._read(0, min(whole, len(MAGIC)))
        if text != MAGIC:
            raise TableError(
                f"`{path}` is empty" if not whole else f"`{path}` is not a table of values"
            )
        end = -1
        while end < 0 and len(text) < min(whole, _MOST_HEADER):
            more = self._read(len(text), min(1 << 20, whole - len(text)))
            end = more.find(b"\n")
            end = len(text) + end if end >= 0 else -1
            text += more
        if end < 0:
            raise self._damaged("its header has no end")
        header: dict[str, Any] = json.loads(text[len(MAGIC) : end])
        _check_header(header)
        blocks = self._blocks = header["blocks"] + (1 if header["slots"] else 0)
        room = 8 * (blocks + 1) + _DIGEST * (blocks + 1)
        self._data = end + 1 + room
        if self._data > whole:
            raise self._damaged("it is not complete")
        head = text[: end + 1] + self._read(end + 1, room)
        if hashlib.sha256(head[:-_DIGEST]).digest() != head[-_DIGEST:]:
            raise self._damaged("its header has another checksum")
        at = end + 1 + 8 * (blocks + 1)
        self._digests = head[at:-_DIGEST]
        self._offsets: NDArray[np.int64] = np.frombuffer(head[end + 1 : at], "<i8")
        if self._offsets[0] != 0 or (np.diff(self._offsets) < 0).any():
            raise self._damaged("its blocks are not in order")
        if self._data + int(self._offsets[-1]) != whole:
            raise self._damaged("it is not complete, or has more than its header says")
        self._halves = {
            half: (size, np.dtype(f"<u{width}"), block)
            for half, size, width, block in header["halves"]
        }
        return header

    def _packed(self, number: int) -> bytes:
        """A block as it stands in the file, with its checksum compared."""
        begin, end = (int(offset) for offset in self._offsets[number : number + 2])
        packed = self._read(self._data + begin, end - begin)
        if hashlib.sha256(packed).digest() != self._digests[_DIGEST * number :][:_DIGEST]:
            raise self._damaged(f"block {number + 1} of {self._blocks} has another checksum")
        return packed

    def _block(self, number: int, size: int) -> bytes:
        """The bytes of a block, which must be so many."""
        try:
            unpacker = zlib.decompressobj()
            data = unpacker.decompress(self._packed(number), size + 1)
        except zlib.error as error:
            raise self._damaged(error) from None
        if len(data) != size or not unpacker.eof:
            raise self._damaged("a block has another size")
        return data

    @property
    def entries(self) -> int:
        """How many entries it has."""
        return sum(size for size, _, _ in self._halves.values())

    @property
    def statistics(self) -> tuple[ClassCount, ...]:
        """How many positions of each class are won, drawn and lost."""
        return tuple(
            ClassCount(**{name: row[name] for name in ClassCount.__dataclass_fields__})
            for row in self.header.get("statistics", ())
        )

    def check_blocks(self) -> None:
        """TableError if any block is damaged."""
        for number in range(self._blocks):
            self._packed(number)

    def _value(self, half: int, index: int) -> int:
        if half not in self._halves:
            return -1
        size, kind, first = self._halves[half]
        number = first + index // _BLOCK
        values = self._cache.get(number)
        if values is None:
            count = min(_BLOCK, size - index // _BLOCK * _BLOCK)
            values = np.frombuffer(self._block(number, count * kind.itemsize), kind)
            self._cache[number] = values
            if len(self._cache) > _KEPT:
                self._cache.popitem(last=False)
        else:
            self._cache.move_to_end(number)
        value = int(values[index % _BLOCK])
        return -1 if value == np.iinfo(kind).max else value

    def inconsistent(self, threads: int = 1) -> int:
        """How many entries do not follow from those that their moves lead to: 0, or the table is wrong."""
        kept = {}
        for half, (size, kind, first) in self._halves.items():
            data = b"".join(
                self._block(first + i, kind.itemsize * min(_BLOCK, size - at))
                for i, at in enumerate(range(0, size, _BLOCK))
            )
            kept[half] = np.frombuffer(bytearray(data) or bytearray(2), kind)
            self._tables.attach(half, kept[half], kind.itemsize == 2)
        try:
            return sum(
                self._tables.inconsistent(half, 0, size, threads)
                for half, (size, _, _) in self._halves.items()
            )
        finally:
            for half in kept:
                self._tables.attach(half, None)


_NUMBERS = ("positions", "wins", "draws", "losses", "zugzwangs")


def _check_header(header: Any) -> None:
    """ValueError if a header has fields of other kinds than ours: whoever forged one can make its checksum too."""
    numbers = [header["blocks"], header["slots"], header.get("depth", 1)]
    total = 0
    for half, size, width, block in header["halves"]:
        numbers += [half, size, block]
        if width not in (1, 2) or block != total:
            raise ValueError("its halves make no sense")
        total += -(-size // _BLOCK)
    if header["block"] != _BLOCK or header["blocks"] != total:
        raise ValueError("its halves make no sense")
    if len({half for half, *_ in header["halves"]}) != len(header["halves"]):
        raise ValueError("its halves make no sense")
    if header["scheme"] not in ("classes", "squares", "reachable"):
        raise ValueError("its scheme is not known")
    for row in header.get("statistics", ()):
        numbers += [row[name] for name in _NUMBERS]
        numbers += [] if row["longest"] is None else [row["longest"]]
        if not (isinstance(row["men"], str) and row["turn"] in ("white", "black")):
            raise ValueError("its statistics make no sense")
        if not isinstance(row["position"], str | None):
            raise ValueError("its statistics make no sense")
    if not all(type(number) is int and 0 <= number < 1 << 62 for number in numbers):
        raise ValueError("its numbers make no sense")
    if not all(isinstance(header[name], str) for name in ("game", "text", "rules", "start")):
        raise ValueError("its texts make no sense")


def _game_of(text: str) -> Game:
    description = check(parse(Source("<table>", text))).description
    if description is None:
        raise TableError("the text of its game has errors")
    return Game(description)
