"""`sbg bench`: measure how fast the engine plays games (perft, random games, time to first move)."""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from importlib.metadata import version
from typing import Annotated, Literal

from cyclopts import App, Parameter

import sbg
from sbg import _core
from sbg.app.cli import inputs, options, terminal
from sbg.app.cli.progress import Progress
from sbg.app.cli.terminal import bold, out
from sbg.base import bounds
from sbg.engine.runs import Device

app = App(
    name="bench",
    usage="Usage: sbg bench [OPTIONS] [GAME]...",
    help_epilogue="""\
For each game: the time from its text to its first legal moves, the memory of its tables, the
speed of perft (move sequences counted) and of random games (plies played), and how
random games end. Both are measured from the initial position, for --seconds each.

Examples:
  sbg bench                            gardner, breakthrough and chess
  sbg bench ./my-game.sbg --seconds 5
  sbg bench chess xiangqi --threads 2 --json
  sbg bench chess --device cuda        on a GPU; ready counts compiling the kernels""",
)

DEFAULT = ("gardner", "breakthrough", "chess")
_MOST_GAMES = 1 << 40  # at one go; games that are over at once take no time at all
_GAMES_ON_GPU = 1 << 16  # to begin with
MOST_PLIES = 10_000
"""Random games are cut off here: a game without an end would be measured for ever."""


@dataclass(frozen=True)
class Measured:
    """What was measured of one game."""

    game: str
    width: int
    height: int
    ready_s: float
    """From the text to the first legal moves."""
    table_bytes: int
    perft_depth: int
    perft_leaves: int
    perft_leaves_per_s: float
    playouts: int
    playout_moves_per_s: float
    playout_mean_plies: float
    white: int
    black: int
    draws: int
    cut_off_at: int | None
    """The turn limit of the random games where it is not that of the game."""


@app.default
def bench(
    *games: options.Game,
    seconds: Annotated[
        options.Seconds, Parameter(help="How long to measure perft, and random games (1).")
    ] = 1.0,
    threads: options.Threads = 1,
    device: Annotated[
        Literal["cpu", "cuda"], Parameter(help="Play on the processor or on an NVIDIA GPU (cpu).")
    ] = "cpu",
    json: options.Json = False,
) -> int:
    """Measure, and write a table."""
    names = games or DEFAULT
    loaded = []
    for name in names:  # all of them before the first measurement, in case one has errors
        begun = time.perf_counter()
        game = inputs.load_game(name)
        game.start.moves  # noqa: B018 - makes the tables
        if device == "cuda":  # compiles the kernels
            sbg.playouts(game, 1, device=device)
            sbg.perft(game, 2, device=device)
        loaded.append((game, time.perf_counter() - begun))
    results = []
    with Progress() as progress:
        for number, (game, ready) in enumerate(loaded):
            share = _Share(progress.show, number / len(loaded), 1 / len(loaded))
            results.append(measure(game, ready, seconds, threads, share, device))
    if json:
        where = {**machine(), "threads": threads, "device": device}
        terminal.out_json({**where, "games": list(map(asdict, results))})
        return 0
    _table(names, results)
    return 0


def machine() -> dict[str, object]:
    """Where the numbers come from."""
    return {
        "sbg": version("simplified-boardgames"),
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
        "cores": os.cpu_count(),
        "compiler": _core.compiler(),
        "bmi2": _core.has_bmi2() and not os.environ.get("SBG_NO_BMI2"),
    }


class _Share:
    """Reports a part of the work as a part of the whole."""

    def __init__(self, report: Callable[[float], None], done: float, part: float) -> None:
        self.report, self.done, self.part = report, done, part

    def __call__(self, done: float) -> None:
        self.report(self.done + self.part * min(done, 1.0))


def measure(
    game: sbg.Game,
    ready: float,
    seconds: float,
    threads: int,
    report: Callable[[float], None],
    device: Device = "cpu",
) -> Measured:
    """Perft and random games from the initial position; `report` hears what share is done."""
    depth, leaves, rate = _perft(
        game.start, seconds, threads, lambda done: report(done / 2), device
    )
    limit = min(game.turn_limit, MOST_PLIES)
    cut = replace(game.description, turn_limit=limit)
    start = sbg.Game(cut, game.automata).start
    results, moves = _playouts(start, seconds, threads, lambda done: report(0.5 + done / 2), device)
    return Measured(
        game=game.name,
        width=game.width,
        height=game.height,
        ready_s=round(ready, 6),
        table_bytes=game.rules.table_bytes,
        perft_depth=depth,
        perft_leaves=leaves,
        perft_leaves_per_s=round(rate),
        playouts=results.games,
        playout_moves_per_s=round(moves),
        playout_mean_plies=round(results.plies / results.games, 2),
        white=results.white,
        black=results.black,
        draws=results.draws,
        cut_off_at=limit if limit < game.turn_limit else None,
    )


