"""Writes a game for Ludii: pieces in plain words where possible, else by their target squares.

A region is a union of sites, each under the conditions of one walk: what the squares on the way hold, and that they are
on the board. A site is a number, row by row from the lower left, so squares are reached by adding to the start.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence

from sbg.language.model import Colour, Coordinates, Move
from sbg.language.model.notation import parse_move, square_name, write_fen
from sbg.moves.automata import Dfa
from sbg.translation.fitting.basis import Basic
from sbg.translation.fitting.conditions import BITS, TooComplex, Vector
from sbg.translation.fitting.form import ColouredPiece, Form
from sbg.translation.fitting.length import most_plies
from sbg.translation.fitting.result import Inexpressible, Obstacle, Translation
from sbg.translation.fitting.tree import MOST_NODES, Walk, unroll
from sbg.translation.ludii.names import components
from sbg.translation.ludii.plain import fitted, holds, plain

MOST_PLIES = 2500
"""Ludii ends a game after 1,250 turns of each player."""

_PLAYERS: dict[Colour, str] = {"white": "P1", "black": "P2"}


def write(
    form: Form, *, allow: frozenset[str] = frozenset(), piece: str | None = None
) -> Translation:
    """The game for Ludii; Inexpressible holds every reason when it cannot be played there."""
    reasons: list[Obstacle] = []
    walks: dict[str, Sequence[Walk]] = {}
    known: dict[Dfa | None, Sequence[Walk]] = {None: []}
    for each in form.pieces:
        try:
            if each.dfa is not None and each.dfa not in known:
                known[each.dfa] = unroll(each.dfa, form.width, form.height)
            walks[each.letter] = known[each.dfa]
        except TooComplex:
            walks[each.letter] = []
            reasons.append(_too_many(each))
    if not reasons:
        reasons += _never_begins(form, walks)
    if form.turn_limit > MOST_PLIES and not reasons:
        bound = most_plies(form, walks)
        if bound is None or bound > MOST_PLIES:
            reasons.append(
                Obstacle(
                    "SBG651",
                    f"the game is drawn at ply {form.turn_limit:,}",
                    limit=f"Ludii ends every game at ply {MOST_PLIES:,}",
                    position=write_fen(form.description.rows, MOST_PLIES),
                )
            )
    if reasons:
        raise Inexpressible("ludii", reasons)
    return Translation("ludii", _text(form, walks), _write_move, _read_move)


def _too_many(piece: ColouredPiece) -> Obstacle:
    return Obstacle(
        "SBG650",
        f"the rule of `{piece.letter}` has too many walks to write them down",
        piece.letter,
        f"a piece is written as its walks, {MOST_NODES:,} steps at most",
    )


def _never_begins(form: Form, walks: Mapping[str, Sequence[Walk]]) -> list[Obstacle]:
    """Ludii asks for the end of the game after a move only."""
    message = "the turn limit is 0: the game is over before the first move"
    if form.turn_limit:
        message = "white has no move in the initial position"
        for piece in form.of("white"):
            for start in piece.start:
                if any(_is_move(form, walk, start) for walk in walks[piece.letter]):
                    return []
    limit = "Ludii does not see that a game is over before the first move"
    start_line = write_fen(form.description.rows, 0)
    return [Obstacle("SBG652", message, limit=limit, position=start_line)]


def _is_move(form: Form, walk: Walk, start: Coordinates) -> bool:
    if not walk.fits(start, form.width, form.height):
        return False
    for (dx, dy), mask in walk.contents:
        letter = form.description.at(start[0] + dx, start[1] + dy)
        held = BITS["e" if letter == "." else "w" if letter.isupper() else "p"]
        if not held & mask:
            return False
    return True


def _write_move(move: Move) -> str:
    return f"{_name(move.origin)}-{_name(move.target)}"


def _name(square: Coordinates) -> str:
    return square_name(square).upper()


def _read_move(text: str) -> Move | None:
    match = re.fullmatch(r"([A-Z]+[0-9]+)-([A-Z]+[0-9]+)", text.strip())
    squares = parse_move((match[1] + match[2]).lower()) if match else None
    return None if squares is None else Move(*squares)


# -- the text


def _text(form: Form, walks: Mapping[str, Sequence[Walk]]) -> str:
    names = components(form)
    size = f"square {form.width}"
    if form.width != form.height:
        size = f"rectangle {form.height} {form.width}"
    goals, regions = _goals(form, names)
    lines = [
        f"// {form.name}, a simplified boardgame, for Ludii. P1 is white, P2 is black.",
        f"// {form.made_by()}",
        f'(game "{form.name}"',
        '    ("TwoPlayersNorthSouth")',
        "    (equipment {",
        f"        (board ({size}))",
        *(f"        {line}" for line in _pieces(form, walks, names)),
        *(f"        {line}" for line in regions),
        "    })",
        "    (rules",
        "        (start {",
    ]
    for piece in form.pieces:
        component = f"{_component(piece, names)}{_PLAYERS[piece.colour][1]}"
        lines.append(f'            (place "{component}" {_region(piece.start, form)})')
    lines += ["        })", "        (play (forEach Piece))", "        (end {"]
    lines += [f"            {line}" for line in (*_counts(form, names), *goals, *_ends(form))]
    lines += ["        })", "    )", ")", *_metadata(form, names)]
    return "\n".join(lines) + "\n"


def _component(piece: ColouredPiece, names: Mapping[str, tuple[str, bool]]) -> str:
    return names[piece.letter.upper()][0]


def _pieces(
    form: Form, walks: Mapping[str, Sequence[Walk]], names: Mapping[str, tuple[str, bool]]
) -> list[str]:
    """The pieces with their moves, those of both players once where their moves are the same words."""
    fits = {piece.dfa: fitted(form, walks[piece.letter]) for piece in _first(form.pieces)}
    written = {
        piece.letter: _moves(form, piece, walks[piece.letter], fits[piece.dfa])
        for piece in form.pieces
    }
    lines = []
    for piece in form.pieces:
        other = piece.letter.swapcase()
        player, moves = _PLAYERS[piece.colour], written[piece.letter]
        if written.get(other) == moves:
            if piece.colour == "black":
                continue
            player = "Each"
        lines.append(f'(piece "{_component(piece, names)}" {player}')
        lines += [f"    {line}" for line in moves]
        lines[-1] += ")"
    return lines


def _first(pieces: Iterable[ColouredPiece]) -> Collection[ColouredPiece]:
    """One piece of each rule."""
    return {piece.dfa: piece for piece in pieces}.values()


def _metadata(form: Form, names: Mapping[str, tuple[str, bool]]) -> list[str]:
    """What Ludii tells of the game and how it draws it."""
    told = " ".join(str(form.rules).split("\n")[1:])
    renamed = [
        f'        (piece Rename piece:"{name}" "{letter}")'
        for letter, (name, figure) in names.items()
        if not figure
    ]
    return [
        "(metadata",
        "    (info {",
        f'        (description "{form.name}, a simplified boardgame.")',
        f"        (rules {_quoted(told)})",
        f"        (credit {_quoted(form.made_by())})",
        "    })",
        "    (graphics {",
        "        (board Style Chess)",
        *renamed,
        "    })",
        ")",
    ]


def _quoted(text: str) -> str:
    plain = re.sub(r"\s+", " ", text.replace("×", "x")).strip()
    return '"' + plain.encode("ascii", "replace").decode().replace('"', "'") + '"'


def _region(squares: Collection[Coordinates], form: Form) -> str:
    """Squares in Ludii's words: rows by their place, else each by its name."""
    rows = sorted({y for _, y in squares})
    if len(set(squares)) == len(rows) * form.width:
        places = {0: "Bottom", form.height - 1: "Top"}
        if len(rows) == 1:
            return f"(sites {places.get(rows[0], f'Row {rows[0]}')})"
        for edge, two in (("Bottom", [0, 1]), ("Top", [form.height - 2, form.height - 1])):
            if rows == two:
                return f"(expand (sites {edge}))"
    names = (f'"{_name(square)}"' for square in sorted(squares, key=lambda s: (s[1], s[0])))
    return f"(sites {{{' '.join(names)}}})"


