"""The addresses (routes) of the web server, and which worker request each of them makes."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from sbg.app.web.desk.requests import POSTED, Refused, encode
from sbg.app.web.limits import WebLimits
from sbg.app.web.server.guard import PICTURE_POLICY, Guard, Names, failure, json_answer
from sbg.app.web.server.page import FOLDER, Page
from sbg.app.web.server.pool import Pool
from sbg.app.web.server.session import Session

_SMALL = 1_000
"""Bytes of an answer below which compression does not pay."""
_PATIENCE = 8
"""How many times larger than allowed a body may be for its connection to stay."""
_TRY_LATER = 1013


class Application:
    """The application, with what all its answers share."""

    def __init__(self, limits: WebLimits, page: Path = FOLDER) -> None:
        self.limits = limits
        self.pool = Pool(limits)
        self._page = page
        self._sockets = 0
        self._fixed: dict[tuple[str, str], asyncio.Task[bytes]] = {}

    def made(self, names: Names) -> ASGIApp:
        """The application as a server calls it."""
        routes = [
            Route("/api/info", self._fixed_answer("info")),
            Route("/api/games", self._fixed_answer("games")),
            Route("/api/games/{name}.svg", self._thumbnail),
            Route("/api/games/{name}", self._fixed_answer("bundled")),
            Route("/api/status", self._status),
            *(Route(f"/api/{name}", self._post(name), methods=["POST"]) for name in POSTED),
            WebSocketRoute("/ws", self._socket),
            Mount("/", Page(self._page)),
        ]
        handlers: dict[Any, Any] = {
            Refused: _refused,
            HTTPException: _http_problem,
        }
        app = Starlette(routes=routes, exception_handlers=handlers)
        return Guard(GZipMiddleware(app, minimum_size=_SMALL, compresslevel=1), names)

    # -- what is the same for everybody

    def _fixed_answer(self, task: str) -> Callable[[Request], Awaitable[Response]]:
        async def answer(request: Request) -> Response:
            found = await self._once(task, request.path_params.get("name", ""), request)
            # It changes only with the server: a browser asks, and is told that what it has is right.
            mark = f'"{hashlib.sha256(found).hexdigest()[:32]}"'
            headers = {"Cache-Control": "no-cache", "ETag": mark}
            if mark in request.headers.get("if-none-match", ""):
                return Response(None, 304, headers)
            return Response(found, 200, headers, "application/json")

        return answer

    async def _once(self, task: str, name: str, request: Request) -> bytes:
        """An answer that never changes, asked for when it is first needed; one that failed is asked for again."""
        key = task, name
        if key not in self._fixed:
            work = asyncio.create_task(
                self.pool.ask(task, encode({"name": name}), _client(request))
            )
            self._fixed[key] = work
            work.add_done_callback(lambda done: self._forget_failure(key, done))
        return await asyncio.shield(self._fixed[key])

    def _forget_failure(self, key: tuple[str, str], done: asyncio.Task[bytes]) -> None:
        if done.cancelled() or done.exception() is not None:
            self._fixed.pop(key, None)

    async def _thumbnail(self, request: Request) -> Response:
        answer = await self._once("thumbnail", request.path_params["name"], request)
        headers = {"Content-Security-Policy": PICTURE_POLICY, "Cache-Control": "max-age=3600"}
        return Response(json.loads(answer)["svg"], 200, headers, "image/svg+xml")

    async def _status(self, request: Request) -> Response:
        return json_answer(encode({"sockets": self._sockets} | self.pool.status()))

    # -- what brings a text along

    def _post(self, name: str) -> Callable[[Request], Awaitable[Response]]:
        async def answer(request: Request) -> Response:
            body = await self._body(request)
            news: list[bytes] = []

            async def tell(found: bytes) -> None:
                news.append(found)

            try:
                return json_answer(await self.pool.ask(name, body, _client(request), tell))
            except Refused as refused:
                for found in news:  # what is wrong with a text, though its game was not made
                    refused.extra = json.loads(found) | refused.extra
                raise

        return answer

    async def _body(self, request: Request) -> bytes:
        """The body of a request. One that is too large is refused before it has come."""
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != "application/json":
            raise Refused("media-type", "the body of a request is `application/json`")
        most = self.limits.body_bytes
        too_large = Refused("too-large", f"a request has at most {most:,} bytes")
        length = request.headers.get("content-length", "")
        if length.isdigit() and (len(length) > 12 or int(length) > most):
            # What is only a little too large is still taken, or its sender would not see why it was refused.
            too_large.closes = len(length) > 12 or int(length) > _PATIENCE * most
            raise too_large
        parts: list[bytes] = []
        size = 0
        try:
            async with asyncio.timeout(self.limits.patience_seconds):
                async for part in request.stream():
                    size += len(part)
                    if size > most:
                        too_large.closes = True
                        raise too_large
                    parts.append(part)
        except TimeoutError:
            late = Refused("bad-request", "the body of the request did not come in time")
            late.closes = True
            raise late from None
        except ClientDisconnect:
            raise Refused("bad-request", "the client has gone") from None
        return b"".join(parts)

    # -- searches

    async def _socket(self, socket: WebSocket) -> None:
        await socket.accept()
        if self._sockets >= self.limits.sockets:
            await socket.close(_TRY_LATER, "too many clients are connected")
            return
        self._sockets += 1
        try:
            await Session(socket, self.pool, _client(socket)).run()
        finally:
            self._sockets -= 1
            # Closing waits until all has been sent; a client that takes nothing is not waited for.
            loop = asyncio.get_running_loop()
            loop.call_later(self.limits.patience_seconds, socket.scope["state"]["abort"])


def _client(connection: Request | WebSocket) -> str:
    """Who asks, as far as limits are concerned."""
    return connection.client.host if connection.client else ""


async def _refused(_: Request, refused: Exception) -> Response:
    assert isinstance(refused, Refused)
    return failure(refused)


async def _http_problem(_: Request, problem: Exception) -> Response:
    assert isinstance(problem, HTTPException)
    code = {404: "not-found", 405: "method"}.get(problem.status_code, "bad-request")
    return failure(Refused(code, problem.detail))
