"""Names that the author of a game gives to its pieces, in comments: `//! P = pawn, K = king`.

The language has no names of pieces. These stand beside a description: two games that differ in them alone are equal.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from sbg.errors import mistyped, shown
from sbg.model.description import Description
from sbg.model.validity import DescriptionError

MARK = "//!"
"""How a comment begins that names pieces."""
LONGEST = 40
"""Characters of a name."""

_NAME = re.compile(rf"[^\W\d_](?:[\w '’-]{{,{LONGEST - 2}}}[\w'’])?")
_ENTRY = re.compile(r"\s*([A-Z])\s*=\s*(.*?)\s*")


def entries(comment: str) -> list[tuple[str, str]] | None:
    """Letters and names in a comment, in its order; None if it does not begin with `//!`, or has another form."""
    if not comment.startswith(MARK):
        return None
    found = []
    for part in comment[len(MARK) :].split(","):
        entry = _ENTRY.fullmatch(part)
        if entry is None or not _NAME.fullmatch(entry[2]):
            return None
        found.append((entry[1], entry[2]))
    return found


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


def write_names(names: Mapping[str, str]) -> str:
    """The comments that name pieces, one on each line."""
    return "".join(f"{MARK} {letter} = {name}\n" for letter, name in names.items())
