"""Who may ask what from where: names, origins, headers, and paths that lead nowhere."""

from __future__ import annotations

import contextlib
import gzip
import json
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from sbg.app.web.desk.requests import Refused
from sbg.app.web.server.guard import Guard, Names
from tests.web.helpers import GARDNER, Server, limited, running

JSON = {"Content-Type": "application/json"}


# -- Host


@pytest.mark.parametrize(
    "host", ["localhost", "LOCALHOST:1", "localhost.", "127.0.0.1", "127.9.9.9:80", "[::1]:8017"]
)
def test_names_of_this_machine_are_ours(host: str) -> None:
    assert Names(True).allows(host)


@pytest.mark.parametrize(
    "host",
    [
        "",
        "evil.example",
        "localhost.evil.example",
        "evil.example:8017",
        "192.168.1.5",
        "0.0.0.0",
        "user@localhost",
        "localhost/x",
        "localhost:port",
        "localhost:",
        "[::1",
        "::1",
        "localhost\x00",
        "lоcalhost",
    ],
)
def test_other_names_are_not(host: str) -> None:
    assert not Names(True).allows(host)


def test_a_server_for_others_has_their_addresses_and_the_names_that_were_given() -> None:
    names = Names(False, ["Games.example.org"])
    assert names.allows("192.168.1.5:8017")
    assert names.allows("games.example.org")
    assert not names.allows("evil.example")


@pytest.mark.parametrize("path", ["/", "/api/info", "/api/games", "/assets/x.js", "/nothing"])
def test_a_foreign_host_is_refused_everywhere(server: Server, path: str) -> None:
    status, _, body = server.request("GET", path, headers={"Host": "evil.example"})
    assert status == 403
    assert json.loads(body)["error"]["code"] == "forbidden"


def test_a_request_with_two_hosts_is_refused(server: Server) -> None:
    with server.raw(b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n") as raw:
        assert b" 400 " in raw.recv(1000)


@pytest.mark.parametrize("hosts", [[b"localhost", b"evil.example"], [b"localhost"] * 2, []])
def test_the_guard_itself_wants_one_host(hosts: list[bytes]) -> None:
    guard = Guard(lambda *_: None, Names(True))  # type: ignore[arg-type]
    headers = [(b"host", host) for host in hosts]
    with pytest.raises(Refused, match="not called that"):
        guard._check({"type": "http", "method": "GET", "headers": headers})
    guard._check({"type": "http", "method": "GET", "headers": [(b"host", b"localhost")]})


def test_a_websocket_with_a_foreign_host_is_refused(server: Server) -> None:
    headers = (
        b"GET /ws HTTP/1.1\r\nHost: evil.example\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    with server.raw(headers) as raw:
        assert raw.recv(1000).startswith(b"HTTP/1.1 403 ")


# -- Origin


def test_the_pages_own_origin_is_served(server: Server) -> None:
    own = f"http://127.0.0.1:{server.port}"
    body = json.dumps({"text": GARDNER})
    assert server.request("POST", "/api/check", body, {**JSON, "Origin": own})[0] == 200
    with server.client(origin=own) as client:
        assert client.ask("ping")["type"] == "pong"


@pytest.mark.parametrize(
    "origin",
    [
        "https://evil.example",
        "http://127.0.0.1",
        "http://127.0.0.1:1",
        "http://localhost:1",
        "null",
        "file://",
        "",
        "chrome-extension://127.0.0.1",
        "http://[",
    ],
)
def test_other_origins_are_refused(server: Server, origin: str) -> None:
    body = json.dumps({"text": GARDNER})
    status, _, answer = server.request("POST", "/api/check", body, {**JSON, "Origin": origin})
    assert status == 403
    assert json.loads(answer)["error"]["code"] == "forbidden"
    with (
        pytest.raises(InvalidStatus) as refused,
        server.client(additional_headers={"Origin": origin}),
    ):
        pass
    assert refused.value.response.status_code == 403


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "", "multipart/form-data"]
)
def test_a_body_that_a_form_could_send_is_refused(server: Server, kind: str) -> None:
    body = json.dumps({"text": GARDNER})
    headers = {"Content-Type": kind} if kind else {}
    assert server.request("POST", "/api/check", body, headers)[0] == 415


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "GET", "BREW"])
def test_other_methods_are_refused(server: Server, method: str) -> None:
    status, headers, body = server.request(method, "/api/check")
    assert status in (404, 405)
    assert "access-control-allow-origin" not in headers
    assert json.loads(body)["error"]["message"]


# -- headers and files


