"""The real server in a process of its own, spoken to as editors speak."""

from __future__ import annotations

import re
import signal
import socket
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from sbg.language import games
from sbg.language.syntax.codes import GAME
from tests.lsp.client import PATIENCE, URI, Client, Server, start

GARDNER = games.read("gardner").decode()
BROKEN = GAME.replace("20 &", "20")


@pytest.fixture
def server() -> Iterator[Server]:
    """A server to which nothing has been said; it is gone after the test."""
    started = Server()
    yield started
    started.close()


@pytest.fixture
def client(server: Server) -> Client:
    """A client of a server that is ready."""
    server.client.initialize()
    return server.client


def line_of(text: str, part: str) -> int:
    return text[: text.index(part)].count("\n")


def applied(text: str, edits: list[dict[str, Any]]) -> str:
    """A text with edits, by lines and characters; the texts here are ASCII."""
    starts = [0, *(match.end() for match in re.finditer(r"\r\n|\n", text))]

    def offset(place: dict[str, int]) -> int:
        return starts[place["line"]] + place["character"]

    for edit in sorted(edits, key=lambda edit: offset(edit["range"]["start"]), reverse=True):
        start, end = offset(edit["range"]["start"]), offset(edit["range"]["end"])
        text = text[:start] + edit["newText"] + text[end:]
    return text


def test_a_whole_session(server: Server) -> None:
    client = server.client
    result = client.initialize(general={"positionEncodings": ["utf-8", "utf-16"]})
    capabilities = result["capabilities"]
    assert capabilities["positionEncoding"] == "utf-16"
    assert capabilities["textDocumentSync"]["change"] == 2
    assert result["serverInfo"]["name"] == "sbg"

    client.open(BROKEN)
    (found,) = client.diagnostics(1)
    line = line_of(BROKEN, "20")
    place = {"line": line, "character": 2}
    assert (found["code"], found["severity"], found["source"]) == ("SBG118", 1, "sbg")
    assert found["range"] == {"start": place, "end": place}
    assert "every rule, the turn limit" in found["message"]
    assert found["relatedInformation"][0]["message"] == "begins here"
    assert found["relatedInformation"][0]["location"]["range"]["start"]["line"] == line
    assert found["data"]["title"] == "`&` missing"

    # What the editor asks about the broken text.
    hover = client.at("hover", line_of(BROKEN, "P (0"), 0)
    assert hover["contents"]["kind"] == "markdown"
    assert hover["range"]["start"] == {"line": line_of(BROKEN, "P (0"), "character": 0}
    items = client.at("completion", line, 2)["items"]
    assert "&" in [item["label"] for item in items]
    (action,) = actions(client, found["range"], found, only=["quickfix"])
    assert (action["title"], action["isPreferred"]) == ("Insert `&`", True)
    mended = applied(BROKEN, action["edit"]["changes"][URI])
    assert mended == GAME

    # The fix is carried out, as a change of a part.
    (edit,) = action["edit"]["changes"][URI]
    client.change(2, {"range": edit["range"], "text": edit["newText"]})
    assert client.diagnostics(2) == []

    # Then a whole text, to be formatted.
    loose = GAME.replace(" + ", "+")
    client.change(3, {"text": loose})
    assert client.diagnostics(3) == []
    options = {"tabSize": 4, "insertSpaces": True}
    asked = {"textDocument": {"uri": URI}, "options": options}
    assert applied(loose, client.request("textDocument/formatting", asked)) == GAME

    (game,) = client.request("textDocument/documentSymbol", {"textDocument": {"uri": URI}})
    assert game["name"] == "Three pawns"
    assert [part["name"] for part in game["children"]] == ["Board", "Pieces", "Goals"]
    assert [piece["name"] for piece in game["children"][1]["children"]] == ["P"]

    client.notify("textDocument/didClose", {"textDocument": {"uri": URI}})
    gone = client.wait(lambda message: message.get("method") == "textDocument/publishDiagnostics")
    assert gone["params"]["diagnostics"] == []
    assert client.request("shutdown") is None
    client.notify("exit")
    assert server.process.wait(PATIENCE) == 0


def actions(
    client: Client, place: dict[str, Any], *found: dict[str, Any], only: list[str] | None = None
) -> list[dict[str, Any]]:
    context: dict[str, Any] = {"diagnostics": list(found)}
    if only is not None:
        context["only"] = only
    asked = {"textDocument": {"uri": URI}, "range": place, "context": context}
    answer: list[dict[str, Any]] = client.request("textDocument/codeAction", asked)
    return answer


def everywhere(text: str) -> dict[str, Any]:
    return {
        "start": {"line": 0, "character": 0},
        "end": {"line": text.count("\n") + 1, "character": 0},
    }


def test_hovers_tell_what_pieces_do(client: Client) -> None:
    client.open(GARDNER)
    assert client.diagnostics(1) == []
    row = client.at("hover", line_of(GARDNER, "|rnbqk|"), 1)
    assert "on a5" in row["contents"]["value"]
    step = client.at("hover", line_of(GARDNER, "R (0,1,e)"), 4)
    assert "1 row forward" in step["contents"]["value"]
    assert client.at("hover", 0, 0) is None  # a comment


