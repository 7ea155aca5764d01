"""Colours for code blocks of the documentation: the names of languages in, their lexers out."""

from __future__ import annotations

from pygments.lexers.special import TextLexer
from sphinx.application import Sphinx

from sbg.highlight import SbgLexer


def setup(app: Sphinx) -> dict[str, bool]:
    """Make the names of languages known that our code blocks use."""
    app.add_lexer("sbg", SbgLexer)
    app.add_lexer("moves", TextLexer)  # a rule, a board, and the board with the moves marked
    return {"parallel_read_safe": True}
