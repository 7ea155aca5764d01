"""Perft and random games: the long calls of the core.

They run without the interpreter's lock, in as many threads as asked for, and Ctrl-C ends them.
"""

from __future__ import annotations

import operator
import os
from dataclasses import dataclass

from sbg import _core, bounds
from sbg._core import Stop as Stop
from sbg.engine.game import Game, Position, position_of


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


class Stopped(Exception):  # noqa: N818 - no error: somebody wanted it to end
    """A long call that was stopped before its end."""


def perft(
    position: Position | Game,
    depth: int,
    threads: int = 1,
    hash_mb: int = 0,
    *,
    stop: Stop | None = None,
) -> int:
    """The number of move sequences of a length from a position, or from the start of a game.

    With `hash_mb` megabytes of memory, positions that are reached in several ways are counted once. `stop` ends the
    count from another thread, which raises Stopped.
    """
    megabytes = _core.whole(hash_mb, "hash_mb", 0, bounds.MAX_HASH_MEGABYTES)
    native = position_of(position, "perft")._native
    count = native.perft(depth, threads, megabytes << 20, stop)
    if stop is not None and stop.is_set():
        raise Stopped
    return count


@dataclass(frozen=True, slots=True)
class Ended:
    """How many games of one length, in plies, end with a win of white, a win of black, or a draw."""

    plies: int
    white: int
    black: int
    draws: int

    @property
    def games(self) -> int:
        """All games of that length."""
        return self.white + self.black + self.draws


def ends(position: Position | Game, depth: int, threads: int | None = None) -> tuple[Ended, ...]:
    """The finished games from a position, by their length from 0 to `depth` plies.

    Each sequence of moves after which the game is over is one game. Two games are equal to a depth if both perft and
    ends are: perft alone does not see who won. All processor cores are used unless `threads` says how many.
    """
    native = position_of(position, "ends")._native
    workers = min(os.cpu_count() or 1, _core.MOST_THREADS) if threads is None else threads
    return tuple(
        Ended(plies, count.white, count.black, count.draws)
        for plies, count in enumerate(native.ends(depth, workers))
    )


def playouts(position: Position | Game, n: int, seed: int = 0, threads: int = 1) -> Playouts:
    """The results of n random games, each move uniform over the legal ones.

    They depend on the seed alone, not on the number of threads.
    """
    number = _seed(seed)
    games = _core.whole(n, "n", 0, bounds.MAX_NODES)
    tally = position_of(position, "playouts")._native.playouts(games, number, threads)
    return Playouts(tally.white, tally.black, tally.draws, tally.plies)


def _seed(seed: int) -> int:
    try:
        return operator.index(seed) & 0xFFFF_FFFF_FFFF_FFFF
    except TypeError:
        raise TypeError(f"seed is a whole number, not {type(seed).__name__}") from None
