"""My games: what was written and played stays, whatever is opened, closed or done in another tab."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Locator

import sbg
from tests.e2e.kit import Screen, Visit, expect
from tests.web.helpers import HEXAPAWN

RACE = HEXAPAWN.replace("Hexapawn", "My race")


def another_tab(screen: Screen, fragment: str = "") -> Screen:
    """A second tab of the same visitor."""
    other = Screen(screen.context, screen.address, screen._pictures)
    return other.go(fragment)


def games(screen: Screen) -> Locator:
    """The games of one's own in the open list of games."""
    return screen["mine"].get_by_test_id("mine-open")


def test_the_last_game_opens_again_in_a_new_tab(screen: Screen) -> None:
    screen.write(RACE)
    expect(screen["title"]).to_have_text("My race")
    screen.play("a1a2")
    screen["undo"].click()
    expect(screen["board"]).to_have_attribute("data-ply", "0")
    screen.play("b1b2")
    screen["editor-content"].press("ControlOrMeta+End")
    screen.page.keyboard.type("\n<half a wor")
    screen.page.close()  # in the middle of a word

    other = another_tab(screen)
    expect(other["title"]).to_have_text("My race")
    assert other.moves() == ["b1b2"]
    expect(other["aside"]).to_have_attribute("data-line", "a1a2")
    expect(other["editor-content"]).to_contain_text("<half a wor")
    expect(other["notice"]).to_have_count(0)


def test_opening_writes_over_nothing(screen: Screen, tmp_path: Path) -> None:
    screen.write(RACE)
    expect(screen["title"]).to_have_text("My race")
    screen.play("a1a2")
    screen.open_game("shatranj")
    screen.expect_fen(sbg.load("shatranj").start.fen)
    expect(screen["notice"]).to_contain_text("My race is kept in My games")
    # Nobody has changed it, so it is not one's own.
    screen["gallery-open"].click()
    expect(games(screen)).to_have_count(1)
    screen["gallery-file"].set_input_files(_file(tmp_path, HEXAPAWN))
    expect(screen["title"]).to_have_text("Hexapawn")
    # The browser's way back, too: first to the bundled game, then to one's own with its moves.
    screen.page.go_back()
    screen.expect_fen(sbg.load("shatranj").start.fen)
    screen.page.go_back()
    expect(screen["title"]).to_have_text("My race")
    expect(screen["board"]).to_have_attribute("data-ply", "1")
    assert screen.moves() == ["a1a2"]
    # And that of the page.
    screen.page.go_forward()
    screen.expect_fen(sbg.load("shatranj").start.fen)
    screen["undo"].click()
    expect(screen["title"]).to_have_text("My race")
    assert screen.moves() == ["a1a2"]

    screen.page.evaluate("location.hash = 'game=chess'")
    screen.expect_fen(sbg.load("chess").start.fen)
    screen.play("e2e4")
    assert screen.page.url.endswith("#game=chess")
    screen["gallery-open"].click()
    expect(games(screen)).to_have_count(2)
    screen.picture("my-games")
    games(screen).filter(has_text="My race").click()
    expect(screen["title"]).to_have_text("My race")
    assert screen.moves() == ["a1a2"]


def _file(folder: Path, text: str) -> Path:
    path = folder / "mine.sbg"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_game_is_deleted_and_brought_back(screen: Screen) -> None:
    screen.write(RACE)
    expect(screen["title"]).to_have_text("My race")
    screen["gallery-open"].click()
    screen["mine-delete"].click()
    screen["mine-delete-no"].click()
    screen["mine-delete"].click()
    screen["mine-delete-yes"].click()
    expect(games(screen)).to_have_count(0)
    screen["notice-action"].click()
    expect(games(screen)).to_have_count(1)
    screen["mine-delete"].click()
    screen["mine-delete-yes"].click()
    screen.page.reload()
    screen["gallery-open"].click()
    expect(games(screen)).to_have_count(0)
    screen["mine-deleted"].locator("summary").click()
    screen["mine-restore"].click()
    games(screen).click()
    expect(screen["title"]).to_have_text("My race")


def test_all_games_go_to_another_browser(screen: Screen, visit: Visit, tmp_path: Path) -> None:
    screen.write(RACE)
    expect(screen["title"]).to_have_text("My race")
    screen.play("a1a2")
    screen.open_game("shatranj")
    screen.expect_fen(sbg.load("shatranj").start.fen)
    screen.play("a2a3")
    screen["gallery-open"].click()
    with screen.page.expect_download() as coming:
        screen["mine-export"].click()
    kept = json.loads(Path(coming.value.path()).read_text(encoding="utf-8"))
    assert (kept["sbg"], kept["version"]) == ("games", 1)
    assert [game["moves"] for game in kept["games"]] == ["a2a3", "a1a2"]
    assert sbg.parse(kept["games"][1]["text"]).name == "My race"

    other = visit()
    path = tmp_path / "my-games.json"
    path.write_text(json.dumps(kept), encoding="utf-8")
    other["gallery-open"].click()
    for words in ("2 games came", "0 games came to My games, 2 games of the file were here"):
        other["gallery-file"].set_input_files(path)
        expect(other["notice"]).to_contain_text(words)
    expect(games(other)).to_have_count(2)
    games(other).filter(has_text="My race").click()
    expect(other["title"]).to_have_text("My race")
    assert other.moves() == ["a1a2"]
    kept["version"] = 2
    path.write_text(json.dumps(kept), encoding="utf-8")
    other["gallery-open"].click()
    other["gallery-file"].set_input_files(path)
    expect(other["notice"]).to_contain_text("newer version")


def test_two_tabs_on_one_game(screen: Screen) -> None:
    screen.write(RACE)
    expect(screen["title"]).to_have_text("My race")
    other = another_tab(screen)
    expect(other["title"]).to_have_text("My race")
    expect(other["notice"]).to_contain_text("open in another tab")
    other.play("a1a2")
    expect(screen["notice"]).to_contain_text("changed in another tab")
    # Who goes on all the same writes over nothing.
    screen.play("b1b2")
    expect(screen["notice"]).to_contain_text("a game of its own")
    screen["gallery-open"].click()
    expect(games(screen)).to_have_count(2)
    screen.page.keyboard.press("Escape")
    other.page.reload()
    expect(other["board"]).to_have_attribute("data-ply", "1")
    assert (other.moves(), screen.moves()) == (["a1a2"], ["b1b2"])


REFUSALS = {
    "full": "Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError') }",
    "switched off": """for (const name of ["localStorage", "sessionStorage"])
        Object.defineProperty(window, name, { get() { throw new DOMException("", "SecurityError") } })""",
}


@pytest.mark.parametrize("refusal", REFUSALS.values(), ids=REFUSALS.keys())
def test_a_browser_that_keeps_nothing(visit: Visit, refusal: str) -> None:
    screen = visit(go=False)
    screen.context.add_init_script(refusal)
    screen.go()
    expect(screen["not-kept"]).to_have_count(0)  # nothing of anybody's is there yet
    screen.play("b1c3")
    expect(screen["not-kept"]).to_contain_text("keeps nothing")
    screen.picture("not-kept")
    with screen.page.expect_download() as coming:
        screen["not-kept-save"].click()
    assert sbg.parse(Path(coming.value.path()).read_text(encoding="utf-8")).width == 5
