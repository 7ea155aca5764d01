"""Fits the weights of an evaluation to the positions and results of self-play games.

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

from sbg import _core
from sbg.base.statistics import chances, loss
from sbg.engine import Game
from sbg.engine.native import board_bytes, piece_codes
from sbg.language.model import CountGoal, SquareGoal
from sbg.play.players.weights import Weights

Floats = npt.NDArray[np.float32]
Indices = npt.NDArray[np.intp]

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
    "mobility": 60.0,
    "hanging": 30.0,
    "attacked": 30.0,
    "royal": 30.0,
    "formation": 15.0,
    "runner": 100.0,
    "tempo": 15.0,
}
"""The same of all other terms that are learned; `ordering` follows from the squares."""
_TERMS = {term.name: term for term in _core.terms()}
_BY_CODE = [name for name in _REST_SPREAD if _TERMS[name].per == "code"]
_BY_SIDE = [name for name in _REST_SPREAD if _TERMS[name].per == "side"]


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
        by_code = np.zeros((len(_BY_CODE), self.codes), dtype=np.float32)
        for row, name in enumerate(_BY_CODE):
            by_code[row, self.code] = getattr(derived, name)
        by_side = [np.array(getattr(derived, name), dtype=np.float32) for name in _BY_SIDE]
        self.rest_prior = np.concatenate((by_code.reshape(-1), *by_side, [derived.tempo])).astype(
            np.float32
        )

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
            [np.full(self._size(name), spread) for name, spread in _REST_SPREAD.items()]
        ).astype(np.float32)

    def _size(self, name: str) -> int:
        return _TERMS[name].size(self.codes, self.squares)

    # -- positions

    def judged(self, found: _core.Judgements) -> Judged:
        """What the native core gives, as arrays."""
        boards = np.frombuffer(found.boards, np.uint8).reshape(-1, self.squares)
        features = np.frombuffer(found.features, np.uint16).reshape(len(boards), -1)
        by_code, by_side = _named(features, self.codes)
        mover = 1 - 2 * np.frombuffer(found.movers, np.uint8).astype(np.float32)
        game = np.frombuffer(found.games, np.uint32).astype(np.int64)
        points = (np.frombuffer(found.results, np.int32) + 1) / 2
        pieces = (boards != 0).sum(axis=1)
        width = int(pieces.max(initial=1))
        rows, columns = np.nonzero(boards)
        codes = boards[rows, columns].astype(np.intp)
        slot = np.arange(len(rows)) - np.repeat(np.cumsum(pieces) - pieces, pieces)
        places = np.full((len(boards), width), self.size, dtype=np.intp)
        signs = np.zeros((len(boards), width), dtype=np.float32)
        places[rows, slot] = self.place[codes * self.squares + columns]
        signs[rows, slot] = self.owner[codes]
        moves = by_code["moves"] * self.owner / 16.0
        own = self.owner[None, :] == mover[:, None]
        taken = by_code["attackable"] * self.owner
        rest = np.zeros((len(boards), len(_BY_CODE), self.codes), dtype=np.float32)
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
            np.frombuffer(found.scores, np.int32).astype(np.float32),
            np.frombuffer(found.telling, np.uint8) != 0,
            game,
            points[game].astype(np.float32),
            float(points.mean()) if len(points) else 0.5,
        )

    def _counts(self, boards: npt.NDArray[np.uint8]) -> Floats:
        """What the danger of counts adds, which is not learned."""
        total = np.zeros(len(boards), dtype=np.float32)
        for code, goals in self.counted.items():
            left = (boards == code).sum(axis=1)[:, None] - np.array(goals)[None, :]
            danger = np.where(left > 0, _core.LAST_CAPTURE_DANGER // np.maximum(left, 1), 0)
            total -= self.owner[code] * danger.max(axis=1)
        return total

    def _by_side(self, features: _ByName, mover: Floats) -> tuple[Floats, Floats, Floats]:
        """Royal pieces, formations and runners, for white.

        Black's share white's weights if the game looks the same to both.
        """
        count = len(mover)
        royal = _table("royal", count)
        formation = _table("formation", count)
        runner = _table("runner", count, spare_columns=1)
        rows = np.arange(count)
        for side, sign in ((0, 1), (1, -1)):
            to = 0 if self.symmetric else side
            for kind, name in enumerate(("escapes", "pressure")):
                royal[rows, to, kind, features[name][:, side]] += sign
            for kind, name in enumerate(("beside", "behind", "across")):
                formation[:, to, 0, kind] += sign * features[name][:, side].astype(np.float32)
            spare = (mover != sign).astype(np.intp)
            most = _TERMS["runner"].columns
            runner[rows, to, spare, np.minimum(features["runner"][:, side], most)] += sign
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
        sizes = [self._size(name) for name in _REST_SPREAD]
        learned_rest = dict(zip(_REST_SPREAD, np.split(rest, np.cumsum(sizes)[:-1]), strict=True))
        for name in _BY_CODE:
            learned_rest[name] = learned_rest[name][self.code]
        for name in _BY_SIDE if self.symmetric else ():
            own = learned_rest[name]
            learned_rest[name] = np.tile(own[: len(own) // 2], 2)
        return Weights(
            self.codes,
            self.squares,
            square=np.clip(square, -_MOST, _MOST).tolist(),
            late=np.clip(late, -_MOST, _MOST).tolist(),
            ordering=[0, *ordering[1:]],
            **{
                name: numbers.tolist() if _TERMS[name].per != "game" else int(numbers[0])
                for name, numbers in learned_rest.items()
            },
        )


_ByName = dict[str, npt.NDArray[np.uint16]]


def _named(features: npt.NDArray[np.uint16], codes: int) -> tuple[_ByName, _ByName]:
    """The features of positions by name: those of codes, and those of sides."""
    names, sides = _core.code_features(), _core.side_features()
    split = len(names) * codes
    by_code = features[:, :split].reshape(-1, len(names), codes)
    by_side = features[:, split:].reshape(-1, 2, len(sides))
    return (
        {name: by_code[:, i] for i, name in enumerate(names)},
        {name: by_side[:, :, i] for i, name in enumerate(sides)},
    )


def _table(name: str, count: int, spare_columns: int = 0) -> Floats:
    """Zeros in the shape of a term of sides, for as many positions."""
    term = _TERMS[name]
    return np.zeros((count, 2, term.rows, term.columns + spare_columns), dtype=np.float32)


SCALES = np.geomspace(60, 3000, 32)
"""Scales among which the best is looked for."""


def best_scale(data: Judged) -> float:
    """The advantage that makes a win e times as likely as a loss, by how the games ended."""
    score, result = data.score[data.telling], data.result[data.telling]
    return float(min(SCALES, key=lambda scale: _error(score / scale, result)))


def _error(logit: Floats, target: Floats) -> float:
    return float(np.mean(loss(logit, target))) if len(logit) else 0.0


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
