"""Time controls: how much time, depth or nodes the players of a contest get."""

from __future__ import annotations

import re
from dataclasses import dataclass

from sbg.base.errors import SbgError
from sbg.base.numbers import real
from sbg.play.players.budget import Limits

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
        """TypeError or ValueError says which field cannot be a limit."""
        for name in ("move_time", "clock"):
            value = getattr(self, name)
            if value is not None and not real(value, name):
                raise ControlError(f"{name} is a number above 0, not {value:g}")
        for name in ("increment", "margin"):
            real(getattr(self, name), name)
        Limits(nodes=self.nodes, depth=self.depth)

    @classmethod
    def read(
        cls,
        move_time: float | None = None,
        clock: float | str | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        margin: float = 0.1,
    ) -> Control:
        """A control whose clock may be text: `60`, or `60+0.5` with an increment, in seconds."""
        if not isinstance(clock, str):
            return cls(move_time, clock, 0.0, nodes, depth, margin)
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
