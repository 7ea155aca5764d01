"""A server in a process of its own, and clients that talk to it, well-behaved and otherwise."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import signal
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect

from bench.serving import EVERYWHERE as EVERYWHERE
from bench.serving import ServerProcess
from bench.serving import slow_text as slow_text
from sbg.language import games
from tests.patience import SECONDS

GARDNER = games.read("gardner").decode()
HEXAPAWN = games.read("hexapawn").decode()
START = "rnbqk/ppppp/5/PPPPP/RNBQK w 0"

ROOT = Path(__file__).resolve().parents[2]

_WITH_LIMITS = """
import asyncio, json, sys
from sbg.app.cli.commands.serve import _bind
from pathlib import Path
from sbg.app.web.limits import WebLimits
from sbg.app.web.server.guard import Names
from sbg.app.web.server.page import FOLDER
from sbg.app.web.server.run import serve
import socket
listener = _bind(socket.AF_INET, "127.0.0.1", 0)
ready = lambda: print(f"http://127.0.0.1:{listener.getsockname()[1]}/", flush=True)
page = Path(sys.argv[2]) if len(sys.argv) > 2 else FOLDER
asyncio.run(serve(listener, WebLimits(**json.loads(sys.argv[1])), Names(True), ready, page))
"""
"""Starts a server with limits, and perhaps with a page, that are no options of the command."""


class Server(ServerProcess):
    """A running server, and questions to it."""

    # -- asking

    def request(
        self,
        method: str,
        path: str,
        body: bytes | str | None = None,
        headers: dict[str, str] | None = None,
    ) -> tuple[int, dict[str, str], bytes]:
        """Status, headers (by lower-case name) and body of an answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=SECONDS)
        try:
            connection.request(method, path, body, headers or {})
            answer = connection.getresponse()
            found = {name.lower(): value for name, value in answer.getheaders()}
            return answer.status, found, answer.read()
        finally:
            connection.close()

    def get(self, path: str) -> Any:
        """What an address answers, which must be JSON."""
        status, _, body = self.request("GET", path)
        assert status == 200, body
        return json.loads(body)

    def post(self, name: str, **fields: Any) -> Any:
        """What `/api/NAME` answers."""
        status, answer = self.try_post(name, **fields)
        assert status == 200, answer
        return answer

    def try_post(self, name: str, **fields: Any) -> tuple[int, Any]:
        """Status and answer of `/api/NAME`."""
        kind = {"Content-Type": "application/json"}
        status, _, body = self.request("POST", f"/api/{name}", json.dumps(fields), kind)
        return status, json.loads(body)

    def status(self) -> dict[str, int]:
        """What the server says is going on."""
        found: dict[str, int] = self.get("/api/status")
        return found

    @contextlib.contextmanager
    def client(self, **options: Any) -> Iterator[Client]:
        """A WebSocket."""
        address = f"ws://127.0.0.1:{self.port}/ws"
        with connect(address, max_size=None, open_timeout=SECONDS, **options) as connection:
            yield Client(connection)

    def raw(self, data: bytes = b"") -> socket.socket:
        """A connection on which anything can be sent."""
        connection = socket.create_connection(("127.0.0.1", self.port), timeout=SECONDS)
        connection.sendall(data)
        return connection

    def websocket(self) -> socket.socket:
        """A WebSocket on which any bytes can be sent."""
        connection = self.raw(HANDSHAKE)
        assert connection.recv(4096).startswith(b"HTTP/1.1 101 ")
        return connection

    # -- looking from outside

    def workers(self) -> list[int]:
        """The numbers of the worker processes."""
        pid = self.process.pid
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii")
        return [int(number) for number in children.split()]

    def work(self) -> float:
        """Processor seconds that the worker processes have used."""
        return sum(_processor_seconds(pid) for pid in self.workers())

    def connections(self) -> int:
        """Network connections that the server has open, beside the one that it listens on."""
        folder = Path(f"/proc/{self.process.pid}/fd")
        links = []
        for entry in folder.iterdir():
            with contextlib.suppress(OSError):
                links.append(os.readlink(entry))
        inodes = {link[8:-1] for link in links if link.startswith("socket:")}
        table = Path("/proc/net/tcp").read_text(encoding="ascii").splitlines()[1:]
        rows = [line.split() for line in table]
        return sum(row[9] in inodes and row[3] != "0A" for row in rows)  # 0A: listens

    def memory(self) -> int:
        """Bytes that the server itself holds, without its workers."""
        pages = Path(f"/proc/{self.process.pid}/statm").read_text(encoding="ascii").split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")


def _processor_seconds(pid: int) -> float:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    except OSError:  # it has just ended
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


LINUX = pytest.mark.skipif(sys.platform != "linux", reason="looks at processes through /proc")


class Client:
    """A WebSocket that speaks JSON. It is about a game, unless a request brings another one."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self._next = 0

    def send(self, type: str, **fields: Any) -> int:
        """Send a request; its number."""
        self._next += 1
        about = {} if type in ("ping", "stop") else {"text": GARDNER}
        self.connection.send(json.dumps({"id": self._next, "type": type, **about, **fields}))
        return self._next

    def receive(self, timeout: float = 30) -> Any:
        """The next message."""
        return json.loads(self.connection.recv(timeout))

    def ask(self, type: str, **fields: Any) -> Any:
        """The answer to a request, after all its lines."""
        return self.follow(self.send(type, **fields))[-1]

    def follow(self, number: int) -> list[Any]:
        """All messages up to the answer to a request; what belongs to others is passed over."""
        found: list[Any] = []
        while not found or found[-1]["type"] == "info":
            message = self.receive()
            if message["id"] == number:
                found.append(message)
        return found


@contextlib.contextmanager
def running(*words: str) -> Iterator[Server]:
    """`sbg serve` with some options, at a free port."""
    with _ended(Server(["-m", "sbg", "serve", "--port", "0", *words])) as server:
        yield server


@contextlib.contextmanager
def limited(*, page: Path | None = None, **limits: Any) -> Iterator[Server]:
    """A server with other limits, and perhaps with another page."""
    words = ["-c", _WITH_LIMITS, json.dumps(limits)]
    with _ended(Server([*words, str(page)] if page else words)) as server:
        yield server


@contextlib.contextmanager
def _ended(server: Server) -> Iterator[Server]:
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.process.send_signal(signal.SIGTERM)
            try:
                server.process.communicate(timeout=SECONDS)
            except subprocess.TimeoutExpired:
                server.process.kill()
                server.process.communicate()


def wait_for(condition: Callable[[], bool], seconds: float = SECONDS) -> float:
    """Seconds until something holds; an error if it does not in time."""
    begun = time.perf_counter()
    while not condition():
        assert time.perf_counter() - begun < seconds, "waited in vain"
        time.sleep(0.02)
    return time.perf_counter() - begun


HANDSHAKE = (
    b"GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


def frame(text: str, opcode: int = 1) -> bytes:
    """A frame as a client sends it, its mask zero."""
    data = text.encode()
    size = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + struct.pack(">H", len(data))
    return bytes([0x80 | opcode]) + size + bytes(4) + data


def more_files(wanted: int) -> int:
    """Let this process have so many files open, if the system allows it; how many it may."""
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return soft
