"""A game in; weights of its evaluation learned by self-play out.

The method is TDLeaf(λ): the player plays against itself, and after every game each judgement that it made on the way is
moved towards those it made later, and the last one towards the result. What is judged is the position at the end of
the best line found, for that is where the evaluation was asked. A piece's weight on a square is its worth plus what the
square adds, so that squares that are rarely seen learn from the others.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

import numpy as np
import numpy.typing as npt

from sbg import _core
from sbg.engine import Game, Position
from sbg.engine.native import board_bytes, piece_codes
from sbg.model import CountGoal, SquareGoal
from sbg.players.weights import Weights

SCALE = 400.0
"""An advantage of this much is judged as tanh 1, a result of 0.76."""
_PROVEN = 31_000
_BATCH = 16
"""Games between two changes of the weights."""
_PIECE_RATE, _SQUARE_RATE = 4.0, 1.5
"""How far weights move at first after a batch, in hundredths of a plain piece; this falls to a tenth."""
_PULL = 0.002
"""Share by which squares go back to what was derived after each batch: what is rarely seen stays as it was."""
_MOBILITIES = (0, 24, 96, 160)
"""Weights of mobility to try beside the derived one. It is not a matter of pieces and squares, so a match decides."""
_DOUBT = 0.04
"""How much better than the derived one another weight must do: less may be luck."""

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Progress:
    """Where the learning stands, after a batch: a point of the learning curve."""

    games: int
    error: float
    """Mean square of what the judgements of the last games were wrong by; results are 1, 0 and -1."""
    white: float
    """Share of points that white got in them."""
    length: float
    """Mean number of half-moves."""


@dataclass(frozen=True, slots=True)
class Tuned:
    """What was learned."""

    weights: Weights
    games: int
    score: float
    """Share of the points in a match of the tuned weights against the derived ones."""
    match_games: int


@dataclass(slots=True)
class _Judgement:
    """One move of a game: what was expected, for white, and the board that it was read off."""

    value: float
    board: npt.NDArray[np.uint8] | None  # None: proven, nothing to learn


class Tuner:
    """Plays and learns; one object for one game."""

    def __init__(
        self, game: Game, seed: int = 0, nodes: int = 300, trace: float = 0.8, total: int = 400
    ) -> None:
        self.game = game
        self.nodes = nodes
        self.trace = trace
        self.total = total
        self.random = Random(seed)
        self.searcher = _core.Searcher(game.rules, 4 << 20)
        self.derived = Weights.of(self.searcher)
        self.squares = game.width * game.height
        self.codes = len(self.derived.ordering)
        self.place, self.sign = _places(game, self.codes, self.squares)
        first = self.sign * np.array(self.derived.square, dtype=np.float64)
        self.prior = np.zeros(self.codes * self.squares)
        self.prior[self.place] = first
        self.pieces = _Adam(self.codes)
        self.offsets = _Adam(self.codes * self.squares)
        self.mean = self.prior.copy()
        self.mobility = self.derived.mobility
        self.played = 0
        self.batches = 0

    # -- one game

    def _search(self, position: Position, nodes: int) -> tuple[Position, float, bool]:
        """The best move's position, the expected result for white, and whether it is proven; with the leaf's board."""
        line = self.searcher.search(position._native, _core.Stop(), nodes=nodes)[0]
        score, moves = line[3], line[8]
        leaf = position._native
        for move in moves:
            after = leaf.play(move)
            if after is None or after.outcome is not None:
                break
            leaf = after
        self._leaf = np.frombuffer(leaf.board, dtype=np.uint8)
        white = score if position.ply % 2 == 0 else -score
        after = position._native.play(moves[0])
        assert after is not None
        proven = abs(score) >= _PROVEN
        value = math.copysign(1.0, white) if proven else math.tanh(white / SCALE)
        return Position._of(position.game, after), value, proven

    def play(self) -> tuple[list[_Judgement], int, int]:
        """A game against itself from a random opening: its judgements, its result for white, its length."""
        self.searcher.set_noise(15, self.random.getrandbits(64))
        position = self.opening()
        begun = position.ply
        judgements: list[_Judgement] = []
        while position.outcome is None:
            position, value, proven = self._search(position, self.nodes)
            judgements.append(_Judgement(value, None if proven else self._leaf))
            if proven:
                # Both would play it out as expected.
                return judgements, int(value), position.ply - begun
        winner = position.outcome.winner
        return judgements, {"white": 1, "black": -1, None: 0}[winner], position.ply - begun

    def opening(self) -> Position:
        """A position a few random moves from the start, and not over."""
        for _ in range(20):
            position = self.game.start
            for _ in range(self.random.randint(2, 6)):
                if position.outcome:
                    break
                position = position.play(self.random.choice(position.moves))
            if not position.outcome:
                return position
        return self.game.start

    # -- learning

    def batch(self) -> Progress:
        """Some games, and what is learned from them."""
        change = np.zeros_like(self.prior)
        errors: list[float] = []
        points = plies = 0.0
        for _ in range(_BATCH):
            judgements, result, length = self.play()
            change += self._changes(judgements, result)
            errors += [(result - judgement.value) ** 2 for judgement in judgements]
            points += (result + 1) / 2
            plies += length
        self._learn(change)
        self.played += _BATCH
        return Progress(self.played, float(np.mean(errors)), points / _BATCH, plies / _BATCH)

    def _changes(self, judgements: list[_Judgement], result: int) -> Floats:
        """The direction in which the weights of a game's pieces should go."""
        change = np.zeros_like(self.prior)
        later: float = result
        ahead = 0.0  # the sum of later differences, fading
        for judgement in reversed(judgements):
            ahead = self.trace * ahead + later - judgement.value
            later = judgement.value
            if judgement.board is None:
                continue
            slope = (1 - judgement.value**2) * ahead
            occupied = np.flatnonzero(judgement.board)
            index = judgement.board[occupied].astype(np.intp) * self.squares + occupied
            np.add.at(change, self.place[index], self.sign[index] * slope)
        return change

    def _learn(self, change: Floats) -> None:
        """Move the weights, and have the searcher use them."""
        self.batches += 1
        left = max(1 - self.played / max(self.total, 1), 0.0)
        fading = 0.1 + 0.9 * left
        self.pieces.step(change.reshape(self.codes, -1).sum(axis=1), _PIECE_RATE * fading)
        self.offsets.step(change, _SQUARE_RATE * fading)
        self.offsets.value *= 1 - _PULL
        learned = self.prior + np.repeat(self.pieces.value, self.squares) + self.offsets.value
        # The mean, the later the heavier, is steadier than where the last games happened to lead.
        self.mean += (learned - self.mean) * 3 / (self.batches + 2)
        self.weights(learned).apply(self.searcher)

    def weights(self, learned: Floats) -> Weights:
        """Weights in the form that the core has."""
        square = np.rint(self.sign * learned[self.place]).astype(int)
        ordering = list(self.derived.ordering)
        table = np.abs(square).reshape(self.codes, self.squares)
        for code in range(1, self.codes):
            ordering[code] = int(np.clip(np.median(table[code]), 10, 3000))
        return Weights(
            tuple(map(int, square)),
            tuple(ordering),
            self.derived.tempo,
            self.mobility,
        )

    def choose_mobility(self, games: int, nodes: int) -> None:
        """Try other weights of mobility, and keep the one that does best against the derived weights."""
        scores = {}
        for mobility in (self.derived.mobility, *_MOBILITIES):
            self.mobility = mobility
            scores[mobility] = self.match(self.weights(self.mean), games, nodes)
        scores[self.derived.mobility] += _DOUBT
        self.mobility = max(scores, key=lambda mobility: scores[mobility])
        self.weights(self.mean).apply(self.searcher)

    def match(self, weights: Weights, games: int, nodes: int) -> float:
        """The share of points that weights get against the derived ones, colours in turn."""
        sides = []
        for used in (weights, self.derived):
            searcher = _core.Searcher(self.game.rules, 4 << 20)
            used.apply(searcher)
            sides.append(searcher)
        points = 0.0
        opening = self.game.start
        for number in range(games):
            if number % 2 == 0:
                opening = self.opening()
            points += _play(sides[number % 2], sides[1 - number % 2], opening, nodes, number % 2)
        return points / games