def test_positions_are_utf_16_units_and_lines_end_as_the_protocol_says(client: Client) -> None:
    # An emoji takes two units; U+2028 and the form feed end no line here.
    text = f"// \U0001f600 \u2028 \f comment\r\n/* \U0001f600 */ {BROKEN}".replace("\n", "\r\n")
    text = text.replace("\r\r", "\r").replace(" + ", "+")
    client.open(text)
    (found,) = client.diagnostics(1)
    assert found["range"]["start"] == {"line": line_of(BROKEN, "20") + 1, "character": 2}
    hover = client.at("hover", 1, len("/* xx */ <<"))
    assert hover["range"]["start"] == {"line": 1, "character": len("/* xx */ ")}
    emoji = {"start": {"line": 0, "character": 3}, "end": {"line": 0, "character": 5}}
    client.change(2, {"range": found["range"], "text": " &"}, {"range": emoji, "text": "x"})
    assert client.diagnostics(2) == []
    edits = client.request(
        "textDocument/formatting",
        {"textDocument": {"uri": URI}, "options": {"tabSize": 4, "insertSpaces": True}},
    )
    assert "\r\n" in edits[0]["newText"]
    assert "\n" not in edits[0]["newText"].replace("\r\n", "")


def test_a_file_with_syntax_errors_is_not_formatted(client: Client) -> None:
    client.open(BROKEN)
    asked = {"textDocument": {"uri": URI}, "options": {"tabSize": 4, "insertSpaces": True}}
    assert client.request("textDocument/formatting", asked) is None


def test_warnings_and_what_is_not_needed(client: Client) -> None:
    text = GAME.replace("(1,1,p) +", "(1,1,p) + (1,1,p) +").replace("(0,1,e)", "(0,1,e)^1")
    client.open(text)
    found = client.diagnostics(1)
    assert [(one["code"], one["severity"], one["tags"]) for one in found] == [
        ("SBG412", 2, [1]),
        ("SBG408", 2, [1]),
    ]
    offered = actions(client, everywhere(text), *found)
    assert [action["title"] for action in offered] == [
        "Remove `^1`",
        "Remove the alternative",
        "Mend all that can be mended safely",
    ]
    assert [action.get("isPreferred") for action in offered] == [True, False, None]
    mended = applied(text, offered[-1]["edit"]["changes"][URI])
    assert mended == text.replace("^1", "")
    assert actions(client, everywhere(text), only=["refactor"]) == []
    assert len(actions(client, everywhere(text), only=["source.fixAll"])) == 1


def test_only_the_last_of_quick_changes_is_checked(client: Client) -> None:
    client.open(GAME)
    client.diagnostics(1)
    for version in range(2, 30):
        client.change(version, {"text": GAME + " " * version})
    assert client.diagnostics(29) == []
    published = [m for m in client.kept if m.get("method") == "textDocument/publishDiagnostics"]
    assert len(published) < 27


def test_a_client_that_shows_plain_text_only(server: Server) -> None:
    client = server.client
    client.initialize(textDocument={"hover": {"contentFormat": ["plaintext"]}})
    client.open(GAME)
    hover = client.at("hover", line_of(GAME, "(0,1,e)"), 3)
    assert hover["contents"]["kind"] == "plaintext"
    assert hover["contents"]["value"].startswith("(0,1,e)\n")


def test_nonsense_is_survived(client: Client) -> None:
    client.raw(b"Content-Length: 5\r\n\r\nhello")
    client.raw(b"garbage without any header\r\n\r\n")
    client.raw(b"Content-Length: 2\r\nContent-Type: x\r\n\r\n{}")
    client.raw(b'Content-Length: 4\r\n\r\n"\xff\xff"')
    assert client.answer("no/such/thing", {})["error"]["code"] == -32601
    client.send({"id": 1_000, "method": "no/such/thing"})
    client.send({"id": 1_001, "method": "textDocument/hover", "params": {"textDocument": 7}})
    for _ in range(5):
        told = client.wait(lambda message: message.get("method") == "window/logMessage")
        assert "could not be handled" in told["params"]["message"]
    client.change(3, {"text": "never opened"})
    assert client.at("hover", 0, 0) is None  # not open either
    client.open("\x00\ud800 <<")
    assert [one["code"] for one in client.diagnostics(1)]
    assert client.at("hover", 10**9, 10**9) is None
    client.change(2, {"range": everywhere("x" * 5), "text": GAME})
    assert client.diagnostics(2) == []


def test_a_message_of_a_senseless_size_ends_the_server(server: Server, client: Client) -> None:
    client.raw(b"Content-Length: 999999999999\r\n\r\n")
    assert server.process.wait(PATIENCE) == 1


def test_a_client_that_vanishes(server: Server, client: Client) -> None:
    client.open(GAME)
    client.diagnostics(1)
    client.writer.close()
    assert server.process.wait(PATIENCE) == 0


def test_an_exit_without_a_shutdown(server: Server, client: Client) -> None:
    client.notify("exit")
    assert server.process.wait(PATIENCE) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="there a process cannot be sent Ctrl-C alone")
def test_ctrl_c_ends_it(server: Server, client: Client) -> None:
    client.open(GAME)
    client.diagnostics(1)
    server.process.send_signal(signal.SIGINT)
    assert server.process.wait(PATIENCE) == 130
    assert server.process.stderr
    assert server.process.stderr.read() == b"interrupted\n"


def test_over_tcp() -> None:
    process = start("--tcp", "127.0.0.1:0")
    try:
        assert process.stderr
        listening = re.fullmatch(
            rb"listening on 127\.0\.0\.1:([0-9]+)\n", process.stderr.readline()
        )
        assert listening
        address = "127.0.0.1", int(listening[1])
        with (
            socket.create_connection(address) as connection,
            connection.makefile("rb") as reader,
            connection.makefile("wb") as writer,
        ):
            client = Client(reader, writer)
            client.initialize()
            client.open(BROKEN)
            assert [one["code"] for one in client.diagnostics(1)] == ["SBG118"]
            client.request("shutdown")
            client.notify("exit")
            assert process.wait(PATIENCE) == 0
            client.thread.join(PATIENCE)
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate()
