"""Checks that a game really has the symmetries that a table of exact values relies on."""

from __future__ import annotations

from collections.abc import Callable

from sbg.engine import Game
from sbg.exact.verification.reading import CertificateError
from sbg.exact.verification.table_file import TableData
from sbg.language.model import CountGoal, SquareGoal


def check_symmetries(game: Game, table: TableData) -> None:
    """CertificateError if one is claimed that the rules or the goals do not have."""
    width, height = table.width, table.height
    letters = {table.letters[code] for code, _ in table.kinds}
    turns = bool(table.header.get("turns"))

    def mirrored(square: int) -> int:
        return square - square % width + width - 1 - square % width

    def swapped(square: int) -> int:
        there = (height - 1 - square // width) * width + square % width
        return mirrored(there) if turns else there

    if table.header["flips"]:
        # Black's men move as White's do with the board upside down, by the rules of the language.
        if turns and not _moves_mirror(game, letters):
            raise CertificateError(
                "the table takes positions for equal that are not: turned boards"
            )
        both = letters | {letter.swapcase() for letter in letters}
        if not _goals_map(game, both, swapped, str.swapcase):
            raise CertificateError(
                "the table takes positions for equal that are not: colours swapped"
            )
    if table.header["mirrors"] and not (
        _moves_mirror(game, letters) and _goals_map(game, letters, mirrored, str)
    ):
        raise CertificateError("the table takes positions for equal that are not: mirror images")


def _moves_mirror(game: Game, letters: set[str]) -> bool:
    """Whether all these men move to the left as they do to the right."""
    rules = (game.automata.get(letter.upper()) for letter in sorted(letters))
    return all(dfa is None or dfa.mirrored(columns=True) == dfa for dfa in rules)


def _goals_map(
    game: Game, letters: set[str], square_to: Callable[[int], int], letter_to: Callable[[str], str]
) -> bool:
    """Whether the goals of these men become the same again."""
    goals: set[tuple[str, str, int]] = set()
    images: set[tuple[str, str, int]] = set()
    for goal in game.goals:
        if isinstance(goal, SquareGoal) and goal.piece in letters:
            for x, y in goal.squares:
                square = y * game.width + x
                goals.add(("@", goal.piece, square))
                images.add(("@", letter_to(goal.piece), square_to(square)))
        elif isinstance(goal, CountGoal) and goal.piece in letters:
            goals.add(("#", goal.piece, goal.count))
            images.add(("#", letter_to(goal.piece), goal.count))
    return goals == images
