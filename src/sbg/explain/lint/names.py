"""Warnings about comments that try to name a piece, as `//! K = king` does, in a wrong form."""

from __future__ import annotations

from sbg.language.model import Description
from sbg.language.model.names import LONGEST, MARK, entries, look_entries
from sbg.language.syntax import tree
from sbg.language.syntax.collector import Collector


def check_names(file: tree.File, description: Description, collector: Collector) -> None:
    """Warn about names in another form than `//! K = king`, for no piece of the game, or for one that has a name."""
    letters = {piece.letter for piece in description.pieces}
    named: set[str] = set()
    drawn: set[str] = set()
    for comment in file.comments:
        if not comment.text.startswith(MARK):
            continue
        found = entries(comment.text)
        if found is None:
            collector.add(
                "SBG417",
                "this comment names no piece",
                comment.span,
                "not of the form `//! K = king, P = foot soldier`",
                help=f"a capital letter, `=` and a name of letters, digits, spaces and hyphens, at most {LONGEST}"
                " characters; or `figure K = queen`, `colour black = #7a1f1f`; an ordinary comment begins with"
                " `//` alone",
            )
            continue
        for letter, _ in found:
            if letter not in letters or letter in named:
                why = "has a name already" if letter in named else "is not in this game"
                collector.add(
                    "SBG417",
                    f"this name is not used: piece `{letter}` {why}",
                    comment.span,
                    help="each piece of the game may be named once, by its capital letter, for both players",
                )
            named.add(letter)
        for key, _ in look_entries(comment.text):
            if (len(key) == 1 and key not in letters) or key in drawn:
                why = "has a look already" if key in drawn else "is not in this game"
                collector.add(
                    "SBG417",
                    f"this look is not used: `{key}` {why}",
                    comment.span,
                    help="each piece may have one figure, by its capital letter, and each player one colour",
                )
            drawn.add(key)
