"""The players `montecarlo` and `mcts`, which judge moves by random games, flat or in a tree (UCT)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sbg import _core
from sbg.engine import Game, Position
from sbg.play.players.budget import Limits
from sbg.play.players.interface import SearchOptions
from sbg.play.players.native_search import NativeSearcher, OnLine, SearchingPlayer, native_seconds

EXPLORATION = _core.EXPLORATION


class TreeSearcher(NativeSearcher[_core.TreeSearcher]):
    """Searches by playouts from a tree that grows where they go well. A limit of depth means nothing to it."""

    default_nodes = 10_000

    def __init__(
        self, options: SearchOptions | None = None, exploration: float = EXPLORATION
    ) -> None:
        super().__init__(options)
        self._exploration = exploration

    def _make(self, game: Game) -> _core.TreeSearcher:
        return self._tree(game, flat=False)

    def _tree(self, game: Game, flat: bool) -> _core.TreeSearcher:
        return _core.TreeSearcher(
            game.rules,
            self.options.hash_megabytes << 20,
            flat=flat,
            exploration=self._exploration,
            seed=self._seed,
        )

    def _run(
        self,
        native: _core.TreeSearcher,
        position: Position,
        stop: _core.Stop,
        limits: Limits,
        on_line: OnLine | None,
    ) -> Sequence[_core.Line]:
        return native.search(
            position._native,
            stop,
            playouts=0 if limits.infinite else limits.nodes or 0,
            seconds=native_seconds(limits),
            threads=self.options.threads,
            lines=self.options.lines,
            on_line=on_line,
        )

    def limited(self, limits: Limits) -> Limits:
        """These limits, or the default if none of them ends a search; a depth does not."""
        return super().limited(replace(limits, depth=None))


class FlatSearcher(TreeSearcher):
    """Plays the same number of random games after each move: there is no tree to remember."""

    def __init__(self, options: SearchOptions | None = None) -> None:
        super().__init__(replace(options or SearchOptions(), hash_megabytes=1))

    def _make(self, game: Game) -> _core.TreeSearcher:
        return self._tree(game, flat=True)


class MctsPlayer(SearchingPlayer):
    """Grows a tree where playouts go well, and keeps it from move to move."""

    def __init__(
        self,
        playouts: int | None = None,
        time: float | None = None,
        threads: int = 1,
        hash: int = 128,
        exploration: float = EXPLORATION,
        seed: int | None = None,
    ) -> None:
        options = SearchOptions(hash, threads, seed=seed)
        super().__init__(TreeSearcher(options, exploration), Limits(time=time, nodes=playouts))


class MonteCarloPlayer(SearchingPlayer):
    """Plays the same number of random games after each move."""

    def __init__(
        self,
        playouts: int | None = None,
        time: float | None = None,
        threads: int = 1,
        seed: int | None = None,
    ) -> None:
        options = SearchOptions(threads=threads, seed=seed)
        super().__init__(FlatSearcher(options), Limits(time=time, nodes=playouts))
