"""The player `uci:COMMAND`: runs another engine that speaks UCI, and asks it for moves.

The dialect is stated in `docs/protocol.md`. Words of the form `Name=value` before the command set options of the
engine: `uci:Hash=16 Threads=2 my-engine --fast`.
"""

from __future__ import annotations

import contextlib
import os
import re
import shlex
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from sbg.base.jobs.process import LineProcess, ProcessFailure
from sbg.engine import Game, Position
from sbg.language.model import IllegalMoveError, Move
from sbg.language.model.notation import parse_move
from sbg.play.players.budget import Limits
from sbg.play.players.catalogue import SpecError
from sbg.play.players.failures import PlayerFailure
from sbg.play.players.interface import Spelled, in_play
from sbg.play.players.score import Score, Thought

START_SECONDS = 20.0
"""How long an engine may take to start and to answer `uci`."""
READY_SECONDS = 10.0
"""How long it may take to answer `isready`, new game and options included."""
MOVE_SECONDS = 120.0
"""How long it may take for a move that is limited in nodes or depth only, or not at all."""
GRACE = 1.0
"""Seconds after `stop` in which an engine that is late can still show that it is not dead."""
_DEFAULT_SECONDS = 1.0
_STRAY_LINES = 1000
"""How many lines that mean nothing to us an engine may write before an answer."""

_INFO_SCORE = re.compile(r" score (cp|mate) (-?\d{1,6})\b")
_OPTION_WORD = re.compile(r"([A-Za-z][\w-]*)=(.*)", re.DOTALL)


def split_command(text: str) -> tuple[dict[str, str], list[str]]:
    """The options and the words of a command line; SpecError if it is none."""
    try:
        words = shlex.split(text)
    except ValueError as problem:
        raise SpecError(f"`{text}` is not a command line: {str(problem).lower()}") from None
    options: dict[str, str] = {}
    while words and (match := _OPTION_WORD.fullmatch(words[0])):
        options[match[1]] = match[2]
        del words[0]
    if not words:
        raise SpecError(f"`{text}` has no command; write `uci:COMMAND`")
    if any(c in "\r\n\0" for word in (*words, *options.values()) for c in word):
        raise SpecError("a command line for `uci` has no line breaks")
    return options, words


