"""The program of a worker process: answers requests from stdin, one by one, on stdout.

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
from typing import BinaryIO

from sbg.app.web.desk.desk import Desk
from sbg.app.web.desk.requests import SEARCHES, Refused, encode
from sbg.app.web.limits import MEGABYTE, WebLimits
from sbg.app.web.server import frames
from sbg.app.web.server.frames import BEGUN, END, LIGHT, NEWS, READY, SEARCHING, STOP
from sbg.play.players.score import Info

_PR_SET_PDEATHSIG = 1
_QUICK = 0.5
"""Processor seconds in which a game is read that nobody has to wait for."""
_MOST_BYTES = 8_000_000
"""Bytes of an answer."""


def main() -> None:
    """Work until stdin ends."""
    _end_with_parent()
    # The server is told of Ctrl-C, and tells us.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    incoming = os.fdopen(os.dup(0), "rb")
    outgoing = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever is printed by mistake must not come between the frames
    limits = WebLimits(**json.loads(sys.argv[1]))
    _limit_memory(limits.worker_megabytes + limits.hash_megabytes)
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
    """One request after the other. A thread listens meanwhile, so that a search can be stopped."""

    def __init__(self, limits: WebLimits, incoming: BinaryIO, outgoing: BinaryIO) -> None:
        self._incoming = incoming
        self._outgoing = outgoing
        self._desk = Desk(limits)
        self._asked: queue.SimpleQueue[tuple[str, bytes]] = queue.SimpleQueue()
        self._writing = threading.Lock()
        self._stopping = threading.Lock()
        self._begun = 0.0
        self._stopped = False
        self._stop: Callable[[], None] | None = None

    def run(self) -> None:
        """Take requests in the order in which they come."""
        threading.Thread(target=self._listen, name="sbg-listen", daemon=True).start()
        self._write(READY)
        while True:
            name, body = self._asked.get()
            self._begun = time.process_time()
            self._desk.light = False
            self._write(BEGUN)  # from here on it is this request that may end us
            try:
                self._write(END, self._answer(name, body))
            except Refused as refused:
                self._refuse(refused)
            except MemoryError:
                self._refuse(Refused("limit", "this needs too much memory"))
            except RecursionError:
                self._refuse(Refused("limit", "this game is nested too deeply"))
            except Exception as problem:
                print(
                    f"sbg serve: {type(problem).__name__}: {problem}", file=sys.stderr, flush=True
                )
                about = "a mistake in sbg itself", "the terminal of `sbg serve` says more"
                self._refuse(Refused("internal", *about))

    def _listen(self) -> None:
        """Read on while a request is answered: a search must stop at once, and so must we when the server is gone."""
        while (frame := frames.read(self._incoming)) is not None:
            with self._stopping:
                self._stopped = frame[0] == STOP
                if self._stopped and self._stop is not None:
                    self._stop()
            if frame[0] != STOP:
                self._asked.put(frame)
        os._exit(0)

    def _write(self, word: str, body: bytes = b"") -> None:
        if len(body) > _MOST_BYTES:
            raise Refused("limit", f"the answer has more than {_MOST_BYTES:,} bytes")
        try:
            with self._writing:
                self._outgoing.write(frames.pack(word, body))
                self._outgoing.flush()
        except OSError:
            os._exit(0)  # the server is gone

    def _refuse(self, refused: Refused) -> None:
        self._write(refused.code, encode({"error": refused.error} | refused.extra))

    def _answer(self, name: str, body: bytes) -> bytes:
        def tell(found: bytes) -> None:
            self._write(NEWS, found)

        if name == "profile":
            self._write(SEARCHING)
            return self._desk.profile(body, tell, lambda: self._stopped)
        if name in SEARCHES:
            return self._search(name, body)
        answer = self._desk.answer(name, body, tell)
        self._tell_if_light()
        return answer

    def _tell_if_light(self) -> None:
        if self._desk.light and time.process_time() - self._begun < _QUICK:
            self._write(LIGHT)

    def _search(self, kind: str, body: bytes) -> bytes:
        search = self._desk.search(kind, body)
        self._tell_if_light()
        if not search.at_once:
            self._write(SEARCHING, str(search.seconds).encode())

        def on_info(found: Info) -> None:
            if (news := search.news(found)) is not None:
                self._write(NEWS, news)

        searcher = search.searcher()
        try:
            with self._stopping:
                running = searcher.start(search.position, search.limits(), on_info)
                self._stop = running.stop
                if self._stopped:
                    running.stop()
            found = running.wait()
        finally:
            with self._stopping:
                self._stop = None
            searcher.close()
        assert found is not None
        for news in search.last_news(found):
            self._write(NEWS, news)
        return search.answer(found, self._stopped)


if __name__ == "__main__":
    main()
