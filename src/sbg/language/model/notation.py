"""The notation of squares (`a1`), moves (`a2a3`) and positions (FEN): reading and writing.

Files are `a` … `z`, then `aa`, `ab`, …; ranks count from 1; `a1` is (0, 0). A position line gives the rows from the
top, then the player to move, then the number of plies made: `rnbqk/ppppp/5/PPPPP/RNBQK w 0`.
"""

from __future__ import annotations

import re
from functools import lru_cache

from sbg.base.errors import mistyped
from sbg.base.limits import MAX_NUMBER
from sbg.language.model.description import Coordinates, Description

_SQUARE = re.compile(r"([a-z]{1,3})([1-9][0-9]{0,3})", re.ASCII)
_RUN = re.compile(r"[0-9]+|.", re.ASCII | re.DOTALL)


def file_name(x: int) -> str:
    """The name of a column: 0 is `a`, 25 is `z`, 26 is `aa`."""
    name = ""
    x += 1
    while x > 0:
        x, digit = divmod(x - 1, 26)
        name = chr(ord("a") + digit) + name
    return name


def square_name(square: Coordinates) -> str:
    """The name of a square: (0, 0) is `a1`."""
    return f"{file_name(square[0])}{square[1] + 1}"


def _coordinates(match: re.Match[str]) -> Coordinates:
    x = 0
    for letter in match[1]:
        x = x * 26 + ord(letter) - ord("a") + 1
    return x - 1, int(match[2]) - 1


def parse_square(text: str) -> Coordinates | None:
    """The square that a name stands for, or None when the text is no name of a square."""
    match = _SQUARE.fullmatch(text)
    return _coordinates(match) if match else None


def parse_move(text: str) -> tuple[Coordinates, Coordinates] | None:
    """The two squares of a move like `a2a3`, or None when the text is no move."""
    origin = _SQUARE.match(text)
    if origin is None:
        return None
    target = _SQUARE.fullmatch(text, origin.end())
    return (_coordinates(origin), _coordinates(target)) if target else None


def write_fen(rows: tuple[str, ...], ply: int) -> str:
    """The position line of a board (rows from the top, dots for empty squares) after `ply` plies."""
    board = "/".join(map(_written_row, rows))
    return f"{board} {'wb'[ply % 2]} {ply}"


@lru_cache(maxsize=10_000)
def _written_row(row: str) -> str:
    return re.sub(r"\.+", lambda run: str(len(run[0])), row)


def read_fen(description: Description, fen: str) -> tuple[tuple[str, ...], int]:
    """The rows (from the top) and the ply of a position line; ValueError says what is wrong with it."""
    if not isinstance(fen, str):
        raise mistyped("a position", "a FEN as text", fen)
    fields = fen.split()
    if len(fields) != 3:
        raise ValueError(
            "a position line has three fields, the rows, `w` or `b`, and the ply, "
            f"such as `{write_fen(description.rows, 0)}`; found {len(fields)}"
        )
    board, player, ply_text = fields
    if player not in ("w", "b"):
        raise ValueError(f"the player to move is `w` or `b`, not `{_short(player)}`")
    if not re.fullmatch(r"[0-9]{1,10}", ply_text, re.ASCII) or int(ply_text) > MAX_NUMBER:
        raise ValueError(f"the ply is a number from 0 to {MAX_NUMBER}, not `{_short(ply_text)}`")
    ply = int(ply_text)
    if player != "wb"[ply % 2]:
        raise ValueError(
            f"white moves at even ply and black at odd: `{player}` does not fit ply {ply}"
        )
    lines = board.split("/")
    if len(lines) != description.height:
        raise ValueError(f"the board has {description.height} rows, the position line {len(lines)}")
    known = {piece.letter for piece in description.pieces}
    rows = tuple(
        _read_row(line, rank, description.width, known)
        for rank, line in zip(range(description.height, 0, -1), lines, strict=True)
    )
    return rows, ply


def _read_row(line: str, rank: int, width: int, known: set[str]) -> str:
    row: list[str] = []
    length = 0
    for run in _RUN.findall(line):
        if "0" <= run[0] <= "9":
            if run[0] == "0":
                raise ValueError(f"row {rank}: a run of empty squares does not start with 0")
            # Only a run that fits is written out: a run of 10^9 must not cost memory. Two runs that touch
            # read as one and do not fit either.
            if len(run) > 4 or int(run) > width:
                raise ValueError(
                    f"row {rank}: a run of {_short(run)} empty squares is longer than the row, "
                    f"which has {width}"
                )
            length += int(run)
            row.append("." * int(run))
        elif run.upper() in known and run.isascii():
            length += 1
            row.append(run)
        elif run.isascii() and run.isalpha():
            raise ValueError(f"row {rank}: this game has no piece `{run}`")
        else:
            raise ValueError(f"row {rank}: {run!r} is neither a piece nor a run of empty squares")
        if length > width:
            raise ValueError(f"row {rank} has more than {width} squares")
    if length != width:
        raise ValueError(f"row {rank} has {length} squares, expected {width}")
    return "".join(row)


def _short(text: str, most: int = 20) -> str:
    return text if len(text) <= most else text[:most] + "…"
