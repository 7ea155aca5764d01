"""A game in; weights of its evaluation learned by self-play out.

The method is TD(λ) at the leaves of the search, in its forward view: the player plays rounds of games against itself,
and each judgement that it made is to foretell the mean of the later ones and the result, weights falling by λ with
every ply. What is judged is the position at the end of the best line found, for that is where the evaluation was asked.
After each round the weights are fitted to all games so far, and the next one is played with them. Which λ is best
depends on the game: at the end matches against the derived weights choose between fits with several.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

import numpy as np

from sbg import _core
from sbg.engine import Game, Position
from sbg.model import Move
from sbg.players.arena import Side, play_games
from sbg.players.weights import Weights
from sbg.tune import fitting
from sbg.tune.fitting import Floats, Judged, Model

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
    score: float
    """Share of the points in a match of the tuned weights against the derived ones."""
    match_games: int


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
                wrong = fitting.chances(part.score, self.scale) - part.result
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
    ) -> tuple[Weights, float]:
        """The fit that does best against the derived weights, and its score where the best two were compared."""
        if not match_games:
            return self.model.weights(self.learned), 0.5
        fits = [self.fit(trace) for trace in TRACES]
        fits.append(np.mean(fits, axis=0).astype(np.float32))
        tried = [self.model.weights(learned) for learned in fits]
        tell = on_match or (lambda games, score: None)
        first = []
        for weights in tried:
            first.append(self.match(weights, match_games, 0))
            tell(match_games, first[-1])
        found = []
        for number in np.argsort(first)[:-3:-1]:
            # Who was lucky in the first match is not so in the second.
            second = self.match(tried[number], 2 * match_games, 1)
            tell(2 * match_games, second)
            found.append((first[number] + 2 * second, second, tried[number]))
        _, score, weights = max(found, key=lambda one: one[0])
        return weights, score

    def match(self, weights: Weights, games: int, number: int = 0) -> float:
        """The share of points that weights get against the derived ones, colours in turn; each number has openings of
        its own."""
        rng = Random(f"match {number} of {self.seed}")
        judge = _core.Searcher(self.game.rules, _TABLE)
        openings = [balanced_opening(self.game, judge, rng)[0] for _ in range(-(-games // 2))]
        tuned, derived = (
            Side(nodes=_MATCH_NODES, hash_megabytes=_TABLE >> 20, weights=used)
            for used in (weights, self.derived)
        )
        return play_games(self.game, tuned, derived, games, openings=openings).score


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

    `on_match` is told the number of games and the score of each of the matches that choose what is kept.
    """
    tuner = Tuner(game, seed, nodes)
    for number in range(ROUNDS):
        tuner.round((games * (number + 1)) // ROUNDS - (games * number) // ROUNDS, on_progress)
    weights, score = tuner.best(match_games, on_match)
    return Tuned(weights, tuner.played, score, 2 * match_games)


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
