"""What self-play shows of a game: who wins, how open it stays, which pieces are used."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random

import numpy as np
import numpy.typing as npt

from sbg.base.statistics import chances, loss
from sbg.engine import Game, Position
from sbg.play.players import Analyser
from sbg.play.players.arena import Games
from sbg.play.tune.fitting import SCALES
from sbg.study.profiling.measure import Measure, clipped, mean, paired_score, share
from sbg.study.profiling.result import PieceUse, Strength
from sbg.study.profiling.rules import Legible

Floats = npt.NDArray[np.float64]

_DECIDED = 20_000
"""Scores beyond this are proven wins."""
_LEAD = 0.6
"""Who has this chance to win is ahead; between it and its counterpart nobody is."""
_TEMPERATURE = 25.0
"""A move that is worse by a quarter of a plain piece is chosen e times less often."""
_LINES = 24
"""Moves of a position of which the worth is found."""
_CHOICE_NODES = 1_000
_PARTS = 10
_DRAWINGS = 201
"""Of pairs of games, for intervals of what depends on all of them; the first is that which was played."""
_WIDER = 1.2
_SKEWED = 1.4
"""How much wider the interval of a mean is of few values that are far from evenly spread."""


def from_the_start(nodes: int, games: Games) -> Strength:
    """What self-play from the initial position shows: there are no openings that two games share."""
    drawn = int((games.winners < 0).sum())
    white = int((games.winners == 0).sum())
    return Strength(
        nodes,
        len(games),
        share(white + drawn / 2, len(games)),
        share(drawn, len(games)),
        mean(games.lengths.tolist()),
        0,
    )


def strength(nodes: int, games: Games) -> Strength:
    """What self-play at one strength shows."""
    points = np.where(games.winners < 0, 0.5, games.winners == 0).tolist()
    drawn = (games.winners < 0).astype(float).tolist()
    return Strength(
        nodes,
        len(games),
        paired_score(points),
        paired_score(drawn),
        mean(_by_pair((games.begun + games.lengths).tolist())),
    )


def _by_pair(values: Sequence[float]) -> list[float]:
    """Games of one opening go together: their means are independent."""
    return [(a + b) / 2 for a, b in zip(values[::2], values[1::2], strict=True)]


@dataclass(frozen=True)
class Course:
    """How games went: chances of the winner, ply by ply."""

    measures: dict[str, Measure]
    tension: tuple[float, ...]
    telling: bool
    """Whether some scale fits the scores; else the players' own scores foretell the results too well or not at all."""


def course(games: Games) -> Course:
    """Drama, changes of the lead and decisive moves of games, by the players' own scores.

    Scores become chances by a scale that is fitted to the games, so games are not independent of each other: intervals
    come from the bootstrap, in which pairs of games are drawn again and the scale is fitted again. As the scale is the
    best of a few, and pairs are few too, they are a fifth wider, and as wide below as above.
    """
    results = np.where(games.winners < 0, 0.5, games.winners == 0).astype(np.float32)
    losses = _losses(games, results)
    pairs = len(games) // 2
    by_scale: dict[int, Floats] = {}

    def measured(scale: int, weights: Floats) -> Floats:
        """The means over all games, each as often as its pair was drawn; a row for each drawing."""
        if scale not in by_scale:
            by_scale[scale] = _courses(games, float(SCALES[scale]))
        chosen = by_scale[scale]
        known = ~np.isnan(chosen)
        means: Floats = weights @ np.where(known, chosen, 0) / np.maximum(weights @ known, 1)
        return means

    random = Random(0)
    drawn = np.ones((_DRAWINGS, pairs))
    for row in drawn[1:]:
        row[:] = np.bincount(random.choices(range(pairs), k=pairs), minlength=pairs)
    weights = np.repeat(drawn, 2, axis=1)
    scales = np.argmin(losses @ weights.T, axis=0)
    found = np.empty((_DRAWINGS, 3 + _PARTS))
    for scale in np.unique(scales):
        found[scales == scale] = measured(int(scale), weights[scales == scale])
    whole = found[0]
    below, above = np.quantile(found[:, :3], (0.025, 0.975), axis=0)
    half = _WIDER * np.maximum(whole[:3] - below, above - whole[:3])

    def at(column: int, most: float = 1.0) -> Measure:
        value = float(whole[column])
        # What was never seen may be there in three of so many pairs.
        spread = max(float(half[column]), 0.0 if value else 3 / pairs)
        return clipped(Measure.of(value, value - spread, value + spread), 0.0, most)

    return Course(
        {
            "drama": at(0),
            "killer_moves": at(1),
            "lead_changes": at(2, float("inf")),
        },
        tuple(round(float(part), 4) for part in whole[3:]),
        scales[0] not in (0, len(SCALES) - 1),
    )


