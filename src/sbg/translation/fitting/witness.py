"""Small example positions that show what another program or language cannot express."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypedDict

from sbg.language.model import Coordinates, Letter
from sbg.language.model.notation import write_fen
from sbg.translation.fitting.conditions import EMPTY, OWN, THEIRS, Vector
from sbg.translation.fitting.form import ColouredPiece, Form


class Case(TypedDict):
    """The smallest case that shows an obstacle."""

    word: tuple[Letter, ...] | None
    position: str


def show(
    form: Form,
    piece: ColouredPiece,
    start: Coordinates,
    contents: Mapping[Vector, int],
    target: Vector,
) -> Case:
    """`word` and `position` for an obstacle: a piece on its start, and others around it as the contents ask."""
    board = {start: piece.letter}
    for (dx, dy), mask in contents.items():
        if (dx, dy) != (0, 0) and not mask & EMPTY:
            letter = _opponent(form, piece) if mask & THEIRS else piece.letter
            board[start[0] + dx, start[1] + dy] = letter
    rows = tuple(
        "".join(board.get((x, y), ".") for x in range(form.width))
        for y in reversed(range(form.height))
    )
    held = {square: OWN if letter == piece.letter else THEIRS for square, letter in board.items()}
    end = start[0] + target[0], start[1] + target[1]
    return {
        "word": _word(form, piece, start, held, end),
        "position": write_fen(rows, 0 if piece.colour == "white" else 1),
    }


def _opponent(form: Form, piece: ColouredPiece) -> str:
    """A piece of the other colour: of the same kind if possible."""
    theirs = [other.letter for other in form.pieces if other.colour != piece.colour]
    same = piece.letter.swapcase()
    return same if same in theirs or not theirs else theirs[0]


def _word(
    form: Form,
    piece: ColouredPiece,
    start: Coordinates,
    held: Mapping[Coordinates, int],
    end: Coordinates,
) -> tuple[Letter, ...] | None:
    """A shortest word that leads from a square to another."""
    dfa = piece.dfa
    if dfa is None:
        return None
    names = {EMPTY: "e", THEIRS: "p", OWN: "w"}
    edges: dict[int, list[tuple[Letter, int]]] = {}
    for source, letter, to in dfa.transitions:
        edges.setdefault(source, []).append((letter, to))
    words: dict[tuple[int, Coordinates], tuple[Letter, ...]] = {(dfa.start, start): ()}
    todo = [(dfa.start, start)]
    for state, (x, y) in todo:  # grows while we walk it
        word = words[state, (x, y)]
        if state in dfa.accepting and (x, y) == end:
            return word
        for letter, to in edges.get(state, ()):
            square = x + letter.dx, y + letter.dy
            inside = 0 <= square[0] < form.width and 0 <= square[1] < form.height
            if inside and names[held.get(square, EMPTY)] == letter.on and (to, square) not in words:
                words[to, square] = (*word, letter)
                todo.append((to, square))
    return None
