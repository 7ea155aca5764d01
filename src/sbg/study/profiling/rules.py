"""What a profile says of a game's rules without playing: warnings, families, words of English."""

from __future__ import annotations

from dataclasses import dataclass

from sbg.engine import Game
from sbg.explain.words import PieceWords, describe
from sbg.language.syntax import Source
from sbg.moves.shapes.families import of_structure
from sbg.pipeline import diagnose
from sbg.study.profiling.measure import Measure, mean

SHORT = 12
"""Words that a piece may take: with twice as many a game is half as legible."""
_WARNING = 0.9
"""What is left of legibility with each warning."""


@dataclass(frozen=True)
class Legible:
    """How the rules of a game read."""

    pieces: tuple[PieceWords, ...]
    words: dict[str, int]
    """By letter: the words of its rule in English."""
    warnings: tuple[str, ...]
    measures: dict[str, Measure]


def read(game: Game) -> Legible:
    """The rules of a game as a reader finds them."""
    pieces = describe(game).pieces
    words = {piece.letter: sum(len(text.split()) for text in piece.sentences) for piece in pieces}
    name = game.source.name if game.source is not None else game.name
    found = diagnose(Source(name, game.text))
    warnings = tuple(one.code for one in found if one.severity == "warning")
    families = [len(of_structure(piece.structure).families) for piece in pieces]
    named = sum(piece.name is not None for piece in pieces) / max(len(pieces), 1)
    per_piece = sum(words.values()) / max(len(words), 1)
    legibility = min(1.0, SHORT / max(per_piece, 1)) * _WARNING ** len(warnings)
    return Legible(
        pieces,
        words,
        warnings,
        {
            "legibility": Measure.of(legibility),
            "words": Measure.of(per_piece),
            "named": Measure.of(named),
            "families": Measure.of(mean(families).value),
            "warnings": Measure.of(len(warnings)),
        },
    )
