"""Light and dark, calm and moving; and what those who hear the page are told."""

from __future__ import annotations

from typing import Any

import sbg
from sbg.explain.pictures.figures import FIGURES
from tests.e2e.kit import Screen, Visit, expect
from tests.e2e.test_share import fragment

NAMED = {
    "button",
    "checkbox",
    "combobox",
    "dialog",
    "grid",
    "gridcell",
    "img",
    "image",
    "link",
    "listbox",
    "meter",
    "option",
    "searchbox",
    "SvgRoot",
    "tab",
    "tablist",
    "tabpanel",
    "textbox",
    "toolbar",
}
"""Roles that say nothing without a name."""


def heard(screen: Screen) -> list[tuple[str, str]]:
    """Role and name of everything that a screen reader meets."""
    session = screen.context.new_cdp_session(screen.page)
    nodes: list[dict[str, Any]] = session.send("Accessibility.getFullAXTree")["nodes"]
    session.detach()
    return [
        (node["role"]["value"], node.get("name", {}).get("value", "").strip())
        for node in nodes
        if not node.get("ignored") and "role" in node
    ]


def nameless(screen: Screen) -> list[str]:
    """Roles that should have a name and have none."""
    return [role for role, name in heard(screen) if role in NAMED and not name]


def test_everything_has_a_name(screen: Screen) -> None:
    expect(screen["editor-content"]).to_be_visible()
    screen.seat("black", "alphabeta")
    screen.play("b1c3")
    assert len([role for role, _ in heard(screen) if role == "button"]) > 10
    assert nameless(screen) == []
    screen["tab-rules"].click()
    expect(screen["rule-K"]).to_be_visible()
    assert nameless(screen) == []
    screen["gallery-open"].click()
    expect(screen["gallery-game-chess"]).to_be_visible()
    assert nameless(screen) == []
    screen["gallery-close"].click()
    screen["share-open"].click()
    expect(screen["share-link"]).to_be_visible()
    assert nameless(screen) == []


def test_everything_has_a_name_on_a_phone(visit: Visit) -> None:
    screen = visit(360, 740, phone=True)
    assert nameless(screen) == []
    screen["tab-editor"].tap()
    expect(screen["editor-content"]).to_be_visible()
    assert nameless(screen) == []


def test_the_board_is_a_grid(screen: Screen) -> None:
    grid = screen.page.get_by_role("grid", name="Simplified Gardner")
    expect(grid).to_be_visible()
    assert grid.get_by_role("row").count() == 5
    assert grid.get_by_role("gridcell").count() == 25
    expect(grid.get_by_role("gridcell", name="b1, white knight N")).to_have_count(1)
    expect(grid.get_by_role("gridcell", name="c3, empty")).to_have_count(1)
    screen["square-b1"].click()
    expect(grid.get_by_role("gridcell", name="b1, white knight N, selected")).to_have_count(1)
    expect(grid.get_by_role("gridcell", name="c3, empty, move here")).to_have_count(1)
    screen["square-c3"].click()
    expect(screen["live"]).to_have_text("White knight N b1 to c3. Black to move.")
    # One stop for the Tab key, not twenty-five.
    assert grid.locator("[tabindex='0']").count() == 1


def test_headings_and_landmarks(screen: Screen) -> None:
    expect(screen.page.get_by_role("main")).to_have_count(1)
    expect(screen.page.get_by_role("banner")).to_have_count(1)
    expect(screen.page.get_by_role("heading", level=1)).to_have_text("Simplified Gardner")
    assert screen.page.evaluate("document.documentElement.lang") == "en"
    expect(screen.page).to_have_title("Simplified Gardner · sbg")


def brightness(screen: Screen, element: str = ":root") -> float:
    """How bright the background of the page is, from 0 to 1."""
    found: float = screen.page.evaluate(
        """(element) => {
            const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
            canvas.fillStyle = getComputedStyle(document.querySelector(element)).backgroundColor;
            canvas.fillRect(0, 0, 1, 1);
            const [red, green, blue] = canvas.getImageData(0, 0, 1, 1).data;
            return (red + green + blue) / 765;
        }""",
        element,
    )
    return found


def test_dark_as_the_system_says(visit: Visit) -> None:
    screen = visit(dark=True)
    expect(screen["app"]).to_have_attribute("data-theme", "dark")
    assert brightness(screen) < 0.25
    screen.play("b1c3")
    screen["square-e4"].click()
    screen.picture("dark")
    screen["tab-rules"].click()
    expect(screen["rule-N"].locator(".diagram svg")).to_be_visible()
    screen.picture("dark-rules")
    screen["gallery-open"].click()
    expect(screen["gallery-game-chess"].locator("img")).to_be_visible()
    screen.picture("dark-gallery")


