"""A position in; what the strongest search finds of it out."""

from __future__ import annotations

from sbg.engine import Position
from sbg.model import GameOverError
from sbg.players.alphabeta import AlphaBetaSearcher
from sbg.players.budget import Limits
from sbg.players.interface import OnInfo, SearchOptions
from sbg.players.score import Analysis


def analyse(
    position: Position,
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
    """The best line of a position, with its score and how deep it was looked at; one second unless told otherwise.

    `on_info` is called with each line as it is found. GameOverError if there is nothing left to play.
    """
    if position.outcome:
        raise GameOverError(f"the game is over: {position.outcome}")
    for name, value, least in (("seconds", seconds, 0), ("depth", depth, 1), ("nodes", nodes, 1)):
        if value is not None and value < least:
            raise ValueError(f"{name} is {least} or more, not {value}")
    if seconds is None and depth is None and nodes is None:
        seconds = 1.0
    options = SearchOptions(hash_megabytes, threads, lines, weights)
    searcher = AlphaBetaSearcher(options)
    return searcher.search(position, Limits(time=seconds, depth=depth, nodes=nodes), on_info)
