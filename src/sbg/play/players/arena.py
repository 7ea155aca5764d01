"""Plays many games between two players in one native call, for statistics on all cores.

Budgets are nodes, never seconds, and randomness is counted, so a match is the same on every machine, however many
threads play it. Contests (`sbg.play.contests`) are for clocks, engines and results that must not be lost; this is for
statistics.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from sbg import _core
from sbg.engine import Game, Line, Position
from sbg.language.model import Colour, Move
from sbg.play.players.catalogue import parse
from sbg.play.players.weights import chosen

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Kind = Literal["alphabeta", "mcts", "random"]
_KINDS: tuple[Kind, ...] = ("alphabeta", "mcts", "random")

Ending = Literal["proven", "count", "goal", "no-moves", "turn-limit"]
_ENDINGS: tuple[Ending, ...] = ("proven", "count", "goal", "no-moves", "turn-limit")


@dataclass(frozen=True)
class Side:
    """A player of a match. `nodes` are positions of a search, or playouts; `depth` and `noise` are for alphabeta."""

    kind: Kind = "alphabeta"
    nodes: int = 200
    depth: int = 0
    noise: int = 0
    hash_megabytes: int = 1
    exploration: float = _core.EXPLORATION
    weights: _core.Weights | None = field(default=None, compare=False)
    """None: those that follow from the rules. Tuned ones come from `sbg.play.players.weights`."""

    @classmethod
    def of(cls, text: str, game: Game) -> Side | None:
        """The side of a player such as `alphabeta:nodes=1000,weights=none`; None if its budget is not in nodes."""
        spec = parse(text)
        given = dict(spec.given)
        given.pop("seed", None)
        megabytes = int(given.pop("hash", None) or cls.hash_megabytes)
        if spec.kind.name == "random" and not given:
            return cls("random")
        if spec.kind.name == "mcts" and set(given) <= {"playouts", "exploration"}:
            exploration = given.get("exploration")
            return cls(
                "mcts",
                int(given.get("playouts") or 1),
                hash_megabytes=max(megabytes, 16),
                exploration=_core.EXPLORATION if exploration is None else float(exploration),
            )
        if spec.kind.name == "alphabeta" and {"nodes"} <= set(given) <= {
            "nodes",
            "depth",
            "weights",
        }:
            choice = given.get("weights")
            return cls(
                nodes=int(given["nodes"] or 0),
                depth=int(given.get("depth") or 0),
                hash_megabytes=megabytes,
                weights=chosen(None if choice is None else str(choice), game),
            )
        return None

    def native(self) -> _core.MatchSide:
        """The same for the core."""
        if self.kind not in _KINDS:
            raise ValueError(f"a player of a match is one of {', '.join(_KINDS)}, not {self.kind}")
        kind, bytes = _KINDS.index(self.kind), self.hash_megabytes << 20
        return _core.MatchSide(
            kind, self.nodes, self.depth, self.noise, bytes, self.exploration, self.weights
        )


@dataclass(frozen=True)
class Played:
    """One game of a match."""

    number: int
    first: Colour
    """What the first player played."""
    opening: Position
    winner: Colour | None
    ending: Ending
    moves: tuple[Move, ...]
    scores: tuple[int, ...]
    """By move, in hundredths of a plain piece, for white, as the player who moved saw it."""
    branching: tuple[int, ...]
    """By move: how many were legal."""

    @property
    def points(self) -> float:
        """The points of the first player."""
        return 0.5 if self.winner is None else float(self.winner == self.first)

    @property
    def line(self) -> Line:
        """The game, move by move."""
        return Line(self.opening, self.moves)


class Games:
    """The games of a match. Arrays by game or by ply; iterating gives them one by one."""

    def __init__(self, game: Game, first_game: int, native: _core.MatchGames) -> None:
        import numpy as np

        self.game = game
        self.first_game = first_game
        self.winners: NDArray[np.int8] = np.frombuffer(native.winners, np.int8)
        """By game: 0 white, 1 black, -1 nobody."""
        self.endings: NDArray[np.uint8] = np.frombuffer(native.reasons, np.uint8)
        """By game: an index of `ENDINGS`; a draw by the turn limit is 4."""
        self.lengths: NDArray[np.uint32] = np.frombuffer(native.lengths, np.uint32)
        """By game: plies after the opening."""
        self.begun: NDArray[np.uint32] = np.frombuffer(native.begun, np.uint32)
        """By game: the ply of the opening."""
        squares = game.width * game.height
        self.openings: NDArray[np.uint8] = np.frombuffer(native.openings, np.uint8).reshape(
            -1, squares
        )
        """By game: the code of each square."""
        self.moves: NDArray[np.uint16] = np.frombuffer(native.moves, np.uint16).reshape(-1, 2)
        """By ply: squares of origin and target, counted row by row from a1."""
        self.scores: NDArray[np.int32] = np.frombuffer(native.scores, np.int32)
        """By ply: for white, as the player who moved saw it."""
        self.branching: NDArray[np.uint32] = np.frombuffer(native.branching, np.uint32)
        """By ply: legal moves."""
        self.moved: NDArray[np.uint8] = np.frombuffer(native.moved, np.uint8)
        """By ply: the code of the piece that moved."""
        self.captured: NDArray[np.uint8] = np.frombuffer(native.captured, np.uint8)
        """By ply: the code of the piece that was captured, or 0."""

    ENDINGS = _ENDINGS

    def __len__(self) -> int:
        return len(self.winners)

    @property
    def first_is_black(self) -> NDArray[np.bool_]:
        """By game: whether the first player plays black."""
        import numpy as np

        numbers: NDArray[np.int64] = np.arange(len(self)) + self.first_game
        return np.asarray(numbers % 2 == 1)

    @property
    def points(self) -> NDArray[np.float64]:
        """By game: the points of the first player."""
        import numpy as np

        won = self.winners == self.first_is_black
        return np.where(self.winners < 0, 0.5, won.astype(np.float64))

    @property
    def score(self) -> float:
        """The share of the points that the first player got."""
        return float(self.points.mean())

    def __iter__(self) -> Iterator[Played]:
        end = 0
        for index in range(len(self)):
            start, end = end, end + int(self.lengths[index])
            yield self._played(index, slice(start, end))

    def _played(self, index: int, plies: slice) -> Played:
        width = self.game.width
        board, ply = self.openings[index].tobytes(), int(self.begun[index])
        squares = [
            ((int(o) % width, int(o) // width), (int(t) % width, int(t) // width))
            for o, t in self.moves[plies]
        ]
        winner = int(self.winners[index])
        return Played(
            self.first_game + index,
            "black" if (self.first_game + index) % 2 else "white",
            Position._of(self.game, self.game.rules.position(board, ply)),
            None if winner < 0 else ("white", "black")[winner],
            _ENDINGS[int(self.endings[index])],
            tuple(Move(*pair) for pair in squares),
            tuple(map(int, self.scores[plies])),
            tuple(map(int, self.branching[plies])),
        )


def play_games(
    game: Game,
    first: Side,
    second: Side | None = None,
    games: int = 2,
    *,
    seed: int = 0,
    first_game: int = 0,
    openings: Sequence[Position] = (),
    random_plies: int = 4,
    adjudicate: bool = True,
    threads: int | None = None,
) -> Games:
    """Games between two players, or of one against itself.

    Games 2i and 2i + 1 begin at the same position with colours exchanged: at the openings in turn, or after
    `random_plies` random moves. Where `adjudicate` is true a game ends as soon as a search has proven who wins.
    Games number `first_game` and up of a seed are the same however they are cut into calls.
    """
    sides = first.native(), (second or first).native()
    workers = min(os.cpu_count() or 1, _core.MOST_THREADS) if threads is None else threads
    native = _core.match(
        game.rules,
        *sides,
        games,
        seed,
        first_game,
        [opening._native for opening in openings],
        random_plies,
        adjudicate,
        workers,
    )
    return Games(game, first_game, native)
