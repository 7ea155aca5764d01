"""A position in; counts of move sequences and results of random games out: the core's long calls.

They run without the interpreter's lock, in as many threads as asked for, and Ctrl-C ends them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from sbg.engine.game import Position
from sbg.model import Move


@dataclass(frozen=True, slots=True)
class Playouts:
    """Results of random games: how many white and black won, how many were drawn, and their moves together."""

    white: int
    black: int
    draws: int
    plies: int

    @property
    def games(self) -> int:
        """The number of games."""
        return self.white + self.black + self.draws


def perft(position: Position, depth: int, threads: int = 1, hash_mb: int = 0) -> int:
    """The number of move sequences of a length from a position.

    With `hash_mb` megabytes of memory, positions that are reached in several ways are counted once.
    """
    return position._native.perft(depth, threads, hash_mb << 20)


def divide(
    position: Position, depth: int, threads: int = 1, hash_mb: int = 0
) -> list[tuple[Move, int]]:
    """Perft split by the first move."""
    counts = position._native.divide(depth, threads, hash_mb << 20)
    return cast(list[tuple[Move, int]], counts)


def playouts(position: Position, n: int, seed: int = 0, threads: int = 1) -> Playouts:
    """The results of n random games, each move uniform over the legal ones.

    They depend on the seed alone, not on the number of threads.
    """
    return Playouts(*position._native.playouts(n, seed & 0xFFFF_FFFF_FFFF_FFFF, threads))
