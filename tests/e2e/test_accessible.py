"""axe finds nothing on the main screens: board, editor, rules, dialogs, the report of a contest and a gallery."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from sbg.play.contests.standings import Standings
from sbg.play.report import write
from sbg.study.gallery import write as write_gallery
from tests.e2e.kit import Screen, Visit, expect
from tests.e2e.test_report import CONTEST, played
from tests.gallery import small

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"

_RUN = """async () => (await axe.run(document, { resultTypes: ["violations"] })).violations.map(
    ({ id, nodes }) => [id, nodes.map(({ target, failureSummary }) => [`${target}`, failureSummary])])"""


@pytest.fixture(scope="module")
def axe() -> str:
    """The program. Where it is not installed tests are skipped, unless SBG_BROWSER=required asks for it."""
    if not AXE.exists():
        reason = "axe-core is not installed: `npm ci` in web/ does it"
        if os.environ.get("SBG_BROWSER") == "required":
            pytest.fail(reason)
        pytest.skip(reason)
    return AXE.read_text(encoding="utf-8")


def found(page: Page, axe: str) -> list[Any]:
    """What axe has against a page as it is now."""
    page.wait_for_function("() => document.getAnimations().length === 0")
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe)
    result: list[Any] = page.evaluate(_RUN)
    return result


def landing(screen: Screen) -> None:
    expect(screen["play-computer"]).to_be_enabled()


def playing(screen: Screen) -> None:
    for move in ("a2a3", "b4a3", "b2a3", "c4c3"):
        screen.play(move)
    screen["undo"].click()
    screen.play("d4d3")
    expect(screen["aside"]).to_be_visible()
    screen["square-c2"].click()
    screen["square-e5"].click()
    expect(screen["refused"]).to_be_visible()


def reviewed(screen: Screen) -> None:
    screen["review-start"].click()
    expect(screen["graph"]).to_be_visible()


def gallery(screen: Screen) -> None:
    screen["gallery-open"].click()
    expect(screen["gallery-game-gardner"]).to_be_visible()


def share(screen: Screen) -> None:
    screen.page.keyboard.press("Escape")
    screen["share-open"].click()
    expect(screen["share-link"]).to_be_visible()


def board_editor(screen: Screen) -> None:
    screen.page.keyboard.press("Escape")
    screen["edit-board"].click()
    expect(screen["edit-grid"]).to_be_visible()


def rules(screen: Screen) -> None:
    screen.page.keyboard.press("Escape")
    screen["tab-rules"].click()
    expect(screen["panel-rules"].locator("svg").first).to_be_visible()


def wrong_text(screen: Screen) -> None:
    screen["tab-editor"].click()
    screen.write(
        "<<Wrong>>\n<BOARD>\n3 3\n|ppp|\n|..|\n|PPP|\n<PIECES>\nP (0,1,e) &\n<GOALS>\n20 &\n"
    )
    expect(screen["problem-0"]).to_be_visible()


SCREENS = (landing, playing, reviewed, gallery, share, board_editor, rules, wrong_text)
"""Each leads to the next."""


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_the_page(visit: Visit, axe: str, dark: bool) -> None:
    screen = visit(dark=dark)
    for arrange in SCREENS:
        arrange(screen)
        assert found(screen.page, axe) == [], arrange.__name__


def test_zoom_does_not_shrink_the_board(visit: Visit) -> None:
    """A window of 1280×1024, as it is and enlarged: on the glass the board is never smaller."""
    widths = []
    for zoom in (1, 2, 4):
        board = visit(1280 // zoom, 1024 // zoom)["board"].bounding_box()
        assert board is not None
        widths.append(board["width"] * zoom)
    assert min(widths) == widths[0]


@pytest.mark.parametrize("size", [(360, 740), (820, 1180)], ids=["phone", "tablet"])
def test_nothing_moves_when_the_board_comes(visit: Visit, size: tuple[int, int]) -> None:
    screen = visit(*size, phone=True, go=False)
    screen.page.add_init_script(
        """window.shift = 0;
        new PerformanceObserver((list) => list.getEntries().forEach((one) => (window.shift += one.value)))
            .observe({ type: "layout-shift", buffered: true })"""
    )
    screen.go()
    expect(screen["goals"]).to_contain_text("pawn")
    assert screen.page.evaluate("window.shift") < 0.05


def test_forced_colours(screen: Screen) -> None:
    """What is told by a colour of ours is told by one of the system's, and a board keeps its squares."""
    screen.page.emulate_media(forced_colors="active")
    screen.play("a2a3")
    screen["analyse"].click()
    colours = """(element) => { const style = getComputedStyle(element);
        return [style.backgroundColor, style.outlineStyle]; }"""
    screen.page.wait_for_function("() => document.getAnimations().length === 0")
    plain, pressed, current = (
        screen[name].evaluate(colours)[0] for name in ("restart", "analyse", "move-1")
    )
    assert pressed == current != plain
    assert screen["seat-black"].locator(".stone").evaluate(colours)[1] == "solid"
    assert screen["seat-white"].locator(".stone").evaluate(colours)[1] == "none"
    screen["edit-board"].click()
    assert len({screen[f"edit-{name}"].evaluate(colours)[0] for name in ("a1", "b1")}) == 2


def test_the_page_on_a_phone(visit: Visit, axe: str) -> None:
    screen = visit(390, 844, phone=True)
    landing(screen)
    for tab in ("board", "editor", "rules"):
        screen[f"tab-{tab}"].click()
        assert found(screen.page, axe) == [], tab


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_the_report(chromium: Browser, tmp_path: Path, axe: str, dark: bool) -> None:
    results = played()
    index = write(Standings(CONTEST, results), results, tmp_path / "out", "Spring")
    context = chromium.new_context(color_scheme="dark" if dark else "light")
    page = context.new_page()
    page.goto(index.as_uri())
    expect(page.get_by_test_id("standings")).to_be_visible()
    assert found(page, axe) == []
    page.get_by_test_id("game-1").click()
    expect(page.get_by_test_id("heading")).to_be_visible()
    assert found(page, axe) == []
    context.close()


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_the_gallery(chromium: Browser, tmp_path: Path, axe: str, dark: bool) -> None:
    index = write_gallery(small.results(), small.archive(), tmp_path / "out", "New games", 1)
    context = chromium.new_context(color_scheme="dark" if dark else "light")
    page = context.new_page()
    page.goto(index.as_uri())
    expect(page.get_by_test_id("cards")).to_be_visible()
    assert found(page, axe) == []
    page.get_by_test_id("cards").get_by_role("link").first.click()
    expect(page.get_by_test_id("viewer")).to_be_visible()
    assert found(page, axe) == []
    context.close()
