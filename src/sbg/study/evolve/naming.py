"""Names for generated games, and fitting letters for their pieces."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from functools import cache, lru_cache
from importlib.resources import files

from sbg.explain.words import tell
from sbg.language.model import CountGoal, SquareGoal
from sbg.moves.shapes.decompose import decompose
from sbg.study.evolve.genome import Gene, Genome

_USUAL = {
    "king": "K",
    "queen": "Q",
    "rook": "R",
    "bishop": "B",
    "knight": "N",
    "pawn": "P",
    "Berolina pawn": "P",
    "shogi pawn": "P",
    "xiangqi horse": "H",
    "xiangqi elephant": "E",
}
_OTHERS = "AXGTSDWLFZMVYOUIJCEHBRNQPK"
"""Letters for pieces without a name, in the order in which they are given."""


@cache
def _words() -> tuple[tuple[str, ...], tuple[str, ...]]:
    text = (files("sbg.study.evolve") / "names.toml").read_text(encoding="utf-8")
    lists = tomllib.loads(text)
    return tuple(lists["first"].split()), tuple(lists["second"].split())


def game_name(key: str) -> str:
    """The name of a game, by the hash of its rules or by any other text."""
    first, second = _words()
    number = int.from_bytes(hashlib.blake2b(key.encode(), digest_size=8).digest(), "big")
    number, one = divmod(number, len(first))
    return f"{first[one]} {second[number % len(second)]}".title()


@lru_cache(maxsize=4096)
def piece_words(gene: Gene, width: int, height: int) -> tuple[str | None, tuple[str, ...]]:
    """The name of a piece, if it has one, and its moves in sentences."""
    dfa = gene.to_dfa(width, height)
    return (None, ()) if dfa is None else tell(decompose(dfa, width, height))


def most_words(genome: Genome) -> int:
    """How many words of English the piece needs that needs the most."""
    board = genome.width, genome.height
    told = (piece_words(gene, *board)[1] for _, gene in genome.pieces)
    return max(len(" ".join(sentences).split()) for sentences in told)


def lettered(genome: Genome) -> Genome:
    """The same game with letters that go with the names of its pieces: K for a king, and so on."""
    names = {
        letter: piece_words(gene, genome.width, genome.height)[0] for letter, gene in genome.pieces
    }
    chosen: dict[str, str] = {}
    for wish in (_usual, _initial, _any):
        for letter in genome.letters:
            if letter not in chosen:
                found = wish(names.get(letter), set(chosen.values()))
                if found:
                    chosen[letter] = found
    return relettered(genome, chosen)


def _usual(name: str | None, taken: set[str]) -> str | None:
    letter = _USUAL.get(name or "")
    return None if letter in taken else letter


def _initial(name: str | None, taken: set[str]) -> str | None:
    letter = name[0].upper() if name else None
    return None if letter in taken else letter


def _any(_name: str | None, taken: set[str]) -> str | None:
    return next(letter for letter in _OTHERS if letter not in taken)


def relettered(genome: Genome, letters: Mapping[str, str]) -> Genome:
    """The same game with other letters for its pieces."""
    table = {**letters, **{old.lower(): new.lower() for old, new in letters.items()}}
    codes = str.maketrans(table)
    return replace(
        genome,
        army=tuple(row.translate(codes) for row in genome.army),
        pieces=tuple((letters.get(letter, letter), gene) for letter, gene in genome.pieces),
        goals=tuple(
            CountGoal(table.get(goal.piece, goal.piece), goal.count)
            if isinstance(goal, CountGoal)
            else SquareGoal(table.get(goal.piece, goal.piece), goal.squares)
            for goal in genome.goals
        ),
    )
