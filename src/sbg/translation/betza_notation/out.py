"""Writes one piece of a game in Betza's notation, if that is possible exactly."""

from __future__ import annotations

from sbg.moves import automata
from sbg.translation.betza_notation.write import write_betza
from sbg.translation.fitting import witness
from sbg.translation.fitting.basis import BETZA, FAR
from sbg.translation.fitting.conditions import BITS
from sbg.translation.fitting.fit import (
    ORDERS,
    Conflict,
    Labels,
    Need,
    labels,
    lacking,
    need,
    synthesize,
)
from sbg.translation.fitting.form import ColouredPiece, Form
from sbg.translation.fitting.result import Inexpressible, Obstacle, Translation, read_squares
from sbg.translation.fitting.tree import TooComplex, Walk, unroll

_LIMIT = "Betza's notation has unions of leaps of up to 3 squares, slides, hops and lame leaps"


def write(
    form: Form, *, allow: frozenset[str] = frozenset(), piece: str | None = None
) -> Translation:
    """The notation of a piece, the same for both players; Inexpressible when it has none."""
    chosen = _piece(form, piece or "")
    try:
        text, notes = _text(form, chosen)
    except TooComplex:
        reason = Obstacle(
            "SBG629",
            f"the rule of `{chosen.letter}` has too many walks to compare them with basis moves",
            chosen.letter,
            _LIMIT,
        )
        raise Inexpressible("betza", [reason]) from None
    return Translation("betza", f"{text}\n", str, read_squares, None, notes)


def _piece(form: Form, letter: str) -> ColouredPiece:
    """The piece as white has it, whether or not it is on the board."""
    for piece in form.pieces:
        if piece.letter == letter.upper():
            return piece
    dfas = {p.letter.upper(): p.dfa for p in form.pieces if p.dfa is not None}
    known = {piece.letter for piece in form.description.pieces}
    if letter.upper() not in known:
        raise ValueError(f"the game has no piece `{letter}`; it has {', '.join(sorted(known))}")
    if letter.upper() in dfas:
        dfa = dfas[letter.upper()].mirrored(rows=True)
    else:
        found = automata.compile(form.description).get(letter.upper())
        if found is None:
            return ColouredPiece(letter.upper(), "white", None, None, (), (), frozenset())
        dfa = found
    return ColouredPiece(letter.upper(), "white", None, dfa, (), (), frozenset())


def _text(form: Form, piece: ColouredPiece) -> tuple[str, tuple[str, ...]]:
    size = form.width, form.height
    walks = [] if piece.dfa is None else unroll(piece.dfa, *size)
    found = labels(walks, form.squares, size, "epw", BETZA)
    reasons = _misfits(form, piece, walks, found)
    if reasons:
        raise Inexpressible("betza", reasons)
    wanted = need(found, form.squares, size, "epw")
    if isinstance(wanted, Need) and not wanted.first:
        texts = [
            write_betza(moves)
            for order in ORDERS
            if (moves := synthesize(wanted.always, size, BETZA, FAR, order=order)) is not None
        ]
        if texts:
            own = any(label for (on, _), label in wanted.always.items() if on == "w")
            note = "`d`, the capture of own pieces, is a letter of XBoard's dialect"
            return min(texts, key=len), (note,) if own else ()
    raise Inexpressible("betza", [_by_square(form, piece, walks, found, wanted)])


def _misfits(form: Form, piece: ColouredPiece, walks: list[Walk], found: Labels) -> list[Obstacle]:
    reasons = []
    if found.stays:
        walk = next(walk for walk in walks if walk.target == (0, 0))
        case = witness.show(form, piece, found.stays[0], dict(walk.contents), (0, 0))
        reasons.append(
            Obstacle("SBG663", f"`{piece.letter}` may stand still", piece.letter, _LIMIT, **case)
        )
    if found.misfits:
        misfit = min(found.misfits, key=lambda misfit: len(misfit.walk.word))
        case = witness.show(form, piece, misfit.start, misfit.case, misfit.walk.target)
        message = f"a move of `{piece.letter}` is no leap, slide or hop"
        reasons.append(Obstacle("SBG661", message, piece.letter, _LIMIT, **case))
    return reasons


def _by_square(
    form: Form, piece: ColouredPiece, walks: list[Walk], found: Labels, wanted: Need | Conflict
) -> Obstacle:
    """The moves of a piece depend on its square, or it may go far along a line and not less far."""
    code, message = "SBG662", f"the moves of `{piece.letter}` depend on its square"
    limit = "a piece moves alike from everywhere"
    if isinstance(wanted, Conflict):
        (on, offset), start = wanted.place, wanted.more
    elif not wanted.first:
        code, message = "SBG661", f"a move of `{piece.letter}` is no leap, slide or hop"
        limit = "a slide or hop may also end on any earlier square of its line"
        place = lacking(wanted.always, (form.width, form.height), BETZA, FAR)
        assert place is not None, "all basis moves inside a rule do what some of them do"
        (on, offset) = place
        start = found.found[place][wanted.always[place]][0]
    else:
        (on, offset) = min(wanted.first, key=lambda place: (abs(place[1][1]), place))
        start = found.found[on, offset][wanted.first[on, offset]][0]
    walk = next(
        walk
        for walk in walks
        if walk.target == offset
        and walk.on & BITS[on]
        and walk.fits(start, form.width, form.height)
    )
    contents = {**dict(walk.contents), offset: BITS[on]}
    case = witness.show(form, piece, start, contents, offset)
    return Obstacle(code, message, piece.letter, limit, **case)
