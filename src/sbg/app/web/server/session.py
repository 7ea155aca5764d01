"""One WebSocket connection: starts and stops searches, and sends what they find.

Every request brings its game, start and moves along, so that nothing is kept here but the search under way, which ends
with the connection.
"""

from __future__ import annotations

import asyncio
import re

from starlette.websockets import WebSocket, WebSocketDisconnect

from sbg.app.web.desk.requests import SEARCHES, Refused, encode
from sbg.app.web.server.pool import Call, Pool

_HEAD = re.compile(
    r'\s*\{\s*"id"\s*:\s*([0-9]{1,15})\s*,\s*"type"\s*:\s*"([a-z-]{0,20})"\s*[,}]', re.ASCII
)
"""How a message begins. The rest is decoded in a worker process, where computing is allowed."""


class Session:
    """One client."""

    def __init__(self, socket: WebSocket, pool: Pool, client: str) -> None:
        self._socket = socket
        self._pool = pool
        self._client = client
        self._call: Call | None = None
        self._search: asyncio.Task[None] | None = None

    async def run(self) -> None:
        """Serve the client until it goes; then nothing of it is left."""
        try:
            while (event := await self._socket.receive())["type"] != "websocket.disconnect":
                await self._take(event.get("text") or "")
        finally:
            await self._stop()

    async def _take(self, text: str) -> None:
        head = _HEAD.match(text)
        number, kind = (int(head[1]), head[2]) if head else (None, "")
        if head is None:
            what = "a message begins with its `id`, a whole number, and its `type`"
            await self._error(
                number, Refused("bad-request", what, '`{"id": 1, "type": "hint", …}`')
            )
        elif kind == "ping":
            await self._send(number, "pong")
        elif kind == "stop":
            if self._call is not None:
                self._call.stop()
        elif kind in SEARCHES:
            await self._stop()
            self._call = Call()
            self._search = asyncio.create_task(self._run(number, kind, text.encode(), self._call))
            await asyncio.sleep(0)  # it gets a process before somebody stops it, if one is free
        else:
            what = f"`type` is one of {', '.join([*SEARCHES, 'stop', 'ping'])}"
            await self._error(number, Refused("bad-request", what))

    async def _run(self, number: int | None, kind: str, body: bytes, call: Call) -> None:
        """Send what a search finds, then its end."""

        async def tell(found: bytes) -> None:
            await self._send(number, "info", b'"info":' + found)

        try:
            answer = await self._pool.ask(kind, body, self._client, tell, call)
            await self._send(number, SEARCHES[kind], answer[1:-1])
        except Refused as problem:
            await self._error(number, problem)

    async def _stop(self) -> None:
        """Have the search under way end, and its answer be sent."""
        if self._search is not None and self._call is not None:
            self._call.stop()
            await asyncio.wait((self._search,))

    async def _send(self, number: int | None, kind: str, rest: bytes = b"") -> None:
        """An answer, whose rest is JSON already; a client that does not take it is cut off."""
        head = b'{"id":%s,"type":"%s"' % (encode(number), kind.encode())
        text = (head + (b"," + rest if rest else b"") + b"}").decode()
        try:
            async with asyncio.timeout(self._pool.limits.patience_seconds):
                await self._socket.send_text(text)
        except TimeoutError:
            self._socket.scope["state"]["abort"]()
        except (WebSocketDisconnect, RuntimeError):
            pass  # it has gone

    async def _error(self, number: int | None, problem: Refused) -> None:
        await self._send(number, "error", encode(problem.error | problem.extra)[1:-1])
