"""The door to rules as families of moves: users know it as `sbg.shapes`."""

from sbg.moves.shapes import *  # noqa: F403
from sbg.moves.shapes import __all__ as __all__