def _perft(
    start: sbg.Position,
    seconds: float,
    threads: int,
    report: Callable[[float], None],
    device: Device,
) -> tuple[int, int, float]:
    """The greatest depth that can be counted in time, the number there, and numbers a second."""
    begun = time.perf_counter()
    depth, leaves, last = 0, 1, 0.0
    while depth < bounds.MAX_DEPTH:
        before = time.perf_counter()
        count = sbg.perft(start, depth + 1, threads, device=device)
        took = time.perf_counter() - before
        if count < leaves:  # games begin to be over by then
            break
        growth = count / leaves
        depth, leaves, last = depth + 1, count, took
        report((time.perf_counter() - begun) / seconds)
        if took > seconds / 100 and took * growth > seconds:
            break
    if not depth:  # there is no move at all
        return 0, 1, 0.0
    # A small count is made again and again, so that its time can be told.
    total, spent = leaves, last
    while spent < seconds / 2:
        before = time.perf_counter()
        total += sbg.perft(start, depth, threads, device=device)
        spent += time.perf_counter() - before
        report((time.perf_counter() - begun) / seconds)
    return depth, leaves, total / spent


def _playouts(
    start: sbg.Position,
    seconds: float,
    threads: int,
    report: Callable[[float], None],
    device: Device,
) -> tuple[sbg.Playouts, float]:
    """The results of random games for so long, and plies a second."""
    begun = time.perf_counter()
    games, seed = (threads if device == "cpu" else _GAMES_ON_GPU), 0
    white = black = draws = plies = 0
    while True:
        before = time.perf_counter()
        part = sbg.playouts(start, games, seed, threads, device=device)
        now = time.perf_counter()
        white, black, draws = white + part.white, black + part.black, draws + part.draws
        plies += part.plies
        report((now - begun) / seconds)
        if now - begun >= seconds:
            break
        seed += 1
        if now - before < seconds / 20:  # larger parts, while there is time to hear Ctrl-C
            games = min(2 * games, _MOST_GAMES)
    return sbg.Playouts(white, black, draws, plies), plies / (time.perf_counter() - begun)


def _table(names: tuple[str, ...], results: list[Measured]) -> None:
    heads = ["game", "board", "ready", "tables", "perft", "leaves/s", "moves/s", "plies"]
    rows = [[*heads, "white", "black", "draws"]]
    for name, found in zip(names, results, strict=True):
        label = "-" if name == inputs.STDIN else name
        rows.append(
            [
                label,
                f"{found.width}×{found.height}",
                f"{found.ready_s * 1e3:.1f} ms",
                f"{_short(found.table_bytes)}B",
                f"{found.perft_leaves:,} ({found.perft_depth})",
                _short(found.perft_leaves_per_s),
                _short(found.playout_moves_per_s),
                f"{found.playout_mean_plies:.1f}",
                *(
                    f"{count / found.playouts:.1%}"
                    for count in (found.white, found.black, found.draws)
                ),
            ]
        )
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for number, row in enumerate(rows):
        first, *rest = row
        cells = [f"{first:<{widths[0]}}"]
        cells += [f"{cell:>{width}}" for cell, width in zip(rest, widths[1:], strict=True)]
        line = "  ".join(cells)
        out(line if number else bold(line))
    for name, found in zip(names, results, strict=True):
        if found.cut_off_at is not None:
            terminal.note(f"{name}: random games were ended after {found.cut_off_at} plies")


def _short(number: float) -> str:
    """A number with three digits: `8.26 M`."""
    for unit in ("", "k", "M", "G"):
        if number < 999.5 or unit == "G":
            digits = 0 if number >= 99.95 or not unit else 1 if number >= 9.995 else 2
            return f"{number:.{digits}f} {unit}"
        number /= 1000
    raise AssertionError
