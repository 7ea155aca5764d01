"""The results of a contest so far in; who stands where out: scores, Elo, a cross table, failures, the test."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from sbg.contests.plan import Contest
from sbg.contests.ratings import Pair, Rating, ratings
from sbg.contests.referee import GameResult
from sbg.contests.statistics import Estimate, Sprt, estimate, sprt
from sbg.players.failures import FAILURES

_POINTS = {"white": (1.0, 0.0), "black": (0.0, 1.0), "draw": (0.5, 0.5)}


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
        return {
            "games": self.games,
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "points": self.points,
        }


@dataclass
class Meeting:
    """Two players, by number, from the first one's side."""

    first: int
    second: int
    tally: Tally = field(default_factory=Tally)
    counts: list[int] = field(default_factory=lambda: [0] * 5)
    """Pairs of games by score: 0, ½, 1, 1½, 2."""

    @property
    def estimate(self) -> Estimate | None:
        return estimate(self.counts)


class Standings:
    """Where a contest stands. Results are added one by one."""

    def __init__(self, contest: Contest, results: Iterable[GameResult] = ()) -> None:
        self.contest = contest
        self.meetings = {pair: Meeting(*pair) for pair in contest.pairings}
        self.tallies = [Tally() for _ in contest.players]
        self.colors = Counter[str]()
        self.reasons = Counter[str]()
        self.failures = Counter[tuple[int, str]]()
        self.by_game = [{pair: Tally() for pair in contest.pairings} for _ in contest.games]
        self.plies = 0
        self.played = 0
        self.pairs: list[Pair] = []
        self._half: dict[int, float] = {}
        for result in results:
            self.add(result)

    def add(self, result: GameResult) -> None:
        """Count a game."""
        game, white, black = self.contest.seats(result.id)
        points = dict(zip((white, black), _POINTS[result.result], strict=True))
        first, second = pair = min(white, black), max(white, black)
        meeting = self.meetings[pair]
        for number in pair:
            self.tallies[number].add(points[number])
        meeting.tally.add(points[first])
        self.by_game[game][pair].add(points[first])
        self.colors[result.result] += 1
        self.reasons[result.reason] += 1
        if result.reason in FAILURES:
            self.failures[white if result.result == "black" else black, result.reason] += 1
        self.plies += result.plies
        self.played += 1
        other = self._half.pop(result.id // 2, None)
        if other is None:
            self._half[result.id // 2] = points[first]
        else:
            total = other + points[first]
            meeting.counts[round(2 * total)] += 1
            self.pairs.append(Pair(first, second, total))
        self.__dict__.pop("ratings", None)

    def is_over(self) -> bool:
        """Whether all games are played or the test has come to a verdict."""
        return self.played >= len(self.contest) or (
            self.sprt is not None and self.sprt.verdict is not None
        )

    @property
    def sprt(self) -> Sprt | None:
        """The state of the test, if there is one."""
        if self.contest.sprt is None:
            return None
        return sprt(self.meetings[0, 1].counts, *self.contest.sprt)

    @cached_property
    def ratings(self) -> list[Rating]:
        """Ratings of the players by number."""
        return ratings(len(self.contest.players), self.pairs)

    @property
    def ranking(self) -> list[int]:
        """The players by number, the best first."""
        rated = self.ratings
        return sorted(range(len(rated)), key=lambda number: -rated[number].elo)

    # -- for programs

    def json(self) -> dict[str, Any]:
        """All of it as plain values; an infinite Elo is null."""
        contest = self.contest
        players = []
        for number, name in enumerate(contest.players):
            rating = self.ratings[number]
            failed = {reason: n for (who, reason), n in self.failures.items() if who == number}
            players.append(
                {
                    "player": name,
                    **self.tallies[number].json(),
                    "elo": _number(rating.elo, 1),
                    "elo95": [_number(rating.low, 1), _number(rating.high, 1)],
                    "failures": failed,
                }
            )
        test = self.sprt
        return {
            "settings": contest.settings,
            "fingerprint": contest.fingerprint,
            "planned": len(contest),
            "played": self.played,
            "players": players,
            "meetings": [self._meeting_json(meeting) for meeting in self.meetings.values()],
            "results": dict(self.colors),
            "reasons": dict(self.reasons),
            "mean_plies": _number(self.plies / self.played, 1) if self.played else None,
            "sprt": None
            if test is None
            else {
                "elo0": test.elo0,
                "elo1": test.elo1,
                "llr": round(test.llr, 3),
                "bounds": [round(test.lower, 3), round(test.upper, 3)],
                "verdict": test.verdict,
            },
        }

    def _meeting_json(self, meeting: Meeting) -> dict[str, Any]:
        names = self.contest.players
        pair = meeting.first, meeting.second
        found = meeting.estimate
        games = [
            {"game": game.name, **tallies[pair].json()}
            for game, tallies in zip(self.contest.games, self.by_game, strict=True)
        ]
        return {
            "first": names[meeting.first],
            "second": names[meeting.second],
            **meeting.tally.json(),
            "pentanomial": meeting.counts,
            "estimate": None
            if found is None
            else {
                "score": round(found.score, 4),
                "score95": [round(found.score_low, 4), round(found.score_high, 4)],
                "elo": _number(found.elo, 1),
                "elo95": [_number(found.elo_low, 1), _number(found.elo_high, 1)],
                "los": round(found.los, 4),
            },
            "by_game": games,
        }


def _number(value: float, digits: int) -> float | None:
    return round(value, digits) if math.isfinite(value) else None
