"""Runs the language server on stdin and stdout, or on a TCP port, for one client."""

from __future__ import annotations

import logging
import os
import signal
import socket
import sys
from types import FrameType
from typing import BinaryIO

from sbg.app.lsp.documents import MAX_MESSAGE
from sbg.app.lsp.server import SbgServer

_MAX_LINE = 10_000
_INTERRUPTED = 130


class _Bounded:
    """A stream that reads no message larger than any that a game could need; one ends it."""

    def __init__(self, stream: BinaryIO) -> None:
        self.stream = stream
        self.refused = False

    def readline(self) -> bytes:
        return self.stream.readline(_MAX_LINE)

    def read(self, size: int) -> bytes:
        if size > MAX_MESSAGE:
            print(f"error: a message has more than {MAX_MESSAGE:,} bytes", file=sys.stderr)
            self.refused = True
            return b""
        return self.stream.read(size)


def stdio() -> int:
    """Serve the client on stdin and stdout; the exit code."""
    # The server closes what it writes to, and nothing else may write there.
    with os.fdopen(os.dup(sys.stdout.fileno()), "wb") as output:
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
        return serve(sys.stdin.buffer, output)


def tcp(host: str, port: int) -> int:
    """Serve the first client that connects."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.create_server((host, port), family=family) as listener:
        name = listener.getsockname()
        print(f"listening on {name[0]}:{name[1]}", file=sys.stderr, flush=True)
        connection, _ = listener.accept()
    with connection, connection.makefile("rb") as reader, connection.makefile("wb") as writer:
        return serve(reader, writer)


def serve(reader: BinaryIO, writer: BinaryIO) -> int:
    """Serve a client until it goes; 1 if it ends the server without a shutdown, or sends what is too large."""
    if "SBG_TRACEBACK" not in os.environ:
        # The client is told in its own log; where in pygls it happened is for who mends the server.
        logging.getLogger("pygls").setLevel(logging.CRITICAL + 1)
    server = SbgServer()
    signal.signal(signal.SIGINT, _interrupted)
    bounded = _Bounded(reader)
    server.start_io(bounded, writer)  # type: ignore[arg-type] # it needs no more than this
    return 1 if bounded.refused or (server.was_ended and not server.was_shut_down) else 0


def _interrupted(number: int, frame: FrameType | None) -> None:
    """End at once: a thread waits for input and cannot be woken, and there is nothing to save."""
    os.write(2, b"interrupted\n")
    os._exit(_INTERRUPTED)
