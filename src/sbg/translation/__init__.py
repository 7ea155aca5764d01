"""Translates games into the languages of other programs, and games of other programs into ours.

In comes a game, or a text of Fairy-Stockfish or in Betza's notation. Out comes a translation that is exact, or
`Inexpressible` with every reason why there is none. Read `targets.py`, the table of languages, first, then `gdl.py`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from sbg.base.errors import mistyped, shown
from sbg.base.named import loaded
from sbg.language.model import AnyGame, Regexp
from sbg.translation.fitting.form import Form, form
from sbg.translation.fitting.result import (
    Imported,
    Inexpressible,
    Obstacle,
    Translation,
    TranslationError,
)
from sbg.translation.targets import SOURCES, TARGETS, ForeignSource, Target, TargetName, unknown

if TYPE_CHECKING:
    from sbg.translation.betza_notation.read import Dialect

__all__ = [
    "SOURCES",
    "TARGETS",
    "ForeignSource",
    "Form",
    "Imported",
    "Inexpressible",
    "Obstacle",
    "Target",
    "TargetName",
    "Translation",
    "TranslationError",
    "betza",
    "form",
    "translate",
]


def translate(
    game: AnyGame,
    target: TargetName,
    *,
    allow: Iterable[str] = (),
    piece: str | None = None,
) -> Translation:
    """A game in the language of a target: `gdl`, `rbg`, … (`TARGETS` lists all).

    `allow` names losses to accept; `piece` is the letter of the piece for a target that writes one. Inexpressible
    holds every reason when the target cannot play the game exactly. TranslationError when there is no such target, loss
    or piece.
    """
    if not isinstance(target, str):
        raise mistyped("translate", "the name of a target", target)
    if not isinstance(allow, Iterable) or isinstance(allow, str | bytes):
        raise mistyped("translate", "a list of losses to allow", allow)
    if piece is not None and not isinstance(piece, str):
        raise mistyped("translate", "the letter of a piece", piece)
    if target not in TARGETS:
        raise TranslationError(f"{unknown(target)}; there are {', '.join(TARGETS)}")
    chosen = TARGETS[target]
    names = list(allow)
    for name in names:
        if not isinstance(name, str):
            raise mistyped("translate", "losses by name", name)
    wanted = frozenset(names)
    known = {name for name, _ in chosen.losses}
    for name in sorted(wanted - known):
        takes = f"takes {', '.join(sorted(known))}" if known else "has no loss to allow"
        raise TranslationError(f"`{name}` is no loss of {chosen.name}, which {takes}")
    if chosen.one_piece and piece is None:
        raise TranslationError(f"{chosen.name} writes one piece: give its letter")
    if piece is not None and not chosen.one_piece:
        raise TranslationError(f"{chosen.name} writes games, not a piece")
    made = form(loaded(game))
    if piece is not None and all(piece.upper() != each.letter for each in made.description.pieces):
        raise TranslationError(f"this game has no piece `{piece}`")
    return chosen.write(made, allow=wanted, piece=piece)


def betza(text: str, board: tuple[int, int] = (8, 8), dialect: Dialect = "classic") -> Regexp:
    """The rule of a piece that is given in Betza's notation, for a board of a width and a height.

    The dialects are `classic`, `xboard` and `fsf` (Fairy-Stockfish, with what it really does). InvalidGameError holds
    the diagnostics of a text that cannot be read, or means what a rule cannot say.
    """
    from sbg.translation.betza_notation import meaning  # an import of its own: few need it

    for value, takes in ((text, "a piece in Betza's notation"), (dialect, "the name of a dialect")):
        if not isinstance(value, str):
            raise mistyped("betza", takes, value)
    match board:
        case (int(), int()):
            pass
        case _:
            raise ValueError(f"a board is a pair (width, height), not {shown(board)}")
    return meaning.betza(text, board, dialect)
