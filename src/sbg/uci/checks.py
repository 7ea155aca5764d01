"""Tests an engine against the protocol of `docs/protocol.md`, point by point."""

from __future__ import annotations

import contextlib
import re
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from sbg.engine import Game, Line, Position
from sbg.jobs.process import LineProcess, ProcessFailure
from sbg.model import Move
from sbg.players.budget import Limits
from sbg.players.catalogue import SpecError
from sbg.uci.client import (
    GRACE,
    MOVE_SECONDS,
    READY_SECONDS,
    START_SECONDS,
    go_line,
    hard_limit,
    split_command,
)

Verdict: TypeAlias = Literal["pass", "warn", "fail", "skip"]

QUIT_SECONDS = 0.5
_PLIES = 20
"""Moves that the engine makes against itself."""
_SCORE = re.compile(r"score (?!cp -?\d+(?: |$)|mate -?\d+(?: |$))")
_OPTION = re.compile(r"option name .+? type (check|spin|combo|button|string)\b.*")


@dataclass(frozen=True, slots=True)
class Finding:
    """What a test has shown."""

    check: str
    verdict: Verdict
    detail: str = ""
    """What is wrong, or why the test was left out; empty if it was passed."""


class _Wrong(Exception):  # noqa: N818 - what the engine did, not a mistake of ours
    pass


class _Doubtful(Exception):  # noqa: N818 - the same, where the protocol allows it
    pass


def examine(command: str, game: Game, margin: float = 0.1) -> Iterator[Finding]:
    """The findings, one test after the other; moves may be late by `margin` seconds. SpecError without a command."""
    options, words = split_command(command)
    if shutil.which(words[0]) is None:
        raise SpecError(f"there is no command `{words[0]}`")
    with tempfile.TemporaryDirectory(prefix="sbg-") as folder:
        file = Path(folder) / "game.sbg"
        file.write_bytes(game.text.encode("utf-8", "surrogateescape"))
        engine = _Engine(words, options, game, file, margin)
        try:
            yield from _examine(engine)
        finally:
            engine.close()


def _examine(engine: _Engine) -> Iterator[Finding]:
    missing: set[str] = set()
    for name, needed, check in _CHECKS:
        if needed in missing:
            missing.add(name)
            yield Finding(name, "skip", f"needs `{needed}`")
            continue
        finding = _carry_out(engine, name, check)
        if finding.verdict == "fail":
            engine.close()  # it may be in the middle of anything: the next test begins anew
            missing.add(name)
        yield finding


def _carry_out(engine: _Engine, name: str, check: Callable[[_Engine], None]) -> Finding:
    try:
        check(engine)
    except _Doubtful as doubt:
        return Finding(name, "warn", str(doubt))
    except _Wrong as wrong:
        return Finding(name, "fail", str(wrong))
    except ProcessFailure as failure:
        return Finding(name, "fail", f"the engine {failure.detail}")
    return Finding(name, "pass")


