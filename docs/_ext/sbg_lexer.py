"""Colours for games in the documentation: a block marked `sbg` in, its tokens out."""

from __future__ import annotations

from typing import ClassVar

from pygments.lexer import RegexLexer
from pygments.lexers.special import TextLexer
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String, Text
from sphinx.application import Sphinx


class SbgLexer(RegexLexer):  # type: ignore[misc] # Pygments has no types
    """Simplified Boardgames."""

    name = "Simplified Boardgames"
    aliases: ClassVar = ["sbg"]
    tokens: ClassVar = {
        "root": [
            (r"//[^\r\n]*", Comment.Single),
            (r"/\*.*?\*/", Comment.Multiline),
            (r"<<[^>]*>>", Name.Class),
            (r"<(?:BOARD|PIECES|GOALS)>", Keyword),
            (r"\|[^|\r\n]*\|", String),
            (r"-?\s*[0-9]+", Number),
            (r"(?<=,)\s*[epw](?=\s*\))", Keyword.Constant),
            (r"[A-Za-z]", Name.Variable),
            (r"[\^*+]", Operator),
            (r"[#@]", Keyword),
            (r"[(),&]", Punctuation),
            (r"\s+", Text),
            (r".", Text),
        ]
    }


def setup(app: Sphinx) -> dict[str, bool]:
    """Make the names of languages known that our code blocks use."""
    app.add_lexer("sbg", SbgLexer)
    app.add_lexer("moves", TextLexer)  # a rule, a board, and the board with the moves marked
    return {"parallel_read_safe": True}
