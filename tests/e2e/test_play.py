"""Moves by hand: what is lit, what is shown, what is taken back, and how positions and records come and go."""

from __future__ import annotations

import re

import sbg
from sbg import games
from tests.e2e.kit import Screen, expect, squares

GARDNER = sbg.load("gardner")


def after(*moves: str) -> sbg.Position:
    """The position after some moves of the first game."""
    position = GARDNER.start
    for move in moves:
        position = position.play(move)
    return position


def test_a_move_by_clicks(screen: Screen) -> None:
    screen["square-b1"].click()
    lit = screen["board"].locator("[data-target]")
    legal = [squares(str(move)) for move in GARDNER.start.moves]
    targets = {target for origin, target in legal if origin == "b1"}
    expect(lit).to_have_count(len(targets))
    names = lit.evaluate_all("all => all.map((one) => one.dataset.square)")
    assert set(names) == targets
    screen.picture("selected")
    screen["square-c3"].click()
    screen.expect_fen(after("b1c3").fen)
    expect(screen["turn"]).to_have_text("Black is to move.")
    expect(lit).to_have_count(0)
    last = screen["board"].locator("[data-last]")
    assert set(last.evaluate_all("all => all.map((one) => one.dataset.square)")) == {"b1", "c3"}


def test_a_piece_that_cannot_move_is_not_chosen(screen: Screen) -> None:
    screen["square-a1"].click()
    screen["square-c5"].click()
    expect(screen["board"].locator("[data-target], [aria-selected=true]")).to_have_count(0)
    screen["square-b1"].click()
    expect(screen["square-b1"]).to_have_attribute("aria-selected", "true")
    screen["square-b1"].click()  # a second time: let go
    expect(screen["square-b1"]).to_have_attribute("aria-selected", "false")
    assert screen.ply == 0


def test_a_capture_by_dragging(screen: Screen) -> None:
    for move in ("a2a3", "b4a3"):
        drag(screen, *squares(move))
    screen.expect_fen(after("a2a3", "b4a3").fen)
    expect(screen["taken-black"]).to_have_text("P")
    expect(screen["move-2"]).to_contain_text("Pb4×a3")
    # Where a piece cannot go, it does not stay.
    drag(screen, "b2", "e3")
    assert screen.moves() == ["a2a3", "b4a3"]
    drag(screen, "b2", "a3")
    expect(screen["taken-white"]).to_have_text("P")
    screen.picture("after-captures")


def drag(screen: Screen, origin: str, target: str) -> None:
    """Press on a square, move to another in steps, let go."""
    expect(screen["board"]).to_have_attribute("data-open", "")
    number = screen.ply
    for name, act in ((origin, screen.page.mouse.down), (target, screen.page.mouse.up)):
        box = screen[f"square-{name}"].bounding_box()
        assert box is not None
        screen.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=5)
        act()
    if f"{origin}{target}" != "b2e3":
        expect(screen[f"move-{number + 1}"]).to_have_attribute("data-move", f"{origin}{target}")


def test_steps_through_a_game(screen: Screen) -> None:
    line = ["b1c3", "b4b3", "c3b5"]
    for move in line:
        screen.play(move)
    assert screen.moves() == line
    screen["undo"].click()
    screen.expect_fen(after(*line[:2]).fen)
    expect(screen["reviewing"]).to_contain_text("Move 2 of 3")
    screen["first"].click()
    screen.expect_fen(GARDNER.start.fen)
    expect(screen["undo"]).to_be_disabled()
    screen["redo"].click()
    screen.expect_fen(after(*line[:1]).fen)
    screen["move-2"].click()
    screen.expect_fen(after(*line[:2]).fen)
    screen["last"].click()
    screen.expect_fen(after(*line).fen)
    # Another move in the past makes another game.
    screen["move-1"].click()
    screen.expect_fen(after(*line[:1]).fen)
    screen.play("a4a3")
    assert screen.moves() == ["b1c3", "a4a3"]
    screen["restart"].click()
    screen.expect_fen(GARDNER.start.fen)
    assert screen.moves() == []


