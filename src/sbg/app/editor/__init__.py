"""Help for editors: diagnostics, completions, hovers and outlines of a text that may be broken.

Offsets are those of code points; `utf16` turns them into the UTF-16 units of browsers and language servers and back.
 Nothing here raises because of a text, and the limits of the language bound the work.
"""

from sbg.app.editor.completion import Completion, Completions, complete
from sbg.app.editor.fixing import Fixed, check, fixed, together
from sbg.app.editor.hovering import Hover, hover
from sbg.app.editor.starting import Template, template, templates
from sbg.app.editor.symbols import Symbol, outline

__all__ = [
    "Completion",
    "Completions",
    "Fixed",
    "Hover",
    "Symbol",
    "Template",
    "check",
    "complete",
    "fixed",
    "hover",
    "outline",
    "template",
    "templates",
    "together",
]
