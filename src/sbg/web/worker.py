"""Frames on stdin in; frames on stdout out: a process that reads games, plays them and searches, for the server.

It never talks to a browser. When it takes too long or too much memory, the server ends it and starts another.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import signal
import sys
import threading
import time
from collections.abc import Callable
from typing import Any, BinaryIO

from sbg.web import answers, frames
from sbg.web.keys import key_of
from sbg.web.quotas import MEGABYTE, WebLimits
from sbg.web.requests import Fields, Refused, decode, encode, split
from sbg.web.tasks import TASKS, Tasks

_PR_SET_PDEATHSIG = 1


def main() -> None:
    """Work until stdin ends."""
    _end_with_parent()
    # The server is told of Ctrl-C, and tells us.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    incoming = os.fdopen(os.dup(0), "rb")
    outgoing = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever is printed by mistake must not come between the frames
    limits = WebLimits(**json.loads(sys.argv[1]))
    _limit_memory(limits.worker_megabytes)
    Worker(limits, incoming, outgoing).run()


def _end_with_parent() -> None:
    """Have Linux end us when the server is killed: the thread that listens needs the interpreter, which may be busy."""
    if not sys.platform.startswith("linux"):
        return
    import ctypes

    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, int(signal.SIGKILL))
        if os.getppid() == 1:
            os._exit(0)  # it was killed just before


def _limit_memory(megabytes: int) -> None:
    """Let the system refuse more memory than that, where it can; what asks for it then fails, and nothing else."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        size = megabytes * MEGABYTE
        _, most = resource.getrlimit(resource.RLIMIT_AS)
        if most != resource.RLIM_INFINITY:
            size = min(size, most)
        resource.setrlimit(resource.RLIMIT_AS, (size, most))


