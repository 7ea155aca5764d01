"""Formats a new bundled game, and writes the golden files that its tests need.

    python scripts/new_game.py NAME

`src/sbg/language/games/NAME.sbg` is written by hand: rules, with a comment on top whose first sentence says what it is.
This command puts it into canonical layout and writes its golden files: numbers of move sequences, which the executable
specification confirms as far as it can afford, and the rules in words. Read both before you commit them. Numbers that
are there already are compared and kept.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

import sbg
from sbg import pipeline, reference
from sbg.language.syntax import Source, formatter, render

ROOT = Path(__file__).resolve().parent.parent
GAMES = ROOT / "src" / "sbg" / "language" / "games"
PERFT = ROOT / "tests" / "golden" / "perft"
WORDS = ROOT / "tests" / "golden" / "words"

MOST_LEAVES = 20_000_000
"""The most sequences that the native engine counts for one line."""
CONFIRMED_LEAVES = 6_000
"""The most sequences that the reference counts for one line, here as in the tests."""
MOST_DEPTH = 10


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("name", help="the name of a file in src/sbg/language/games, without .sbg")
    name = parser.parse_args().name
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name):
        sys.exit(f"error: `{name}`: a name has small letters, digits and single hyphens")
    path = GAMES / f"{name}.sbg"
    if not path.is_file():
        sys.exit(f"error: write the game first: there is no {path.relative_to(ROOT)}")
    text = formatted(path)
    written(path, text)
    game = sbg.parse(text)
    numbers = PERFT / f"{name}.txt"
    written(numbers, same_numbers(numbers, game) if numbers.exists() else perft_file(name, game))
    written(WORDS / f"{name}.txt", f"{sbg.describe(game)}\n")


def formatted(path: Path) -> str:
    """The text of a game in canonical layout; ends here if anything is wrong with it."""
    source = pipeline.decode(path.read_bytes(), str(path.relative_to(ROOT)))
    found = pipeline.diagnose(source)
    if found:
        sys.exit(
            render.full(found, color=False) + "error: a bundled game has no errors and no warnings"
        )
    if len(source.text.partition("<<")[0]) <= 150:
        sys.exit(f"error: {source.name}: a comment on top says what the game is, in some sentences")
    return formatter.format_source(Source(source.name, source.text))


def same_numbers(path: Path, game: sbg.Game) -> str:
    """The text of a file of numbers, which others may have confirmed; ends here if it has other numbers."""
    text = path.read_text(encoding="utf-8")
    start = text.partition("position start\n")[2].partition("position ")[0]
    for depth, count in re.findall(r"^([0-9]+) ([0-9]+)", start, re.MULTILINE):
        if int(count) <= MOST_LEAVES and sbg.perft(game.start, int(depth), threads=2) != int(count):
            sys.exit(f"error: {path.relative_to(ROOT)} has another number for length {depth}")
    return text


def perft_file(name: str, game: sbg.Game) -> str:
    """Numbers of move sequences by length, as `tests/golden/perft_files.py` reads them."""
    counts: list[int] = []
    growth = 1.0
    while len(counts) < MOST_DEPTH and (not counts or counts[-1] * growth <= MOST_LEAVES):
        counts.append(sbg.perft(game.start, len(counts) + 1, threads=2))
        if counts[-1] == 0:
            break
        growth = counts[-1] / counts[-2] if len(counts) > 1 else counts[-1]
    confirmed = 0
    start = reference.Position(game)
    for depth, count in enumerate(counts, 1):
        if count > CONFIRMED_LEAVES:
            break
        if reference.perft(start, depth) != count:
            sys.exit(f"error: the engines disagree at depth {depth}: please report it")
        confirmed = depth
    lines = [
        "# Numbers of move sequences; tests/golden/perft_files.py says how to read this file.",
        f"# Confirmed by the reference up to length {confirmed}.",
        f"rules {name}",
        "position start",
        *(f"{depth} {count}" for depth, count in enumerate(counts, 1)),
    ]
    return "\n".join(lines) + "\n"


def written(path: Path, text: str) -> None:
    """Write a file, if that changes it, and say so."""
    old = path.read_text(encoding="utf-8") if path.exists() else None
    if old != text:
        path.write_text(text, encoding="utf-8", newline="\n")
    print(f"{path.relative_to(ROOT)}: {'up to date' if old == text else 'written'}")


if __name__ == "__main__":
    main()
