"""What a player and a searcher are: the interfaces that matches, `sbg play` and the UCI server ask for moves through.

A `Player` chooses a move and says nothing else. A `Searcher` also tells how its search is getting on, and can be
stopped: that is what an analysis needs, and what stands behind `sbg uci`.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from sbg.engine import Position
from sbg.errors import SbgError
from sbg.model import Move
from sbg.players.budget import Limits


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


class BasePlayer:
    """A player that keeps nothing between moves and holds nothing: what to inherit for a plain one."""

    def new_game(self, start: Position, moves: Sequence[Move] = (), /) -> None:
        """Nothing to forget."""

    def close(self) -> None:
        """Nothing to give back."""


class PlayerFailure(SbgError):  # noqa: N818 - what a player did, not a mistake of the program
    """A player that failed to give a legal move, and so loses the game; `reason` is one of `FAILURES`."""

    def __init__(self, reason: str, detail: str) -> None:
        super().__init__(f"{reason}: {detail}")
        self.reason = reason
        self.detail = detail

    def __reduce__(self) -> tuple[type[PlayerFailure], tuple[str, str]]:
        return type(self), (self.reason, self.detail)


FAILURES = {
    "crash": "ended, or could not be started",
    "hang": "gave no answer in time to anything but a move",
    "nonsense": "answered something that is not in the protocol",
    "illegal": "played a move that is not legal",
    "time": "overstepped its time",
}
"""Why a player can lose a game other than by the rules, and what each reason means."""


# -- search, step by step


@dataclass(frozen=True, slots=True)
class Score:
    """How good a position is for the player to move.

    `plies` is the distance of a proven end: positive if the player to move wins in that many half-moves, negative if
    he loses, None if no winner is proven. Otherwise `centipawns` is an estimate; a proven draw is 0 and `drawn`.
    """

    centipawns: int = 0
    plies: int | None = None
    drawn: bool = False

    @property
    def proven(self) -> bool:
        """Whether the rules leave no other result to best play."""
        return self.drawn or self.plies is not None

    @property
    def moves(self) -> int | None:
        """The distance of a proven end in the player's own moves, signed, as UCI's `mate` counts it."""
        if self.plies is None:
            return None
        return (self.plies + 1) // 2 if self.plies > 0 else -(-self.plies // 2)

    def __str__(self) -> str:
        if self.drawn:
            return "draw"
        if self.plies is None:
            return f"{self.centipawns / 100:+.2f}"
        return f"{'wins' if self.plies > 0 else 'loses'} in {abs(self.plies)}"


@dataclass(frozen=True, slots=True)
class Info:
    """What a search has found so far; a line of an analysis."""

    depth: int
    score: Score
    nodes: int
    seconds: float
    variation: tuple[Move, ...]
    """The principal variation: the best line found, beginning with the move to play. At least one move."""
    rank: int = 1
    """1 for the best line; 2 for the next one where several are asked for (UCI's `multipv`)."""
    selective_depth: int | None = None
    hash_permille: int | None = None


@dataclass(frozen=True, slots=True)
class Analysis:
    """How a search ended: its best lines, the best first (one, unless more were asked for)."""

    lines: tuple[Info, ...]

    @property
    def best(self) -> Info:
        return self.lines[0]

    @property
    def move(self) -> Move:
        """The move to play."""
        return self.best.variation[0]

    @property
    def score(self) -> Score:
        """How good the position is for the player to move."""
        return self.best.score

    @property
    def depth(self) -> int:
        """How many half-moves ahead the best line was looked for."""
        return self.best.depth

    @property
    def nodes(self) -> int:
        """How many positions were visited."""
        return self.best.nodes

    @property
    def variation(self) -> tuple[Move, ...]:
        """The best line: the principal variation."""
        return self.best.variation


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


class BackgroundSearch:
    """A `Search` made of a function that searches and one that asks it to end; each search has its own two."""

    def __init__(self, run: Callable[[], Analysis], stop: Callable[[], None]) -> None:
        self._run = run
        self._stop = stop
        self._found: Analysis | None = None
        self._problem: BaseException | None = None
        self._thread = threading.Thread(target=self._work, name="sbg-search", daemon=True)
        self._thread.start()

    def _work(self) -> None:
        try:
            self._found = self._run()
        except BaseException as problem:
            self._problem = problem

    def stop(self) -> None:
        self._stop()

    def wait(self, timeout: float | None = None) -> Analysis | None:
        self._thread.join(timeout)
        if self._problem is not None:
            raise self._problem
        return self._found
