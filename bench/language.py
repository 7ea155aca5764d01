"""How fast game files are read, and how fast the reference plays.

Times are processor times, so that other work on the machine counts little; the start of the command is also given in
seconds of the clock, which is what a person waits.
"""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections.abc import Callable
from importlib.resources import files
from statistics import median
from typing import Any

import sbg
from bench.tables import table
from bench.timing import best
from sbg.language import syntax
from sbg.language.syntax import Source

SIZES = (1_000, 10_000, 100_000, 1_000_000)
"""Lengths of files in bytes, for the growth of the cost."""

LIMITS = {"start": 0.25, "clock": 0.25, "warm": 0.005, "reference": 1.0}
"""The most that each measurement may take, in seconds."""


def measure(quick: bool, say: Callable[[str], None]) -> dict[str, Any]:
    """All measurements; seconds, the best of several."""
    repeats = 3 if quick else 10
    text = files("sbg.language.games").joinpath("gardner.sbg").read_text(encoding="utf-8")
    say("language: start of the command")
    cpu, clock = zip(*(_start() for _ in range(repeats)), strict=True)
    say("language: parse and check")
    growth = {str(size): _warm(_reader(sized(size)), repeats) for size in SIZES}
    say("language: random games on the reference")
    games = [_game(seed) for seed in range(repeats)]
    return {
        "start": min(cpu),
        "clock": min(clock),
        "warm": _warm(_reader(text), repeats * 10),
        "growth": growth,
        "reference": {
            "seconds": median(seconds for seconds, _ in games),
            "plies": median(plies for _, plies in games),
        },
    }


def _start() -> tuple[float, float]:
    """Seconds of the processor and of the clock that `sbg check` takes for Gardner, start-up included."""
    path = str(files("sbg.language.games").joinpath("gardner.sbg"))
    used = _children()
    started = time.perf_counter()
    subprocess.run([sys.executable, "-m", "sbg", "check", path], check=True, capture_output=True)
    return _children() - used, time.perf_counter() - started


def _children() -> float:
    """Processor time of all child processes so far; 0 where the system does not tell."""
    if sys.platform == "win32":
        return 0.0
    import resource

    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _warm(call: Callable[[], None], repeats: int) -> float:
    call()
    return best(call, repeats)


def _reader(text: str) -> Callable[[], None]:
    def read() -> None:
        checked = syntax.check(syntax.parse(Source("bench.sbg", text)))
        assert checked.description is not None, checked.diagnostics

    return read


def sized(size: int) -> str:
    """A file of about so many bytes: as many rules and alternatives as fit."""
    board = "<<Long>>\n<BOARD>\n8 8\n" + "|........|\n" * 8 + "<PIECES>\n"
    goals = "<GOALS>\n100 &\n"
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[: max(1, min(26, size // 500))]
    chooser = random.Random(size)
    per_rule = (size - len(board) - len(goals)) // len(letters)
    rules = []
    for letter in letters:
        parts: list[str] = []
        length = 6
        while length < per_rule:
            x, y, on = chooser.randint(-7, 7), chooser.randint(-7, 7), chooser.choice("epw")
            part = f"({x},{y},{on})" + chooser.choice(["", "", "^*", "^2"])
            parts.append(part)
            length += len(part) + 3
        rules.append(f"{letter} " + " + ".join(parts) + " &\n")
    return board + "".join(rules) + goals


def _game(seed: int) -> tuple[float, int]:
    """Seconds and plies of a random game of Gardner on the reference."""
    chooser = random.Random(seed)
    position = sbg.reference.Position(sbg.load("gardner"))
    started = time.process_time()
    while position.outcome is None:
        position = position.play(chooser.choice(position.moves))
    return time.process_time() - started, position.ply


def _random_game(plies: float) -> str:
    return f"a random Gardner game on the reference ({plies:.0f} plies)"


def render(found: dict[str, Any]) -> str:
    """The tables."""
    game = found["reference"]
    rows = [
        ["`sbg check` of Gardner, processor", found["start"], LIMITS["start"]],
        ["`sbg check` of Gardner, clock", found["clock"], LIMITS["clock"]],
        ["parse and check Gardner, warm", found["warm"], LIMITS["warm"]],
        [_random_game(game["plies"]), game["seconds"], LIMITS["reference"]],
    ]
    costs = table(
        ["the language", "ms", "at most"],
        [[name, f"{1000 * took:.2f}", f"{1000 * most:.0f}"] for name, took, most in rows],
    )
    growth = table(
        ["parse and check", "ms", "ns per byte"],
        [
            [f"{int(size):,} bytes", f"{1000 * took:.2f}", f"{1e9 * took / int(size):.0f}"]
            for size, took in found["growth"].items()
        ],
    )
    return f"{costs}\n\n{growth}"
