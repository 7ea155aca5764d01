"""`sbg.learn`: learns the rules of a game from observed play, and says what is not certain."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from sbg.base.errors import mistyped, shown
from sbg.base.limits import MAX_NUMBER
from sbg.base.numbers import positive, whole
from sbg.study.learn.asking import Answer, Lesson, ask, teach
from sbg.study.learn.learned import Agreement, Learned, LearnedPiece, learn_from
from sbg.study.observe import Sightings, joined, read_path
from sbg.study.observe.sources import AnyPath

__all__ = ["Agreement", "Answer", "Learned", "LearnedPiece", "Lesson", "ask", "learn", "teach"]


def learn(
    data: Sightings | AnyPath | Sequence[Sightings | AnyPath],
    *,
    seconds: float = 60.0,
    mistakes: bool = True,
    turn_limit: int | None = None,
    game: str | Sequence[str] = (),
) -> Learned:
    """Learn a game from observations, or from files of them: JSON lines, records, contests.

    All must be of one game; of several, `game` chooses by name, and several names are taken as one game. `seconds` is
    the time for each piece that is hard to explain. `mistakes=False` says that nothing is written down wrong. Without
    a game that was drawn `turn_limit` sets what else is only a lower bound. DataError says where a file is broken.
    """
    parts = [data] if isinstance(data, Sightings | str | os.PathLike) else data
    if not isinstance(parts, Sequence):
        raise mistyped("learn", "observations, or paths of files", data)
    if type(mistakes) is not bool:
        raise mistyped("learn", "True or False as mistakes", mistakes)
    if turn_limit is not None:
        whole(turn_limit, "turn_limit", 1, MAX_NUMBER)
    names = [game] if isinstance(game, str) else game
    if not isinstance(names, Sequence) or not all(isinstance(name, str) for name in names):
        raise mistyped("learn", "names of games", game)
    found: list[Sightings] = []
    for part in parts:
        if isinstance(part, Sightings):
            found.append(part)
        elif isinstance(part, str | os.PathLike):
            found += _read(part)
        else:
            raise mistyped("learn", "observations, or paths of files", part)
    return learn_from(
        joined(found, names),
        seconds=positive(seconds, "seconds", 1e9),
        mistakes=mistakes,
        turn_limit=turn_limit,
    )


def _read(path: AnyPath) -> list[Sightings]:
    try:
        return read_path(Path(path))
    except UnicodeError:
        raise ValueError(f"no file can have the name {shown(path)}") from None
