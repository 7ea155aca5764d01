"""Judged positions of self-play in; the numbers of an evaluation that foretell how the games went on out.

An evaluation is a sum: what each piece is worth on its square on a full board and on an empty one, what its moves are
worth and what it costs to be attacked. How likely white is to win is the logistic function of that sum, so the numbers
can be fitted. They start from those that were derived from the rules, and each is pulled back to them as strongly as it
is rarely seen: a piece's weight is its derived one plus parts for the piece, its row, its square and the phase, and a
part that speaks for few positions is trusted less.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sbg.engine import Game
from sbg.engine.native import board_bytes, piece_codes
from sbg.model import CountGoal, SquareGoal
from sbg.players.weights import Weights

Floats = npt.NDArray[np.float32]
Indices = npt.NDArray[np.intp]

PROVEN = 31_000
_CORRELATION = 0.05
"""What a position counts: those of one game say much the same."""
_BATCH = 2048
_RATE = 0.06
_MOST = 4_000
_SPREAD = {
    "piece": 120.0,
    "phase": 60.0,
    "row": 40.0,
    "square": 40.0,
    "square phase": 20.0,
    "side": 10.0,
}
"""How far parts of a square's weight are expected to be from what was derived, in hundredths of a plain piece."""
_REST_SPREAD = {
    "moves": 60.0,
    "threats": 30.0,
    "royal": 30.0,
    "formation": 15.0,
    "runner": 100.0,
    "tempo": 15.0,
}
_ROYAL = 12
"""Numbers of squares that are told apart for a royal piece."""
_RUNNER = 8
"""Numbers of moves to a goal that are told apart for a free runner."""
_DANGER = 240
"""What it costs that the next capture is fatal, as the native core has it."""


@dataclass(frozen=True)
class Judged:
    """Positions as arrays, those of each game together and in order."""

    places: Indices
    """By position: where its pieces are in the table of squares, filled up with the table's last place."""
    blank: int
    fullness: Floats
    signs: Floats
    rest: Floats
    """By position: moves, attacked pieces and the move, for white."""
    offset: Floats
    """By position: the part of the evaluation that is not learned, for white."""
    score: Floats
    telling: npt.NDArray[np.bool_]
    game: npt.NDArray[np.int64]
    result: Floats
    """By position: that of its game for white, from 0 to 1."""
    points: float
    """What white got on average."""


def join(parts: list[Judged]) -> Judged:
    """All of them as one."""
    width = max(part.places.shape[1] for part in parts)
    games = np.cumsum([0] + [int(part.game[-1]) + 1 if len(part.game) else 0 for part in parts])

    def padded(values: npt.NDArray[np.generic], fill: float) -> npt.NDArray[np.generic]:
        return np.pad(values, ((0, 0), (0, width - values.shape[1])), constant_values=fill)

    return Judged(
        np.concatenate([padded(part.places, part.blank) for part in parts]),
        parts[0].blank,
        np.concatenate([part.fullness for part in parts]),
        np.concatenate([padded(part.signs, 0) for part in parts]),
        np.concatenate([part.rest for part in parts]),
        np.concatenate([part.offset for part in parts]),
        np.concatenate([part.score for part in parts]),
        np.concatenate([part.telling for part in parts]),
        np.concatenate([part.game + first for part, first in zip(parts, games, strict=False)]),
        np.concatenate([part.result for part in parts]),
        float(np.mean([part.points for part in parts])),
    )


