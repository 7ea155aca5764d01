"""Options of a search in; whoever searches best among the players there are out."""

from __future__ import annotations

import threading
import time
from typing import cast

from sbg.engine import Position
from sbg.players import PLAYERS, registry
from sbg.players.budget import Limits
from sbg.players.interface import (
    Analysis,
    BackgroundSearch,
    Info,
    OnInfo,
    Player,
    Score,
    Search,
    Searcher,
    SearchOptions,
)
from sbg.players.spec import Spec, resolve


def strongest(options: SearchOptions) -> Searcher:
    """The first of `registry.STRONGEST` that there is, as a searcher; ValueError if the options do not suit it."""
    kind = next(PLAYERS[name] for name in registry.STRONGEST if name in PLAYERS)
    if kind.searcher is not None:
        return cast(Searcher, resolve(kind.searcher)(options))
    return PlayerSearcher(Spec(kind, {}, kind.name).make(options.seed))


class PlayerSearcher:
    """Has a player who says nothing about its search stand in for one who does: one line, when it has chosen."""

    def __init__(self, player: Player) -> None:
        self._player = player

    def start(self, position: Position, limits: Limits, on_info: OnInfo | None = None) -> Search:
        """Have the player choose, in the background; it cannot be stopped before it has."""
        stopped = threading.Event()

        def run() -> Analysis:
            begun = time.perf_counter()
            move = self._player.choose(position, limits)
            info = Info(1, Score(), 1, time.perf_counter() - begun, (move,))
            if on_info is not None:
                on_info(info)
            if limits.infinite:
                stopped.wait()
            return Analysis((info,))

        return BackgroundSearch(run, stopped.set)

    def new_game(self) -> None:
        """Nothing to forget."""

    def close(self) -> None:
        """End the player."""
        self._player.close()
