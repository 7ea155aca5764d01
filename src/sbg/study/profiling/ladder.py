"""The strength ladder: how often a player with more nodes beats one with fewer."""

from __future__ import annotations

import math
from collections.abc import Sequence

from sbg.engine import Game
from sbg.play.players.arena import Side, play_games
from sbg.study.profiling.measure import Measure, paired_score, widened
from sbg.study.profiling.result import Rung

_STEP = 8
"""Games after which it is asked whether a rung is clear."""
_SHALLOW = 0.55
"""A stronger player who does not get so much in the end gains nothing by thinking."""
_RUNG = 0.6
"""A player who gets more is a rung above the other; by this a racing match is decided."""
_RACE = 24
"""Games that a racing match takes at least."""
_LOOKED = 1.3
"""How much wider an interval is that is looked at again and again until it is clear."""
OPENING = 4
"""Random plies before a match: a pair of games has the same ones."""


def climb(
    game: Game, strong: int, weak: int, games: int, seed: int, threads: int, *, racing: bool = False
) -> Rung:
    """A match of a player against a weaker one, in pairs; it ends early where more games could not change much.

    That is when the stronger player is clearly no better; a racing match also ends when it is clear on which side of
    60 % its score is. Because it is asked again and again, its intervals are wider.
    """
    players = side(strong), side(weak)
    points: list[float] = []
    while len(points) < games:
        count = min(_STEP, games - len(points))
        played = play_games(
            game,
            *players,
            count,
            seed=seed,
            first_game=len(points),
            random_plies=OPENING,
            threads=threads,
        )
        points += played.points.tolist()
        score = widened(paired_score(points), _LOOKED)
        if score.high < _SHALLOW:
            break
        if racing and len(points) >= _RACE and not score.low <= _RUNG <= score.high:
            break
    score = paired_score(points)
    return Rung(strong, weak, len(points), widened(score, _LOOKED) if racing else score)


def side(nodes: int) -> Side:
    """A player with so many nodes a move; with none, one who moves at random."""
    return Side(nodes=nodes) if nodes else Side("random")


def depth(rungs: Sequence[Rung], planned: Sequence[tuple[int, int]]) -> Measure:
    """How much the stronger players of a ladder win, from 0 (nothing) to 1 (every game); random play is no rung.

    Of a rung that could not be played nothing is known: it counts as 0 below and as 1 above.
    """
    scores = [rung.score for rung in rungs if rung.weak]
    missing = sum(weak > 0 for _, weak in planned) - len(scores)
    if not scores:
        return Measure.of(0.0, 0.0, 1.0)
    gains = [score.map(lambda value: max(0.0, 2 * value - 1)) for score in scores]
    all_rungs = len(gains) + missing
    value = sum(gain.value for gain in gains)
    low = value - math.hypot(*(gain.value - gain.low for gain in gains))
    high = value + math.hypot(*(gain.high - gain.value for gain in gains))
    return Measure.of(value / len(gains), low / all_rungs, (high + missing) / all_rungs)


def length(rungs: Sequence[Rung]) -> Measure:
    """How many rungs of a ladder are clear: the stronger player gets more than 60 %, at the lower bound."""
    return Measure.of(float(sum(rung.weak > 0 and rung.score.low > _RUNG for rung in rungs)))
