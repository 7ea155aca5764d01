"""Plays sample games for a game's page in a gallery, and records White's chances ply by ply."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sbg.base.statistics import chances, loss
from sbg.engine import Game
from sbg.explain.words import describe
from sbg.explain.words.outcome import ended
from sbg.play.players.arena import Side, play_games
from sbg.play.tune.fitting import SCALES

GAMES = 12
NODES = 400
_NOISE = 15
_OPENING = 2
_DECIDED = 20_000


@dataclass(frozen=True, slots=True)
class Samples:
    """Games between machines: White's chances by ply, who won each (or "draw"), and one to be shown."""

    chances: tuple[tuple[float, ...], ...]
    winners: tuple[str, ...]
    moves: tuple[str, ...]
    rows: tuple[str, ...]
    """The position in which that one begins, after its opening."""
    result: str
    """How that one ended, as a sentence."""


def samples(game: Game, seed: int = 0) -> Samples:
    """Play a game some times; equal seeds give equal games."""
    played = play_games(
        game,
        Side(nodes=NODES, noise=_NOISE),
        games=GAMES,
        seed=seed,
        random_plies=_OPENING,
        adjudicate=False,
        threads=1,
    )
    results = np.where(played.winners < 0, 0.5, played.winners == 0).astype(np.float32)
    target = np.repeat(results, played.lengths)
    telling = np.abs(played.scores) < _DECIDED
    scores = played.scores.astype(np.float32)
    scale = min(SCALES, key=lambda one: float(loss(scores[telling] / one, target[telling]).sum()))
    found = chances(scores, float(scale))
    courses, winners, lengths = [], [], []
    begin = 0
    games = list(played)
    for one in games:
        end = begin + len(one.moves)
        courses.append(tuple(round(float(value), 4) for value in found[begin:end]))
        winners.append(one.winner or "draw")
        lengths.append(len(one.moves))
        begin = end
    # A game with a winner, of a length that is neither the shortest nor the longest.
    decided = [n for n, winner in enumerate(winners) if winner != "draw"] or list(range(len(games)))
    middle = sorted(decided, key=lambda n: (lengths[n], n))[len(decided) // 2]
    shown = games[middle]
    line = shown.line
    nouns = describe(game).nouns
    return Samples(
        tuple(courses),
        tuple(winners),
        tuple(map(str, shown.moves)),
        shown.opening.rows,
        ended(line.position, line.before, line.last, nouns=nouns),
    )
