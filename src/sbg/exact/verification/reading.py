"""Reads the file of a certificate, and refuses one that is damaged or inconsistent.

The format is described in `docs/certificates.md`. Nothing is believed here that can be computed: the description comes
from the text of the game, and the hash of the rules must be that of the text.
"""

from __future__ import annotations

import hashlib
import json
import lzma
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal, cast, get_args

from sbg.base.errors import SbgError, shown
from sbg.base.limits import MAX_NUMBER
from sbg.language.model import Colour, Description, FenError, Move, write
from sbg.language.model.notation import write_fen
from sbg.language.reference import Position
from sbg.language.syntax import Source, check, parse

MAGIC = b"SBG certificate 1\n"
_HASH_BYTES = 32
_MOST_HEADER = 16 * 1024 * 1024
_MOST_BODY = 2 << 30
"""Bytes of strategies, before they are read: a small file must not fill the memory."""


class CertificateError(SbgError, ValueError):
    """A certificate that is refused: `reason` says why, `position` is the FEN of the position concerned, if any."""

    def __init__(self, reason: str, position: str | None = None) -> None:
        super().__init__(f"{reason}: `{position}`" if position else reason)
        self.reason = reason
        self.position = position

    def __reduce__(self) -> tuple[type[CertificateError], tuple[str, str | None]]:
        return CertificateError, (self.reason, self.position)


Value = Literal["white", "black", "draw", "white-or-draw", "black-or-draw"]


@dataclass(frozen=True)
class Claim:
    """What a certificate says about its start."""

    value: Value
    """Who wins; `white-or-draw` says no more than that White does not lose."""
    plies: int | None
    """In how many plies at most; None where nobody is said to win, and the game is not over already."""
    exact: bool
    """Whether the other player can delay the end as long as that."""

    def __str__(self) -> str:
        if self.value == "draw":
            return "draw"
        if self.value in ("white-or-draw", "black-or-draw"):
            return f"{self.value.removesuffix('-or-draw')} does not lose"
        return f"{self.value} wins in {'' if self.exact else 'at most '}{self.plies} plies"


@dataclass(frozen=True)
class Strategy:
    """The records of a strategy: sorted by board, all of one length."""

    player: Colour
    aim: Literal["win", "hold", "value"]
    entries: int
    key_bytes: int
    records: bytes

    @property
    def record_bytes(self) -> int:
        """The length of a record: the board, the two squares of the move, and a number."""
        return self.key_bytes + 8

    def key(self, index: int) -> bytes:
        """The board of a record."""
        at = index * self.record_bytes
        return self.records[at : at + self.key_bytes]

    def move(self, index: int) -> tuple[int, int]:
        """The squares of a record's move, by number."""
        at = index * self.record_bytes + self.key_bytes
        records = self.records
        return records[at] << 8 | records[at + 1], records[at + 2] << 8 | records[at + 3]

    def number(self, index: int) -> int:
        """The rank of a record, or how long its player survives."""
        at = (index + 1) * self.record_bytes
        return int.from_bytes(self.records[at - 4 : at], "big")

    def find(self, key: bytes) -> int | None:
        """The number of the record that has this board; None if there is none."""
        low, high = 0, self.entries
        while low < high:
            middle = (low + high) // 2
            found = self.key(middle)
            if found == key:
                return self.number(middle)
            if found < key:
                low = middle + 1
            else:
                high = middle
        return None


