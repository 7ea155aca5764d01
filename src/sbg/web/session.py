"""Messages of one WebSocket in; answers out, each with the number of its request. One search at a time.

The game that a client plays lives in the client: every message brings its start and its moves along. All that is kept
here is which game is open, and the search under way; both are gone with the connection.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from sbg.players import PLAYERS
from sbg.web.keys import key_of
from sbg.web.pool import Playing, Pool, Search, refusal
from sbg.web.quotas import WebLimits
from sbg.web.rate import Bucket
from sbg.web.requests import Fields, Message, Refused, decode, encode, split
from sbg.web.searching import asked_player
from sbg.web.sockets import POLICY, TOO_FAST

_SEARCHES = {"play": "played", "analyse": "done", "hint": "hinted", "profile": "profiled"}
"""Requests that search, and what their answers are called."""

TRY_LATER = 1013
_LARGE = 50
"""As how many small messages the largest counts, when it comes too fast."""
_SHORT = 2_000
"""Characters of a message that is read here: it takes less time than to hand it on."""


class Session:
    """One client. Its messages are taken in order; a search goes on beside them."""

    def __init__(self, socket: WebSocket, pool: Pool, client: str) -> None:
        limits = pool.limits
        self._socket = socket
        self._pool = pool
        self._limits: WebLimits = limits
        self._client = client
        self._messages = Bucket(limits.messages_per_second, limits.message_burst)
        self._bytes = Bucket(limits.bytes_per_second, 2 * limits.body_bytes)
        self._waiting: asyncio.Queue[str] = asyncio.Queue(limits.pending)
        self._held = 0
        self._sending = asyncio.Lock()
        self._game: Playing | None = None
        self._search: Search | None = None
        self._telling: asyncio.Task[None] | None = None

    async def run(self) -> None:
        """Serve the client until it goes; then nothing of it is left."""
        work = asyncio.create_task(self._work())
        listen = asyncio.create_task(self._listen())
        try:
            await asyncio.wait((work, listen), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._end_search()
            for task in (work, listen, self._telling):
                if task is not None:
                    task.cancel()
                    with contextlib.suppress(asyncio.CancelledError, Exception):
                        await task

    # -- coming in

    async def _listen(self) -> None:
        """Take messages as they come, so that it is noticed at once when the client goes."""
        refusals = Bucket(self._limits.refusals / 60, self._limits.refusals)
        while True:
            try:
                text = await self._receive()
            except Refused as problem:
                await self._error(None, problem)
                continue
            if text is None:
                return
            if not self._messages.take() or not self._bytes.take(len(text)):
                # A large one costs more to take: it counts as so many more, and the next is waited for longer.
                large = len(text) / self._limits.body_bytes
                if not refusals.take(1 + _LARGE * large):
                    await self._close(POLICY, TOO_FAST)
                    return
                await self._error(_number_of(text), Refused("too-fast", "messages come too fast"))
                slow = len(text) / self._limits.bytes_per_second if large > 1 / _LARGE else 0.0
                await asyncio.sleep(max(slow, 1 / self._limits.messages_per_second))
                continue
            if self._waiting.full() or self._held > self._limits.body_bytes:
                many = Refused("too-fast", "too many messages wait for their answers")
                await self._error(_number_of(text), many)
                continue
            self._held += len(text)
            self._waiting.put_nowait(text)

    async def _receive(self) -> str | None:
        """The next message; None when the client is gone."""
        event = await self._socket.receive()
        if event["type"] == "websocket.disconnect":
            return None
        text = event.get("text")
        if text is None:
            raise Refused("bad-request", "a message is JSON in a text frame, not in a binary one")
        return str(text)

    async def _work(self) -> None:
        while True:
            text = await self._waiting.get()
            number = None
            size = len(text)
            try:
                message = await self._read(text)
                del text
                number = _id_of(message.fields)
                if number is None:
                    raise Refused("bad-request", "every message has an `id`, a whole number")
                await self._obey(number, message)
            except Refused as problem:
                await self._error(number, problem)
            finally:
                self._held -= size

    async def _read(self, text: str) -> Message:
        """What a message says. A long one is read where computing is allowed."""
        if len(text) <= _SHORT:
            return split(decode(text, self._limits.depth))
        answer = await self._pool.read("message", text.encode("utf-8", "replace"), self._client)
        if answer.error is not None:
            raise refusal(answer)
        return Message(answer.head["fields"], answer.body)

    async def _obey(self, number: int, message: Message) -> None:
        kind = message.fields.get("type")
        if kind == "ping":
            await self._send(number, "pong")
        elif kind == "open":
            await self._open(number, message)
        elif kind == "moves":
            answer = await self._pool.play(self._opened(), "state", message.body)
            await self._send(number, "state", b'"state":' + answer.body)
        elif kind == "stop":
            await self._stop()
        elif isinstance(kind, str) and kind in _SEARCHES:
            await self._start(number, kind, message)
        else:
            raise Refused("bad-request", "`type` is none of the requests that there are")

    async def _open(self, number: int, message: Message) -> None:
        fields = Fields({**message.fields, "text": message.text}, self._limits)
        text = fields.text()
        key = key_of(text)
        opened = await self._pool.open(key, text, self._client)
        await self._stop()
        self._game = Playing(key, text, opened.slow)
        await self._send(number, "opened", b'"game":' + opened.info)

    def _opened(self) -> Playing:
        if self._game is None:
            raise Refused("bad-request", "no game is open", "send `open` with its text first")
        return self._game

    # -- searching

    async def _start(self, number: int, kind: str, message: Message) -> None:
        game = self._opened()
        fields = Fields(message.fields, self._limits)
        # A player without a strength moves at once: it needs no place among the searches.
        at_once = PLAYERS[asked_player(kind, fields)].strength is None
        asked = fields.seconds("seconds", None) or self._limits.search_seconds
        await self._stop()
        infos: asyncio.Queue[bytes] = asyncio.Queue(2 * self._limits.lines)

        def on_info(info: bytes) -> None:
            if infos.full():  # a client that reads slowly gets the newest
                infos.get_nowait()
            infos.put_nowait(info)

        search = self._pool.search(
            game, kind, message.body, 0.0 if at_once else asked, self._client, on_info, at_once
        )
        self._search = search
        self._telling = asyncio.create_task(self._tell(number, kind, search, infos))

    async def _tell(
        self, number: int, kind: str, search: Search, infos: asyncio.Queue[bytes]
    ) -> None:
        """Send what a search finds, then its end."""
        passing = asyncio.create_task(self._pass_on(number, infos))
        try:
            answer = await search.answer()
            passing.cancel()
            while not infos.empty():
                await self._send(number, "info", b'"info":' + infos.get_nowait())
            await self._send(number, _SEARCHES[kind], answer.body[1:-1])
        except Refused as problem:
            await self._error(number, problem)
        except (WebSocketDisconnect, TimeoutError):
            search.stop()
        finally:
            passing.cancel()

    async def _pass_on(self, number: int, infos: asyncio.Queue[bytes]) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # the client has gone
            while True:
                await self._send(number, "info", b'"info":' + await infos.get())

    async def _stop(self) -> None:
        """Have the search under way end, and its answer be sent."""
        self._end_search()
        if self._telling is not None:
            await asyncio.wait((self._telling,))
            self._telling = None

    def _end_search(self) -> None:
        if self._search is not None:
            self._search.stop()
            self._search = None

    # -- going out

    async def _send(self, number: int | None, kind: str, rest: bytes = b"") -> None:
        """An answer, whose rest is JSON already; a client that does not take it is dropped."""
        head = b'{"id":%s,"type":"%s"' % (encode(number), kind.encode())
        text = (head + (b"," + rest if rest else b"") + b"}").decode()
        try:
            async with asyncio.timeout(self._limits.send_seconds), self._sending:
                await self._socket.send_text(text)
        except TimeoutError:
            self._end_search()
            raise WebSocketDisconnect from None

    async def _error(self, number: int | None, problem: Refused) -> None:
        about = problem.error | problem.extra
        await self._send(number, "error", encode(about)[1:-1])

    async def _close(self, code: int, reason: str) -> None:
        with contextlib.suppress(Exception):
            await self._socket.close(code, reason)


def _id_of(message: dict[str, Any]) -> int | None:
    number = message.get("id")
    return number if isinstance(number, int) and not isinstance(number, bool) else None


def _number_of(text: str) -> int | None:
    """The number of a message that is refused unread, if it is a short one."""
    if len(text) > 1_000:
        return None
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return _id_of(message) if isinstance(message, dict) else None
