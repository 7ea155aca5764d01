"""What was observed of one piece: where it stood and which moves were legal, as sets of bits.

Everything is seen from the player to move: rows grow forward, `w` is an own piece. For a displacement the evidence
knows where a legal move went there, and what the square there held; so a word is an AND of a few sets, however many
positions there are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sbg.moves.shapes.paths import Vector
from sbg.study.observe.data import Ply, codes_of

Bits: TypeAlias = int
Boards: TypeAlias = NDArray[np.uint8]
Indices: TypeAlias = NDArray[np.int64]

CONTENTS = "epw"

MOST_PLACES = 12_000
"""Places that are worked on at once."""

_MOST_SQUARES = 400
"""Of boards for which what was seen of each piece is kept; on larger ones it takes much memory."""


@dataclass(frozen=True)
class Views:
    """Positions as their players see them: `boards[i, y, x]` is a letter, own ones in upper case."""

    width: int
    height: int
    boards: Boards
    plies: Sequence[Ply]

    @classmethod
    def of(cls, plies: Sequence[Ply], width: int, height: int) -> Views:
        """The views of some plies."""
        text = b"".join("".join(ply.rows).encode() for ply in plies)
        boards = np.frombuffer(text, np.uint8).reshape(len(plies), height, width).copy()
        white = np.array([ply.ply % 2 == 0 for ply in plies], bool)
        boards[white] = boards[white][:, ::-1]  # rows are written from the top
        letters = boards != ord(".")
        boards[~white[:, None, None] & letters] ^= 0x20
        return cls(width, height, boards, plies)

    def letters(self) -> list[str]:
        """The pieces that stood on the board at any time, of either player."""
        found = {chr(code).upper() for code in np.unique(self.boards) if code != ord(".")}
        return sorted(found)

    def places(self, letter: str) -> Indices:
        """Where a piece of the player to move stood: rows of (position, y, x)."""
        return np.argwhere(self.boards == ord(letter))

    def moving(self, letter: str) -> NDArray[np.bool_]:
        """Whether a move of the piece was seen, for each of its places."""
        places = self.places(letter)
        columns = self.moves.get(ord(letter))
        moved = np.zeros(self.boards.shape, bool)
        if columns is not None:
            moved[columns[:3]] = True
        found: NDArray[np.bool_] = moved[tuple(places.T)]
        return found

    def parts(self, letter: str) -> list[Evidence]:
        """All that was seen of a piece, in parts of a size that can be worked on."""
        known = self._whole.get(letter)
        if known is not None:
            return [known]
        places = self.places(letter)
        firsts = range(0, len(places), MOST_PLACES)
        found = [Evidence(self, places[first : first + MOST_PLACES]) for first in firsts]
        if len(found) == 1 and self.width * self.height <= _MOST_SQUARES:
            self._whole[letter] = found[0]
        return found

    @cached_property
    def _whole(self) -> dict[str, Evidence]:
        return {}

    @cached_property
    def moves(self) -> dict[int, tuple[NDArray[Any], ...]]:
        """The known legal moves by the letter that moves: position, y, x, dx, dy of each, as the player sees them."""
        codes = [codes_of(ply.legal) for ply in self.plies]
        counts = np.array([len(one) // 4 for one in codes], np.int32)
        x, y, tx, ty = np.frombuffer(b"".join(codes), np.uint8).reshape(-1, 4).T.astype(np.int8)
        del codes
        position = np.repeat(np.arange(len(counts), dtype=np.int32), counts)
        black = np.repeat(np.array([ply.ply % 2 == 1 for ply in self.plies], bool), counts)
        dy = np.where(black, y - ty, ty - y)
        y = np.where(black, self.height - 1 - y, y)
        letters = self.boards[position, y, x]
        columns = position, y, x, tx - x, dy
        found = {}
        for letter in np.unique(letters):
            here = letters == letter
            found[int(letter)] = tuple(column[here] for column in columns)
        return found

    def contents(self, first: int, last: int) -> Boards:
        """What the squares of some positions hold for the player to move, as bits: 1 empty, 2 theirs, 4 own."""
        boards = self.boards[first : last + 1]
        held = np.full(boards.shape, 4, np.uint8)
        held[boards >= ord("a")] = 2
        held[boards == ord(".")] = 1
        return held


class Evidence:
    """What was seen of one piece."""

    def __init__(self, views: Views, places: Indices, counted: Bits = -1) -> None:
        self.views = views
        self.width, self.height = views.width, views.height
        self.places = places
        self.count = len(places)
        self.all: Bits = (1 << self.count) - 1
        self._at: dict[Vector, tuple[Bits, Bits, Bits]] = {}
        self._on: dict[tuple[Vector, str], Bits] = {}
        self.legal: dict[Vector, Bits] = {}
        """Where a move by a displacement is known to be legal."""
        self.complete: Bits = 0
        """Where all legal moves are known."""
        self.counted = counted
        """Where moves of which nothing is known are counted; elsewhere they are left out."""
        self._read()

    def _read(self) -> None:
        if not self.count:
            return
        plies = self.views.plies
        first, last = int(self.places[0, 0]), int(self.places[-1, 0])
        complete = np.fromiter((ply.complete for ply in plies[first : last + 1]), bool)
        self.complete = packed(complete[self.places[:, 0] - first])
        code = int(self.views.boards[tuple(self.places[0])])
        columns = self.views.moves.get(code)
        if columns is None:
            return
        some = slice(*np.searchsorted(columns[0], (first, last + 1)))
        position, y, x, dx, dy = (column[some] for column in columns)
        own, keys = self._keys(*self.places.T), self._keys(position, y, x)
        numbers = np.minimum(np.searchsorted(own, keys), self.count - 1)
        here = own[numbers] == keys
        numbers, dx, dy = numbers[here], dx[here], dy[here]
        ways = dx * np.int32(2 * self.height) + dy
        order = np.argsort(ways, kind="stable")
        bounds = np.flatnonzero(np.diff(ways[order])) + 1
        for group in np.split(order, bounds) if len(order) else ():
            self.legal[int(dx[group[0]]), int(dy[group[0]])] = self._bits(numbers[group])

    def _keys(self, position: NDArray[Any], y: NDArray[Any], x: NDArray[Any]) -> Indices:
        """A number for each (position, y, x), in the same order."""
        keys: Indices = (position.astype(np.int64) * self.height + y) * self.width + x
        return keys

    def _bits(self, numbers: Indices) -> Bits:
        flags = np.zeros(self.count, bool)
        flags[numbers] = True
        return packed(flags)

    @property
    def moves(self) -> int:
        """How many legal moves are known."""
        return sum(bits.bit_count() for bits in self.legal.values())

    def at(self, displacement: Vector, on: str) -> Bits:
        """Where the square at a displacement is on the board and holds one of some contents."""
        key = displacement, on
        known = self._on.get(key)
        if known is None:
            single = self._at.get(displacement)
            if single is None:
                single = self._at[displacement] = self._look(displacement)
            known = 0
            for content, bits in zip(CONTENTS, single, strict=True):
                if content in on:
                    known |= bits
            self._on[key] = known
        return known

    def _look(self, displacement: Vector) -> tuple[Bits, Bits, Bits]:
        dx, dy = displacement
        if abs(dx) >= self.width or abs(dy) >= self.height or not self.count:
            return 0, 0, 0
        padded, starts, stride = self._padded
        held = padded[starts + (dy * stride + dx)]
        return packed(held == 1), packed(held == 2), packed(held == 4)

    @cached_property
    def _padded(self) -> tuple[NDArray[np.uint8], Indices, int]:
        """All positions with a margin that no move leads across, where each piece stands there, and a row's width."""
        numbers, which = np.unique(self.places[:, 0], return_inverse=True)
        first = int(numbers[0])
        held = self.views.contents(first, int(numbers[-1]))[numbers - first]
        rows, stride = 2 * self.height - 1, 2 * self.width - 1
        padded = np.zeros((len(numbers) + 1, rows, stride), np.uint8)
        padded[:-1, self.height - 1 :, : self.width] = held
        starts = (which * rows + self.places[:, 1] + self.height - 1) * stride + self.places[:, 2]
        return padded.ravel(), starts, stride

    @cached_property
    def around(self) -> Boards:
        """What was seen at all displacements where all moves are known, as bits: `around[dy + height, dx + width]`."""
        height, width = self.height, self.width
        found = np.zeros((2 * height, 2 * width), np.uint8)
        places = self.places[unpacked(self.complete, self.count)]
        if len(places):
            first = int(places[0, 0])
            held = self.views.contents(first, int(places[-1, 0]))
            squares = places[:, 1] * width + places[:, 2]
            for square in np.unique(squares):
                y, x = divmod(int(square), width)
                some = held[places[squares == square, 0] - first]
                seen = np.bitwise_or.reduce(some, axis=0)
                found[height - y : 2 * height - y, width - x : 2 * width - x] |= seen
        return found

    def by_origin(self, bits: Bits) -> NDArray[np.int64]:
        """How often a set has a piece on each square, as [y, x]."""
        chosen = self.places[unpacked(bits, self.count)]
        counts = np.zeros((self.height, self.width), np.int64)
        np.add.at(counts, (chosen[:, 1], chosen[:, 2]), 1)
        return counts

    def place(self, number: int) -> tuple[Ply, Vector]:
        """The ply of a bit, and the square of the piece as its player sees it."""
        i, y, x = (int(value) for value in self.places[number])
        return self.views.plies[i], (x, y)


def packed(flags: NDArray[np.bool_]) -> Bits:
    """Flags as a set of bits."""
    return int.from_bytes(np.packbits(flags, bitorder="little").tobytes(), "little")


def unpacked(bits: Bits, count: int) -> NDArray[np.int64]:
    """The members of a set, in order."""
    raw = bits.to_bytes((count + 7) // 8, "little")
    return np.flatnonzero(np.unpackbits(np.frombuffer(raw, np.uint8), bitorder="little"))


def lowest(bits: Bits) -> int:
    """The first member of a set that has one."""
    return (bits & -bits).bit_length() - 1
