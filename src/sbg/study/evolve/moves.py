"""Draws random pieces: families of moves, chosen by the weights of a style."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from sbg.moves.shapes import (
    LEAP,
    RIDE,
    Family,
    Region,
    Shape,
    beyond,
    cannon,
    first_rows,
    hop,
    jump,
    lame,
    ride,
)
from sbg.moves.shapes.family import images
from sbg.moves.shapes.paths import KING, Vector
from sbg.moves.shapes.shape import bends
from sbg.study.evolve.draw import Draw
from sbg.study.evolve.genome import Gene
from sbg.study.evolve.known import known

SHAPES: Mapping[str, Shape] = {
    "leap": LEAP,
    "ride": RIDE,
    "ride 2": ride(2),
    "ride 3": ride(3),
    "lame": lame(),
    "jump": jump(),
    "hop": hop(),
    "cannon": cannon(),
    "bent": LEAP,
    "bent ride": RIDE,
    "jump chain": jump().chained("turning"),
}
"""Shapes by the names that tables have; those that bend are bent when their vector is known."""

MODES: Mapping[str, str] = {"both": "ep", "move": "e", "take": "p", "all": "epw", "own": "w"}

DIRECTIONS: Mapping[str, Callable[[int, int], bool]] = {
    "all": lambda x, y: True,
    "forward": lambda x, y: y > 0,
    "backward": lambda x, y: y < 0,
    "not backward": lambda x, y: y >= 0,
    "sideways": lambda x, y: abs(x) > abs(y),
    "straight": lambda x, y: abs(y) > abs(x),
    "corners": lambda x, y: bool(x and y) or (x == 0 and y > 0),
}
"""Sets of directions, each its own mirror image: pieces that drift to one side make poor games."""

VECTORS: tuple[str, ...] = ("0,1", "1,1", "king", "1,2", "0,2", "2,2", "1,3", "0,3", "2,3")


def drawn_piece(draw: Draw, table: Mapping[str, Any], width: int, height: int) -> Gene:
    """A piece by the weights of a table: a known one, or one with families of its own."""
    if not draw.chance(table["drawn"]):
        return known(draw.weighted(table["known"]), width, height)
    return drawn_gene(draw, table["moves"], width, height)


def drawn_gene(draw: Draw, moves: Mapping[str, Any], width: int, height: int) -> Gene:
    """A piece of drawn families. Captures are sometimes drawn apart from moves."""
    families: list[Family] = []
    for _ in range(int(draw.weighted(moves["families"]))):
        one = drawn_family(draw, moves, width, height)
        if one.mode == "ep" and draw.chance(moves["diverging"]):
            other = drawn_family(draw, moves, width, height)
            families += [_in_mode(one, "e"), _in_mode(other, "p")]
        else:
            families.append(one)
    return Gene.made(*families)


def _in_mode(family: Family, mode: str) -> Family:
    return Family(family.directions, family.shape, mode, family.region)


def drawn_family(draw: Draw, moves: Mapping[str, Any], width: int, height: int) -> Family:
    """One family by the weights of a table."""
    name = draw.weighted(moves["vector"])
    shape = draw.weighted(moves["shape"])
    where = draw.weighted(moves["directions"])
    mode = MODES[draw.weighted(moves["mode"])]
    place = draw.weighted(moves["region"])
    return made_family(draw, name, shape, where, mode, place, width, height)


def made_family(
    draw: Draw, vector: str, shape: str, where: str, mode: str, place: str, width: int, height: int
) -> Family:
    """The family that names ask for, or the nearest one that there is."""
    directions = of_vector(vector)
    form = SHAPES[shape]
    if shape.startswith("bent"):
        directions = images((1, 2))
        form = form.bent(draw.pick(bends(1, 2)))
    elif "jump" in shape and vector not in ("0,1", "1,1", "king"):
        form = LEAP
    chosen = tuple(d for d in directions if DIRECTIONS[where](*d)) or directions
    if form.chain and mode not in ("e", "ep"):
        mode = "ep"
    plain = form == LEAP or (form == lame() and place == "start")
    region = drawn_region(draw, place, height) if plain else None
    return Family(chosen, form, mode, region)


def of_vector(name: str) -> tuple[Vector, ...]:
    """The directions of a vector such as `1,2`; `king` is for all neighbouring squares."""
    if name == "king":
        return tuple(sorted(KING))
    x, y = map(int, name.split(","))
    return images((x, y))


def drawn_region(draw: Draw, place: str, height: int) -> Region | None:
    """A part of the board, by name: the own half, what lies beyond it, the first two rows, or none."""
    half = max(1, height // 2)
    if place == "near":
        return first_rows(max(2, half), height, "to") if height > 2 else None
    if place == "beyond":
        return beyond(draw.between(max(1, half - 1), half))
    if place == "start":
        return first_rows(2, height) if height > 2 else None
    return None


def mirrored(families: Iterable[Family]) -> bool:
    """Whether families go to the left as they go to the right."""
    found = set(families)
    return {family.turned(lambda x, y: (-x, y)) for family in found} == found
