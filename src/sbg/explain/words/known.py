"""Recognizes well-known pieces: the name in English of a piece that moves exactly like one."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from functools import cache
from typing import TypeAlias

from sbg.explain.words.views import STANDING_STILL, Line, Region, Run, Spot, View, Walk
from sbg.moves.shapes.paths import DIAGONAL, KING, ORTHOGONAL, TURNS, Step, Vector, turned

Views: TypeAlias = frozenset[View]

_STEP: Run = (("ep", 1, 1),)
_RIDE: Run = (("e", 0, None), ("ep", 1, 1))
_QUIET_STEP: Run = (("e", 1, 1),)
_QUIET_RIDE: Run = (("e", 0, None), ("e", 1, 1))
_HOP: Run = (("e", 0, None), ("pw", 1, 1), ("ep", 1, 1))
_SHOT: Run = (("e", 0, None), ("pw", 1, 1), ("e", 0, None), ("p", 1, 1))
_LAME: Run = (("e", 1, 1), ("ep", 1, 1))

_LONG_STEPS: tuple[Run, ...] = ((("e", 1, 1), ("e", 1, 1)), (("e", 2, 2), ("e", 1, 1)))

_FIRST_ROWS = 3
"""Rows from which a pawn may make its long step: on large boards there is room behind the pawns."""

_FORWARD = (0, 1)
_DIAGONALLY_FORWARD = frozenset({(1, 1), (-1, 1)})


def _around(x: int, y: int) -> frozenset[Vector]:
    return frozenset(turn(x, y) for turn in TURNS.values())


def _lines(vectors: Iterable[Vector], *runs: Run) -> Views:
    return frozenset(Line(None, vector, run) for vector in vectors for run in runs)


def _horse() -> Views:
    """A knight whose first step, along its row or column, must be free."""
    return frozenset(Spot(None, turn(1, 2), "ep", ((turn(0, 1), "e"),)) for turn in TURNS.values())


def _griffin(first: Vector, then: Vector) -> Views:
    """One step, or one step and then a ride by half a right angle outward."""
    path = (Step(*first, "e"), Step(*then, "e", 0, None), Step(*then, "ep"))
    rides = {Walk(turned(path, turn)) for turn in TURNS.values()}
    return frozenset(rides) | _lines(_around(*first), _STEP)


_MAKERS: dict[str, Callable[[], Views]] = {
    "queen": lambda: _lines(KING, _RIDE),
    "rook": lambda: _lines(ORTHOGONAL, _RIDE),
    "bishop": lambda: _lines(DIAGONAL, _RIDE),
    "king": lambda: _lines(KING, _STEP),
    "gold general": lambda: _lines(KING - {(1, -1), (-1, -1)}, _STEP),
    "silver general": lambda: _lines(DIAGONAL | {_FORWARD}, _STEP),
    "wazir": lambda: _lines(ORTHOGONAL, _STEP),
    "ferz": lambda: _lines(DIAGONAL, _STEP),
    "nightrider": lambda: _lines(_around(1, 2), _RIDE),
    "camelrider": lambda: _lines(_around(1, 3), _RIDE),
    "zebrarider": lambda: _lines(_around(2, 3), _RIDE),
    "knight": lambda: _lines(_around(1, 2), _STEP),
    "camel": lambda: _lines(_around(1, 3), _STEP),
    "zebra": lambda: _lines(_around(2, 3), _STEP),
    "giraffe": lambda: _lines(_around(1, 4), _STEP),
    "dabbaba": lambda: _lines(_around(0, 2), _STEP),
    "alfil": lambda: _lines(_around(2, 2), _STEP),
    "threeleaper": lambda: _lines(_around(0, 3), _STEP),
    "tripper": lambda: _lines(_around(3, 3), _STEP),
    "grasshopper": lambda: _lines(KING, _HOP),
    "cannon": lambda: _lines(ORTHOGONAL, _QUIET_RIDE, _SHOT),
    "vao": lambda: _lines(DIAGONAL, _QUIET_RIDE, _SHOT),
    "leo": lambda: _lines(KING, _QUIET_RIDE, _SHOT),
    "xiangqi horse": _horse,
    "xiangqi elephant": lambda: _lines(DIAGONAL, _LAME),
    "griffin": lambda: _griffin((1, 1), (1, 0)),
    "lance": lambda: _lines([_FORWARD], _RIDE),
    "shogi knight": lambda: _lines([(1, 2), (-1, 2)], _STEP),
    "shogi pawn": lambda: _lines([_FORWARD], _STEP),
}
"""Pieces by name; of those that are part of each other, the larger comes first."""

_COMPOUNDS = {
    frozenset({"rook", "knight"}): "chancellor",
    frozenset({"bishop", "knight"}): "archbishop",
    frozenset({"queen", "knight"}): "amazon",
    frozenset({"king", "knight"}): "centaur",
    frozenset({"knight", "camel"}): "gnu",
    frozenset({"rook", "ferz"}): "dragon king",
    frozenset({"bishop", "wazir"}): "dragon horse",
    frozenset({"ferz", "dabbaba"}): "kirin",
    frozenset({"wazir", "alfil"}): "phoenix",
}


@cache
def _catalogue() -> dict[str, Views]:
    return {name: make() for name, make in _MAKERS.items()}


@cache
def _by_views() -> dict[Views, str]:
    return {views: name for name, views in reversed(_catalogue().items())}


def name(views: Collection[View]) -> str | None:
    """The name of exactly this piece, if it has one."""
    found = frozenset(views)
    made_of = parts(found - {STANDING_STILL})
    if STANDING_STILL in found or made_of is None:
        return pawn(found)
    return made_of[0] if len(made_of) == 1 else _COMPOUNDS.get(frozenset(made_of))


def parts(views: Views) -> list[str] | None:
    """Named pieces that together are exactly this one; None if there are none."""
    if not views:
        return None
    whole = _by_views().get(views)
    if whole:
        return [whole]
    left = set(views)
    found = []
    for known, of_it in _catalogue().items():
        if of_it <= left:
            found.append(known)
            left -= of_it
    return None if left else found


def without_own_captures(views: Views) -> Views | None:
    """The piece that takes only opponents where this one takes either side; None if it is not like that."""
    changed = set()
    for view in views:
        if isinstance(view, Line):
            *way, (on, low, high) = view.run
        elif isinstance(view, Spot) and view.target != (0, 0):
            way, on, low, high = [], view.on, 1, 1
        else:
            return None
        if ("p" in on) != ("w" in on):
            return None
        on = on.replace("w", "")
        changed.add(
            replace(view, run=(*way, (on, low, high)))
            if isinstance(view, Line)
            else replace(view, on=on)
        )
    return None if changed == views else frozenset(changed)


def pawn(views: Views) -> str | None:
    """The pawn of chess or its Berolina sister, perhaps with a double step from its first rows."""
    ahead = frozenset({_FORWARD})
    for known, moves, captures in (
        ("pawn", ahead, _DIAGONALLY_FORWARD),
        ("Berolina pawn", _DIAGONALLY_FORWARD, ahead),
    ):
        plain = _lines(moves, _QUIET_STEP) | _lines(captures, (("p", 1, 1),))
        longer = views - plain
        if plain <= views and all(_first_move(view, moves) for view in longer):
            both = {replace(v, vector=(-v.vector[0], 1)) for v in longer if isinstance(v, Line)}
            return known if both == longer else None
    return None


def _first_move(view: View, moves: Collection[Vector]) -> bool:
    """Whether a view is a longer step from the first rows only."""
    return (
        isinstance(view, Line)
        and view.vector in moves
        and view.run in _LONG_STEPS
        and view.region is not None
        and view.region == Region(None, None, None, view.region.far)
        and view.region.far is not None
        and view.region.far < _FIRST_ROWS
    )