@pytest.mark.parametrize("path", ["/", "/api/info", "/nothing", "/api/games/gardner.svg"])
def test_every_answer_has_the_headers(server: Server, path: str) -> None:
    _, headers, _ = server.request("GET", path)
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "script-src 'unsafe" not in policy
    if not path.endswith(".svg"):
        assert "unsafe" not in policy
        for rule in ("base-uri 'none'", "form-action 'none'", "object-src 'none'"):
            assert rule in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert headers["cross-origin-embedder-policy"] == "require-corp"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert "server" not in headers


@pytest.mark.parametrize(
    "path",
    [
        "/../pyproject.toml",
        "/assets/../../app.py",
        "/%2e%2e/app.py",
        "/assets/%2e%2e/%2e%2e/app.py",
        "/..%2fapp.py",
        "/..%5capp.py",
        "/assets/..%252f..%252fapp.py",
        "//etc/passwd",
        "/etc/passwd",
        "/assets//etc/passwd",
        "/.git/config",
        "/app.py",
        "/page/index.html",
        "/assets/%00",
        "/assets/\\..\\..\\app.py",
        "/api/games/../info/../../app.py",
        "/api/games/..%2f..%2fapp.py",
        "/api/games/%2fetc%2fpasswd",
        "/api/games/gardner.sbg",
        "/%ff%fe",
        "/" + "a" * 20_000,
    ],
)
def test_no_path_leads_out_of_the_page(server: Server, path: str) -> None:
    with server.raw(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()) as raw:
        answer = raw.recv(100_000)
    assert answer.split()[1] in (b"400", b"404"), answer[:200]
    assert b"import" not in answer
    assert b"root:" not in answer


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A built page."""
    page = tmp_path / "page"
    (page / "assets").mkdir(parents=True)
    (page / "index.html").write_text("<!doctype html>" + "x" * 2_000, encoding="utf-8")
    (page / "assets" / "index-1234.js").write_text("let a = 1;\n" * 500, encoding="utf-8")
    (page / ".secret").write_text("secret", encoding="utf-8")
    (tmp_path / "outside.txt").write_text("outside", encoding="utf-8")
    with contextlib.suppress(OSError):  # not everybody may make links on Windows
        (page / "link.txt").symlink_to(tmp_path / "outside.txt")
    return page


def test_the_page_is_served_at_the_root(server: Server) -> None:
    status, headers, body = server.request("GET", "/")
    assert status == 200
    assert headers["content-type"] == "text/html; charset=utf-8"
    assert b"<!doctype html>" in body.lower()


def test_a_built_page_over_http(folder: Path) -> None:
    with limited(page=folder) as server:
        status, headers, body = server.request("GET", "/", headers={"Accept-Encoding": "gzip"})
        assert (status, headers["content-encoding"]) == (200, "gzip")
        assert gzip.decompress(body) == (folder / "index.html").read_bytes()
        assert headers["cache-control"] == "no-cache"
        known = {"If-None-Match": headers["etag"]}
        assert server.request("GET", "/", headers=known)[::2] == (304, b"")
        status, headers, body = server.request("GET", "/assets/index-1234.js")
        assert status == 200
        assert headers["content-type"] == "text/javascript; charset=utf-8"
        assert "content-encoding" not in headers  # nobody said that he could unpack it
        assert body == (folder / "assets" / "index-1234.js").read_bytes()
        assert "immutable" in headers["cache-control"]
        assert server.request("HEAD", "/assets/index-1234.js")[2] == b""
        for path in ("/.secret", "/link.txt", "/assets/../.secret", "/outside.txt", "/assets"):
            assert server.request("GET", path)[0] == 404
        # A page that is built anew is noticed.
        (folder / "index.html").write_text("<!doctype html>new", encoding="utf-8")
        assert server.request("GET", "/", headers=known)[::2] == (200, b"<!doctype html>new")
        for name in (folder / "assets").iterdir():
            name.unlink()
        (folder / "index.html").unlink()
        status, _, body = server.request("GET", "/")
        assert (status, b"make page" in body) == (200, True)


def test_without_a_built_page_the_server_says_how_to_build_it(tmp_path: Path) -> None:
    with limited(page=tmp_path / "none") as server:
        status, headers, body = server.request("GET", "/")
        assert (status, headers["cache-control"]) == (200, "no-cache")
        assert b"make page" in body
        assert b"<script" not in body
        assert b"style" not in body
        assert server.request("GET", "/assets/x.js")[0] == 404


def test_a_server_for_others_warns_and_allows_the_names_given() -> None:
    with running("--host", "0.0.0.0", "--name", "games.example.org") as server:
        assert server.request("GET", "/", headers={"Host": "games.example.org"})[0] == 200
        assert server.request("GET", "/", headers={"Host": "evil.example"})[0] == 403
        code, errors = server.end()
    assert code == 0
    assert "warning: everybody who can reach this machine" in errors
