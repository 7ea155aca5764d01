"""What hostile WebSocket clients do to the server: its memory, and how others' answers slow down.

    python bench/hostile_sockets.py                    # every kind, 20 sockets, 15 seconds each
    python bench/hostile_sockets.py pings --sockets 100

A process of its own sends as fast as it can, and connects anew when a socket is closed. Meanwhile one well-behaved
player moves, and asks `/api/status`, twenty times a second. The aim: with 20 sockets of any kind nobody waits longer
than half a second, the server (without its worker processes) takes at most 150 MB, and sockets are closed with 1008.
"""

from __future__ import annotations

import argparse
import contextlib
import http.client
import json
import multiprocessing
import os
import selectors
import socket
import statistics
import struct
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from websockets.sync.client import connect

from bench.serving import ServerProcess, slow_text
from sbg.language import games

_SHAKE = (
    b"GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


def _frame(opcode: int, data: bytes = b"", fin: bool = True) -> bytes:
    """A frame of a client; its mask is zero."""
    head = bytes([opcode | (0x80 if fin else 0)])
    if len(data) < 126:
        head += bytes([0x80 | len(data)])
    elif len(data) < 1 << 16:
        head += bytes([0x80 | 126]) + struct.pack(">H", len(data))
    else:
        head += bytes([0x80 | 127]) + struct.pack(">Q", len(data))
    return head + bytes(4) + data


def _nested(size: int = 570_000) -> bytes:
    return b'{"id":1,"type":"hint","a":[' + b"[]," * (size // 3 - 20) + b"[]]}"


def _posted(body: bytes) -> bytes:
    head = "POST /api/check HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    return f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body


def _moves() -> bytes:
    return json.dumps({"id": 1, "type": "hint", "moves": ["a2a3"] * 66_000}).encode()


KINDS: dict[str, Callable[[], tuple[bytes | None, bytes, bool]]] = {
    "pings": lambda: (b"", _frame(9) * 10_000, True),
    "pongs": lambda: (b"", _frame(10) * 10_000, True),
    "fragments": lambda: (_frame(1, fin=False), _frame(0, fin=False) * 10_000, True),
    "unread": lambda: (b"", _frame(9, bytes(125)) * 1_000, False),
    "messages": lambda: (b"", _frame(1, b'{"id":1,"type":"ping"}') * 1_000, True),
    "nested": lambda: (b"", _frame(1, _nested()), True),
    "moves": lambda: (b"", _frame(1, _moves()), True),
    "posts": lambda: (None, _posted(_nested()), True),
    "slow": lambda: (None, _posted(json.dumps({"text": slow_text()}).encode()), True),
}
"""What is sent first (None: by HTTP) and then again and again, and whether answers are read."""


def attack(port: int, kind: str, sockets: int, end: float, told: Any) -> None:
    """Send as fast as it goes; how many sockets were closed, by code and reason."""
    first, again, reads = KINDS[kind]()
    closed = Counter[str]()
    chooser = selectors.DefaultSelector()

    def begin() -> None:
        with contextlib.suppress(OSError):
            made = socket.create_connection(("127.0.0.1", port), timeout=5)
            if first is not None:
                made.sendall(_SHAKE)
                made.recv(4096)
            made.setblocking(False)
            chooser.register(made, 3, {"out": first or again, "in": b""})

    for _ in range(sockets):
        begin()
    while time.monotonic() < end:
        for key, events in chooser.select(0.5):
            made, state = key.fileobj, key.data
            assert isinstance(made, socket.socket)
            try:
                if events & 1 and (reads or time.monotonic() > end - 1):
                    data = made.recv(1 << 16)
                    state["in"] = (state["in"] + data)[-200:]
                    if not data:
                        raise OSError
                if events & 2:
                    sent = made.send(state["out"])
                    state["out"] = state["out"][sent:] or again
            except BlockingIOError:
                continue
            except OSError:
                with contextlib.suppress(OSError):  # who did not read finds the reason now
                    while data := made.recv(1 << 16):
                        state["in"] = (state["in"] + data)[-200:]
                closed[_reason(state["in"])] += 1
                chooser.unregister(made)
                made.close()
                begin()
    told.put(dict(closed))


def _reason(data: bytes) -> str:
    at = data.rfind(b"\x88")
    if at < 0 or len(data) < at + 4:
        return "no reason"
    size = data[at + 1]
    return f"{int.from_bytes(data[at + 2 : at + 4], 'big')} {data[at + 4 : at + 2 + size].decode('utf-8', 'replace')}"


def memory(pid: int) -> float:
    """Resident megabytes of a process."""
    text = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    return next(int(line.split()[1]) / 1024 for line in text.splitlines() if "VmRSS" in line)


def measure(kind: str, sockets: int, seconds: float) -> dict[str, Any]:
    """One attack."""
    server = ServerProcess(["-m", "sbg", "serve", "--port", "0"])
    told: Any = multiprocessing.Queue()
    waits: list[float] = []
    most = 0.0
    failed = Counter[str]()
    try:
        end = time.monotonic() + seconds
        with connect(f"ws://127.0.0.1:{server.port}/ws", open_timeout=30) as player:
            text = games.read("gardner").decode()
            _ask(player, type="play", text=text, player="random")
            attacker = multiprocessing.Process(
                target=attack, args=(server.port, kind, sockets, end, told)
            )
            attacker.start()
            while time.monotonic() < end:
                begun = time.monotonic()
                try:
                    answer = _ask(player, type="play", text=text, player="random")
                    failed[answer.get("code", "")] += 1
                    waits.append(time.monotonic() - begun)
                    begun = time.monotonic()
                    line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
                    line.request("GET", "/api/status")
                    failed[str(line.getresponse().status)] += 1
                    line.close()
                except OSError as problem:
                    failed[type(problem).__name__] += 1
                waits.append(time.monotonic() - begun)
                most = max(most, memory(server.process.pid))
                time.sleep(0.05)
            closed = told.get(timeout=60)
            attacker.join(60)
    finally:
        server.end()
    return {
        "kind": kind,
        "sockets": sockets,
        "answers": dict(failed),
        "median": round(statistics.median(waits), 3),
        "longest": round(max(waits), 3),
        "megabytes": round(most),
        "closed": closed,
    }


def _ask(player: Any, /, **fields: Any) -> dict[str, Any]:
    player.send(json.dumps({"id": 7, **fields}))
    while True:
        answer: dict[str, Any] = json.loads(player.recv(timeout=120))
        if answer["type"] != "info":
            return answer


def main() -> None:
    """Every kind, or those that are named."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=", ".join(KINDS))
    parser.add_argument("--sockets", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=15)
    given = parser.parse_args()
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    for kind in given.kinds or KINDS:
        print(json.dumps(measure(kind, given.sockets, given.seconds)), flush=True)


if __name__ == "__main__":
    main()
