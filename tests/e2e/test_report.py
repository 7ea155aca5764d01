"""The pages of `sbg report`, opened from the disk: the list of games, and a game on the board."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Browser

import sbg
from sbg.play.contests.plan import Contest
from sbg.play.contests.referee import GameResult, Referee
from sbg.play.contests.standings import Standings
from sbg.play.report import write
from tests.e2e.kit import expect, opened_file

CONTEST = Contest(
    ("random", "greedy"), (sbg.load("gardner"), sbg.load("hexapawn"), sbg.load("mini-shogi")), 20
)


def played() -> list[GameResult]:
    """A few real games, and as many unfinished ones as make several pages of the list."""
    referee = Referee(CONTEST)
    tasks = list(CONTEST.tasks())
    found = [referee.play(task) for task in tasks[:6]]
    for task in tasks[6:]:
        detail = "black was late"
        found.append(GameResult(task.id, "white", "time", detail, "", 0, 0.0, 0.0, "2025-01-31"))
    referee.close()
    return found


def test_a_report_opens_without_a_server(chromium: Browser, tmp_path: Path) -> None:
    results = played()
    index = write(Standings(CONTEST, results), results, tmp_path / "out", "Spring")
    page, problems = opened_file(chromium, index)
    find = page.get_by_test_id
    expect(page.get_by_role("heading", name="Spring")).to_be_visible()
    expect(find("standings").locator("tbody tr")).to_have_count(2)
    expect(find("cross").locator("tbody tr")).to_have_count(2)
    expect(page.locator("figure svg")).to_have_count(3)

    expect(find("count")).to_have_text(f"1 to 100 of {len(CONTEST)} games")
    find("later").click()
    expect(find("count")).to_have_text(f"101 to {len(CONTEST)} of {len(CONTEST)} games")
    find("by-game").select_option(label="Hexapawn")
    expect(find("count")).to_have_text("1 to 40 of 40 games")
    find("by-game").select_option("")

    # Every position of games on three boards is the one that the engine has.
    for result in results[:6]:
        game = CONTEST.games[CONTEST.seats(result.id)[0]]
        find(f"game-{result.id + 1}").click()
        expect(find("heading")).to_have_text(re.compile(f"^{result.id + 1}. "))
        board = find("board").locator("svg")
        positions = [game.start]
        for move in result.moves.split():
            positions.append(positions[-1].play(move))
        expect(board).to_have_attribute("data-rows", "/".join(positions[-1].rows))
        for position in positions[-2::-1]:
            page.keyboard.press("ArrowLeft")
            expect(board).to_have_attribute("data-rows", "/".join(position.rows))
    find("forward").click()
    expect(find("moves").locator("[aria-current=step]")).to_have_text(result.moves.split()[0])
    find("moves").get_by_role("button").last.click()
    assert page.url.endswith(f"#game=6&ply={result.plies}")
    expect(find("last")).to_be_disabled()
    expect(find("thought")).to_have_text(re.compile(r"^\d+\.\d{3} s"))
    find("first").click()
    expect(find("thought")).to_be_empty()

    page.goto(index.as_uri() + "#game=7")
    expect(find("ending")).to_contain_text("white wins (time): black was late")
    find("close").click()
    expect(find("viewer")).to_be_hidden()
    page.context.close()
    assert problems == []
