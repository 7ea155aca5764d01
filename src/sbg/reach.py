"""Public name of `sbg.moves.reach`: what pieces can ever do, and whether games are the same."""

from sbg.moves.reach import *  # noqa: F403
from sbg.moves.reach import __all__ as __all__