def test_a_line_that_was_left_can_be_taken_up_again(screen: Screen) -> None:
    for move in ("a2a3", "b4a3", "b2a3"):
        screen.play(move)
    screen["first"].click()
    expect(screen["board"]).to_have_attribute("data-ply", "0")
    screen.play("b1c3")
    assert screen.moves() == ["b1c3"]
    left = screen["aside"]
    expect(left).to_have_attribute("data-line", "a2a3 b4a3 b2a3")
    expect(left).to_contain_text("Pa2–a3")
    screen.picture("variation")
    left.click()
    expect(screen["board"]).to_have_attribute("data-ply", "1")
    screen["last"].click()
    expect(screen["board"]).to_have_attribute("data-ply", "3")
    assert screen.moves() == ["a2a3", "b4a3", "b2a3"]
    expect(screen["aside"]).to_have_attribute("data-line", "b1c3")
    # To begin again is a step like others: nothing is lost by it.
    screen["restart"].click()
    screen.expect_fen(GARDNER.start.fen)
    expect(screen["aside"]).to_have_count(2)
    screen["undo"].click()
    expect(screen["board"]).to_have_attribute("data-ply", "3")
    assert screen.moves() == ["a2a3", "b4a3", "b2a3"]
    expect(screen["aside"]).to_have_attribute("data-line", "b1c3")
    screen["redo"].click()
    screen.expect_fen(GARDNER.start.fen)
    assert screen.moves() == []


def test_the_board_is_turned(screen: Screen) -> None:
    def height(square: str) -> float:
        box = screen[f"square-{square}"].bounding_box()
        assert box is not None
        return box["y"]

    assert height("a1") > height("a5")
    screen["flip"].click()
    expect(screen["flip"]).to_have_attribute("aria-pressed", "true")
    assert height("a1") < height("a5")
    screen.play("a2a3")
    screen.picture("turned")


def test_figures_where_all_letters_have_one(screen: Screen) -> None:
    letters = screen["board"].locator("[data-on] text")
    pieces = screen["board"].locator("[data-on]")
    expect(pieces).to_have_count(20)
    expect(letters).to_have_count(0)
    screen.picture("figures")
    screen.open_game("fox-and-hounds")
    expect(letters).to_have_count(5)
    screen.open_game("gardner")
    expect(pieces).to_have_count(20)
    expect(letters).to_have_count(0)
    # What was chosen holds for every game, and for the next visit.
    screen["pieces"].click()
    expect(letters).to_have_count(20)
    screen.page.reload()
    expect(letters).to_have_count(20)


def test_goals_and_help_beside_the_board(screen: Screen) -> None:
    expect(screen["goals"]).to_contain_text("king")
    expect(screen["help"]).to_contain_text("Choose a piece")
    screen["square-b1"].click()
    expect(screen["help"]).not_to_contain_text("Choose a piece")
    screen.open_game("fox-and-hounds")
    expect(screen["goals"]).to_contain_text("White wins by moving")


def test_a_piece_may_stay(screen: Screen) -> None:
    screen.open_game("standoff")
    game = sbg.load("standoff")
    screen.expect_fen(game.start.fen)
    staying = next(str(m) for m in game.start.moves if m.origin == m.target)
    screen[f"square-{squares(staying)[0]}"].click()
    screen["stay"].click()
    screen.expect_fen(game.start.play(staying).fen)


def test_a_position_is_pasted(screen: Screen) -> None:
    fen = "4k/5/2P2/5/K4 b 7"
    assert GARDNER.position(fen).fen == fen
    screen["position"].fill(fen)
    screen["position-set"].click()
    screen.expect_fen(fen)
    expect(screen["turn"]).to_have_text("Black is to move.")
    screen.play("e5d5")
    screen["undo"].click()
    screen.expect_fen(fen)


def test_nonsense_is_pasted_as_a_position(screen: Screen) -> None:
    screen.allow(r"status of 4\d\d .*/api/moves")
    before = screen.fen
    for nonsense in ("nonsense", "rnbqk/ppppp/5/PPPPP w 0", "9/9/9 w", "<b>8</b> w 0", "♔" * 300):
        screen["position"].fill(nonsense)
        screen.page.keyboard.press("Enter")
        expect(screen["position-error"]).to_have_text(re.compile(r"\w{3}"))
        expect(screen["position"]).to_have_attribute("aria-invalid", "true")
        assert screen.fen == before
    screen.picture("position-error")
    screen["position"].press("Escape")
    expect(screen["position"]).to_have_value(before)
    expect(screen["position-error"]).to_have_count(0)


def test_a_position_is_copied(screen: Screen) -> None:
    screen.context.grant_permissions(["clipboard-read", "clipboard-write"])
    screen.play("a2a3")
    screen["position-copy"].click()
    expect(screen["notice"]).to_contain_text("copied")
    assert screen.page.evaluate("navigator.clipboard.readText()") == after("a2a3").fen


def test_the_rules_in_words(screen: Screen) -> None:
    screen["tab-rules"].click()
    words = sbg.describe(sbg.parse(games.read("gardner").decode()))
    for piece in words.pieces:
        part = screen[f"rule-{piece.letter}"]
        for sentence in piece.sentences:
            expect(part).to_contain_text(sentence)
        expect(part.locator("svg")).to_be_visible()
    for goal in words.goals:
        expect(screen["panel-rules"]).to_contain_text(goal)
    screen.picture("rules")
