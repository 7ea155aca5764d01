"""A position in; what the strongest search finds of it out."""

from __future__ import annotations

from sbg import _core, bounds
from sbg.engine import Game, Position, position_of
from sbg.players.alphabeta import AlphaBetaSearcher
from sbg.players.budget import Limits
from sbg.players.interface import OnInfo, SearchOptions, in_play
from sbg.players.score import Analysis


def analyse(
    position: Position | Game,
    seconds: float | None = None,
    *,
    depth: int | None = None,
    nodes: int | None = None,
    lines: int = 1,
    threads: int = 1,
    hash_megabytes: int = 64,
    weights: str | None = None,
    on_info: OnInfo | None = None,
) -> Analysis:
    """The best line of a position, or of the start of a game, with its score and depth; one second by default.

    `on_info` is called with each line as it is found. GameOverError if there is nothing left to play.
    """
    position, _ = in_play(position_of(position, "analyse"), None, "analyse")
    if seconds is not None:
        _core.real(seconds, "seconds")
    _core.whole(hash_megabytes, "hash_megabytes", 1, bounds.MAX_HASH_MEGABYTES)
    limits = Limits(time=seconds, depth=depth, nodes=nodes)
    if limits.unlimited:
        limits = Limits(time=1.0)
    options = SearchOptions(hash_megabytes, threads, lines, weights)
    return AlphaBetaSearcher(options).search(position, limits, on_info)
