"""The page without a mouse: from the gallery over moves and undo to the board turned round."""

from __future__ import annotations

import pytest

import sbg
from tests.e2e.kit import Screen, expect

FURTHEST = 60
"""Presses of Tab in which everything must be reached."""


def tab_to(screen: Screen, test_id: str, key: str = "Tab") -> None:
    """Press Tab until something has the focus."""
    for _ in range(FURTHEST):
        screen.page.keyboard.press(key)
        if focused(screen) == test_id:
            return
    raise AssertionError(f"Tab does not lead to {test_id}")


def focused(screen: Screen) -> str | None:
    """The test id of what has the focus."""
    found: str | None = screen.page.evaluate("document.activeElement?.dataset.testid ?? null")
    return found


def tab_to_board(screen: Screen) -> None:
    """Press Tab until a square has the focus."""
    for _ in range(FURTHEST):
        screen.page.keyboard.press("Tab")
        if (focused(screen) or "").startswith("square-"):
            return
    raise AssertionError("Tab does not lead to the board")


def walk(screen: Screen, target: str, width: int) -> None:
    """From the lower left square to another, by arrow keys."""
    press = screen.page.keyboard.press
    press("Home")
    press("PageDown")
    assert focused(screen) == "square-a1"
    for _ in range(ord(target[0]) - ord("a")):
        press("ArrowRight")
    for _ in range(int(target[1:]) - 1):
        press("ArrowUp")
    assert width > ord(target[0]) - ord("a")
    assert focused(screen) == f"square-{target}"


def play(screen: Screen, move: str, keys: tuple[str, str] = ("Enter", "Enter")) -> None:
    """Walk to a piece, choose it, walk on, put it down."""
    expect(screen["board"]).to_have_attribute("data-open", "")
    number = screen.at + 1
    for square, key in zip((move[:2], move[2:]), keys, strict=True):
        walk(screen, square, 5)
        screen.page.keyboard.press(key)
    expect(screen[f"move-{number}"]).to_have_attribute("data-move", move)


def test_the_whole_way(screen: Screen) -> None:
    press = screen.page.keyboard.press
    game = sbg.load("breakthrough5")
    tab_to(screen, "gallery-open")
    press("Enter")
    expect(screen["gallery-game-breakthrough5"]).to_be_visible()
    tab_to(screen, "gallery-game-breakthrough5")
    press("Enter")
    expect(screen["gallery"]).to_be_hidden()
    screen.expect_fen(game.start.fen)

    tab_to_board(screen)
    play(screen, "a2a3")
    play(screen, "b4a3", (" ", " "))  # a capture, by the other key
    screen.expect_fen(game.start.play("a2a3").play("b4a3").fen)
    screen.picture("keyboard-cursor")
    tab_to(screen, "undo")
    press("Enter")
    screen.expect_fen(game.start.play("a2a3").fen)
    tab_to(screen, "redo", "Tab")
    press(" ")
    screen.expect_fen(game.start.play("a2a3").play("b4a3").fen)
    tab_to(screen, "flip", "Shift+Tab")
    press("Enter")
    expect(screen["flip"]).to_have_attribute("aria-pressed", "true")


def test_arrows_go_where_they_point_when_the_board_is_turned(screen: Screen) -> None:
    screen["flip"].click()
    tab_to(screen, "square-a1", "Shift+Tab")
    screen.page.keyboard.press("ArrowDown")
    assert focused(screen) == "square-a2"
    screen.page.keyboard.press("ArrowLeft")
    assert focused(screen) == "square-b2"


def test_words_for_what_is_chosen(screen: Screen) -> None:
    # The names of the pieces come a moment after the board.
    expect(screen["square-b1"]).to_have_attribute("aria-label", "b1, white knight N")
    tab_to_board(screen)
    walk(screen, "b1", 5)
    screen.page.keyboard.press("Enter")
    expect(screen["live"]).to_have_text("white knight N on b1 selected, 2 moves.")
    screen.page.keyboard.press("Escape")
    expect(screen["live"]).to_have_text("Nothing selected.")
    walk(screen, "a3", 5)
    screen.page.keyboard.press("Enter")
    expect(screen["live"]).to_have_text("Nothing on a3 can move.")


def test_the_focus_stays_on_the_board(screen: Screen) -> None:
    """After a move the next one begins where the last one has ended."""
    tab_to_board(screen)
    play(screen, "a2a3")
    assert focused(screen) == "square-a3"


def test_the_list_of_moves_by_arrows(screen: Screen) -> None:
    for move in ("b1c3", "b4b3", "c3b5"):
        screen.play(move)
    screen["move-3"].focus()
    screen.page.keyboard.press("ArrowLeft")
    expect(screen["board"]).to_have_attribute("data-ply", "2")
    screen.page.keyboard.press("ArrowUp")
    expect(screen["board"]).to_have_attribute("data-ply", "0")
    screen.page.keyboard.press("ArrowRight")
    expect(screen["board"]).to_have_attribute("data-ply", "1")


def test_the_tabs_by_arrows(screen: Screen) -> None:
    tab_to(screen, "tab-editor")
    screen.page.keyboard.press("ArrowRight")
    expect(screen["panel-rules"]).to_be_visible()
    assert focused(screen) == "tab-rules"


def test_out_of_the_editor(screen: Screen) -> None:
    """Tab writes nothing into the text: who comes into the editor by the keyboard must come out of it again."""
    expect(screen["editor-content"]).to_be_visible()
    tab_to(screen, "editor")
    tab_to(screen, "format")


@pytest.mark.parametrize(
    ("opener", "dialog"), [("gallery-open", "gallery"), ("share-open", "share")]
)
def test_the_focus_stays_in_a_dialog(screen: Screen, opener: str, dialog: str) -> None:
    screen[opener].focus()
    screen.page.keyboard.press("Enter")
    expect(screen[dialog]).to_be_visible()
    for _ in range(20):
        screen.page.keyboard.press("Tab")
        inside = screen.page.evaluate(
            "document.activeElement === document.body || document.activeElement.closest('dialog') !== null"
        )
        assert inside
    screen.page.keyboard.press("Escape")
    expect(screen[dialog]).to_be_hidden()
    expect(screen[opener]).to_be_focused()
