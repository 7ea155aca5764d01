"""A game for Ludii: its pieces in plain ludemes where these are the rule, else as a region of targets.

A region is a union of sites, each under the conditions of one walk: what the squares on the way hold, and that they are
on the board. A site is a number, row by row from the lower left, so squares are reached by adding to the start.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from sbg.fitting.conditions import BITS, TooComplex, Vector
from sbg.fitting.form import ColouredPiece, Form
from sbg.fitting.length import most_plies
from sbg.fitting.result import Inexpressible, Obstacle, Translation
from sbg.fitting.tree import MOST_NODES, Walk, unroll
from sbg.model import Coordinates, Move
from sbg.model.notation import parse_move, write_fen
from sbg.translation.ludii.plain import holds, plain

MOST_PLIES = 2500
"""Ludii ends a game after 1,250 turns of each player."""

_PLAYERS = {"white": "P1", "black": "P2"}


def write(
    form: Form, *, allow: frozenset[str] = frozenset(), piece: str | None = None
) -> Translation:
    """The game for Ludii; Inexpressible holds every reason when it cannot be played there."""
    reasons: list[Obstacle] = []
    walks: dict[str, Sequence[Walk]] = {}
    for each in form.pieces:
        try:
            walks[each.letter] = (
                [] if each.dfa is None else unroll(each.dfa, form.width, form.height)
            )
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
    first, second = (f"{_file(x)}{y + 1}" for x, y in (move.origin, move.target))
    return f"{first}-{second}"


def _file(x: int) -> str:
    name = ""
    x += 1
    while x:
        x, digit = divmod(x - 1, 26)
        name = chr(ord("A") + digit) + name
    return name


def _read_move(text: str) -> Move | None:
    match = re.fullmatch(r"([A-Z]+[0-9]+)-([A-Z]+[0-9]+)", text.strip())
    squares = parse_move((match[1] + match[2]).lower()) if match else None
    return None if squares is None else Move(*squares)


# -- the text


def _text(form: Form, walks: Mapping[str, Sequence[Walk]]) -> str:
    lines = [
        f"// {form.name}, a simplified boardgame, for Ludii. P1 is white, P2 is black.",
        f'(game "{form.name}"',
        "    (players 2)",
        "    (equipment {",
        f"        (board (rectangle {form.height} {form.width}))",
    ]
    for piece in form.pieces:
        name, player = _component(piece), _PLAYERS[piece.colour]
        if not walks[piece.letter]:
            lines.append(f'        (piece "{name}" {player})')
            continue
        lines.append(f'        (piece "{name}" {player}')
        lines += [f"            {line}" for line in _moves(form, walks[piece.letter])]
        lines[-1] += ")"
    lines += ["    })", "    (rules", "        (start {"]
    for piece in form.pieces:
        sites = " ".join(str(_site(square, form)) for square in piece.start)
        lines.append(
            f'            (place "{_component(piece)}{_PLAYERS[piece.colour][1]}" (sites {{{sites}}}))'
        )
    lines += ["        })", "        (play (forEach Piece))", "        (end {"]
    lines += [f"            {line}" for line in _ends(form)]
    lines += ["        })", "    )", ")"]
    return "\n".join(lines) + "\n"


def _component(piece: ColouredPiece) -> str:
    return f"Piece{piece.letter.upper()}"


def _site(square: Coordinates, form: Form) -> int:
    return square[1] * form.width + square[0]


def _moves(form: Form, walks: Sequence[Walk]) -> list[str]:
    found = plain(form, walks)
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


def _ends(form: Form) -> list[str]:
    """The ends of the game, in the order in which they are asked for."""
    lines = []
    for piece in form.pieces:
        if piece.losing_counts:
            player, count = _PLAYERS[piece.colour], max(piece.losing_counts)
            test = f'(= (count Pieces {player} "{_component(piece)}") {count})'
            lines.append(f"(if {test} (result {player} Loss))")
    for piece in form.pieces:
        if piece.goal_squares and piece.dfa is not None:
            player = _PLAYERS[piece.colour]
            sites = " ".join(map(str, sorted(_site(square, form) for square in piece.goal_squares)))
            tests = (
                f'(is Mover {player}) (= (what at:(last To)) (id "{_component(piece)}" {player})) '
                f"(is In (last To) (sites {{{sites}}}))"
            )
            lines.append(f"(if (and {{{tests}}}) (result {player} Win))")
    lines.append("(if (no Moves Next) (result Next Loss))")
    lines.append(f"(if (>= (count Moves) {form.turn_limit}) (result Mover Draw))")
    return lines
