"""How positions of a table are numbered, written anew from docs/solve.md for the check alone."""

from __future__ import annotations

import math
import random
import struct
from collections import Counter
from collections.abc import Sequence
from typing import Any, TypeAlias

from sbg.exact.verification.reading import CertificateError

Board: TypeAlias = list[int]
"""A code for each square, row by row from a1; 0 is empty, 1 + 2k White's piece k, 2 + 2k Black's."""

_EMPTY = (1 << 64) - 1
"""A slot without a key."""


class Numbering:
    """How the positions of a table are numbered."""

    def __init__(
        self,
        header: dict[str, Any],
        kinds: Sequence[tuple[int, frozenset[int]]],
        width: int,
        height: int,
    ) -> None:
        self.header, self.kinds = header, kinds
        self.width, self.height = width, height
        self.squares = width * height

    def seen_by(self, board: Board, side: int) -> tuple[Board, int]:
        """The position with White to move that stands for it, where colours are swapped."""
        if not self.header["flips"] or side == 0:
            return board, side
        return self._swapped(board), 0

    def _swapped(self, board: Board) -> Board:
        turned = [0] * self.squares
        for square, code in enumerate(board):
            x, y = square % self.width, square // self.width
            there = self.width - 1 - x if self.header.get("turns") else x
            turned[(self.height - 1 - y) * self.width + there] = (code - 1 ^ 1) + 1 if code else 0
        return turned

    def draw(self, choose: random.Random) -> tuple[Board, int] | None:
        """Some board and side; None if the men that were drawn do not fit."""
        raise NotImplementedError

    def find(self, board: Board, side: int) -> tuple[int, int] | None:
        """Half and index; None where a man wins at once; CertificateError if the table does not have it."""
        raise NotImplementedError

    def image(self, board: Board, side: int, swap: bool, mirror: bool) -> tuple[Board, int]:
        """An equal position, by the symmetries that the header claims."""
        if swap and self.header["flips"]:
            board, side = self._swapped(board), side ^ 1
        if mirror and self.header["mirrors"]:
            board = self.mirrored(board)
        return board, side

    def mirrored(self, board: Board) -> Board:
        """The board with left and right exchanged."""
        width = self.width
        return [board[s - s % width + width - 1 - s % width] for s in range(self.squares)]


