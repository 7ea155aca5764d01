"""What a piece can ever do on a board: automata walked together with the squares."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sbg.reach.possible import Pairs, pairs

__all__ = ["Pairs", "pairs"]


if not TYPE_CHECKING:  # lazily, for numpy is slow to import, and warnings do not need it

    def __getattr__(name: str) -> object:
        if name in __all__:
            return getattr(import_module("sbg.reach.possible"), name)
        raise AttributeError(f"module 'sbg.reach' has no attribute {name!r}")