class UciPlayer(Spelled):
    """An engine in a process of its own, started when it is first asked, and again after it has failed."""

    def __init__(self, command: str) -> None:
        self._options, self._command = split_command(command)
        if shutil.which(self._command[0]) is None:
            raise SpecError(f"there is no command `{self._command[0]}`")
        self.listener: Callable[[str, str], None] | None = None
        """Is called with every line of the conversation, as a LineProcess does."""
        self.thought: Thought | None = None
        """What the engine said of its last move in `info` lines."""
        self._process: LineProcess | None = None
        self._known: dict[str, str] = {}
        self.name: str | None = None
        """What the engine calls itself (`id name`), once it has been started."""
        self._game: Game | None = None
        self._folder: str | None = None
        self._start: Position | None = None
        self._moves: list[Move] = []
        self._last: Position | None = None

    @property
    def pid(self) -> int | None:
        """The number of the engine's process while it runs."""
        return None if self._process is None else self._process.pid

    # -- as a player

    def new_game(self, start: Position, moves: Sequence[Move] = (), /) -> None:
        """Tell the engine that a game begins; it is started if it does not run."""
        self._start, self._moves = start, list(moves)
        self._last = start
        for move in moves:
            self._last = self._last.play(move)
        with self._failures():
            self._setup(start.game)
            self._write("ucinewgame")
            self._ready()

    def choose(self, position: Position, limits: Limits | None = None, /) -> Move:
        """The engine's move; PlayerFailure if it gives none, and then the engine is ended."""
        position, limits = in_play(position, limits)
        if limits.unlimited:
            limits = Limits(time=_DEFAULT_SECONDS)
        if self._process is None or self._game != position.game:
            self.new_game(position)
        with self._failures():
            self._write(self._position_line(position))
            if self._process is not None:
                self._process.drop()
            self._write(go_line(limits, position.turn == "white"))
            answer = self._best_move(limits)
            move = self._check(answer, position)
        self._moves.append(move)
        self._last = position.play(move)
        return move

    def close(self) -> None:
        """End the engine."""
        if self._process is not None:
            self._process.close("quit")
            self._process = None
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
            self._folder = None

    # -- talking

    @contextlib.contextmanager
    def _failures(self) -> Iterator[None]:
        """An engine that has failed is ended at once: it may be in the middle of anything."""
        try:
            yield
        except BaseException as problem:
            if self._process is not None:
                self._process.close()
                self._process = None
            if isinstance(problem, PlayerFailure):
                raise PlayerFailure(problem.reason, problem.detail) from None
            if isinstance(problem, ProcessFailure):
                raise PlayerFailure(problem.kind, problem.detail) from None
            raise

    def _setup(self, game: Game) -> None:
        if self._process is None:
            self._process = LineProcess(self._command, listener=self.listener)
            self._game = None
            self._write("uci")
            self._known = {}
            for line in self._until("uciok", START_SECONDS):
                if match := re.match(r"id name\s+(.+)", line):
                    self.name = "".join(c for c in match[1].strip() if c.isprintable())[:60] or None
                elif match := re.match(r"option name (.+?) type (\w+)", line):
                    self._known[match[1].lower()] = match[2]
            for name, value in self._options.items():
                if name.lower() not in self._known:
                    raise PlayerFailure("crash", f"has no option `{name}`")
                self._write(f"setoption name {name} value {value}")
        if self._game != game:
            if "game" in self._known:
                self._write(f"setoption name Game value {self._game_file(game)}")
            self._game = game

    def _game_file(self, game: Game) -> str:
        """A file with the text of a game. An engine in any language can read it; a bundled name only ours knows."""
        text = game.text.encode("utf-8", "surrogateescape")
        if game.source is not None:
            path = os.path.abspath(game.source.name)
            with contextlib.suppress(OSError, ValueError):
                if path.isprintable() and Path(path).read_bytes() == text:
                    return path
        if self._folder is None:
            self._folder = tempfile.mkdtemp(prefix="sbg-")
        name = re.sub(r"[^A-Za-z0-9]+", "-", game.name).strip("-") or "game"
        copy = Path(self._folder) / f"{name}.sbg"
        copy.write_bytes(text)
        return str(copy)

    def _ready(self) -> None:
        self._write("isready")
        for _ in self._until("readyok", READY_SECONDS):
            pass

    def _write(self, line: str) -> None:
        assert self._process is not None
        self._process.write(line)

    def _until(self, word: str, seconds: float) -> list[str]:
        """The lines before the one that is `word`."""
        assert self._process is not None
        deadline = time.monotonic() + seconds
        lines: list[str] = []
        while (line := self._process.read(deadline, f"before `{word}`")) is not None:
            if line.strip() == word:
                return lines
            lines.append(line)
            if len(lines) > _STRAY_LINES:
                raise PlayerFailure(
                    "nonsense", f"wrote more than {_STRAY_LINES} lines before `{word}`"
                )
        raise PlayerFailure("hang", f"gave no `{word}` within {seconds:g} s")

    def _best_move(self, limits: Limits) -> str:
        """The word after `bestmove`."""
        assert self._process is not None
        allowed = hard_limit(limits)
        begun = time.monotonic()
        deadline = begun + (MOVE_SECONDS if allowed is None else allowed + limits.margin)
        late = False
        stray = 0
        self.thought = None
        while True:
            line = self._process.read(deadline, "instead of a move")
            if line is None:
                if late or allowed is None:
                    waited = time.monotonic() - begun
                    raise PlayerFailure("hang", f"gave no `bestmove` within {waited:.1f} s")
                late, deadline = True, time.monotonic() + GRACE
                self._write("stop")
                continue
            words = line.split()
            if words[:1] == ["bestmove"]:
                taken = time.monotonic() - begun
                if late and allowed is not None:
                    raise PlayerFailure("time", f"took {taken:.3f} s of {allowed:.3f} s")
                return words[1] if len(words) > 1 else ""
            if words[:1] == ["info"]:
                self.thought = thought_of(line) or self.thought
            else:
                stray += 1
                if stray > _STRAY_LINES:
                    raise PlayerFailure(
                        "nonsense", f"wrote more than {_STRAY_LINES} lines and no move"
                    )

    @staticmethod
    def _check(text: str, position: Position) -> Move:
        squares = parse_move(text)
        if squares is None:
            raise PlayerFailure(
                "nonsense", f"answered `bestmove {_shown(text)}`, which is not a move"
            )
        move = Move(*squares)
        try:
            position.play(move)
        except IllegalMoveError:
            raise PlayerFailure(
                "illegal", f"played `{move}`, which is not legal in `{position.fen}`"
            ) from None
        return move

    # -- positions

    def _position_line(self, position: Position) -> str:
        """The position as the start and moves where we know them: an engine with another notation needs no more."""
        if self._last is not None and self._last != position:
            self._moves_on(position)
        if self._last != position:
            self._start, self._moves, self._last = position, [], position
        assert self._start is not None
        start = "startpos" if self._start == self._start.game.start else f"fen {self._start.fen}"
        moves = "".join(f" {move}" for move in self._moves)
        return f"position {start}" + (f" moves{moves}" if moves else "")

    def _moves_on(self, position: Position) -> None:
        """Follow the opponent's move, if that is how the position came about."""
        assert self._last is not None
        if self._last.game != position.game or self._last.ply + 1 != position.ply:
            return
        for move in self._last.moves:
            if self._last.play(move) == position:
                self._moves.append(move)
                self._last = position
                return


