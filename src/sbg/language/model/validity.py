"""Checks that a description made in Python is one that a file could have: sizes and ranges."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sbg.base.errors import SbgError
from sbg.base.limits import MAX_BOARD_SIDE, MAX_LETTERS, MAX_NUMBER, MAX_POWER
from sbg.language.model.description import CountGoal, Description, Piece
from sbg.language.model.regexp import Letter, Power, Regexp, letters, written_out


class DescriptionError(SbgError, ValueError):
    """A description that no file could have; the message says what is wrong with it."""


def validate(description: Description) -> None:
    """DescriptionError for the first thing in which a description differs from those of files."""
    for problem in _problems(description):
        raise DescriptionError(problem)


def _problems(game: Description) -> Iterator[str]:
    if not re.fullmatch(r"[A-Za-z0-9 ]+", game.name):
        yield f"a name has letters, digits and spaces only, and at least one: {game.name!r}"
    for side, size in (("width", game.width), ("height", game.height)):
        if not 1 <= size <= MAX_BOARD_SIDE:
            yield f"the {side} of a board is from 1 to {MAX_BOARD_SIDE}, not {size}"
    if len(game.rows) != game.height or any(len(row) != game.width for row in game.rows):
        yield f"the rows do not match a board of {game.width} by {game.height}"
    if not re.fullmatch(r"[A-Za-z.]*", "".join(game.rows)):
        yield "a row has letters and dots only"
    if not 0 <= game.turn_limit <= MAX_NUMBER:
        yield f"a turn limit is from 0 to {MAX_NUMBER}, not {game.turn_limit}"
    yield from _problems_of_pieces(game)
    for goal in game.goals:
        if not re.fullmatch(r"[A-Za-z]", goal.piece):
            yield f"a goal is for a piece, not for {goal.piece!r}"
        if isinstance(goal, CountGoal):
            if not 0 <= goal.count <= MAX_NUMBER:
                yield f"a count is from 0 to {MAX_NUMBER}, not {goal.count}"
        elif not goal.squares:
            yield f"the goal of `{goal.piece}` has no squares"
        elif off := [s for s in goal.squares if not _on_board(game, s)]:
            yield f"the goal square {off[0]} of `{goal.piece}` is not on the board"


def _problems_of_pieces(game: Description) -> Iterator[str]:
    known = [piece.letter for piece in game.pieces]
    if len(set(known)) != len(known):
        yield "a piece occurs twice"
    missing = {letter.upper() for row in game.rows for letter in row if letter != "."} - set(known)
    if missing:
        yield f"`{min(missing)}` is on the board, but not among the pieces"
    for piece in game.pieces:
        if not re.fullmatch(r"[A-Z]", piece.letter):
            yield f"a piece is named by one letter in upper case, not {piece.letter!r}"
        if piece.rule is not None:
            yield from _problems_of_rule(game, piece, piece.rule)


def _problems_of_rule(game: Description, piece: Piece, rule: Regexp) -> Iterator[str]:
    if not all(_is_power(part) for part in _powers(rule)):
        yield f"a power in the rule of `{piece.letter}` is not from 0 to {MAX_POWER}"
    if written_out(rule) > MAX_LETTERS:
        yield f"the rule of `{piece.letter}` has more than {MAX_LETTERS} letters"
    for letter in letters(rule):
        if letter.on not in ("e", "p", "w"):
            yield f"{letter} in the rule of `{piece.letter}` asks for none of e, p, w"
        if abs(letter.dx) >= game.width or abs(letter.dy) >= game.height:
            yield f"{letter} in the rule of `{piece.letter}` leads off every square of the board"


def _on_board(game: Description, square: tuple[int, int]) -> bool:
    return 0 <= square[0] < game.width and 0 <= square[1] < game.height


def _powers(rule: Regexp) -> Iterator[Power]:
    todo = [rule]
    while todo:
        part = todo.pop()
        if isinstance(part, Power):
            yield part
            todo.append(part.body)
        elif not isinstance(part, Letter):
            todo += part.parts


def _is_power(power: Power) -> bool:
    return power.count is None or 0 <= power.count <= MAX_POWER
