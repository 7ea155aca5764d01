"""Each bundled game, each template and a file of one's own: all come to the board as they are."""

from __future__ import annotations

from pathlib import Path

import pytest

import sbg
from sbg.language import games
from tests.e2e.kit import Screen, Visit, expect
from tests.web.helpers import HEXAPAWN, Server

PARTS = 4


@pytest.mark.parametrize("part", range(PARTS))
def test_every_bundled_game_opens(screen: Screen, part: int) -> None:
    for name in games.names()[part::PARTS]:
        game = sbg.load(name)
        screen.open_game(name)
        screen.expect_fen(game.start.fen)
        expect(screen["title"]).to_have_text(game.name)
        board = screen["board"]
        assert board.get_by_role("gridcell").count() == game.width * game.height, name
        drawn = board.locator("[data-on]").evaluate_all(
            "all => all.map((one) => [one.dataset.on, one.dataset.piece])"
        )
        assert sorted(drawn) == sorted(_pieces(game)), name
        findings = sbg.check(games.read(name).decode())
        warnings = sum(d.severity == "warning" for d in findings)
        screen.expect_problems(0, warnings)
        assert not any(d.severity == "error" for d in findings)
        assert screen["notice"].count() == 0, name


def _pieces(game: sbg.Game) -> list[list[str]]:
    return [
        [f"{chr(97 + x)}{game.height - y}", letter]
        for y, row in enumerate(game.start.rows)
        for x, letter in enumerate(row)
        if letter != "."
    ]


def test_the_gallery(screen: Screen) -> None:
    screen["gallery-open"].click()
    shown = screen["gallery"].locator("[data-testid^=gallery-game-]")
    expect(shown).to_have_count(len(games.names()))
    # A picture that is out of sight is loaded when it comes into sight.
    for picture in shown.locator("img").all():
        picture.scroll_into_view_if_needed()
    screen.until(
        "() => [...document.querySelectorAll('dialog img')].every((one) => one.complete && one.naturalWidth > 0)"
    )
    screen["gallery-filter"].fill("5x5 chess")
    expect(shown.first).to_be_visible()
    assert 0 < shown.count() < len(games.names())
    screen["gallery-filter"].fill("hunt")
    expect(screen["gallery-game-fox-and-hounds"]).to_be_visible()
    expect(screen["gallery-game-gardner"]).to_be_hidden()
    screen["gallery-filter"].fill("no such game at all")
    expect(screen["gallery"]).to_contain_text("No game has all these words")
    screen["gallery-filter"].fill("")
    expect(shown).to_have_count(len(games.names()))
    screen.picture("gallery")
    screen["gallery-filter"].press("Enter")  # says nothing yet, so nothing is chosen
    expect(screen["gallery"]).to_be_visible()
    screen.page.keyboard.press("Escape")
    expect(screen["gallery"]).to_be_hidden()
    expect(screen["gallery-open"]).to_be_focused()


def test_enter_chooses_a_game(screen: Screen) -> None:
    for words, name in (("steppe", "steppe"), ("chess", "chess"), ("GRAND ch", "grand-chess")):
        screen["gallery-open"].click()
        screen["gallery-filter"].fill(words)
        expect(screen[f"gallery-game-{name}"]).to_be_visible()
        screen["gallery-filter"].press("Enter")
        expect(screen["gallery"]).to_be_hidden()
        screen.expect_fen(sbg.load(name).start.fen)


def test_a_bundled_game_has_an_address(screen: Screen, visit: Visit) -> None:
    start = sbg.load("steppe").start.fen
    other = visit(go=False)
    other.page.goto(other.address + "#game=steppe")
    other.expect_fen(start)
    other.play("b1a3")
    other.page.reload()  # goes on with the game
    expect(other["board"]).to_have_attribute("data-ply", "1")
    # A page that stands follows the address, too; a name that is no game's does no harm.
    screen.page.evaluate("location.hash = 'game=steppe'")
    screen.expect_fen(start)
    screen.allow("status of 404")
    screen.page.evaluate("location.hash = 'game=nothing'")
    expect(screen["notice"]).to_contain_text("nothing")
    screen.expect_fen(start)


def test_every_template_is_a_game(screen: Screen, server: Server) -> None:
    templates = server.get("/api/info")["templates"]
    assert len(templates) >= 4
    for template in templates:
        screen["gallery-open"].click()
        screen[f"template-{template['name']}"].click()
        expect(screen["gallery"]).to_be_hidden()
        screen.expect_fen(sbg.parse(template["text"]).start.fen)
        expect(screen["panel-editor"]).to_be_visible()
        screen.expect_problems(0)


def test_a_dropped_file_is_opened(screen: Screen) -> None:
    drop(screen, "mine.sbg", HEXAPAWN.encode())
    screen.expect_fen(sbg.load("hexapawn").start.fen)
    expect(screen["title"]).to_have_text("Hexapawn")
    screen.expect_problems(0)


def test_a_dropped_file_that_is_no_game(screen: Screen) -> None:
    before = screen.fen
    drop(screen, "picture.png", b"\x89PNG\xff\xfe\x00")
    expect(screen["notice"]).to_contain_text("picture.png")
    assert screen.fen == before
    drop(screen, "letter.txt", b"Dear reader,\nthis is no game.\n")
    expect(screen["stale"]).to_be_visible()  # it can be looked at and mended in the editor
    assert screen.fen == before
    assert "Dear reader" in screen.text()


def test_a_file_is_chosen(screen: Screen, tmp_path: Path) -> None:
    path = tmp_path / "mine.sbg"
    # As Windows writes it: the ends of the lines are two characters long.
    path.write_bytes(HEXAPAWN.replace("\n", "\r\n").encode())
    screen["gallery-open"].click()
    screen["gallery-file"].set_input_files(path)
    screen.expect_fen(sbg.load("hexapawn").start.fen)
    screen.expect_problems(0)


def drop(screen: Screen, name: str, content: bytes) -> None:
    """Drag a file from outside over the page, and let it fall."""
    transfer = screen.page.evaluate_handle(
        """([name, bytes]) => {
            const transfer = new DataTransfer();
            transfer.items.add(new File([new Uint8Array(bytes)], name));
            return transfer;
        }""",
        [name, list(content)],
    )
    screen.page.dispatch_event("body", "dragover", {"dataTransfer": transfer})
    expect(screen["drop"]).to_be_visible()
    screen.page.dispatch_event("body", "drop", {"dataTransfer": transfer})
    expect(screen["drop"]).to_be_hidden()
