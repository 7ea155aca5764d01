"""Writes pieces in Ludii's own words (steps, slides, leaps) where these match the rule exactly."""

from __future__ import annotations

from collections.abc import Sequence

from sbg.language.model import Colour
from sbg.translation.betza_notation.write import orbit
from sbg.translation.fitting.basis import BETZA, FAR, Basic
from sbg.translation.fitting.conditions import (
    ANYTHING,
    BITS,
    EMPTY,
    OWN,
    TAKEN,
    THEIRS,
    TooComplex,
    Vector,
)
from sbg.translation.fitting.fit import ORDERS, Need, labels, need, synthesize
from sbg.translation.fitting.form import Form
from sbg.translation.fitting.tree import Walk

DIRECTIONS = {
    (0, 1): "Forward",
    (1, 1): "FR",
    (1, 0): "Rightward",
    (1, -1): "BL",
    (0, -1): "Backward",
    (-1, -1): "BR",
    (-1, 0): "Leftward",
    (-1, 1): "FL",
}
"""Steps as Ludii names them for a player who faces up the board; the right of a step backward is that of who has turned
round."""

_TOGETHER = {
    frozenset({"Forward", "Rightward", "Backward", "Leftward"}): "Orthogonal",
    frozenset({"FR", "BR", "BL", "FL"}): "Diagonal",
    frozenset(DIRECTIONS.values()): "Adjacent",
    frozenset({"Forward"}): "Forward",
}


def holds(contents: int, site: str) -> str:
    """The test that a site holds one of some contents."""
    return {
        EMPTY: f"(is Empty {site})",
        THEIRS: f"(is Enemy (who at:{site}))",
        OWN: f"(is Friend (who at:{site}))",
        EMPTY | THEIRS: f"(not (is Friend (who at:{site})))",
        EMPTY | OWN: f"(not (is Enemy (who at:{site})))",
        TAKEN: f"(is Occupied {site})",
        ANYTHING: "True",
    }[contents]


def fitted(form: Form, walks: Sequence[Walk]) -> list[list[Basic]]:
    """The moves of a piece as steps, slides and leaps, in some ways; none where it is more than that."""
    size = form.width, form.height
    try:
        found = labels(walks, form.squares, size, "epw", BETZA)
    except TooComplex:
        return []
    if found.misfits or found.stays:
        return []
    wanted = need(found, form.squares, size, "epw")
    if not isinstance(wanted, Need) or wanted.first:
        return []
    ways = (synthesize(wanted.always, size, BETZA, FAR, order=order) for order in ORDERS)
    return [moves for moves in ways if moves is not None]


def plain(
    fits: Sequence[Sequence[Basic]], size: tuple[int, int], colour: Colour
) -> list[str] | None:
    """The moves of a piece as ludemes, each square reached by one of them; None where they are not all so plain."""
    ahead = 1 if colour == "white" else -1
    written = (_ludemes(moves, size, ahead) for moves in fits)
    return next((ludemes for ludemes in written if ludemes is not None), None)


def _ludemes(moves: Sequence[Basic], size: tuple[int, int], ahead: int) -> list[str] | None:
    reached: set[tuple[str, Vector]] = set()
    by_unit: dict[tuple[str, Vector], int] = {}
    for move in moves:
        for offset in move.effects(*size):
            if (move.on, offset) in reached:
                return None  # two ludemes would list one move twice
            reached.add((move.on, offset))
        name = _name(move)
        if name is None:
            return None
        place = name, move.unit
        by_unit[place] = by_unit.get(place, 0) | BITS[move.on]
    groups: dict[tuple[str, int], list[Vector]] = {}
    for (name, unit), contents in by_unit.items():
        if name == "Slide" and not contents & EMPTY:
            return None  # a slide moves to the empty squares that it passes
        groups.setdefault((name, contents), []).append(unit)
    parts: list[str] = []
    for (name, contents), units in sorted(groups.items(), reverse=True):
        if name == "Leap":
            left = set(units)
            while left:
                around = orbit(min(left))
                if not left >= set(around):
                    return None  # a leap is made in all its rotations
                left -= set(around)
                parts.append(f"(move Leap {_walk(around[-1])} {_to(contents)})")
            continue
        # Black faces down the board: its forward, and its right, are the other way.
        ways = [
            way for (dx, dy), way in DIRECTIONS.items() if (ahead * dx, ahead * dy) in set(units)
        ]
        where = _TOGETHER.get(frozenset(ways)) or f"(directions {{{' '.join(ways)}}})"
        if name == "Step":
            forward = where == "Forward" and contents == EMPTY
            parts.append(
                '"StepForwardToEmpty"' if forward else f"(move Step {where} {_to(contents)})"
            )
        else:
            end = contents & TAKEN
            to = f" (to if:{holds(end, '(to)')} (apply (remove (to))))" if end else ""
            parts.append(f"(move Slide {where}{to})")
    return parts


def _name(move: Basic) -> str | None:
    near = max(map(abs, move.unit)) == 1
    if move.kind == "leap":
        return "Step" if near else "Leap"
    return "Slide" if move.kind == "slide" and not move.limit and near else None


def _to(contents: int) -> str:
    taken = contents & TAKEN
    effect = ""
    if contents == taken:
        effect = " (apply (remove (to)))"
    elif taken:
        effect = " (apply (if (is Occupied (to)) (remove (to))))"
    return f"(to if:{holds(contents, '(to)')}{effect})"


def _walk(unit: Vector) -> str:
    """The walk of a leap, and its mirror image where that is another one."""
    far, side = max(map(abs, unit)), min(map(abs, unit))
    if not side:
        return f"{{{{{' '.join('F' * far)}}}}}"
    walks = [["F"] * far + [turn] + ["F"] * side for turn in ("RL" if far != side else "R")]
    return f"{{{' '.join('{' + ' '.join(walk) + '}' for walk in walks)}}}"
