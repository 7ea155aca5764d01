"""GDL played by clingo: answer sets are sequences of moves."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.translation import kif
from tests.translation.counting import Counts

clingo = pytest.importorskip("clingo")


def count(text: str, depth: int) -> Counts:
    """Perft and ends of a GDL text down to a depth."""
    rules = kif.read(text)
    program = kif.program(rules)
    perft, ends = [], []
    for length in range(depth + 1):
        found, over = models(program, length)
        perft.append(found)
        ends.append(over)
    return perft, ends


def models(program: str, length: int) -> tuple[int, Counter[str]]:
    """How many sequences of a length there are, and how those end after which the game is over."""
    control = clingo.Control(["--models=0", "-c", f"n={length}"], message_limit=0)
    control.add("base", [], program)
    control.ground([("base", [])])
    over: Counter[str] = Counter()
    found = 0
    with control.solve(yield_=True) as handle:
        for model in handle:
            found += 1
            for symbol in model.symbols(shown=True):
                over[symbol.arguments[0].name] += 1
    return found, over
