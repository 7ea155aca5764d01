"""Games of `tests/golden/games` in; every position of them, and what the file says about it, out.

A file is a record with a comment after each move: the number of legal moves that the position then has, and the
beginning of a hash of its position line, its moves and its outcome.

    b2b3 {6 1c9a55d0} d4d3 {9 07f3b2aa} …

`python -m tests.golden.playthroughs` plays the games anew, on the reference. Do that only when the rules of a game
have changed: the files are there to notice everything else.
"""

from __future__ import annotations

import hashlib
import random
import re
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import TypeAlias

import sbg
from sbg import reference
from sbg.language.model import Move, Outcome

FOLDER = Path(__file__).with_name("games")
_MOVE = re.compile(r"([a-z]+\d+[a-z]+\d+) \{(\d+) ([0-9a-f]{8})\}")

Position: TypeAlias = sbg.Position | reference.Position

PLAYED = {
    # bundled game: its end, and how many plies to play at most and at least
    "gardner": [("count", 100, 20), ("goal", 100, 20), ("turn-limit", 100, 100)],
    "breakthrough": [("goal", 120, 50)],
    "knightthrough": [("goal", 120, 30)],
    "chess": [("count", 400, 120), ("turn-limit", 400, 100)],
    "los-alamos": [("goal", 300, 40)],
    "xiangqi": [("", 400, 250)],
    "mini-shogi": [("count", 300, 60)],
    "northcott": [("no-moves", 100, 5)],
    "clobber": [("no-moves", 100, 20)],
    "fox-and-hounds": [("no-moves", 100, 5), ("goal", 100, 20)],
    "leaping-draughts": [("", 200, 30)],
    "self-capture-chess": [("", 200, 120)],
    "nightrider-chess": [("", 200, 120)],
    "steppe": [("turn-limit", 400, 400)],
    "great-plain": [("", 100, 100)],
}


def fingerprint(position: Position) -> str:
    """The number of moves, and a short hash of all that a position shows."""
    outcome: Outcome | None = position.outcome
    end = "goes on" if outcome is None else f"{outcome.winner} {outcome.reason}"
    text = f"{position.fen}\n{' '.join(map(str, position.moves))}\n{end}\n"
    return f"{len(position.moves)} {hashlib.sha256(text.encode()).hexdigest()[:8]}"


def said(text: str) -> Iterator[tuple[str, str]]:
    """Each move of a file, with the fingerprint after it."""
    for match in _MOVE.finditer(text):
        yield match[1], f"{match[2]} {match[3]}"


def play(name: str, reason: str, most: int, least: int) -> tuple[list[Move], list[str]]:
    """A random game on the reference that ends, or is left, as it was asked for."""
    game = sbg.load(name)
    for seed in range(2000):
        chooser = random.Random(f"{name} {reason} {seed}")
        position = reference.Position(game)
        moves: list[Move] = []
        marks = []
        while len(moves) < most and not position.outcome:
            moves.append(chooser.choice(position.moves))
            position = position.play(moves[-1])
            marks.append(fingerprint(position))
        ended = position.outcome.reason if position.outcome else ""
        if len(moves) >= least and reason in ("", ended):
            return moves, marks
    raise ValueError(f"{name} does not end by {reason}")


def main(names: list[str]) -> None:
    """Write the files of some games, or of all."""
    FOLDER.mkdir(exist_ok=True)
    for name, wanted in PLAYED.items():
        if names and name not in names:
            continue
        for reason, most, least in wanted:
            moves, marks = play(name, reason, most, least)
            game = sbg.load(name)
            text = sbg.Record.of(sbg.Line(game.start, moves), "random", "random").write()
            head = text[: text.index("\n\n") + 2]
            words = [
                f"{move}_{{{mark.replace(' ', '_')}}}"
                for move, mark in zip(moves, marks, strict=True)
            ]
            body = "\n".join(textwrap.wrap(" ".join(words), 100)).replace("_", " ")
            path = FOLDER / f"{name}{'-' if reason else ''}{reason}.sbgr"
            path.write_text(f"{head}{body}\n", encoding="utf-8", newline="\n")
            print(f"{path.name}: {len(moves)} plies, {reason or 'left'}")


if __name__ == "__main__":
    main(sys.argv[1:])