def _moves(
    form: Form, piece: ColouredPiece, walks: Sequence[Walk], fits: Sequence[Sequence[Basic]]
) -> list[str]:
    if not walks:
        return []
    found = plain(fits, (form.width, form.height), piece.colour)
    if found is not None:
        return found if len(found) == 1 else ["(or {", *(f"    {part}" for part in found), "})"]
    lines = ["(move (from (from)) (to (union {"]
    lines += [f"    {_walk(form, walk)}" for walk in walks]
    removing = "(apply if:(and (is Occupied (to)) (!= (from) (to))) (remove (to)))"
    lines.append(f"}}) {removing}))")
    return lines


def _walk(form: Form, walk: Walk) -> str:
    """A site that is among the targets if the squares of a walk hold what they should."""
    left, right, down, up = walk.box
    tests = []
    if left:
        tests.append(f"(>= (column of:(from)) {left})")
    if right:
        tests.append(f"(< (column of:(from)) {form.width - right})")
    if down:
        tests.append(f"(>= (row of:(from)) {down})")
    if up:
        tests.append(f"(< (row of:(from)) {form.height - up})")
    tests += [holds(mask, _at(square, form)) for square, mask in _in_order(walk)]
    target = f"(sites {{{_at(walk.target, form)}}})"
    if not tests:
        return target
    return f"(if {tests[0] if len(tests) == 1 else '(and {' + ' '.join(tests) + '})'} {target})"


