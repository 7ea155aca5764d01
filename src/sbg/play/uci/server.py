"""The UCI engine behind `sbg uci`: reads commands, and answers with moves and analyses.

The dialect is stated in `docs/protocol.md`. Whatever is wrong with a line is said in an `info string`.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, BinaryIO

from sbg.base import bounds
from sbg.engine import Game, Position, Stop, Stopped, perft
from sbg.language.model import PlayError
from sbg.play.players.budget import Limits
from sbg.play.players.catalogue import strongest
from sbg.play.players.interface import Search, Searcher, SearchOptions
from sbg.play.players.score import Info, Score

LINE_BYTES = 4_000_000
"""The longest line that is taken: the moves of a game of 400,000 plies, and more on small boards."""

_NUMBERS = ("depth", "nodes", "movetime", "wtime", "btime", "winc", "binc", "movestogo", "perft")
_SETOPTION = re.compile(r"\bsetoption\s+name\s+(.*?)\s*(?:\svalue(?:\s(.*))?)?$", re.DOTALL)
_FLAGS = ("infinite", "ponder")
_MOST = 10**12
_MOST_UNKNOWN = 20
"""Unknown words of a line that are answered."""
_PATIENCE = 60.0
"""Seconds that a command waits for a search in its way, if that one has an end."""
_FAREWELL = 5.0
"""Seconds that a stopped search may take to end."""


@dataclass(frozen=True, slots=True)
class _Spin:
    """An option that is a number."""

    name: str
    default: int
    least: int
    most: int
    field: str


_SPINS = (
    _Spin("Hash", 64, 1, bounds.MAX_HASH_MEGABYTES, "hash_megabytes"),
    _Spin("Threads", 1, 1, bounds.MAX_THREADS, "threads"),
    _Spin("MultiPV", 1, 1, bounds.MAX_LINES, "lines"),
)


def read_lines(stream: BinaryIO) -> Iterator[str | None]:
    """The lines of a stream; None for one that is too long, of which nothing is taken."""
    while data := stream.readline(LINE_BYTES):
        if len(data) < LINE_BYTES or data.endswith(b"\n"):
            yield data.decode("utf-8", "replace")
            continue
        while data and not data.endswith(b"\n"):
            data = stream.readline(LINE_BYTES)
        yield None


class UciServer:
    """Our side of the conversation. `load` finds a game by its bundled name or its path."""

    def __init__(
        self,
        load: Callable[[str], Game],
        write: Callable[[str], None],
        game: str,
        version: str,
        make: Callable[[SearchOptions], Searcher] = strongest,
    ) -> None:
        self._load = load
        self._write_line = write
        self._version = version
        self._make = make
        self._lock = threading.Lock()
        self._line = ""
        self._game_name = game
        self._position = load(game).start
        self._played: tuple[Position, list[str], Position] = self._position, [], self._position
        self._options = SearchOptions()
        self._searcher: Searcher | None = None
        self._running: _Running | None = None
        self._commands: dict[str, Callable[[list[str]], None]] = {
            "uci": self._uci,
            "isready": self._isready,
            "setoption": self._setoption,
            "ucinewgame": self._ucinewgame,
            "position": self._set_position,
            "go": self._go,
            "stop": self._stop,
            "ponderhit": self._ponderhit,
            "d": self._show,
        }

    # -- lines

    def handle(self, line: str | None) -> bool:
        """Obey a line of `read_lines`; whether to go on."""
        if line is None:
            self._say(f"a line of more than {LINE_BYTES:,} bytes is ignored")
            return True
        self._line = line
        words = line.split()
        # The protocol lets unknown words before a command pass.
        known = {*self._commands, "quit", "debug"}
        first = next((i for i, word in enumerate(words) if word in known), len(words))
        for word in words[: min(first, _MOST_UNKNOWN)]:
            self._say(f"unknown command: {_shown(word)}")
        words = words[first:]
        if not words:
            return True
        if words[0] == "quit":
            return False
        if words[0] != "debug":
            try:
                self._commands[words[0]](words[1:])
            except Exception as problem:  # a GUI must not lose its engine over one line
                self._say(f"{words[0]}: {type(problem).__name__}: {_shown(str(problem), 500)}")
        return True

    def end_of_input(self) -> None:
        """Finish what ends by itself before long: lines that come through a pipe are meant to be answered."""
        if self._running is not None:
            self._running.finish(_PATIENCE)

    def close(self) -> None:
        """Stop, say what was found, and give everything back."""
        if self._running is not None:
            self._running.stop()
            self._running.finish(_FAREWELL)
        if self._searcher is not None:
            self._searcher.close()
            self._searcher = None

    def _write(self, line: str) -> None:
        with self._lock:
            self._write_line(line)

    def _say(self, text: str) -> None:
        self._write("info string " + " ".join(text.split()))

    # -- commands

    def _uci(self, _: list[str]) -> None:
        self._write(f"id name sbg {self._version}")
        self._write("id author the authors of simplified-boardgames")
        self._write(f"option name Game type string default {self._game_name}")
        for spin in _SPINS:
            limits = f"default {spin.default} min {spin.least} max {spin.most}"
            self._write(f"option name {spin.name} type spin {limits}")
        self._write("option name Weights type string default <empty>")
        self._write("option name Ponder type check default false")
        self._write("uciok")

    def _isready(self, _: list[str]) -> None:
        if not self._searching():
            self._ready()
        self._write("readyok")

    def _ucinewgame(self, _: list[str]) -> None:
        if self._busy():
            return
        if self._searcher is not None:
            self._searcher.new_game()
        self._position = self._position.game.start
        self._ready()

    def _setoption(self, words: list[str]) -> None:
        if self._busy():
            return
        # A path may hold several spaces in a row, so the value is taken from the line as it came.
        match = _SETOPTION.search(self._line)
        name, value = (match[1].lower(), (match[2] or "").strip()) if match else ("", "")
        spin = next((spin for spin in _SPINS if spin.name.lower() == name), None)
        if name == "game":
            self._set_game(value)
        elif name == "weights":
            weights = None if value in ("", "<empty>") else value
            self._change(replace(self._options, weights=weights))
        elif spin is not None:
            if not value.isascii() or not value.isdigit() or len(value) > 9:
                self._say(f"{spin.name} is a whole number, not {_shown(value)}")
            elif not spin.least <= int(value) <= spin.most:
                self._say(f"{spin.name} is a number from {spin.least} to {spin.most}, not {value}")
            else:
                self._change(_with(self._options, spin.field, int(value)))
        elif name != "ponder":
            self._say(f"there is no option {_shown(name)}")

    def _set_game(self, name: str) -> None:
        try:
            self._position = self._load(name).start
        except Exception as problem:  # whatever is wrong with it, the game before it is still there
            self._say(f"Game stays {self._game_name}: {_shown(str(problem), 500)}")
            return
        self._game_name = name
        if self._searcher is not None:
            self._searcher.new_game()

    def _change(self, options: SearchOptions) -> None:
        self._options = options
        if self._searcher is not None:
            self._searcher.close()
            self._searcher = None

    def _prepare(self) -> Searcher:
        """The searcher with the options as they are; without what does not suit it."""
        if self._searcher is None:
            try:
                self._searcher = self._make(self._options)
            except (OSError, ValueError, MemoryError) as problem:
                self._set_back(problem)
                self._searcher = self._make(self._options)
        return self._searcher

    def _ready(self) -> None:
        """Do now what would take a while once the clock runs."""
        try:
            self._prepare().prepare(self._position.game)
        except (OSError, ValueError, MemoryError) as problem:  # such as weights for another game
            self._set_back(problem)
            self._prepare().prepare(self._position.game)

    def _set_back(self, problem: Exception) -> None:
        self._say(f"the options are set back: {problem or type(problem).__name__}")
        self._change(SearchOptions())

    def _set_position(self, words: list[str]) -> None:
        split = words.index("moves") if "moves" in words else len(words)
        setup, moves = words[:split], words[split + 1 :]
        game = self._position.game
        try:
            if setup[:1] == ["startpos"]:
                position = game.start
            elif setup[:1] == ["fen"]:
                position = game.position(" ".join(setup[1:]))
            else:
                self._say("position is followed by startpos or fen")
                return
            # Who sends a long game again with every move has only the new ones played.
            begun, played, reached = self._played
            if begun.game is game and begun == position and moves[: len(played)] == played:
                position, new = reached, moves[len(played) :]
            else:
                begun, new = position, moves
            for move in new:
                position = position.play(move)
        except PlayError as problem:
            self._say(f"the position stays as it was: {problem}")
            return
        self._position = position
        self._played = begun, moves, position

    def _show(self, _: list[str]) -> None:
        for row in str(self._position).splitlines():
            self._say(row)
        self._say(self._position.fen)

    # -- searching

    def _searching(self) -> bool:
        return self._running is not None and self._running.alive

    def _busy(self) -> bool:
        """Whether a search without an end is in the way of a command; one that ends is waited for."""
        if self._running is not None and not self._running.finish(_PATIENCE):
            self._say("not while a search is under way; stop it first")
            return True
        return False

    def _go(self, words: list[str]) -> None:
        if self._busy():
            return
        given, flags = self._read_go(words)
        position = self._position
        if "perft" in given:
            self._running = _Running(self._write)
            self._running.count(position, given["perft"])
            return
        if position.outcome is not None:
            self._say(f"the game is over: {position.outcome}")
            self._write("bestmove (none)")
            return
        limits = _limits(given, "infinite" in flags, position.turn == "white")
        ponder = "ponder" in flags
        running = _Running(self._write)
        try:
            running.search(self._prepare(), position, limits, ponder)
        except (OSError, ValueError, MemoryError) as problem:  # such as weights for another game
            self._set_back(problem)
            running.search(self._prepare(), position, limits, ponder)
        self._running = running

    def _read_go(self, words: list[str]) -> tuple[dict[str, int], set[str]]:
        """The numbers and the flags of `go`; what is not understood is said and left out."""
        given: dict[str, int] = {}
        flags: set[str] = set()
        left = iter(words)
        for word in left:
            if word in _FLAGS:
                flags.add(word)
            elif word in _NUMBERS:
                text = next(left, "")
                digits = text.removeprefix("-")
                if digits.isascii() and digits.isdigit() and len(digits) <= 18:
                    given[word] = max(0, min(int(text), _MOST))
                else:
                    self._say(f"{word} is followed by a number, not {_shown(text) or 'nothing'}")
            else:
                self._say(f"go does not know {_shown(word)}")
        return given, flags

    def _stop(self, _: list[str]) -> None:
        if self._running is not None:
            self._running.stop()

    def _ponderhit(self, _: list[str]) -> None:
        if self._running is not None:
            self._running.ponderhit()


class _Running:
    """A search under way, and the thread that says its move when it may."""

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write = write
        self._search: Search | None = None
        self._limits = Limits()
        self._released = threading.Event()
        self._stop_count = Stop()
        self._thread: threading.Thread | None = None

    @property
    def alive(self) -> bool:
        return self._thread is not None and self._thread.is_alive()

    def search(self, searcher: Searcher, position: Position, limits: Limits, ponder: bool) -> None:
        self._limits = limits
        if (
            ponder
        ):  # our time begins with `ponderhit`; until then only depth and nodes may end the search
            free = limits.nodes is None and limits.depth is None
            limits = Limits(nodes=limits.nodes, depth=limits.depth, infinite=free)
        elif not limits.infinite:
            self._released.set()
        self._search = searcher.start(position, limits, lambda info: self._write(info_line(info)))
        self._begin(self._finish_search)

    def _finish_search(self) -> None:
        assert self._search is not None
        try:
            found = self._search.wait()
            assert found is not None
            line = " ".join(["bestmove", *map(str, found.best.variation[:1])])
            if len(found.best.variation) > 1:
                line += f" ponder {found.best.variation[1]}"
        except Exception as problem:
            self._write(f"info string the search failed: {type(problem).__name__}: {problem}")
            line = "bestmove (none)"
        self._released.wait()
        self._write(line)

    def count(self, position: Position, depth: int) -> None:
        def work() -> None:
            total = 0
            try:
                for move in position.moves if depth > 0 else ():
                    count = perft(position.play(move), depth - 1, stop=self._stop_count)
                    self._write(f"{move}: {count}")
                    total += count
                self._write(f"Nodes searched: {total if depth > 0 else 1}")
            except Stopped:
                self._write("info string stopped")
            except (ValueError, MemoryError) as problem:
                self._write(f"info string perft: {problem}")

        self._released.set()
        self._begin(work)

    def _begin(self, work: Callable[[], None]) -> None:
        self._thread = threading.Thread(target=work, name="sbg-uci", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._stop_count.set()
        self._released.set()
        if self._search is not None:
            self._search.stop()

    def ponderhit(self) -> None:
        seconds = self._limits.seconds
        if not self._released.is_set() and seconds is not None and self._search is not None:
            timer = threading.Timer(seconds, self._search.stop)
            timer.daemon = True
            timer.start()
        if not self._limits.infinite:
            self._released.set()

    def finish(self, seconds: float) -> bool:
        """Wait for the end, if there is one to wait for; whether it has come."""
        if self._thread is not None and self._released.is_set():
            self._thread.join(seconds)
        return not self.alive


def _limits(given: dict[str, int], infinite: bool, white: bool) -> Limits:
    def seconds(name: str) -> float | None:
        return max(0.001, given[name] / 1000) if name in given else None

    own, other = ("w", "b") if white else ("b", "w")
    limits = Limits(
        time=seconds("movetime"),
        clock=seconds(f"{own}time"),
        increment=given.get(f"{own}inc", 0) / 1000,
        opponent_clock=seconds(f"{other}time"),
        opponent_increment=given.get(f"{other}inc", 0) / 1000,
        nodes=max(1, given["nodes"]) if "nodes" in given else None,
        depth=max(1, given["depth"]) if "depth" in given else None,
        infinite=infinite,
    )
    return replace(limits, infinite=True) if limits.unlimited else limits


def info_line(info: Info) -> str:
    """What a search has found, as a line of the protocol."""
    words = [f"info depth {info.depth}"]
    if info.selective_depth is not None:
        words.append(f"seldepth {info.selective_depth}")
    words.append(f"multipv {info.rank} score {score_words(info.score)} nodes {info.nodes}")
    milliseconds = round(info.seconds * 1000)
    if info.seconds > 0:
        words.append(f"nps {round(info.nodes / info.seconds)}")
    if info.hash_permille is not None:
        words.append(f"hashfull {info.hash_permille}")
    words.append(f"time {milliseconds} pv {' '.join(map(str, info.variation))}")
    return " ".join(words)


def score_words(score: Score) -> str:
    """A score as the protocol has it: `cp` in hundredths, or `mate` in own moves."""
    return f"cp {score.centipawns}" if score.moves is None else f"mate {score.moves}"


def _with(options: SearchOptions, field: str, value: int) -> SearchOptions:
    changes: dict[str, Any] = {field: value}
    return replace(options, **changes)


def _shown(text: str, most: int = 40) -> str:
    printable = "".join(c if c.isprintable() else "?" for c in text)
    return printable if len(printable) <= most else printable[:most] + "…"
