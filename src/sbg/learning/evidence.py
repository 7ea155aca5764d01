"""What was seen of one piece, as sets of bits: a bit for each time that the piece stood somewhere and its player moved.

Everything is seen from the player to move: rows grow forward, `w` is an own piece. For a displacement the evidence
knows where a legal move went there, and what the square there held; so a word is an AND of a few sets, however many
positions there are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from sbg.observations.data import Ply
from sbg.shapes.paths import Vector

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
        rows = self.moves.get(ord(letter))
        moved = np.zeros(self.boards.shape, bool)
        if rows is not None:
            moved[tuple(rows[:, :3].T)] = True
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
    def moves(self) -> dict[int, Indices]:
        """The known legal moves by the letter that moves: rows of (position, y, x, dx, dy), as the player sees them."""
        counts = [len(ply.legal) for ply in self.plies]
        squares = chain.from_iterable(chain.from_iterable(ply.legal for ply in self.plies))
        flat = np.fromiter(chain.from_iterable(squares), np.int64, 4 * sum(counts))
        x, y, tx, ty = flat.reshape(-1, 4).T
        position = np.repeat(np.arange(len(counts)), counts)
        black = np.repeat(np.array([ply.ply % 2 == 1 for ply in self.plies], bool), counts)
        dy = np.where(black, y - ty, ty - y)
        y = np.where(black, self.height - 1 - y, y)
        codes = self.boards[position, y, x]
        rows = np.stack([position, y, x, tx - x, dy], axis=1)
        return {int(code): rows[codes == code] for code in np.unique(codes)}


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
        rows = self.views.moves.get(code)
        if rows is None:
            return
        rows = rows[slice(*np.searchsorted(rows[:, 0], (first, last + 1)))]
        own, keys = self._keys(self.places), self._keys(rows)
        numbers = np.minimum(np.searchsorted(own, keys), self.count - 1)
        here = own[numbers] == keys
        numbers, rows = numbers[here], rows[here]
        ways = rows[:, 3] * 2 * self.height + rows[:, 4]
        order = np.argsort(ways, kind="stable")
        bounds = np.flatnonzero(np.diff(ways[order])) + 1
        for group in np.split(order, bounds) if len(order) else ():
            dx, dy = (int(value) for value in rows[group[0], 3:])
            self.legal[dx, dy] = self._bits(numbers[group])

    def _keys(self, rows: Indices) -> Indices:
        """A number for each (position, y, x), in the same order."""
        keys: Indices = (rows[:, 0] * self.height + rows[:, 1]) * self.width + rows[:, 2]
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
