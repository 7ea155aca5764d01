"""Random games of ordinary size, made from a number: boards of side 6 to 14 with nested rules of every shape.

The strategies of `tests/strategies.py` prefer small games, because small ones are good at finding mistakes. These
are as large as games that people invent, for measuring.
"""

from __future__ import annotations

import random

from sbg.language.model import Letter, Power, Regexp
from sbg.language.model.regexp import concat, sum_of, written_out
from tests.strategies import MOST_WRITTEN_OUT


def text(seed: int) -> str:
    """The text of the game with this number."""
    chooser = random.Random(seed)
    width, height = chooser.randint(6, 14), chooser.randint(6, 14)
    kinds = chooser.sample("ABCPQXZ", chooser.randint(2, 5))
    both = [letter for kind in kinds for letter in (kind, kind.lower())]
    filled = chooser.uniform(0.1, 0.5)
    rows = [
        "".join(chooser.choice(both) if chooser.random() < filled else "." for _ in range(width))
        for _ in range(height)
    ]
    board = "\n".join(f"|{row}|" for row in rows)
    rules = "\n".join(f"{kind} {rule(chooser, width, height)} &" for kind in kinds)
    return f"<<Ordinary>>\n<BOARD>\n{width} {height}\n{board}\n<PIECES>\n{rules}\n<GOALS>\n100 &\n"


def rule(chooser: random.Random, width: int, height: int, least: int = 6, most: int = 40) -> Regexp:
    """A random rule: mostly nested, with so many letters, else a sum of leaps and rides."""
    while True:
        if chooser.random() < 0.9:
            made = _nested(chooser, width, height, chooser.randint(least, most))
        else:
            made = sum_of([_common(chooser, width, height) for _ in range(chooser.randint(2, 6))])
        if written_out(made) <= MOST_WRITTEN_OUT:
            return made


def _nested(chooser: random.Random, width: int, height: int, leaves: int) -> Regexp:
    if leaves <= 1:
        return Letter(_step(chooser, width), _step(chooser, height), chooser.choice("epw"))
    shape = chooser.random()
    if shape < 0.3:
        return Power(
            _nested(chooser, width, height, leaves - 1), chooser.choice([None, None, 0, 1, 2, 3, 4])
        )
    count = chooser.randint(2, min(4, leaves))
    parts = [_nested(chooser, width, height, max(1, leaves // count)) for _ in range(count)]
    return concat(parts) if shape < 0.65 else sum_of(parts)


def _common(chooser: random.Random, width: int, height: int) -> Regexp:
    step = _step(chooser, width), _step(chooser, height)
    if chooser.random() < 0.5:
        return Letter(*step, chooser.choice("eppw"))
    return concat([Power(Letter(*step, "e"), None), Letter(*step, chooser.choice("epw"))])


def _step(chooser: random.Random, side: int) -> int:
    far = side - 1 if chooser.random() < 0.3 else 2
    return chooser.randint(-far, far)