def _in_order(walk: Walk) -> list[tuple[Vector, int]]:
    """The squares of a walk, the nearest first."""
    return sorted(walk.contents, key=lambda pair: (max(map(abs, pair[0])), pair))


def _at(offset: Vector, form: Form) -> str:
    distance = offset[1] * form.width + offset[0]
    if not distance:
        return "(from)"
    return f"(+ (from) {distance})" if distance > 0 else f"(- (from) {-distance})"


def _counts(form: Form, names: Mapping[str, tuple[str, bool]]) -> list[str]:
    """The losses by captures, which are asked for first."""
    lines = []
    for piece in form.pieces:
        if piece.losing_counts:
            player, count = _PLAYERS[piece.colour], max(piece.losing_counts)
            test = f'(= (count Pieces {player} "{_component(piece, names)}") {count})'
            lines.append(f"(if {test} (result {player} Loss))")
    return lines


def _goals(form: Form, names: Mapping[str, tuple[str, bool]]) -> tuple[list[str], list[str]]:
    """The wins on squares, asked for next, and the regions that they name.

    Where every piece of both players that can move has the goal of its player, that is Ludii's own "ReachWin".
    """
    goals = {piece.letter: piece.goal_squares for piece in form.pieces if piece.dfa is not None}
    shared = {
        colour: {goals[piece.letter] for piece in form.of(colour) if piece.dfa is not None}
        for colour in _PLAYERS
    }
    if all(len(squares) == 1 and all(squares) for squares in shared.values()):
        regions = [
            f"(regions {player} {_region(squares, form)})"
            for colour, player in _PLAYERS.items()
            for squares in shared[colour]
        ]
        return ['("ReachWin" (sites Mover) Mover)'], regions
    lines = []
    for piece in form.pieces:
        if piece.goal_squares and piece.dfa is not None:
            player = _PLAYERS[piece.colour]
            tests = (
                f'(is Mover {player}) (= (what at:(last To)) (id "{_component(piece, names)}" {player})) '
                f"(is In (last To) {_region(piece.goal_squares, form)})"
            )
            lines.append(f"(if (and {{{tests}}}) (result {player} Win))")
    return lines, []


def _ends(form: Form) -> list[str]:
    """The last ends of the game: no move, and the turn limit."""
    return [
        '("NoMoves" Loss)',
        f"(if (>= (count Moves) {form.turn_limit}) (result Mover Draw))",
    ]
