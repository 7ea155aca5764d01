"""Public name of `sbg.moves.shapes`: rules as families of moves, such as leaps and rides."""

from sbg.moves.shapes import *  # noqa: F403
from sbg.moves.shapes import __all__ as __all__