class _Adam:
    """Numbers that move by gradients, each at a pace of its own: those that are rarely seen as fast as the others."""

    def __init__(self, size: int) -> None:
        self.value = np.zeros(size)
        self.first, self.second = np.zeros(size), np.zeros(size)
        self.steps = 0

    def step(self, gradient: Floats, rate: float) -> None:
        self.steps += 1
        self.first += 0.1 * (gradient - self.first)
        self.second += 0.02 * (gradient**2 - self.second)
        scale = np.sqrt(self.second / (1 - 0.98**self.steps)) + 1e-3
        self.value += rate * self.first / (1 - 0.9**self.steps) / scale
        np.clip(self.value, -3000, 3000, out=self.value)


def _play(
    white: _core.Searcher, black: _core.Searcher, opening: Position, nodes: int, second: int
) -> float:
    """A game; the points of the first player, who is black if `second`."""
    white.clear()
    black.clear()
    position = opening._native
    while position.outcome is None:
        searcher = black if position.ply % 2 else white
        line = searcher.search(position, _core.Stop(), nodes=nodes)[0]
        if abs(line[3]) >= _PROVEN:
            winner = (position.ply % 2) ^ (line[3] < 0)
            return float(winner == second)
        after = position.play(line[8][0])
        assert after is not None
        position = after
    winner = position.outcome[1]
    return 0.5 if winner < 0 else float(winner == second)