def _losses(games: Games, results: npt.NDArray[np.float32]) -> Floats:
    """By scale and game: how badly the scores of a game foretell its result."""
    of_game = np.repeat(np.arange(len(games)), games.lengths)
    telling = np.abs(games.scores) < _DECIDED
    scores, game = games.scores[telling].astype(np.float32), of_game[telling]
    result = results[game]
    return np.array(
        [
            np.bincount(game, weights=loss(scores / scale, result), minlength=len(games))
            for scale in SCALES
        ]
    )


def _courses(games: Games, scale: float) -> Floats:
    """By game: drama, largest gain, changes of the lead, and how open its parts were; nan where there is none."""
    white = chances(games.scores.astype(np.float32), scale).astype(np.float64)
    found = np.full((len(games), 3 + _PARTS), np.nan)
    end = 0
    for index, length in enumerate(games.lengths.tolist()):
        own, end = white[end : end + length], end + length
        if not length:
            continue
        found[index, 2] = _lead_changes(own)
        found[index, 3:] = _parts(1 - np.abs(2 * own - 1))
        if games.winners[index] >= 0:
            winner = own if games.winners[index] == 0 else 1 - own
            found[index, 0] = np.sqrt(np.maximum(0, 1 - 2 * winner)).mean()
            found[index, 1] = np.diff(winner).max() if length > 1 else 0.0
    return found


def _lead_changes(white: Floats) -> int:
    """How often the other player comes to lead; who is hardly ahead does not lead."""
    ahead = np.where(white >= _LEAD, 1, np.where(white <= 1 - _LEAD, -1, 0))
    leaders = ahead[ahead != 0]
    return int(np.count_nonzero(np.diff(leaders)))


def _parts(values: Floats) -> Floats:
    """The means of the parts of a game; short games repeat theirs."""
    at = np.linspace(0, len(values) - 1, _PARTS)
    found: Floats = values[np.rint(at).astype(int)]
    return found


def piece_use(game: Game, games: Games, legible: Legible) -> tuple[PieceUse, ...]:
    """How often each kind of piece is moved, captures, and makes the last move of a game that is won."""
    ends = np.cumsum(games.lengths)
    letters = np.frombuffer(games.moved.tobytes().translate(game.letters).upper(), np.uint8)
    of_game = np.repeat(np.arange(len(games)), games.lengths)
    takes = games.captured != 0
    won = (games.winners >= 0) & (games.lengths > 0)
    last = ends[won] - 1
    found = []
    for piece in legible.pieces:
        own = letters == ord(piece.letter)
        seen = np.bincount(of_game[own], minlength=len(games)) > 0
        found.append(
            PieceUse(
                piece.letter,
                piece.name,
                _ratio(own.sum(), len(own)),
                _ratio((own & takes).sum(), takes.sum()),
                _ratio(own[last].sum(), len(last)),
                paired_score(seen.astype(float).tolist()),
                legible.words[piece.letter],
                piece.letter in game.automata,
            )
        )
    return tuple(found)


def _ratio(part: float, whole: float) -> float:
    return round(float(part) / float(whole), 6) if whole else 0.0


def endings(games: Games) -> dict[str, float]:
    """The shares of games by how they ended."""
    counts = np.bincount(games.endings, minlength=len(games.ENDINGS)).tolist()
    return {
        name: _ratio(count, len(games))
        for name, count in zip(games.ENDINGS, counts, strict=True)
        if count
    }


def choice(games: Games, positions: int) -> Measure:
    """How many moves there are to choose from, as the exponential of the entropy of a player who weighs them."""
    analyser = Analyser(lines=_LINES, hash_megabytes=1)
    found = []
    for position in _sampled(games, positions):
        analyser.forget()
        lines = analyser.analyse(position, nodes=_CHOICE_NODES).lines
        values = np.array([_worth(line.score.plies, line.score.centipawns) for line in lines])
        weights = np.exp(np.clip((values - values.max()) / _TEMPERATURE, -60, 0))
        weights /= weights.sum()
        found.append(float(np.exp(-(weights * np.log(np.maximum(weights, 1e-30))).sum())))
    return clipped(mean(found, _SKEWED), 1.0, float("inf")) if found else Measure.of(1.0)


def _worth(plies: int | None, centipawns: int) -> float:
    if plies is None:
        return float(centipawns)
    return float(_DECIDED - plies if plies > 0 else -_DECIDED - plies)


def _sampled(games: Games, count: int) -> list[Position]:
    """Positions from the middle of games, one for each opening."""
    found: list[Position] = []
    for played in islice(games, 0, 2 * count, 2):
        position = played.opening
        for move in played.moves[: len(played.moves) * (1 + len(found) % 3) // 4]:
            position = position.play(move)
        if position.outcome is None:
            found.append(position)
    return found
