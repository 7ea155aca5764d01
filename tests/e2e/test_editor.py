"""Writing a game: mistakes are shown as they are made and mended at a click, and the board follows the text."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

import sbg
from tests.e2e.keystrokes import keystroke
from tests.e2e.kit import Screen, expect
from tests.web.helpers import HEXAPAWN

PLAIN = HEXAPAWN[HEXAPAWN.index("<<") :]
"""Without its comments."""


@pytest.fixture
def editor(screen: Screen) -> Screen:
    """A page with a short text in the editor."""
    screen.write(PLAIN)
    expect(screen["title"]).to_have_text("Hexapawn")
    screen.expect_problems(0)
    return screen


def test_a_mistake_is_shown_and_mended(
    editor: Screen, record_property: Callable[[str, object], None]
) -> None:
    before = editor.fen
    put_cursor(editor, "<BOARD>", after="<BOA")
    milliseconds = keystroke(editor.page, "Delete")  # the R
    record_property("keystroke_to_diagnostics_ms", milliseconds)
    editor.expect_problems(1)
    problem = editor["problem-0"]
    expect(problem).to_have_attribute("data-code", "SBG104")
    expect(problem).to_contain_text("<BOARD>")
    expect(editor["editor"].locator(".cm-lintRange-error")).to_have_text("<BOAD>")
    # The board waits with the last text that was a game.
    expect(editor["stale"]).to_be_visible()
    assert editor.fen == before
    expect(editor["tab-editor"]).to_contain_text("1")
    editor.picture("error")

    editor["fix-0"].click()
    editor.expect_problems(0)
    expect(editor["stale"]).to_have_count(0)
    editor.expect_text(PLAIN)
    expect(editor["editor-content"]).to_be_focused()
    editor.page.keyboard.press("ControlOrMeta+z")  # a fix can be taken back like a word
    editor.expect_problems(1)


def test_a_mistake_is_mended_where_it_stands(editor: Screen) -> None:
    editor.write(PLAIN.replace("<GOALS>", "<GOAL>"))
    editor.expect_problems(1)
    editor["editor"].locator(".cm-lintRange-error").hover()
    editor["editor"].locator(".cm-tooltip .cm-diagnosticAction").click()
    editor.expect_problems(0)
    editor.expect_text(PLAIN)


def test_offsets_after_letters_of_two_units(editor: Screen) -> None:
    text = "// 😀 𝔓 \u0301é 🏳️‍🌈\n" + PLAIN
    editor.write(text.replace("<PIECES>", "<PIECE>"))
    editor.expect_problems(1)
    expect(editor["editor"].locator(".cm-lintRange-error")).to_have_text("<PIECE>")
    editor["fix-0"].click()
    editor.expect_problems(0)
    editor.expect_text(text)


def test_a_problem_leads_to_its_place(editor: Screen) -> None:
    editor.write(PLAIN.replace("(1,1,p)", "(1,1,q)"))
    editor.expect_problems(1)
    editor["title"].click()
    editor["problem-0"].get_by_role("button").first.click()
    expect(editor["editor-content"]).to_be_focused()
    expect(editor["editor"].locator(".cm-activeLine")).to_contain_text("(1,1,q)")


def test_a_warning_is_no_error(editor: Screen) -> None:
    editor.write(PLAIN.replace("<GOALS>", "X (0,1,e) &\n<GOALS>"))
    expect(editor["problem-0"]).to_have_attribute("data-code", "SBG401")
    editor.expect_problems(0, 1)
    expect(editor["stale"]).to_have_count(0)


def test_many_mistakes(editor: Screen) -> None:
    editor.write("\n".join(f"mistake {number} ?" for number in range(500)))
    expect(editor["problem-0"]).to_be_visible()
    expect(editor["stale"]).to_be_visible()
    editor.picture("many-errors")
    editor.write(PLAIN)
    editor.expect_problems(0)


def test_the_board_follows_the_text(editor: Screen) -> None:
    editor.play("a1a2")
    editor.write(PLAIN.replace("Hexapawn", "Sixteen"))
    expect(editor["title"]).to_have_text("Sixteen")
    assert editor.moves() == ["a1a2"]  # they still can be played
    other = PLAIN.replace("3 3", "4 3").replace("ppp", "pppp").replace("...", "....")
    other = other.replace("PPP", ".PPP")
    editor.write(other)
    editor.expect_fen(sbg.parse(other).start.fen)
    expect(editor["notice"]).to_contain_text("do not fit")
    assert editor["board"].get_by_role("gridcell").count() == 12


def test_moves_belong_to_their_board(editor: Screen) -> None:
    """A move that happens to be legal in another game is not carried over to it."""
    editor.play("a1a2")
    other = PLAIN.replace("...", "...|\n|...").replace("3 3", "3 4").replace("2, ", "3, ")
    assert "a1a2" in sbg.parse(other).start.moves
    editor.write(other)
    editor.expect_fen(sbg.parse(other).start.fen)
    expect(editor["notice"]).to_contain_text("do not fit")
    assert editor.moves() == []


def test_a_text_that_was_replaced_comes_back(editor: Screen) -> None:
    put_cursor(editor, "<<Hexapawn>>", after="<<")
    editor.page.keyboard.type("My ")
    expect(editor["title"]).to_have_text("My Hexapawn")
    editor.play("a1a2")
    editor.open_game("chess")
    editor.expect_fen(sbg.load("chess").start.fen)
    editor["notice-action"].click()
    expect(editor["title"]).to_have_text("My Hexapawn")
    assert editor.moves() == ["a1a2"]


def test_hover_shows_the_ways_of_a_piece(editor: Screen) -> None:
    rule = editor["editor"].locator(".cm-line", has_text="P (0,1,e)")
    rule.get_by_text("P", exact=True).hover()
    card = editor["editor"].locator(".sbg-hover")
    expect(card).to_be_visible()
    expect(card.locator("svg")).to_be_visible()
    box = card.locator("svg").bounding_box()
    assert box is not None
    assert box["width"] > 100
    assert box["height"] > 100
    expect(card).to_contain_text(re.compile("pawn", re.IGNORECASE))
    editor.picture("hover")


def test_completion(editor: Screen) -> None:
    editor.write(PLAIN.split("<GOALS>")[0])
    editor.page.keyboard.press("ControlOrMeta+End")
    editor.page.keyboard.type("<")
    choices = editor["editor"].get_by_role("listbox").get_by_role("option")
    goals = choices.filter(has_text="<GOALS>")
    expect(goals).to_be_visible()
    editor.picture("completion")
    goals.click()
    expect(editor["editor-content"]).to_contain_text("<GOALS>")
    editor.page.keyboard.press("ControlOrMeta+End")
    editor.page.keyboard.type("\n20 &\n@")
    editor.page.keyboard.press("Control+Space")
    expect(choices.first).to_be_visible()
    assert choices.count() >= 2  # P and p
    editor.page.keyboard.press("Escape")
    expect(choices).to_have_count(0)


def test_typing_over_a_selection(editor: Screen) -> None:
    put_cursor(editor, "3 3", after="")
    editor.page.keyboard.press("Shift+End")
    editor.page.keyboard.type("3 3 // ")
    editor.page.keyboard.press("ControlOrMeta+a")
    editor.page.keyboard.type("<<A")
    expect(editor["problem-0"]).to_be_visible()
    editor.expect_text("<<A")


def test_format(editor: Screen) -> None:
    messy = (
        PLAIN.replace(" + ", "+").replace("3 3", "3    3\n\n").replace("<PIECES>\n", "<PIECES> ")
    )
    tidy = sbg.format(messy)
    assert tidy != messy
    for way in ("button", "key"):
        editor.write(messy)
        editor.expect_text(messy)
        editor.expect_problems(0)
        if way == "button":
            editor["format"].click()
        else:
            editor.page.keyboard.press("Shift+Alt+F")
        editor.expect_text(tidy)
        expect(editor["live"]).to_have_text("The text is formatted.")
        editor.expect_problems(0)


def test_a_text_with_errors_is_not_formatted(editor: Screen) -> None:
    editor.allow(r"status of 422 .*/api/format")
    wrong = PLAIN.replace("<GOALS>", "<GOAL>")
    editor.write(wrong)
    editor.expect_problems(1)
    editor["format"].click()
    expect(editor["notice"]).to_contain_text("cannot be formatted")
    assert editor.text() == wrong


def test_markup_in_a_text_is_text(editor: Screen) -> None:
    evil = "<img src=x onerror=window.hurt=1><script>window.hurt=1</script>"
    editor.write(f"// {evil}\n<<{evil}>>\n<BOARD>\n{evil}\n")
    expect(editor["problem-0"]).to_be_visible()
    editor["editor"].locator(".cm-lintRange-error").first.hover()
    expect(editor["editor"].locator(".cm-tooltip")).to_be_visible()
    assert editor.page.evaluate("window.hurt") is None
    assert editor.page.locator("img[src=x]").count() == 0


def put_cursor(screen: Screen, line: str, after: str) -> None:
    """Put the cursor behind the beginning of a line."""
    screen["editor"].locator(".cm-line", has_text=line).click()
    screen.page.keyboard.press("Home")
    for _ in after:
        screen.page.keyboard.press("ArrowRight")


def test_the_editor_opens_at_the_game(screen: Screen) -> None:
    """What is written about the game before it is above, and can be scrolled to."""
    title = screen["editor-content"].get_by_text("<<Simplified Gardner>>")
    expect(title).to_be_visible()
    expect(screen["editor-content"].get_by_text("<PIECES>")).to_be_in_viewport()
    editor, line = screen["editor"].bounding_box(), title.bounding_box()
    assert editor is not None
    assert line is not None
    assert line["y"] - editor["y"] < 40


def test_the_board_is_seen_while_its_game_is_written(editor: Screen) -> None:
    text = "<<Mine>>\n<BOARD>\n3 2\n|pkp|\n|PKP|\n"
    editor.write(text)
    expect(editor["sketch"]).to_be_visible()
    editor.expect_fen("pkp/PKP w 0")
    expect(editor["board"]).not_to_have_attribute("data-open", "")
    editor.picture("sketch")
    editor.write(text.replace("3 2", "3 3"))  # its board is wrong now: that of the game is seen
    expect(editor["stale"]).to_be_visible()
    editor.expect_fen(sbg.load("hexapawn").start.fen)
    editor.write(text + "<PIECES>\nK (0,1,e) & P (0,1,e) &\n<GOALS>\n9 & #K 1 &\n")
    expect(editor["title"]).to_have_text("Mine")
    expect(editor["sketch"]).to_have_count(0)
