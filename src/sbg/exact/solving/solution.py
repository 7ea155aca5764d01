"""`Solution`: the exact value of a position, with a best line."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from sbg.language.model import Move

Value: TypeAlias = Literal["white", "black", "draw"]
"""Who wins with best play on both sides."""

Method: TypeAlias = Literal["table", "reachable", "proof"]
"""How a value was found: a table of all positions, one of those that can be reached, or a proof of this one alone."""


@dataclass(frozen=True, slots=True)
class Solution:
    """The exact value of a position, its turn limit respected.

    `plies` is how long the game lasts when the winner hurries and the loser delays; None for a draw. `line` is best
    play for both sides. `certificate` is the file, if one was written, with which others can check the value.
    """

    value: Value
    plies: int | None
    line: tuple[Move, ...]
    method: Method
    certificate: Path | None = None
    exact: bool = True
    """Whether nobody can do better; a proof may know only that a win takes so many plies at most."""
    positions: int = 0
    """Entries of the table that was made for it."""

    def __str__(self) -> str:
        if self.plies is None:
            return "a draw with best play"
        most = "" if self.exact else "at most "
        return f"{self.value} wins in {most}{self.plies} {'ply' if self.plies == 1 else 'plies'}"
