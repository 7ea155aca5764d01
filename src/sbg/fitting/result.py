"""What a translation gives: a text with its moves both ways, or every reason why there is none."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from sbg.errors import SbgError
from sbg.model import Letter, Move


@dataclass(frozen=True, slots=True)
class Translation:
    """A game in the language of another program.

    `exact_until` is None when the text plays exactly as the game does; otherwise it is the ply up to which it does, and
    `notes` say what is lost. Moves are written as the program writes them, without a position.
    """

    target: str
    text: str
    write_move: Callable[[Move], str] = field(repr=False)
    read_move: Callable[[str], Move | None] = field(repr=False)
    exact_until: int | None = None
    notes: tuple[str, ...] = ()

    def to_target(self, move: Move) -> str:
        """A move as the target writes it."""
        return self.write_move(move)

    def from_target(self, text: str) -> Move:
        """The move that a text of the target means; TranslationError when it is none."""
        move = self.read_move(text)
        if move is None:
            raise TranslationError(f"`{text}` is not a move of this translation to {self.target}")
        return move


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
