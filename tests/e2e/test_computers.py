"""The computer plays, advises and judges; and waits when it is told to."""

from __future__ import annotations

import re

import pytest

import sbg
from sbg.play.players.catalogue import LEVELS, PLAYERS, offered
from tests.e2e.kit import Screen, expect


def finish(screen: Screen, game: sbg.Game, side: str) -> sbg.Position:
    """Play well for a side until the game is over; the last position."""
    while True:
        # Either it is our turn, or it is over.
        screen.until(
            """() => {
                const board = document.querySelector("[data-testid=board]");
                return "open" in board.dataset || "over" in board.dataset;
            }"""
        )
        position = played(screen, game)
        if position.outcome is not None:
            return position
        assert position.turn == side
        screen.play(str(sbg.analyse(position, nodes=3_000).move))


def played(screen: Screen, game: sbg.Game) -> sbg.Position:
    """The moves of the list, played by the rules; the board must show where they lead."""
    position = game.start
    for move in screen.moves():
        position = position.play(move)
    assert position.fen == screen.fen
    return position


@pytest.mark.parametrize(
    ("name", "side", "player", "level"),
    [
        ("hexapawn", "black", "alphabeta", 1),
        ("gardner", "white", "random", None),
        ("breakthrough5", "white", "greedy", None),
    ],
)
def test_a_whole_game(screen: Screen, name: str, side: str, player: str, level: int | None) -> None:
    game = sbg.load(name)
    screen.open_game(name)
    screen.expect_fen(game.start.fen)
    other = "black" if side == "white" else "white"
    screen.seat(other, player, level)
    end = finish(screen, game, side)

    assert end.outcome is not None
    winner = end.outcome.winner
    expect(screen["board"]).to_have_attribute("data-over", winner or "draw")
    words = f"{winner.title()} wins" if winner else "Draw"
    expect(screen["result"]).to_have_text(re.compile(rf"^{words}\b.+\.$"))
    expect(screen["live"]).to_contain_text(words)
    if winner:
        expect(screen[f"mark-{winner}"]).to_have_text("wins")
    expect(screen["hint"]).to_be_disabled()
    screen.picture(f"over-{name}")
    # Taken back, the game goes on.
    screen["undo"].click()
    expect(screen["turn"]).to_contain_text(side.title())
    expect(screen["board"]).to_have_attribute("data-open", "")


def test_a_newcomer(screen: Screen) -> None:
    """One button for a game against the computer; when it is over, one for another game and one for the other side."""
    game = sbg.load("hexapawn")
    screen.open_game("hexapawn")
    screen.expect_fen(game.start.fen)
    screen["play-computer"].click()
    expect(screen["player-white"]).to_have_value("human")
    expect(screen["player-black"]).to_have_value("alphabeta")
    finish(screen, game, "white")
    screen["again"].click()
    screen.expect_fen(game.start.fen)
    expect(screen["board"]).to_have_attribute("data-open", "")
    finish(screen, game, "white")
    screen["change-sides"].click()
    expect(screen["player-white"]).to_have_value("alphabeta")
    expect(screen["player-black"]).to_have_value("human")
    expect(screen["board"]).to_have_attribute("data-ply", "1")
    finish(screen, game, "black")
    # Who plays is remembered.
    screen.page.reload()
    expect(screen["player-white"]).to_have_value("alphabeta")


def test_computer_against_computer(screen: Screen) -> None:
    screen.open_game("hexapawn")
    expect(screen["title"]).to_have_text("Hexapawn")
    screen.seat("black", "alphabeta")
    screen.seat("white", "mcts")
    screen["seconds-white"].select_option("0.2")
    expect(screen["result"]).to_have_text(re.compile(r"wins"))
    assert played(screen, sbg.load("hexapawn")).outcome is not None


def test_the_computers_pause(screen: Screen) -> None:
    screen.seat("black", "random")
    screen.seat("white", "random")
    screen.until("() => document.querySelector('[data-testid=board]').dataset.ply > 2")
    screen["pause"].click()
    expect(screen["turn"]).to_contain_text("Paused")
    ply = screen.ply
    # Twice as long as they take for a move.
    screen.until(
        "(begun) => performance.now() - begun > 800", screen.page.evaluate("performance.now()")
    )
    assert screen.ply == ply
    screen.picture("paused")
    screen["pause"].click()
    screen.until(
        "(ply) => document.querySelector('[data-testid=board]').dataset.ply > ply + 1", ply
    )
    # Whoever looks back stops them, too.
    screen["move-1"].click()
    expect(screen["board"]).to_have_attribute("data-ply", "1")
    expect(screen["turn"]).to_contain_text("Paused")
    screen["pause"].click()
    expect(screen["play-from-here"]).to_be_visible()


def test_undo_against_the_computer(screen: Screen) -> None:
    screen.seat("black", "alphabeta", 1)
    start = screen.fen
    screen.play("b1c3")
    expect(screen["board"]).to_have_attribute("data-ply", "2")
    # What it expects is told to who asks.
    expect(screen["thoughts"]).to_contain_text("Ask for a hint")
    screen["undo"].click()  # both moves: the computer would only move again
    screen.expect_fen(start)
    expect(screen["board"]).to_have_attribute("data-open", "")
    screen["redo"].click()
    expect(screen["board"]).to_have_attribute("data-ply", "2")


def test_the_computer_is_hurried(screen: Screen) -> None:
    screen.seat("black", "mcts")
    screen["seconds-black"].select_option("10")
    screen.play("b1c3")
    expect(screen["mark-black"]).to_have_text("thinking")
    begun = screen.page.evaluate("performance.now()")
    screen["move-now"].click()
    expect(screen["board"]).to_have_attribute("data-ply", "2")
    assert screen.page.evaluate("performance.now()") - begun < 9_000
    sbg.load("gardner").start.play("b1c3").play(screen.moves()[1])


