"""Checks tables of exact values: entries, chosen at random, against the moves of the reference.

The file is read, and positions are numbered, by code of its own: nothing here comes from the solver. An entry must be
what the entries after its moves make it. A table in which all were so would be right: wins and losses by induction on
their plies, draws because nothing else leads to them. A sample proves nothing, but finds many mistakes soon.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
import random
import zlib
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeAlias

from sbg.limits import MAX_NUMBER
from sbg.model import write
from sbg.model.notation import write_fen
from sbg.reference import Position
from sbg.syntax import Source, check, parse
from sbg.verification.reading import CertificateError

_MAGIC = b"SBG table 1\n"
_DAMAGED = "the table is damaged"

Board: TypeAlias = list[int]
"""A code for each square, row by row from a1; 0 is empty, 1 + 2k White's piece k, 2 + 2k Black's."""


@dataclass(frozen=True)
class TableCheck:
    """What was checked of a table, and found right."""

    game: str
    entries: int
    checked: int


class TableChecker:
    """A table in a file."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        data = Path(path).read_bytes()
        end = data.find(b"\n", len(_MAGIC))
        try:
            if not data.startswith(_MAGIC):
                raise CertificateError("this is no table: its first line is not `SBG table 1`")
            self.header: dict[str, Any] = json.loads(data[len(_MAGIC) : end])
            blocks = self.header["blocks"] + (1 if self.header["slots"] else 0)
            first = end + 1 + 8 * (blocks + 1) + 32
            if hashlib.sha256(data[: first - 32]).digest() != data[first - 32 : first]:
                raise CertificateError(f"{_DAMAGED}: its header has another checksum")
            starts = [
                first + int.from_bytes(data[at : at + 8], "little")
                for at in range(end + 1, first - 32, 8)
            ]
            self._data, self._starts = data, starts
            self._halves = {
                half: (size, width, block) for half, size, width, block in self.header["halves"]
            }
            description = check(parse(Source("<table>", self.header["text"]))).description
            if description is None or write(description) != self.header["text"]:
                raise CertificateError(f"{_DAMAGED}: the text of its game has errors")
        except (KeyError, TypeError, ValueError, IndexError) as error:
            if isinstance(error, CertificateError):
                raise
            raise CertificateError(f"{_DAMAGED}: {error}") from None
        if self.header["scheme"] == "reachable":
            raise CertificateError(
                "tables of the positions that can be reached are not checked here"
            )
        self.description = replace(description, turn_limit=MAX_NUMBER)
        self.width, self.height = description.width, description.height
        self.letters = [".", *(x for p in description.pieces for x in (p.letter, p.letter.lower()))]
        self._blocks: dict[int, bytes] = {}
        kinds = [(code, frozenset(squares)) for code, squares in self.header["kinds"]]
        numbering = _Classes if self.header["scheme"] == "classes" else _Squares
        self.numbers = numbering(self.header, kinds, self.width, self.height)

    def check(
        self, sample: int, seed: int | None = None, on_progress: Callable[[int], None] | None = None
    ) -> TableCheck:
        """Check so many entries, chosen at random; CertificateError says which one is wrong."""
        choose = random.Random(seed)
        for number in range(sample):
            position = self._draw(choose)
            found, made = self._entry(position), self._from_moves(position)
            if found != made:
                raise CertificateError(
                    f"the entry is {found}, but the moves make it {made}", position.fen
                )
            if on_progress is not None:
                on_progress(number + 1)
        entries = sum(size for size, _, _ in self._halves.values())
        return TableCheck(self.description.name, entries, sample)

    def _draw(self, choose: random.Random) -> Position:
        """Some position that has an entry."""
        while True:
            drawn = self.numbers.draw(choose)
            if drawn is not None and self.numbers.find(*drawn) is not None:
                return self._position(*drawn)

    def _position(self, board: Board, side: int) -> Position:
        text = "".join(self.letters[code] for code in board)
        rows = tuple(text[at - self.width : at] for at in range(len(text), 0, -self.width))
        return Position(self.description, write_fen(rows, side))

    def _board(self, position: Position) -> tuple[Board, int]:
        codes = {letter: code for code, letter in enumerate(self.letters)}
        board = [0] * (self.width * self.height)
        for (x, y), letter in position.board.items():
            board[y * self.width + x] = codes[letter]
        return board, 0 if position.turn == "white" else 1

    def _entry(self, position: Position) -> int | None:
        """What the table has for a position; None if it has no entry because a man wins at once."""
        board, side = self._board(position)
        where = self.numbers.find(board, side)
        if where is None:
            return None
        half, index = where
        size, width, first = self._halves.get(half, (0, 1, 0))
        if index >= size:
            raise CertificateError("the table lacks an entry", position.fen)
        length = self.header["block"]
        block = self._block(first + index // length)
        at = index % length * width
        value = int.from_bytes(block[at : at + width], "little")
        if value == (1 << 8 * width) - 1 or at + width > len(block):
            raise CertificateError("the table has no board for an entry", position.fen)
        return value

    def _block(self, number: int) -> bytes:
        if number not in self._blocks:
            if len(self._blocks) > 512:
                self._blocks.clear()
            try:
                begin, end = self._starts[number : number + 2]
                self._blocks[number] = zlib.decompress(self._data[begin:end])
            except (zlib.error, ValueError) as error:
                raise CertificateError(f"{_DAMAGED}: {error}") from None
        return self._blocks[number]

    def _from_moves(self, position: Position) -> int:
        """The value that the moves of a position make, as an entry."""
        after = [position.play(move) for move in position.moves]
        ends = [child.event.winner for child in after if child.event is not None]
        if position.turn in ends:
            return 4  # a win in one ply
        worst, best, drawn = (1 if ends else 0), None, False
        for child in after:
            if child.event is not None:
                continue
            value = self._entry(child)
            if value is None:
                value = self._from_moves(child)
            if value == 0:
                drawn = True
            elif value % 2:  # the opponent loses
                plies = (value - 1) // 2 + 1
                best = plies if best is None else min(best, plies)
            else:
                worst = max(worst, (value - 1) // 2 + 1)
        if best is not None:
            return 2 + 2 * best
        return 0 if drawn else 1 + 2 * worst


class _Numbering:
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
        turned = [0] * self.squares
        for square, code in enumerate(board):
            x, y = square % self.width, square // self.width
            there = self.width - 1 - x if self.header.get("turns") else x
            turned[(self.height - 1 - y) * self.width + there] = (code - 1 ^ 1) + 1 if code else 0
        return turned, 0

    def draw(self, choose: random.Random) -> tuple[Board, int] | None:
        """Some board and side; None if the men that were drawn do not fit."""
        raise NotImplementedError

    def find(self, board: Board, side: int) -> tuple[int, int] | None:
        """Half and index; None where a man wins at once."""
        raise NotImplementedError


class _Squares(_Numbering):
    """A board is a number whose digits say what is on each square."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        loud = {(code, square) for code, square in self.header.get("loud", ())}
        self._digits: list[dict[int, int]] = []
        for square in range(self.squares):
            codes = sorted(code for code, domain in self.kinds if square in domain)
            listed = [0, *(code for code in codes if (code, square) not in loud)]
            self._digits.append({code: digit for digit, code in enumerate(listed)})

    def draw(self, choose: random.Random) -> tuple[Board, int] | None:
        board = [choose.choice(list(digits)) for digits in self._digits]
        least, most, of_letter = self.header["classes"]
        codes = Counter(board)
        for (code, domain), low, high, total in zip(
            self.kinds, least, most, of_letter, strict=True
        ):
            men = sum(board[square] == code for square in domain)
            if not low <= men <= high or codes[code] < total:
                return None
        return board, 0 if self.header["flips"] else choose.randrange(2)

    def find(self, board: Board, side: int) -> tuple[int, int] | None:
        board, side = self.seen_by(board, side)
        index, weight = 0, 1
        for square, code in enumerate(board):
            if code not in self._digits[square]:
                return None
            index += weight * self._digits[square][code]
            weight *= len(self._digits[square])
        return side, index


class _Classes(_Numbering):
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
            images.append([board[self._mirror(square)] for square in range(self.squares)])
        ranks = [self._rank(image, men, order, True) for image in images]
        return 2 * number + side, min(ranks)

    def _mirror(self, square: int) -> int:
        return square - square % self.width + self.width - 1 - square % self.width

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
