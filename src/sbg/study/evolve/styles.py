"""The styles of generated games: tables of weights, one TOML file each in `styles`."""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from sbg.base.errors import SbgError, shown
from sbg.study.evolve.draw import Draw

_SUFFIX = ".toml"


class StyleError(SbgError, ValueError):
    """A style, a board or an operator that there is not; the message says what there is."""


@dataclass(frozen=True, slots=True)
class Style:
    """A style: its name, a sentence about it, the generator that reads its tables, and the tables."""

    name: str
    about: str
    generator: str
    words: int
    """Words of English that a piece may need."""
    tables: Mapping[str, Any]

    def weights(self, table: str, key: str) -> Mapping[str, float]:
        """The weights of some alternatives."""
        found: Mapping[str, float] = self.tables[table][key]
        return found

    def pick(self, draw: Draw, table: str, key: str) -> str:
        """One of the alternatives of a table."""
        return draw.weighted(self.weights(table, key))

    def number(self, draw: Draw, table: str, key: str) -> float:
        """One of the numbers of a table."""
        return float(self.pick(draw, table, key))

    def happens(self, draw: Draw, table: str, key: str) -> bool:
        """Whether something happens whose chance a table has."""
        return draw.chance(float(self.tables[table].get(key, 0.0)))


def style_names() -> tuple[str, ...]:
    """The names of all styles."""
    return tuple(_styles())


def style(name: str) -> Style:
    """A style by its name; StyleError if there is none."""
    known = _styles()
    if isinstance(name, str) and name in known:
        return known[name]
    raise unknown("style", name, known)


def unknown(kind: str, name: object, known: Iterable[str]) -> StyleError:
    """What to raise for a name that is not among those that there are."""
    names = list(known)
    near = difflib.get_close_matches(name, names, n=1) if isinstance(name, str) else []
    hint = f"did you mean {shown(near[0])}? " if near else ""
    return StyleError(f"there is no {kind} {shown(name)}: {hint}there are {', '.join(names)}")


@cache
def _styles() -> dict[str, Style]:
    folder = files("sbg.study.evolve") / "styles"
    found = {}
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.name.endswith(_SUFFIX):
            tables = tomllib.loads(entry.read_text(encoding="utf-8"))
            name = entry.name.removesuffix(_SUFFIX)
            found[name] = Style(
                name, tables.pop("about"), tables.pop("generator"), tables.pop("words"), tables
            )
    return found
