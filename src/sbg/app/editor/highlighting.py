"""Syntax highlighting of games for Pygments, so for documentation, notebooks and terminals.

Pygments finds the lexer through the entry point of the package; this module imports nothing else of it.
"""

from __future__ import annotations

from typing import ClassVar

from pygments.lexer import RegexLexer, bygroups, include
from pygments.token import (
    Comment,
    Error,
    Keyword,
    Name,
    Number,
    Operator,
    Punctuation,
    String,
    Whitespace,
)

__all__ = ["SbgLexer"]

_SPACE = r"([ \t\r\n]*)"
_STEP = r"(-?[ \t\r\n]*[0-9]+)"
# A comment that is never closed goes on to the end: so each text is looked through once.
_COMMENTS = [(r"/\*(?s:.*?)\*/", Comment.Multiline), (r"/\*(?s:.+)", Error)]


class SbgLexer(RegexLexer):  # type: ignore[misc] # Pygments has no types
    """Simplified Boardgames: whole files, and parts of them as documentation shows them."""

    name = "Simplified Boardgames"
    aliases: ClassVar = ["sbg"]
    filenames: ClassVar = ["*.sbg"]
    mimetypes: ClassVar = ["text/x-sbg"]

    tokens: ClassVar = {
        # Tokens look the same in every section, so that one state will do.
        "root": [
            (r"[ \t\r\n]+", Whitespace),
            (r"//[^\r\n]*", Comment.Single),
            *_COMMENTS,
            (r"<<", Name.Class, "name"),
            (r"<(?:BOARD|PIECES|GOALS)>", Keyword.Namespace),
            (r"\|", Punctuation, "row"),
            include("letter"),
            (r"[#@]", Keyword),
            (r"[A-Za-z]", Name.Variable),
            (r"[0-9]+", Number.Integer),
            (r"[\^*+\-]", Operator),
            (r"&", Keyword),
            (r"[(),]", Punctuation),
            (r"(?s:.)", Error),
        ],
        "letter": [
            (
                rf"(\(){_SPACE}{_STEP}{_SPACE}(,){_SPACE}{_STEP}{_SPACE}(,){_SPACE}([epw]){_SPACE}(\))",
                bygroups(
                    Punctuation, Whitespace, Number.Integer, Whitespace, Punctuation, Whitespace,
                    Number.Integer, Whitespace, Punctuation, Whitespace, Keyword.Constant,
                    Whitespace, Punctuation,
                ),
            ),
        ],
        "name": [
            *_COMMENTS,
            (r">>", Name.Class, "#pop"),
            (r"[a-zA-Z0-9 ]+", Name.Class),
            (r"(?=[\r\n])", Whitespace, "#pop"),
            (r"(?s:.)", Error),
        ],
        "row": [
            *_COMMENTS,
            (r"\|", Punctuation, "#pop"),
            (r"[A-Z]+", String.Symbol),
            (r"[a-z]+", String.Char),
            (r"\.+", String),
            (r"(?=[\r\n])", Whitespace, "#pop"),
            (r"(?s:.)", Error),
        ],
    }  # fmt: skip
