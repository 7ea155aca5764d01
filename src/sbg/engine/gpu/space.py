"""The structures that number positions for kernels that solve games (native/gpu/space.hpp)."""

from __future__ import annotations

from dataclasses import dataclass

NO_SWAP, BY_ROWS, BY_TURNING = range(3)
"""How black's view of the board becomes white's: not, upside down, or turned around."""


@dataclass(frozen=True, slots=True)
class Place:
    """A kind of men, in the order of the numbering."""

    side: int
    kind: int
    most: int
    """Men in any class."""
    before: int
    """A bit for each place whose men take squares away from this one."""
    anchored: int
    """The same for places that come first because mirror images are folded by them."""
    squares: int
    """The squares where they may be, as bits."""


@dataclass(frozen=True, slots=True)
class Space:
    """All kinds of men."""

    places: tuple[Place, ...]
    swaps: int
    mirrors: bool
