"""Rules as families of moves (leaps, rides, hops …) and back, and well-known pieces.

`Family` is the vocabulary, `of` finds the families of a rule.
"""

from sbg.moves.shapes.families import Composition, of, to_rule
from sbg.moves.shapes.family import SYMMETRIES, Family, gather, orbit
from sbg.moves.shapes.region import Region, beyond, first_rows
from sbg.moves.shapes.shape import LEAP, RIDE, Leg, Shape, cannon, hop, jump, lame, ride

__all__ = [
    "LEAP",
    "RIDE",
    "SYMMETRIES",
    "Composition",
    "Family",
    "Leg",
    "Region",
    "Shape",
    "beyond",
    "cannon",
    "first_rows",
    "gather",
    "hop",
    "jump",
    "lame",
    "of",
    "orbit",
    "ride",
    "to_rule",
]
