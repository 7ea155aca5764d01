"""Fairy-Stockfish (through pyffish) plays the bundled games as the reference does, wherever it can express them.

`variants.ini` is the translation by hand. pyffish takes boards of up to 12 files and 10 ranks.
"""

from __future__ import annotations

import random
from configparser import ConfigParser
from pathlib import Path
from types import ModuleType

import pytest

import sbg
from sbg import games, reference
from tests.golden.perft_files import PERFT, read

VARIANTS = Path(__file__).with_name("variants.ini")

LEAVES = 3_000  # per game, well under a second of pyffish

# Games that Fairy-Stockfish cannot express, and why.
INEXPRESSIBLE = {
    "great-plain": "19x19",
    "leapfrog": "several jumps in one move",
    "leaping-draughts": "several jumps in one move",
    "self-capture-chess": "captures of own pieces",
    "steppe": "12x12",
}
# Where a translation leaves out an end of the game, it is equal only up to this depth (see variants.ini).
EQUAL_TO = {"gorogoro": 5, "maharajah": 3, "wildebeest": 10}


def translated() -> list[str]:
    """The bundled games that have a section in variants.ini."""
    config = ConfigParser(strict=True)
    config.read_string(VARIANTS.read_text("utf-8"))
    sections = {section.partition(":")[0].removeprefix("x") for section in config.sections()}
    return [name for name in games.names() if name in sections]


@pytest.fixture(scope="session")
def pyffish() -> ModuleType:
    """pyffish with our variants loaded."""
    module: ModuleType = pytest.importorskip(
        "pyffish", reason="pyffish, an optional oracle, is not published for this machine"
    )
    module.load_variant_config(VARIANTS.read_text("utf-8"))
    return module


class Oracle:
    """A line of play of one variant as pyffish sees it."""

    def __init__(self, pyffish: ModuleType, name: str) -> None:
        self.pyffish = pyffish
        self.variant = f"x{name}"
        self.fen: str = pyffish.start_fen(self.variant)
        self.line: list[str] = []

    def moves(self) -> list[str]:
        """The legal moves as pyffish writes them; none when the game is over."""
        return list(self.pyffish.legal_moves(self.variant, self.fen, self.line))

    def after(self, move: str) -> Oracle:
        """The line with one more move."""
        oracle = object.__new__(Oracle)
        oracle.pyffish, oracle.variant = self.pyffish, self.variant
        oracle.fen, oracle.line = self.fen, [*self.line, move]
        if passes(move):  # two passes in a row would end the game there, so it forgets the first
            oracle.fen = self.pyffish.get_fen(self.variant, self.fen, oracle.line)
            oracle.line = []
        return oracle

    def perft(self, depth: int) -> int:
        """The number of move sequences of a length."""
        moves = self.moves()
        return (
            len(moves) if depth == 1 else sum(self.after(move).perft(depth - 1) for move in moves)
        )


def squares(move: str) -> tuple[str, str]:
    """The two squares of a move; a rank may have two digits."""
    middle = next(i for i in range(1, len(move)) if move[i].isalpha())
    return move[:middle], move[middle:]


def passes(move: str) -> bool:
    """Whether a move stays on its square; pyffish names any square then."""
    origin, target = squares(move)
    return origin == target


def canonical(moves: list[str]) -> list[str]:
    """Moves in one order, with one name for a pass."""
    return sorted("pass" if passes(move) else move for move in moves)


def test_every_bundled_game_is_translated_or_known_to_be_beyond_the_oracle() -> None:
    assert sorted([*translated(), *INEXPRESSIBLE]) == games.names()


@pytest.mark.parametrize("name", translated())
def test_pyffish_counts_the_golden_numbers(pyffish: ModuleType, name: str) -> None:
    (start, *_) = read(PERFT / f"{name}.txt")
    depths = [(d, n) for d, n in start.affordable(LEAVES) if d <= EQUAL_TO.get(name, d)]
    assert depths
    assert [(depth, Oracle(pyffish, name).perft(depth)) for depth, _ in depths] == depths


@pytest.mark.parametrize("name", translated())
def test_pyffish_plays_random_games_as_the_reference_does(pyffish: ModuleType, name: str) -> None:
    for seed in range(2):
        choice = random.Random(f"{name} {seed}")
        position = reference.Position(sbg.load(name))
        oracle = Oracle(pyffish, name)
        for _ in range(EQUAL_TO.get(name, 60)):
            theirs = oracle.moves()
            assert canonical(theirs) == canonical([str(move) for move in position.moves]), (
                position.fen
            )
            if position.outcome:
                break
            move = choice.choice(position.moves)
            stays = move.origin == move.target
            position = position.play(move)
            oracle = oracle.after(next(m for m in theirs if passes(m)) if stays else str(move))
