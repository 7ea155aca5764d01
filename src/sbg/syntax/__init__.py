"""From a text to a tree with spans, to the `Description` it means, and to diagnostics as data; and back to text."""

from sbg.syntax.checker import Checked, check, sound_board
from sbg.syntax.codes import CODES, Code
from sbg.syntax.diagnostic import Diagnostic, Edit, Fix, InvalidGameError, Label, in_order
from sbg.syntax.parser import Parsed, parse
from sbg.syntax.source import Source, Span

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
