"""A position in; a move, or an analysis line by line, out: alpha-beta search on the native core."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import cast

from sbg import _core
from sbg.engine import Game, Position
from sbg.model import Move
from sbg.players import weights as weights_files
from sbg.players.background import BackgroundSearch
from sbg.players.budget import Limits
from sbg.players.catalogue import LEVELS
from sbg.players.interface import OnInfo, Search, SearchOptions
from sbg.players.score import Analysis, Info, Score

DEFAULT_NODES = 200_000
"""What a player visits that was given no limit: the same move on every machine, in about a tenth of a second."""

_TO_KEEP_A_WIN = 1_000_000
"""Nodes that may be spent on finding a win again that was proven before the opponent's last move."""
_ENOUGH = 0.6
"""Share of the time planned from a clock after which no deeper search is begun: it would hardly be finished."""


class AlphaBetaSearcher:
    """Searches positions of any game; its memory belongs to one game at a time."""

    def __init__(self, options: SearchOptions | None = None) -> None:
        self.options = options or SearchOptions()
        level = self.options.level
        self._noise = 0 if level is None else LEVELS[level].noise
        self._seed = Random(self.options.seed).getrandbits(64)
        self._rules: _core.Game | None = None
        self._native: _core.Searcher | None = None

    def searcher(self, game: Game) -> _core.Searcher:
        """The native searcher for a game; WeightsError if the weights are not for it."""
        if self._native is None or self._rules is not game.rules:
            native = _core.Searcher(game.rules, self.options.hash_megabytes << 20)
            weights_files.apply(self.options.weights, game, native)
            if self._noise:
                native.set_noise(self._noise, self._seed)
            self._native, self._rules = native, game.rules
        return self._native

    def search(
        self,
        position: Position,
        limits: Limits,
        on_info: OnInfo | None = None,
        stop: _core.Stop | None = None,
    ) -> Analysis:
        """Search in this thread; Ctrl-C ends it."""
        native = self.searcher(position.game)
        seconds = limits.seconds
        planned = limits.clock is not None and not limits.infinite
        lines = native.search(
            position._native,
            stop or _core.Stop(),
            depth=0 if limits.infinite else limits.depth or 0,
            nodes=0 if limits.infinite else limits.nodes or 0,
            seconds=0.0 if seconds is None else max(seconds, 1e-6),
            enough=_ENOUGH * seconds if planned and seconds is not None else 0.0,
            threads=self.options.threads,
            lines=self.options.lines,
            on_line=on_line_of(on_info),
        )
        return Analysis(tuple(info_of(line) for line in lines))

    def start(self, position: Position, limits: Limits, on_info: OnInfo | None = None) -> Search:
        """Begin to search a position that is not over, in the background."""
        if limits.unlimited:
            limits = Limits(nodes=DEFAULT_NODES)
        self.searcher(position.game)  # what is wrong with the weights is said at once
        stop = _core.Stop()
        return BackgroundSearch(lambda: self.search(position, limits, on_info, stop), stop.set)

    def new_game(self) -> None:
        """Forget what belongs to the last game."""
        if self._native is not None:
            self._native.clear()

    def close(self) -> None:
        """Give back memory."""
        self._native = self._rules = None


class AlphaBetaPlayer:
    """Looks ahead as far as its limits allow. It remembers what it has seen in earlier moves of a game."""

    def __init__(
        self,
        depth: int | None = None,
        nodes: int | None = None,
        time: float | None = None,
        level: int | None = None,
        threads: int = 1,
        hash: int = 32,
        weights: str | None = None,
        seed: int | None = None,
    ) -> None:
        chosen = LEVELS[level] if level is not None else None
        self._limits = Limits().tightened(time, nodes, depth)
        if chosen is not None:
            self._limits = self._limits.tightened(None, chosen.nodes, chosen.depth)
        self._searcher = AlphaBetaSearcher(SearchOptions(hash, threads, 1, weights, seed, level))
        self._promise: tuple[int, int] | None = None  # a proven win: at this ply, by that one

    def choose(self, position: Position, limits: Limits | None = None, /) -> Move:
        """The best move found. What was proven won stays won, if it takes some more nodes."""
        found = self.analyse(position, limits)
        plies = found.score.plies
        if self._promise is not None and (plies is None or plies < 0):
            ply, end = self._promise
            if position.ply == ply + 2 and (limits is None or limits.seconds is None):
                deep = Limits(nodes=_TO_KEEP_A_WIN, depth=max(1, end - position.ply))
                again = self._searcher.search(position, deep)
                if (again.score.plies or 0) > 0:
                    found, plies = again, again.score.plies
        won = plies is not None and plies > 0
        self._promise = (position.ply, position.ply + (plies or 0)) if won else None
        return found.move

    def analyse(self, position: Position, limits: Limits | None = None) -> Analysis:
        """What is found of a position within these limits and the player's own."""
        own = self._limits
        limits = (limits or Limits()).tightened(own.time, own.nodes, own.depth)
        if limits.unlimited:
            limits = Limits(nodes=DEFAULT_NODES)
        return self._searcher.search(position, limits)

    def new_game(self, start: Position, moves: Sequence[Move] = (), /) -> None:
        """Forget the last game."""
        self._promise = None
        self._searcher.new_game()

    def close(self) -> None:
        """Give back memory."""
        self._searcher.close()


def on_line_of(on_info: OnInfo | None) -> Callable[[_core.Line], None] | None:
    """What the native core calls with each line, so that `on_info` hears of it."""
    return None if on_info is None else lambda line: on_info(info_of(line))


def info_of(line: _core.Line) -> Info:
    """A line of the native core as a value."""
    return Info(
        line.depth,
        score_of(line.score, line.proven),
        line.nodes,
        line.seconds,
        tuple(cast(list[Move], line.moves)),
        line.rank,
        line.selective_depth,
        line.hash_permille,
    )


def score_of(native: int, proven: bool) -> Score:
    """A native score as a value."""
    if native >= _core.PROVEN_SCORE:
        return Score(plies=_core.WIN_SCORE - native)
    if native <= -_core.PROVEN_SCORE:
        return Score(plies=-(_core.WIN_SCORE + native))
    return Score(native, drawn=proven and native == 0)
