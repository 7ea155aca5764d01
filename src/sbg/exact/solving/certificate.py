"""Writes certificates: files with a strategy by which others can check who wins a game.

A certificate is a file of four parts:

1. the line `SBG certificate 1`;
2. a header, one line of JSON in ASCII: the text of the game and its SHA-256, the start, the claim, and the sizes and
   kinds of the strategies that prove it;
3. the strategies, one after the other, compressed with xz;
4. the SHA-256 of all bytes before it (32 bytes).

A strategy belongs to one player. It has a record for each position in which this player is to move: the board, the
move, and a number. Records are sorted by board, and no board occurs twice.

- aim `win`: the number is the rank, the plies that the game lasts at most when the player keeps to the strategy.
- aim `hold`: the number is how many plies the player survives at least, or 0 for ever.
- aim `value`: all positions that can be reached, each with its exact value, whatever the turn limit is: 0 for a draw,
  1 + 2n if the player to move loses in n plies, 2 + 2n if they win in n. The move is one that leads to it.

A record is the board as a big-endian number, the squares of the move (two bytes each) and the number (four bytes). The
board is a number in base 1 + 2p for p kinds of pieces: one digit a square, a1 first, then b1 and so on; 0 is an empty
square, 1 + 2k White's piece k and 2 + 2k Black's, in the order of the description. The records of a strategy are
written with the difference from the board before in the place of the board, and column by column: the first byte of
all, then the second byte of all, and so on. That compresses well.

`sbg.exact.verification` reads this format with code of its own.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from sbg.base import files
from sbg.engine import Game, Position
from sbg.language.model import Colour, Move, opponent, write

MAGIC = b"SBG certificate 1\n"

Entry: TypeAlias = tuple[bytes, Move, int]
"""The board of a position (a code per square, as the engine numbers them), the move, and a rank or plies."""


@dataclass(frozen=True)
class Strategy:
    """What one player does in each position that can come up; see above."""

    player: Colour
    aim: Literal["win", "hold", "value"]
    entries: Iterable[Entry]


def board_of(position: Position) -> bytes:
    """The board of a position as entries have it."""
    return position._native.board


def write_win(
    path: str | os.PathLike[str],
    game: Game,
    start: Position,
    winner: Colour,
    plies: int,
    entries: Iterable[Entry],
    *,
    delay: Iterable[Entry] | None = None,
    made: Mapping[str, object] | None = None,
) -> int:
    """Write that a player wins from `start` in at most so many plies; the size of the file is returned.

    `delay` is a strategy of the other player that survives one ply less: with it the claim is that no player can
    do better, so that the distance is exact.
    """
    strategies = [Strategy(winner, "win", entries)]
    if delay is not None:
        strategies.append(Strategy(opponent(winner), "hold", delay))
    claim = {"value": winner, "plies": plies, "exact": delay is not None}
    return write_certificate(path, game, start, "win", claim, strategies, made)


def write_draw(
    path: str | os.PathLike[str],
    game: Game,
    start: Position,
    white: Iterable[Entry],
    black: Iterable[Entry],
    *,
    made: Mapping[str, object] | None = None,
) -> int:
    """Write that neither player loses from `start`; the size of the file is returned."""
    strategies = [Strategy("white", "hold", white), Strategy("black", "hold", black)]
    claim = {"value": "draw", "plies": None, "exact": False}
    return write_certificate(path, game, start, "draw", claim, strategies, made)


def write_hold(
    path: str | os.PathLike[str],
    game: Game,
    start: Position,
    player: Colour,
    entries: Iterable[Entry],
    *,
    made: Mapping[str, object] | None = None,
) -> int:
    """Write that one player does not lose from `start`; the size of the file is returned."""
    claim = {"value": f"{player}-or-draw", "plies": None, "exact": False}
    return write_certificate(
        path, game, start, "hold", claim, [Strategy(player, "hold", entries)], made
    )


def write_strong(
    path: str | os.PathLike[str],
    game: Game,
    start: Position,
    claim: Mapping[str, object],
    white: Iterable[Entry],
    black: Iterable[Entry],
    *,
    made: Mapping[str, object] | None = None,
) -> int:
    """Write the values of all positions that can be reached from `start`, by the player to move."""
    strategies = [Strategy("white", "value", white), Strategy("black", "value", black)]
    return write_certificate(path, game, start, "strong", claim, strategies, made)


def write_certificate(
    path: str | os.PathLike[str],
    game: Game,
    start: Position,
    kind: str,
    claim: Mapping[str, object],
    strategies: Iterable[Strategy],
    made: Mapping[str, object] | None = None,
) -> int:
    """Write a certificate in the place of a file, at once: nobody sees half of it."""
    packed = [
        (strategy, *_records(strategy.entries, len(game.pieces), game.width))
        for strategy in strategies
    ]
    text = write(game.description)
    header = {
        "format": 1,
        "game": game.name,
        "rules": hashlib.sha256(text.encode()).hexdigest(),
        "text": text,
        "start": start.fen,
        "kind": kind,
        "claim": dict(claim),
        "strategies": [
            {"player": strategy.player, "aim": strategy.aim, "entries": count}
            for strategy, count, _ in packed
        ],
        "made": dict(made or {}),
    }
    data = MAGIC + json.dumps(header).encode("ascii") + b"\n"
    data += lzma.compress(b"".join(columns for _, _, columns in packed), preset=6)
    data += hashlib.sha256(data).digest()
    files.write(path, data, force=True)
    return len(data)


def _records(entries: Iterable[Entry], pieces: int, width: int) -> tuple[int, bytes]:
    """The number of entries, and their records column by column."""
    base = 1 + 2 * pieces
    found: list[tuple[int, bytes]] = []
    size = 0
    for board, move, number in entries:
        if not size:
            size = (base ** len(board) - 1).bit_length() + 7 >> 3
        key = 0
        for code in board:
            key = key * base + code
        origin, target = (y * width + x for x, y in (move.origin, move.target))
        found.append((key, (origin << 48 | target << 32 | number).to_bytes(8, "big")))
    found.sort()
    records = bytearray()
    before = 0
    for key, tail in found:
        records += (key - before).to_bytes(size, "big") + tail
        before = key
    length = size + 8
    return len(found), b"".join(bytes(records[at::length]) for at in range(length))
