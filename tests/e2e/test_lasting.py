"""A game outlives the page, the connection and the server."""

from __future__ import annotations

import json
import re
import socket
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

import sbg
from tests.e2e.kit import Screen, Visit, expect
from tests.web.helpers import HEXAPAWN, Server, running

GONE = (
    r"ERR_CONNECTION|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE|ERR_NETWORK|WebSocket connection to|"
    r"status of 503"  # what a request is told that is under way while the server ends
)
"""What the browser itself writes to its console about a server that is not there."""


class Restarted:
    """A server at a port of its own, that can be ended and started again."""

    def __init__(self) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self._port = free.getsockname()[1]
        self._server: Server | None = None
        self.start()

    @property
    def address(self) -> str:
        """Where it answers."""
        return f"http://127.0.0.1:{self._port}/"

    def start(self) -> None:
        """Answer from now on."""
        self._server = Server(["-m", "sbg", "serve", "--port", str(self._port)])

    def end(self) -> None:
        """Answer no more."""
        if self._server is not None:
            self._server.end()
        self._server = None


@pytest.fixture
def own(chromium: Browser) -> Iterator[Restarted]:
    """A server that no other test uses."""
    server = Restarted()
    yield server
    server.end()


def test_reload_in_mid_game(screen: Screen) -> None:
    screen.seat("black", "random")
    screen["flip"].click()
    screen.play("b1c3")
    expect(screen["board"]).to_have_attribute("data-ply", "2")
    screen.play(some_move(screen))
    expect(screen["board"]).to_have_attribute("data-ply", "4")
    moves, fen = screen.moves(), screen.fen
    screen.page.reload()
    screen.expect_fen(fen)
    assert screen.moves() == moves
    expect(screen["player-black"]).to_have_value("random")
    expect(screen["flip"]).to_have_attribute("aria-pressed", "true")
    # And it goes on: the computer answers.
    screen.play(some_move(screen))
    expect(screen["board"]).to_have_attribute("data-ply", "6")


def some_move(screen: Screen) -> str:
    """A quiet step of a white pawn: the game is not over after it, nor after any answer to it."""
    rows = sbg.load("gardner").position(screen.fen).rows
    for x, file in enumerate("abcde"):
        if rows[3][x] == "P" and rows[2][x] == "." and rows[1][x] == "p":
            return f"{file}2{file}3"
    raise AssertionError(screen.fen)


def test_reload_with_an_unfinished_text(screen: Screen) -> None:
    screen.play("b1c3")
    screen.write("<<Half a")
    expect(screen["stale"]).to_be_visible()
    screen.page.reload()
    expect(screen["board"]).to_have_attribute("data-ply", "1")
    expect(screen["stale"]).to_be_visible()
    expect(screen["editor-content"]).to_contain_text("<<Half a")
    expect(screen["title"]).to_have_text("Simplified Gardner")


def test_the_server_is_restarted_in_mid_game(visit: Visit, own: Restarted) -> None:
    screen = visit(address=own.address)
    screen.allow(GONE)
    # The rules in words come a moment after the board; nothing shall be under way when the server ends.
    expect(screen["square-b1"]).to_have_attribute("aria-label", "b1, white knight N")
    screen.seat("black", "random")
    screen.play("b1c3")
    expect(screen["board"]).to_have_attribute("data-ply", "2")
    moves = screen.moves()

    own.end()
    expect(screen["offline"]).to_be_visible()
    screen.picture("offline")
    assert screen.moves() == moves
    # A move that is made meanwhile is not lost.
    move = some_move(screen)
    screen[f"square-{move[:2]}"].click()
    screen[f"square-{move[2:]}"].click()

    own.start()
    expect(screen["board"]).to_have_attribute("data-ply", re.compile(r"^[34]$"))
    expect(screen["offline"]).to_have_count(0)
    expect(screen["board"]).to_have_attribute("data-ply", "4")
    assert screen.moves()[:3] == [*moves, move]
    # The text is checked again, too.
    screen.allow("status of 422 .*/api/moves")  # the moves belong to another game
    screen.write(HEXAPAWN)
    expect(screen["title"]).to_have_text("Hexapawn")


