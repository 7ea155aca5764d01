"""The interfaces of players, which choose moves, and of searchers, which also report and stop.

A `Player` chooses a move and says nothing else. A `Searcher` also tells how its search is getting on, and can be
stopped: that is what an analysis needs, and what stands behind `sbg uci`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from sbg.base.errors import mistyped, shown
from sbg.engine import Game, Position, position_of
from sbg.language.model import GameOverError, Move
from sbg.play.players.budget import Limits
from sbg.play.players.score import Analysis, Info


class Player(Protocol):
    """Somebody who chooses a move in any position that is not over."""

    def choose(self, position: Position, limits: Limits | None = None, /) -> Move:
        """One of the legal moves of a position, found within the limits."""
        ...

    def new_game(self, start: Position, moves: Sequence[Move] = (), /) -> None:
        """A game begins at a position, with some moves already played: forget what belongs to the last one.

        A player whose seed is fixed plays on with its random numbers, so that games differ.
        """
        ...

    def close(self) -> None:
        """Give back what the player holds, such as a process. It is not used afterwards."""
        ...


def in_play(
    position: Position, limits: Limits | None, function: str = "choose"
) -> tuple[Position, Limits]:
    """What a player is asked, checked: a position that is not over, and limits.

    TypeError for anything else, GameOverError if there is nothing left to play.
    """
    position = position_of(position, function)
    if limits is not None and not isinstance(limits, Limits):
        raise mistyped(function, "Limits", limits)
    if position.outcome:
        raise GameOverError(f"the game is over: {position.outcome}")
    return position, limits or Limits()


class Spelled:
    """A player that says how it is written."""

    spec = ""
    """The text that it was made from, such as `mcts:time=0.5`; empty if from none."""

    def __repr__(self) -> str:
        return f"<sbg.Player {shown(self.spec)}>" if self.spec else super().__repr__()


class BasePlayer(Spelled):
    """A player that keeps nothing between moves and holds nothing: what to inherit for a plain one."""

    def new_game(self, start: Position, moves: Sequence[Move] = (), /) -> None:
        """Nothing to forget."""

    def close(self) -> None:
        """Nothing to give back."""


OnInfo = Callable[[Info], None]
"""Called with each new line of an analysis, possibly from another thread."""


class Search(Protocol):
    """A search under way."""

    def stop(self) -> None:
        """Have it end soon with what it has found; from any thread, also before it has begun or after its end."""
        ...

    def wait(self, timeout: float | None = None) -> Analysis | None:
        """What it has found, once it has ended; None if it has not ended within `timeout` seconds.

        A search with `Limits.infinite` ends only when stopped. What went wrong inside is raised here.
        """
        ...


class Searcher(Protocol):
    """Somebody who searches a position and reports. One search at a time; memory may be kept between searches."""

    def start(self, position: Position, limits: Limits, on_info: OnInfo | None = None) -> Search:
        """Begin to search a position that is not over, in the background."""
        ...

    def new_game(self) -> None:
        """The next position belongs to another game: forget."""
        ...

    def prepare(self, game: Game) -> None:
        """Do ahead what the first search of a game's positions would have to do."""
        ...

    def close(self) -> None:
        """Give back memory and threads."""
        ...


@dataclass(frozen=True, slots=True)
class SearchOptions:
    """What a searcher is made with: the options of `sbg uci`."""

    hash_megabytes: int = 64
    threads: int = 1
    lines: int = 1
    """How many best moves to report on (UCI's `MultiPV`)."""
    weights: str | None = None
    """A file of tuned weights."""
    seed: int | None = None
    level: int | None = None
    """How strong to play, for a player that has levels."""
    tables: str | None = None
    """A table of exact values, or a folder of them: positions that one has are not searched."""
    beside: bool = False
    """Whether to use the table beside the file that a game was loaded from, if none is named."""
    needs_tables: bool = True
    """Whether a table that is missing or damaged is an error; otherwise it is done without."""
