"""A line of play and what to search for in; what is found, step by step, and the move out. Runs in a worker process."""

from __future__ import annotations

import math
import os
import threading
import time
from collections.abc import Callable

from sbg import Move, Position
from sbg.engine import Line
from sbg.players import Limits, SearchOptions
from sbg.players.catalogue import DEFAULT_LEVEL, LEVELS, PLAYERS, Kind, Level, offered
from sbg.players.interface import Search, Searcher
from sbg.players.score import Analysis, Info, Score
from sbg.web.answers import Info as ShownInfo
from sbg.web.answers import LevelInfo, Offered
from sbg.web.answers import Score as ShownScore
from sbg.web.quotas import WebLimits
from sbg.web.requests import Fields, Refused
from sbg.web.state import history

TABLES = "SBG_TABLES"
"""The variable that names a table of exact values, or a folder of them, for the processes of a server."""

_THINK_SECONDS = 1.0
_HINT_SECONDS = 1.0
_ANALYSE_SECONDS = 10.0
_BETWEEN_LINES = 0.05
"""Seconds between two reports on the same line of a search: nobody reads faster."""
_SHOWN = 12
"""Moves of a variation that come with their pieces: more are not shown."""


_SMALL = 10_000
"""A search of no more positions needs no large table, which takes time to clear."""


def players() -> list[Offered]:
    """Who plays, for the page: the strongest first, which is the one that plays unless another is asked for."""
    return [
        {
            "name": name,
            "title": PLAYERS[name].title,
            "about": PLAYERS[name].help,
            "strength": PLAYERS[name].strength,
            "written": _written(PLAYERS[name]),
        }
        for name in offered()
    ]


def _written(kind: Kind) -> str:
    """How a player is written, up to its strength, if it has one."""
    option = {"level": "level", "seconds": "time", None: None}[kind.strength]
    return f"{kind.name}:{option}=" if option else kind.name


def levels() -> list[LevelInfo]:
    """The levels of a player whose strength is one, for the page."""
    return [
        {"level": number, "about": _level_words(level), "default": number == DEFAULT_LEVEL}
        for number, level in LEVELS.items()
    ]


def _level_words(level: Level) -> str:
    words = f"looks at up to {level.nodes:,} positions"
    if level.depth is not None:
        words += f", {level.depth} {'plies' if level.depth > 1 else 'ply'} ahead"
    return f"{words}, judges them wrongly at times" if level.noise else words


class Wanted:
    """What a request asks to search for: who searches, and within which limits."""

    def __init__(self, kind: str, fields: Fields, limits: WebLimits) -> None:
        self.kind = kind
        self.player = PLAYERS[asked_player(kind, fields)]
        self.lines = 1
        if kind == "analyse":
            self.lines = fields.whole("lines", 1, 1, limits.lines) or 1
        by_level = kind == "play" and self.player.strength == "level"
        self._level = fields.whole("level", None, min(LEVELS), max(LEVELS)) if by_level else None
        seconds = fields.seconds("seconds", None)
        if by_level and self._level is None and seconds is None:
            self._level = DEFAULT_LEVEL
        usual = {"hint": _HINT_SECONDS, "analyse": _ANALYSE_SECONDS, "play": _THINK_SECONDS}[kind]
        if self._level is not None:
            usual = limits.search_seconds  # its nodes end the search long before
        self.seconds = min(seconds or usual, limits.search_seconds)
        self._megabytes = limits.hash_megabytes

    @property
    def is_search(self) -> bool:
        """Whether it takes a place among the searches."""
        return self.player.strength is not None

    def searcher(self) -> Searcher:
        """A searcher for the player."""
        small = self._level is not None and LEVELS[self._level].nodes <= _SMALL
        return self.player.make_searcher(
            SearchOptions(
                1 if small else self._megabytes,
                lines=self.lines,
                level=self._level,
                tables=os.environ.get(TABLES),
                needs_tables=False,  # one may be damaged while we serve
            )
        )

    def limits(self) -> Limits:
        """What it may spend."""
        if self._level is None:
            return Limits(time=self.seconds)
        level = LEVELS[self._level]
        return Limits(time=self.seconds, nodes=level.nodes, depth=level.depth)