class _Engine:
    """An engine under test, started when it is first needed."""

    def __init__(
        self, words: list[str], options: dict[str, str], game: Game, file: Path, margin: float
    ) -> None:
        self._words = words
        self._options = options
        self.game = game
        self._file = file
        self._margin = margin
        self._process: LineProcess | None = None
        self.greeting: list[str] = []
        self.stray: list[str] = []
        self.infos: list[tuple[Position, str]] = []

    # -- lines

    def greet(self) -> None:
        """Start it and say `uci`, unless it runs."""
        if self._process is not None:
            return
        self._process = LineProcess(self._words)
        self.write("uci")
        self.greeting = self.until("uciok", START_SECONDS)

    def begin(self) -> None:
        """Have it ready to play, from nothing if need be."""
        if self._process is None:
            self.greet()
            self.ready()
            self.choose_game()

    def choose_game(self) -> None:
        known = {found.lower() for found in self.options()}
        for name, value in self._options.items():
            if name.lower() not in known:
                raise _Wrong(f"the engine has no option `{name}`")
            self.write(f"setoption name {name} value {value}")
        if "game" in known:
            self.write(f"setoption name Game value {self._file}")
        self.write("ucinewgame")
        self.ready()

    def options(self) -> list[str]:
        found = (re.match(r"option name (.+?) type ", line) for line in self.greeting)
        return [match[1] for match in found if match]

    def ready(self) -> list[str]:
        """Ask whether it is ready; the lines before its answer."""
        self.write("isready")
        return self.until("readyok", READY_SECONDS)

    def write(self, line: str) -> None:
        assert self._process is not None
        self._process.write(line)

    def read(self, deadline: float, what: str) -> str | None:
        assert self._process is not None
        return self._process.read(deadline, what)

    def until(self, word: str, seconds: float) -> list[str]:
        deadline = time.monotonic() + seconds
        lines: list[str] = []
        while (line := self.read(deadline, f"before `{word}`")) is not None:
            if line.strip() == word:
                return lines
            lines.append(line.strip())
        raise _Wrong(f"no `{word}` within {seconds:g} s" + _said(lines))

    def ends(self, seconds: float) -> bool:
        assert self._process is not None
        return self._process.ends(seconds)

    def close(self) -> None:
        if self._process is not None:
            self._process.close()
            self._process = None

    # -- moves

    def ask(self, line: Line, limits: Limits) -> Move:
        """The engine's move in a position, which must be legal and in time."""
        self.begin()
        self.write(_place(line))
        self.write(go_line(limits, line.position.turn == "white"))
        return self.answer(line, hard_limit(limits))

    def answer(self, line: Line, allowed: float | None) -> Move:
        """The move after `go`, within so many seconds."""
        begun = time.monotonic()
        most = MOVE_SECONDS if allowed is None else allowed + self._margin
        text = self.best_move(line.position, begun + most + GRACE)
        taken = time.monotonic() - begun
        if text is None:
            raise _Wrong(f"no `bestmove` within {most:g} s")
        if allowed is not None and taken > most:
            raise _Wrong(f"`bestmove` came after {taken:.2f} s; {allowed:g} s were allowed")
        move = Move.read(text)
        if move is None:
            raise _Wrong(f"`bestmove {text[:40]}` is not a move; a move is two squares, as `a2a3`")
        if move not in line.position.moves:
            raise _Wrong(f"`{move}` is not legal in `{line.position.fen}`")
        return move

    def best_move(self, position: Position, deadline: float) -> str | None:
        while (line := self.read(deadline, "instead of a move")) is not None:
            words = line.split()
            if words[:1] == ["bestmove"]:
                return words[1] if len(words) > 1 else ""
            if words[:1] == ["info"]:
                self.infos.append((position, line.strip()))
            elif words:
                self.stray.append(line.strip())
        return None


def _said(lines: list[str]) -> str:
    return f"; its last line was `{lines[-1][:60]}`" if lines else ""


def _place(line: Line) -> str:
    start = "startpos" if line.start == line.game.start else f"fen {line.start.fen}"
    moves = "".join(f" {move}" for move in line.moves)
    return f"position {start}" + (f" moves{moves}" if moves else "")


# -- the tests


def _uci(engine: _Engine) -> None:
    engine.greet()


def _name(engine: _Engine) -> None:
    if not any(re.match(r"id name \S", line) for line in engine.greeting):
        raise _Doubtful("no `id name`: tables will show its command line")


def _options(engine: _Engine) -> None:
    for line in engine.greeting:
        if line.startswith("option") and not _OPTION.fullmatch(line):
            raise _Wrong(f"`{line[:60]}` is not of the form `option name NAME type TYPE …`")
    if "game" not in {name.lower() for name in engine.options()}:
        raise _Doubtful("no option `Game`: it has to know what is played")


def _ready(engine: _Engine) -> None:
    engine.greet()
    engine.ready()


def _game(engine: _Engine) -> None:
    engine.greet()
    engine.choose_game()


def _unknown(engine: _Engine) -> None:
    engine.begin()
    engine.write("xyzzy 1 2 3")
    engine.write("")
    engine.ready()


def _move_time(engine: _Engine) -> None:
    engine.ask(Line(engine.game.start), Limits(time=0.5))


def _clock(engine: _Engine) -> None:
    clocks = Limits(clock=2.0, increment=0.1, opponent_clock=2.0, opponent_increment=0.1)
    engine.ask(Line(engine.game.start), clocks)


def _nodes(engine: _Engine) -> None:
    engine.ask(Line(engine.game.start), Limits(nodes=100))


