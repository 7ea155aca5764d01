"""Games that fall apart: a proof of who wins a game whose parts do not touch each other and are heaps of Nim."""

from __future__ import annotations

from sbg.engine import Game
from sbg.profiling.result import Proof
from sbg.solving.sums import nim_sum


def prove(game: Game) -> Proof | None:
    """Who wins a game that is a sum of heaps of Nim; None if it is none."""
    found = nim_sum(game.start)
    return None if found is None else Proof(found.winner, None, len(found.values), "sum")
