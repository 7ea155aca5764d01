"""`Limits`: what a player may spend on a move, as seconds, a clock, nodes or a depth."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TypeVar

from sbg.base import bounds
from sbg.base.numbers import real, whole

_MOVES_TO_GO = 25
"""How many more moves a clock should last for: about what is left of a game in its middle."""
_RESERVE = 0.05
"""Share of a clock that is never planned for, and seconds kept back from it for the way to the player and back."""

_MOST_DEPTH = 10**9
"""Of a depth: a search looks less far anyway."""

_Number = TypeVar("_Number", int, float)


@dataclass(frozen=True, slots=True)
class Limits:
    """What a player may spend on one move; what is None is not limited. Times are in seconds.

    The tightest limit holds. Without any limit a player uses its own default.
    """

    time: float | None = None
    """Time for this move."""
    clock: float | None = None
    """Time left on the player's own clock, for this and all later moves."""
    increment: float = 0.0
    """Time that the player's clock gains with every move."""
    opponent_clock: float | None = None
    opponent_increment: float = 0.0
    nodes: int | None = None
    """Positions that a search may visit, playouts that a Monte Carlo player may make."""
    depth: int | None = None
    """Plies that a search may look ahead."""
    margin: float = 0.1
    """Seconds by which a move may be late all the same: the way to the player and back."""
    infinite: bool = False
    """Go on until stopped, whatever the other fields say."""

    def __post_init__(self) -> None:
        """TypeError or ValueError says which field cannot be a limit."""
        for name in ("time", "increment", "opponent_increment", "margin"):
            if getattr(self, name) is not None:
                real(getattr(self, name), name)
        for name in ("clock", "opponent_clock"):  # a clock may have run out
            if getattr(self, name) is not None:
                real(getattr(self, name), name, -math.inf)
        for name, most in (("nodes", bounds.MAX_NODES), ("depth", _MOST_DEPTH)):
            if getattr(self, name) is not None:
                whole(getattr(self, name), name, 1, most)

    def tightened(
        self, time: float | None = None, nodes: int | None = None, depth: int | None = None
    ) -> Limits:
        """These limits and further ones together, such as those in a player's options."""
        return replace(
            self,
            time=_least(self.time, time),
            nodes=_least(self.nodes, nodes),
            depth=_least(self.depth, depth),
        )

    @property
    def seconds(self) -> float | None:
        """The time to plan for this move: what is given for it, or a share of the clock; None: no limit."""
        if self.infinite:
            return None
        if self.clock is None:
            return self.time
        usable = max(0.0, self.clock - max(_RESERVE, self.clock * _RESERVE))
        share = usable / _MOVES_TO_GO + 0.8 * self.increment
        return _least(self.time, max(0.001, min(share, usable)))

    def after(self, seconds: float) -> Limits:
        """What is left of these limits once some seconds have gone by."""
        if seconds < 0.001 or (self.time is None and self.clock is None):
            return self
        time = None if self.time is None else max(0.001, self.time - seconds)
        return replace(self, time=time, clock=None if self.clock is None else self.clock - seconds)

    @property
    def unlimited(self) -> bool:
        """Whether nothing is limited, so that a player uses its own default."""
        return self.time is self.clock is self.nodes is self.depth is None and not self.infinite


def _least(first: _Number | None, second: _Number | None) -> _Number | None:
    given = [value for value in (first, second) if value is not None]
    return min(given) if given else None
