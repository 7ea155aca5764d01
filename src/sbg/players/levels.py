"""A level from 1 to 9 in; what a player of that level looks at, and how wrongly it judges, out."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Level:
    """How strong to play: positions to visit, half-moves to look ahead, and an error in every judgement."""

    nodes: int
    depth: int | None = None
    noise: int = 0
    """In hundredths of a plain piece."""


LEVELS = {
    1: Level(200, 1, 400),
    2: Level(500, 1, 150),
    3: Level(1_000, 2, 100),
    4: Level(3_000, 3, 50),
    5: Level(10_000, 4, 25),
    6: Level(30_000, None, 10),
    7: Level(100_000),
    8: Level(400_000),
    9: Level(2_000_000),
}
DEFAULT = 5
"""Who plays against a human who did not choose."""
