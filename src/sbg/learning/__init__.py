"""The rules of a game from observations of play: what they tell, and what they leave open."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TypeAlias

from sbg.errors import mistyped, shown
from sbg.learning.learned import Learned, LearnedPiece, learn_from
from sbg.observations import Sightings, joined, read_path

__all__ = ["Learned", "LearnedPiece", "learn"]

AnyPath: TypeAlias = str | os.PathLike[str]


def learn(
    data: Sightings | AnyPath | Sequence[Sightings | AnyPath], *, seconds: float = 60.0
) -> Learned:
    """Learn a game from observations, or from files of them: JSON lines, records, contests.

    All must be of one game. `seconds` is the time for each piece that is hard to explain. DataError says where a file
    is broken.
    """
    parts = [data] if isinstance(data, Sightings | str | os.PathLike) else data
    if not isinstance(parts, Sequence):
        raise mistyped("learn", "observations, or paths of files", data)
    found: list[Sightings] = []
    for part in parts:
        if isinstance(part, Sightings):
            found.append(part)
        elif isinstance(part, str | os.PathLike):
            found += _read(part)
        else:
            raise mistyped("learn", "observations, or paths of files", part)
    wanted: object = seconds
    if isinstance(wanted, bool) or not isinstance(wanted, int | float) or not 0 < wanted <= 1e9:
        raise ValueError(f"seconds is a positive number, not {shown(seconds)}")
    return learn_from(joined(found), seconds=seconds)


def _read(path: AnyPath) -> list[Sightings]:
    try:
        return read_path(Path(path))
    except UnicodeError:
        raise ValueError(f"no file can have the name {shown(path)}") from None
