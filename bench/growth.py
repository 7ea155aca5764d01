"""Games made for sizes in; how the cost of play grows with the board and with the length of the rules out."""

from __future__ import annotations

import random
import time
from typing import Any

import sbg
from bench.tables import short, table

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
