"""`sbg perft`: count the move sequences of a given length, or the games that end within it.

A count that takes long is cut into parts: between two of them the progress is shown and Ctrl-C is heard.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, astuple
from typing import Annotated

from cyclopts import App, Parameter

import sbg
from sbg.app.cli import inputs, options, terminal
from sbg.app.cli.progress import Progress
from sbg.app.cli.terminal import Misuse, out
from sbg.base import bounds

app = App(
    name="perft",
    usage="Usage: sbg perft [OPTIONS] GAME DEPTH",
    help_epilogue="""\
Perft counts the move sequences of exactly DEPTH plies; a game that ends earlier has
none. Equal numbers from two programs are good evidence that both have the rules right.

Examples:
  sbg perft gardner 4                5000
  sbg perft gardner 4 --divide       the same, by first move
  sbg perft gardner 6 --ends         finished games, by length and result
  sbg perft gardner 2 --fen 'rnbqk/ppppp/P4/1PPPP/RNBQK b 1' --json""",
)

_PART = 300_000
"""About how many sequences are counted at one go."""


@app.default
def perft(
    game: options.Game,
    depth: Annotated[
        int,
        options.whole(0, bounds.MAX_DEPTH),
        Parameter(name="DEPTH", help="Length of the sequences, in plies."),
    ],
    /,
    *,
    fen: options.Fen = None,
    divide: Annotated[bool, Parameter(help="Count for each first move apart.")] = False,
    ends: Annotated[
        bool, Parameter(help="Count the finished games instead, by length and result.")
    ] = False,
    threads: options.Threads = 1,
    hash: Annotated[
        options.Hash,
        options.whole(0, bounds.MAX_HASH_MEGABYTES),
        Parameter(help="Transposition table size in MB (0: none)."),
    ] = 0,
    json: options.Json = False,
) -> int:
    """Write the number of move sequences."""
    loaded = inputs.load_game(game)
    position = inputs.position(loaded, fen)
    if ends:
        if divide or hash:
            raise Misuse("--ends goes neither with --divide nor with --hash")
        _write_ends(position, depth, threads, json)
        return 0
    begun = time.perf_counter()
    parts: dict[str, int] = {}
    with Progress() as progress:
        count = _Counter(threads, hash, progress.show)
        if not divide or depth == 0:
            total = count(position, depth)
        else:
            moves = position.moves
            for move in moves:
                parts[str(move)] = count(position.play(move), depth - 1, 1 / len(moves))
            total = sum(parts.values())
    seconds = time.perf_counter() - begun
    if json:
        data = {"game": loaded.name, "fen": position.fen, "depth": depth, "nodes": total}
        if divide:
            data["divide"] = parts
        terminal.out_json({**data, "seconds": round(seconds, 6)})
        return 0
    for first, number in parts.items():
        out(f"{first} {number}")
    out(f"total {total}" if divide else str(total))
    return 0


def _write_ends(position: sbg.Position, depth: int, threads: int, json: bool) -> None:
    found = sbg.ends(position, depth, threads)
    if json:
        counted = [asdict(count) for count in found]
        game = position.game.name
        terminal.out_json({"game": game, "fen": position.fen, "depth": depth, "ends": counted})
        return
    rows = [("plies", "white", "black", "draws")]
    rows += [tuple(map(str, astuple(count))) for count in found]  # type: ignore[misc]
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    for row in rows:
        out("  ".join(f"{value:>{width}}" for value, width in zip(row, widths, strict=True)))


class _Counter:
    """Counts, and after each part reports what share of the whole is done."""

    def __init__(self, threads: int, hash: int, report: Callable[[float], None]) -> None:
        self.threads = threads
        self.hash = hash
        self.report = report
        self.done = 0.0
        # Threads need parts that are worth starting them, and a table is worth nothing across parts.
        self.part = _PART if threads == 1 else 20 * _PART * threads

    def __call__(self, position: sbg.Position, depth: int, share: float = 1.0) -> int:
        if depth > 1 and not self.hash:
            moves = position.moves
            if moves and len(moves) ** depth > self.part:
                part = share / len(moves)
                return sum(self(position.play(move), depth - 1, part) for move in moves)
        count = sbg.perft(position, depth, self.threads, self.hash)
        self.done += share
        self.report(self.done)
        return count
