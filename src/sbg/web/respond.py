"""Bytes or a refusal in; an answer of HTTP out."""

from __future__ import annotations

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from sbg.web.requests import STATUS, Refused, encode


def json_answer(body: bytes, status: int = 200) -> Response:
    """JSON that is ready; no browser keeps it."""
    return Response(body, status, {"Cache-Control": "no-store"}, media_type="application/json")


class failure:  # noqa: N801 - used as a function
    """A refusal as an answer, to a request or to a WebSocket that is not to be."""

    def __init__(self, refused: Refused) -> None:
        self._answer = json_answer(
            encode({"error": refused.error} | refused.extra), STATUS[refused.code]
        )
        if refused.closes:
            self._answer.headers["Connection"] = "close"
        if refused.code in ("busy", "too-fast"):
            self._answer.headers["Retry-After"] = "1"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._answer(scope, receive, send)