class Model:
    """How the numbers of a game's evaluation are made of what is learned."""

    def __init__(self, game: Game, derived: Weights) -> None:
        self.derived = derived
        self.width, self.squares = game.width, game.width * game.height
        self.codes = len(derived.ordering)
        self.symmetric = is_symmetric(game)
        self.owner = np.array([0, *(1 - 2 * ((code - 1) % 2) for code in range(1, self.codes))])
        self.start = sum(c.isalpha() for row in game.description.rows for c in row)
        codes = piece_codes(game.description)
        self.counted: dict[int, list[int]] = {}
        for goal in game.description.goals:
            if isinstance(goal, CountGoal):
                self.counted.setdefault(codes[goal.piece], []).append(goal.count)
        self._fold()
        self._parts()
        prior = np.concatenate((derived.square, derived.late)).astype(np.float32)
        sign = np.repeat(self.owner, self.squares)
        self.prior = np.zeros(2 * self.size + 1, dtype=np.float32)
        for phase in range(2):
            self.prior[phase * self.size + self.place] = (
                sign * prior[phase * self.size : (phase + 1) * self.size]
            )
        by_code = np.zeros((3, self.codes), dtype=np.float32)
        for row, numbers in enumerate((derived.mobility, derived.hanging, derived.attacked)):
            by_code[row, self.code] = numbers
        self.rest_prior = np.concatenate(
            (by_code.reshape(-1), derived.royal, derived.formation, derived.runner, [derived.tempo])
        ).astype(np.float32)

    def _fold(self) -> None:
        """Which places share a weight: in a game that looks the same to both players, black's are white's turned."""
        self.size = self.codes * self.squares
        self.place: Indices = np.arange(self.size, dtype=np.intp)
        self.code: Indices = np.arange(self.codes, dtype=np.intp)
        if self.symmetric:
            turned = np.arange(self.squares).reshape(-1, self.width)[::-1].reshape(-1)
            for code in range(2, self.codes, 2):
                self.code[code] = code - 1
                self.place[code * self.squares : (code + 1) * self.squares] = (
                    code - 1
                ) * self.squares + turned

    def _parts(self) -> None:
        """The parts that a square's weight is the sum of: for each the number of the part, and how it counts."""
        code, square = np.divmod(np.arange(self.size), self.squares)
        y, x = np.divmod(square, self.width)
        height = self.squares // self.width
        mirrored = code * self.squares + y * self.width + np.minimum(x, self.width - 1 - x)
        both, apart = np.ones(2 * self.size), np.repeat((0.5, -0.5), self.size)
        self.parts: list[tuple[Indices, Floats, int]] = []
        for name, number, counts in (
            ("piece", code, both),
            ("phase", code, apart),
            ("row", code * height + y, both),
            ("square", mirrored, both),
            ("square phase", mirrored, apart),
            ("side", np.arange(self.size), both),
        ):
            index = np.tile(number, 2).astype(np.intp)
            self.parts.append(
                (index, (_SPREAD[name] * counts).astype(np.float32), int(index.max()) + 1)
            )
        self.rest_spread = np.concatenate(
            (
                np.full(self.codes, _REST_SPREAD["moves"]),
                np.full(2 * self.codes, _REST_SPREAD["threats"]),
                np.full(len(self.derived.royal), _REST_SPREAD["royal"]),
                np.full(len(self.derived.formation), _REST_SPREAD["formation"]),
                np.full(len(self.derived.runner), _REST_SPREAD["runner"]),
                [_REST_SPREAD["tempo"]],
            )
        ).astype(np.float32)

    # -- positions

    def judged(
        self,
        board_bytes: bytes,
        feature_bytes: bytes,
        movers: bytes,
        scores: bytes,
        telling: bytes,
        games: bytes,
        results: bytes,
    ) -> Judged:
        """What the native core gives, as arrays."""
        boards = np.frombuffer(board_bytes, np.uint8).reshape(-1, self.squares)
        features = np.frombuffer(feature_bytes, np.uint16).reshape(len(boards), -1)
        by_code = features[:, : 2 * self.codes].reshape(-1, 2, self.codes)
        by_side = features[:, 2 * self.codes :].reshape(-1, 2, 6)
        mover = 1 - 2 * np.frombuffer(movers, np.uint8).astype(np.float32)
        game = np.frombuffer(games, np.uint32).astype(np.int64)
        points = (np.frombuffer(results, np.int32) + 1) / 2
        pieces = (boards != 0).sum(axis=1)
        width = int(pieces.max(initial=1))
        rows, columns = np.nonzero(boards)
        codes = boards[rows, columns].astype(np.intp)
        slot = np.arange(len(rows)) - np.repeat(np.cumsum(pieces) - pieces, pieces)
        places = np.full((len(boards), width), self.size, dtype=np.intp)
        signs = np.zeros((len(boards), width), dtype=np.float32)
        places[rows, slot] = self.place[codes * self.squares + columns]
        signs[rows, slot] = self.owner[codes]
        moves = by_code[:, 0] * self.owner / 16.0
        own = self.owner[None, :] == mover[:, None]
        taken = by_code[:, 1] * self.owner
        rest = np.zeros((len(boards), 3, self.codes), dtype=np.float32)
        for code in range(1, self.codes):
            rest[:, 0, self.code[code]] += moves[:, code]
            rest[:, 1, self.code[code]] += np.where(own[:, code], 0, taken[:, code])
            rest[:, 2, self.code[code]] += np.where(own[:, code], taken[:, code], 0)
        return Judged(
            places,
            self.size,
            np.minimum(pieces / max(self.start, 1), 1).astype(np.float32),
            signs,
            np.concatenate(
                (rest.reshape(len(boards), -1), *self._by_side(by_side, mover), mover[:, None]),
                axis=1,
            ),
            self._counts(boards),
            np.frombuffer(scores, np.int32).astype(np.float32),
            np.frombuffer(telling, np.uint8) != 0,
            game,
            points[game].astype(np.float32),
            float(points.mean()) if len(points) else 0.5,
        )

    def _counts(self, boards: npt.NDArray[np.uint8]) -> Floats:
        """What the danger of counts adds, which is not learned."""
        total = np.zeros(len(boards), dtype=np.float32)
        for code, goals in self.counted.items():
            left = (boards == code).sum(axis=1)[:, None] - np.array(goals)[None, :]
            danger = np.where(left > 0, _DANGER // np.maximum(left, 1), 0)
            total -= self.owner[code] * danger.max(axis=1)
        return total

    def _by_side(
        self, features: npt.NDArray[np.uint16], mover: Floats
    ) -> tuple[Floats, Floats, Floats]:
        """Royal pieces, formations and runners, for white.

        Black's share white's weights if the game looks the same to both.
        """
        count = len(features)
        royal = np.zeros((count, 2, 2, _ROYAL), dtype=np.float32)
        formation = np.zeros((count, 2, 3), dtype=np.float32)
        runner = np.zeros((count, 2, 2, _RUNNER + 1), dtype=np.float32)
        rows = np.arange(count)
        for side, sign in ((0, 1), (1, -1)):
            to = 0 if self.symmetric else side
            for kind in range(2):
                royal[rows, to, kind, features[:, side, kind]] += sign
            formation[:, to] += sign * features[:, side, 2:5].astype(np.float32)
            spare = (mover != sign).astype(np.intp)
            runner[rows, to, spare, np.minimum(features[:, side, 5], _RUNNER)] += sign
        return (
            royal.reshape(count, -1),
            formation.reshape(count, -1),
            runner[..., 1:].reshape(count, -1),
        )

    # -- weights

    def table(self, learned: Floats) -> Floats:
        """The weights of all places, full board and empty board, and a last one for no piece."""
        theta = self.prior.copy()
        begin = 0
        for index, counts, size in self.parts:
            theta[:-1] += counts * learned[begin : begin + size][index]
            begin += size
        return theta

    def nothing(self) -> Floats:
        """What is known before anything was learned."""
        size = sum(size for *_, size in self.parts) + len(self.rest_spread)
        return np.zeros(size, dtype=np.float32)

    def rest(self, learned: Floats) -> Floats:
        return self.rest_prior + self.rest_spread * learned[-len(self.rest_spread) :]

    def gradient(self, table: Floats, rest: Floats) -> Floats:
        parts = [
            np.bincount(index, weights=counts * table[:-1], minlength=size)
            for index, counts, size in self.parts
        ]
        return np.concatenate((*parts, self.rest_spread * rest)).astype(np.float32)

    def expected(self, data: Judged, at: Indices | slice, learned: Floats) -> Floats:
        """What the evaluation says of positions, for white."""
        theta = self.table(learned)
        places, signs, full = data.places[at], data.signs[at], data.fullness[at]
        early = (np.append(theta[: self.size], 0)[places] * signs).sum(axis=1)
        late = (np.append(theta[self.size : -1], 0)[places] * signs).sum(axis=1)
        rest = data.rest[at] @ self.rest(learned) + data.offset[at]
        total: Floats = early * full + late * (1 - full) + rest
        return total

    def weights(self, learned: Floats) -> Weights:
        """In the form that the core has."""
        theta, rest = self.table(learned), np.rint(self.rest(learned)).astype(int)
        sign = np.repeat(self.owner, self.squares)
        square = sign * np.rint(theta[: self.size][self.place]).astype(int)
        late = sign * np.rint(theta[self.size : -1][self.place]).astype(int)
        mean = np.abs(square + late).reshape(self.codes, -1) / 2
        ordering = [int(np.clip(np.median(row), 10, 3000)) for row in mean]
        by_code = rest[: 3 * self.codes].reshape(3, self.codes)[:, self.code].tolist()
        royal, formation, runner = np.split(
            rest[3 * self.codes : -1],
            [len(self.derived.royal), len(self.derived.royal) + len(self.derived.formation)],
        )
        if self.symmetric:
            royal = np.tile(royal[: 2 * _ROYAL], 2)
            formation = np.tile(formation[:3], 2)
            runner = np.tile(runner[: 2 * _RUNNER], 2)
        return Weights(
            tuple(np.clip(square, -_MOST, _MOST).tolist()),
            tuple(np.clip(late, -_MOST, _MOST).tolist()),
            (0, *ordering[1:]),
            tuple(by_code[0]),
            tuple(by_code[1]),
            tuple(by_code[2]),
            tuple(royal.tolist()),
            tuple(formation.tolist()),
            tuple(runner.tolist()),
            int(rest[-1]),
        )


def best_scale(data: Judged) -> float:
    """The advantage that makes a win e times as likely as a loss, by how the games ended."""
    score, result = data.score[data.telling], data.result[data.telling]
    scales = np.geomspace(60, 3000, 32)
    return float(min(scales, key=lambda scale: _error(score / scale, result)))


def chances(score: Floats, scale: float) -> Floats:
    """What white may expect, from 0 to 1."""
    expected: Floats = (1 / (1 + np.exp(-np.clip(score / scale, -30, 30)))).astype(np.float32)
    return expected


def _error(logit: Floats, target: Floats) -> float:
    """Cross entropy."""
    return float(np.mean(np.logaddexp(0, logit) - target * logit)) if len(logit) else 0.0


def returns(data: Judged, scale: float, trace: float) -> Floats:
    """What each judgement should have been: the mean of the later ones and the result, weights falling by `trace`."""
    value = chances(data.score, scale)
    target = np.empty_like(value)
    later = last_game = -1.0
    for i in range(len(value) - 1, -1, -1):
        if data.game[i] != last_game:
            later, last_game = data.result[i], data.game[i]
        target[i] = later
        later = trace * later + (1 - trace) * value[i]
    return target


def fit(
    model: Model,
    data: Judged,
    target: Floats,
    scale: float,
    learned: Floats,
    epochs: int,
    rng: np.random.Generator,
) -> Floats:
    """Numbers that foretell the targets, found by Adam from those given."""
    chosen = np.flatnonzero(data.telling)
    if not len(chosen):
        return learned
    learned = learned.copy()
    first, second = np.zeros_like(learned), np.zeros_like(learned)
    mean = np.zeros_like(learned)
    step = 0
    steps = epochs * -(-len(chosen) // _BATCH)
    pull = 1 / (_CORRELATION * len(chosen))
    for _ in range(epochs):
        rng.shuffle(chosen)
        for begin in range(0, len(chosen), _BATCH):
            at = chosen[begin : begin + _BATCH]
            wrong = chances(model.expected(data, at, learned), scale) - target[at]
            wrong /= len(at)
            gradient = _gradient(model, data, at, wrong) + pull * learned
            step += 1
            first += 0.1 * (gradient - first)
            second += 0.01 * (gradient**2 - second)
            rate = _RATE * (1 - 0.95 * step / steps)
            learned -= rate * first / (1 - 0.9**step) / (np.sqrt(second / (1 - 0.99**step)) + 1e-7)
            if step > steps * 0.7:
                mean += learned
    return (mean / max(1, steps - int(steps * 0.7))).astype(np.float32)


def _gradient(model: Model, data: Judged, at: Indices, wrong: Floats) -> Floats:
    places, full = data.places[at].reshape(-1), data.fullness[at]
    pull = data.signs[at] * wrong[:, None]
    early = np.bincount(places, (pull * full[:, None]).reshape(-1), model.size + 1)
    late = np.bincount(places, (pull * (1 - full)[:, None]).reshape(-1), model.size + 1)
    table = np.concatenate((early[:-1], late[:-1], [0])).astype(np.float32)
    return model.gradient(table, wrong @ data.rest[at])


def is_symmetric(game: Game) -> bool:
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
