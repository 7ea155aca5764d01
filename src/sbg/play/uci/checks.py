"""The tests of `sbg uci-check`: whether an engine follows the protocol in `docs/protocol.md`."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from sbg.engine import Game, Position
from sbg.play.players.budget import Limits
from sbg.play.players.failures import PlayerFailure
from sbg.play.uci.client import GRACE, READY_SECONDS, UciPlayer

Verdict: TypeAlias = Literal["pass", "warn", "fail", "skip"]

QUIT_SECONDS = 0.5
_PLIES = 20
"""Moves that the engine makes against itself."""
_SCORE = re.compile(r"info (?!string ).*score (?!cp -?\d+(?: |$)|mate -?\d+(?: |$))")
_OPTION = re.compile(r"option name .+? type (check|spin|combo|button|string)\b.*")


@dataclass(frozen=True, slots=True)
class Finding:
    """What a test has shown."""

    check: str
    verdict: Verdict
    detail: str = ""
    """What is wrong, or why the test was left out; empty if it was passed."""


def examine(command: str, game: Game, margin: float = 0.1) -> Iterator[Finding]:
    """The findings, one test after the other; moves may be late by `margin` seconds. SpecError without a command."""
    engine = _Engine(command, game, margin)
    needed: str | None = None
    try:
        for name, check in _CHECKS.items():
            if needed is not None:
                yield Finding(name, "skip", f"needs `{needed}`")
                continue
            try:
                doubt = check(engine)
            except PlayerFailure as failure:
                if name in _NEEDED:
                    needed = name
                yield Finding(name, "fail", f"the engine {failure.detail}")
            else:
                yield Finding(name, "warn" if doubt else "pass", doubt or "")
    finally:
        engine.close()


class _Engine(UciPlayer):
    """An engine under test; it is started again after a test that it failed."""

    def __init__(self, command: str, game: Game, margin: float) -> None:
        super().__init__(command)
        self.game, self.margin = game, margin
        self.said: list[str] = []
        self.listener = lambda mark, line: self.said.append(line.strip()) if mark == "<" else None

    def ask(self, position: Position, limits: Limits) -> Position:
        """What comes after its move in a position."""
        return position.play(self.choose(position, replace(limits, margin=self.margin)))

    def greet(self) -> str | None:
        self.new_game(self.game.start)
        for line in self.said:
            if line.startswith("option") and not _OPTION.fullmatch(line):
                form = "option name NAME type TYPE …"
                raise PlayerFailure("nonsense", f"wrote `{line[:60]}`, not `{form}`")
        if self.name is None:
            return "no `id name`: tables will show its command line"
        return None if "game" in self._known else "no option `Game`: it has to know what is played"

    def ignore(self) -> None:
        """A line that it cannot know."""
        self.new_game(self.game.start)
        with self._failures():
            self._write("xyzzy 1 2 3")
            self._ready()

    def follow(self) -> None:
        """Positions that are given as FEN, with each player to move."""
        position = self.game.start
        for _ in range(2):
            going = [child for child in map(position.play, position.moves) if not child.outcome]
            position = going[len(going) // 2] if going else position
            self.new_game(position)
            self.ask(position, Limits(time=0.2))

    def play_on(self) -> None:
        """A short game against itself."""
        position = self.game.start
        self.new_game(position)
        for _ in range(_PLIES):
            if position.outcome is None:
                position = self.ask(position, Limits(time=0.2))

    def stop(self) -> None:
        """`isready` and `stop` while it searches: each is answered, and there is one move."""
        start = self.game.start
        self.new_game(start)
        with self._failures():
            for line in (self._position_line(start), "go movetime 5000"):
                self._write(line)
            time.sleep(0.3)
            self._write("stop")
            self._check(self._best_move(Limits(time=GRACE, margin=self.margin)), start)
            self._write("isready")
            if any(line.startswith("bestmove") for line in self._until("readyok", READY_SECONDS)):
                raise PlayerFailure("nonsense", "gave a second `bestmove` after `stop`")

    def quit(self) -> None:
        self.new_game(self.game.start)
        with self._failures():
            self._write("quit")
            if self._process is not None and not self._process.ends(QUIT_SECONDS):
                raise PlayerFailure("hang", f"still runs {QUIT_SECONDS:g} s after `quit`")

    def look_back(self) -> str | None:
        """What it said besides its moves."""
        for line in self.said:
            if _SCORE.match(line):
                raise PlayerFailure(
                    "nonsense", f"wrote `{line[:60]}`: a score is `cp NUMBER` or `mate NUMBER`"
                )
        words = ("id", "option", "uciok", "readyok", "info", "bestmove")
        stray = [line for line in self.said if line and line.split()[0] not in words]
        return f"lines without meaning, as `{stray[0][:60]}`" if stray else None


def _limited(limits: Limits) -> Callable[[_Engine], None]:
    def check(engine: _Engine) -> None:
        engine.new_game(engine.game.start)
        engine.ask(engine.game.start, limits)

    return check


_CHECKS: dict[str, Callable[[_Engine], str | None]] = {
    "greeting": _Engine.greet,
    "go movetime": _limited(Limits(time=0.5)),
    "go wtime": _limited(Limits(clock=2.0, increment=0.1)),
    "go nodes": _limited(Limits(nodes=100)),
    "go depth": _limited(Limits(depth=1)),
    "position fen": _Engine.follow,
    "a short game": _Engine.play_on,
    "stop": _Engine.stop,
    "unknown lines": _Engine.ignore,
    "other lines": _Engine.look_back,
    "quit": _Engine.quit,
}
_NEEDED = ("greeting", "go movetime")
"""Without these nothing else is tried."""
