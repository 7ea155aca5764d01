"""Fairy-Stockfish set up to play a bundled game, if it is installed and agrees on the rules.

It is another program in a process of its own, for development only. The game is translated for it; whether it plays the
same game is also checked by counting: both must have as many lines of play from the start, to a depth at which kings
fall and pawns arrive.
"""

from __future__ import annotations

import contextlib
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import sbg

NAMES = ("fairy-stockfish", "/usr/games/fairy-stockfish")

DEPTHS = {"breakthrough": 5, "gardner": 7}
"""The games of the matches, and how deep to count the lines of play that both programs must agree on."""


def find() -> str | None:
    """The program, if it is installed."""
    return next(filter(None, map(shutil.which, NAMES)), None)


@contextlib.contextmanager
def engine(game: sbg.Game, name: str) -> Iterator[str]:
    """The player's name that has Fairy-Stockfish play a game; RuntimeError if it plays another one."""
    depth = DEPTHS.get(name, 3)
    text = sbg.translate(game, "fsf", allow=["turn-limit"]).text
    variant = re.findall(r"^\[([^]]+)\]", text, re.MULTILINE)[0]
    with tempfile.TemporaryDirectory(prefix="sbg-") as folder:
        file = Path(folder) / "variants.ini"
        file.write_text(text, encoding="utf-8")
        options = {"VariantPath": str(file), "UCI_Variant": variant}
        ours, theirs = sbg.perft(game.start, depth), _perft(options, depth)
        if ours != theirs:
            raise RuntimeError(
                f"{name}: {ours} lines of {depth} plies here, {theirs} there; custom pieces need Fairy-Stockfish 14"
            )
        words = " ".join(f"{key}={value}" for key, value in options.items())
        yield f"uci:{words} Threads=1 Hash=32 {find()}"


def _perft(options: dict[str, str], depth: int) -> int:
    commands = [f"setoption name {key} value {value}" for key, value in options.items()]
    commands += ["position startpos", f"go perft {depth}", "quit"]
    done = subprocess.run(
        [str(find())],
        input="\n".join(commands) + "\n",
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
    )
    lines = [line for line in done.stdout.splitlines() if line.startswith("Nodes searched")]
    return int(lines[-1].split(":")[1])
