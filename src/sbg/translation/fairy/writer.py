"""Writes a game as a variant of Fairy-Stockfish: a section of `variants.ini`.

A piece that the program knows has its name there, any other is a custom piece; none is its king or pawn, so that no
rule of chess (check, promotion, castling) applies. The ends of the game are those of the program: extinction for `#`
goals, flags for `@` goals, stalemate that loses. It has no turn limit.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from sbg.language.model import Colour, Coordinates
from sbg.language.model.notation import square_name, write_fen
from sbg.translation.fairy.effects import MOST_CUSTOM, MOST_FILES, MOST_RANKS
from sbg.translation.fairy.ends import Ends, ends
from sbg.translation.fairy.pieces import KNOWN, FairyPiece, Side, side, types
from sbg.translation.fairy.reasons import Reasons
from sbg.translation.fitting.form import Form
from sbg.translation.fitting.length import most_plies
from sbg.translation.fitting.result import Inexpressible, Translation, read_squares
from sbg.translation.fitting.tree import TooComplex

_ALPHABET = "abcdefghijklmnopqrstuvwxyz"


def variant_name(form: Form) -> str:
    """The name of the variant: never one that the program has already."""
    return "sbg-" + (re.sub(r"[^a-z0-9]+", "-", form.name.lower()).strip("-") or "game")


def write(
    form: Form, *, allow: frozenset[str] = frozenset(), piece: str | None = None
) -> Translation:
    """The game as a variant; Inexpressible holds every reason when the program cannot play it exactly."""
    reasons = Reasons(form)
    if form.width > MOST_FILES or form.height > MOST_RANKS:
        reasons.board()
        raise Inexpressible(
            "fsf", reasons.found
        )  # no other reason matters, and pieces may be large too
    sides = _sides(form, reasons)
    pieces = _types(form, sides, reasons)
    double, triple = _first_moves(form, sides, reasons)
    judged = ends(form, sides, reasons)
    exact_until = None
    walks = {one.piece.letter: one.walks for one in sides}
    longest = None if reasons.unknown else most_plies(form, walks)
    if longest is None or longest > form.turn_limit:
        if "turn-limit" not in allow:
            reasons.turn_limit()
        exact_until = form.turn_limit
    _letters(form, pieces, reasons)
    if reasons.found:
        raise Inexpressible("fsf", reasons.found)
    notes = []
    if exact_until is not None:
        notes.append(f"the draw at ply {exact_until} is lost: equal up to that ply only")
    if judged.passes:
        notes.append(
            "a piece that stands still is a pass, written with the player's first square from a1 on"
        )
    passing = "".join(one.piece.letter for one in sides if one.stays)
    text = _text(form, pieces, double, triple, judged, exact_until)
    return Translation("fsf", text, str, read_squares, exact_until, tuple(notes), passing)


def _sides(form: Form, reasons: Reasons) -> list[Side]:
    found = []
    for piece in form.pieces:
        try:
            one = side(form, piece)
        except TooComplex:
            reasons.complex(piece)
            continue
        found.append(one)
        if one.trouble is not None:
            reasons.side(one)
    return found


def _types(form: Form, sides: Collection[Side], reasons: Reasons) -> list[FairyPiece]:
    """The piece types of the variant, in the order of the game's pieces."""
    found: list[FairyPiece] = []
    builtin: dict[str, str] = {}
    for letter in dict.fromkeys(one.piece.letter.upper() for one in sides):
        by_colour = {one.piece.colour: one for one in sides if one.piece.letter.upper() == letter}
        if any(one.trouble is not None for one in by_colour.values()):
            continue
        made = types(by_colour.get("white"), by_colour.get("black"), (form.width, form.height))
        if made is None:
            reasons.kinds(next(iter(by_colour.values())))
            continue
        for kind in made:
            if kind.builtin and builtin.setdefault(kind.builtin, letter) != letter:
                reasons.place(kind.sides[0])
        found += made
    names: set[str] = set()
    for kind in found:
        known = KNOWN.get(kind.betza)
        if known is not None and known not in names:
            kind.known = known
            names.add(known)
    if len([kind for kind in found if not kind.builtin and not kind.known]) > MOST_CUSTOM:
        reasons.too_many()
    return found


def _first_moves(
    form: Form, sides: Collection[Side], reasons: Reasons
) -> tuple[dict[Colour, set[Coordinates]], dict[Colour, set[Coordinates]]]:
    """The squares of double and triple steps, which all pieces of a colour share."""
    double: dict[Colour, set[Coordinates]] = {"white": set(), "black": set()}
    triple: dict[Colour, set[Coordinates]] = {"white": set(), "black": set()}
    for one in sides:
        colour = one.piece.colour
        if one.needs is not None:
            double[colour] |= one.needs.initial
        if one.builtin == "pawn":
            double[colour] |= one.double
            triple[colour] |= one.triple
    for one in sides:
        shared = double[one.piece.colour]
        if one.needs is not None and one.needs.first and one.needs.later & shared:
            reasons.place(one)
        if one.builtin == "pawn" and (one.squares & shared) - one.double:
            reasons.place(one)
    for one_colour, squares in double.items():
        others = [one for one in sides if one.piece.colour == one_colour]
        squares |= _whole_ranks(squares, others, form)
    return double, triple


