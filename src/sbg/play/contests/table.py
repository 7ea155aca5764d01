"""What standings are read as: a line for each player, and a line for each game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from sbg.play.contests.plan import Contest
from sbg.play.contests.referee import GameResult


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

    def to_dict(self) -> dict[str, Any]:
        """The same as plain values."""
        return asdict(self)


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
