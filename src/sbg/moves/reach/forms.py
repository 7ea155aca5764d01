"""The canonical form of a game: equal for games that differ in letters, mirroring or colours only.

A game stays the same when its letters are renamed, when left and right are exchanged, and when the players exchange
their colours. Of its goals only those count that can be met in play from the initial position: the number of pieces of
a letter only falls, so of several `#` goals below the number at first the greatest ends the game.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from sbg.language.model import (
    AnyGame,
    Coordinates,
    CountGoal,
    Description,
    SquareGoal,
    description_of,
)
from sbg.moves import automata
from sbg.moves.automata import Dfa

_STUCK = Dfa(1, frozenset(), ())
"""The automaton of a piece without a rule."""


@dataclass(frozen=True, slots=True)
class FormPiece:
    """What pieces of one colour have in common that have the same letter, or might as well have."""

    white: bool
    squares: tuple[Coordinates, ...]
    """Where they are at first, in order."""
    losing_count: int | None
    """The number at which their owner loses."""
    goal_squares: tuple[Coordinates, ...]
    """Where they win, in order."""
    dfa: Dfa
    """Of their rule, as it is written: black's rows are mirrored in play."""


@dataclass(frozen=True)
class Form:
    """A game without names. Equal forms are the same game."""

    width: int
    height: int
    turn_limit: int
    pieces: tuple[FormPiece, ...]
    """In order: white's first, by their first square."""

    def __repr__(self) -> str:
        return f"<Form {self.width}x{self.height}: {len(self.pieces)} pieces>"

    @cached_property
    def text(self) -> str:
        """All of it as JSON on one line, for hashing and for other programs."""
        pieces = [
            {
                "colour": "white" if piece.white else "black",
                "squares": piece.squares,
                "losing_count": piece.losing_count,
                "goal_squares": piece.goal_squares,
                "accepting": sorted(piece.dfa.accepting),
                "transitions": [
                    (source, letter.dx, letter.dy, letter.on, target)
                    for source, letter, target in piece.dfa.transitions
                ],
            }
            for piece in self.pieces
        ]
        board = {"width": self.width, "height": self.height, "turn_limit": self.turn_limit}
        return json.dumps({**board, "pieces": pieces}, separators=(",", ":"))

    @cached_property
    def hash(self) -> str:
        """SHA-256 of the text, in hexadecimal digits: the same in every process and on every machine."""
        return hashlib.sha256(self.text.encode()).hexdigest()

    def changed(self, mirrored: bool, exchanged: bool) -> Form:
        """The form with left and right exchanged, with the colours exchanged, or both."""

        def moved(squares: tuple[Coordinates, ...]) -> tuple[Coordinates, ...]:
            return _in_order(
                (
                    self.width - 1 - x if mirrored else x,
                    self.height - 1 - y if exchanged else y,
                )
                for x, y in squares
            )

        pieces = [
            FormPiece(
                piece.white != exchanged,
                moved(piece.squares),
                piece.losing_count,
                moved(piece.goal_squares),
                piece.dfa.mirrored(columns=True) if mirrored else piece.dfa,
            )
            for piece in self.pieces
        ]
        return _form(self.width, self.height, self.turn_limit, pieces)


def canonical(game: AnyGame) -> Form:
    """The least of the forms of a game under exchange of left and right, and of the colours.

    Pieces whose rules have the same minimal automaton on this board, the same goal squares and no number to keep are
    one piece. Games with the same canonical form are the same; `sbg.same` also finds out about those whose rules have
    different words but allow the same moves.
    """
    plain = form(game)
    forms = [plain.changed(m, e) for m in (False, True) for e in (False, True)]
    return min(forms, key=lambda one: one.text)


def form(game: AnyGame) -> Form:
    """The form of a game as it is."""
    description = description_of(game)
    known: Mapping[str, Dfa] | None = getattr(game, "automata", None)
    dfas = automata.compile(description) if known is None else known
    merged: dict[tuple[bool, tuple[Coordinates, ...], Dfa], list[Coordinates]] = {}
    pieces = []
    for letter, squares in standing(description).items():
        count = losing_count(description, letter, len(squares))
        goals = goal_squares(description, letter)
        dfa = dfas.get(letter.upper(), _STUCK)
        if count is None:
            merged.setdefault((letter.isupper(), goals, dfa), []).extend(squares)
        else:
            pieces.append(FormPiece(letter.isupper(), _in_order(squares), count, goals, dfa))
    for (white, goals, dfa), squares in merged.items():
        pieces.append(FormPiece(white, _in_order(squares), None, goals, dfa))
    return _form(description.width, description.height, description.turn_limit, pieces)


def _form(width: int, height: int, turn_limit: int, pieces: list[FormPiece]) -> Form:
    ordered = sorted(pieces, key=lambda piece: (not piece.white, _key(piece.squares[0])))
    return Form(width, height, turn_limit, tuple(ordered))


def standing(description: Description) -> dict[str, list[Coordinates]]:
    """For each letter of the initial board its squares."""
    found: dict[str, list[Coordinates]] = {}
    for y in range(description.height):
        for x in range(description.width):
            letter = description.at(x, y)
            if letter != ".":
                found.setdefault(letter, []).append((x, y))
    return found


def losing_count(description: Description, letter: str, at_first: int) -> int | None:
    """The number of its pieces at which the owner of a letter loses, None when that can never happen."""
    return max(
        (
            goal.count
            for goal in description.goals
            if isinstance(goal, CountGoal) and goal.piece == letter and goal.count < at_first
        ),
        default=None,
    )


def goal_squares(description: Description, letter: str) -> tuple[Coordinates, ...]:
    """The squares on which a piece wins, in order."""
    return _in_order(
        {
            square
            for goal in description.goals
            if isinstance(goal, SquareGoal) and goal.piece == letter
            for square in goal.squares
        }
    )


def _in_order(squares: Iterable[Coordinates]) -> tuple[Coordinates, ...]:
    return tuple(sorted(squares, key=_key))


def _key(square: Coordinates) -> tuple[int, int]:
    """Squares are ordered a1 b1 … a2 b2 …"""
    return square[1], square[0]