def test_the_theme_is_chosen_and_kept(screen: Screen) -> None:
    assert brightness(screen) > 0.75
    screen["theme"].click()
    expect(screen["app"]).to_have_attribute("data-theme", "dark")
    assert brightness(screen) < 0.25
    screen.page.reload()
    expect(screen["app"]).to_have_attribute("data-theme", "dark")
    assert brightness(screen) < 0.25
    screen["theme"].click()
    expect(screen["app"]).to_have_attribute("data-theme", "light")
    # Now it follows the system again.
    screen.page.emulate_media(color_scheme="dark")
    expect(screen["app"]).to_have_attribute("data-theme", "dark")
    assert brightness(screen) < 0.25


def test_words_can_be_read(visit: Visit) -> None:
    """Text and what is behind it differ enough, in both themes, for what is most read."""
    for dark in (False, True):
        screen = visit(dark=dark)
        screen.seat("black", "alphabeta")
        low = screen.page.evaluate(_CONTRAST)
        assert low == [], "dark" if dark else "light"


# The contrast that WCAG 2 asks for at level AA, for every element that holds text of its own on a plain background.
_CONTRAST = """() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const paint = (color, under) => {
    canvas.fillStyle = `rgb(${under})`;
    canvas.fillRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const light = (rgb) => {
    const [r, g, b] = rgb.map((v) => ((v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (element) => {
    const all = [];
    for (let one = element; one; one = one.parentElement ?? one.getRootNode().host) all.unshift(one);
    return all.reduce((under, one) => paint(getComputedStyle(one).backgroundColor, under), [255, 255, 255]);
  };
  const low = [];
  for (const element of document.querySelectorAll("body *")) {
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!own || element.closest("svg, :disabled, option, [hidden], script, .off-screen")) continue;
    if (!element.checkVisibility()) continue;
    const style = getComputedStyle(element);
    const under = behind(element);
    const [a, b] = [light(paint(style.color, under)), light(under)].sort((x, y) => y - x);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && style.fontWeight >= 700);
    const ratio = (a + 0.05) / (b + 0.05);
    if (ratio < (large ? 3 : 4.5)) low.push(`${element.textContent.trim().slice(0, 30)}: ${ratio.toFixed(2)}`);
  }
  return low;
}"""


def test_a_large_board_is_seen_as_a_whole(visit: Visit) -> None:
    screen = visit(go=False)
    screen.go("#game=great-plain")
    expect(screen["title"]).to_have_text(sbg.load("great-plain").name)
    screen.page.set_viewport_size({"width": 1000, "height": 420})
    screen["whole-board"].click()
    expect(screen["whole-board"]).to_have_attribute("aria-pressed", "true")
    screen.until(
        """() => {
            const box = document.querySelector("[data-testid=board]").parentElement;
            return box.scrollWidth <= box.clientWidth && box.scrollHeight <= box.clientHeight;
        }"""
    )
    screen["whole-board"].click()
    screen.open_game("hexapawn")
    screen.expect_fen(sbg.load("hexapawn").start.fen)
    expect(screen["whole-board"]).to_have_count(0)


def test_the_author_chooses_figures_and_colours(visit: Visit) -> None:
    screen = visit(go=False)
    text = "//! figure P = knight, colour black = #7a1f1f\n" + sbg.load("hexapawn").text
    screen.go(fragment({"v": 1, "t": text}))
    bodies = screen["board"].locator("[data-piece=p] .figure .body")
    expect(bodies).to_have_count(3)
    expect(bodies.first).to_have_attribute("d", FIGURES["N"][0])
    expect(bodies.first).to_have_css("fill", "rgb(122, 31, 31)")
    screen.open_game("gardner")
    screen.expect_fen(sbg.load("gardner").start.fen)
    expect(screen["board"].locator("[data-piece=p] .body").first).not_to_have_css(
        "fill", "rgb(122, 31, 31)"
    )


def test_the_rules_on_paper(screen: Screen) -> None:
    """All of them, on as many sheets as it takes, no diagram cut in two, and nothing to press."""
    screen["tab-rules"].click()
    expect(screen["rule-K"]).to_be_visible()
    screen.page.emulate_media(media="print")
    for name in ("gallery-open", "tab-rules", "board", "profile-run"):
        expect(screen[name]).to_be_hidden()
    tall, cut = screen.page.evaluate(
        """() => [document.documentElement.scrollHeight / innerHeight,
            [...document.querySelectorAll("[data-testid^=rule-]")].map((one) => getComputedStyle(one).breakInside)]"""
    )
    assert tall > 2
    assert set(cut) == {"avoid"}


def test_nothing_of_the_find_panel_is_covered(screen: Screen) -> None:
    screen["editor-content"].click()
    screen.page.keyboard.press("ControlOrMeta+f")
    panel = screen.page.locator(".cm-search")
    close = panel.locator("[name=close]").bounding_box()
    assert close is not None
    for part in panel.locator("label, input, .cm-button").all():
        box = part.bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= close["x"] or box["y"] >= close["y"] + close["height"]
