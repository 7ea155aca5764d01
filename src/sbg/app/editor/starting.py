"""The templates from which `sbg new` and the page start a game: the files in `templates`.

A template begins with a comment of one line, which says what it is, and is called what its name says.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

_SUFFIX = ".sbg"
_HEAD = re.compile(r"// (?P<about>[^\n]+)\n(?s:.*?)<<(?P<title>[^>]+)>>")


@dataclass(frozen=True, slots=True)
class Template:
    """A game to start from: a short name, the name of the game, a sentence about it, and its text."""

    name: str
    title: str
    about: str
    text: str

    def named(self, title: str, note: str = "") -> str:
        """The text with another name of the game, and with a note behind what the template says of itself."""
        text = self.text.replace(f"<<{self.title}>>", f"<<{title}>>", 1)
        first, rest = text.split("\n", 1)
        return f"{first}\n// {note}\n{rest}" if note else text


@cache
def templates() -> tuple[Template, ...]:
    """All templates, by name."""
    folder = files("sbg.app.editor") / "templates"
    entries = sorted(
        (entry for entry in folder.iterdir() if entry.name.endswith(_SUFFIX)),
        key=lambda entry: entry.name,
    )
    return tuple(
        _read(entry.name.removesuffix(_SUFFIX), entry.read_text(encoding="utf-8"))
        for entry in entries
    )


def template(name: str) -> Template | None:
    """The template of a name, None if there is none."""
    return next((template for template in templates() if template.name == name), None)


def _read(name: str, text: str) -> Template:
    head = _HEAD.match(text)
    assert head is not None, name
    return Template(name, head["title"], head["about"], text)
