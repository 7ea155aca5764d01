"""Requests in; what the real server, in a process of its own, answers out."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import subprocess
import sys
import threading
from typing import Any, BinaryIO

URI = "file:///game.sbg"
PATIENCE = 60


class Client:
    """A client of `sbg lsp`, as an editor is one."""

    def __init__(self, reader: BinaryIO, writer: BinaryIO) -> None:
        self.writer = writer
        self.number = 0
        self.inbox: queue.Queue[dict[str, Any] | None] = queue.Queue()
        self.kept: list[dict[str, Any]] = []
        self.thread = threading.Thread(target=self._read, args=(reader,), daemon=True)
        self.thread.start()

    def _read(self, reader: BinaryIO) -> None:
        while header := reader.readline():
            length = int(header.split(b":")[1])
            while reader.readline().strip():
                pass
            self.inbox.put(json.loads(reader.read(length)))
        self.inbox.put(None)

    def send(self, message: dict[str, Any]) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.raw(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))

    def raw(self, data: bytes) -> None:
        self.writer.write(data)
        self.writer.flush()

    def notify(self, method: str, params: dict[str, Any] | None = None) -> None:
        self.send({"method": method, **({} if params is None else {"params": params})})

    def request(self, method: str, params: dict[str, Any] | None = None) -> Any:
        answer = self.answer(method, params)
        assert "error" not in answer, answer
        return answer["result"]

    def answer(self, method: str, params: dict[str, Any] | None = None) -> dict[str, Any]:
        self.number += 1
        number = self.number
        message = {"id": number, "method": method}
        self.send(message if params is None else {**message, "params": params})
        return self.wait(lambda other: other.get("id") == number and "method" not in other)

    def wait(self, fits: Any) -> dict[str, Any]:
        """The first message that fits; the others are kept."""
        for number, message in enumerate(self.kept):
            if fits(message):
                return self.kept.pop(number)
        while True:
            received = self.inbox.get(timeout=PATIENCE)
            assert received is not None, "the server has gone"
            if fits(received):
                return received
            self.kept.append(received)

    def diagnostics(self, version: int, uri: str = URI) -> list[dict[str, Any]]:
        """The diagnostics of a version of a document."""

        def fits(message: dict[str, Any]) -> bool:
            params = message.get("params", {})
            published = message.get("method") == "textDocument/publishDiagnostics"
            return published and params["uri"] == uri and params.get("version") == version

        found: list[dict[str, Any]] = self.wait(fits)["params"]["diagnostics"]
        return found

    def initialize(self, **capabilities: Any) -> dict[str, Any]:
        result: dict[str, Any] = self.request(
            "initialize", {"processId": None, "rootUri": None, "capabilities": capabilities}
        )
        self.notify("initialized", {})
        return result

    def open(self, text: str, uri: str = URI) -> None:
        document = {"uri": uri, "languageId": "sbg", "version": 1, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": document})

    def change(self, version: int, *changes: dict[str, Any], uri: str = URI) -> None:
        self.notify(
            "textDocument/didChange",
            {"textDocument": {"uri": uri, "version": version}, "contentChanges": list(changes)},
        )

    def at(self, method: str, line: int, character: int, **more: Any) -> Any:
        position = {"line": line, "character": character}
        return self.request(
            f"textDocument/{method}", {"textDocument": {"uri": URI}, "position": position, **more}
        )


class Server:
    """The server in a process, and a client that speaks with it over its pipes."""

    def __init__(self) -> None:
        self.process = start()
        assert self.process.stdin
        assert self.process.stdout
        reader, writer = self.process.stdout, self.process.stdin
        self.client = Client(reader, writer)  # type: ignore[arg-type] # pipes are binary files

    def close(self) -> None:
        """End it, whatever happened."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(PATIENCE)
        self.client.thread.join(PATIENCE)
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            assert pipe
            with contextlib.suppress(OSError):
                pipe.close()


def start(*words: str) -> subprocess.Popen[bytes]:
    """The server in a process."""
    environment = {name: value for name, value in os.environ.items() if name != "SBG_TRACEBACK"}
    return subprocess.Popen(
        [sys.executable, "-m", "sbg", "lsp", *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
    )
