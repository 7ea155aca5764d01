"""Names, figures and colours of pieces, which an author gives in comments that begin with `//!`.

    //! P = foot soldier, K = king
    //! figure P = rook, colour black = #7a1f1f

The language has neither. They are kept beside a description: two games that differ in them alone are equal.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from sbg.base.errors import mistyped, shown
from sbg.language.model.description import Description
from sbg.language.model.validity import DescriptionError

MARK = "//!"
"""How a comment begins that names pieces."""
LONGEST = 40
"""Characters of a name."""

_NAME = re.compile(rf"[^\W\d_](?:[\w '’-]{{,{LONGEST - 2}}}[\w'’])?")
_ENTRY = re.compile(r"\s*([A-Z])\s*=\s*(.*?)\s*")
FIGURES = ("king", "queen", "rook", "bishop", "knight", "pawn", "letter")
"""As what a piece can be drawn; `letter` is for one whose letter has a figure that does not fit."""
_FIGURE = re.compile(rf"\s*figure\s+([A-Z])\s*=\s*({'|'.join(FIGURES)})\s*")
_COLOUR = re.compile(r"\s*colou?r\s+(white|black)\s*=\s*(#[0-9A-Fa-f]{6})\s*")
_COLOUR_VALUE = re.compile(r"#[0-9A-Fa-f]{6}")


def _parts(comment: str) -> Iterator[tuple[bool, str, str]] | None:
    """What a comment says: whether it is a name, of what, and the name or look; None if it has another form."""
    if not comment.startswith(MARK):
        return None
    found = []
    for part in comment[len(MARK) :].split(","):
        look = _FIGURE.fullmatch(part) or _COLOUR.fullmatch(part)
        entry = look or _ENTRY.fullmatch(part)
        if entry is None or (look is None and not _NAME.fullmatch(entry[2])):
            return None
        found.append((look is None, entry[1], entry[2]))
    return iter(found)


def entries(comment: str) -> list[tuple[str, str]] | None:
    """Letters and names in a comment, in its order; None if it does not begin with `//!`, or has another form."""
    parts = _parts(comment)
    return None if parts is None else [(key, value) for named, key, value in parts if named]


def look_entries(comment: str) -> list[tuple[str, str]]:
    """Letters with figures, and players with colours, in a comment."""
    return [(key, value) for named, key, value in _parts(comment) or () if not named]


def read_names(description: Description, comments: Iterable[str]) -> dict[str, str]:
    """The names of the pieces of a game, by their letters; of two names for a piece the first holds."""
    letters = {piece.letter for piece in description.pieces}
    names: dict[str, str] = {}
    for comment in comments:
        for letter, name in entries(comment) or ():
            if letter in letters:
                names.setdefault(letter, name)
    return names


def checked_names(description: Description, names: Mapping[str, str]) -> dict[str, str]:
    """Names as they are given in Python; DescriptionError if a file could not have them."""
    if not isinstance(names, Mapping):
        raise mistyped("Game", "names in a dict, as {'K': 'king'}", names)
    letters = {piece.letter for piece in description.pieces}
    for letter, name in names.items():
        if letter not in letters:
            raise DescriptionError(f"a name for {shown(letter)}, which is no piece of the game")
        if not isinstance(name, str) or not _NAME.fullmatch(name):
            raise DescriptionError(
                f"a name of a piece has letters, digits, spaces, hyphens and apostrophes, begins with a"
                f" letter and has at most {LONGEST} characters: {shown(name)}"
            )
    return {letter: names[letter] for letter in sorted(names)}


def read_looks(description: Description, comments: Iterable[str]) -> dict[str, str]:
    """Figures of pieces, by their letters, and colours of players; of two the first holds."""
    known = {"white", "black", *(piece.letter for piece in description.pieces)}
    looks: dict[str, str] = {}
    for comment in comments:
        for key, look in look_entries(comment):
            if key in known:
                looks.setdefault(key, look.lower())
    return looks


def checked_looks(description: Description, looks: Mapping[str, str]) -> dict[str, str]:
    """Looks as they are given in Python; DescriptionError if a file could not have them."""
    if not isinstance(looks, Mapping):
        raise mistyped("Game", "looks in a dict, as {'P': 'rook', 'black': '#7a1f1f'}", looks)
    letters = {piece.letter for piece in description.pieces}
    for key, look in looks.items():
        colour = key in ("white", "black")
        if not colour and key not in letters:
            raise DescriptionError(f"a look for {shown(key)}, which is no piece of the game")
        fits = isinstance(look, str) and (
            _COLOUR_VALUE.fullmatch(look) if colour else look in FIGURES
        )
        if not fits:
            wanted = "a colour as #7a1f1f" if colour else f"one of {', '.join(FIGURES)}"
            raise DescriptionError(f"the look of {key} is {wanted}, not {shown(look)}")
    return {key: looks[key] for key in sorted(looks)}


def write_names(names: Mapping[str, str], looks: Mapping[str, str] | None = None) -> str:
    """The comments that name pieces and say how they look, one on each line."""
    lines = [f"{letter} = {name}" for letter, name in names.items()]
    for key, look in (looks or {}).items():
        lines.append(f"{'figure' if len(key) == 1 else 'colour'} {key} = {look}")
    return "".join(f"{MARK} {line}\n" for line in lines)
