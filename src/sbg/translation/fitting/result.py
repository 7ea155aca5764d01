"""The result of a translation: a text and its move notation, or every reason why there is none."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from sbg.base.errors import SbgError
from sbg.language.model import Coordinates, Letter, Move
from sbg.language.model.notation import parse_move, square_name


class Placed(Protocol):
    """A position, such as `sbg.Position`."""

    @property
    def rows(self) -> tuple[str, ...]:
        """The rows of the board from the top."""

    @property
    def ply(self) -> int:
        """The number of plies made."""


@dataclass(frozen=True, slots=True)
class Translation:
    """A game in the language of another program.

    `exact_until` is None when the text plays exactly as the game does; otherwise it is the ply up to which it does, and
    `notes` say what is lost. Moves are written as the program writes them; only a pass, where the target has one, needs
    the position. `passing` are the letters of the pieces that stand still when their player passes there.
    """

    target: str
    text: str
    write_move: Callable[[Move], str] = field(repr=False)
    read_move: Callable[[str], Move | None] = field(repr=False)
    exact_until: int | None = None
    notes: tuple[str, ...] = ()
    passing: str = ""

    def __repr__(self) -> str:
        exact = "exact" if self.exact_until is None else f"exact until ply {self.exact_until}"
        return f"<sbg.Translation to {self.target!r}: {len(self.text)} characters, {exact}>"

    def to_target(self, move: Move, position: Placed | None = None) -> str:
        """A move as the target writes it: a pass by the player's first square, for which it needs the position."""
        if self.passing and move.origin == move.target:
            first = self._standing(position, None)
            return square_name(first) * 2
        return self.write_move(move)

    def from_target(self, text: str, position: Placed | None = None) -> Move:
        """The move that a text of the target means, for a pass in a position; TranslationError when it is none."""
        move = self.read_move(text)
        if move is None:
            raise TranslationError(f"`{text}` is not a move of this translation to {self.target}")
        if self.passing and move.origin == move.target:
            stands = self._standing(position, self.passing)
            return Move(stands, stands)
        return move

    def _standing(self, position: Placed | None, letters: str | None) -> Coordinates:
        """The first square, from a1 on, with a piece of the player to move, or with one of some letters."""
        if position is None:
            raise TranslationError(
                "a pass is written with the player's first square, which depends on the position: give it as well"
            )
        for y, row in enumerate(reversed(position.rows)):
            for x, letter in enumerate(row):
                own = letter.isalpha() and letter.isupper() == (position.ply % 2 == 0)
                if own and (letters is None or letter in letters):
                    return x, y
        raise TranslationError("the player to move has no piece that may pass")


@dataclass(frozen=True, slots=True)
class Obstacle:
    """One reason why a game cannot be expressed: a code that `sbg explain` knows, and the smallest case that shows it.

    `piece` is the letter of a piece, in lower case where it is black's alone. `limit` is what the target can do at
    most, in words. `word` is the shortest word of the rule that the target cannot play, `position` a position line
    where it is a move. `allow` names the loss that `--allow` accepts, if there is one.
    """

    code: str
    message: str
    piece: str | None = None
    limit: str = ""
    word: tuple[Letter, ...] | None = None
    position: str | None = None
    allow: str | None = None

    def __str__(self) -> str:
        parts = [f"{self.code}: {self.message}"]
        if self.word is not None:
            parts.append(f"word {''.join(map(str, self.word)) or '(empty)'}")
        if self.position is not None:
            parts.append(f"position {self.position}")
        if self.allow is not None:
            parts.append(f"--allow {self.allow} accepts this loss")
        return "; ".join(parts)


class TranslationError(SbgError, ValueError):
    """A translation that was not asked for as it can be, or a text that is no move of it."""


def read_squares(text: str) -> Move | None:
    """A move that is written as we do, by its two squares."""
    squares = parse_move(text)
    return None if squares is None else Move(*squares)


class Inexpressible(TranslationError):  # noqa: N818 - says what is wrong, not that something is
    """The target cannot express the game; `reasons` holds all that is in the way."""

    def __init__(self, target: str, reasons: Sequence[Obstacle]) -> None:
        super().__init__(target, tuple(reasons))
        self.target, self.reasons = target, tuple(reasons)

    def __str__(self) -> str:
        return "\n".join(map(str, self.reasons))


@dataclass(frozen=True, slots=True)
class Imported:
    """What was read from another language: an .sbg text (or one rule), and notes on what was assumed."""

    source: str
    text: str
    notes: tuple[str, ...] = ()
