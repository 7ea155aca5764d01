"""`sbg serve` as a command: its address, its options, its end."""

from __future__ import annotations

import importlib.util
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from sbg.app.cli.commands.serve import DEFAULT_PORT
from sbg.app.web.server.page import FOLDER
from tests.cli.helpers import environment, sbg
from tests.web.helpers import Server, running

WITHOUT_A_PAGE = (
    "warning: this sbg was built without its page; in the folder of the sources run `make page`,"
    " which needs npm, then `pip install --force-reinstall --no-deps .`\n"
)
SAID = "" if (FOLDER / "index.html").is_file() else WITHOUT_A_PAGE


def test_help_has_examples() -> None:
    answer = sbg("serve", "--help")
    assert answer.code == 0
    assert "sbg serve --open" in answer.out


def test_ctrl_c_ends_it_quietly() -> None:
    with running() as server:
        code, errors = server.end()
    assert (code, errors) == (0, SAID)


def test_a_port_that_is_taken_is_an_error_if_it_was_chosen() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        answer = sbg("serve", "--port", str(port))
    assert answer.code == 2
    assert f"cannot listen on port {port}" in answer.err
    assert "choose another" in answer.err


def test_the_usual_port_is_given_up_for_the_next_that_is_free() -> None:
    with socket.socket() as taken:
        if os.name != "nt":  # or connections that have just ended would keep us from the port
            taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            taken.bind(("127.0.0.1", DEFAULT_PORT))
            taken.listen()
        except OSError:
            pass  # somebody else has it: the better
        server = Server(["-m", "sbg", "serve"])
        assert server.port != DEFAULT_PORT
        assert server.get("/api/games")
        code, errors = server.end()
    assert code == 0
    assert f"port {DEFAULT_PORT} is taken; using {server.port}" in errors


def test_another_address_than_last_time_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SBG_STATE", str(tmp_path / "new" / "state"))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    told = []
    for host in ("127.0.0.1", "127.0.0.1", "localhost"):
        server = Server(["-m", "sbg", "serve", "--host", host, "--port", str(port)])
        told.append(server.end()[1])
    assert told[:2] == [SAID, SAID]
    assert f"last time the page was at http://127.0.0.1:{port}/" in told[2]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--port", "70000"], "--port is a whole number from 0 to 65535"),
        (["--port", "x"], "whole number"),
        (["--host", "no.such.host.invalid"], "there is no address"),
        (["--searches", "0"], "--searches is a whole number from 1"),
        (["--seconds", "-1"], "--seconds is a number from 0.1"),
        (["--read-seconds", "0"], "--read-seconds is a number from 0.1"),
        (["--hash", "100000"], "--hash is a whole number from 1 to 1024"),
        (["nonsense"], "too many arguments"),
    ],
)
def test_what_is_wrong_with_the_options_is_said(words: list[str], message: str) -> None:
    answer = sbg("serve", *words)
    assert answer.code == 2
    assert message in answer.err


def test_an_ipv6_address_is_served() -> None:
    if not socket.has_ipv6:
        pytest.skip("no IPv6 here")
    try:
        with socket.socket(socket.AF_INET6) as probe:
            probe.bind(("::1", 0))
    except OSError:
        pytest.skip("no IPv6 here")
    with running("--host", "::1") as server:
        assert server.address.startswith("http://[::1]:")
        with socket.create_connection(("::1", server.port)) as connection:
            connection.sendall(b"GET /api/info HTTP/1.1\r\nHost: [::1]\r\n\r\n")
            assert connection.recv(100).startswith(b"HTTP/1.1 200 ")


@pytest.mark.parametrize("module", ["starlette", "uvicorn", "websockets"])
def test_without_the_extra_it_says_what_to_install(tmp_path: Path, module: str) -> None:
    (tmp_path / f"{module}.py").write_text(
        f"raise ModuleNotFoundError('No module named {module}', name='{module}')", encoding="utf-8"
    )
    answer = sbg("serve", env=environment(PYTHONPATH=str(tmp_path)))
    assert answer.code == 2
    assert f"needs {module}, which is not installed" in answer.err
    assert ".[web]" in answer.err


def test_other_commands_do_not_load_the_server() -> None:
    assert importlib.util.find_spec("starlette") is not None
    program = (
        "import sys; from sbg.app.cli import run; run(['games', '--json']);"
        "print(any(name.split('.')[0] in ('starlette', 'uvicorn', 'websockets', 'asyncio')"
        " for name in sys.modules), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stderr.strip() == "False"