def _whole_ranks(
    squares: set[Coordinates], sides: Collection[Side], form: Form
) -> set[Coordinates]:
    """The other squares of the same ranks, where no piece would have more first moves by them."""
    found: set[Coordinates] = set()
    for y in {y for _, y in squares}:
        rank = {(x, y) for x in range(form.width)}
        if not any(
            (rank - one.double) & one.squares
            if one.builtin == "pawn"
            else one.needs is not None and one.needs.first and rank & one.needs.later
            for one in sides
        ):
            found |= rank
    return found


def _letters(form: Form, pieces: Iterable[FairyPiece], reasons: Reasons) -> None:
    """Give each type a letter: its own, or a free one where black needs another type than white."""
    pieces = list(pieces)
    used = {piece.letter.lower() for piece in form.pieces}
    free = [letter for letter in _ALPHABET if letter not in used]
    taken: set[str] = set()
    for kind in pieces:
        own = kind.sides[0].piece.letter.lower()
        if own in taken:
            if not free:
                reasons.too_many()
                return
            own = free.pop(0)
        taken.add(own)
        kind.letter = own


def _text(
    form: Form,
    pieces: list[FairyPiece],
    double: dict[Colour, set[Coordinates]],
    triple: dict[Colour, set[Coordinates]],
    judged: Ends,
    exact_until: int | None,
) -> str:
    names = {one.piece.letter: kind.letter for kind in pieces for one in kind.sides}
    lines = [
        f"# {form.name}, a simplified boardgame, as a variant of Fairy-Stockfish.",
        "# Exact for every position that the game can reach."
        if exact_until is None
        else f"# Exact for every position that the game can reach up to ply {exact_until}, where it is drawn: "
        "there is no turn limit here.",
        f"# {form.made_by()}",
        f"[{variant_name(form)}]",
        f"maxRank = {form.height}",
        f"maxFile = {form.width}",
    ]
    number = 0
    for kind in pieces:
        letters = " and ".join(one.piece.letter for one in kind.sides)
        name, value = kind.builtin or kind.known, kind.letter
        if name is None:
            number += 1
            name, value = f"customPiece{number}", f"{kind.letter}:{kind.betza}"
        if kind.letter not in (one.piece.letter.lower() for one in kind.sides):
            lines.append(f"# {letters} of the game")
        lines.append(f"{name} = {value}")
        for colour, region in kind.regions.items():
            key = f"mobilityRegion{colour.capitalize()}{name[0].upper()}{name[1:]}"
            lines.append(f"{key} = {_region(region, form)}")
        if kind.builtin == "soldier":
            lines.append(f"soldierPromotionRank = {kind.sides[0].rank}")
    rows = tuple(
        "".join(_renamed(letter, names) for letter in row) for row in form.description.rows
    )
    board = write_fen(rows, 0).split()[0]
    hand = judged.hand(names)
    lines.append(f"startFen = {board}{f'[{hand}]' if hand else ''} w - - 0 1")
    lines += ["castling = false", "enPassantRegion = -", "nMoveRule = 0", "nFoldRule = 0"]
    lines += _steps(form, double, triple, any(kind.builtin == "pawn" for kind in pieces))
    lines.append("stalemateValue = loss")
    lines += judged.lines(names, lambda squares: _region(squares, form))
    lines.insert(2, f"# {_needed(lines)}")
    return "\n".join(lines) + "\n"


_NEWER = (
    (("wallOrMove", "pass"), "March 2024 (pyffish 0.0.84)"),
    (("flagPiece", "doubleStepRegion", "tripleStepRegion"), "April 2023 (pyffish 0.0.80)"),
)
"""Settings that release 14, of September 2021, does not know or calls otherwise, and since when they are there."""


def _needed(lines: Collection[str]) -> str:
    """Which version of the program knows all settings: a setting that it does not know it leaves out."""
    for keys, since in _NEWER:
        if any(line.startswith(keys) for line in lines):
            return f"Needs Fairy-Stockfish of {since} or later: 14 leaves out settings that it does not know."
    return "For Fairy-Stockfish 14 and later."


def _renamed(letter: str, names: dict[str, str]) -> str:
    name = names.get(letter, letter)
    return name.upper() if letter.isupper() else name.lower()


def _steps(
    form: Form,
    double: dict[Colour, set[Coordinates]],
    triple: dict[Colour, set[Coordinates]],
    pawns: bool,
) -> list[str]:
    lines = []
    if pawns:
        lines += ["promotionRegionWhite = -", "promotionRegionBlack = -"]
    if not any(double.values()):
        lines.append("doubleStep = false")
        return lines
    for name, by_colour in (("double", double), ("triple", triple)):
        for colour, squares in by_colour.items():
            if name == "double" or squares:
                key = f"{name}StepRegion{colour.capitalize()}"
                lines.append(f"{key} = {_region(squares, form)}")
    return lines


def _region(squares: Collection[Coordinates], form: Form) -> str:
    """Squares as the program writes them: whole ranks and files by a star."""
    left = set(squares)
    parts = []
    for y in range(form.height):
        rank = {(x, y) for x in range(form.width)}
        if rank <= left:
            parts.append(f"*{y + 1}")
            left -= rank
    for x in range(form.width):
        file = {(x, y) for y in range(form.height)}
        if file <= left:
            parts.append(f"{square_name((x, 0))[0]}*")
            left -= file
    parts += [square_name(square) for square in sorted(left, key=lambda s: (s[1], s[0]))]
    return " ".join(parts) or "-"
