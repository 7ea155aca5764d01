"""Games in; how fast a GPU plays them, and whether it plays as this processor does.

    python -m bench.cuda chess gardner            # random moves and perft, a second each
    python -m bench.cuda --check chess gardner    # the same games as the kernels compiled for this processor, and perft

The check needs a C++ compiler. Run it under `compute-sanitizer --tool memcheck` too.
"""

from __future__ import annotations

import argparse
import time

import sbg
from sbg.cuda import runs
from sbg.cuda.device import Device
from sbg.cuda.gpu import gpu
from tests.cuda.twin import HostDevice

GAMES = (
    "breakthrough",
    "knightthrough",
    "gardner",
    "chess",
    "xiangqi",
    "grasshopper-chess",
    "leapfrog",
)
SEED = 7


def check(name: str, device: Device, games: int = 400, depth: int = 3) -> tuple[bool, bool]:
    """Whether random games are those of the kernels compiled for this processor, and whether perft is the engine's."""
    game = sbg.load(name)
    board = game.start._native.board
    found, wanted = (
        runs.playouts(where, game.plan, board, 0, games, SEED) for where in (device, HostDevice())
    )
    counted = runs.Perft(device, game.plan).count(board, 0, depth)
    return found == wanted, counted == sbg.perft(game, depth)


def moves_per_second(name: str, device: Device, seconds: float) -> float:
    """Random moves a second, in games from the initial position to their ends."""
    game = sbg.load(name)
    board = game.start._native.board
    games = device.parallel
    while True:
        begun = time.perf_counter()
        plies = runs.playouts(device, game.plan, board, 0, games, SEED)[3]
        took = time.perf_counter() - begun
        if took >= seconds:
            return plies / took
        games *= 2 if took > seconds / 4 else 4


def leaves_per_second(name: str, device: Device, seconds: float) -> tuple[int, float]:
    """Perft from the initial position: the first depth that takes so long, and sequences counted a second there."""
    game = sbg.load(name)
    counter = runs.Perft(device, game.plan)
    for depth in (2, 3):  # each compiles kernels for the last plies of one side
        if depth <= game.turn_limit:
            counter.count(game.start._native.board, 0, depth)
    best = (2, 0.0)
    for depth in range(2, min(game.turn_limit, 40) + 1):
        begun = time.perf_counter()
        count = counter.count(game.start._native.board, 0, depth)
        took = time.perf_counter() - begun
        if not count:
            break
        best = depth, count / took
        if took >= seconds / 8:  # the next would take too long
            break
    return best


def main() -> None:
    """Check or measure the games of the command line."""
    parser = argparse.ArgumentParser(prog="python -m bench.cuda", description=__doc__)
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--seconds", type=float, default=1.0)
    options = parser.parse_args()
    device = gpu()
    print(device.name, flush=True)
    for name in options.games:
        if options.check:
            same, right = check(name, device)
            print(f"{name:18} same games as on the processor: {same}; perft: {right}", flush=True)
            continue
        begun = time.perf_counter()
        device.kernels(sbg.load(name).plan, "playouts")
        runs.Perft(device, sbg.load(name).plan).count(sbg.load(name).start._native.board, 0, 2)
        ready = time.perf_counter() - begun
        moves = moves_per_second(name, device, options.seconds)
        depth, leaves = leaves_per_second(name, device, options.seconds)
        print(
            f"{name:18} ready {ready:.2f} s, {moves / 1e9:.2f} G random moves/s,"
            f" perft {depth} at {leaves / 1e9:.1f} G/s",
            flush=True,
        )


if __name__ == "__main__":
    main()
