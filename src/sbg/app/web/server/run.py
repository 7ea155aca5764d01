"""Starts and stops the web server, and decides how connections are handled."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import socket
import sys
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from sbg.app.web.limits import WebLimits
from sbg.app.web.server.app import Application
from sbg.app.web.server.guard import Names
from sbg.app.web.server.page import FOLDER
from sbg.app.web.server.sockets import socket_for

_FULL = (
    b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\nRetry-After: 5\r\n"
    b"Connection: close\r\nContent-Length: %d\r\n\r\n%s"
)
_FULL_BODY = b'{"error":{"code":"busy","message":"too many connections","help":"try again later"}}'
_HEAD_BYTES = 32_000


def protocol_for(limits: WebLimits, connections: int) -> type[H11Protocol]:
    """How connections are spoken with: there are not too many of them, and none is slow in asking."""

    class Protocol(H11Protocol):
        _deadline: asyncio.TimerHandle | None = None
        """A head that comes byte by byte keeps a connection busy for nothing; so does one that never comes."""

        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            if len(self.connections) > connections:
                transport.write(_FULL % (len(_FULL_BODY), _FULL_BODY))
                transport.close()
            else:
                self._watch(True)

        def _watch(self, waits: bool) -> None:
            if waits and self._deadline is None:
                abort = self.transport.abort
                self._deadline = self.loop.call_later(limits.patience_seconds + 1, abort)
            elif not waits and self._deadline is not None:
                self._deadline.cancel()
                self._deadline = None

        def data_received(self, data: bytes) -> None:
            if not self.transport.is_closing():
                super().data_received(data)

        def handle_events(self) -> None:
            super().handle_events()
            # The application has a deadline for the body, and a WebSocket is none of ours.
            waits = self.cycle is None or self.cycle.response_complete
            self._watch(waits and self in self.connections)

        def handle_websocket_upgrade(self, event: Any) -> None:
            # Closing waits until all has been sent; for a client that takes nothing the application has this.
            self.app_state = {**self.app_state, "abort": self.transport.abort}
            super().handle_websocket_upgrade(event)

        def connection_lost(self, exc: Exception | None) -> None:
            self._watch(False)
            super().connection_lost(exc)

    return Protocol


class Server(uvicorn.Server):
    """Ends at the first Ctrl-C, with everything that is under way, and quietly."""

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        """Signals end the server; they are not raised again afterwards."""
        handled = [signal.SIGINT, signal.SIGTERM]
        if sys.platform == "win32":
            handled.append(signal.SIGBREAK)  # Ctrl-Break
        before = {number: signal.signal(number, self.handle_exit) for number in handled}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


async def serve(
    listener: socket.socket,
    limits: WebLimits,
    names: Names,
    ready: Callable[[], None],
    page: Path = FOLDER,
) -> None:
    """Serve on a socket that listens, until a signal ends it. `ready` is called when requests are answered."""
    application = Application(limits, page)
    config = uvicorn.Config(
        application.made(names),
        http=protocol_for(limits, files_for(limits.connections)),
        ws=socket_for(limits),
        ws_max_size=limits.body_bytes,
        ws_ping_interval=limits.patience_seconds,
        ws_ping_timeout=limits.patience_seconds,
        ws_per_message_deflate=False,
        lifespan="off",
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        timeout_keep_alive=max(1, int(limits.patience_seconds)),
        timeout_graceful_shutdown=1,
        h11_max_incomplete_event_size=_HEAD_BYTES,
        backlog=1024,
    )
    # What a client does wrong is no news for the terminal.
    logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
    # asyncio warns of a process that was waited for twice, as happens when it is ended while it ends by itself.
    logging.getLogger("asyncio").setLevel(logging.ERROR)
    server = Server(config)
    with server.capture_signals():
        await application.pool.start()
        running = asyncio.create_task(server.serve([listener]))
        while not server.started and not running.done():
            await asyncio.sleep(0.005)
        if server.started:
            ready()
        while not server.should_exit and not running.done():
            await asyncio.sleep(0.02)
        # Whoever waits for a worker process is told first, so that nothing holds up the end.
        await application.pool.close()
        await running


def files_for(connections: int) -> int:
    """Let this process have enough files open for so many connections; how many it may have then."""
    try:
        import resource
    except ImportError:  # on Windows there is no such limit
        return connections
    spare = 100  # for worker processes and files
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = connections + spare
    if soft != resource.RLIM_INFINITY and soft < wanted:
        more = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (more, hard))
            soft = more
        return max(10, min(connections, soft - spare))
    return connections