def test_a_text_is_checked_when_the_server_is_back(visit: Visit, own: Restarted) -> None:
    screen = visit(address=own.address)
    screen.allow(GONE)
    expect(screen["editor-content"]).to_be_visible()
    own.end()
    expect(screen["offline"]).to_be_visible()
    screen.write(HEXAPAWN.replace("<GOALS>", "<GOAL>"))
    expect(screen["problems"]).to_contain_text("does not answer")
    own.start()
    expect(screen["offline"]).to_have_count(0)
    screen.expect_problems(1)


def test_a_page_without_a_websocket_tells_so(visit: Visit) -> None:
    screen = visit(go=False)
    screen.allow(GONE)
    screen.page.route_web_socket("**/ws", lambda socket: socket.close())
    screen.go()
    expect(screen["offline"]).to_be_visible()
    # What needs no WebSocket works.
    screen.open_game("hexapawn")
    screen.expect_fen(sbg.load("hexapawn").start.fen)
    screen.expect_problems(0)


def test_a_server_that_is_busy_at_first(visit: Visit) -> None:
    """The first answers fail; the page tells it, and a game can be opened when the server is well again."""
    screen = visit(go=False)
    screen.allow("status of 503")
    busy = json.dumps(
        {"error": {"code": "busy", "message": "too many texts wait", "help": "try again later"}}
    )
    screen.page.route(
        "**/api/games/gardner",
        lambda route: route.fulfill(status=503, body=busy, content_type="application/json"),
    )
    screen.page.goto(screen.address)
    expect(screen["notice"]).to_contain_text("too many texts wait")
    screen.open_game("hexapawn")
    screen.expect_fen(sbg.load("hexapawn").start.fen)


KEPT = {
    "no JSON": "{",
    "no text": json.dumps({"text": 5}),
    "no object": json.dumps([HEXAPAWN]),
    "no moves": json.dumps({"text": HEXAPAWN, "moves": "a1a1 <b>", "white": {"player": 7}}),
    "no player": json.dumps({"text": HEXAPAWN, "white": {"player": "human", "level": "<b>"}}),
}


@pytest.mark.parametrize("kept", KEPT.values(), ids=KEPT.keys())
def test_nonsense_that_the_browser_kept(visit: Visit, kept: str) -> None:
    screen = visit(go=False)
    screen.allow(r"status of 4\d\d .*/api/moves")
    screen.context.add_init_script(f"sessionStorage.setItem('sbg.game', {json.dumps(kept)})")
    screen.go()
    assert screen.ply == 0
    expect(screen["turn"]).to_contain_text("White")
    first = next(iter(map(str, sbg.load(_name(screen)).start.moves)))
    screen.play(first)


def _name(screen: Screen) -> str:
    return {"Hexapawn": "hexapawn"}.get(screen["title"].inner_text(), "gardner")


def test_a_player_that_is_not_there_any_more(visit: Visit) -> None:
    screen = visit(go=False)
    kept = {"text": HEXAPAWN, "white": {"player": "nobody"}}
    screen.context.add_init_script(
        f"sessionStorage.getItem('sbg.game') ?? sessionStorage.setItem('sbg.game', {json.dumps(json.dumps(kept))})"
    )
    screen.go()
    expect(screen["notice"]).to_be_visible()
    screen.seat("white", "human")
    screen.play("a1a2")


def test_a_server_that_is_full_says_so(visit: Visit) -> None:
    with running("--sockets", "1") as server:
        visit(address=server.address)
        other = visit(address=server.address)
        other.allow("WebSocket")
        expect(other["offline"]).to_contain_text("too many clients are connected")


def test_the_theme_follows_another_tab(screen: Screen) -> None:
    other = screen.context.new_page()
    other.goto(screen.address)
    screen["theme"].click()
    expect(other.get_by_test_id("app")).to_have_attribute("data-theme", "dark")
    screen["theme"].click()
    expect(other.get_by_test_id("app")).to_have_attribute("data-theme", "light")
