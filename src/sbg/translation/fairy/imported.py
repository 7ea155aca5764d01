"""Turns the pieces of a Fairy-Stockfish variant into movement rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sbg.language.model import Colour, Coordinates
from sbg.language.model.regexp import Concat, Letter, Regexp, Sum, concat, sum_of
from sbg.language.syntax import Source
from sbg.language.syntax.collector import Collector
from sbg.translation.betza_notation.meaning import fairy_basics
from sbg.translation.betza_notation.read import BetzaMove, read_betza
from sbg.translation.fairy.file import Entry
from sbg.translation.fairy.words import fairy_rule
from sbg.translation.fitting.basis import Basic
from sbg.translation.fitting.places import on_squares

BUILT_IN = {
    "knight": "N",
    "bishop": "B",
    "rook": "R",
    "queen": "Q",
    "fers": "F",
    "alfil": "A",
    "fersAlfil": "FA",
    "silver": "FfW",
    "aiwok": "RNF",
    "bers": "RF",
    "archbishop": "BN",
    "chancellor": "RN",
    "amazon": "QN",
    "knibis": "mNcB",
    "biskni": "mBcN",
    "kniroo": "mNcR",
    "rookni": "mRcN",
    "shogiPawn": "fW",
    "lance": "fR",
    "shogiKnight": "fN",
    "gold": "WfF",
    "dragonHorse": "BW",
    "clobber": "cW",
    "breakthrough": "fmWfF",
    "immobile": "",
    "cannon": "mRcpR",
    "soldier": "fsW",
    "horse": "nN",
    "elephant": "nA",
    "janggiElephant": "nZ",
    "banner": "RcpRnN",
    "wazir": "W",
    "commoner": "K",
    "centaur": "KN",
    "pawn": "fmWfcF",
}
"""The pieces that the program knows by name."""
REFUSED = {
    "king": "a royal king may not be left in check, which a rule cannot say",
    "janggiCannon": "the cannon of Janggi may not hop over cannons: a rule cannot tell pieces apart",
}
CUSTOM = tuple(f"customPiece{number}" for number in range(1, 26))


@dataclass(frozen=True, slots=True)
class Places:
    """The regions of a variant, for white and black."""

    size: tuple[int, int]
    double: Mapping[Colour, frozenset[Coordinates]]
    triple: Mapping[Colour, frozenset[Coordinates]]
    soldiers: int


def rule(
    name: str,
    moves: Sequence[Basic],
    colour: Colour,
    region: frozenset[Coordinates] | None,
    places: Places,
) -> Regexp | None:
    """The rule of a piece of one colour, as that colour sees the board.

    Fairy-Stockfish turns black's pieces by half a turn, where rules mirror their rows: what is left are their columns.
    """
    if colour == "black":
        moves = [move._replace(unit=(-move.unit[0], move.unit[1])) for move in moves]
        region = None if region is None else _flipped(region, places)
    double, triple = places.double[colour], places.triple[colour]
    if colour == "black":
        double, triple = _flipped(double, places), _flipped(triple, places)
    size = places.size
    parts: list[tuple[frozenset[Coordinates] | None, Regexp | None]] = []
    always = [move for move in moves if not move.initial]
    if name == "soldier":
        rows = _promoted(places)
        parts.append((None, fairy_rule([m for m in always if m.unit[1]], size)))
        parts.append((rows, fairy_rule([m for m in always if not m.unit[1]], size)))
    else:
        parts.append((None, fairy_rule(always, size)))
    first = [move for move in moves if move.initial]
    parts.append((double, fairy_rule(first, size)))
    if name == "pawn":
        for squares, count in ((double, 2), (triple, 3)):
            if size[1] > count:
                parts.append((squares, concat([Letter(0, 1, "e")] * count)))
    whole: list[Regexp] = []
    for start, moving in parts:
        if moving is not None and (start is None or start):
            test = None if start is None else on_squares(start, size, "w")
            whole.append(moving if test is None else concat([test, moving]))
    if not whole:
        return None
    return _within(sum_of(whole), region, size)


def _flipped(squares: frozenset[Coordinates], places: Places) -> frozenset[Coordinates]:
    """Squares as black sees them."""
    return frozenset((x, places.size[1] - 1 - y) for x, y in squares)


def _promoted(places: Places) -> frozenset[Coordinates]:
    width, height = places.size
    return frozenset((x, y) for x in range(width) for y in range(places.soldiers - 1, height))


def _within(
    moving: Regexp, region: frozenset[Coordinates] | None, size: tuple[int, int]
) -> Regexp | None:
    """The moves of a rule whose targets lie in a region."""
    if region is None:
        return moving
    ends: list[Regexp] = []
    for on in "ep":
        part = ending(moving, on)
        if part is not None:
            test = on_squares(region, size, on)
            ends.append(part if test is None else concat([part, test]))
    return sum_of(ends) if ends else None


def ending(moving: Regexp, on: str) -> Regexp | None:
    """The words of a rule that end with a content; the rule ends in letters, as those of pieces do."""
    if isinstance(moving, Letter):
        return moving if moving.on == on else None
    if isinstance(moving, Sum):
        kept = [found for part in moving.parts if (found := ending(part, on)) is not None]
        return sum_of(kept) if kept else None
    assert isinstance(moving, Concat), "a move does not end with a repetition"
    last = ending(moving.parts[-1], on)
    return None if last is None else concat([*moving.parts[:-1], last])


def basics(entry: Entry, name: str, source: Source, collector: Collector) -> list[Basic]:
    """The basis moves of a piece; mistakes in its notation are collected at their place in the file."""
    if name not in CUSTOM:
        return fairy_basics(_read(BUILT_IN[name], Collector(Source("", ""))), Collector(source))
    text = entry.value[2:]
    inner = Collector(Source("<betza>", text))
    found = fairy_basics(_read(text, inner), inner)
    for diagnostic in inner.finish():
        start = entry.span.start + 2
        collector.add(
            diagnostic.code,
            diagnostic.message,
            type(entry.span)(
                start + diagnostic.primary.span.start, start + diagnostic.primary.span.end
            ),
            help=diagnostic.help,
        )
    return found


def _read(text: str, collector: Collector) -> list[BetzaMove]:
    return read_betza(Source("<betza>", text), "fsf", collector) if text else []