class BySquares(Numbering):
    """A board is a number whose digits say what is on each square."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self._loud = {(code, square) for code, square in self.header.get("loud", ())}
        self._digits: list[dict[int, int]] = []
        for square in range(self.squares):
            codes = sorted(code for code, domain in self.kinds if square in domain)
            listed = [0, *(code for code in codes if (code, square) not in self._loud)]
            self._digits.append({code: digit for digit, code in enumerate(listed)})

    def draw(self, choose: random.Random) -> tuple[Board, int] | None:
        board = [choose.choice(list(digits)) for digits in self._digits]
        if not self._is_board(board):
            return None
        return board, 0 if self.header["flips"] else choose.randrange(2)

    def _is_board(self, board: Board) -> bool:
        least, most, of_letter = self.header["classes"]
        codes = Counter(board)
        for (code, domain), low, high, total in zip(
            self.kinds, least, most, of_letter, strict=True
        ):
            men = sum(board[square] == code for square in domain)
            if not low <= men <= high or codes[code] < total:
                return False
        return True

    def find(self, board: Board, side: int) -> tuple[int, int] | None:
        board, side = self.seen_by(board, side)
        for square, code in enumerate(board):
            if (code, square) in self._loud:
                return None
        return side, self._number(board)

    def _number(self, board: Board) -> int:
        index, weight = 0, 1
        for square, code in enumerate(board):
            if code not in self._digits[square]:
                raise CertificateError("a move leads to a position that the table does not have")
            index += weight * self._digits[square][code]
            weight *= len(self._digits[square])
        return index


class ByKeys(BySquares):
    """The numbers of boards by squares; twice the number plus the side is a key in a table of slots."""

    def __init__(self, slots: bytes, *given: Any) -> None:
        super().__init__(*given)
        self._slots = [key for (key,) in struct.iter_unpack("<Q", slots)]
        size = len(self._slots)
        if not size or size & (size - 1) or _EMPTY not in self._slots:
            raise CertificateError(
                "the table is damaged: its slots are not a power of two, or all are taken"
            )

    def draw(self, choose: random.Random) -> tuple[Board, int] | None:
        key = choose.choice(self._slots)
        if key == _EMPTY:
            return None
        number, board = key >> 1, []
        for digits in self._digits:
            number, digit = divmod(number, len(digits))
            board.append(list(digits)[digit])
        return (board, key & 1) if self._is_board(board) and not number else None

    def find(self, board: Board, side: int) -> tuple[int, int] | None:
        board, side = self.seen_by(board, side)
        number = self._number(board)
        if self.header["mirrors"]:
            number = min(number, self._number(self.mirrored(board)))
        key, last = 2 * number + side, len(self._slots) - 1
        mixed = key * 0x9E3779B97F4A7C15 % (1 << 64)
        at = (mixed ^ mixed >> 29) & last
        while self._slots[at] != key:
            if self._slots[at] == _EMPTY:
                raise CertificateError("a move leads to a position that the table does not have")
            at = at + 1 & last
        return 0, at


class ByClasses(Numbering):
    """A class of men, and for each kind of men a combination of free squares."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self._classes = [tuple(men) for men in self.header["classes"]]
        self._number = {men: number for number, men in enumerate(self._classes)}

    def draw(self, choose: random.Random) -> tuple[Board, int] | None:
        sizes = [size for _, size, _, _ in self.header["halves"]]
        half = choose.choices([one[0] for one in self.header["halves"]], sizes)[0]
        board = [0] * self.squares
        for (code, domain), count in zip(self.kinds, self._classes[half // 2], strict=True):
            free = sorted(square for square in domain if not board[square])
            if len(free) < count:
                return None
            for square in choose.sample(free, count):
                board[square] = code
        return board, half % 2

    def find(self, board: Board, side: int) -> tuple[int, int] | None:
        board, side = self.seen_by(board, side)
        men = tuple(sum(board[square] == code for square in domain) for code, domain in self.kinds)
        if men not in self._number or sum(men) != sum(1 for code in board if code):
            raise CertificateError("a move leads to a position that the table does not have")
        number = self._number[men]
        order = sorted(
            (kind for kind in range(len(men)) if men[kind]),
            key=lambda kind: len(self.kinds[kind][1]),
        )
        lone = [kind for kind in order if men[kind] == 1] if self.header["mirrors"] else []
        if not lone:
            return 2 * number + side, self._rank(board, men, order, False)
        order.remove(lone[-1])
        order.insert(0, lone[-1])
        code, domain = self.kinds[lone[-1]]
        x = next(square for square in domain if board[square] == code) % self.width
        images = [board] if 2 * x <= self.width - 1 else []
        if 2 * x >= self.width - 1:
            images.append(self.mirrored(board))
        ranks = [self._rank(image, men, order, True) for image in images]
        return 2 * number + side, min(ranks)

    def _rank(self, board: Board, men: tuple[int, ...], order: list[int], half: bool) -> int:
        index = 0
        before: list[tuple[frozenset[int], frozenset[int]]] = []
        for kind in order:
            code, domain = self.kinds[kind]
            if half and not before:  # the first man is on the left half
                domain = frozenset(s for s in domain if 2 * (s % self.width) <= self.width - 1)
            mine = frozenset(square for square in domain if board[square] == code)
            free = domain
            room = len(domain)
            for other, taken in before:
                if other <= domain:
                    free -= taken
                    room -= len(taken)
            squares = sorted(free)
            rank = sum(
                math.comb(squares.index(square), k)
                for k, square in enumerate(sorted(mine), start=1)
            )
            index = index * math.comb(room, men[kind]) + rank
            before.append((domain, mine))
        return index
