"""From a text to a tree with spans, to the `Description` it means, and to diagnostics as data; and back to text."""

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
