"""The movement rule of a Fairy-Stockfish piece: its moves as the program really makes them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from sbg.language.model.regexp import Letter, Power, Regexp, concat, sum_of
from sbg.translation.fairy.effects import Anatomy, anatomy
from sbg.translation.fitting.basis import Basic, Kind, lame_path
from sbg.translation.fitting.conditions import Vector

Way: TypeAlias = tuple[Kind, Vector, tuple[int, ...]]


def fairy_rule(moves: Sequence[Basic], board: tuple[int, int]) -> Regexp | None:
    """The rule of a piece on a board; None for a piece that cannot move."""
    parts: dict[Way, str] = {}
    for on in "ep":
        found = anatomy([move for move in moves if move.on == on], board)
        for way in _ways(found, board):
            parts[way] = parts.get(way, "") + on
    rules = [_rule(way, contents) for way, contents in parts.items()]
    return sum_of(rules) if rules else None


def _ways(found: Anatomy, board: tuple[int, int]) -> list[Way]:
    """What a piece does: (name, unit, numbers of steps), without the board's limit where all steps are possible."""
    ways: list[Way] = [("leap", unit, ()) for unit in sorted(found.leaps) if _within(unit, board)]
    ways += [("lame", unit, ()) for unit in sorted(found.lame()) if _within(unit, board)]
    for name, unit in found.riders():
        if not _within(unit, board):
            continue
        far = 1
        while _within((unit[0] * (far + 1), unit[1] * (far + 1)), board):
            far += 1
        steps = tuple(k for k in range(1, far + 1) if (unit[0] * k, unit[1] * k) in found.reached)
        if name != "slide":
            steps = tuple(k for k in steps if k > 1)
        if steps:
            whole = len(steps) == far - (name != "slide")
            ways.append((name, unit, () if whole else steps))
    return ways


def _within(offset: Vector, board: tuple[int, int]) -> bool:
    return abs(offset[0]) < board[0] and abs(offset[1]) < board[1]


def _rule(way: Way, contents: str) -> Regexp:
    name, unit, steps = way
    end = _letters(unit, contents)
    if name == "leap":
        return end
    if name == "lame":
        at: Vector = (0, 0)
        parts: list[Regexp] = []
        for square in lame_path(unit):
            parts.append(Letter(square[0] - at[0], square[1] - at[1], "e"))
            at = square
        return concat([*parts, _letters((unit[0] - at[0], unit[1] - at[1]), contents)])
    free, over = Letter(*unit, "e"), _letters(unit, "pw")
    star = Power(free, None)
    if name == "slide":
        if not steps:
            return concat([star, end])
        return sum_of([concat([*_times(free, k - 1), end]) for k in steps])
    if name == "grasshop":
        if not steps:
            return concat([star, over, end])
        return sum_of([concat([*_times(free, k - 2), over, end]) for k in steps])
    if not steps:
        return concat([star, over, star, end])
    return sum_of(
        [
            concat([*_times(free, first), over, *_times(free, k - 2 - first), end])
            for k in steps
            for first in range(k - 1)
        ]
    )


def _letters(unit: Vector, contents: str) -> Regexp:
    return sum_of([Letter(*unit, on) for on in contents])


def _times(part: Regexp, count: int) -> list[Regexp]:
    return [part] * count if count < 2 else [Power(part, count)]
