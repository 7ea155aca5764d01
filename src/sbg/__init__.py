"""Simplified Boardgames: read, check, explain, format and play any game of the language.

These are the public names, and nothing else; see `docs/api.md`. A name is imported when it is first used: `sbg check`
must be quick, and needs neither engine nor players.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sbg import reference, svg
    from sbg.engine import Game, Playouts, Position, perft, playouts
    from sbg.model import (
        Description,
        FenError,
        GameOverError,
        IllegalMoveError,
        Move,
        Outcome,
        PlayError,
    )
    from sbg.pipeline import check, format, load, parse
    from sbg.players import analyse, player
    from sbg.syntax import Diagnostic, Edit, Fix, SbgError
    from sbg.translation import Inexpressible, Translation, translate
    from sbg.words import describe

__all__ = [
    "Description",
    "Diagnostic",
    "Edit",
    "FenError",
    "Fix",
    "Game",
    "GameOverError",
    "IllegalMoveError",
    "Inexpressible",
    "Move",
    "Outcome",
    "PlayError",
    "Playouts",
    "Position",
    "SbgError",
    "Translation",
    "analyse",
    "check",
    "describe",
    "format",
    "load",
    "parse",
    "perft",
    "player",
    "playouts",
    "reference",
    "svg",
    "translate",
]

_HOMES = (
    "sbg.pipeline",
    "sbg.syntax",
    "sbg.model",
    "sbg.engine",
    "sbg.players",
    "sbg.words",
    "sbg.translation",
)
"""Where the names above live; the pipeline goes before the stages, whose functions share some of its names."""


if not TYPE_CHECKING:  # or a type checker would believe in every name

    def __getattr__(name: str) -> object:
        if name not in __all__:
            raise AttributeError(f"module 'sbg' has no attribute {name!r}")
        if name in ("reference", "svg"):
            return import_module(f"sbg.{name}")
        for home in _HOMES:
            module = import_module(home)
            if name in getattr(module, "__all__", ()):
                value = globals()[name] = getattr(module, name)
                return value
        raise AttributeError(f"module 'sbg' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