@dataclass(frozen=True)
class Certificate:
    """A certificate as it was read; its claim is not checked yet."""

    description: Description
    start: Position
    claim: Claim
    kind: str
    strategies: tuple[Strategy, ...]
    header: Mapping[str, Any]

    @cached_property
    def unlimited(self) -> Description:
        """The game without its turn limit: what strategies are checked in, for they hold at every ply."""
        return replace(self.description, turn_limit=MAX_NUMBER)

    @cached_property
    def _codes(self) -> dict[str, int]:
        letters = (piece.letter for piece in self.description.pieces)
        pairs = [pair for letter in letters for pair in (letter, letter.lower())]
        return {letter: number for number, letter in enumerate(pairs, start=1)}

    @cached_property
    def _weights(self) -> dict[tuple[int, int], int]:
        """What a digit on each square is worth in the number of a board."""
        width, height = self.description.width, self.description.height
        base, last = 1 + len(self._codes), width * height - 1
        return {(x, y): base ** (last - y * width - x) for y in range(height) for x in range(width)}

    @cached_property
    def _letters(self) -> list[str]:
        return [".", *self._codes]

    def key(self, position: Position) -> bytes:
        """The board of a position as records have it."""
        codes, weights = self._codes, self._weights
        number = sum(weights[square] * codes[letter] for square, letter in position.board.items())
        return number.to_bytes(key_bytes(self.description), "big")

    def position(self, key: bytes, player: Colour) -> Position:
        """The position of a board with this player to move, in the game without a turn limit."""
        width, height = self.description.width, self.description.height
        number, base = int.from_bytes(key, "big"), len(self._letters)
        if number >= base ** (width * height):
            raise CertificateError("an entry is no board of this game")
        squares = []
        for _ in range(width * height):
            number, digit = divmod(number, base)
            squares.append(self._letters[digit])
        text = "".join(squares[::-1])
        rows = tuple(text[at - width : at] for at in range(len(text), 0, -width))
        return Position(self.unlimited, write_fen(rows, 0 if player == "white" else 1))

    def square(self, number: int) -> tuple[int, int]:
        """The square of a number: row by row from a1."""
        return number % self.description.width, number // self.description.width

    def move(self, strategy: Strategy, index: int) -> Move:
        """The move of a record."""
        origin, target = strategy.move(index)
        return Move(self.square(origin), self.square(target))


def key_bytes(description: Description) -> int:
    """How many bytes a board takes."""
    squares = description.width * description.height
    most: int = (1 + 2 * len(description.pieces)) ** squares - 1
    return (most.bit_length() + 7) // 8


def read(data: bytes) -> Certificate:
    """The certificate of a file; CertificateError if it is damaged or does not fit together."""
    if not data.startswith(MAGIC):
        raise CertificateError("this is no certificate: its first line is not `SBG certificate 1`")
    content = data[:-_HASH_BYTES]
    if hashlib.sha256(content).digest() != data[-_HASH_BYTES:]:
        raise CertificateError("the file is damaged: its checksum is wrong")
    end = content.find(b"\n", len(MAGIC), len(MAGIC) + _MOST_HEADER)
    if end < 0:
        raise CertificateError("the header has no end")
    header = _json(content[len(MAGIC) : end])
    if header.get("format") != 1:
        raise CertificateError(f"the format is 1, not {shown(header.get('format'))}")
    description = _description(header)
    start = _start(header, description)
    claim = _claim(header.get("claim"))
    kind = header.get("kind")
    if kind not in ("win", "draw", "hold", "strong"):
        raise CertificateError(
            f"the kind of a certificate is win, draw, hold or strong, not {shown(kind)}"
        )
    strategies = _strategies(header, description, content[end + 1 :])
    return Certificate(description, start, claim, kind, strategies, header)


def _json(line: bytes) -> dict[str, Any]:
    try:
        header = json.loads(line.decode("ascii"))
    except (ValueError, RecursionError):
        raise CertificateError("the header is not JSON in ASCII") from None
    if not isinstance(header, dict):
        raise CertificateError("the header is not a JSON object")
    return header


def _description(header: dict[str, Any]) -> Description:
    """The game of a header; its text must be the canonical one, and its hash and name those of the header."""
    text = header.get("text")
    if not isinstance(text, str):
        raise CertificateError("the header has no text of a game")
    description = check(parse(Source("<certificate>", text))).description
    if description is None:
        raise CertificateError("the text of the game has errors")
    if write(description) != text:
        raise CertificateError("the text of the game is not in canonical layout")
    if hashlib.sha256(text.encode()).hexdigest() != header.get("rules"):
        raise CertificateError("the hash of the rules is not that of the text of the game")
    if header.get("game") != description.name:
        raise CertificateError("the name of the game is not that of its text")
    return description