def thought_of(line: str) -> Thought | None:
    """What an `info` line says of the best move; None if it is about something else."""
    score = _INFO_SCORE.search(line)
    rank = re.search(r" multipv (\d+)", line)
    if score is None or line.startswith("info string") or (rank and rank[1] != "1"):
        return None
    value = int(score[2])
    depth = re.search(r" depth (\d{1,4})\b", line)
    plies = None if score[1] == "cp" else 2 * value - 1 if value > 0 else 2 * value
    found = Score(0 if plies is not None else value, plies)
    return Thought(int(depth[1]) if depth else None, found)


def hard_limit(limits: Limits) -> float | None:
    """The seconds after which a player has overstepped its time; None if time is not limited."""
    given = [value for value in (limits.time, limits.clock) if value is not None]
    return min(given) if given else None


def go_line(limits: Limits, white: bool) -> str:
    """Limits as the command `go`."""
    words = ["go"]
    if limits.clock is not None:
        own = limits.clock, limits.increment
        other = limits.opponent_clock, limits.opponent_increment
        for side, (clock, increment) in zip(
            "wb", (own, other) if white else (other, own), strict=True
        ):
            clock = limits.clock if clock is None else clock
            words += [f"{side}time", _ms(clock), f"{side}inc", _ms(increment)]
    if limits.time is not None:
        words += ["movetime", _ms(limits.time)]
    if limits.nodes is not None:
        words += ["nodes", str(limits.nodes)]
    if limits.depth is not None:
        words += ["depth", str(limits.depth)]
    return " ".join(words) if len(words) > 1 else "go infinite"


def _ms(seconds: float) -> str:
    return str(max(1, round(seconds * 1000)) if seconds > 0 else 0)


def _shown(text: str) -> str:
    return "".join(c if c.isprintable() else "?" for c in text[:20])
