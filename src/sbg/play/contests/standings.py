"""The standings of a contest: scores, Elo, cross table, failures, and the test of a match."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, NamedTuple

from sbg.base.statistics import Estimate, estimate
from sbg.play.contests.plan import Contest
from sbg.play.contests.ratings import Pair, Rating, ratings
from sbg.play.contests.referee import GameResult
from sbg.play.contests.sprt import SequentialTest, Sprt
from sbg.play.contests.table import COLUMNS, PlayedGame, Standing, Tally, played_game
from sbg.play.players.failures import FAILURES
from sbg.play.players.score import html_table

_POINTS = {"white": (1.0, 0.0), "black": (0.0, 1.0), "draw": (0.5, 0.5)}


@dataclass
class Meeting:
    """Two players, by number, from the first one's side."""

    first: int
    second: int
    tally: Tally = field(default_factory=Tally)
    counts: list[int] = field(default_factory=lambda: [0] * 5)
    """Pairs of games by score: 0, ½, 1, 1½, 2."""
    different: set[int] = field(default_factory=set)
    """Of each pair of games what tells it from others: the same games again tell nothing new."""

    @property
    def estimate(self) -> Estimate | None:
        return estimate(self.counts, len(self.different))

    @property
    def repeated(self) -> float:
        """How often each different pair was played, on average."""
        return sum(self.counts) / max(1, len(self.different))


class Crossed(NamedTuple):
    """What a player scored against another."""

    points: float
    games: int
    clear: int
    """1 if the player is clearly the better one, -1 if the other is, else 0."""


