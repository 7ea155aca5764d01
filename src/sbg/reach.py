"""The door to what pieces can ever do and which games are the same: users know it as `sbg.reach`."""

from sbg.moves.reach import *  # noqa: F403
from sbg.moves.reach import __all__ as __all__
