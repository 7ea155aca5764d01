"""Checks host names and origins of requests, and sets the security headers of answers.

Any page that a browser shows can send requests to this machine. What keeps it from reading or steering this server: the
name in `Host` must be one of ours (a foreign name that was made to lead here is not), `Origin` must be the page of this
very server, and bodies must call themselves JSON, which a foreign page cannot have them do unasked.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sbg.app.web.desk.requests import STATUS, Refused, encode

_HOST = re.compile(r"([0-9A-Za-z._-]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]{1,5})?", re.ASCII)

PAGE_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"
"""For pictures, which may bring a style sheet of their own along and nothing else."""

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
"""Of every answer, beside Content-Security-Policy."""


def json_answer(body: bytes, status: int = 200) -> Response:
    """JSON that is ready; no browser keeps it."""
    return Response(body, status, {"Cache-Control": "no-store"}, media_type="application/json")


def failure(refused: Refused) -> Response:
    """A refusal as an answer."""
    answer = json_answer(encode({"error": refused.error} | refused.extra), STATUS[refused.code])
    if refused.closes:
        answer.headers["Connection"] = "close"
    if refused.code == "busy":
        answer.headers["Retry-After"] = "1"
    return answer


class Names:
    """What this server may be called in `Host`."""

    def __init__(self, loopback: bool, names: Iterable[str] = ()) -> None:
        self._loopback = loopback
        self._names = {"localhost", *(name.lower() for name in names)}

    def allows(self, host: str) -> bool:
        """Whether a `Host` is ours, at whatever port: a tunnel may lead here from another one.

        A number is no name that somebody could lead here; but where only this machine is served, only its own numbers
        are allowed.
        """
        match = _HOST.fullmatch(host)
        if match is None:
            return False
        name = match[1].lower().removesuffix(".")
        if name in self._names:
            return True
        try:
            address = ipaddress.ip_address(name.strip("[]"))
        except ValueError:
            return False
        return address.is_loopback if self._loopback else True


class Guard:
    """The outermost layer of the application."""

    def __init__(self, app: ASGIApp, names: Names) -> None:
        self._app = app
        self._names = names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                headers.setdefault("Content-Security-Policy", PAGE_POLICY)
            await send(message)

        try:
            self._check(scope)
        except Refused as refused:
            # A WebSocket is refused by an answer of HTTP, before it becomes one.
            await failure(refused)(scope, receive, send_with_headers)
            return
        await self._app(scope, receive, send_with_headers)

    def _check(self, scope: Scope) -> None:
        headers = Headers(scope=scope)
        hosts = headers.getlist("host")
        if len(hosts) != 1 or not self._names.allows(hosts[0]):
            raise Refused(
                "forbidden",
                "this server is not called that",
                "open the address that `sbg serve` has printed, or allow a name with --name",
            )
        if scope["type"] == "http" and scope["method"] in ("GET", "HEAD"):
            return
        # Browsers name the origin wherever it matters. A program that is no browser may leave it out.
        for origin in headers.getlist("origin"):
            if not _is_page_of(hosts[0], origin):
                raise Refused("forbidden", "this request comes from another page")


def _is_page_of(host: str, origin: str) -> bool:
    try:
        parts = urlsplit(origin)
    except ValueError:  # such as an address that is never closed, `http://[`
        return False
    return parts.scheme in ("http", "https") and parts.netloc.lower() == host.lower()
