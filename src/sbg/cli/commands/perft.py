"""A game, perhaps a position, and a depth in; the number of move sequences of that length out.

A count that takes long is cut into parts: between two of them the progress is shown and Ctrl-C is heard.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Annotated

from cyclopts import App, Parameter

import sbg
from sbg.cli import inputs, terminal
from sbg.cli.completion import games
from sbg.cli.progress import Progress
from sbg.cli.terminal import Misuse, out

app = App(
    name="perft",
    usage="Usage: sbg perft [OPTIONS] GAME DEPTH",
    help_epilogue="""\
Perft counts the move sequences of exactly DEPTH half-moves; a game that ends earlier has
none. Equal numbers from two programs are good evidence that both have the rules right.

Examples:
  sbg perft gardner 4                5000
  sbg perft gardner 4 --divide       the same, by first move
  sbg perft gardner 2 --fen 'rnbqk/ppppp/P4/1PPPP/RNBQK b 1' --json""",
)

_MAX_DEPTH = 200
_MAX_HASH = 1 << 20  # megabytes
_PART = 300_000
"""About how many sequences are counted at one go."""


@app.default
def perft(
    game: Annotated[
        str, Parameter(name="GAME", help="A bundled name, a path or -.", completer=games)
    ],
    depth: Annotated[
        inputs.WholeNumber, Parameter(name="DEPTH", help="Length of the sequences, in half-moves.")
    ],
    /,
    *,
    fen: Annotated[
        str | None,
        Parameter(metavar="FEN", help="A position instead of the initial one, as one line."),
    ] = None,
    divide: Annotated[bool, Parameter(help="Count for each first move apart.")] = False,
    threads: Annotated[
        inputs.WholeNumber, Parameter(metavar="N", help="How many processor cores to use (1).")
    ] = 1,
    hash: Annotated[
        inputs.WholeNumber,
        Parameter(
            metavar="MB", help="Memory for counting once what is reached in several ways (0)."
        ),
    ] = 0,
    json: Annotated[bool, Parameter(help="Write JSON.")] = False,
) -> int:
    """Write the number of move sequences."""
    if not 0 <= depth <= _MAX_DEPTH:
        raise Misuse(f"the depth is a number from 0 to {_MAX_DEPTH}, not {depth}")
    if threads < 1:
        raise Misuse(f"the number of threads is 1 or more, not {threads}")
    if not 0 <= hash <= _MAX_HASH:
        raise Misuse(f"the memory is from 0 to {_MAX_HASH} MB, not {hash}")
    loaded = inputs.load_game(game)
    position = inputs.position(loaded, fen)
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
