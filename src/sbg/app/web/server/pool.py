"""The pool of worker processes: gives each request one, and ends it when it takes too long.

Nobody knows how long it takes to read a text before it was read, so that only a few processes do. Moves and searches of
a game that was read quickly before need not wait for them.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from bisect import insort
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from sbg.app.web.desk.requests import POSTED, SEARCHES, Refused, raw_text
from sbg.app.web.limits import WebLimits
from sbg.app.web.server.frames import BEGUN, END, LIGHT, NEWS, SEARCHING, STOP
from sbg.app.web.server.process import Process, WorkerGone

Tell = Callable[[bytes], Awaitable[None]]
"""Given what a process says before its answer."""

_TURNS = 4
"""How often as long as it may take a request waits for its turn, at most."""
_OVERHEAD = 1_000
"""Bytes that a request takes beside its body while it waits."""
_SPARE = 3
"""Processes that have nothing to do, as long as there may be more: it takes a moment to start one."""
_AT_ONCE = 2
"""Processes that are started at once."""
_LARGE = 50_000
"""Bytes of a request for each of which it lets others go before it. A game beyond them is read like an unknown one."""
_LIGHT = 4_096
"""Games of which it is remembered that they are read quickly."""


class Call:
    """A request under way. Whoever asks for a search keeps it, to stop it."""

    def __init__(self) -> None:
        self.client = ""
        self.name = ""
        self.game: bytes | None = None
        """What its game is known by."""
        self.reads = False
        """It is one of those that read."""
        self.process: Process | None = None
        self.begun = self.searching = self.stopped = False
        self.turn: asyncio.Future[Process] | None = None

    def stop(self) -> None:
        """Have it end now; it still answers, unless it has not begun."""
        if self.stopped:
            return
        self.stopped = True
        if self.process is not None:
            self.process.send(STOP)
        elif self.turn is not None:
            self.turn.cancel()


class Pool:
    """All worker processes. There are some more than there is work, up to a limit."""

    def __init__(self, limits: WebLimits) -> None:
        self.limits = limits
        self._processes: set[Process] = set()
        self._starting = 0
        self._idle: list[Process] = []
        """The one used last is the next: it knows the games that are played."""
        self._queue: list[tuple[int, Call, asyncio.Future[Process]]] = []
        self._waiting: Counter[str] = Counter()
        """Bytes that wait, by address; the other three count requests."""
        self._busy: Counter[str] = Counter()
        self._reads: Counter[str] = Counter()
        self._searches: Counter[str] = Counter()
        self._light: OrderedDict[bytes, None] = OrderedDict()
        self._background: set[asyncio.Task[None]] = set()
        self._closing = False
        self.ended = 0
        """Processes that were ended because they took too long."""

    async def start(self) -> None:
        """Start the first process, and let others follow."""
        self._starting += 1
        await self._start()
        self._serve()

    async def close(self) -> None:
        """End all processes, and with them all that is under way."""
        self._closing = True
        for task in self._background:
            task.cancel()
        await asyncio.gather(*self._background, return_exceptions=True)
        await asyncio.gather(*(process.close() for process in self._processes))

    def status(self) -> dict[str, int]:
        """What is going on, in numbers."""
        searches = self._searches.total()
        return {
            "searches": searches,
            "reads": self._busy.total() - searches,
            "processes": sum(not process.gone for process in self._processes),
            "ended": self.ended,
        }

    # -- processes

    async def _start(self) -> None:
        """Start a process; if that fails, the next request has it tried again."""
        try:
            process = await Process.start(self.limits)
            self._processes.add(process)
            await process.receive()  # it is ready
            self._idle.append(process)
        except WorkerGone:
            return await self._drop(process)
        finally:
            self._starting -= 1
        self._serve()

    async def _drop(self, process: Process) -> None:
        self._processes.discard(process)
        await process.close()

    def _in_background(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._background.add(task)
        task.add_done_callback(self._background.discard)

    def _serve(self) -> None:
        """Give idle processes to those who wait, in their order; an address that has its share goes on waiting."""
        still: list[tuple[int, Call, asyncio.Future[Process]]] = []
        for large, call, turn in self._queue:
            if self._idle and not turn.done() and self._may_begin(call):
                self._busy[call.client] += 1
                self._reads[call.client] += call.reads
                turn.set_result(self._idle.pop())
            if not turn.done():
                still.append((large, call, turn))
        self._queue = still
        few = len(self._idle) + self._starting < _SPARE and self._starting < _AT_ONCE
        alive = len(self._processes) + self._starting
        if few and alive < self.limits.processes and not self._closing:
            self._starting += 1
            self._in_background(self._start())

    def _may_begin(self, call: Call) -> bool:
        if call.name == "moves" or call.name in SEARCHES:
            call.reads = call.game not in self._light
        else:
            call.reads = call.name in POSTED
        most = self.limits.readers
        read = self._reads.total() < most and self._reads[call.client] < most - 1
        return self._busy[call.client] < self.limits.client_processes and (read or not call.reads)

    async def _process(self, call: Call, size: int) -> Process:
        """A process for a request, when it is its turn."""
        client = call.client
        most = self.limits.waiting_bytes
        if self._waiting.total() + size > most or self._waiting[client] + size > most * 3 // 4:
            raise Refused("busy", "too many requests wait for their turn", "try again in a moment")
        turn: asyncio.Future[Process] = asyncio.get_running_loop().create_future()
        call.turn = turn
        if call.stopped:
            turn.cancel()
        insort(self._queue, (size // _LARGE, call, turn), key=lambda waiting: waiting[0])
        self._waiting[client] += size
        self._serve()
        try:
            async with asyncio.timeout(_TURNS * self.limits.read_seconds):
                return await turn
        except BaseException as problem:
            if not turn.cancel() and not turn.cancelled():
                self._give_back(turn.result(), call)  # it has come too late
            if isinstance(problem, TimeoutError):
                about = "too much is asked of this server", "try again later"
                raise Refused("busy", *about) from None
            if isinstance(problem, asyncio.CancelledError) and call.stopped:
                about = "the search was stopped before it had begun", "ask again"
                raise Refused("busy", *about) from None
            raise
        finally:
            call.turn = None
            _less(self._waiting, client, size)

    def _give_back(self, process: Process, call: Call, healthy: bool = True) -> None:
        _less(self._busy, call.client, 1)
        self._has_read(call)
        if self._closing:
            return  # it is ended with the others
        if healthy and not process.gone:
            self._idle.append(process)
        else:
            self._in_background(self._drop(process))
        self._serve()

    def _has_read(self, call: Call) -> None:
        _less(self._reads, call.client, call.reads)
        call.reads = False

    # -- requests

    async def ask(
        self,
        name: str,
        body: bytes,
        client: str,
        tell: Tell | None = None,
        call: Call | None = None,
    ) -> bytes:
        """The answer to a request, or Refused. `tell` is given what is known before it."""
        call = call or Call()
        call.client = client
        call.name, call.game = name, _game_of(body)
        for _ in range(self.limits.processes + 1):
            process = await self._process(call, len(body) + _OVERHEAD)
            call.process = process
            healthy = False
            try:
                process.send(name, body)
                answer = await self._answer(call, tell)
                healthy = True
            except TimeoutError:
                self.ended += 1
                if call.searching:
                    raise Refused("limit", "this took too long, and was ended") from None
                seconds = self.limits.read_seconds
                raise Refused(
                    "limit",
                    f"reading this game takes longer than {seconds:g} s",
                    "make its rules shorter, or its board smaller",
                ) from None
            except WorkerGone:
                if self._closing:
                    raise Refused("busy", "the server ends", "try again when it is back") from None
                if call.begun:
                    raise Refused("limit", "this took too much memory, or failed") from None
                continue  # it had ended while it had nothing to do
            finally:
                call.process = None
                self._give_back(process, call, healthy)
            if isinstance(answer, Refused):
                raise answer
            return answer
        raise Refused("internal", "the processes that answer have ended", "ask again")

    async def _answer(self, call: Call, tell: Tell | None) -> bytes | Refused:
        """What a process says; WorkerGone or TimeoutError if it is of no more use."""
        refused = None
        assert call.process is not None
        try:
            async with asyncio.timeout(self.limits.read_seconds) as deadline:
                while True:
                    word, found = await call.process.receive()
                    if word == BEGUN:
                        call.begun = True
                    elif word == LIGHT:
                        self._remember(call)
                    elif word == SEARCHING:
                        refused = self._no_place(call.client)
                        if refused is not None:
                            call.process.send(STOP)
                            continue
                        call.searching = True
                        self._searches[call.client] += 1
                        self._has_read(call)
                        self._serve()
                        seconds = float(found or self.limits.search_seconds)
                        now = asyncio.get_running_loop().time()
                        deadline.reschedule(now + seconds + self.limits.read_seconds)
                    elif word != NEWS:
                        return refused or (found if word == END else _refusal(found))
                    elif tell is not None and refused is None:
                        await tell(found)
        finally:
            if call.searching:
                _less(self._searches, call.client, 1)

    def _remember(self, call: Call) -> None:
        if call.game is not None:
            self._light[call.game] = None
            self._light.move_to_end(call.game)
            if len(self._light) > _LIGHT:
                self._light.popitem(last=False)

    def _no_place(self, client: str) -> Refused | None:
        """Why a search has no place among the others, if it has none."""
        if self._searches[client] >= self.limits.client_searches:
            return Refused("busy", "too many searches of yours are under way", "try again later")
        if self._searches.total() >= self.limits.searches:
            return Refused("busy", "too many searches are under way", "try again later")
        return None


def _game_of(body: bytes) -> bytes | None:
    """What the game of a request is known by."""
    text = raw_text(body[:_LARGE])
    return None if text is None else hashlib.sha256(text).digest()


def _less(counts: Counter[str], key: str, by: int) -> None:
    """Count down, and forget who has nothing left."""
    counts[key] -= by
    if not counts[key]:
        del counts[key]


def _refusal(body: bytes) -> Refused:
    """What a process refused, to be refused by us."""
    said = json.loads(body)
    error = said.pop("error")
    return Refused(error["code"], error["message"], error.get("help"), **said)
