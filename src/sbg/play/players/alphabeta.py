"""The player `alphabeta`: principal-variation search in the native core."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sbg import _core
from sbg.engine import Game, Position
from sbg.language.model import Move
from sbg.play.players import weights as weights_files
from sbg.play.players.beside import NONE
from sbg.play.players.budget import Limits
from sbg.play.players.catalogue import LEVELS
from sbg.play.players.interface import SearchOptions, in_play
from sbg.play.players.native_search import NativeSearcher, OnLine, SearchingPlayer, native_seconds

_TO_KEEP_A_WIN = 1_000_000
"""Nodes that may be spent on finding a win again that was proven before the opponent's last move."""
_ENOUGH = 0.6
"""Share of the time planned from a clock after which no deeper search is begun: it would hardly be finished."""


class AlphaBetaSearcher(NativeSearcher[_core.Searcher]):
    """Searches with a transposition table; WeightsError if the weights are not for the game."""

    default_nodes = 200_000  # about a tenth of a second

    def _make(self, game: Game) -> _core.Searcher:
        native = _core.Searcher(game.rules, self.options.hash_megabytes << 20)
        weights_files.apply(self.options.weights, game, native)
        level = self.options.level
        if level is not None and LEVELS[level].noise:
            native.set_noise(LEVELS[level].noise, self._seed)
        return native

    def _run(
        self,
        native: _core.Searcher,
        position: Position,
        stop: _core.Stop,
        limits: Limits,
        on_line: OnLine | None,
    ) -> Sequence[_core.Line]:
        planned = limits.clock is not None and not limits.infinite
        return native.search(
            position._native,
            stop,
            depth=0 if limits.infinite else limits.depth or 0,
            nodes=0 if limits.infinite else limits.nodes or 0,
            seconds=native_seconds(limits),
            enough=_ENOUGH * (limits.seconds or 0.0) if planned else 0.0,
            threads=self.options.threads,
            lines=self.options.lines,
            on_line=on_line,
        )


class AlphaBetaPlayer(SearchingPlayer):
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
        tables: str | None = None,
    ) -> None:
        own = Limits().tightened(time, nodes, depth)
        if level is not None:
            own = own.tightened(None, LEVELS[level].nodes, LEVELS[level].depth)
        named = None if tables == NONE else tables
        options = SearchOptions(hash, threads, 1, weights, seed, level, named, tables is None)
        super().__init__(AlphaBetaSearcher(options), own)
        self._promise: tuple[int, int] | None = None  # a proven win: at this ply, by that one

    @property
    def errs(self) -> bool:
        """Whether it judges positions wrongly on purpose."""
        return self._searcher.errs

    def forget_tables(self) -> None:
        """Do not use the table beside a game's file."""
        self._searcher.options = replace(self._searcher.options, beside=False)

    def choose(self, position: Position, limits: Limits | None = None, /) -> Move:
        """The best move found. What was proven won stays won, if it takes some more nodes."""
        position, given = in_play(position, limits)
        found = self.analyse(position, given)
        plies = found.score.plies
        if self._promise is not None and (plies is None or plies < 0):
            ply, end = self._promise
            if position.ply == ply + 2 and given.seconds is None:
                deep = Limits(nodes=_TO_KEEP_A_WIN, depth=max(1, end - position.ply))
                again = self._searcher.search(position, deep)
                if (again.score.plies or 0) > 0:
                    found, plies = again, again.score.plies
        won = plies is not None and plies > 0
        self._promise = (position.ply, position.ply + (plies or 0)) if won else None
        return self._chosen(found)

    def new_game(self, start: Position, moves: Sequence[Move] = (), /) -> None:
        """Forget the last game."""
        self._promise = None
        super().new_game(start, moves)