class Standings:
    """The players of a contest by strength, and its games so far."""

    def __init__(
        self, contest: Contest, results: Iterable[GameResult] = (), keep: bool = False
    ) -> None:
        self.contest = contest
        self._kept: list[GameResult] | None = [] if keep else None
        self.meetings = {pair: Meeting(*pair) for pair in contest.pairings}
        self.tallies = [Tally() for _ in contest.players]
        self.colors = Counter[str]()
        self.reasons = Counter[str]()
        self.failures = Counter[tuple[int, str]]()
        self.first_failures: dict[tuple[int, str], GameResult] = {}
        """Of each player and reason, the first game that was lost so."""
        self.by_game = [{pair: Tally() for pair in contest.pairings} for _ in contest.games]
        self.plies = 0
        self.played = 0
        self.pairs: list[Pair] = []
        self.different_games: set[int] = set()
        """Of each game what tells it from others: who played what with which moves."""
        self._half: dict[int, tuple[float, int]] = {}
        self._test = None if contest.sprt is None else SequentialTest(*contest.sprt)
        for result in results:
            self.add(result)

    def add(self, result: GameResult) -> None:
        """Count a game, unless one of its players was taken out."""
        if not self.contest.counts(result.id):
            return
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
            failed = white if result.result == "black" else black, result.reason
            self.failures[failed] += 1
            first_so = self.first_failures.setdefault(failed, result)
            if result.id < first_so.id:
                self.first_failures[failed] = result
        self.plies += result.plies
        self.played += 1
        if self._kept is not None:
            self._kept.append(result)
        moves = hash((game, white, black, result.moves or result.id))
        self.different_games.add(moves)
        other = self._half.pop(result.id // 2, None)
        if other is None:
            self._half[result.id // 2] = points[first], moves
        else:
            total = other[0] + points[first]
            meeting.counts[round(2 * total)] += 1
            games = other[1] ^ moves
            meeting.different.add(games)
            self.pairs.append(Pair(first, second, total))
            if self._test is not None:
                self._test.add(result.id // 2, round(2 * total), games)
        self.__dict__.pop("ratings", None)

    def is_over(self) -> bool:
        """Whether all games are played or the test has come to a verdict."""
        return self.played >= len(self.contest) or (
            self.sprt is not None and self.sprt.verdict is not None
        )

    @property
    def sprt(self) -> Sprt | None:
        """The state of the test, if there is one."""
        return None if self._test is None else self._test.state

    @cached_property
    def ratings(self) -> list[Rating]:
        """Ratings of the players by number, 0 for those who were taken out; of two, what their match tells."""
        found = [Rating(0.0, -math.inf, math.inf)] * len(self.contest.players)
        active = self.contest.active
        if self.duel is not None:
            if (match := self.duel.estimate) is not None:
                found[active[0]] = Rating(match.elo, match.elo_low, match.elo_high)
                found[active[1]] = Rating(-match.elo, -match.elo_high, -match.elo_low)
            return found
        place = {number: at for at, number in enumerate(active)}
        pairs = [Pair(place[one.first], place[one.second], one.score) for one in self.pairs]
        repeated = {
            (place[first], place[second]): meeting.repeated
            for (first, second), meeting in self.meetings.items()
        }
        for number, rating in zip(active, ratings(len(active), pairs, repeated), strict=True):
            found[number] = rating
        return found

    @property
    def duel(self) -> Meeting | None:
        """The meeting of two players, if there are no more."""
        active = self.contest.active
        return self.meetings.get((active[0], active[1])) if len(active) == 2 else None

    @property
    def ranking(self) -> list[int]:
        """The players by number, the best first."""
        return sorted(self.contest.active, key=lambda number: -self.ratings[number].elo)

    # -- for programs

    @property
    def planned(self) -> int:
        """How many games the contest has when all are played."""
        return len(self.contest)

    @property
    def players(self) -> list[Standing]:
        """A line for each player, the best first."""
        return [self._standing(number).rounded() for number in self.ranking]

    @property
    def games(self) -> list[PlayedGame]:
        """All games so far, in the order of their numbers."""
        kept = sorted(self._kept or (), key=lambda result: result.id)
        return [played_game(self.contest, result) for result in kept]

    def to_dicts(self, of: Literal["games", "players"] = "games") -> list[dict[str, Any]]:
        """The games, or the players, as dictionaries: what `pandas.DataFrame` takes."""
        if of not in ("games", "players"):
            raise ValueError("to_dicts makes dictionaries of 'games' or of 'players'")
        return [line.to_dict() for line in (self.games if of == "games" else self.players)]

    def _standing(self, number: int) -> Standing:
        rating, found = self.ratings[number], self.duel.estimate if self.duel else None
        los = None
        if found is not None:
            los = found.los if number == self.contest.active[0] else 1 - found.los
        return Standing(
            self.contest.names[number],
            self.contest.players[number],
            **self.tallies[number].json(),
            elo=rating.elo,
            elo_low=rating.low,
            elo_high=rating.high,
            failures=self._failed(number),
            los=los,
        )

    def _failed(self, number: int) -> dict[str, int]:
        return {reason: n for (who, reason), n in self.failures.items() if who == number}

    def __repr__(self) -> str:
        return f"<Standings of {len(self.contest.active)} players: {self.played} of {self.planned} games>"

    def table(self) -> list[tuple[str, ...]]:
        """The names of columns, and a line for each player, the best first."""
        columns = COLUMNS if self.duel is not None else COLUMNS[:-1]
        players = map(self._standing, self.ranking)
        lines = (tuple(text(one) for _, text in columns) for one in players)
        return [tuple(name for name, _ in columns), *lines]

    def crossed(self, number: int, other: int) -> Crossed | None:
        """What a player scored against another; None if they have not met."""
        meeting = self.meetings.get((min(number, other), max(number, other)))
        if meeting is None or not meeting.tally.games:
            return None
        games, points, found = meeting.tally.games, meeting.tally.points, meeting.estimate
        low, high = (found.score_low, found.score_high) if found else (0.0, 1.0)
        clear = 0 if low <= 0.5 <= high else 1 if low > 0.5 else -1
        first = meeting.first == number
        return Crossed(points if first else games - points, games, clear if first else -clear)

    def _repr_html_(self) -> str:
        """What a notebook shows: the table."""
        return html_table(self.table())

    def __str__(self) -> str:
        lines = self.table()
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        return "\n".join(
            "  ".join(
                cell.rjust(width) if at else cell.ljust(width)
                for at, (cell, width) in enumerate(zip(line, widths, strict=True))
            ).rstrip()
            for line in lines
        )

    def json(self) -> dict[str, Any]:
        """All of it as plain values; an infinite Elo is null."""
        contest = self.contest
        players = []
        for number in contest.active:
            one = self._standing(number)
            players.append(
                {
                    "player": one.player,
                    "spec": one.spec,
                    **self.tallies[number].json(),
                    "elo": _number(one.elo, 1),
                    "elo95": [_number(one.elo_low, 1), _number(one.elo_high, 1)],
                    "failures": one.failures,
                    "first_failures": {
                        reason: {"number": result.id + 1, "detail": result.detail}
                        for (who, reason), result in self.first_failures.items()
                        if who == number
                    },
                }
            )
        test = self.sprt
        return {
            "settings": contest.settings,
            "fingerprint": contest.fingerprint,
            "planned": len(contest),
            "played": self.played,
            "different_games": len(self.different_games),
            "players": players,
            "without": [contest.names[number] for number in sorted(contest.without)],
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
                "pairs": test.pairs,
                "different_pairs": test.different,
            },
        }

    def _meeting_json(self, meeting: Meeting) -> dict[str, Any]:
        names = self.contest.names
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
