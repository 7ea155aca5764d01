"""How Fairy-Stockfish really moves a piece, which differs from its Betza notation at times.

The kind of a slide or hop is a property of the piece, not of a direction: a piece moves to an offset if that offset is
among those that its basis moves reach on an empty board, and if it leaps there or any of its kinds reaches it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sbg.translation.fitting.basis import FAIRY, FAR, LEAP, Basic, Effect, Kind, Label
from sbg.translation.fitting.conditions import Vector

MOST_FILES, MOST_RANKS = 12, 10
MOST_CUSTOM = 25
_NONE = ""
"""The kind of a slide, hop or lame leap that the program does not have: it moves nowhere."""
LONGEST = 9
"""The largest range: it is one digit."""


@dataclass(frozen=True, slots=True)
class Anatomy:
    """The moves of one piece, all quiet or all captures, all first moves or none, as the program keeps them.

    `reached` are the offsets on an empty board, `leaps` those that are reached in any case, `kinds` the ways in which
    all the others may be reached.
    """

    reached: frozenset[Vector]
    leaps: frozenset[Vector]
    kinds: frozenset[str]

    def lame(self) -> list[Vector]:
        """The offsets of lame leaps."""
        return [offset for offset in self.reached if _lame_kind(offset) in self.kinds]

    def riders(self) -> list[tuple[Kind, Vector]]:
        """The slides and hops, and their steps."""
        found: list[tuple[Kind, Vector]] = []
        for unit in FAIRY.units():
            kinds: tuple[tuple[Kind, str], ...] = (
                ("slide", _slide_kind(unit)),
                ("hop", _hop_kind(unit, False)),
                ("grasshop", _hop_kind(unit, True)),
            )
            found += [(name, unit) for name, kind in kinds if kind in self.kinds]
        return found


def anatomy(moves: Iterable[Basic], size: tuple[int, int]) -> Anatomy:
    """How the program keeps some basis moves."""
    width, height = size
    steps: dict[Vector, bool] = {}
    slider: dict[Vector, int] = {}
    hopper: dict[Vector, int] = {}
    for move in moves:  # one entry a direction: the last one counts
        if move.kind in ("leap", "lame"):
            steps[move.unit] = move.kind == "lame"
        elif move.kind == "slide":
            slider[move.unit] = move.limit
        else:
            hopper[move.unit] = 1 if move.kind == "grasshop" else move.limit
    kinds = {_lame_kind(unit) for unit, is_lame in steps.items() if is_lame}
    kinds |= {_slide_kind(unit) for unit in slider}
    kinds |= {_hop_kind(unit, limit == 1) for unit, limit in hopper.items()}
    reached = set(steps)
    for unit, limit in (*slider.items(), *((u, 0 if n == 1 else n) for u, n in hopper.items())):
        if max(map(abs, unit)) > 2:
            continue
        for k in range(1, (limit or FAR) + 1):
            reached.add((unit[0] * k, unit[1] * k))
            if abs(unit[0]) * k >= width or abs(unit[1]) * k >= height:
                break
    leaps = frozenset(unit for unit, is_lame in steps.items() if not is_lame)
    return Anatomy(frozenset(reached), leaps, frozenset(kinds - {_NONE}))


def effective(moves: Iterable[Basic], size: tuple[int, int]) -> dict[Vector, Label]:
    """The effects at each offset of the moves of one piece, all quiet or all captures, all first moves or none."""
    width, height = size
    found = anatomy(moves, size)
    return {
        offset: FAIRY.closure(offset, _effects(offset, offset in found.leaps, found.kinds))
        for offset in found.reached
        if abs(offset[0]) < width and abs(offset[1]) < height
    }


def _effects(offset: Vector, leaps: bool, kinds: frozenset[str]) -> list[Effect]:
    # One step of a slide is a leap.
    found = [LEAP] if leaps or _slide_kind(offset) in kinds else []
    for effect in FAIRY.available(offset):
        name, k = effect
        unit = offset[0] // k, offset[1] // k
        makers = {
            "leap": (),
            "lame": (_lame_kind(offset),),
            "ride": (_slide_kind(unit), _lame_kind(offset) if k == 2 else _NONE),
            "hop": (_hop_kind(unit, False), _hop_kind(unit, True) if k == 2 else _NONE),
            "grasshop": (_hop_kind(unit, True),),
        }
        if kinds.intersection(makers[name]):
            found.append(effect)
    return found


def _lame_kind(offset: Vector) -> str:
    (a, b) = sorted(map(abs, offset))
    return {(0, 2): "nD", (1, 2): "nN", (2, 2): "nA", (2, 3): "nZ"}.get((a, b), _NONE)


def _slide_kind(unit: Vector) -> str:
    (a, b) = sorted(map(abs, unit))
    if (a, b) == (0, 1):
        return "vertical" if unit[1] else "horizontal"
    return {(1, 1): "diagonal", (1, 2): "knight"}.get((a, b), _NONE)


def _hop_kind(unit: Vector, grasshopper: bool) -> str:
    name = _slide_kind(unit)
    return f"{'g' if grasshopper else 'p'} {name}" if max(map(abs, unit)) == 1 else _NONE
