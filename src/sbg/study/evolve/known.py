"""Well-known pieces as families of moves, for generators and mutations to use."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from sbg.moves.shapes import LEAP, RIDE, Family, beyond, cannon, first_rows, hop, jump, lame, ride
from sbg.moves.shapes.paths import KING
from sbg.study.evolve.genome import Gene

_ALL = tuple(sorted(KING))
_AHEAD = ((0, 1),)
_DIAGONALLY_AHEAD = ((-1, 1), (1, 1))
_STRAIGHT = (0, 1)
_DIAGONAL = (1, 1)


def _all(*parts: Family) -> Callable[[int, int], Gene]:
    return lambda _width, _height: Gene.made(*parts)


def _leaps(x: int, y: int) -> Family:
    return Family.all((x, y))


_ROOK = Family.all(_STRAIGHT, RIDE)
_BISHOP = Family.all(_DIAGONAL, RIDE)
_QUEEN = Family(_ALL, RIDE)
_STEPS = Family(_ALL)
_KNIGHT = _leaps(1, 2)
_FERZ = _leaps(1, 1)
_WAZIR = _leaps(0, 1)


def _pawn(_width: int, _height: int) -> Gene:
    return Gene.made(Family(_AHEAD, mode="e"), Family(_DIAGONALLY_AHEAD, mode="p"))


def _double_step(_width: int, height: int) -> Gene:
    long = Family(_AHEAD, lame(1), "e", first_rows(2, height))
    return Gene.made(*_pawn(_width, height).families, long)


def _soldier(_width: int, height: int) -> Gene:
    sideways = Family(((-1, 0), (1, 0)), region=beyond(height // 2))
    return Gene.made(Family(_AHEAD), sideways)


_MAKERS: dict[str, Callable[[int, int], Gene]] = {
    "king": _all(_STEPS),
    "queen": _all(_QUEEN),
    "rook": _all(_ROOK),
    "bishop": _all(_BISHOP),
    "knight": _all(_KNIGHT),
    "pawn": _pawn,
    "pawn with a double step": _double_step,
    "Berolina pawn": _all(Family(_DIAGONALLY_AHEAD, mode="e"), Family(_AHEAD, mode="p")),
    "shogi pawn": _all(Family(_AHEAD)),
    "soldier": _soldier,
    "breakthrough man": _all(Family(_AHEAD, mode="e"), Family(_DIAGONALLY_AHEAD)),
    "knightthrough man": _all(Family(((-2, 1), (-1, 2), (1, 2), (2, 1)))),
    "draughts man": _all(Family(_DIAGONALLY_AHEAD)),
    "leaping man": _all(
        Family(_DIAGONALLY_AHEAD, mode="e"),
        Family(_DIAGONALLY_AHEAD, jump().chained("turning"), "e"),
        Family(_AHEAD, mode="p"),
    ),
    "hound": _all(Family(_DIAGONALLY_AHEAD, mode="e")),
    "gold general": _all(Family(tuple(d for d in _ALL if d not in ((-1, -1), (1, -1))))),
    "silver general": _all(Family(tuple(d for d in _ALL if (d[0] and d[1]) or d == (0, 1)))),
    "lance": _all(Family(_AHEAD, RIDE)),
    "shogi knight": _all(Family(((-1, 2), (1, 2)))),
    "wazir": _all(_WAZIR),
    "ferz": _all(_FERZ),
    "dabbaba": _all(_leaps(0, 2)),
    "alfil": _all(_leaps(2, 2)),
    "camel": _all(_leaps(1, 3)),
    "zebra": _all(_leaps(2, 3)),
    "nightrider": _all(Family.all((1, 2), RIDE)),
    "grasshopper": _all(Family(_ALL, hop())),
    "cannon": _all(Family.all(_STRAIGHT, RIDE, "e"), Family.all(_STRAIGHT, cannon(), "p")),
    "vao": _all(Family.all(_DIAGONAL, RIDE, "e"), Family.all(_DIAGONAL, cannon(), "p")),
    "xiangqi horse": _all(Family.all((1, 2), LEAP.bent("straight"))),
    "xiangqi elephant": _all(Family.all(_DIAGONAL, lame())),
    "griffin": _all(Family.all((1, 2), RIDE.bent("diagonal")), _FERZ),
    "short rook": _all(Family.all(_STRAIGHT, ride(3))),
    "short bishop": _all(Family.all(_DIAGONAL, ride(2))),
    "chancellor": _all(_ROOK, _KNIGHT),
    "archbishop": _all(_BISHOP, _KNIGHT),
    "amazon": _all(_QUEEN, _KNIGHT),
    "centaur": _all(_STEPS, _KNIGHT),
    "gnu": _all(_KNIGHT, _leaps(1, 3)),
    "dragon king": _all(_ROOK, _FERZ),
    "dragon horse": _all(_BISHOP, _WAZIR),
    "kirin": _all(_FERZ, _leaps(0, 2)),
    "phoenix": _all(_WAZIR, _leaps(2, 2)),
}

KNOWN = tuple(_MAKERS)
"""The names of all of them."""


@cache
def known(name: str, width: int, height: int) -> Gene:
    """The gene of a named piece on a board; KeyError if there is no such name."""
    return _MAKERS[name](width, height)


def worth(gene: Gene, width: int, height: int) -> float:
    """What a piece is roughly worth: squares that it reaches, on average, on a board that is half empty.

    It is for placing pieces alone: what a piece is worth in play, play decides.
    """
    total = 0.0
    for family in gene.families:
        ways = 0.0
        for x, y in family.directions:
            share = max(0, width - abs(x)) * max(0, height - abs(y)) / (width * height)
            ways += share * _REACH.get(family.shape.name.split()[0], 1.0)
        total += ways * (1.0 if len(family.mode) > 1 else 0.6) * (0.7 if family.region else 1.0)
    return total + (2.0 if gene.wild is not None else 0.0)


_REACH = {"leap": 1.0, "ride": 1.75, "lame": 0.7, "jump": 0.6, "hop": 0.5, "cannon": 0.6}
"""Squares for one direction, by the first word of the name of a shape; bent ones count as leaps."""
