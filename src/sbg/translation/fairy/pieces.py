"""Fits pieces to what Fairy-Stockfish can do: Betza notation and regions for each colour."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from sbg.language.model import Colour, Coordinates
from sbg.translation.betza_notation.write import write_betza
from sbg.translation.fairy.effects import LONGEST, effective
from sbg.translation.fitting.basis import FAIRY, LEAP, Basic, Kind, Label
from sbg.translation.fitting.conditions import OWN, Vector
from sbg.translation.fitting.fit import (
    ORDERS,
    Conflict,
    Labels,
    Misfit,
    Need,
    Place,
    labels,
    need,
    reachable,
    synthesize,
    together,
)
from sbg.translation.fitting.form import ColouredPiece, Form
from sbg.translation.fitting.tree import Walk, unroll

Builtin: TypeAlias = Literal["soldier", "pawn"]

KNOWN = {
    "W": "wazir", "F": "fers", "K": "commoner", "N": "knight", "B": "bishop", "R": "rook", "Q": "queen", "A": "alfil",
    "FA": "fersAlfil", "fWF": "silver", "WfF": "gold", "NB": "archbishop", "NR": "chancellor", "NQ": "amazon",
    "WB": "dragonHorse", "FR": "bers", "KN": "centaur", "FNR": "aiwok", "nN": "horse", "nA": "elephant",
    "mRcpR": "cannon", "nNRcpR": "banner", "fR": "lance", "ffN": "shogiKnight", "fW": "shogiPawn",
    "fmWfF": "breakthrough", "cW": "clobber",
}  # fmt: skip
"""The piece types that the program knows, by the Betza text that we write for the same moves. Its pawn is not among
them, for it has rules of its own."""


@dataclass(slots=True)
class Side:
    """A piece of one colour on its squares: what it does from where, and how that can be had."""

    piece: ColouredPiece
    walks: Sequence[Walk]
    squares: set[Coordinates]
    found: Labels
    needs: Need | None = None
    builtin: Builtin | None = None
    rank: int = 0
    """From which rank, counted by the player from 1, a soldier goes sideways."""
    double: frozenset[Coordinates] = frozenset()
    triple: frozenset[Coordinates] = frozenset()
    trouble: Conflict | Misfit | Literal["own"] | None = None
    own: Walk | None = None

    @property
    def stays(self) -> bool:
        """Whether the piece may stand still somewhere."""
        return bool(self.found.stays)


@dataclass(slots=True)
class FairyPiece:
    """A piece type of a variant: for both colours, or for one."""

    sides: list[Side]
    betza: str = ""
    builtin: Builtin | None = None
    known: str | None = None
    """The name of a type that moves as the Betza text says; a variant has each type once."""
    letter: str = ""
    regions: dict[Colour, frozenset[Coordinates]] = field(default_factory=dict)


def side(form: Form, piece: ColouredPiece) -> Side:
    """A piece of one colour, fitted as far as it can be; TooComplex when it has too many walks."""
    size = form.width, form.height
    walks = [] if piece.dfa is None else unroll(piece.dfa, *size)
    squares = reachable(walks, piece.start, *size)
    found = labels(walks, squares, size, "ep", FAIRY)
    result = Side(piece, walks, squares, found)
    for walk in sorted(walks, key=lambda walk: len(walk.word)):
        takes = walk.target != (0, 0) and walk.on & OWN
        if takes and any(walk.fits(square, *size) for square in squares):
            result.own, result.trouble = walk, "own"
            return result
    if found.misfits:
        shortest: Misfit = min(found.misfits, key=_length)
        result.trouble = shortest
        return result
    everywhere = need(found, squares, size, "ep")
    if isinstance(everywhere, Need):
        result.needs = everywhere
        return result
    inside = need(found, squares, size, "ep", frozenset(_targets(found)))
    if isinstance(inside, Need):
        result.needs = inside
    elif not (_soldier(result, form.height) or _pawn(result)):
        result.trouble = everywhere
    return result


def _length(misfit: Misfit) -> int:
    return len(misfit.walk.word)


def _targets(found: Labels) -> set[Coordinates]:
    return {
        (s[0] + offset[0], s[1] + offset[1])
        for (_, offset), by_label in found.found.items()
        for label, starts in by_label.items()
        if label
        for s in starts
    }


def _starts(
    found: Labels, place: Place, wanted: Label
) -> tuple[set[Coordinates], set[Coordinates]]:
    """From where a move is made, and from where it is not; both are everything if it is made in another way."""
    by_label = found.found.get(place, {})
    yes, no = set(by_label.get(wanted, ())), set(by_label.get(frozenset(), ()))
    if any(label and label != wanted for label in by_label):
        everything = {s for starts in by_label.values() for s in starts}
        return everything, everything
    return yes, no


def _others_move(found: Labels, known: Collection[Place]) -> bool:
    return any(any(by_label) for place, by_label in found.found.items() if place not in known)


def _soldier(result: Side, height: int) -> bool:
    """The soldier of Xiangqi: one step forward, and past some rank to the sides."""
    forward = 1 if result.piece.colour == "white" else -1
    leap = {offset: FAIRY.closure(offset, [LEAP]) for offset in ((0, forward), (1, 0), (-1, 0))}
    places = [(on, offset) for on in "ep" for offset in leap]
    if _others_move(result.found, places):
        return False
    crossed: set[int] = set()
    before: set[int] = set()
    for on, offset in places:
        yes, no = _starts(result.found, (on, offset), leap[offset])
        if offset[1]:
            if no or not yes:
                return False
            continue
        for squares, ranks in ((yes, crossed), (no, before)):
            ranks |= {y + 1 if forward > 0 else height - y for _, y in squares}
    if not crossed or (before and max(before) >= min(crossed)):
        return False
    result.builtin, result.rank = "soldier", min(crossed)
    return True


def _pawn(result: Side) -> bool:
    """The pawn of chess: one step forward, two or three from some squares, captures diagonally."""
    forward = 1 if result.piece.colour == "white" else -1
    quiet: list[Vector] = [(0, forward), (0, 2 * forward), (0, 3 * forward)]
    takes: list[Vector] = [(-1, forward), (1, forward)]
    places = [*(("e", offset) for offset in quiet), *(("p", offset) for offset in takes)]
    if _others_move(result.found, places):
        return False
    for on, offset in (places[0], *places[3:]):
        _, no = _starts(result.found, (on, offset), FAIRY.closure(offset, [LEAP]))
        if no:
            return False
    regions = []
    for k in (2, 3):
        ride = FAIRY.closure(quiet[k - 1], [("ride", k)])
        yes, no = _starts(result.found, ("e", quiet[k - 1]), ride)
        if yes & no:
            return False
        regions.append(frozenset(yes))
    result.builtin = "pawn"
    result.double, result.triple = regions
    return True


def types(white: Side | None, black: Side | None, size: tuple[int, int]) -> list[FairyPiece] | None:
    """The piece types for the two colours of a piece without trouble: one for both if possible.

    None when no Betza text has the right effect, because the kinds of slides and hops belong to the whole piece.
    """
    sides = [one for one in (white, black) if one is not None]
    if len(sides) == 2:
        one, two = sides
        if one.builtin and one.builtin == two.builtin and one.rank == two.rank:
            return [FairyPiece(sides, builtin=one.builtin)]
        if one.needs and two.needs:
            both = together(one.needs, two.needs.mirrored())
            fitted = None if both is None else _custom(both, size)
            if fitted is not None:
                return [FairyPiece(sides, fitted, regions=_regions(sides))]
    found = []
    for one in sides:
        if one.builtin:
            found.append(FairyPiece([one], builtin=one.builtin))
            continue
        assert one.needs is not None
        wanted = one.needs if one.piece.colour == "white" else one.needs.mirrored()
        betza = _custom(wanted, size)
        if betza is None:
            return None
        found.append(FairyPiece([one], betza, regions=_regions([one])))
    return found


def _regions(sides: Sequence[Side]) -> dict[Colour, frozenset[Coordinates]]:
    return {
        one.piece.colour: one.needs.region
        for one in sides
        if one.needs is not None and one.needs.region is not None
    }


def _custom(wanted: Need, size: tuple[int, int]) -> str | None:
    """The shortest Betza text of a piece with exactly these effects; None if there is none."""
    found = [_ordered(wanted, size, order) for order in ORDERS]
    return min((text for text in found if text is not None), key=len, default=None)


def _ordered(wanted: Need, size: tuple[int, int], order: Sequence[Kind]) -> str | None:
    moves = synthesize(wanted.always, size, FAIRY, LONGEST, order=order)
    if moves is None or not _works(moves, wanted.always, size):
        return None
    if not wanted.first:
        return write_betza(moves)
    first = {
        place: wanted.first.get(place, label)
        for place, label in wanted.always.items()
        if place[0] == "e"
    }
    more = synthesize(first, size, FAIRY, LONGEST, base=moves, order=order)
    if more is None or not _works(moves, first, size, more):
        return None
    return write_betza([*moves, *more])


def _works(
    moves: Sequence[Basic],
    wanted: dict[Place, Label],
    size: tuple[int, int],
    first: Sequence[Basic] = (),
) -> bool:
    for on in dict.fromkeys(on for on, _ in wanted):
        does = effective([move for move in moves if move.on == on], size)
        also = effective([move for move in first if move.on == on], size)
        for (what, offset), label in wanted.items():
            if what == on:
                effects = does.get(offset, frozenset()) | also.get(offset, frozenset())
                if FAIRY.closure(offset, effects) != label:
                    return False
    return True