def _depth(engine: _Engine) -> None:
    engine.ask(Line(engine.game.start), Limits(depth=1))


def _moves(engine: _Engine) -> None:
    engine.ask(_after(engine.game, 3), Limits(time=0.2))


def _fen(engine: _Engine) -> None:
    engine.ask(Line(_after(engine.game, 2).position), Limits(time=0.2))
    further = Line(_after(engine.game, 1).position)
    if further.position.outcome is None:
        further.play(further.position.moves[-1])
    if further.position.outcome is None:
        engine.ask(further, Limits(time=0.2))


def _after(game: Game, plies: int) -> Line:
    """A line of so many moves after which the game goes on, or fewer."""
    line = Line(game.start)
    for _ in range(plies):
        going = [m for m in line.position.moves if line.position.play(m).outcome is None]
        if not going:
            break
        line.play(going[len(going) // 2])
    return line


def _busy(engine: _Engine) -> None:
    """`isready` while it searches: both answers have to come, in whatever order."""
    engine.begin()
    line = Line(engine.game.start)
    engine.write(_place(line))
    engine.write(go_line(Limits(time=1.0), True))
    engine.write("isready")
    wanted = {"readyok", "bestmove"}
    deadline = time.monotonic() + READY_SECONDS
    while wanted:
        answer = engine.read(deadline, "while it was searching")
        if answer is None:
            raise _Wrong(f"no `{min(wanted)}` after `go` and `isready`")
        wanted -= set(answer.split()[:1])


def _stop(engine: _Engine) -> None:
    engine.begin()
    line = Line(engine.game.start)
    engine.write(_place(line))
    engine.write(go_line(Limits(time=5.0), True))
    early = engine.best_move(line.position, time.monotonic() + 0.3)
    engine.write("stop")
    if early is None and engine.best_move(line.position, time.monotonic() + GRACE) is None:
        raise _Wrong(f"no `bestmove` within {GRACE:g} s of `stop`")
    if any(text.startswith("bestmove") for text in engine.ready()):
        raise _Wrong("a second `bestmove` after `stop`")


def _whole_game(engine: _Engine) -> None:
    engine.begin()
    engine.write("ucinewgame")
    engine.ready()
    line = Line(engine.game.start)
    while line.position.outcome is None and len(line) < _PLIES:
        line.play(engine.ask(line, Limits(time=0.2)))


def _info(engine: _Engine) -> None:
    for position, text in engine.infos:
        if text.startswith("info string"):
            continue
        if _SCORE.search(text):
            raise _Wrong(f"`{text[:60]}`: a score is `cp NUMBER` or `mate NUMBER`")
        if (match := re.search(r" pv (\S+)", text)) and (
            (move := Move.read(match[1])) is None or move not in position.moves
        ):
            raise _Wrong(f"`{text[:60]}`: `{match[1][:20]}` is not legal in `{position.fen}`")


def _stray(engine: _Engine) -> None:
    if engine.stray:
        number = len(engine.stray)
        lines = "1 line" if number == 1 else f"{number} lines"
        raise _Doubtful(f"{lines} without meaning before a move, as `{engine.stray[0][:60]}`")


def _quit(engine: _Engine) -> None:
    engine.begin()
    engine.write("quit")
    if not engine.ends(QUIT_SECONDS):
        raise _Wrong(f"it still runs {QUIT_SECONDS:g} s after `quit`, and will be killed")
    with contextlib.suppress(ProcessFailure):
        engine.close()


_CHECKS: list[tuple[str, str, Callable[[_Engine], None]]] = [
    ("uci", "", _uci),
    ("id", "uci", _name),
    ("options", "uci", _options),
    ("isready", "uci", _ready),
    ("game", "isready", _game),
    ("unknown lines", "game", _unknown),
    ("go movetime", "game", _move_time),
    ("go wtime", "go movetime", _clock),
    ("go nodes", "go movetime", _nodes),
    ("go depth", "go movetime", _depth),
    ("position moves", "go movetime", _moves),
    ("position fen", "go movetime", _fen),
    ("isready while searching", "go movetime", _busy),
    ("stop", "go movetime", _stop),
    ("a whole game", "go movetime", _whole_game),
    ("info", "game", _info),
    ("stray lines", "game", _stray),
    ("quit", "game", _quit),
]
"""Name, the test that has to be passed before, and the test."""
