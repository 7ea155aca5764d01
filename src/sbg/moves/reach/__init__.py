"""What a piece can ever do on a board, and whether two pieces or games are the same."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sbg.moves.reach.comparison import Comparison, Difference, same
    from sbg.moves.reach.forms import Form, canonical
    from sbg.moves.reach.possible import Pairs, pairs

__all__ = ["Comparison", "Difference", "Form", "Pairs", "canonical", "pairs", "same"]

_HOMES = {
    "sbg.moves.reach.comparison": "Comparison Difference same",
    "sbg.moves.reach.forms": "Form canonical",
    "sbg.moves.reach.possible": "Pairs pairs",
}


if not TYPE_CHECKING:  # lazily: numpy is slow to import, and warnings need none of these

    def __getattr__(name: str) -> object:
        for module, names in _HOMES.items():
            if name in names.split():
                return getattr(import_module(module), name)
        raise AttributeError(f"module 'sbg.reach' has no attribute {name!r}")