def tune(
    game: Game,
    games: int = 400,
    seed: int = 0,
    nodes: int = 300,
    match_games: int = 40,
    on_progress: Callable[[Progress], None] | None = None,
) -> Tuned:
    """Learn the weights of a game's evaluation by playing against oneself."""
    tuner = Tuner(game, seed, nodes, total=games)
    while tuner.played < games:
        progress = tuner.batch()
        if on_progress:
            on_progress(progress)
    if match_games:
        tuner.choose_mobility(match_games, nodes)
    weights = tuner.weights(tuner.mean)
    score = tuner.match(weights, match_games, nodes) if match_games else 0.5
    return Tuned(weights, tuner.played, score, match_games)


def _places(game: Game, codes: int, squares: int) -> tuple[npt.NDArray[np.intp], Floats]:
    """For each (code, square) the weight that it has, and its sign. In a game that looks the same to both players,
    black's pieces share white's weights, turned upside down."""
    place = np.arange(codes * squares, dtype=np.intp)
    sign = np.ones(codes * squares)
    for code in range(2, codes, 2):
        sign[code * squares : (code + 1) * squares] = -1
    if _is_symmetric(game):
        rows = np.arange(squares).reshape(game.height, game.width)
        turned = rows[::-1].reshape(-1)
        for code in range(2, codes, 2):
            place[code * squares : (code + 1) * squares] = (code - 1) * squares + turned
    return place, sign


def _is_symmetric(game: Game) -> bool:
    """Whether the board and the goals stay the same when it is turned upside down and the colours are swapped."""
    description = game.description
    rows = tuple(row.swapcase() for row in reversed(description.rows))
    codes = piece_codes(description)
    if board_bytes(codes, rows) != board_bytes(codes, description.rows):
        return False
    goals: set[tuple[str, object]] = set()
    swapped: set[tuple[str, object]] = set()
    for goal in description.goals:
        if isinstance(goal, CountGoal):
            goals.add((goal.piece, goal.count))
            swapped.add((goal.piece.swapcase(), goal.count))
        elif isinstance(goal, SquareGoal):
            for x, y in goal.squares:
                goals.add((goal.piece, (x, y)))
                swapped.add((goal.piece.swapcase(), (x, game.height - 1 - y)))
    return goals == swapped
