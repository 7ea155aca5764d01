"""Learns the weights of a game's evaluation by self-play, with TD(λ), for `sbg tune`.

The method is TD(λ) at the leaves of the search, in its forward view: the player plays rounds of games against itself,
and each judgement that it made is to foretell the mean of the later ones and the result, weights falling by λ with
every ply. What is judged is the position at the end of the best line found, for that is where the evaluation was asked.
After each round the weights are fitted to all games so far, and the next one is played with them. Which λ is best
depends on the game: at the end matches against the derived weights choose between fits with several, and another match
tells what the one that was chosen gains.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

import numpy as np

from sbg import _core
from sbg.base.statistics import Estimate, chances, estimate_of
from sbg.engine import Game, Position
from sbg.language.model import Move
from sbg.play.players.arena import Side, play_games
from sbg.play.players.weights import Weights
from sbg.play.tune import fitting
from sbg.play.tune.fitting import Floats, Judged, Model

TRACE = 0.6
"""λ of the rounds. The result of a quick game is mostly chance; the next judgements are not."""
TRACES = (0.2, 0.5, 0.8, 0.95)
"""λ of the fits that are tried at the end, besides their mean."""
ROUNDS = 5
_CHUNK = 25
"""Games that are played between two looks at the progress."""
_POSITIONS = 80_000
"""A round is over when it has so many, even if its games are not: in long games each gives more."""
_SEEN = 1_600_000
"""How many positions a fit looks at, one as often as the other."""
_MATCH_NODES = 2_000
_BALANCED = 50
"""What a player may be ahead in the opening of a match, in hundredths of a plain piece."""
_TABLE = 4 << 20


@dataclass(frozen=True, slots=True)
class Progress:
    """Where the learning stands: a point of the learning curve."""

    games: int
    error: float
    """Mean square of what the judgements of the last games were wrong by; results are 1, ½ and 0."""
    white: float
    """Share of points that white got in them."""
    length: float
    """Mean number of plies."""


@dataclass(frozen=True, slots=True)
class Tuned:
    """What was learned."""

    weights: Weights
    games: int
    match: Estimate | None
    """A match of the tuned weights against the derived ones, of games that had no part in choosing them."""
    match_games: int

    @property
    def figures(self) -> dict[str, float] | None:
        """The score of the match, with its 95 % interval."""
        if self.match is None:
            return None
        found = self.match.score, self.match.score_low, self.match.score_high
        return dict(zip(("score", "low", "high"), (round(one, 4) for one in found), strict=True))

    @property
    def better(self) -> bool:
        """Whether the match shows that they are better: its 95 % interval lies above equality."""
        return self.match is not None and self.match.score_low > 0.5


class Tuner:
    """Plays and learns; one object for one game."""

    def __init__(self, game: Game, seed: int = 0, nodes: int = 1000) -> None:
        self.game, self.seed, self.nodes = game, seed, nodes
        self.searcher = _core.Searcher(game.rules, _TABLE)
        self.derived = self.searcher.weights()
        self.model = Model(game, self.derived)
        self.learned = self.model.nothing()
        self.random = np.random.default_rng(seed)
        self.parts: list[Judged] = []
        self.scale = 0.0
        self.played = 0

    def round(self, games: int, on_progress: Callable[[Progress], None] | None) -> None:
        """Some games, and what is learned from them."""
        positions = 0
        end = self.played + games
        while self.played < end and positions < _POSITIONS:
            chunk = min(_CHUNK, end - self.played)
            seed = (self.seed << 32) + self.played
            found = self.searcher.self_play(_core.Stop(), chunk, self.nodes, seed)
            part = self.model.judged(found)
            self.parts.append(part)
            self.played += chunk
            positions += len(part.game)
            if not self.scale:
                self.scale = fitting.best_scale(part)
            if on_progress:
                wrong = chances(part.score, self.scale) - part.result
                error = float(np.mean(wrong**2))
                on_progress(Progress(self.played, error, float(part.points), found.plies / chunk))
        self.scale = fitting.best_scale(fitting.join(self.parts))
        self.learned = self.fit(TRACE)
        self.searcher.set_weights(self.model.weights(self.learned))

    def fit(self, trace: float) -> Floats:
        """What is learned from all games if `trace` is λ."""
        data = fitting.join(self.parts)
        target = fitting.returns(data, self.scale, trace)
        epochs = -(-_SEEN // max(1, int(data.telling.sum())))
        return fitting.fit(
            self.model, data, target, self.scale, self.learned, min(epochs, 8), self.random
        )

    def best(
        self, match_games: int, on_match: Callable[[int, float], None] | None = None
    ) -> tuple[Weights, Estimate | None]:
        """The fit that does best against the derived weights, and how it does in a match that did not choose it."""
        if not match_games:
            return self.model.weights(self.learned), None
        fits = [self.fit(trace) for trace in TRACES]
        fits.append(np.mean(fits, axis=0).astype(np.float32))
        tried = [self.model.weights(learned) for learned in fits]
        tell = on_match or (lambda games, score: None)
        first = []
        for weights in tried:
            first.append(self.match(weights, match_games, 0).score)
            tell(match_games, first[-1])
        found = []
        for number in np.argsort(first)[:-3:-1]:
            # Who was lucky in the first match is not so in the second.
            second = self.match(tried[number], 2 * match_games, 1).score
            tell(2 * match_games, second)
            found.append((first[number] + 2 * second, tried[number]))
        _, weights = max(found, key=lambda one: one[0])
        return weights, self.match(weights, 2 * match_games, 2)

    def match(self, weights: Weights, games: int, number: int = 0) -> Estimate:
        """How weights do against the derived ones, colours in turn; each number has openings of its own."""
        rng = Random(f"match {number} of {self.seed}")
        judge = _core.Searcher(self.game.rules, _TABLE)
        pairs = -(-games // 2)
        openings = [balanced_opening(self.game, judge, rng)[0] for _ in range(pairs)]
        tuned, derived = (
            Side(nodes=_MATCH_NODES, hash_megabytes=_TABLE >> 20, weights=used)
            for used in (weights, self.derived)
        )
        points = play_games(self.game, tuned, derived, 2 * pairs, openings=openings).points
        found = estimate_of(points.tolist())
        assert found is not None
        return found


def tune(
    game: Game,
    games: int = 20_000,
    seed: int = 0,
    nodes: int = 1000,
    match_games: int = 100,
    on_progress: Callable[[Progress], None] | None = None,
    on_match: Callable[[int, float], None] | None = None,
) -> Tuned:
    """Learn the weights of a game's evaluation by playing against oneself.

    `on_match` is told the number of games and the score of each of the matches that choose what is kept. Who wins them
    was lucky, too; so what is kept plays another match, whose result is reported.
    """
    tuner = Tuner(game, seed, nodes)
    for number in range(ROUNDS):
        tuner.round((games * (number + 1)) // ROUNDS - (games * number) // ROUNDS, on_progress)
    weights, match = tuner.best(match_games, on_match)
    return Tuned(weights, tuner.played, match, 0 if match is None else 2 * match.pairs)


def balanced_opening(
    game: Game, judge: _core.Searcher, rng: Random, plies: int = 4, tries: int = 30
) -> tuple[Position, list[Move]]:
    """A position in which neither player is much ahead, as a search sees it, and the random moves that led to it."""
    best: tuple[Position, list[Move]] = game.start, []
    least = float("inf")
    for _ in range(tries):
        position = game.start
        moves: list[Move] = []
        while not position.outcome and len(moves) < plies:
            moves.append(rng.choice(position.moves))
            position = position.play(moves[-1])
        if position.outcome:
            continue
        ahead = abs(judge.search(position._native, _core.Stop(), nodes=5_000)[0].score)
        if ahead < least:
            best, least = (position, moves), ahead
        if ahead <= _BALANCED:
            break
    return best
