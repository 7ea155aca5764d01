"""Public name of `sbg.explain.pictures`: pictures of boards, moves and automata, as SVG."""

from sbg.explain.pictures import *  # noqa: F403
from sbg.explain.pictures import __all__ as __all__
