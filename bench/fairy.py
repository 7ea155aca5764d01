"""A bundled game in; Fairy-Stockfish set up to play the same game out, if it is installed and agrees on the rules.

It is another program in a process of its own, for development only. Whether it plays the same game is found out by
counting: both must have as many lines of play from the start, to a depth at which kings fall and pawns arrive.
"""

from __future__ import annotations

import contextlib
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import sbg

NAMES = ("fairy-stockfish", "/usr/games/fairy-stockfish")

GARDNER = """\
[sbg-gardner]
maxRank = 5
maxFile = 5
startFen = rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1
pawn = p
knight = n
bishop = b
rook = r
queen = q
# The king may be left en prise, and who has none has lost.
king = -
commoner = k
extinctionValue = loss
extinctionPieceTypes = k
checking = false
castling = false
doubleStep = false
promotionRank = 5
promotionPieceTypes = -
mandatoryPawnPromotion = false
flagPiece = p
whiteFlag = *5
blackFlag = *1
stalemateValue = loss
nMoveRule = 0
nFoldRule = 0
"""

VARIANTS = {"breakthrough": ("breakthrough", None, 5), "gardner": ("sbg-gardner", GARDNER, 7)}
"""By game: the variant's name, its description if it is not built in, and how deep to count."""


def find() -> str | None:
    """The program, if it is installed."""
    return next(filter(None, map(shutil.which, NAMES)), None)


@contextlib.contextmanager
def engine(game: sbg.Game, name: str) -> Iterator[str]:
    """The player's name that has Fairy-Stockfish play a game; RuntimeError if it plays another one."""
    variant, text, depth = VARIANTS[name]
    with tempfile.TemporaryDirectory(prefix="sbg-") as folder:
        options = {"UCI_Variant": variant}
        if text is not None:
            file = Path(folder) / "variants.ini"
            file.write_text(text, encoding="utf-8")
            options = {"VariantPath": str(file), **options}
        ours, theirs = sbg.perft(game.start, depth), _perft(options, depth)
        if ours != theirs:
            raise RuntimeError(f"{name}: {ours} lines of {depth} plies here, {theirs} there")
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
