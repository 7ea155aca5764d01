"""The door to pictures of boards, moves and automata: users know it as `sbg.svg`."""

from sbg.explain.pictures import *  # noqa: F403
from sbg.explain.pictures import __all__ as __all__
