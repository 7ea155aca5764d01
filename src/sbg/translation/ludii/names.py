"""What pieces are called in Ludii, so that it finds a picture for them where it has one."""

from __future__ import annotations

import re
from collections.abc import Mapping

from sbg.explain.words import tell
from sbg.translation.fitting.form import Form

FIGURES = {
    "king", "queen", "rook", "bishop", "knight", "pawn", "amazon", "cannon", "commoner", "ferz", "giraffe", "wazir",
    "zebra",
}  # fmt: skip
"""Names of which Ludii has a picture."""

_BY_LETTER = dict(zip("KQRBNP", ("king", "queen", "rook", "bishop", "knight", "pawn"), strict=True))


def components(form: Form) -> Mapping[str, tuple[str, bool]]:
    """What each piece is called, by its letter in upper case, and whether Ludii has a picture for it.

    A picture goes to the piece that its author draws so, then to those of that name, then to the usual letters of
    pieces without a name; each picture to one piece.
    """
    letters = list(dict.fromkeys(piece.letter.upper() for piece in form.pieces))
    given = {piece.letter: piece for piece in form.rules.pieces}
    found: dict[str, tuple[str, bool]] = {}
    taken: set[str] = set()

    def give(letter: str, name: str | None, figure: bool) -> None:
        if letter not in found and name is not None:
            title = re.sub(r"[^A-Za-z]", "", name.title())
            if title and title.lower() not in taken and (not figure or title.lower() in FIGURES):
                found[letter] = title, figure
                taken.add(title.lower())

    named = {letter: given[letter].name for letter in letters}
    known = {
        letter: tell(given[letter].structure, form.automata.get(letter))[0] for letter in letters
    }
    drawn = [letter for letter in letters if form.looks.get(letter) != "letter"]
    usual = sorted(drawn, key=lambda letter: letter not in _BY_LETTER)
    for table in (form.looks, named, known):
        for letter in usual:
            give(letter, table.get(letter), True)
    for letter in usual:
        give(letter, _BY_LETTER.get(letter) if named[letter] is None else None, True)
    for letter in usual:
        give(letter, "commoner" if known[letter] == "king" else None, True)
    for letter in letters:
        give(letter, named[letter] or known[letter], False)
        if letter not in found:
            found[letter] = f"Piece{letter}", False
    return found
