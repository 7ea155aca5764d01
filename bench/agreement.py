"""Plays generated games on the native engine and the reference, and counts how often they agree.

    python bench/agreement.py                   games 0 to 49,999, resumed where the last run stopped
    python bench/agreement.py --games 1000      fewer
    python bench/agreement.py --seed 123        one game again: prints it, and where the engines differ

A game is made from its number alone. Small boards with odd rules find most mistakes; every tenth game is of ordinary
size. Each is built in the default form and in one of the others, and both forms play the same random moves as the
reference: moves, outcome and position must be equal after each. Progress goes to `agreement.json` in the current folder
after every hundred games; a disagreement ends the run with status 1.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from itertools import islice
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import sbg  # noqa: E402
from sbg import reference  # noqa: E402
from tests import ordinary  # noqa: E402
from tests.engine.test_agreement import FORMS, build  # noqa: E402

PLIES = 8
"""Moves played in each game."""


def small(seed: int) -> str:
    """The text of a small game: sides 4 to 8, rules of up to ten letters before powers are written out."""
    chooser = random.Random(f"small {seed}")
    width, height = chooser.randint(4, 8), chooser.randint(4, 8)
    kinds = chooser.sample("ABCPQXZ", chooser.randint(1, 4))
    both = [letter for kind in kinds for letter in (kind, kind.lower())]
    filled = chooser.uniform(0.2, 0.8)
    rows = [
        "".join(chooser.choice(both) if chooser.random() < filled else "." for _ in range(width))
        for _ in range(height)
    ]
    board = "\n".join(f"|{row}|" for row in rows)
    rules = "\n".join(f"{kind} {ordinary.rule(chooser, width, height, 1, 10)} &" for kind in kinds)
    goals = "".join(
        f"#{piece} {chooser.randint(0, 3)} &\n" for piece in islice(both, chooser.randint(0, 2))
    )
    if chooser.random() < 0.5:
        square = f"{chooser.randrange(width)} {chooser.randrange(height)}"
        goals += f"@{chooser.choice(both)} {square} &\n"
    limit = chooser.randint(1, 40)
    return (
        f"<<Small>>\n<BOARD>\n{width} {height}\n{board}\n<PIECES>\n{rules}\n"
        f"<GOALS>\n{limit} &\n{goals}"
    )


def text(seed: int) -> str:
    """The text of the game with this number."""
    return ordinary.text(seed) if seed % 10 == 9 else small(seed)


def difference(seed: int) -> tuple[str, int]:
    """Where the engines differ, or nothing; and the positions that were compared."""
    description = sbg.parse(text(seed)).description
    chooser = random.Random(f"moves {seed}")
    other = list(FORMS)[1 + seed % (len(FORMS) - 1)]
    ours = {form: build(description, **FORMS[form]).start for form in ("default", other)}
    theirs = reference.Position(description)
    for ply in range(PLIES + 1):
        for form, position in ours.items():
            for what in ("fen", "outcome", "moves"):
                if getattr(position, what) != getattr(theirs, what):
                    return f"{form}, ply {ply}, {theirs.fen}: {what} differ", ply + 1
        if not theirs.moves:
            break
        move = chooser.choice(theirs.moves)
        ours = {form: position.play(move) for form, position in ours.items()}
        theirs = theirs.play(move)
    return "", ply + 1


def main() -> None:
    """Compare, and say how many games agreed."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=50_000)
    parser.add_argument("--seed", type=int, help="one game only")
    parser.add_argument("--file", type=Path, default=Path("agreement.json"))
    chosen = parser.parse_args()
    if chosen.seed is not None:
        found, positions = difference(chosen.seed)
        print(text(chosen.seed), end="")
        print(found or f"both agree on {positions} positions")
        sys.exit(bool(found))
    state = {"games": 0, "positions": 0}
    if chosen.file.exists():
        state = json.loads(chosen.file.read_text())
    while state["games"] < chosen.games:
        seed = state["games"]
        found, positions = difference(seed)
        if found:
            sys.exit(f"game {seed}: {found}")
        state = {"games": seed + 1, "positions": state["positions"] + positions}
        if state["games"] % 100 == 0 or state["games"] == chosen.games:
            chosen.file.write_text(json.dumps(state))
    print(f"{state['games']:,} games agree, {state['positions']:,} positions")


if __name__ == "__main__":
    main()