def test_a_hint(screen: Screen) -> None:
    screen["hint"].click()
    arrow = screen["hint-arrow"]
    expect(arrow).to_be_attached()
    move = arrow.get_attribute("data-move") or ""
    assert move in map(str, sbg.load("gardner").start.moves)
    expect(screen["live"]).to_have_text(f"Hint: {move}")
    expect(screen["pv"]).to_have_attribute("data-pv", re.compile(f"^{move}"))
    screen.picture("hint")
    screen.play(move)
    expect(arrow).to_have_count(0)


def test_analysis(screen: Screen) -> None:
    # White is about to win.
    screen["position"].fill("4k/4P/R3R/5/K4 w 10")
    screen.page.keyboard.press("Enter")
    screen.expect_fen("4k/4P/R3R/5/K4 w 10")
    screen["analyse"].click()
    expect(screen["analyse"]).to_have_attribute("aria-pressed", "true")
    expect(screen["score"]).to_have_text(re.compile(r"\S"))
    screen.until("() => document.querySelector('[data-testid=eval-bar]').dataset.white > 0.9")
    expect(screen["pv"]).to_have_text(re.compile(r"[KRP][a-e][1-5][–×][a-e][1-5]"))
    expect(screen["eval-bar"]).to_have_attribute("aria-valuetext", re.compile(r"\S"))
    screen.picture("analysis")
    # It goes on with the next position, until it is switched off.
    screen["restart"].click()
    expect(screen["thoughts"]).to_have_attribute("data-busy", "analysis")
    screen["analyse"].click()
    expect(screen["thoughts"]).not_to_have_attribute("data-busy", re.compile(".*"))
    expect(screen["analyse"]).to_have_attribute("aria-pressed", "false")


def test_several_lines_that_can_be_followed(screen: Screen) -> None:
    start = sbg.load("gardner").start
    screen["analyse"].click()
    for rank in (2, 3):
        expect(screen[f"pv-{rank}"]).to_be_visible()
    screen["lines"].select_option("2")
    expect(screen["pv-3"]).to_have_count(0)
    # Long enough to follow before it is stopped, on a busy machine too.
    expect(screen["pv-2"].locator("button").nth(1)).to_be_visible(timeout=60_000)
    screen["analyse"].click()
    expect(screen["thoughts"]).not_to_have_attribute("data-busy", re.compile(".*"))
    found = [(screen[one].get_attribute("data-pv") or "").split() for one in ("pv", "pv-2")]
    assert found[0][0] != found[1][0]
    screen.picture("lines")
    # In the notation of the list of moves; a click plays up to there.
    second = screen["pv-2"].locator("button").nth(1)
    words = second.inner_text().partition(":")[0]
    second.click()
    expect(screen["board"]).to_have_attribute("data-ply", "2")
    assert screen.moves() == found[1][:2]
    assert screen["move-2"].inner_text().startswith(words)
    assert screen.fen == start.play(found[1][0]).play(found[1][1]).fen
    # What is said about another position cannot be played here.
    expect(screen["pv"].locator("button")).to_have_count(0)


def test_a_finished_game_is_reviewed(screen: Screen) -> None:
    screen.open_game("hexapawn")
    screen.expect_fen(sbg.load("hexapawn").start.fen)
    for move in ("a1a2", "c3c2", "a2b3"):  # b3a2 would have won for black
        screen.play(move)
    screen["review-start"].click()
    expect(screen["graph"]).to_have_attribute("data-known", "4")
    expect(screen["review"]).not_to_contain_text("Reviewing")
    expect(screen["mark"]).to_have_text("??")
    expect(screen["move-2"]).to_contain_text("??")
    screen.picture("review")
    # The graph leads through the game, and a mistake is told what was better.
    box = screen["graph"].bounding_box()
    assert box is not None
    screen.page.mouse.click(box["x"] + 2, box["y"] + 20)
    expect(screen["board"]).to_have_attribute("data-ply", "0")
    screen["move-2"].click()
    expect(screen["review"]).to_contain_text("A blunder; better was Pb3×a2.")
    # Another line is another game.
    screen["first"].click()
    expect(screen["board"]).to_have_attribute("data-ply", "0")
    screen.play("c1c2")
    expect(screen["graph"]).to_have_count(0)


def test_moves_so_far_are_reviewed(screen: Screen) -> None:
    screen.open_game("hexapawn")
    screen.expect_fen(sbg.load("hexapawn").start.fen)
    expect(screen["review-start"]).to_have_count(0)
    for move in ("a1a2", "c3c2"):
        screen.play(move)
    screen["undo"].click()
    expect(screen["board"]).to_have_attribute("data-ply", "1")
    screen["review-start"].click()
    expect(screen["graph"]).to_have_attribute("data-known", "3")  # the position at the end too
    expect(screen["move-2"]).to_contain_text("??")


def test_all_players_and_levels_are_offered(screen: Screen) -> None:
    options = screen["player-black"].locator("option")
    expect(options).to_have_count(1 + len(offered()))  # they come a moment after the board
    names = options.evaluate_all("all => all.map((one) => one.value)")
    assert names == ["human", *offered()]
    titles = options.evaluate_all("all => all.map((one) => one.textContent)")
    assert titles == ["You", *(PLAYERS[name].title for name in offered())]
    for name in offered():
        screen["player-black"].select_option(name)
        strength = PLAYERS[name].strength
        expect(screen["level-black"]).to_have_count(1 if strength == "level" else 0)
        expect(screen["seconds-black"]).to_have_count(1 if strength == "seconds" else 0)
    screen["player-black"].select_option("alphabeta")
    assert screen["level-black"].locator("option").count() == len(LEVELS)
