"""Certificates as tests take them apart and put them together: with code of their own, and a right checksum."""

from __future__ import annotations

import hashlib
import json
import lzma
import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

import sbg
from sbg.exact.solving.certificate import write_draw, write_win
from sbg.exact.solving.limit import unlimited
from sbg.exact.solving.strategy import holding, winning
from sbg.language.model import Colour, Move, opponent
from tests.solving.small import Exhaustive

MAGIC = b"SBG certificate 1\n"


@dataclass
class Parts:
    """What a file holds: its header, and the records of each strategy."""

    header: dict[str, Any]
    strategies: list[list[bytes]]

    def sealed(self) -> bytes:
        """The file, with the numbers of entries and the checksum that fit."""
        for one, records in zip(self.header["strategies"], self.strategies, strict=True):
            one["entries"] = len(records)
        body = b""
        for records in self.strategies:
            length = len(records[0]) if records else 0
            boards = [int.from_bytes(record[:-8], "big") for record in records]
            joined = b"".join(
                (board - before).to_bytes(length - 8, "big") + record[-8:]
                for before, board, record in zip([0, *boards], boards, records, strict=False)
            )
            body += b"".join(joined[at::length] for at in range(length))
        return sealed(self.header, lzma.compress(body))


def sealed(header: object, packed: bytes) -> bytes:
    """A file with a right checksum."""
    data = MAGIC + json.dumps(header).encode() + b"\n" + packed
    return data + hashlib.sha256(data).digest()


def parts(data: bytes) -> Parts:
    """A file taken apart."""
    line, _, rest = data.removeprefix(MAGIC).partition(b"\n")
    header = json.loads(line)
    body = lzma.decompress(rest[:-32])
    counts = [one["entries"] for one in header["strategies"]]
    length = len(body) // max(sum(counts), 1)
    strategies = []
    for count in counts:
        columns, body = body[: count * length], body[count * length :]
        rows = [columns[at * count : (at + 1) * count] for at in range(length)]
        records = [bytes(row[index] for row in rows) for index in range(count)]
        board = 0
        for index, record in enumerate(records):
            board += int.from_bytes(record[:-8], "big")
            records[index] = board.to_bytes(length - 8, "big") + record[-8:]
        strategies.append(records)
    return Parts(header, strategies)


def position_of(header: dict[str, Any], record: bytes, player: Colour) -> sbg.Position:
    """The position of a record in the engine, far from the turn limit."""
    description = sbg.parse(header["text"]).description
    game = sbg.Game(replace(description, turn_limit=1000))
    letters = ["."]
    for piece in game.pieces:
        letters += [piece.letter, piece.letter.lower()]
    number, squares = int.from_bytes(record[:-8], "big"), ""
    for _ in range(game.width * game.height):
        number, digit = divmod(number, len(letters))
        squares = letters[digit] + squares
    rows = [squares[at : at + game.width] for at in range(0, len(squares), game.width)]
    board = re.sub(r"\.+", lambda empty: str(len(empty[0])), "/".join(reversed(rows)))
    return game.position(f"{board} {'w 0' if player == 'white' else 'b 1'}")


def wins_at_once(position: sbg.Position) -> bool:
    """Whether a move ends the game won."""
    outcomes = [position.play(move).outcome for move in position.moves]
    return any(found is not None and found.winner == position.turn for found in outcomes)


def refused(data: bytes, path: Path) -> sbg.CertificateError:
    """Check that a file is refused; why it is."""
    path.write_bytes(data)
    with pytest.raises(sbg.CertificateError) as caught:
        sbg.verify(path)
    return caught.value


def certify(path: Path, start: sbg.Position, exact: bool = True) -> tuple[str, int | None]:
    """Write the certificate of a small game, solved by exhaustive search; the value and the plies."""
    game = start.game
    oracle = Exhaustive(game)
    value, plies = oracle.start(start)
    left = game.turn_limit - start.ply
    free = unlimited(start)

    def best(position: sbg.Position) -> Move:
        move = oracle.best(position.fen, left)[2]
        assert move is not None
        return move

    def safe(position: sbg.Position, need: int | None) -> Move:
        assert need is not None
        move = oracle.best(position.fen, need)[2]
        assert move is not None
        return move

    def held(player: Colour, need: int) -> list[tuple[bytes, Move, int]]:
        return list(holding(free, player, need, safe).values())

    if start.outcome is not None:
        from sbg.exact.solving.certificate import write_certificate

        kind = "draw" if value == "draw" else "win"
        write_certificate(path, game, start, kind, {"value": value, "plies": 0, "exact": False}, [])
    elif plies is None:
        write_draw(path, game, start, held("white", left), held("black", left))
    else:
        winner: Colour = "white" if value == "white" else "black"
        entries, longest = winning(free, winner, best)
        assert longest == plies
        delay = held(opponent(winner), plies - 1) if exact else None
        write_win(path, game, start, winner, plies, entries.values(), delay=delay)
    return value, plies
