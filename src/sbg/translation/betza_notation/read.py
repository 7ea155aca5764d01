"""Parses Betza's notation into a list of moves.

A text is a sequence of moves; a move is small letters that modify it, a capital that says how far a step goes, and
perhaps how many steps. What the letters mean depends on the dialect, see `meaning`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from sbg.language.syntax import Source, Span
from sbg.language.syntax.collector import Collector
from sbg.translation.fitting.conditions import Vector

Dialect: TypeAlias = Literal["classic", "xboard", "fsf"]
DIALECTS: tuple[str, ...] = get_args(Dialect)

MOST_CHARACTERS = 1_000
"""A piece with a longer text is refused: its rule would be too large."""

LEAPERS: dict[str, Vector] = {
    "W": (1, 0),
    "F": (1, 1),
    "D": (2, 0),
    "N": (2, 1),
    "A": (2, 2),
    "H": (3, 0),
    "C": (3, 1),
    "Z": (3, 2),
    "G": (3, 3),
}
"""Steps by their letters, the longer side first."""
RIDERS = {"R": "W", "B": "F"}
BOTH = {"K": ("W", "F"), "Q": ("R", "B")}
OLD = {"L": "C", "J": "Z"}
"""Older letters, which mean other things to other people; Fairy-Stockfish has them."""

DIRECTIONS = "fblrvsh"
MODES = {"m": "e", "c": "p", "d": "w"}
_OTHER = "pgnjzqoti"

_REFUSED = {
    "e": "captures en passant need to know the last move",
    "u": "unloading or hopping several pieces changes more than two squares",
    "a": "moves of several legs are not read",
    "x": "powers that are lent to other pieces depend on more than the squares of a walk",
    "y": "moves of changing range are not read",
    "k": "captures of one kind of piece only cannot be expressed",
    "O": "castling moves two pieces",
    "@": "there are no drops",
    "-": "moves of several legs are not read",
    "(": "moves of several legs are not read",
    "[": "moves of several legs are not read",
    "{": "moves of several legs are not read",
}
"""What a rule cannot say, or this reader does not know."""


@dataclass(frozen=True, slots=True)
class BetzaMove:
    """One move: its small letters, the letters of its steps, whether these are ridden, and at most how far.

    `limit` is None where no number follows the capital, and 0 for any number of steps.
    """

    letters: str
    spans: tuple[Span, ...]
    atoms: tuple[str, ...]
    capital: str
    rides: bool
    limit: int | None
    span: Span

    def place(self, letter: str) -> Span:
        """Where a small letter stands."""
        return self.spans[self.letters.index(letter)]


def read_betza(source: Source, dialect: Dialect, collector: Collector) -> list[BetzaMove]:
    """The moves of a text; what cannot be read is collected."""
    text = source.text
    if len(text) > MOST_CHARACTERS:
        collector.add(
            "SBG635",
            f"the notation has {len(text):,} characters, more than the limit of {MOST_CHARACTERS:,}",
            Span(MOST_CHARACTERS, len(text)),
        )
        return []
    moves: list[BetzaMove] = []
    letters: list[int] = []
    at = 0
    while at < len(text):
        here = text[at]
        if here in OLD and dialect != "fsf":
            collector.add(
                "SBG634",
                f"`{here}` means different steps to different people",
                Span(at, at + 1),
                help="`C` is the camel (3,1) and `Z` the zebra (3,2)",
            )
            letters = []
            at += 1
        elif here in LEAPERS or here in RIDERS or here in BOTH or here in OLD:
            move, at = _move(text, letters, at, dialect)
            moves.append(move)
            letters = []
        elif here in DIRECTIONS or here in MODES or here in _OTHER:
            if here == "d" and dialect != "xboard":
                collector.add(
                    "SBG632",
                    "captures of own pieces are a letter of XBoard's dialect only",
                    Span(at, at + 1),
                    help="read the text as XBoard does",
                )
            letters.append(at)
            at += 1
        elif here in _REFUSED:
            collector.add(
                "SBG632", f"`{here}` cannot be expressed", Span(at, at + 1), help=_REFUSED[here]
            )
            at += 1
        else:
            collector.add(
                "SBG630", f"{_shown(here)} is no letter of Betza's notation", Span(at, at + 1)
            )
            at += 1
    if letters:
        collector.add(
            "SBG631",
            "these letters modify no move",
            Span(letters[0], len(text)),
            help="a capital comes last: `fmW`, not `Wfm`",
        )
    if not text:
        collector.add("SBG631", "there is no move", Span(0, 0))
    return moves


def _shown(character: str) -> str:
    return f"`{character}`" if character.isprintable() else repr(character)


def _move(text: str, letters: list[int], at: int, dialect: Dialect) -> tuple[BetzaMove, int]:
    capital = text[at]
    end = at + 1
    limit: int | None = None
    rides = capital in RIDERS or capital == "Q"
    if end < len(text) and text[end] == capital and dialect != "xboard":
        limit, rides = 0, True
        end += 1
    else:
        most = 1 if dialect == "fsf" else 4
        digits = 0
        while digits < most and end < len(text) and "0" <= text[end] <= "9":
            end += 1
            digits += 1
        if digits:
            limit, rides = int(text[end - digits : end]), True
    names = tuple(
        OLD.get(RIDERS.get(name, name), RIDERS.get(name, name))
        for name in BOTH.get(capital, (capital,))
    )
    spans = tuple(Span(place, place + 1) for place in letters)
    start = letters[0] if letters else at
    small = "".join(text[place] for place in letters)
    return BetzaMove(small, spans, names, capital, rides, limit, Span(start, end)), end
