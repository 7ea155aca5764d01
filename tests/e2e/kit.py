"""A page of the browser in; short words for what a person does on it, and a list of what went wrong on it, out."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    Request,
    WebSocket,
)
from playwright.sync_api import expect as expect

PATIENCE = 30_000
"""Milliseconds that a condition is waited for: a busy machine may be slow, but no test waits that long otherwise."""

expect.set_options(timeout=PATIENCE)

# Tells of everything that the policy of the page has forbidden, wherever it happened.
_REPORT_VIOLATIONS = """
addEventListener("securitypolicyviolation", (event) =>
  console.error(`policy: ${event.violatedDirective} forbids ${event.blockedURI || event.sample}`));
"""


def opened_file(chromium: Browser, file: Path) -> tuple[Page, list[str]]:
    """A file in a browser without a network, and a list of what goes wrong on it: errors, messages, requests."""
    context = chromium.new_context(viewport={"width": 1100, "height": 800}, offline=True)
    page = context.new_page()
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda message: problems.append(message.text))
    page.on("request", lambda r: None if r.url.startswith("file:") else problems.append(r.url))
    page.goto(file.as_uri())
    return page, problems


class Screen:
    """One page, as a person sees it. What should not happen on any page is gathered in `problems`."""

    def __init__(self, context: BrowserContext, address: str, pictures: Path) -> None:
        self.address = address
        self.context = context
        self.problems: list[str] = []
        self.asked: list[str] = []
        self._allowed: list[str] = []
        self._pictures = pictures
        self._host = urlsplit(address).netloc
        context.set_default_timeout(PATIENCE)
        context.add_init_script(_REPORT_VIOLATIONS)
        self.page: Page = context.new_page()
        self.page.on("console", self._on_console)
        self.page.on("pageerror", lambda error: self.problems.append(f"error: {error}"))
        self.page.on("crash", lambda _: self.problems.append("the page has crashed"))
        self.page.on("request", self._on_request)
        self.page.on("websocket", self._on_websocket)

    # -- what goes wrong

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.problems.append(f"console: {message.text} ({message.location.get('url', '')})")

    def _on_request(self, request: Request) -> None:
        self.asked.append(request.url)
        parts = urlsplit(request.url)
        if parts.scheme not in ("blob", "data") and parts.netloc != self._host:
            self.problems.append(f"a request leaves the server: {request.url}")

    def _on_websocket(self, socket: WebSocket) -> None:
        if urlsplit(socket.url).netloc != self._host:
            self.problems.append(f"a WebSocket leaves the server: {socket.url}")

    def allow(self, pattern: str) -> None:
        """Some problems belong to a test: what the browser itself reports about a server that is gone, say."""
        self._allowed.append(pattern)

    def unexpected(self) -> list[str]:
        """The problems that no test has asked for."""
        return [p for p in self.problems if not any(re.search(a, p) for a in self._allowed)]

    # -- finding and waiting

    def __getitem__(self, name: str) -> Locator:
        """What has a test id."""
        return self.page.get_by_test_id(name)

    def go(self, fragment: str = "") -> Screen:
        """Load the page, and wait until a board stands on it."""
        self.page.goto(self.address + fragment)
        expect(self["board"]).to_be_visible()
        return self

    @property
    def fen(self) -> str:
        """The position on the board."""
        return self["board"].get_attribute("data-fen") or ""

    @property
    def ply(self) -> int:
        """The number of moves up to the position on the board."""
        return int(self["board"].get_attribute("data-ply") or -1)

    @property
    def at(self) -> int:
        """The number, in the list, of the move that has led to the position on the board."""
        current = self["moves"].locator("[aria-current=step]")
        return int(current.get_attribute("data-at") or 0) if current.count() else 0

    def expect_fen(self, fen: str) -> None:
        """Wait for a position."""
        expect(self["board"]).to_have_attribute("data-fen", fen)

    def expect_problems(self, errors: int, warnings: int = 0) -> None:
        """Wait until the text of this moment is checked, with so many findings."""
        bar = self["problems"]
        expect(bar).to_have_attribute("data-current", "")
        expect(bar).to_have_attribute("data-errors", str(errors))
        expect(bar).to_have_attribute("data-warnings", str(warnings))

    def until(self, condition: str, argument: Any = None) -> None:
        """Wait until an expression of JavaScript holds."""
        self.page.wait_for_function(condition, arg=argument)

    def picture(self, name: str) -> Path:
        """Keep what is seen."""
        path = self._pictures / f"{name}.png"
        self.page.screenshot(path=path, animations="disabled")
        return path

    # -- doing

    def open_game(self, name: str) -> None:
        """Choose a game of the gallery."""
        self["gallery-open"].click()
        self[f"gallery-game-{name}"].click()
        expect(self["gallery"]).to_be_hidden()

    def moves(self) -> list[str]:
        """The moves of the list."""
        buttons = self["moves"].locator("[data-move]")
        found: list[str] = buttons.evaluate_all("all => all.map(one => one.dataset.move)")
        return found

    def play(self, move: str) -> None:
        """Move by two clicks, and wait until the move is in the list."""
        origin, target = squares(move)
        expect(self["board"]).to_have_attribute("data-open", "")
        number = self.at + 1
        self[f"square-{origin}"].click()
        expect(self[f"square-{target}"]).to_have_attribute("data-target", re.compile(r"\w+"))
        self[f"square-{target}"].click()
        expect(self[f"move-{number}"]).to_have_attribute("data-move", move)

    def seat(self, side: str, player: str, level: int | None = None) -> None:
        """Say who plays a side."""
        if level is not None:  # first, so that it does not begin at another level
            self[f"player-{side}"].select_option("human")
        self[f"player-{side}"].select_option(player)
        if level is not None:
            self[f"level-{side}"].select_option(str(level))

    # -- the editor

    def write(self, text: str) -> None:
        """Paste another text in place of the one in the editor."""
        self["editor-content"].click()
        self.page.keyboard.press("ControlOrMeta+a")
        self["editor-content"].evaluate(
            """(element, text) => {
                const clipboardData = new DataTransfer();
                clipboardData.setData("text/plain", text);
                element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
            }""",
            text,
        )

    def text(self) -> str:
        """The text in the editor; a short one, because of a long one only a part is in the document."""
        lines = self["editor-content"].locator(".cm-line")
        found: list[str] = lines.evaluate_all("all => all.map(one => one.textContent)")
        return "\n".join(found)

    def expect_text(self, text: str) -> None:
        """Wait for a text in the editor, a short one."""
        self.until(
            """(text) => {
                const root = document.querySelector("[data-testid=editor]").shadowRoot;
                return [...root.querySelectorAll(".cm-line")].map((one) => one.textContent).join("\\n") === text;
            }""",
            text,
        )


class Visit:
    """A new visitor with each call: a window of some size, for light or dark, on a phone or not; any server."""

    def __init__(self, browser: Browser, address: str, pictures: Path) -> None:
        self.screens: list[Screen] = []
        self._browser = browser
        self._address = address
        self._pictures = pictures

    def __call__(
        self,
        width: int = 1280,
        height: int = 800,
        *,
        dark: bool = False,
        phone: bool = False,
        address: str | None = None,
        go: bool = True,
    ) -> Screen:
        options: dict[str, Any] = {"is_mobile": True, "has_touch": True} if phone else {}
        context = self._browser.new_context(
            viewport={"width": width, "height": height},
            device_scale_factor=2 if phone else 1,
            color_scheme="dark" if dark else "light",
            **options,
        )
        screen = Screen(context, address or self._address, self._pictures)
        self.screens.append(screen)
        return screen.go() if go else screen


def squares(move: str) -> tuple[str, str]:
    """The two squares of a move."""
    match = re.fullmatch(r"([a-z]{1,2}[0-9]{1,2})([a-z]{1,2}[0-9]{1,2})", move)
    assert match is not None, move
    return match[1], match[2]


def no_sideways(screen: Screen) -> None:
    """Nothing of the page can be scrolled to the side but what is meant to be, once it has settled."""
    found = """() => [document.scrollingElement, ...document.querySelectorAll("main, aside, dialog[open], .panel")]
            .filter((one) => one === document.scrollingElement || getComputedStyle(one).overflowX !== "visible")
            .filter((one) => one.scrollWidth > one.clientWidth)
            .map((one) => `${one.tagName}.${one.className}: ${one.scrollWidth} > ${one.clientWidth}`)"""
    for _ in range(20):
        if not (wide := screen.page.evaluate(found)):
            return
        screen.page.wait_for_timeout(100)
    raise AssertionError(wide)
