"""The heaviest games that `sbg check` accepts, by name: boards of up to 64×64, rules as long as they may be.

Each is made to be slow somewhere: in reading, in building tables, in walking, in the number of moves, in what a search
prepares. `python -m tests.heavy NAME` prints one.
"""

from __future__ import annotations

import random
import string
import sys
from collections.abc import Callable, Iterable

STRAIGHT = ((1, 0), (-1, 0), (0, 1), (0, -1))
KING = tuple((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y)


def letter(dx: int, dy: int, on: str) -> str:
    """One letter of a rule."""
    return f"({dx},{dy},{on})"


def any_of(steps: Iterable[tuple[int, int]], on: str = "epw") -> str:
    """A sum of letters: each step onto each content."""
    return "(" + "+".join(letter(x, y, content) for x, y in steps for content in on) + ")"


EVERYWHERE = any_of(KING)
"""A step in any direction onto anything: 24 letters."""


def game(rows: list[str], rules: dict[str, str], goals: str = "") -> str:
    """The text of a game."""
    board = "\n".join(f"|{row}|" for row in rows)
    lines = "\n".join(f"{piece} {rule} &" for piece, rule in rules.items())
    return f"<<Heavy>>\n<BOARD>\n{len(rows[0])} {len(rows)}\n{board}\n<PIECES>\n{lines}\n<GOALS>\n1000 &\n{goals}\n"


def corners(width: int, height: int) -> list[str]:
    """A board with a king of each side in opposite corners, and a few pieces in between."""
    rows = [["."] * width for _ in range(height)]
    rows[0][0], rows[-1][-1] = "k", "K"
    for i in range(1, min(width, height) - 1, 5):
        rows[i][i] = "kK"[i % 2]
    return ["".join(row) for row in rows]


def full(width: int, height: int, pieces: str = "K") -> list[str]:
    """A board without an empty square: black's half above white's."""
    line = (pieces * width)[:width]
    return [line.lower()] * (height // 2) + [line] * (height - height // 2)


def random_sum(side: int, count: int, seed: int) -> str:
    """So many different leaps, as far as the board goes."""
    steps = [
        (x, y, on) for x in range(1 - side, side) for y in range(1 - side, side) for on in "epw"
    ]
    return "+".join(letter(*step) for step in random.Random(seed).sample(steps, count))


def even_stars(side: int, count: int, seed: int) -> str:
    """So many leaps in turn, each as often as it goes, by even numbers of columns and rows."""
    reach = range(-2 * ((side - 1) // 2), side, 2)
    steps = [(x, y, on) for x in reach for y in reach if x or y for on in "epw"]
    return "".join(f"{letter(*step)}^*" for step in random.Random(seed).sample(steps, count))


def random_word(length: int, seed: int) -> str:
    """A word of short steps over empty squares that wanders about its start, without coming back to it."""
    chooser = random.Random(seed)
    x = y = 0
    letters = []
    for _ in range(length):
        near = [(dx, dy) for dx, dy in KING if abs(x + dx) < 3 > abs(y + dy) and (x + dx or y + dy)]
        dx, dy = chooser.choice(near)
        x, y = x + dx, y + dy
        letters.append(letter(dx, dy, "e"))
    return "".join(letters)


def hopper(hurdles: int) -> str:
    """Rides in eight directions over so many pieces of either side, and takes what comes then."""
    ways = []
    for step in KING:
        ride, hop = f"{letter(*step, 'e')}^*", any_of([step], "pw")
        ways.append((ride + hop) * hurdles + ride + any_of([step], "ep"))
    return "+".join(ways)


def remembering(length: int, step: str = EVERYWHERE, mark: str = letter(1, 0, "e")) -> str:
    """Steps in turn; what came `length` letters before the end matters: twice 2^length states."""
    return f"{step}^*{mark}{step}^{length}"


def crowded(side: int, pieces: str = "K") -> list[str]:
    """One side has nearly the whole board."""
    line = (pieces * side)[:side]
    return ["k" + "." * (side - 1)] + [line[i % 3 :] + line[: i % 3] for i in range(side - 1)]


def cycle(length: int, ways: int, seed: int) -> str:
    """So many sums of steps, one after another and again and again: a large automaton that is one cycle."""
    chooser = random.Random(seed)
    parts = [any_of(chooser.sample(KING, ways), chooser.choice(("w", "ew"))) for _ in range(length)]
    return f"({''.join(parts)})^*"


def maze(side: int) -> list[str]:
    """One long corridor between walls."""
    rows = []
    for y in range(side):
        wall = ["w"] * (side - 1)
        rows.append(
            "." * side if y % 2 == 0 else "".join([*wall, "."] if y % 4 == 1 else [".", *wall])
        )
    rows[0] = "K" + rows[0][1:]
    rows[-1 if side % 2 else -2] = "." * (side - 1) + "k"
    return rows


def _counters() -> str:
    pieces = string.ascii_uppercase
    rules = {piece: any_of(KING[: 1 + i % 8], "ep") for i, piece in enumerate(pieces)}
    rows = ["." * 64 for _ in range(64)]
    rows[:3] = [((pieces * 3)[i * 7 :][:64]).lower() for i in range(3)]
    rows[-3:] = [(pieces * 3)[i * 7 :][:64] for i in range(3)]
    squares = ", ".join(f"{x} {y}" for y in range(60, 64) for x in range(64))
    goals = "".join(
        f"#{piece} {i % 3} & #{piece.lower()} {i % 3} &\n" for i, piece in enumerate(pieces)
    )
    goals += "".join(f"@{piece} {squares} &\n" for piece in pieces)
    return game(rows, rules, goals)


def _many(side: int, rule: Callable[[int], str]) -> str:
    pieces = string.ascii_uppercase
    return game(
        full(side, side, pieces),
        {piece: rule(i) for i, piece in enumerate(pieces)},
        "#A 0 &\n#a 0 &",
    )


TAIL = f"{any_of(STRAIGHT)}^*"

GAMES: dict[str, Callable[[], str]] = {
    # A table over a whole column, after a walk over the whole board.
    "tail 56×18": lambda: game(corners(56, 18), {"K": f"{TAIL}(55,0,e)(-1,0,e)"}),
    "tail 64×16": lambda: game(corners(64, 16), {"K": f"{TAIL}(63,0,e)(-2,1,e)(2,0,e)"}),
    "tail 64×64": lambda: game(corners(64, 64), {"K": f"{TAIL}(63,0,e)(-1,0,e)"}),
    "tail 18×18": lambda: game(corners(18, 18), {"K": f"{any_of(KING, 'ep')}^*(17,0,e)(-1,0,e)"}),
    # Everything is reached from everywhere.
    "star": lambda: game(corners(64, 64), {"K": f"{EVERYWHERE}^*"}, "#K 0 &\n#k 0 &"),
    "star, full 32×32": lambda: game(full(32, 32), {"K": f"{EVERYWHERE}^*"}, "#K 0 &\n#k 0 &"),
    "star with goals": lambda: game(
        corners(64, 64), {"K": f"{EVERYWHERE}^*"}, "@K 0 0, 5 5 &\n@k 63 63 &"
    ),
    "star over empties, maze": lambda: game(
        maze(64), {"K": f"{any_of(STRAIGHT, 'e')}^*", "W": "(0,1,e)"}
    ),
    # Powers.
    "power 416": lambda: game(corners(64, 64), {"K": f"{EVERYWHERE}^416"}, "#K 0 &\n#k 0 &"),
    "power 416, full": lambda: game(full(64, 64), {"K": f"{EVERYWHERE}^416(0,0,w)"}),
    "power 1000": lambda: game(
        corners(64, 64), {"K": f"({any_of(STRAIGHT, 'ew')})^1000{letter(9, 9, 'e')}"}
    ),
    "powers in powers": lambda: game(
        corners(40, 40), {"K": f"((({any_of(KING, 'e')}^10)^5+(1,1,p))^5)^4"}
    ),
    "power 400, 11×11": lambda: game(
        full(11, 11), {"K": f"{EVERYWHERE}^400"}, "@K 0 10 &\n@k 0 0 &"
    ),
    # Rules of ten thousand letters.
    "sum of 9,999": lambda: game(
        corners(64, 64), {"K": random_sum(64, 9_999, 1)}, "#K 0 &\n#k 0 &"
    ),
    "sum of 9,999, full": lambda: game(full(64, 64), {"K": random_sum(64, 9_999, 1)}),
    "word of 9,999": lambda: game(corners(64, 64), {"K": random_word(9_999, 1)}),
    "words of 20": lambda: game(
        corners(64, 64), {"K": "+".join(random_word(20, i) for i in range(499))}
    ),
    "words of 20, 14×14": lambda: game(
        corners(14, 14), {"K": "+".join(random_word(20, i) for i in range(499))}
    ),
    "circles": lambda: game(
        corners(64, 64),
        {"K": "((1,0,e)(0,1,e)(-1,0,e)(0,-1,w))^999((1,0,e)(0,-1,e)(-1,0,e)(0,1,w))^999(1,1,e)"},
    ),
    # Automata as large as they may be.
    "4,096 states": lambda: game(corners(64, 64), {"K": remembering(11)}),
    "8,192 states": lambda: game(corners(64, 64), {"K": remembering(12, any_of(STRAIGHT, "ep"))}),
    "700 stars": lambda: game(
        corners(64, 64), {"K": "".join(f"{one}^*" for one in random_sum(64, 700, 1).split("+"))}
    ),
    "700 stars, full 32×32": lambda: game(
        full(32, 32), {"K": "".join(f"{one}^*" for one in random_sum(32, 700, 1).split("+"))}
    ),
    # No walk comes everywhere, so none can end because nothing is left.
    "700 even stars, full 32×32": lambda: game(full(32, 32), {"K": even_stars(32, 700, 1)}),
    "700 even stars, full": lambda: game(full(64, 64), {"K": even_stars(64, 700, 1)}),
    "700 stars, full": lambda: game(
        full(64, 64), {"K": "".join(f"{one}^*" for one in random_sum(64, 700, 1).split("+"))}
    ),
    "4,096 states, 8×8": lambda: game(corners(8, 8), {"K": remembering(11)}, "#K 0 &\n#k 0 &"),
    "1,024 states, 20×20": lambda: game(full(20, 20, "K..K."), {"K": remembering(9)}),
    # Hoppers.
    "hopper, 32×32": lambda: game(full(32, 32, "K..K."), {"K": hopper(6)}, "#K 3 &\n#k 3 &"),
    "hopper, 64×64": lambda: game(full(64, 64, "K..K."), {"K": hopper(20)}, "#K 3 &\n#k 3 &"),
    "hopper, 12×12": lambda: game(full(12, 12, "K..K."), {"K": hopper(4)}, "#K 3 &\n#k 3 &"),
    # Twenty-six kinds of pieces.
    "26 sums": lambda: _many(64, lambda i: random_sum(64, 900, i)),
    "26 powers": lambda: _many(64, lambda i: f"{any_of(KING[: 2 + i % 6])}^{60 + i}"),
    "26 hoppers": lambda: _many(24, lambda i: hopper(1 + i % 4)),
    "26 stars, 16×16": lambda: _many(
        16, lambda i: f"{any_of(KING[: 2 + i % 6])}^*{letter(i % 5, 7, 'p')}"
    ),
    "26 counters": _counters,
    "star, one side": lambda: game(crowded(64), {"K": f"{EVERYWHERE}^*"}),
    "cycle of 1,600": lambda: game(full(64, 64), {"K": cycle(1600, 3, 1)}),
    "cycle of 1,600, one side": lambda: game(crowded(64), {"K": cycle(1600, 3, 1)}),
    # What came twelve letters ago must be known.
    "8,192 states, up and right": lambda: game(
        full(64, 64), {"K": remembering(12, any_of(((1, 0), (0, 1))), letter(1, 0, "w"))}
    ),
    # Most states are met by every walk, on many squares, and no walk comes to all that it could land on.
    "8,192 states, full": lambda: game(
        full(64, 64, "KKK."), {"K": remembering(12, any_of(((1, 2), (2, 1))), letter(1, 2, "p"))}
    ),
}


if __name__ == "__main__":
    print(GAMES[sys.argv[1]](), end="")
