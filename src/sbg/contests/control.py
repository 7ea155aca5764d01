"""How much the players of a contest may spend, as text or as numbers in; the limits of each move out."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from sbg.errors import SbgError
from sbg.players.budget import Limits

_CLOCK = re.compile(r"([0-9.]+)(?:\+([0-9.]+))?", re.ASCII)


class ControlError(SbgError, ValueError):
    """A time control that is none."""


@dataclass(frozen=True, slots=True)
class Control:
    """Limits of a contest; those of a player's own options hold as well."""

    move_time: float | None = None
    clock: float | None = None
    increment: float = 0.0
    nodes: int | None = None
    depth: int | None = None
    margin: float = 0.1
    """Seconds by which a move may be late."""

    def __post_init__(self) -> None:
        for name in ("move_time", "clock", "nodes", "depth"):
            value = getattr(self, name)
            if value is not None and not 0 < value < math.inf:
                raise ControlError(f"{name.replace('_', ' ')} is a number above 0, not {value:g}")
        for name in ("increment", "margin"):
            value = getattr(self, name)
            if not 0 <= value < math.inf:
                raise ControlError(f"the {name} is a number from 0 up, not {value:g}")

    @classmethod
    def read(
        cls,
        move_time: float | None = None,
        clock: str | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        margin: float = 0.1,
    ) -> Control:
        """A control with a clock as text: `60`, or `60+0.5` with an increment, in seconds."""
        if clock is None:
            return cls(move_time, None, 0.0, nodes, depth, margin)
        match = _CLOCK.fullmatch(clock.strip())
        try:
            seconds, increment = (float(part or 0) for part in match.groups()) if match else (-1, 0)
        except ValueError:
            seconds = -1
        if seconds < 0:
            raise ControlError(f"a clock is SECONDS or SECONDS+INCREMENT, not `{clock}`")
        return cls(move_time, seconds, increment, nodes, depth, margin)

    def limits(self, own_clock: float | None, other_clock: float | None) -> Limits:
        """The limits of a move, when so much is left on the clocks."""
        return Limits(
            time=self.move_time,
            clock=own_clock,
            increment=self.increment,
            opponent_clock=other_clock,
            opponent_increment=self.increment,
            nodes=self.nodes,
            depth=self.depth,
            margin=self.margin,
        )

    def __str__(self) -> str:
        parts = []
        if self.move_time is not None:
            parts.append(f"{self.move_time:g} s a move")
        if self.clock is not None:
            parts.append(f"{self.clock:g}+{self.increment:g} s a game")
        if self.nodes is not None:
            parts.append(f"{self.nodes} nodes a move")
        if self.depth is not None:
            parts.append(f"depth {self.depth}")
        return ", ".join(parts) or "the players' own limits"
