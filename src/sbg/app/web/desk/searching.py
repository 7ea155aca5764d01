"""Searches for the page: reads what is asked for, and words what was found."""

from __future__ import annotations

import math
import os
import time

from sbg import Position
from sbg.app.web.desk.answers import Info as ShownInfo
from sbg.app.web.desk.answers import LevelInfo, Offered
from sbg.app.web.desk.answers import Score as ShownScore
from sbg.app.web.desk.requests import Fields, Refused, encode
from sbg.app.web.desk.state import history, state
from sbg.app.web.limits import WebLimits
from sbg.engine import Line
from sbg.play.players import Limits, SearchOptions
from sbg.play.players.catalogue import DEFAULT_LEVEL, LEVELS, PLAYERS, Kind, Level, offered
from sbg.play.players.interface import Searcher
from sbg.play.players.score import Analysis, Info, Score

TABLES = "SBG_TABLES"
"""The variable that names a table of exact values, or a folder of them, for the processes of a server."""

_THINK_SECONDS = 1.0
_HINT_SECONDS = 1.0
_ANALYSE_SECONDS = 10.0
_MOST_LINES = 10
"""Best moves that an analysis reports on."""
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


class Search:
    """What a request asks to search for: who searches where, within which limits, and how the answer is told."""

    def __init__(self, kind: str, line: Line, fields: Fields, limits: WebLimits) -> None:
        self._kind = kind
        self._line = line
        self._most_moves = limits.moves
        self.position = line.position
        if self.position.outcome is not None:
            raise Refused("illegal-move", f"the game is over: {self.position.outcome}")
        self.player = PLAYERS[asked_player(kind, fields)]
        self.lines = 1
        if kind == "analyse":
            self.lines = fields.whole("lines", 1, 1, _MOST_LINES) or 1
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
        self._told: dict[int, tuple[float, Info]] = {}

    @property
    def at_once(self) -> bool:
        """Whether the player chooses without a search."""
        return self.player.strength is None

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

    def news(self, found: Info) -> bytes | None:
        """A line as it is told on the way; None if it comes too soon after the one before."""
        now = time.monotonic()
        last = self._told.get(found.rank)
        if self.at_once or (last is not None and now - last[0] < _BETWEEN_LINES):
            return None
        self._told[found.rank] = now, found
        return encode(info(found, self.position))

    def last_news(self, found: Analysis) -> list[bytes]:
        """Its last lines, where they differ from what was told."""
        told = {rank: (line.variation, line.depth) for rank, (_, line) in self._told.items()}
        return [
            encode(info(line, self.position))
            for line in (() if self.at_once else found.lines)
            if told.get(line.rank) != (line.variation, line.depth)
        ]

    def answer(self, found: Analysis, stopped: bool) -> bytes:
        """The answer, once the search has ended."""
        if found.move not in self.position.moves:
            raise Refused("internal", "the player gave a move that is not legal")
        move = str(found.move)
        if self._kind == "analyse":
            return encode({"move": move, "stopped": stopped})
        if self._kind == "hint":
            return encode({"move": move, "info": info(found.best, self.position)})
        self._line.play(move)
        return encode({"move": move, "state": state(self._line, self._most_moves)})


def asked_player(kind: str, fields: Fields) -> str:
    """The player that a request names; hints and analyses come from the strongest."""
    return fields.choice("player", offered()) if kind == "play" else offered()[0]


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
