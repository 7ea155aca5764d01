"""The rows and columns of a contest's tables: a row for each player, and one for each game."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, TypeAlias

from sbg.play.contests.plan import Contest
from sbg.play.contests.referee import GameResult


@dataclass
class Tally:
    """Wins, draws and losses from one side."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        return self.wins + self.draws / 2

    def add(self, points: float) -> None:
        if points == 0.5:
            self.draws += 1
        elif points == 1:
            self.wins += 1
        else:
            self.losses += 1

    def json(self) -> dict[str, Any]:
        return {"games": self.games, **asdict(self), "points": self.points}


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's line in the standings."""

    player: str
    """The name, of which no other player of the contest has the same."""
    spec: str
    """How the player is written, such as `alphabeta:level=5`; `python:NAME` for an object."""
    games: int
    wins: int
    draws: int
    losses: int
    points: float
    elo: float
    """The rating, relative to the average of the players; of two players, the difference that their match tells."""
    elo_low: float
    """The lower end of its 95 % interval."""
    elo_high: float
    failures: Mapping[str, int]
    """Games lost by a failure, by reason: `crash`, `hang`, `nonsense`, `illegal`, `time`."""
    los: float | None = None
    """The likelihood of superiority, of two players who have met."""

    def to_dict(self) -> dict[str, Any]:
        """The same as plain values."""
        return asdict(self)

    def rounded(self) -> Standing:
        """The same to a tenth of an Elo."""
        return replace(
            self,
            elo=round(self.elo, 1),
            elo_low=round(self.elo_low, 1),
            elo_high=round(self.elo_high, 1),
            los=None if self.los is None else round(self.los, 4),
        )


def signed(elo: float) -> str:
    """A difference in Elo, in short."""
    if not math.isfinite(elo):
        return "+∞" if elo > 0 else "-∞"
    return f"{round(elo):+d}"


def _known(one: Standing) -> bool:
    return one.elo_low > -math.inf or one.elo_high < math.inf


Column: TypeAlias = tuple[str, Callable[[Any], str]]
"""The name of a column, and what it says of a line."""

COUNTS: tuple[Column, ...] = (
    ("games", lambda one: str(one.games)),
    ("won", lambda one: str(one.wins)),
    ("drawn", lambda one: str(one.draws)),
    ("lost", lambda one: str(one.losses)),
    ("score", lambda one: f"{one.points / one.games:.1%}" if one.games else ""),
)
"""Columns of a Tally or a Standing."""
COLUMNS: tuple[Column, ...] = (
    ("player", lambda one: one.player),
    *COUNTS,
    ("Elo", lambda one: signed(one.elo) if _known(one) else ""),
    ("95 %", lambda one: f"{signed(one.elo_low)} … {signed(one.elo_high)}" if _known(one) else ""),
    ("LOS", lambda one: "" if one.los is None else f"{one.los:.1%}"),
)
"""Columns of a Standing, for consoles, notebooks and pages; LOS is for two players."""


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game of a contest."""

    number: int
    """From 1, as in `sbg replay FILE NUMBER`."""
    game: str
    """The name of what was played."""
    white: str
    """The name of the player."""
    black: str
    opening: int
    """From 1: games with the same `game` and `opening` begin with the same random moves."""
    result: str
    """`white`, `black` or `draw`."""
    reason: str
    """Why the game ended: a reason of an Outcome, or of a PlayerFailure."""
    detail: str
    """What a player that failed did, in a sentence; empty otherwise."""
    moves: tuple[str, ...]
    """All moves, those of the opening included."""
    white_seconds: float
    """The time that white took for all moves."""
    black_seconds: float
    date: str
    thoughts: tuple[str, ...] = ()
    """Seconds, depth and score of each move, `0.012/5/+34`; `-` for a move of the opening."""

    def __repr__(self) -> str:
        names = f"{self.white!r} against {self.black!r}"
        return f"<sbg.PlayedGame {self.number} of {self.game!r}, {names}: {self.plies} moves, {self.result}>"

    @property
    def winner(self) -> str | None:
        """The name of the winner; None for a draw."""
        return {"white": self.white, "black": self.black}.get(self.result)

    @property
    def loser(self) -> str | None:
        """The name of the loser; None for a draw."""
        return {"white": self.black, "black": self.white}.get(self.result)

    @property
    def plies(self) -> int:
        """How many moves were played."""
        return len(self.moves)

    @property
    def seconds(self) -> float:
        """The time that both took."""
        return round(self.white_seconds + self.black_seconds, 3)

    def to_dict(self) -> dict[str, Any]:
        """The same as plain values; the moves are one text."""
        values = asdict(self) | {"moves": " ".join(self.moves), "thoughts": " ".join(self.thoughts)}
        more = ("winner", "loser", "plies", "seconds")
        return values | {name: getattr(self, name) for name in more}


def played_game(contest: Contest, result: GameResult) -> PlayedGame:
    """A result with the names of what it is the result of."""
    game, white, black = contest.seats(result.id)
    return PlayedGame(
        result.id + 1,
        contest.games[game].name.strip(),
        contest.names[white],
        contest.names[black],
        contest.round(result.id) + 1,
        result.result,
        result.reason,
        result.detail,
        tuple(result.moves.split()),
        result.white_seconds,
        result.black_seconds,
        result.date,
        tuple(result.thoughts.split()),
    )
