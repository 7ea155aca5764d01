"""Moves by hand: what is lit, what is shown, what is taken back, and how positions and records come and go."""

from __future__ import annotations

import re

from playwright.sync_api import Route

import sbg
from sbg.language import games
from sbg.play.players.catalogue import DEFAULT_LEVEL
from tests.e2e.kit import Screen, Visit, expect, no_sideways, squares

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
    expect(screen["taken-black"]).to_have_text("has captured 1 × white pawn P")
    expect(screen["move-2"]).to_contain_text("Pb4×a3")
    # Where a piece cannot go, it does not stay.
    drag(screen, "b2", "e3")
    assert screen.moves() == ["a2a3", "b4a3"]
    drag(screen, "b2", "a3")
    expect(screen["taken-white"]).to_have_text("has captured 1 × black pawn P")
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


def test_nothing_moves_when_the_goals_come(visit: Visit) -> None:
    screen = visit(go=False)
    held: list[Route] = []
    screen.page.route("**/api/describe", lambda route: held.append(route))
    screen.go()
    screen.until("() => document.querySelector('[data-testid=moves]')")
    parts = ("moves", "position", "board")
    before = [screen[part].bounding_box() for part in parts]
    while not held:
        screen.page.wait_for_timeout(50)
    held[0].continue_()
    expect(screen["goals"]).to_contain_text("king")
    assert [screen[part].bounding_box() for part in parts] == before


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
        expect(part.locator(".diagram svg")).to_be_visible()
    for goal in words.goals:
        expect(screen["panel-rules"]).to_contain_text(goal)
    screen.picture("rules")


def test_a_move_that_is_not_legal_gets_a_word(screen: Screen) -> None:
    expect(screen["goals"]).to_contain_text("pawn")  # the names have come
    screen["square-b1"].click()
    screen["square-b4"].click()
    expect(screen["refused"]).to_have_text("The knight on b1 cannot move to b4.")
    screen["square-b4"].click()
    expect(screen["refused"]).to_have_text("That is Black's pawn, and White is to move.")
    screen["square-a1"].click()
    expect(screen["refused"]).to_have_text("The rook on a1 cannot move now.")
    screen["square-a3"].click()
    expect(screen["refused"]).to_have_count(0)
    for name, act in (("b1", screen.page.mouse.down), ("b5", screen.page.mouse.up)):
        box = screen[f"square-{name}"].bounding_box()
        assert box is not None
        screen.page.mouse.move(box["x"] + 20, box["y"] + 20, steps=4)
        act()
    expect(screen["refused"]).to_have_text("The knight on b1 cannot move to b5.")
    expect(screen["live"]).to_have_text("The knight on b1 cannot move to b5.")
    screen.play("b1c3")
    expect(screen["refused"]).to_have_count(0)


def test_keys_for_the_whole_game(screen: Screen) -> None:
    for move in ("a2a3", "b4b3", "c2b3"):
        screen.play(move)
    for key, ply in (
        ("ArrowLeft", "2"),
        ("Home", "0"),
        ("ArrowRight", "1"),
        ("End", "3"),
        ("ControlOrMeta+z", "2"),
        ("ControlOrMeta+Shift+z", "3"),
    ):
        screen.page.keyboard.press(key)
        expect(screen["board"]).to_have_attribute("data-ply", ply)
    expect(screen["flip"]).to_have_attribute("aria-pressed", "false")
    screen.page.keyboard.press("f")
    expect(screen["flip"]).to_have_attribute("aria-pressed", "true")
    # Rows and columns are counted as they are seen.
    corner = screen["square-e1"]
    expect(corner).to_have_attribute("aria-colindex", "1")
    expect(corner.locator("..")).to_have_attribute("aria-rowindex", "1")
    # In a field the keys are the field's.
    screen["position"].focus()
    screen.page.keyboard.press("ArrowLeft")
    expect(screen["board"]).to_have_attribute("data-ply", "3")


def test_a_position_line_of_another_program(screen: Screen) -> None:
    screen["position"].fill("rnbqk/ppppp/5/PPPPP/RNBQK b KQkq - 0 3")
    screen["position"].press("Enter")
    screen.expect_fen("rnbqk/ppppp/5/PPPPP/RNBQK b 5")
    expect(screen["notice"]).to_contain_text("the rest of the line")
    screen.play("a4a3")
    screen.allow("400")
    screen["position"].fill(
        "rnbqkbnrpppppppprnbqkbnrpppppppprnbqkbnrpppppppp/8/8/8/8/RNBQKBNR w KQkq - 0 1"
    )
    screen["position"].press("Enter")
    expect(screen["position-error"]).to_be_visible()
    no_sideways(screen)


def test_who_plays_is_told_in_words(screen: Screen) -> None:
    """The computer's thoughts are shown to whom asks for them only."""
    screen["play-computer"].click()
    expect(screen["help"]).to_have_text("Choose a piece to see its moves.")
    screen.play("a2a3")
    expect(screen["board"]).to_have_attribute("data-ply", "2")
    expect(screen["help"]).to_have_text(
        f"You are White. Black is the computer, level {DEFAULT_LEVEL}."
    )
    expect(screen["thoughts"]).to_contain_text("Ask for a hint")
    expect(screen["pv"]).to_have_count(0)
    screen["hint"].click()
    expect(screen["pv"]).to_be_visible()


def test_the_graph_by_keys(screen: Screen) -> None:
    for move in ("a2a3", "b4b3", "c2b3"):
        screen.play(move)
    screen["review-start"].click()
    expect(screen["live"]).to_contain_text("Review done")
    screen["graph"].focus()
    screen.page.keyboard.press("ArrowLeft")
    expect(screen["board"]).to_have_attribute("data-ply", "2")
    expect(screen["graph"]).to_have_attribute("aria-valuetext", "move 2, Pb4–b3")
    screen.page.keyboard.press("Home")
    expect(screen["board"]).to_have_attribute("data-ply", "0")
