"""Lets every function take a game by its bundled name or path where it wants a `Game`."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, TypeAlias, TypeVar, overload

if TYPE_CHECKING:
    from sbg.engine import Game

Name: TypeAlias = str | os.PathLike[str]
"""A bundled name, or the path of a file."""
_Given = TypeVar("_Given")


@overload
def loaded(game: Name) -> Game: ...
@overload
def loaded(game: _Given) -> _Given: ...
def loaded(game: object) -> object:
    """The game of a name; anything else as it is."""
    if isinstance(game, str | os.PathLike):
        from sbg import load  # a door to what comes later: only the whole pipeline reads a text

        return load(game)
    return game
