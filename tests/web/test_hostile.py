"""Clients that mean no good: whatever they send, others are served, and nothing is left of them."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import struct
import threading
import time
from collections.abc import Iterator

import pytest
from websockets.exceptions import ConnectionClosed

from tests.patience import SECONDS, ends
from tests.web.helpers import (
    EVERYWHERE,
    GARDNER,
    HANDSHAKE,
    LINUX,
    Client,
    Server,
    frame,
    limited,
    more_files,
    slow_text,
    wait_for,
)

POST = b"POST /api/check HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
MEGABYTE = 1 << 20


@pytest.fixture(scope="module")
def guarded() -> Iterator[Server]:
    """A server with little patience."""
    with limited(patience_seconds=1, read_seconds=1.5) as server:
        # What is read for the first time may take longer than that on a busy machine.
        wait_for(lambda: server.request("GET", "/api/games")[0] == 200)
        yield server
        assert server.get("/api/games/gardner")["name"] == "gardner"
        code, errors = server.end()
        assert (code, errors) == (0, "")


def read_all(connection: socket.socket) -> bytes:
    """What comes until the connection ends, however it ends."""
    found = b""
    with contextlib.suppress(ConnectionError):
        while data := connection.recv(65_536):
            found += data
    return found


def send_all(connection: socket.socket, size: int, chunked: bool = False) -> int:
    """Send that many bytes; how many were taken before the connection ended."""
    piece = b" " * 65_536
    sent = 0
    with contextlib.suppress(OSError):
        while sent < size:
            data = b"%x\r\n%s\r\n" % (len(piece), piece) if chunked else piece
            connection.sendall(data)
            sent += len(piece)
    return sent


# -- bodies


@LINUX
def test_a_body_of_100_megabytes_is_refused_before_it_comes(guarded: Server) -> None:
    before = guarded.memory()
    with guarded.raw(POST + b"Content-Length: 100000000\r\n\r\n") as connection:
        answer = read_all(connection)
        assert answer.startswith(b"HTTP/1.1 413 ")
        assert b"600,000 bytes" in answer
        assert send_all(connection, 100_000_000) < 20_000_000  # nobody takes it
    assert guarded.memory() - before < 20 * MEGABYTE


@LINUX
def test_a_body_without_a_length_is_refused_when_it_becomes_too_large(guarded: Server) -> None:
    before = guarded.memory()
    with guarded.raw(POST + b"Transfer-Encoding: chunked\r\n\r\n") as connection:
        assert send_all(connection, 100_000_000, chunked=True) < 20_000_000
    assert guarded.memory() - before < 20 * MEGABYTE


@pytest.mark.parametrize("length", [b"-1", b"9" * 40, b"1e3", b"0x10", b"5, 6"])
def test_a_length_that_is_none_is_refused(guarded: Server, length: bytes) -> None:
    with guarded.raw(POST + b"Content-Length: " + length + b"\r\n\r\n") as connection:
        assert connection.recv(1000).split()[1] in (b"400", b"413")


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"nonsense",
        b"[]",
        b"3",
        b'"text"',
        b"{",
        b'{"text": NaN}',
        b"\xff\xfe{}",
        b'{"text": "\xff"}',
        b"[" * 100_000,
        b'{"text":' * 50_000,
        b'{"text": ' + b"[" * 30 + b"]" * 30 + b"}",
        b'{"text": ' + b"9" * 100_000 + b"}",
        b'{"text": 1e999}',
    ],
)
def test_nonsense_for_json_is_refused(guarded: Server, body: bytes) -> None:
    kind = {"Content-Type": "application/json"}
    status, _, answer = guarded.request("POST", "/api/check", body, kind)
    assert status == 400, answer[:300]
    assert json.loads(answer)["error"]["code"] == "bad-request"


def test_any_text_is_checked(guarded: Server) -> None:
    for text in ("\x00", "\ud800", "😀" * 10_000, "<" * 50_000, "(" * 50_000, GARDNER + "\x7f"):
        found = guarded.post("check", text=text)
        assert found["diagnostics"], text[:10]
    status, answer = guarded.try_post("check", text="x" * 256_001)
    assert (status, answer["error"]["code"]) == (422, "limit")


def test_a_slow_head_is_not_waited_for(guarded: Server) -> None:
    with guarded.raw(b"GET / HTTP/1.1\r\n") as connection, ends(), contextlib.suppress(OSError):
        while True:  # until the server has closed the connection
            connection.sendall(b"X-A: b\r\n")
            time.sleep(0.1)


def test_a_connection_that_says_nothing_is_ended(guarded: Server) -> None:
    with guarded.raw() as connection:
        assert read_all(connection) == b""  # or the test would hang


def test_a_slow_body_is_not_waited_for(guarded: Server) -> None:
    with guarded.raw(POST + b"Content-Length: 1000\r\n\r\n{") as connection, ends():
        assert connection.recv(1000).startswith(b"HTTP/1.1 400 ")


@pytest.mark.parametrize(
    "request_",
    [
        b"\x00\x01\x02\r\n\r\n",
        b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * 1_000_000 + b"\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    ],
)
def test_nonsense_for_http_is_answered_or_ended(guarded: Server, request_: bytes) -> None:
    with guarded.raw(request_) as connection:
        answer = read_all(connection)
    assert not answer or answer.split()[1] in (b"400", b"403")


# -- frames


@pytest.mark.parametrize(
    "data",
    [
        b"\xff" * 100,  # reserved bits and an opcode that is none
        b"\x81\x05hello",  # not masked
        b"\x8b\x80\x00\x00\x00\x00",  # an opcode that is none
        b"\x80\x80\x00\x00\x00\x00",  # goes on with what has not begun
        b"\x89\xfe\x01\x00" + bytes(4 + 256),  # a ping that is too long
        b"\x81\xff" + struct.pack(">Q", 1 << 62) + bytes(4),  # says that it is huge
        b"\x81\x82\x00\x00\x00\x00\xff\xfe",  # no UTF-8
        b"\x88\x82\x00\x00\x00\x00\x00\x01",  # a closing code that is none
    ],
)
def test_malformed_frames_end_the_connection_and_nothing_else(guarded: Server, data: bytes) -> None:
    with guarded.websocket() as connection:
        connection.sendall(data)
        assert len(read_all(connection)) < 200  # at most a closing frame
    wait_for(lambda: guarded.status()["sockets"] == 0)


def test_a_message_that_is_too_large_ends_the_connection(guarded: Server) -> None:
    with guarded.client() as client:
        client.connection.send("x" * 700_000)
        with pytest.raises(ConnectionClosed) as closed:
            client.receive()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1009


@pytest.mark.parametrize(
    "message",
    ["", "nonsense", "[]", "3", "{", "[" * 100_000, '{"id":' * 5_000, '{"id": NaN}', "{}"],
)
def test_messages_that_are_none_are_answered(guarded: Server, message: str) -> None:
    with guarded.client() as client:
        client.connection.send(message)
        answer = client.receive()
        assert (answer["id"], answer["type"], answer["code"]) == (None, "error", "bad-request")
        assert client.ask("ping")["type"] == "pong"


def test_binary_frames_are_answered(guarded: Server) -> None:
    with guarded.client() as client:
        client.connection.send(b'{"id": 1, "type": "ping"}')
        assert client.receive()["code"] == "bad-request"
        assert client.ask("ping")["type"] == "pong"


@pytest.mark.parametrize("number", ["1", 1.5, None, True, [1], {}])
def test_a_number_that_is_none_is_answered(guarded: Server, number: object) -> None:
    with guarded.client() as client:
        client.connection.send(json.dumps({"id": number, "type": "ping"}))
        answer = client.receive()
        assert (answer["id"], answer["code"]) == (None, "bad-request")


@pytest.mark.parametrize("seconds", ["1e400", "-1e400", "9" * 400, "9" * 5000, "1e308"])
def test_a_number_that_is_too_large_is_answered(guarded: Server, seconds: str) -> None:
    with guarded.client() as client:
        text = json.dumps(GARDNER)
        client.connection.send(
            f'{{"id": 7, "type": "analyse", "text": {text}, "seconds": {seconds}}}'
        )
        client.send("stop")  # a number that is only large would have it search as long as it may
        while (answer := client.receive())["type"] == "info":
            pass
        assert answer.get("code", "done") in ("bad-request", "done")
        assert client.ask("play", player="random")["type"] == "played"


def test_a_flood_of_messages_is_ended(guarded: Server) -> None:
    played: list[str] = []

    def play(other: Client) -> None:
        played.extend(other.ask("play", player="random")["type"] for _ in range(20))

    def flood(flooding: Client) -> None:
        with contextlib.suppress(ConnectionClosed, OSError):
            for _ in range(1_000_000):
                flooding.connection.send('{"id": 7, "type": "ping"}')

    with guarded.client() as flooding, guarded.client() as other:
        threads = [
            threading.Thread(target=play, args=(other,)),
            threading.Thread(target=flood, args=(flooding,)),
        ]
        for thread in threads:
            thread.start()
        codes, closed = take_all(flooding)
        for thread in threads:
            thread.join()
    assert closed == 1008
    assert codes <= {None}  # none, where all came before the first was answered
    assert played == ["played"] * 20


def test_large_messages_count_as_many(guarded: Server) -> None:
    with guarded.client() as client:
        for _ in range(3):
            with contextlib.suppress(ConnectionClosed, OSError):
                client.connection.send('{"id": 7, "type": "ping"' + " " * 550_000 + "}")
        assert take_all(client)[1] == 1008


def take_all(client: Client) -> tuple[set[str | None], int | None]:
    """The codes of all messages until the server closes the connection, and with which code it does."""
    codes: set[str | None] = set()
    try:
        while True:
            codes.add(client.receive().get("code"))
    except ConnectionClosed as closed:
        return codes, closed.rcvd.code if closed.rcvd else None


CONTROL = {
    "pings": b"\x89\x80" + bytes(4),
    "pongs": b"\x8a\x80" + bytes(4),
    "empty parts of a message": b"\x00\x80" + bytes(4),
}


@pytest.mark.parametrize("kind", CONTROL)
def test_frames_that_are_no_messages_count_too(guarded: Server, kind: str) -> None:
    """Such a socket is closed, and its client is told why; others are served meanwhile."""
    with guarded.websocket() as connection, guarded.client() as other:
        connection.settimeout(SECONDS)
        with contextlib.suppress(OSError):
            if kind.startswith("empty"):
                connection.sendall(b"\x01\x80" + bytes(4))
            for _ in range(20):
                connection.sendall(CONTROL[kind] * 1_000)
        assert other.ask("play", moves=[], player="random")["type"] == "played"
        data = b""
        with contextlib.suppress(OSError):
            while part := connection.recv(1 << 16):
                data += part
    at = data.rindex(b"\x88")
    assert data[at + 2 : at + 4] == (1008).to_bytes(2, "big")
    assert data[at + 4 :].startswith(b"too many messages came too fast")


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ('{"id": 7, "type": "hint",' + "[" * 3_000, 7),
        ('{"id": 7, "type": "hint", "a": ' + "[" * 100_000, 7),
        ('{"id": 7, "type": "hint"} ' + "x" * 3_000, 7),
        ('{"type": "hint", "id": 7}', None),
        ('{"id": 7}', None),
        ('{"id": 99999999999999999999, "type": "ping"}', None),
    ],
)
def test_a_message_begins_with_its_number_and_type(
    guarded: Server, text: str, number: int | None
) -> None:
    """The rest is decoded in a worker process."""
    with guarded.client() as client:
        client.connection.send(text)
        answer = client.receive()
        assert (answer["id"], answer["code"]) == (number, "bad-request")
        if number is None:
            assert "begins with its `id`" in answer["message"]


@LINUX
def test_a_client_that_only_talks_is_cut_off() -> None:
    with limited(patience_seconds=0.5, messages_per_second=10**6) as server:
        with server.websocket() as connection:
            connection.settimeout(1)
            with ends(), contextlib.suppress(OSError):
                # It takes no answer, until the server takes no more from it.
                while True:
                    connection.sendall(frame('{"id": 7, "type": "moves"}') * 1_000)
            wait_for(lambda: server.status()["sockets"] == 0)
            wait_for(lambda: server.connections() <= 1)
        assert server.memory() < 200 * MEGABYTE


# -- games


@LINUX
def test_a_game_that_takes_long_is_ended_and_others_are_served(guarded: Server) -> None:
    ended = guarded.status()["ended"]
    texts = [slow_text(number) for number in range(4)]
    answers: list[int] = []

    def check(text: str) -> None:
        status, answer = guarded.try_post("check", text=text)
        assert "longer than 1.5 s" in answer["error"]["message"]
        answers.append(status)

    with guarded.client() as client:
        threads = [threading.Thread(target=check, args=(text,)) for text in texts]
        for thread in threads:
            thread.start()
        wait_for(lambda: guarded.status()["reads"] >= 2)
        served = 0
        while any(thread.is_alive() for thread in threads):
            assert client.ask("play", moves=["a2a3"], player="random")["type"] == "played"
            served += 1
            time.sleep(0.02)
    assert answers == [422] * 4
    assert served > 2  # it did not wait for the others to end
    # On a busy machine another process may have taken too long to start, and was ended too.
    assert guarded.status()["ended"] - ended >= 4
    # The processes that were ended have been replaced, and are gone.
    assert guarded.post("check", text=GARDNER)["diagnostics"] == []
    wait_for(lambda: guarded.status()["processes"] == len(guarded.workers()))


def test_a_position_that_takes_long_is_ended_and_others_are_served(guarded: Server) -> None:
    # The game is read at once; but the client brings a position along that is full of its pieces.
    full = slow_text()
    text = full.replace("a" * 64, "." * 64).replace("A" * 64, "." * 64)
    text = text.replace("|" + "." * 64 + "|", "|" + "A" + "." * 63 + "|", 1)
    start = "/".join(["a" * 64] * 31 + ["64"] * 2 + ["A" * 64] * 31) + " w 0"
    with guarded.client() as hostile, guarded.client() as other:
        answers: list[str] = []
        asking = threading.Thread(
            target=lambda: answers.append(hostile.ask("hint", text=text, start=start)["code"])
        )
        asking.start()
        served = 0
        while asking.is_alive():
            assert other.ask("play", moves=["a2a3"], player="random")["type"] == "played"
            served += 1
            time.sleep(0.1)
        assert answers == ["limit"]  # of time or, where that is long enough, of memory
        assert served > 2  # it did not wait for the other to end
        assert hostile.ask("play", player="random")["type"] == "played"


@LINUX
def test_a_game_that_takes_much_memory_fails_alone() -> None:
    with limited(worker_megabytes=300, read_seconds=60) as server, server.client() as client:
        status, answer = server.try_post("check", text=slow_text(rule=EVERYWHERE))
        assert (status, answer["error"]["code"]) == (422, "limit")
        assert "memory" in answer["error"]["message"]
        refused = client.ask("hint", text=slow_text(rule=EVERYWHERE))
        assert (refused["code"], "memory" in refused["message"]) == ("limit", True)
        assert client.ask("play", moves=["a2a3"], player="random")["type"] == "played"


@LINUX
def test_readers_that_were_ended_cost_nobody_a_request(guarded: Server) -> None:
    for pid in guarded.workers():
        os.kill(pid, 9)
    for number in range(4):
        text = GARDNER.replace("Gardner", f"Gardner {number}")
        assert guarded.try_post("check", text=text)[0] == 200


@LINUX
def test_a_worker_that_dies_is_replaced(guarded: Server) -> None:
    with guarded.client() as client:
        for pid in guarded.workers():
            os.kill(pid, 9)
        codes = []
        for _ in range(10):
            answer = client.ask("play", moves=[], player="random")
            codes.append(answer.get("code"))
            if answer["type"] == "played":
                break
        assert codes[-1] is None, codes
    for _ in range(10):
        status, _answer = guarded.try_post("check", text=GARDNER)
        if status == 200:
            break
    assert status == 200


# -- many


@LINUX
def test_thousands_of_sockets_get_a_clear_answer_and_others_are_served() -> None:
    wanted = 2_000
    assert more_files(wanted + 500) >= 1_000
    with limited(sockets=50, patience_seconds=30) as server:
        with server.client() as client:
            held: list[socket.socket] = []
            statuses: dict[bytes, int] = {}
            try:
                for _ in range(wanted):
                    connection = server.raw(HANDSHAKE)
                    held.append(connection)
                # They are all connected. Some are WebSockets, some were told that there are too many.
                for connection in held:
                    connection.settimeout(5)
                    with contextlib.suppress(OSError):
                        data = connection.recv(200)
                        statuses[data[9:12]] = statuses.get(data[9:12], 0) + 1
                assert client.ask("play", moves=[], player="random")["type"] == "played"
            finally:
                for connection in held:
                    connection.close()
            assert statuses[b"101"] >= 49
            assert statuses[b"503"] > 1_000
        wait_for(lambda: server.status()["sockets"] == 0)


def test_one_socket_too_many_is_told_so() -> None:
    with (
        limited(sockets=2) as server,
        server.client(),
        server.client(),
        server.client() as third,
        pytest.raises(ConnectionClosed) as closed,
    ):
        third.receive()
    assert closed.value.rcvd is not None
    assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (
        1013,
        "too many clients are connected",
    )


# -- the end


@LINUX
def test_ctrl_c_ends_everything_at_once() -> None:
    with limited(read_seconds=60) as server:
        workers = server.workers()
        with (
            server.client() as first,
            server.client() as second,
            server.raw(POST + b"Content-Length: 100\r\n\r\n{"),
        ):
            for client in (first, second):
                client.send("analyse", moves=[], seconds=60)
            body = json.dumps({"text": slow_text()}).encode()
            head = POST + b"Content-Length: %d\r\n\r\n" % len(body)
            with server.raw(head + body):
                wait_for(lambda: server.status()["searches"] == 2)
                wait_for(lambda: server.status()["reads"] == 1)
                workers = server.workers()
                code, errors = server.end()
        assert code == 0
        assert errors == ""
        assert not any(os.path.exists(f"/proc/{pid}") for pid in workers)


@LINUX
def test_workers_end_with_a_server_that_was_killed() -> None:
    with limited() as server:
        with server.client() as client:
            client.send("analyse", moves=[], seconds=60)
            wait_for(lambda: server.status()["searches"] == 1)
            workers = server.workers()
            server.process.kill()
            server.process.communicate()
        wait_for(lambda: not any(_is_alive(pid) for pid in workers))


@LINUX
def test_a_worker_is_ended_by_the_system_when_its_server_is_killed() -> None:
    # SIGSTOP stands for a worker that cannot listen because it is busy; only SIGKILL reaches it.
    with limited() as server:
        wait_for(lambda: len(server.workers()) > 1)
        workers = server.workers()
        wait_for(lambda: all(_has_begun(pid) for pid in workers))
        for pid in workers:
            os.kill(pid, signal.SIGSTOP)
        server.process.kill()
        server.process.communicate()
        wait_for(lambda: not any(_is_alive(pid) for pid in workers))


def _has_begun(pid: int) -> bool:
    """Whether a worker ignores Ctrl-C already, which it does once it ends with its server."""
    with open(f"/proc/{pid}/status", encoding="ascii") as file:
        ignored = next(line for line in file if line.startswith("SigIgn"))
    return bool(int(ignored.split()[1], 16) & 1 << (signal.SIGINT - 1))


def _is_alive(pid: int) -> bool:
    """Whether a process runs; one that has ended may still be listed until somebody has asked for its end."""
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_frames_of_a_client_are_taken_as_they_are(guarded: Server) -> None:
    # The helper that the tests above rest on: it makes frames that are taken.
    with guarded.websocket() as connection:
        connection.sendall(frame('{"id": 5, "type": "ping"}'))
        assert b'{"id":5,"type":"pong"}' in connection.recv(1000)
