"""The direction letters of Betza's notation, such as `f` and `l`: which steps they choose."""

from __future__ import annotations

from collections.abc import Sequence

from sbg.translation.betza_notation.read import LEAPERS, Dialect
from sbg.translation.fitting.conditions import Vector

_VERTICAL = "fbvh"
_HORIZONTAL = "rlsh"

_CHOSEN = (
    "ff vv rf rv fh rh hr",
    "bb vv lb lv bh lh hr",
    "rr ss br bs bh rh hr",
    "ll ss fl fs fh lh hr",
    "rr ss fr fs fh rh hl",
    "ll ss bl bs bh lh hl",
    "bb vv rb rv bh rh hl",
    "ff vv lf lv fh lh hl",
)
"""For each of the eight turns of a step, the pairs of letters that choose it."""


def _turns(step: Vector) -> list[Vector]:
    (a, b) = step
    return [(b, a), (-b, -a), (a, -b), (-a, b), (a, b), (-a, -b), (b, -a), (-b, a)]


def pairs(letters: str) -> list[str]:
    """Letters of directions taken two by two where they belong together, else doubled."""
    found = []
    at = 0
    while at < len(letters):
        here = letters[at]
        after = letters[at + 1 : at + 2]
        if after and (
            after == here
            or (here in _VERTICAL and after in _HORIZONTAL)
            or (here in _HORIZONTAL and after in _VERTICAL)
        ):
            found.append(here + after)
            at += 2
        else:
            found.append(here * 2)
            at += 1
    return found


def units(atoms: Sequence[str], letters: str, dialect: Dialect) -> list[Vector]:
    """The steps of a move in the directions that its letters choose; all without letters."""
    chosen = pairs(letters)
    if dialect == "xboard" and len(atoms) == 2 and chosen:
        return _of_king(chosen)
    found: dict[Vector, None] = {}
    for atom in atoms:
        step = LEAPERS[atom]
        names = chosen
        if (
            step[1] == 0 and len(atoms) == 1
        ):  # each letter by itself: `fsW` goes forward and to both sides
            names = [letter * 2 for pair in chosen for letter in pair]
        for unit, choosing in zip(_turns(step), _CHOSEN, strict=True):
            if not chosen or set(names).intersection(choosing.split()):
                found[unit] = None
    return list(found)


def _of_king(chosen: Sequence[str]) -> list[Vector]:
    """In XBoard's dialect a letter before `K` or `Q` is one direction of eight, and two letters are a diagonal."""
    ways = {"f": (0, 1), "b": (0, -1), "l": (-1, 0), "r": (1, 0)}
    wide = {"v": "fb", "s": "lr"}
    found: dict[Vector, None] = {}
    for pair in chosen:
        one, two = pair[0], pair[1]
        if one == two:
            for letter in wide.get(one, one):
                found[ways.get(letter, (0, 0))] = None
        elif "h" in pair:
            (x, y) = ways.get(pair.replace("h", ""), (0, 0))
            found.update(dict.fromkeys([(x, y), (x or 1, y or 1), (x or -1, y or -1)]))
        else:
            for a in wide.get(one, one):
                for b in wide.get(two, two):
                    found[ways[a][0] + ways[b][0], ways[a][1] + ways[b][1]] = None
    return [unit for unit in found if unit != (0, 0)]
