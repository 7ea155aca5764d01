"""Tables of exact values as files.

A table is a file of five parts:

1. the line `SBG table 1`;
2. a header, one line of JSON in ASCII: the text of the game and its SHA-256, how positions are numbered, the halves of
   the table with their sizes, and statistics;
3. where each block begins, counted from the first: 64-bit numbers, little-endian, one more than there are blocks;
4. the SHA-256 of all bytes before it (32 bytes);
5. the blocks, each 65,536 entries of one half, compressed with zlib, which has a checksum of its own.

An entry is a byte, or a word of 16 bits where distances are long: 0 for a draw, 1 + 2n if the player to move loses in n
plies, 2 + 2n if they win in n; all ones where there is no board. The turn limit does not count: a win in n plies is a
win if as many are left, and else a draw.
"""

from __future__ import annotations

import hashlib
import json
import mmap
import os
import zlib
from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sbg import _core
from sbg.engine import Game, Position
from sbg.errors import SbgError
from sbg.limits import MAX_NUMBER
from sbg.solving.files import replacing
from sbg.solving.limit import unlimited
from sbg.solving.plan import Plan
from sbg.solving.work import Storage, Values
from sbg.syntax import Source, check, parse

MAGIC = b"SBG table 1\n"
_BLOCK = 1 << 16
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
    with replacing(path) as file:
        room = 8 * (block + 1 + (1 if slots else 0)) + 32
        file.seek(len(text) + room)
        for data in _blocks(storage, halves, slots):
            packed = zlib.compress(data, 6)
            file.write(packed)
            offsets.append(offsets[-1] + len(packed))
        size = file.tell()
        head = text + np.array(offsets, "<u8").tobytes()
        file.seek(0)
        file.write(head + hashlib.sha256(head).digest())
    return size


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
        with self.path.open("rb") as file:
            try:
                self._map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
            except ValueError:
                raise TableError(f"`{path}` is empty") from None
        if self._map[: len(MAGIC)] != MAGIC:
            raise TableError(f"`{path}` is not a table of values")
        end = self._map.find(b"\n", len(MAGIC))
        try:
            header: dict[str, Any] = json.loads(self._map[len(MAGIC) : end])
            blocks = int(header["blocks"]) + (1 if header["slots"] else 0)
            self._data = end + 1 + 8 * (blocks + 1) + 32
            if (
                hashlib.sha256(self._map[: self._data - 32]).digest()
                != self._map[self._data - 32 : self._data]
            ):
                raise TableError(f"`{path}` is damaged: its header has another checksum")
            self._offsets: NDArray[np.uint64] = np.frombuffer(
                self._map[end + 1 : self._data - 32], "<u8"
            )
            if self._data + int(self._offsets[-1]) != len(self._map):
                raise TableError(f"`{path}` is damaged: it is not complete")
            self._halves = {
                half: (size, np.dtype(f"<u{width}"), block)
                for half, size, width, block in header["halves"]
            }
            own = _game_of(header["text"])
        except (KeyError, TypeError, ValueError, IndexError) as error:
            if isinstance(error, TableError):
                raise
            raise TableError(f"`{path}` is damaged: {error}") from None
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
        if header["slots"]:
            tables.recall(self._block(blocks - 1))
        for half, (size, _, _) in self._halves.items():
            if tables.size(half) != size:
                raise TableError(f"`{path}` is damaged: a half has another size")

    def _block(self, number: int) -> bytes:
        begin, end = (self._data + int(offset) for offset in self._offsets[number : number + 2])
        try:
            return zlib.decompress(self._map[begin:end])
        except zlib.error as error:
            raise TableError(f"`{self.path}` is damaged: {error}") from None

    def _value(self, half: int, index: int) -> int:
        if half not in self._halves:
            return -1
        size, kind, first = self._halves[half]
        number = first + index // _BLOCK
        values = self._cache.get(number)
        if values is None:
            values = np.frombuffer(self._block(number), kind)
            if len(values) != min(_BLOCK, size - index // _BLOCK * _BLOCK):
                raise TableError(f"`{self.path}` is damaged: a block has another size")
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
            count = -(-size // _BLOCK)
            data = b"".join(self._block(first + i) for i in range(count))
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


def _game_of(text: str) -> Game:
    description = check(parse(Source("<table>", text))).description
    if description is None:
        raise TableError("the text of its game has errors")
    return Game(description)