def asked_player(kind: str, fields: Fields) -> str:
    """The player that a request names; hints and analyses come from the strongest."""
    return fields.choice("player", offered()) if kind == "play" else offered()[0]


class Running:
    """A search under way. `tell` is given what it finds, `finish` the end of it; both in threads of its own."""

    def __init__(
        self,
        wanted: Wanted,
        position: Position,
        tell: Callable[[ShownInfo], None],
        finish: Callable[[Analysis | Exception, bool], None],
    ) -> None:
        self._wanted = wanted
        self._position = position
        self._tell = tell
        self._finish = finish
        self._told: dict[int, tuple[float, Info]] = {}
        self._stopped = False
        self._searcher = wanted.searcher()
        self._search: Search = self._searcher.start(position, wanted.limits(), self._on_info)
        threading.Thread(target=self._wait, name="sbg-wait", daemon=True).start()

    def stop(self) -> None:
        """Have it end now with what it has found."""
        self._stopped = True
        self._search.stop()

    def _on_info(self, found: Info) -> None:
        now = time.monotonic()
        last = self._told.get(found.rank)
        if self._wanted.is_search and (last is None or now - last[0] >= _BETWEEN_LINES):
            self._told[found.rank] = now, found
            self._tell(info(found, self._position))

    def _wait(self) -> None:
        try:
            found = self._search.wait()
            assert found is not None
            for line in found.lines if self._wanted.is_search else ():
                last = self._told.get(line.rank)
                if (
                    last is None
                    or last[1].variation != line.variation
                    or last[1].depth != line.depth
                ):
                    self._tell(info(line, self._position))
            self._finish(found, self._stopped)
        except Exception as problem:
            self._finish(problem, self._stopped)
        finally:
            self._searcher.close()


def info(found: Info, position: Position) -> ShownInfo:
    """A line of a search of a position, from white's side."""
    return {
        "rank": found.rank,
        "depth": found.depth,
        "nodes": found.nodes,
        "seconds": round(found.seconds, 3),
        "pv": [str(move) for move in found.variation],
        "line": history(Line(position, found.variation[:_SHOWN])),
        "score": score(found.score, position.turn),
        "exact": [
            {
                "played": history(Line(position, (move,)))[0],
                "text": _exact_words(one),
                "score": score(one, position.turn),
            }
            for move, one in found.exact
        ],
    }


def _exact_words(found: Score) -> str:
    """What a move is worth to the player who makes it."""
    if found.plies is None:
        return "draw"
    return f"{'won' if found.plies > 0 else 'lost'} in {abs(found.plies)}"


def score(found: Score, turn: str) -> ShownScore:
    """How good a position is, from white's side; `white` runs from -1 (black wins) to 1, for a bar."""
    sign = 1 if turn == "white" else -1
    if found.drawn:
        return {"text": "draw", "plies": None, "drawn": True, "centipawns": None, "white": 0.0}
    if found.plies is not None:
        winner = "white" if found.plies * sign > 0 else "black"
        distance = abs(found.plies)
        return {
            "text": f"{winner} wins in {distance} {'plies' if distance != 1 else 'ply'}",
            "plies": sign * found.plies,
            "drawn": False,
            "centipawns": None,
            "white": 1.0 if winner == "white" else -1.0,
        }
    worth = sign * found.centipawns
    # Two plain pieces ahead are about three quarters of the bar.
    return {
        "text": f"{worth / 100:+.2f}",
        "plies": None,
        "drawn": False,
        "centipawns": worth,
        "white": round(math.tanh(worth / 200), 4),
    }


def best(found: Analysis, position: Position) -> Move:
    """The move of a search that has ended, which must be one."""
    if found.move not in position.moves:
        raise Refused("internal", "the player gave a move that is not legal")
    return found.move
