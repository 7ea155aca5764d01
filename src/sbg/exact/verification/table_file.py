"""Reads tables of exact values by code that shares nothing with the solver (see docs/solve.md)."""

from __future__ import annotations

import hashlib
import json
import os
import stat
import weakref
import zlib
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from sbg.base import files
from sbg.base.limits import MAX_NUMBER
from sbg.exact.verification.reading import CertificateError
from sbg.language.model import Description, write
from sbg.language.model.notation import write_fen
from sbg.language.syntax import Source, check, parse

MAGIC = b"SBG table 2\n"
_DAMAGED = "the table is damaged"
_KEPT = 512
"""Blocks that are kept in memory."""
_MOST_HEADER = 64 << 20
DEFAULT_MEMORY = 2 << 30
"""Bytes of entries that are unpacked, unless more are allowed."""


def damaged(why: object) -> CertificateError:
    """What is said of a file that is not as it should be."""
    return CertificateError(f"{_DAMAGED}: {why}")


class TableData:
    """A table in a file, as its header tells it."""

    def __init__(self, path: str | os.PathLike[str], memory: int = DEFAULT_MEMORY) -> None:
        self._path, self._memory = path, memory
        try:
            with files.opened(path) as file:
                self._file = os.dup(file.fileno())
        except UnicodeEncodeError:
            raise CertificateError("no file can have this name") from None
        weakref.finalize(self, os.close, self._file)
        known = os.fstat(self._file)
        if not stat.S_ISREG(known.st_mode):
            raise CertificateError("this is no table: it is not a regular file")
        self._size = known.st_size
        begins = self._read(0, min(len(MAGIC), self._size))
        if begins != MAGIC:
            raise CertificateError("this is no table: its first line is not `SBG table 2`")
        line = self._first_line()
        try:
            self.header: dict[str, Any] = json.loads(line[len(MAGIC) :])
            blocks = self.header["blocks"] + (1 if self.header["slots"] else 0)
            if not 0 <= 40 * (blocks + 1) <= self._size - len(line):
                raise damaged("it is not complete")
            rest = self._read(len(line), 40 * (blocks + 1))
            if hashlib.sha256(line + rest[:-32]).digest() != rest[-32:]:
                raise damaged("its header has another checksum")
            first, places = len(line) + len(rest), 8 * (blocks + 1)
            self._starts = [
                first + int.from_bytes(rest[at : at + 8], "little") for at in range(0, places, 8)
            ]
            self._digests = [rest[at : at + 32] for at in range(places, len(rest) - 32, 32)]
            self._read_header()
        except (KeyError, TypeError, ValueError, IndexError, RecursionError) as error:
            raise (error if isinstance(error, CertificateError) else damaged(error)) from None
        except (OverflowError, AttributeError, MemoryError) as error:
            raise damaged(error) from None
        self._blocks: dict[int, bytes] = {}

    def _read(self, at: int, size: int) -> bytes:
        """Bytes of the file; it may have been cut since it was opened."""
        os.lseek(self._file, at, os.SEEK_SET)
        data = b""
        while len(data) < size and (part := os.read(self._file, size - len(data))):
            data += part
        if len(data) < size:
            raise damaged("it is not complete")
        return data

    def _first_line(self) -> bytes:
        """All up to the end of the header."""
        text = b""
        while len(text) < min(self._size, _MOST_HEADER):
            part = self._read(len(text), min(1 << 20, self._size - len(text)))
            begin = len(MAGIC) if not text else 0
            end = part.find(b"\n", begin)
            if end >= 0:
                return text + part[: end + 1]
            text += part
        raise damaged("its header has no end")

    def _read_header(self) -> None:
        header = self.header
        if self._starts[0] != self._starts[-1] - sum(self._lengths()):
            raise damaged("its blocks are not in order")
        if self._starts[-1] != self._size:
            raise damaged("it is not complete, or has more than its header says")
        self.block = int(header["block"])
        self.halves = {
            int(half): (int(size), int(width), int(first))
            for half, size, width, first in header["halves"]
        }
        if header["scheme"] not in ("classes", "squares", "reachable"):
            raise damaged("its scheme is not known")
        total = 0
        for size, width, first in self.halves.values():
            if size < 0 or width not in (1, 2) or self.block < 1 or first != total:
                raise damaged("its halves make no sense")
            total += -(-size // self.block)
        if total != header["blocks"] or len(self.halves) != len(header["halves"]):
            raise damaged("its halves make no sense")
        bytes_ = 8 * header["slots"] + sum(size * width for size, width, _ in self.halves.values())
        if bytes_ > self._memory:
            raise files.FileError(
                f"`{self._path}`: to check it takes {files.size(bytes_)} of memory, and"
                f" {files.size(self._memory)} are allowed; --memory allows more"
            )
        description = check(parse(Source("<table>", header["text"]))).description
        if description is None or write(description) != header["text"]:
            raise damaged("the text of its game has errors")
        if hashlib.sha256(header["text"].encode()).hexdigest() != header["rules"]:
            raise damaged("its game has other rules than it says")
        self.limited = description
        self.description: Description = replace(description, turn_limit=MAX_NUMBER)
        self.width, self.height = description.width, description.height
        self.letters = [".", *(x for p in description.pieces for x in (p.letter, p.letter.lower()))]
        self.kinds = [(int(code), frozenset(squares)) for code, squares in header["kinds"]]
        for name in ("flips", "mirrors"):
            if not isinstance(header[name], bool):
                raise damaged(f"{name} is neither true nor false")
        places = range(self.width * self.height)
        if any(
            not 1 <= code < len(self.letters) or not squares <= set(places)
            for code, squares in self.kinds
        ):
            raise damaged("its kinds of men make no sense")

    def _lengths(self) -> Iterator[int]:
        for begin, end in zip(self._starts, self._starts[1:], strict=False):
            if end < begin:
                raise damaged("its blocks are not in order")
            yield end - begin

    @property
    def entries(self) -> int:
        """How many entries it has."""
        return sum(size for size, _, _ in self.halves.values())

    def fen(self, board: bytes | list[int], side: int) -> str:
        """A position as one line."""
        text = "".join(self.letters[code] for code in board)
        rows = tuple(text[at - self.width : at] for at in range(len(text), 0, -self.width))
        return write_fen(rows, side)

    def value(self, half: int, index: int) -> int | None:
        """An entry; None if it has no board."""
        size, width, first = self.halves.get(half, (0, 1, 0))
        if index >= size:
            raise CertificateError("a move leads to a position that the table does not have")
        number = first + index // self.block
        if number not in self._blocks:
            if len(self._blocks) > _KEPT:
                self._blocks.clear()
            left = size - index // self.block * self.block
            self._blocks[number] = self._unpacked(number, width * min(self.block, left))
        at = index % self.block * width
        value = int.from_bytes(self._blocks[number][at : at + width], "little")
        return None if value == (1 << 8 * width) - 1 else value

    def values(self, half: int) -> bytearray:
        """All entries of a half, as the file has them."""
        size, width, first = self.halves[half]
        values = bytearray()
        for number, at in enumerate(range(0, size, self.block)):
            length = width * min(self.block, size - at)
            values += self._unpacked(first + number, length)
        return values

    @property
    def slots(self) -> bytes:
        """The keys of positions that can be reached, where these are numbered so."""
        count = int(self.header["slots"])
        return self._unpacked(int(self.header["blocks"]), 8 * count) if count else b""

    def _unpacked(self, number: int, length: int) -> bytes:
        begin, end = self._starts[number : number + 2]
        packed = self._read(begin, end - begin)
        if hashlib.sha256(packed).digest() != self._digests[number]:
            raise damaged(f"block {number + 1} of {len(self._digests)} has another checksum")
        unpacker = zlib.decompressobj()
        try:
            found = unpacker.decompress(packed, length + 1)
        except zlib.error as error:
            raise damaged(error) from None
        if len(found) != length or not unpacker.eof or unpacker.unused_data:
            raise damaged("a block has another size")
        return found