class Worker:
    """One task after the other; searches run beside them."""

    def __init__(self, limits: WebLimits, incoming: BinaryIO, outgoing: BinaryIO) -> None:
        self._limits = limits
        self._incoming = incoming
        self._outgoing = outgoing
        self._tasks = Tasks(limits)
        self._waiting: queue.SimpleQueue[tuple[frames.Head, bytes]] = queue.SimpleQueue()
        self._write_lock = threading.Lock()
        self._lock = threading.Lock()
        self._searches: dict[int, Any] = {}
        self._stopped: set[int] = set()

    def run(self) -> None:
        """Take tasks in the order in which they come."""
        threading.Thread(target=self._listen, name="sbg-listen", daemon=True).start()
        while True:
            head, body = self._waiting.get()
            number = head["number"]
            if head.get("tell"):
                self._write({"number": number})  # from here on it is this task that may end us
            try:
                self._do(number, head, body)
            except Refused as refused:
                self._refuse(number, refused)
            except MemoryError:
                self._refuse(number, Refused("limit", "this game needs too much memory"))
            except RecursionError:
                self._refuse(number, Refused("limit", "this game is nested too deeply"))
            except Exception as problem:
                self._refuse(number, _our_mistake(problem))

    def _listen(self) -> None:
        """Read on while a task is under way: a search must stop at once, and so must we when the server is gone."""
        while (frame := frames.read(self._incoming)) is not None:
            head, body = frame
            if head["task"] == "stop":
                self._stop(head["number"])
            else:
                self._waiting.put((head, body))
        os._exit(0)

    def _write(self, head: frames.Head, body: bytes = b"") -> None:
        if len(body) > self._limits.answer_bytes:
            refused = Refused(
                "limit", f"the answer has more than {self._limits.answer_bytes:,} bytes"
            )
            head, body = {**head, "error": refused.code}, encode({"error": refused.error})
        try:
            with self._write_lock:
                self._outgoing.write(frames.pack(head, body))
                self._outgoing.flush()
        except OSError:
            os._exit(0)  # the server is gone

    def _refuse(self, number: int, refused: Refused) -> None:
        body = encode({"error": refused.error} | refused.extra)
        self._write({"number": number, "end": True, "error": refused.code}, body)

    # -- tasks

    def _do(self, number: int, head: frames.Head, body: bytes) -> None:
        begun = time.perf_counter()
        task = head["task"]
        if task == "message":
            message = split(decode(body, self._limits.depth))
            self._write({"number": number, "end": True, "fields": message.fields}, message.body)
        elif task == "check":
            self._check(number, Fields(decode(body, self._limits.depth), self._limits))
        elif task in TASKS:
            fields = Fields(decode(body, self._limits.depth) if body else {}, self._limits)
            answer = encode(TASKS[task](self._tasks, fields))
            about: frames.Head = {"number": number, "end": True}
            if task == "open":
                about["seconds"] = time.perf_counter() - begun
                about["heavy"] = self._tasks.heavy(fields)
            self._write(about, answer)
        else:
            self._play(number, head, body)

    def _check(self, number: int, fields: Fields) -> None:
        """What is wrong with a text, at once; then its game, unless somebody is typing."""
        found = encode(self._tasks.diagnose(fields))
        if fields.flag("brief"):
            self._write({"number": number, "end": True}, found)
            return
        key = key_of(fields.text())
        self._write({"number": number}, key.encode() + found)
        begun = time.perf_counter()
        about: frames.Head = {"number": number, "end": True, "key": key}
        try:
            game = encode(self._tasks.open(fields))
            about["heavy"] = self._tasks.heavy(fields)
        except Refused as refused:
            if refused.code != "bad-game":
                raise
            game = b"null"
        self._write(about | {"seconds": time.perf_counter() - begun}, game)

    def _play(self, number: int, head: frames.Head, body: bytes) -> None:
        """A task about a game that the server has opened: it sends the text only where we do not have it."""
        from sbg.web.state import replayed, state

        game = self._tasks.known(head["key"])
        if game is None:
            if "text" not in head:
                self._write({"number": number, "end": True, "missing": True})
                return
            game = self._tasks.game(head["text"])
        fields = Fields(decode(body, self._limits.depth), self._limits)
        line = replayed(game, fields.line("start"), fields.moves())
        if head["task"] == "state":
            self._write({"number": number, "end": True}, encode(state(line, self._limits.moves)))
        elif head["task"] == "profile":
            self._profile(number, game, fields)
        else:
            self._search(number, head["task"], line, fields)

    def _profile(self, number: int, game: Any, fields: Fields) -> None:
        from sbg.web.profiler import Profiling

        seed = fields.whole("seed", 0, 0, 2**31) or 0

        def tell(progress: dict[str, Any]) -> None:
            self._write({"number": number}, encode(progress))

        def finish(found: dict[str, Any] | Exception) -> None:
            self._ended(number)
            if isinstance(found, MemoryError):
                self._refuse(number, Refused("limit", "this profile needs too much memory"))
            elif isinstance(found, Exception):
                self._refuse(number, _our_mistake(found))
            else:
                self._write({"number": number, "end": True}, encode(found))

        self._begin(number, lambda: Profiling(game, seed, tell, finish))

    def _search(self, number: int, kind: str, line: Any, fields: Fields) -> None:
        from sbg.players.score import Analysis
        from sbg.web import searching

        wanted = searching.Wanted(kind, fields, self._limits)
        if line.position.outcome is not None:
            raise Refused("illegal-move", f"the game is over: {line.position.outcome}")

        def tell(info: answers.Info) -> None:
            self._write({"number": number}, encode(info))

        def finish(found: Analysis | Exception, stopped: bool) -> None:
            self._ended(number)
            try:
                if isinstance(found, Exception):
                    raise found
                move = searching.best(found, line.position)
                answer = self._answer(kind, line, str(move), found, stopped)
                self._write({"number": number, "end": True}, encode(answer))
            except Refused as refused:
                self._refuse(number, refused)
            except MemoryError:
                self._refuse(number, Refused("limit", "this search needs too much memory"))
            except Exception as problem:
                self._refuse(number, _our_mistake(problem))

        self._begin(number, lambda: searching.Running(wanted, line.position, tell, finish))

    def _begin(self, number: int, start: Callable[[], Any]) -> None:
        """Start what runs beside the tasks; it may have been stopped already."""
        with self._lock:
            self._stopped = {other for other in self._stopped if other >= number}
            running = start()
            self._searches[number] = running
            if number in self._stopped:
                running.stop()

    def _ended(self, number: int) -> None:
        with self._lock:
            self._searches.pop(number, None)
            self._stopped.discard(number)

    def _answer(self, kind: str, line: Any, move: str, found: Any, stopped: bool) -> dict[str, Any]:
        from sbg.web import searching
        from sbg.web.state import play, state

        if kind == "analyse":
            return {"move": move, "stopped": stopped}
        if kind == "hint":
            return {"move": move, "info": searching.info(found.best, line.position)}
        play(line, move)
        return {"move": move, "state": state(line, self._limits.moves)}

    def _stop(self, number: int) -> None:
        with self._lock:
            running = self._searches.get(number)
            if running is None:
                self._stopped.add(number)  # it has ended, or is still among the waiting
            else:
                running.stop()


def _our_mistake(problem: Exception) -> Refused:
    print(f"sbg serve: {type(problem).__name__}: {problem}", file=sys.stderr, flush=True)
    return Refused("internal", "a mistake in sbg itself", "the terminal of `sbg serve` says more")


if __name__ == "__main__":
    main()
