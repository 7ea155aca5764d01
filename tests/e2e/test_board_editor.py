"""The board editor: pieces are placed, moved and removed; the result is played from, or written into the text."""

from __future__ import annotations

import sbg
from tests.e2e.kit import Screen, Visit, expect, no_sideways


def letter(screen: Screen, square: str) -> str:
    """What is on a square of the editor."""
    return screen[f"edit-{square}"].get_attribute("data-letter") or ""


def drag(screen: Screen, origin: str, target: str) -> None:
    """Drag a piece from a square to another one."""
    boxes = [screen[f"edit-{name}"].bounding_box() for name in (origin, target)]
    (x, y), (to_x, to_y) = (
        (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes if box
    )
    screen.page.mouse.move(x, y)
    screen.page.mouse.down()
    screen.page.mouse.move(to_x, to_y, steps=3)
    screen.page.mouse.up()


def test_a_position_is_set_up_and_played_from(screen: Screen) -> None:
    screen["edit-board"].click()
    drag(screen, "b1", "c3")
    assert (letter(screen, "b1"), letter(screen, "c3")) == (".", "N")
    screen["tool-remove"].click()
    screen["edit-a5"].click()
    screen["tool-q"].click()
    screen["edit-b3"].click()
    screen["edit-turn"].select_option("black")
    screen.picture("board-editor")
    screen["edit-play"].click()
    expect(screen["board-editor"]).to_be_hidden()
    screen.expect_fen("1nbqk/ppppp/1qN2/PPPPP/R1BQK b 1")
    screen.play("b3b2")


def test_a_board_is_written_into_the_text(screen: Screen) -> None:
    start = sbg.load("gardner").start.fen
    screen.play("a2a3")
    screen["edit-board"].click()
    screen["edit-height"].fill("6")
    screen["edit-height"].press("Tab")
    expect(screen["edit-play"]).to_be_disabled()
    screen["edit-write"].click()
    screen.expect_fen("rnbqk/ppppp/P4/5/1PPPP/RNBQK w 0")
    assert screen.moves() == []
    screen["notice-action"].click()
    expect(screen["board"]).to_have_attribute("data-ply", "1")
    screen["first"].click()
    screen.expect_fen(start)


def test_by_keyboard(screen: Screen) -> None:
    screen["edit-board"].click()
    expect(screen["board-editor"]).to_contain_text("a letter puts that piece")
    labels = screen["edit-grid"].locator(".label").all_inner_texts()
    assert [text for text in labels if text] == [*"54321", *"abcde"]
    screen["edit-a1"].focus()
    for key in ("ArrowRight", "Delete", "ArrowUp", "k", "Home", "Enter", "ArrowUp", "Enter"):
        screen.page.keyboard.press(key)
    assert [letter(screen, name) for name in ("b1", "b2", "a2", "a3")] == [".", "k", ".", "P"]


def test_large_boards_and_phones(visit: Visit) -> None:
    screen = visit(360, 740, phone=True)
    screen.open_game("great-plain")
    screen.expect_fen(sbg.load("great-plain").start.fen)
    screen["edit-board"].tap()
    expect(screen["edit-a1"]).to_be_attached()
    no_sideways(screen)
    screen.picture("board-editor-phone")
    screen["tool-q"].tap()
    screen["edit-c8"].tap()
    assert letter(screen, "c8") == "q"
    screen["tool-hand"].tap()
    screen["edit-c8"].tap()
    screen["edit-d9"].tap()
    assert (letter(screen, "c8"), letter(screen, "d9")) == (".", "q")


def test_what_happens_in_the_game_changes_nothing_in_the_editor(screen: Screen) -> None:
    for side in ("white", "black"):
        screen.seat(side, "random")
    screen["edit-board"].click()
    screen["tool-q"].click()
    screen["edit-c3"].click()
    ply = screen.ply
    screen.until(
        "(ply) => Number(document.querySelector('[data-testid=board]').dataset.ply) > ply + 2", ply
    )
    assert letter(screen, "c3") == "q"
    # Escape throws nothing away.
    screen.page.keyboard.press("Escape")
    expect(screen["notice"]).to_contain_text("is kept")
    screen["notice-action"].click()
    assert letter(screen, "c3") == "q"
    screen["edit-again"].click()
    expect(screen["edit-again"]).to_be_disabled()
    screen.page.keyboard.press("Escape")
    expect(screen["board-editor"]).to_be_hidden()
    screen["edit-board"].click()
    expect(screen["edit-again"]).to_be_disabled()


def test_a_board_that_was_written_is_taken_back_in_the_editor(screen: Screen) -> None:
    expect(screen["editor-content"]).to_contain_text("|RNBQK|")
    before = screen.text()
    screen["edit-board"].click()
    screen["tool-remove"].click()
    screen["edit-a1"].click()
    screen["edit-write"].click()
    expect(screen["editor-content"]).to_contain_text("|.NBQK|")
    screen["editor-content"].press("ControlOrMeta+z")
    expect(screen["editor-content"]).to_contain_text("|RNBQK|")
    screen.expect_fen(sbg.load("gardner").start.fen)
    assert screen.text() == before
