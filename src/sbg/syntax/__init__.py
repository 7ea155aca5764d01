"""Text in; a tree with spans, diagnostics as data, and formatted text out."""

from sbg.syntax.codes import CODES, Code
from sbg.syntax.diagnostic import Diagnostic, Edit, Fix, Label, SbgError, in_order
from sbg.syntax.parser import Parsed, parse
from sbg.syntax.source import Source, Span

__all__ = [
    "CODES",
    "Code",
    "Diagnostic",
    "Edit",
    "Fix",
    "Label",
    "Parsed",
    "SbgError",
    "Source",
    "Span",
    "in_order",
    "parse",
]
