"""`sbg.analyse` and `sbg.Analyser`: the strongest search, for any position."""

from __future__ import annotations

from sbg.base import bounds
from sbg.base.errors import mistyped
from sbg.base.named import Name
from sbg.base.numbers import real, whole
from sbg.engine import Game, Position, Stop, position_of, stopping
from sbg.play.players.alphabeta import AlphaBetaSearcher
from sbg.play.players.budget import Limits
from sbg.play.players.interface import OnInfo, SearchOptions, in_play
from sbg.play.players.score import Analysis


class Analyser:
    """Analyses positions, and keeps its transposition table from one call to the next.

    What it has found in a position helps it in those before and after. The table belongs to one game at a time.
    """

    def __init__(
        self,
        *,
        lines: int = 1,
        threads: int = 1,
        hash_megabytes: int = 64,
        weights: str | None = None,
    ) -> None:
        whole(lines, "lines", 1, bounds.MAX_LINES)
        whole(threads, "threads", 1, bounds.MAX_THREADS)
        whole(hash_megabytes, "hash_megabytes", 1, bounds.MAX_HASH_MEGABYTES)
        if weights is not None and not isinstance(weights, str):
            raise mistyped("Analyser", "the path of a file as weights", weights)
        self._searcher = AlphaBetaSearcher(SearchOptions(hash_megabytes, threads, lines, weights))

    def analyse(
        self,
        position: Position | Game | Name,
        seconds: float | None = None,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        on_info: OnInfo | None = None,
    ) -> Analysis:
        """The best line of a position, or of the start of a game, with its score and depth; one second by default.

        `on_info` is called with each line as it is found. GameOverError if there is nothing left to play.
        """
        position, _ = in_play(position_of(position, "analyse"), None, "analyse")
        if seconds is not None:
            real(seconds, "seconds")
        limits = Limits(time=seconds, depth=depth, nodes=nodes)
        if limits.unlimited:
            limits = Limits(time=1.0)
        return self._searcher.search(position, limits, on_info)

    def forget(self) -> None:
        """Empty the table: what comes next is found as by a new Analyser."""
        self._searcher.new_game()


def analyse(
    position: Position | Game | Name,
    seconds: float | None = None,
    *,
    depth: int | None = None,
    nodes: int | None = None,
    lines: int = 1,
    threads: int = 1,
    hash_megabytes: int = 64,
    weights: str | None = None,
    on_info: OnInfo | None = None,
    stop: Stop | None = None,
) -> Analysis:
    """The best line of a position, or of the start of a game, with its score and depth; one second by default.

    `on_info` is called with each line as it is found. `stop` ends the search from another thread, which raises Stopped.
    GameOverError if there is nothing left to play.
    """
    with stopping(stop):
        analyser = Analyser(
            lines=lines, threads=threads, hash_megabytes=hash_megabytes, weights=weights
        )
        return analyser.analyse(position, seconds, depth=depth, nodes=nodes, on_info=on_info)
