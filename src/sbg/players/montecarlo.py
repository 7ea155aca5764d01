"""A position in; the move after which random games go best out: flat, or with a tree (UCT) that proves results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from sbg import _core
from sbg.engine import Game, Position
from sbg.model import Move
from sbg.players.alphabeta import info_of, on_line_of
from sbg.players.background import BackgroundSearch
from sbg.players.budget import Limits
from sbg.players.interface import OnInfo, Search, SearchOptions
from sbg.players.score import Analysis

DEFAULT_PLAYOUTS = 10_000
"""What a player plays out that was given no limit: the same move on every machine."""
EXPLORATION = _core.EXPLORATION


class TreeSearcher:
    """Searches positions of any game by playouts; its tree belongs to one game at a time."""

    def __init__(
        self,
        options: SearchOptions | None = None,
        flat: bool = False,
        exploration: float = EXPLORATION,
    ) -> None:
        self.options = options or SearchOptions()
        self._flat = flat
        self._exploration = exploration
        self._seed = Random(self.options.seed).getrandbits(64)
        self._rules: _core.Game | None = None
        self._native: _core.TreeSearcher | None = None

    def _tree(self, game: Game) -> _core.TreeSearcher:
        if self._native is None or self._rules is not game.rules:
            self._native = _core.TreeSearcher(
                game.rules,
                self.options.hash_megabytes << 20,
                flat=self._flat,
                exploration=self._exploration,
                seed=self._seed,
            )
            self._rules = game.rules
        return self._native

    def search(
        self,
        position: Position,
        limits: Limits,
        on_info: OnInfo | None = None,
        stop: _core.Stop | None = None,
    ) -> Analysis:
        """Search in this thread; Ctrl-C ends it. A limit of depth means nothing here."""
        seconds = limits.seconds
        lines = self._tree(position.game).search(
            position._native,
            stop or _core.Stop(),
            playouts=0 if limits.infinite else limits.nodes or 0,
            seconds=0.0 if seconds is None else max(seconds, 1e-6),
            threads=self.options.threads,
            lines=self.options.lines,
            on_line=on_line_of(on_info),
        )
        return Analysis(tuple(info_of(line) for line in lines))

    def start(self, position: Position, limits: Limits, on_info: OnInfo | None = None) -> Search:
        """Begin to search a position that is not over, in the background."""
        limits = _with_default(limits)
        stop = _core.Stop()
        return BackgroundSearch(lambda: self.search(position, limits, on_info, stop), stop.set)

    def new_game(self) -> None:
        """Forget the tree."""
        if self._native is not None:
            self._native.clear()

    def close(self) -> None:
        """Give back memory."""
        self._native = self._rules = None


class FlatSearcher(TreeSearcher):
    """Plays the same number of random games after each move: there is no tree to remember."""

    def __init__(self, options: SearchOptions | None = None) -> None:
        super().__init__(replace(options or SearchOptions(), hash_megabytes=1), flat=True)


class MctsPlayer:
    """Grows a tree where playouts go well, and keeps it from move to move."""

    _flat = False

    def __init__(
        self,
        playouts: int | None = None,
        time: float | None = None,
        threads: int = 1,
        hash: int = 128,
        exploration: float = EXPLORATION,
        seed: int | None = None,
    ) -> None:
        self._limits = Limits(time=time, nodes=playouts)
        options = SearchOptions(hash, threads, seed=seed)
        self._searcher = TreeSearcher(options, self._flat, exploration)

    def choose(self, position: Position, limits: Limits | None = None, /) -> Move:
        """The best move found."""
        return self.analyse(position, limits).move

    def analyse(self, position: Position, limits: Limits | None = None) -> Analysis:
        """What is found of a position within these limits and the player's own."""
        own = self._limits
        limits = (limits or Limits()).tightened(own.time, own.nodes)
        return self._searcher.search(position, _with_default(limits))

    def new_game(self, start: Position, moves: Sequence[Move] = (), /) -> None:
        """Forget the last game."""
        self._searcher.new_game()

    def close(self) -> None:
        """Give back memory."""
        self._searcher.close()


class MonteCarloPlayer(MctsPlayer):
    """Plays the same number of random games after each move."""

    _flat = True

    def __init__(
        self,
        playouts: int | None = None,
        time: float | None = None,
        threads: int = 1,
        seed: int | None = None,
    ) -> None:
        super().__init__(playouts, time, threads, 1, seed=seed)


def _with_default(limits: Limits) -> Limits:
    # A depth means nothing to playouts, so alone it does not end a search.
    if limits.seconds is None and limits.nodes is None and not limits.infinite:
        return Limits(nodes=DEFAULT_PLAYOUTS)
    return limits
