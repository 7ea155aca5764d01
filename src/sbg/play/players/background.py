"""Runs a search in a thread, and lets a player that only chooses moves act as a searcher."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from sbg.engine import Game, Position
from sbg.play.players.budget import Limits
from sbg.play.players.interface import OnInfo, Player, Search
from sbg.play.players.score import Analysis, Info, Score


class BackgroundSearch:
    """A `Search` made of a function that searches and one that asks it to end; each search has its own two."""

    def __init__(self, run: Callable[[], Analysis], stop: Callable[[], None]) -> None:
        self._run = run
        self._stop = stop
        self._found: Analysis | None = None
        self._problem: BaseException | None = None
        self._thread = threading.Thread(target=self._work, name="sbg-search", daemon=True)
        self._thread.start()

    def _work(self) -> None:
        try:
            self._found = self._run()
        except BaseException as problem:
            self._problem = problem

    def stop(self) -> None:
        self._stop()

    def wait(self, timeout: float | None = None) -> Analysis | None:
        self._thread.join(timeout)
        if self._problem is not None:
            raise self._problem
        return self._found


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

    def prepare(self, game: Game) -> None:
        """Have the player get ready."""
        self._player.new_game(game.start)

    def close(self) -> None:
        """End the player."""
        self._player.close()
