"""Mutations of one family of moves: its vector, shape, mode, directions or region.

Every operator takes a genome and gives a changed one with a sentence about it, or None where it cannot be applied.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from sbg.moves.shapes import LEAP, Family
from sbg.moves.shapes.shape import Shape, bends, lame
from sbg.study.evolve.draw import Draw
from sbg.study.evolve.genome import Gene, Genome
from sbg.study.evolve.moves import DIRECTIONS, MODES, SHAPES, VECTORS, drawn_region, of_vector
from sbg.study.evolve.operators.change import Change, Operator

_MODES = ("ep", "e", "p")
_REGIONS = ("anywhere", "near", "beyond", "start")


def vector(genome: Genome, draw: Draw) -> Change | None:
    """Another step."""

    def change(family: Family) -> Family | None:
        if family.shape.bend or family.vector == (0, 0):
            return None
        here = VECTORS.index(_vector_name(family)) if _vector_name(family) in VECTORS else 0
        near = [i for i in range(len(VECTORS)) if i != here and abs(i - here) <= 3]
        name = VECTORS[draw.pick(near)]
        if family.shape.chain and name not in ("0,1", "1,1", "king"):
            return None
        where = _kind_of_directions(family)
        chosen = tuple(d for d in of_vector(name) if DIRECTIONS[where](*d)) or of_vector(name)
        region = family.region if family.shape == LEAP else None
        return Family(chosen, family.shape, family.mode, region)

    return _changed(genome, draw, change, "another step")


def shape(genome: Genome, draw: Draw) -> Change | None:
    """Another shape: a leap becomes a ride, a ride a hop, and so on."""

    def change(family: Family) -> Family | None:
        if family.vector == (0, 0):
            return None
        name = draw.pick(tuple(SHAPES))
        other: Shape = SHAPES[name]
        directions = family.directions
        if name.startswith("bent"):
            possible = bends(*family.vector)
            if not possible:
                return None
            other = other.bent(draw.pick(possible))
        mode = family.mode
        if other.chain:
            if not set(family.vector) <= {0, 1}:
                return None
            mode = mode if mode in ("e", "ep") else "ep"
        region = family.region if other in (LEAP, lame()) else None
        return Family(directions, other, mode, region)

    return _changed(genome, draw, change, "another shape")


def mode(genome: Genome, draw: Draw) -> Change | None:
    """Moves that capture, captures that move, or both."""

    def change(family: Family) -> Family | None:
        if family.vector == (0, 0):
            return None
        modes = [one for one in _MODES if one != family.mode]
        if draw.chance(0.05):
            modes = [one for one in MODES.values() if one not in (*_MODES, family.mode)]
        return replace(family, mode=draw.pick(modes))

    return _changed(genome, draw, change, "another mode")


def mask(genome: Genome, draw: Draw) -> Change | None:
    """Other directions, of which left and right are alike."""

    def change(family: Family) -> Family | None:
        if family.vector == (0, 0):
            return None
        whole = of_vector("king" if family.mixed else f"{family.vector[0]},{family.vector[1]}")
        where = draw.pick(tuple(DIRECTIONS))
        chosen = tuple(d for d in whole if DIRECTIONS[where](*d))
        return Family(chosen, family.shape, family.mode, family.region) if chosen else None

    return _changed(genome, draw, change, "other directions")


def region(genome: Genome, draw: Draw) -> Change | None:
    """A part of the board to which a move is bound, or freedom from it."""

    def change(family: Family) -> Family | None:
        if family.region is not None:
            return replace(family, region=None)
        if family.vector == (0, 0) or family.shape not in (LEAP, lame()):
            return None
        place = draw.pick(_REGIONS[1:])
        if family.shape != LEAP and place != "start":
            return None
        return replace(family, region=drawn_region(draw, place, genome.height))

    return _changed(genome, draw, change, "another region")


def split(genome: Genome, draw: Draw) -> Change | None:
    """A family that moves and captures becomes two, one of which has another shape or other directions."""
    choices = [(letter, f) for letter, f in _families(genome) if f.mode == "ep"]
    if not choices:
        return None
    letter, family = draw.pick(choices)
    move, take = replace(family, mode="e"), replace(family, mode="p")
    part = Gene((draw.pick((move, take)),))
    alone = replace(genome, pieces=((letter, part),))
    other = draw.pick((vector, shape, mask))(alone, draw)
    if other is None:
        return None
    (changed,) = other.genome.gene(letter).families or (None,)
    kept = move if part.families[0].mode == "p" else take
    if changed is None or changed.mode != part.families[0].mode:
        return None
    return _exchanged(genome, letter, family, (kept, changed), "captures apart from moves")


def merge(genome: Genome, draw: Draw) -> Change | None:
    """Moves and captures of a piece become one."""
    choices = [
        (letter, f)
        for letter, f in _families(genome)
        if f.mode in ("e", "p") and f.vector != (0, 0)
    ]
    if not choices:
        return None
    letter, family = draw.pick(choices)
    gene = genome.gene(letter)
    opposite = {"e": "p", "p": "e"}[family.mode]
    rest = [f for f in gene.families if f != family and f.mode != opposite]
    merged = gene.with_families([*rest, replace(family, mode="ep")])
    return Change(genome.with_gene(letter, merged), f"{letter} captures as it moves")


def add(genome: Genome, draw: Draw) -> Change | None:
    """One more family."""
    if not genome.pieces:
        return None
    letter, gene = draw.pick(genome.pieces)
    name = draw.pick(VECTORS[:6])
    where = draw.weighted({"all": 4.0, "forward": 2.0, "straight": 1.0, "sideways": 1.0})
    form = SHAPES[draw.weighted({"leap": 5.0, "ride": 2.0, "ride 2": 1.0, "hop": 1.0, "lame": 1.0})]
    chosen = tuple(d for d in of_vector(name) if DIRECTIONS[where](*d)) or of_vector(name)
    family = Family(chosen, form, draw.weighted({"ep": 5.0, "e": 2.0, "p": 2.0}))
    added = gene.with_families([*gene.families, family])
    if added == gene:
        return None
    return Change(genome.with_gene(letter, added), f"{letter} gains moves")


def remove(genome: Genome, draw: Draw) -> Change | None:
    """One family less."""
    choices = [(letter, gene) for letter, gene in genome.pieces if len(gene.families) > 1]
    if not choices:
        return None
    letter, gene = draw.pick(choices)
    gone = draw.pick(gene.families)
    left = gene.with_families(f for f in gene.families if f != gone)
    return Change(genome.with_gene(letter, left), f"{letter} loses moves")


def copy(genome: Genome, draw: Draw) -> Change | None:
    """A family of another piece."""
    if len(genome.pieces) < 2:
        return None
    (to, gene), (_, source) = draw.shuffled(genome.pieces)[:2]
    new = [family for family in source.families if family not in gene.families]
    if not new:
        return None
    taken = gene.with_families([*gene.families, draw.pick(new)])
    if taken == gene:
        return None
    return Change(genome.with_gene(to, taken), f"{to} learns moves of another piece")


OPERATORS: dict[str, Operator] = {
    "vector": vector,
    "shape": shape,
    "mode": mode,
    "directions": mask,
    "region": region,
    "split": split,
    "merge": merge,
    "add": add,
    "remove": remove,
    "copy": copy,
}


def _families(genome: Genome) -> list[tuple[str, Family]]:
    return [(letter, family) for letter, gene in genome.pieces for family in gene.families]


def _changed(
    genome: Genome, draw: Draw, change: Callable[[Family], Family | None], what: str
) -> Change | None:
    """One family, drawn at random, changed."""
    choices = _families(genome)
    if not choices:
        return None
    letter, family = draw.pick(choices)
    try:
        found = change(family)
    except ValueError:  # a family that there is not
        return None
    if found is None or found == family:
        return None
    return _exchanged(genome, letter, family, (found,), what)


def _exchanged(
    genome: Genome, letter: str, old: Family, new: Iterable[Family], what: str
) -> Change:
    gene = genome.gene(letter)
    kept = [family for family in gene.families if family != old]
    return Change(genome.with_gene(letter, gene.with_families([*kept, *new])), f"{letter}: {what}")


def _vector_name(family: Family) -> str:
    return "king" if family.mixed else f"{family.vector[0]},{family.vector[1]}"


def _kind_of_directions(family: Family) -> str:
    """The name of a set of directions, as tables have it; `all` if it has none."""
    whole = of_vector(_vector_name(family))
    for name, inside in DIRECTIONS.items():
        if tuple(d for d in whole if inside(*d)) == family.directions:
            return name
    return "all"
