"""Tasks of all clients in; answers of worker processes out, each within its time: who works on what.

Texts that nobody has read yet go to the readers, one text to a process at a time. A reader that takes too long is
ended and replaced. A text that was read in time may be played: games go to the players by their key, so that each is
read once more and then kept; those that were slow to read share a process, and wait only for each other.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any

from sbg.web import frames
from sbg.web.cache import Cache
from sbg.web.process import Answer, Call, OnInfo, Process, WorkerGone
from sbg.web.quotas import MEGABYTE, WebLimits
from sbg.web.requests import Refused, encode

_KEYS = 4_096
"""Texts of which it is remembered how long they took to read."""
_KEY = 64
"""Bytes of the key of a text."""
_GRACE = 5.0
"""Seconds beyond its own time that a search may take before its process is ended."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A game that was read in time: what the page is told of it."""

    info: bytes
    slow: bool


class TooSlow(Refused):
    """A text that takes longer to read than it may."""


class _NotBegun(Exception):  # noqa: N818 - what happened
    """A reader ended before it had begun to read."""


class Pool:
    """All worker processes."""

    def __init__(self, limits: WebLimits) -> None:
        self.limits = limits
        self._idle: asyncio.LifoQueue[Process] = asyncio.LifoQueue()
        self._readers: set[Process] = set()
        self._players: list[Process | None] = [None] * (limits.players + 1)
        self._starting = [asyncio.Lock() for _ in self._players]
        self._reads: Counter[str] = Counter()
        self._turns: dict[str, asyncio.Semaphore] = {}
        self._opened: Cache[Opened] = Cache(_KEYS, 16 * MEGABYTE)
        self._too_slow: Cache[bytes] = Cache(_KEYS, MEGABYTE)
        self._opening: dict[str, asyncio.Task[Opened]] = {}
        self._slots = asyncio.Semaphore(limits.searches)
        self._searches: Counter[str] = Counter()
        self._places: dict[str, asyncio.Semaphore] = {}
        self._background: set[asyncio.Task[None]] = set()
        self._closing = False
        self.ended = 0
        """Processes that were ended because they took too long."""

    async def start(self) -> None:
        """Start what the first client needs, and let the other processes follow."""
        await asyncio.gather(self._new_reader(), self._player(0))
        self._in_background(self._start_others())

    async def _start_others(self) -> None:
        for _ in range(1, self.limits.readers):
            await self._new_reader()
        for index in range(1, self.limits.players):
            await self._player(index)

    async def close(self) -> None:
        """End all processes, and with them all that is under way."""
        self._closing = True
        for task in self._background:
            task.cancel()
        players = [player for player in self._players if player is not None]
        await asyncio.gather(*(process.close() for process in (*self._readers, *players)))

    def status(self) -> dict[str, Any]:
        """What is going on, in numbers."""
        return {
            "searches": sum(self._searches.values()),
            "reads": sum(self._reads.values()),
            "games": len(self._opened),
            "processes": sum(
                p is not None and not p.gone for p in (*self._readers, *self._players)
            ),
            "ended": self.ended,
        }

    # -- readers

    async def _new_reader(self) -> None:
        process = await Process.start(self.limits)
        if self._closing:
            await process.close()
            return
        self._readers.add(process)
        self._idle.put_nowait(process)

    def _replace(self, process: Process) -> None:
        if self._closing:
            return  # it is ended with the others, and nobody needs another one
        self._readers.discard(process)
        self._in_background(process.close())
        self._in_background(self._new_reader())

    def _in_background(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._background.add(task)
        task.add_done_callback(self._background.discard)

    async def read(
        self, task: str, body: bytes, client: str, on_part: OnInfo | None = None
    ) -> Answer:
        """Have a reader do a task, within the time that reading may take; Refused when it takes longer."""
        if sum(self._reads.values()) >= self.limits.reads:
            raise Refused("busy", "too many texts wait to be read", "try again in a moment")
        if self._reads[client] >= self.limits.client_reads:
            raise Refused("busy", "too many of your texts wait to be read", "wait for the answers")
        self._reads[client] += 1
        # One process is always left to the other addresses.
        most = max(1, self.limits.readers - 1)
        turns = self._turns.setdefault(client, asyncio.Semaphore(most))
        try:
            async with turns:
                for _ in range(self.limits.readers + 1):
                    # A reader may have been ended while it had nothing to do; another takes its place.
                    with suppress(_NotBegun):
                        return await self._read(task, body, on_part)
                raise Refused("internal", "the processes that read games end", "ask again")
        finally:
            self._reads[client] -= 1
            if not self._reads[client]:
                del self._reads[client], self._turns[client]

    async def _read(self, task: str, body: bytes, on_part: OnInfo | None) -> Answer:
        while (
            process := await self._idle.get()
        ).gone:  # something has ended it while it had nothing to do
            self._replace(process)
        seconds = self.limits.read_seconds
        begun = healthy = False

        def on_begun(part: bytes) -> None:
            nonlocal begun
            begun = True
            if part and on_part is not None:
                on_part(part)

        try:
            async with asyncio.timeout(seconds):
                call = process.begin({"task": task, "tell": True}, body, on_begun)
                answer = await call.answer
            healthy = True
            return answer
        except TimeoutError:
            self.ended += 1
            raise TooSlow(
                "limit",
                f"reading this game takes longer than {seconds:g} s",
                "make its rules shorter, or its board smaller",
            ) from None
        except WorkerGone:
            if self._closing:
                raise Refused("busy", "the server ends", "try again when it is back") from None
            if not begun:
                raise _NotBegun from None
            raise Refused("limit", "reading this game took too much memory or failed") from None
        finally:
            # A reader that still works on something nobody waits for would make the next text wait.
            if healthy:
                self._idle.put_nowait(process)
            else:
                self._replace(process)

    async def open(self, key: str, text: str, client: str) -> Opened:
        """Read a game, once for all who ask at the same time; Refused with the reason when it cannot be played."""
        opened = self._opened.get(key)
        if opened is not None:
            return opened
        if self._too_slow.get(key) is not None:
            raise self._slow(b"{}")
        task = self._opening.get(key)
        if task is None:
            task = asyncio.create_task(self._open(key, text, client))
            self._opening[key] = task
            task.add_done_callback(lambda _: self._opening.pop(key, None))
            task.add_done_callback(lambda done: done.cancelled() or done.exception())
        return await asyncio.shield(task)

    async def _open(self, key: str, text: str, client: str) -> Opened:
        try:
            answer = await self.read("open", encode({"text": text}), client)
        except TooSlow:
            self._too_slow.put(key, b"{}", 2)
            raise
        if answer.error is not None:
            raise refusal(answer)
        return self._keep(key, answer)

    def _keep(self, key: str, answer: Answer) -> Opened:
        slow = answer.head["heavy"] or answer.head["seconds"] > self.limits.slow_seconds
        opened = Opened(answer.body, slow)
        self._opened.put(key, opened, len(answer.body) + 100)
        return opened

    async def check(self, body: bytes, client: str) -> bytes:
        """What is wrong with a text and, where that is asked for, its game. Where the game takes too long, Refused says
        what is wrong with the text all the same."""
        mark = hashlib.sha256(body).hexdigest()
        known = self._too_slow.get(mark)
        if known is not None:
            raise self._slow(known)
        parts: list[bytes] = []
        try:
            answer = await self.read("check", body, client, parts.append)
        except Refused as refused:
            if not parts:
                raise
            key, found = parts[0][:_KEY].decode(), parts[0][_KEY:]
            if isinstance(refused, TooSlow):
                self._too_slow.put(key, b"{}", 2)
                self._too_slow.put(mark, found, len(found))
            refused.extra |= json.loads(found)
            raise
        if answer.error is not None:
            problem = refusal(answer)
            if parts:
                problem.extra |= json.loads(parts[0][_KEY:])
            raise problem
        if not parts:
            return answer.body
        if "heavy" in answer.head:
            self._keep(answer.head["key"], answer)
        return parts[0][_KEY:-1] + b',"game":' + answer.body + b"}"

    def _slow(self, found: bytes) -> Refused:
        message = f"reading this game takes longer than {self.limits.read_seconds:g} s"
        return Refused("limit", message, **json.loads(found))

    # -- players

    async def _player(self, index: int) -> Process:
        async with self._starting[index]:
            player = self._players[index]
            if player is None or player.gone:
                player = self._players[index] = await Process.start(self.limits)
            return player

    async def _player_of(self, key: str, slow: bool) -> Process:
        return await self._player(
            self.limits.players if slow else int(key[:8], 16) % self.limits.players
        )

    async def play(self, game: Playing, task: str, body: bytes) -> Answer:
        """Have a player do a task about a game that was opened."""
        return await self._play(game, task, body, 0.0, None, lambda call: None)

    async def _play(
        self,
        game: Playing,
        task: str,
        body: bytes,
        seconds: float,
        on_info: OnInfo | None,
        begun: Callable[[Call], None],
    ) -> Answer:
        player = await self._player_of(game.key, game.slow)
        head: frames.Head = {"task": task, "key": game.key}
        try:
            async with asyncio.timeout(seconds + self.limits.read_seconds + _GRACE):
                begun(call := player.begin(head, body, on_info))
                answer = await asyncio.shield(call.answer)
                if answer.head.get("missing"):
                    begun(call := player.begin({**head, "text": game.text}, body, on_info))
                    answer = await asyncio.shield(call.answer)
        except TimeoutError:
            if player.idle_seconds < self.limits.read_seconds:  # it works, but on what others want
                call.stop()
                raise Refused("busy", "too much is asked of this server", "try again") from None
            self.ended += 1
            player.kill()
            raise Refused("limit", "this took too long, and was ended") from None
        except WorkerGone:
            raise Refused(
                "internal", "the process that plays this game has ended", "ask again"
            ) from None
        if answer.error is not None:
            raise refusal(answer)
        return answer

    def search(
        self,
        game: Playing,
        task: str,
        body: bytes,
        seconds: float,
        client: str,
        on_info: OnInfo,
        at_once: bool,
    ) -> Search:
        """Begin a search; one that chooses at once needs no place among the others."""
        return Search(self, game, task, body, seconds, None if at_once else client, on_info)

    @asynccontextmanager
    async def _place(self, client: str | None, waits: Callable[[str], None]) -> AsyncIterator[None]:
        """A place among the searches, for the time it takes; Refused if none gets free in time.

        `waits` is told what for, where there is none at once.
        """
        if client is None:
            yield
            return
        self._searches[client] += 1
        own = self._places.setdefault(client, asyncio.Semaphore(self.limits.client_searches))
        try:
            async with AsyncExitStack() as places:
                about = "too many searches of yours are under way"
                try:
                    async with asyncio.timeout(self.limits.search_wait_seconds):
                        if own.locked():
                            waits(about)
                        await places.enter_async_context(own)
                        about = "too many searches are under way"
                        if self._slots.locked():
                            waits(about)
                        await places.enter_async_context(self._slots)
                except TimeoutError:
                    raise Refused("busy", about, "try again later") from None
                yield
        finally:
            self._searches[client] -= 1
            if not self._searches[client]:
                del self._searches[client], self._places[client]


@dataclass(frozen=True, slots=True)
class Playing:
    """A game that a client has open."""

    key: str
    text: str
    slow: bool


class Search:
    """A search that waits for its turn or is under way. It keeps its place until it has really ended."""

    def __init__(
        self,
        pool: Pool,
        game: Playing,
        task: str,
        body: bytes,
        seconds: float,
        client: str | None,
        on_info: OnInfo,
    ) -> None:
        self._call: Call | None = None
        self._stopped = False
        self._waits = False

        def begun(call: Call) -> None:
            self._call = call
            if self._stopped:
                call.stop()

        async def run() -> Answer:
            self._waits = True
            async with pool._place(client, lambda about: on_info(encode({"waits": about}))):
                self._waits = False
                return await pool._play(game, task, body, seconds, on_info, begun)

        self.task = asyncio.create_task(run())
        self.task.add_done_callback(lambda done: done.cancelled() or done.exception())

    def stop(self) -> None:
        """Have it end now; it still answers, unless it had not begun."""
        self._stopped = True
        if self._call is not None:
            self._call.stop()
        elif self._waits:
            self.task.cancel()

    async def answer(self) -> Answer:
        """What it has found, once it has ended; Refused if it did not begin."""
        try:
            return await asyncio.shield(self.task)
        except asyncio.CancelledError:
            if self.task.cancelled():
                raise Refused("busy", "the search was stopped before it had begun") from None
            raise


def refusal(answer: Answer) -> Refused:
    """What a process refused, to be refused by us."""
    said = json.loads(answer.body)
    error = said.pop("error")
    return Refused(error["code"], error["message"], error.get("help"), **said)
