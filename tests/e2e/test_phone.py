"""The page on a telephone: one thing at a time, nothing to scroll sideways, moves by the finger."""

from __future__ import annotations

import pytest

import sbg
from tests.e2e.kit import Screen, Visit, expect, no_sideways, squares


@pytest.fixture
def phone(visit: Visit) -> Screen:
    """A small telephone."""
    return visit(360, 740, phone=True)


def tap(screen: Screen, move: str) -> None:
    """Move by two taps."""
    number = screen.at + 1
    expect(screen["board"]).to_have_attribute("data-open", "")
    for square in squares(move):
        screen[f"square-{square}"].tap()
    expect(screen[f"move-{number}"]).to_have_attribute("data-move", move)


def test_moves_by_tapping(phone: Screen) -> None:
    no_sideways(phone)
    tap(phone, "b1c3")
    tap(phone, "b4b3")
    box = phone["board"].bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 360
    phone.picture("phone-board")
    phone["undo"].tap()
    expect(phone["board"]).to_have_attribute("data-ply", "1")
    phone.seat("black", "greedy")
    phone["play-from-here"].tap()
    expect(phone["board"]).to_have_attribute("data-ply", "2")
    no_sideways(phone)


def test_a_piece_is_dragged_by_a_finger(phone: Screen) -> None:
    boxes = [phone[f"square-{name}"].bounding_box() for name in ("b1", "c3")]
    points = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes if box]
    session = phone.context.new_cdp_session(phone.page)
    (x, y), (to_x, to_y) = points

    def touch(kind: str, *at: float) -> None:
        session.send(
            "Input.dispatchTouchEvent",
            {"type": kind, "touchPoints": [{"x": at[0], "y": at[1]}] if at else []},
        )

    touch("touchStart", x, y)
    for step in range(1, 6):
        touch("touchMove", x + (to_x - x) * step / 5, y + (to_y - y) * step / 5)
    touch("touchEnd")
    expect(phone["move-1"]).to_have_attribute("data-move", "b1c3")


def test_the_tabs(phone: Screen) -> None:
    expect(phone["panel-editor"]).to_be_hidden()
    phone["tab-editor"].tap()
    expect(phone["editor-content"]).to_be_visible()
    expect(phone["board"]).to_be_hidden()
    expect(phone["problems"]).to_be_visible()
    no_sideways(phone)
    phone.picture("phone-editor")
    phone["tab-rules"].tap()
    expect(phone["rule-N"].locator(".diagram svg")).to_be_visible()
    no_sideways(phone)
    phone.picture("phone-rules")
    phone["tab-board"].tap()
    expect(phone["board"]).to_be_visible()


def test_the_dialogs(phone: Screen) -> None:
    phone["gallery-open"].tap()
    expect(phone["gallery-game-chess"]).to_be_visible()
    no_sideways(phone)
    phone.picture("phone-gallery")
    phone["gallery-close"].tap()
    expect(phone["gallery"]).to_be_hidden()
    phone["share-open"].tap()
    expect(phone["share-link"]).to_be_visible()
    no_sideways(phone)
    phone.picture("phone-share")


@pytest.mark.parametrize("name", ["courier-chess", "great-plain", "corridor"])
def test_large_boards(phone: Screen, name: str) -> None:
    game = sbg.load(name)
    phone.open_game(name)
    phone.expect_fen(game.start.fen)
    no_sideways(phone)
    phone.picture(f"phone-{name}")
    # However small the squares are, or however far they must be scrolled: a move can be made.
    tap(phone, str(game.start.moves[0]))


@pytest.mark.parametrize("width", [320, 480, 640])
def test_nothing_is_wider_than_the_window(visit: Visit, width: int) -> None:
    screen = visit(width, 640, phone=True)
    screen.seat("black", "mcts")
    screen.seat("white", "alphabeta")
    screen["analyse"].tap()
    for tab in ("editor", "rules", "board"):
        screen[f"tab-{tab}"].tap()
        no_sideways(screen)


def bottom(screen: Screen, name: str) -> float:
    """Where something ends, in pixels from the top of the window."""
    box = screen[name].bounding_box()
    assert box is not None
    return box["y"] + box["height"]


@pytest.mark.parametrize(
    ("width", "height", "seen"),
    [(360, 640, "play-computer"), (390, 844, "restart"), (820, 1180, "position")],
)
def test_what_matters_is_seen_at_once(visit: Visit, width: int, height: int, seen: str) -> None:
    screen = visit(width, height, phone=True)
    expect(screen["goals"]).not_to_contain_text("…")
    screen.picture(f"at-once-{width}x{height}")
    bar = screen["tab-board"].bounding_box()
    assert bar is not None
    assert bottom(screen, seen) <= bar["y"]
    # Nor is there an empty half: on a tablet the moves reach down to the bar.
    assert bottom(screen, "moves") > 0.9 * bar["y"]
    screen.play("b1c3")
    screen.seat("black", "alphabeta", 1)
    expect(screen["board"]).to_have_attribute("data-ply", "2")
    no_sideways(screen)
    screen.picture(f"against-{width}x{height}")


def test_the_text_is_widened(visit: Visit) -> None:
    screen = visit(1440, 900)
    edge = screen["splitter"]

    def width() -> float:
        box = screen["panel-editor"].bounding_box()
        assert box is not None
        return box["width"]

    usual = width()
    box = edge.bounding_box()
    assert box is not None
    screen.page.mouse.move(box["x"] + 5, 400)
    screen.page.mouse.down()
    screen.page.mouse.move(700, 400, steps=4)
    screen.page.mouse.up()
    assert abs(width() - 700) < 3
    no_sideways(screen)
    screen.picture("wide-text")
    edge.press("ArrowLeft")
    assert abs(width() - 676) < 3
    expect(edge).to_have_attribute("aria-valuenow", str(round(width())))
    screen.page.reload()
    expect(screen["board"]).to_be_visible()
    assert abs(width() - 676) < 3
    # A smaller window leaves room for the board.
    screen.page.set_viewport_size({"width": 1000, "height": 700})
    screen.until(
        "() => document.querySelector('[data-testid=board]').getBoundingClientRect().width > 150"
    )
    assert width() <= 400
    no_sideways(screen)
    screen.page.set_viewport_size({"width": 1440, "height": 900})
    edge.dblclick()
    assert abs(width() - usual) < 1


def test_between_phone_and_desk(visit: Visit) -> None:
    screen = visit(800, 1000)
    for width, height in ((800, 1000), (960, 600), (1024, 768), (740, 360), (1920, 1080)):
        screen.page.set_viewport_size({"width": width, "height": height})
        expect(screen["board"]).to_be_visible()
        no_sideways(screen)
        screen.picture(f"window-{width}x{height}")
    screen.play("a2a3")
