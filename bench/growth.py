"""How the cost of each operation grows with the size of what it is given.

    python -m bench.growth                  every operation, with the exponent of its growth
    python -m bench.growth --only analyse   those with this in their name
    python -m bench.growth --json FILE

An exponent is the slope of the logarithms of processor time and size over the larger half of the sizes: 1 is linear.
Sizes of boards count squares. What a clock allows (`overstep`) is the longest move in milliseconds at 50 ms a move.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import sbg
from bench.tables import short, table
from bench.timing import best
from sbg.play.players import Limits
from tests import heavy

SIDES = (4, 8, 12, 16, 24, 32, 48, 64)
WORDS = (1, 10, 100, 500)
"""How many words a rule has, each of four letters."""

_STRAIGHT = ((0, 1), (0, -1), (1, 0), (-1, 0))
_SLANT = ((1, 1), (1, -1), (-1, 1), (-1, -1))


def breakthrough(side: int) -> str:
    """Breakthrough on a square board."""
    rows = ["p" * side] * 2 + ["." * side] * (side - 4) + ["P" * side] * 2
    last = ", ".join(f"{x} {side - 1}" for x in range(side))
    first = ", ".join(f"{x} 0" for x in range(side))
    return _text(rows, "P (0,1,e)+(-1,1,e)+(-1,1,p)+(1,1,e)+(1,1,p) &", f"@P {last} & @p {first} &")


def riders(side: int) -> str:
    """Rooks, bishops and queens in turn, behind pawns."""
    back = ("RBQ" * side)[:side]
    middle = ["." * side] * (side - 4)
    rows = [back.lower(), "p" * side, *middle, "P" * side, back]
    rules = ["P (0,1,e)+(-1,1,p)+(1,1,p) &"]
    for letter, steps in (("R", _STRAIGHT), ("B", _SLANT), ("Q", _STRAIGHT + _SLANT)):
        ways = " + ".join(f"({x},{y},e)^*(({x},{y},e)+({x},{y},p))" for x, y in steps)
        rules.append(f"{letter} {ways} &")
    return _text(rows, "\n".join(rules), "#Q 0 & #q 0 &", limit=200)


def long_rule(words: int) -> str:
    """A piece whose rule is a sum of so many words of four letters, on a chess board."""
    chooser = random.Random(words)

    def letter(last: bool) -> str:
        step = chooser.randint(-2, 2), chooser.randint(-2, 2)
        return f"({step[0]},{step[1]},{chooser.choice('ep') if last else chooser.choice('eepw')})"

    sums = ["".join(letter(place == 3) for place in range(4)) for _ in range(words)]
    rows = ["aaaaaaaa", "aaaaaaaa", *["........"] * 4, "AAAAAAAA", "AAAAAAAA"]
    return _text(rows, f"A (0,1,e) + (1,1,p) + {' + '.join(sums)} &", "#A 0 & #a 0 &", limit=200)


def _text(rows: list[str], rules: str, goals: str, limit: int = 100_000) -> str:
    board = "\n".join(f"|{row}|" for row in rows)
    size = f"{len(rows[0])} {len(rows)}"
    return f"<<Growth>>\n<BOARD>\n{size}\n{board}\n<PIECES>\n{rules}\n<GOALS>\n{limit} &\n{goals}\n"


def measured(text: str, seconds: float) -> dict[str, float]:
    """Time to the first moves, memory, and both speeds by processor time, of one game."""
    begun = time.process_time()
    game = sbg.parse(text)
    moves = len(game.start.moves)
    ready = time.process_time() - begun
    depth, leaves, took = 0, 0, 0.0
    while took < seconds and depth < 6 and (not depth or leaves * moves < 3e8):
        depth += 1
        begun = time.process_time()
        leaves = sbg.perft(game.start, depth)
        took = time.process_time() - begun
    plies = 0
    begun = time.process_time()
    for seed in range(1 << 20):
        plies += sbg.playouts(game.start, 1 + min(seed, 64), seed).plies
        spent = time.process_time() - begun
        if spent >= seconds:
            break
    return {
        "ready_ms": round(ready * 1e3, 3),
        "table_bytes": game.rules.table_bytes,
        "moves": moves,
        "states": sum(dfa.state_count for dfa in game.automata.values()),
        "leaves_per_s": round(leaves / max(took, 1e-9)),
        "moves_per_s": round(plies / spent),
    }


def boards(seconds: float) -> dict[str, dict[str, Any]]:
    """Two games on boards of growing size."""
    return {
        name: {str(side): measured(make(side), seconds) for side in SIDES}
        for name, make in (("breakthrough", breakthrough), ("riders", riders))
    }


def rules(seconds: float) -> dict[str, Any]:
    """One game with rules of growing length."""
    return {str(words): measured(long_rule(words), seconds) for words in WORDS}


def render_boards(found: dict[str, dict[str, Any]]) -> str:
    """Tables of what `boards` found."""
    parts = []
    for name, sides in found.items():
        rows = [[f"{side}×{side}", *_cells(entry)] for side, entry in sides.items()]
        parts.append(table([f"{name} on", *_HEADS], rows))
    return "\n\n".join(parts)


def render_rules(found: dict[str, Any]) -> str:
    """The table of what `rules` found."""
    rows = [
        [f"{words} ({4 * int(words) + 2:,} letters, {entry['states']:,} states)", *_cells(entry)]
        for words, entry in found.items()
    ]
    return table(["words in the rule", *_HEADS], rows)


_HEADS = ["ready", "tables", "moves", "leaves/s", "moves/s"]


def _cells(entry: dict[str, float]) -> list[str]:
    return [
        f"{entry['ready_ms']:.1f} ms",
        short(entry["table_bytes"], "B"),
        f"{entry['moves']:.0f}",
        short(entry["leaves_per_s"]),
        short(entry["moves_per_s"]),
    ]


# -- everything else

BOARDS = (8, 16, 32, 64)
LENGTHS = (1_000, 4_000, 16_000)
CHANGES = (100, 400, 1_600)
Sized = Callable[[int], Callable[[], object]]
"""For a size, what to measure; what comes before is not measured."""


def crowd(side: int) -> str:
    """A quarter of the board is covered with men of six kinds."""
    chooser = random.Random(side)
    half = [(x, y) for y in range(side // 2) for x in range(side)]
    board = [["."] * side for _ in range(side)]
    for number, (x, y) in enumerate(chooser.sample(half, side * side // 8)):
        board[side - 1 - y][x] = "KQRBNP"[number % 6]
        board[y][x] = "kqrbnp"[number % 6]
    rides = {"R": _STRAIGHT, "B": _SLANT, "Q": _STRAIGHT + _SLANT}
    rules = {
        piece: "+".join(f"({x},{y},e)^*(({x},{y},e)+({x},{y},p))" for x, y in steps)
        for piece, steps in rides.items()
    }
    leaps = [(x * a, y * b) for a, b in ((1, 2), (2, 1)) for x in (1, -1) for y in (1, -1)]
    rules |= {"K": heavy.any_of(heavy.KING, "ep"), "N": heavy.any_of(leaps, "ep")}
    rules["P"] = "(0,1,e)+(1,1,p)+(-1,1,p)"
    return heavy.game(["".join(row) for row in board], rules, "#K 0 & #k 0 &")


def _play(side: int) -> Callable[[], object]:
    position = sbg.parse(crowd(side)).start
    move = position.moves[0]
    return lambda: [position.play(move) for _ in range(100)]


def _moves(length: int) -> tuple[sbg.Position, list[str]]:
    """A long game of two lonely kings, back and forth."""
    text = heavy.game(["..k", "...", "K.."], {"K": heavy.any_of(heavy.KING, "ep")})
    start = sbg.parse(text.replace("1000 &", f"{length + 9} &")).start
    return start, ["a1b1", "c3b3", "b1a1", "b3c3"] * (length // 4)


def _line(length: int) -> Callable[[], object]:
    start, moves = _moves(length)
    return lambda: sbg.Line(start, moves)


def _record(length: int) -> Callable[[], object]:
    start, moves = _moves(length)
    text = sbg.Record.of(sbg.Line(start, moves)).write()
    return lambda: sbg.read_record(text)


def _uci(length: int) -> Callable[[], object]:
    """The last hundred moves of a long game, sent again with each."""
    from sbg.play.uci.server import UciServer

    start, moves = _moves(length)
    server = UciServer(lambda _: start.game, lambda _: None, "own", "0")
    server.handle("position startpos moves " + " ".join(moves[:-100]))

    def run() -> None:
        for count in range(len(moves) - 100, len(moves)):
            server.handle("position startpos moves " + " ".join(moves[:count]))

    return run


def _changes(count: int) -> Callable[[], object]:
    """Replace all, in a text of a megabyte."""
    from lsprotocol import types

    from sbg.app.lsp.documents import Document

    document = Document("file:///own.sbg", 1, "x (1,0,e) & a line of text\n" * 38_000)
    changes = [
        types.TextDocumentContentChangePartial(
            range=types.Range(types.Position(20 * at, 2), types.Position(20 * at, 5)), text="new"
        )
        for at in reversed(range(count))
    ]
    return lambda: document.changed(2, changes)


def _long_text(size: int) -> str:
    return sbg.write("chess") + "// a comment that says nothing at all\n" * (size // 38)


def _learn(side: int) -> Callable[[], object]:
    watched = sbg.watch(sbg.parse(riders(side)), 3, opening=40, seed=1)
    return lambda: sbg.learn(watched)


def _refused(side: int) -> Callable[[], object]:
    game = sbg.parse(crowd(side))

    def run() -> None:
        with suppress(sbg.Inexpressible):
            sbg.translate(game, "fsf")

    return run


def _of_game(call: Callable[[sbg.Game], object]) -> Sized:
    return lambda side: partial(call, sbg.parse(crowd(side)))


def _of_text(call: Callable[[str], object], text: Callable[[int], str] = crowd) -> Sized:
    return lambda size: partial(call, text(size))


COSTS: dict[str, tuple[tuple[int, ...], Sized]] = {
    "text to first moves": (BOARDS, _of_text(lambda text: sbg.parse(text).start.moves)),
    "check": (BOARDS, _of_text(sbg.check)),
    "describe": (BOARDS, _of_game(sbg.describe)),
    "pairs": (BOARDS, _of_game(sbg.reach.pairs)),
    "same": (BOARDS, _of_game(lambda game: sbg.same(game, game))),
    "play, 100 moves": (BOARDS, _play),
    "Batch": (BOARDS, _of_game(lambda game: sbg.Batch(game, 16).step_random())),
    "analyse to depth 1": (BOARDS, _of_game(lambda game: sbg.analyse(game, depth=1))),
    "Fairy-Stockfish: a game, or why not": (BOARDS, _refused),
    "gdl": (BOARDS, _of_game(lambda game: sbg.translate(game, "gdl"))),
    "learn, three games": ((8, 16, 32), _learn),
    "Line": (LENGTHS, _line),
    "read a record": (LENGTHS, _record),
    "UCI, 100 more moves": (LENGTHS, _uci),
    "language server, many changes": (CHANGES, _changes),
    "fmt": ((50_000, 200_000, 800_000), _of_text(sbg.format, _long_text)),
}


def costs(only: str = "") -> dict[str, dict[str, Any]]:
    """For each operation its sizes, its times in seconds, and its exponent."""
    found = {}
    for name, (sizes, sized) in COSTS.items():
        if only in name:
            times = [best(sized(size)) for size in sizes]
            work = [size * size if sizes[0] == 8 else size for size in sizes]
            found[name] = {"sizes": sizes, "seconds": times, "exponent": exponent(work, times)}
    return found


def exponent(sizes: list[int], times: list[float]) -> float:
    """The slope of the line through the logarithms, by least squares, over the larger half."""
    half = len(sizes) // 2
    points = [
        (math.log(size), math.log(max(took, 1e-6)))
        for size, took in zip(sizes[half - 1 :], times[half - 1 :], strict=True)
    ]
    x, y = (sum(each) / len(points) for each in zip(*points, strict=True))
    slope: float = sum((a - x) * (b - y) for a, b in points) / sum((a - x) ** 2 for a, _ in points)
    return slope


def overstep(seconds: float = 0.05, moves: int = 6) -> dict[str, dict[str, float]]:
    """For each player and board the longest of some moves, in seconds of the clock and of the processor."""
    found: dict[str, dict[str, float]] = {}
    for side in BOARDS:
        start = sbg.parse(crowd(side)).start
        for name in ("alphabeta", "mcts", "montecarlo", "greedy", "random"):
            player, position = sbg.player(name), start
            player.new_game(position)
            clock = processor = 0.0
            for _ in range(moves):
                begun = time.perf_counter(), time.process_time()
                move = player.choose(position, Limits(time=seconds))
                clock = max(clock, time.perf_counter() - begun[0])
                processor = max(processor, time.process_time() - begun[1])
                position = position.play(move)
                if position.outcome:
                    break
            found[f"{name} on {side}×{side}"] = {"clock": clock, "processor": processor}
    return found


def main() -> None:
    """Measure, print, and write JSON if asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--only", default="", help="operations with this in their name")
    parser.add_argument("--json", type=Path)
    chosen = parser.parse_args()
    found = costs(chosen.only)
    rows = [
        [
            name,
            *(f"{1e3 * took:.1f}" for took in one["seconds"]),
            *[""] * (4 - len(one["sizes"])),
            ", ".join(map(str, one["sizes"])),
            f"{one['exponent']:.2f}",
        ]
        for name, one in found.items()
    ]
    print(table(["milliseconds", "1", "2", "3", "4", "sizes", "exponent"], rows))
    late = {} if chosen.only else overstep()
    if late:
        rows = [
            [name, f"{1e3 * one['clock']:.0f}", f"{1e3 * one['processor']:.0f}"]
            for name, one in late.items()
        ]
        print("\n" + table(["50 ms a move", "longest, ms", "processor, ms"], rows))
    if chosen.json:
        chosen.json.write_text(json.dumps({"costs": found, "overstep": late}, indent=1) + "\n")


if __name__ == "__main__":
    main()
