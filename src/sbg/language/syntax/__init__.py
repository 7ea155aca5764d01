"""Reads the text of a game: lexer, parser, checker, diagnostics with fixes, and the formatter."""

from sbg.language.syntax.checker import Checked, check, sound_board
from sbg.language.syntax.codes import CODES, Code
from sbg.language.syntax.diagnostic import Diagnostic, Edit, Fix, InvalidGameError, Label, in_order
from sbg.language.syntax.parser import Parsed, parse
from sbg.language.syntax.source import Source, Span

__all__ = [
    "CODES",
    "Checked",
    "Code",
    "Diagnostic",
    "Edit",
    "Fix",
    "InvalidGameError",
    "Label",
    "Parsed",
    "Source",
    "Span",
    "check",
    "in_order",
    "parse",
    "sound_board",
]
