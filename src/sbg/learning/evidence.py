"""What was seen of one piece, as sets of bits: a bit for each time that the piece stood somewhere and its player moved.

Everything is seen from the player to move: rows grow forward, `w` is an own piece. For a displacement the evidence
knows where a legal move went there, and what the square there held; so a word is an AND of a few sets, however many
positions there are.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from sbg.learning.data import Ply
from sbg.shapes.paths import Vector

Bits: TypeAlias = int
Boards: TypeAlias = NDArray[np.uint8]
Indices: TypeAlias = NDArray[np.int64]

CONTENTS = "epw"


@dataclass(frozen=True, slots=True)
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

    def seen(self, position: int) -> Iterable[tuple[Vector, Vector]]:
        """The known legal moves of a position as (origin, displacement), as the player sees them."""
        ply = self.plies[position]
        if ply.ply % 2 == 0:
            for (x, y), (tx, ty) in ply.legal:
                yield (x, y), (tx - x, ty - y)
        else:
            last = self.height - 1
            for (x, y), (tx, ty) in ply.legal:
                yield (x, last - y), (tx - x, y - ty)


class Evidence:
    """What was seen of one piece."""

    def __init__(self, views: Views, places: Indices) -> None:
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
        self._read()

    def _read(self) -> None:
        index = {(int(i), int(x), int(y)): n for n, (i, y, x) in enumerate(self.places)}
        found: dict[Vector, list[int]] = {}
        positions = dict.fromkeys(int(i) for i in self.places[:, 0])
        for position in positions:
            for (x, y), displacement in self.views.seen(position):
                number = index.get((position, x, y))
                if number is not None:
                    found.setdefault(displacement, []).append(number)
        self.legal = {vector: self._bits(numbers) for vector, numbers in sorted(found.items())}
        known = [n for n, (i, _, _) in enumerate(self.places) if self.views.plies[i].complete]
        self.complete = self._bits(known)

    def _bits(self, numbers: Sequence[int]) -> Bits:
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
        if abs(dx) >= self.width or abs(dy) >= self.height:
            return 0, 0, 0
        x, y = self.places[:, 2] + dx, self.places[:, 1] + dy
        inside = (x >= 0) & (x < self.width) & (y >= 0) & (y < self.height)
        codes = self.views.boards[self.places[:, 0], np.where(inside, y, 0), np.where(inside, x, 0)]
        empty = codes == ord(".")
        own = codes < ord("a")
        return (
            packed(inside & empty),
            packed(inside & ~empty & ~own),
            packed(inside & ~empty & own),
        )

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
