"""Checks by brute force that what `sbg` says about rules is true, on thousands of small games.

    python bench/truth.py                  2,000 games of each kind; some minutes
    python bench/truth.py --games 200      fewer

- *one way*: a piece of which SBG416 says that it goes to one side only does so in some position of a board of 3×2
  squares, and to the other side in none.
- *never*: a goal of which SBG403, SBG404 or SBG405 says that it cannot be met is met in no position that play reaches
  (all of them, or the first 2,000 that are found).
- *fixes*: a text with a safe fix of a warning has the same rules and every comment; one with any fix no more errors.
- *format*: a formatted text stays as it is when it is formatted again, with the same rules and comments.

Prints a row for each with the statements looked at and those that are false; any false one ends it with status 1.
"""

from __future__ import annotations

import argparse
import itertools
import random
import sys
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import sbg  # noqa: E402
from sbg.language.reference.meaning import targets  # noqa: E402
from sbg.language.syntax import fixes  # noqa: E402

_MOST_POSITIONS = 2_000
_COMMENT = "/* kept */"
_CONTENTS = {"onto an empty square": "e", "to capture": "p", "to capture an own piece": "w"}


def _rule(chooser: random.Random, width: int, height: int, depth: int = 2) -> str:
    """A rule of a few letters, sums, repetitions and comments."""

    def letter() -> str:
        dx, dy = chooser.randint(1 - width, width - 1), chooser.randint(1 - height, height - 1)
        return f"({dx},{dy},{chooser.choice('eepw')})"

    def part(left: int) -> str:
        kind = chooser.random() if left else 1.0
        if kind < 0.35:
            return f"({' + '.join(part(left - 1) for _ in range(chooser.randint(2, 3)))})"
        if kind < 0.7:
            return "".join(part(left - 1) for _ in range(chooser.randint(2, 3)))
        if kind < 0.8:
            return f"({part(left - 1)})^{_COMMENT if chooser.random() < 0.3 else ''}{chooser.choice('*12')}"
        return letter()

    return " + ".join(part(depth) for _ in range(chooser.randint(1, 3)))


def _game(seed: int) -> str:
    """A game on a small board with goals of both kinds, placed alike for both players."""
    chooser = random.Random(f"truth {seed}")
    width, height = 3, chooser.randint(2, 4)
    kinds = "AB"[: chooser.randint(1, 2)]
    row = "".join(chooser.choice(kinds + ".") for _ in range(width))
    row = row if row.strip(".") else "A.."
    rows = [row.lower(), *["." * width] * (height - 2), row]
    board = "\n".join(f"|{one}|" for one in rows)
    rules = "\n".join(f"{kind} {_rule(chooser, width, height)} &" for kind in kinds)
    goals = []
    for kind in kinds:
        for piece in (kind, kind.lower()):
            x, y = chooser.randrange(width), chooser.randrange(height)
            goals.append(f"#{piece} {chooser.randint(0, 2)} &\n@{piece} {x} {y} &")
    return (
        f"<<T>> {_COMMENT}\n<BOARD>\n{width} {height}\n{board}\n<PIECES>\n{rules}\n<GOALS>\n12 &\n"
        + "\n".join(goals)
        + "\n"
    )


def one_way(seed: int) -> Iterator[bool]:
    """Whether what SBG416 says of the pieces of a game is so."""
    chooser = random.Random(f"one way {seed}")
    # Of columns beyond one to the right few are taken, so that there is something to say.
    rule = _rule(chooser, 3, 2).replace("(-", "(" if chooser.random() < 0.8 else "(-")
    text = f"<<T>><BOARD>3 2|aaa||AAA|<PIECES>A {rule} &<GOALS>9 &#A 0 &#a 0 &"
    for found in sbg.check(text):
        if found.code == "SBG416":
            way = 1 if "to the right but" in found.message else -1
            sides = _sides(sbg.parse(text), _CONTENTS[found.primary.message])
            yield way in sides and -way not in sides


def _sides(game: sbg.Game, content: str) -> set[int]:
    """To which sides moves that end on a content lead, over all positions of the board."""
    rule = game.description.rule("A")
    assert rule is not None
    squares = [(x, y) for y in range(game.height) for x in range(game.width)]
    found = set()
    for start in squares:
        others = [square for square in squares if square != start]
        for contents in itertools.product("epw", repeat=len(others)):
            board = dict(zip(others, contents, strict=True)) | {start: "w"}
            for x, y in targets(rule, frozenset({start}), board.get, 1):
                if (x, y) != start and board[x, y] == content:
                    found.add((x > start[0]) - (x < start[0]))
    return found


def never(seed: int) -> Iterator[bool]:
    """Whether goals that can never be met are not."""
    text = _game(seed)
    claims = {
        text[slice(*found.primary.span)] if found.code == "SBG403" else found.message.split("`")[1]
        for found in sbg.check(text)
        if found.code in ("SBG403", "SBG404", "SBG405")
    }
    if not claims:
        return
    met = _met(sbg.parse(text))
    for claim in claims:
        yield claim not in met


def _met(game: sbg.Game) -> set[str]:
    """The goals that play meets, as they are written."""
    seen, queue, met = {(*game.start.rows, 0)}, deque([game.start]), set()
    while queue and len(seen) < _MOST_POSITIONS:
        position = queue.popleft()
        for move in position.moves:
            after = position.play(move)
            end = after.outcome
            if end is not None and end.reason == "count":
                taken = position[move.target]
                met.add(f"#{taken} {sum(row.count(taken) for row in after.rows)}")
            elif end is not None and end.reason == "goal":
                met.add(f"@{position[move.origin]}")
            key = (*after.rows, after.ply)
            if end is None and key not in seen:
                seen.add(key)
                queue.append(after)
    return met


def fixed(seed: int) -> Iterator[bool]:
    """Whether fixes keep what they must."""
    text = _game(seed)
    before = sbg.parse(text)
    for found in sbg.check(text):
        if found.fix is None:
            continue
        changed = fixes.apply(text, found.fix.edits)
        wrong = [one for one in sbg.check(changed) if one.severity == "error"]
        same = not found.fix.safe or (
            not wrong
            and bool(sbg.same(before, sbg.parse(changed)))
            and changed.count(_COMMENT) == text.count(_COMMENT)
        )
        yield not wrong and same


def formatted(seed: int) -> Iterator[bool]:
    """Whether formatting keeps rules and comments, and is done at once."""
    text = _game(seed)
    once = sbg.format(text)
    same = sbg.parse(once).rules_hash == sbg.parse(text).rules_hash
    yield same and sbg.format(once) == once and once.count(_COMMENT) == text.count(_COMMENT)


CHECKS: dict[str, Callable[[int], Iterator[bool]]] = {
    "one way": one_way,
    "never": never,
    "fixes": fixed,
    "format": formatted,
}


def run(name: str, games: int, first: int = 0) -> tuple[int, int]:
    """How many statements of a kind were looked at, and how many are false."""
    found = [true for seed in range(first, first + games) for true in CHECKS[name](seed)]
    return len(found), found.count(False)


def main() -> int:
    """Run the checks, and print what they found."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--games", type=int, default=2_000)
    asked = parser.parse_args()
    false = 0
    for name in CHECKS:
        count, wrong = run(name, asked.games)
        false += wrong
        print(f"{name:8}  {count:8,} statements  {wrong:5,} false", flush=True)
    return 1 if false else 0


if __name__ == "__main__":
    sys.exit(main())
