"""Perft, counts of finished games, and random games: the long calls of the native core.

They run without the interpreter's lock, in as many threads as asked for, and Ctrl-C ends them.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Literal, TypeAlias

from sbg import _core
from sbg._core import Stop as Stop
from sbg.base import bounds, numbers
from sbg.base.errors import shown
from sbg.base.named import Name
from sbg.engine.game import Game, Position, position_of

Device: TypeAlias = Literal["cpu", "cuda"]
"""Where to play: the processor, or an NVIDIA GPU."""


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


_local = threading.local()


def check_stop() -> None:
    """Raise Stopped if this thread has been told to stop: for long loops in Python."""
    stop: Stop | None = getattr(_local, "stop", None)
    if stop is not None and stop.is_set():
        raise Stopped


@contextmanager
def stopping(stop: Stop | None) -> Iterator[None]:
    """While it lasts, `stop.set()`, called in any thread, ends every long call of this thread, which raises Stopped.

    Of several around each other the innermost counts. What runs in other processes ends when its next result is asked
    for.
    """
    before: Stop | None = getattr(_local, "stop", None)
    if stop is None:
        yield
        return
    _core.stop_calls(stop)
    _local.stop = stop
    try:
        yield
    finally:
        _local.stop = before
        _core.stop_calls(before)


def perft(
    position: Position | Game | Name,
    depth: int,
    threads: int = 1,
    hash_megabytes: int = 0,
    *,
    stop: Stop | None = None,
    device: Device = "cpu",
    hash_mb: int | None = None,
) -> int:
    """The number of move sequences of a length from a position, or from the start of a game.

    With a transposition table of `hash_megabytes`, positions that are reached in several ways are counted once. `stop`
    ends the count from another thread, which raises Stopped. With `device="cuda"` a GPU counts, each position by
    itself; then there are neither `threads` nor `hash_megabytes`. CudaError if there is no GPU. `hash_mb` is an old
    name of `hash_megabytes`.
    """
    if hash_mb is not None:
        hash_megabytes = hash_mb
    megabytes = numbers.whole(hash_megabytes, "hash_megabytes", 0, bounds.MAX_HASH_MEGABYTES)
    whole = position_of(position, "perft")
    native = whole._native
    if on_gpu(device):
        plies = numbers.whole(depth, "depth", 0, bounds.MAX_DEPTH)
        if megabytes:
            raise ValueError(
                "hash_megabytes is for the device 'cpu': a GPU counts each position by itself"
            )
        return _perft_on_gpu(whole, plies, stop)
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


def ends(
    position: Position | Game | Name,
    depth: int,
    threads: int | None = None,
    *,
    stop: Stop | None = None,
) -> tuple[Ended, ...]:
    """The finished games from a position, by their length from 0 to `depth` plies.

    Each sequence of moves after which the game is over is one game. Two games are equal to a depth if both perft and
    ends are: perft alone does not see who won. All processor cores are used unless `threads` says how many. `stop` ends
    the count from another thread, and it raises Stopped.
    """
    native = position_of(position, "ends")._native
    workers = min(os.cpu_count() or 1, _core.MOST_THREADS) if threads is None else threads
    with stopping(stop):
        counts = native.ends(depth, workers)
    return tuple(
        Ended(plies, count.white, count.black, count.draws) for plies, count in enumerate(counts)
    )


def playouts(
    position: Position | Game | Name,
    n: int,
    seed: int = 0,
    threads: int = 1,
    *,
    stop: Stop | None = None,
    device: Device = "cpu",
) -> Playouts:
    """The results of n random games, each move uniform over the legal ones.

    They depend on the seed alone, not on the number of threads. `stop` ends them from another thread, which raises
    Stopped. With `device="cuda"` a GPU plays, which needs no
    `threads`: a seed then stands for other games, the same on every GPU. CudaError if there is none.
    """
    number = numbers.seed_bits(seed)
    games = numbers.whole(n, "n", 0, bounds.MAX_NODES)
    whole = position_of(position, "playouts")
    if on_gpu(device):
        return _playouts_on_gpu(whole, games, number)
    with stopping(stop):
        tally = whole._native.playouts(games, number, threads)
    return Playouts(tally.white, tally.black, tally.draws, tally.plies)


def on_gpu(device: Device) -> bool:
    """Whether a device is the GPU; ValueError if it is none that there is."""
    if device not in ("cpu", "cuda"):
        raise ValueError(f"device is 'cpu' or 'cuda', not {shown(device)}")
    return device == "cuda"


def _playouts_on_gpu(position: Position, games: int, seed: int) -> Playouts:
    from sbg.engine.gpu import runs
    from sbg.engine.gpu.gpu import gpu

    device = gpu()
    if position.outcome is not None:
        winner = position.outcome.winner
        return Playouts(
            games * (winner == "white"), games * (winner == "black"), games * (winner is None), 0
        )
    board = position._native.board
    return Playouts(*runs.playouts(device, position.game.plan, board, position.ply, games, seed))


def _perft_on_gpu(position: Position, depth: int, stop: Stop | None) -> int:
    from sbg.engine.gpu import runs
    from sbg.engine.gpu.gpu import gpu

    device = gpu()
    if depth <= 1:
        return position._native.perft(depth, 1, 0, stop)
    # A sequence that would pass the turn limit does not exist.
    if position.outcome is not None or position.ply + depth > position.game.turn_limit:
        return 0

    def check() -> None:
        if stop is not None and stop.is_set():
            raise Stopped

    counter = runs.Perft(device, position.game.plan, check)
    return counter.count(position._native.board, position.ply, depth)