def _start(header: dict[str, Any], description: Description) -> Position:
    fen = header.get("start")
    if not isinstance(fen, str):
        raise CertificateError("the header has no start")
    try:
        start = Position(description, fen)
    except FenError as error:
        raise CertificateError(f"the start is no position of the game: {error}") from None
    if start.fen != fen:
        raise CertificateError("the start is not written as it should be", start.fen)
    return start


def _claim(found: object) -> Claim:
    if not isinstance(found, dict) or set(found) != {"value", "plies", "exact"}:
        raise CertificateError("the claim does not have the fields value, plies, exact")
    value, plies, exact = found["value"], found["plies"], found["exact"]
    if value not in get_args(Value):
        raise CertificateError(f"a value is {', '.join(get_args(Value))}, not {shown(value)}")
    if not (plies is None or (type(plies) is int and 0 <= plies <= MAX_NUMBER)):
        raise CertificateError(f"plies is a number or null, not {shown(plies)}")
    if plies is None and value in ("white", "black"):
        raise CertificateError("a win has a number of plies")
    if type(exact) is not bool:
        raise CertificateError(f"exact is true or false, not {shown(exact)}")
    return Claim(cast(Value, value), plies, exact)


def _strategies(
    header: dict[str, Any], description: Description, packed: bytes
) -> tuple[Strategy, ...]:
    listed = header.get("strategies")
    if not isinstance(listed, list) or len(listed) > 2:
        raise CertificateError("the header has no list of at most two strategies")
    length = key_bytes(description) + 8
    sizes = []
    for one in listed:
        if (
            not isinstance(one, dict)
            or set(one) != {"player", "aim", "entries"}
            or one["player"] not in ("white", "black")
            or one["aim"] not in ("win", "hold", "value")
            or type(one["entries"]) is not int
            or not 0 <= one["entries"] <= _MOST_BODY
        ):
            raise CertificateError(f"{shown(one)} does not describe a strategy")
        sizes.append(one["entries"] * length)
    body = _unpack(packed, sum(sizes))
    found = []
    for one, size in zip(listed, sizes, strict=True):
        records = _rows(body[:size], one["entries"], length)
        body = body[size:]
        found.append(Strategy(one["player"], one["aim"], one["entries"], length - 8, records))
    return tuple(found)


def _unpack(packed: bytes, size: int) -> bytes:
    """Exactly so many bytes out of an xz stream that holds nothing else."""
    if size > _MOST_BODY:
        raise CertificateError(f"the strategies take {size} bytes; at most {_MOST_BODY} are read")
    unpacker = lzma.LZMADecompressor(lzma.FORMAT_XZ)
    try:
        body = unpacker.decompress(packed, size + 1)
        if not unpacker.eof and len(body) == size:
            body += unpacker.decompress(b"", 1)
    except (lzma.LZMAError, EOFError):
        raise CertificateError("the strategies are not an xz stream") from None
    if len(body) != size or not unpacker.eof or unpacker.unused_data:
        raise CertificateError("there are not as many entries as the header says")
    return body


def _rows(columns: bytes, entries: int, length: int) -> bytes:
    """The records of a strategy. In the file, the difference from the board before is in the place of the board."""
    records = bytearray(len(columns))
    for at in range(length):
        records[at::length] = columns[at * entries : (at + 1) * entries]
    size, board = length - 8, 0
    for at in range(0, len(records), length):
        difference = int.from_bytes(records[at : at + size], "big")
        if at and not difference:
            raise CertificateError(f"entry {at // length} has the same board as the one before")
        board += difference
        if board >> 8 * size:
            raise CertificateError("an entry is no board of this game")
        records[at : at + size] = board.to_bytes(size, "big")
    return bytes(records)
