"""In goes nothing; out comes how heavy and how fast the page of `sbg serve` is: a table, or JSON with --json.

    python bench/page.py                5 visits, 20 keystrokes
    python bench/page.py --quick        2 visits, 6 keystrokes
    python bench/page.py --json --out page.json

It needs the built page and Chromium. Server and browser share this machine, as they do for whoever runs `sbg serve`.
Every visit is that of a new browser profile: nothing is cached.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Browser, Page, sync_playwright  # noqa: E402

from bench import machine  # noqa: E402
from bench.tables import table  # noqa: E402
from bench.web import Server, ten_kilobytes  # noqa: E402
from tests.e2e import browser  # noqa: E402
from tests.e2e.keystrokes import keystroke  # noqa: E402

BUDGETS = {"weight": 250_000, "first board": 1_000.0, "keystroke": 100.0}
"""Bytes and milliseconds that the project wants to stay within."""

_PATIENCE = 60_000

# Notes when the board has been drawn for the first time. The clock of a page starts with its navigation.
_NOTE_BOARD = """
new MutationObserver((_, watch) => {
  if (!document.querySelector("[data-testid=board] [data-on]")) return;
  watch.disconnect();
  requestAnimationFrame(() => setTimeout(() => (window.boardAt = performance.now())));
}).observe(document, { childList: true, subtree: true });
"""

_FILES = """() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
    .filter((one) => !new URL(one.name).pathname.startsWith("/api/"))
    .map((one) => ({ path: new URL(one.name).pathname, bytes: one.encodedBodySize }))"""


def visit(chromium: Browser, address: str) -> tuple[Page, float]:
    """A page that a new visitor has opened, and the milliseconds until its board was seen."""
    context = chromium.new_context(viewport={"width": 1280, "height": 800})
    context.set_default_timeout(_PATIENCE)
    context.add_init_script(_NOTE_BOARD)
    page = context.new_page()
    page.goto(address)
    page.wait_for_function("() => window.boardAt")
    return page, float(page.evaluate("window.boardAt"))


def measure(visits: int, keys: int) -> dict[str, Any]:
    """All measurements."""
    server = Server()
    try:
        with sync_playwright() as playwright:
            chromium = browser.launch(playwright)
            address = f"http://127.0.0.1:{server.port}/"
            visit(chromium, address)[0].context.close()  # programs are read from the disk once
            boards = []
            for _ in range(visits):
                page, milliseconds = visit(chromium, address)
                boards.append(milliseconds)
                page.context.close()
            page, _ = visit(chromium, address)
            page.get_by_test_id("editor-content").wait_for()
            files = {file["path"]: file["bytes"] for file in page.evaluate(_FILES)}
            strokes = _strokes(page, keys)
            version = chromium.version
            chromium.close()
    finally:
        server.end()
    return {
        "chromium": version,
        "weight": {
            "all": sum(files.values()),
            "files": files,
        },
        "first board": _told(boards),
        "keystroke": _told(strokes) | {"all": strokes, "bytes": len(ten_kilobytes())},
    }


def _strokes(page: Page, count: int) -> list[float]:
    """Milliseconds from keys to what the server says, in a file of 10 KB: every other key makes a mistake."""
    text = ten_kilobytes()
    content = page.get_by_test_id("editor-content")
    content.click()
    page.keyboard.press("ControlOrMeta+a")
    content.evaluate(
        """(element, text) => {
            const clipboardData = new DataTransfer();
            clipboardData.setData("text/plain", text);
            element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
        }""",
        text,
    )
    page.get_by_test_id("title").get_by_text("Ten kilobytes").wait_for()
    # In the middle of the rules, after a name that is there once.
    page.keyboard.press("ControlOrMeta+Home")
    for _ in range(16):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("End")
    keystroke(page, "Space")
    took = []
    problems = page.get_by_test_id("problems")
    for number in range(count):
        took.append(keystroke(page, "?" if number % 2 == 0 else "Backspace"))
        wrong = int(problems.get_attribute("data-errors") or -1)
        assert (wrong > 0) == (number % 2 == 0), wrong
    return took


def _told(milliseconds: list[float]) -> dict[str, Any]:
    return {
        "count": len(milliseconds),
        "min": min(milliseconds),
        "median": statistics.median(milliseconds),
        "max": max(milliseconds),
    }


def render(found: dict[str, Any]) -> str:
    """What was measured as tables."""
    weight = found["weight"]
    sizes = [
        *([path, f"{size:,} bytes", ""] for path, size in weight["files"].items()),
        ["all", f"{weight['all']:,} bytes", f"{BUDGETS['weight']:,} bytes"],
    ]
    named = {
        "from navigation to the first board": "first board",
        f"from a key to diagnostics, {found['keystroke']['bytes']:,} bytes of text": "keystroke",
    }
    times = [
        [
            f"{words} ({found[name]['count']} times)",
            *(f"{found[name][which]:.0f} ms" for which in ("min", "median", "max")),
            f"{BUDGETS[name]:.0f} ms",
        ]
        for words, name in named.items()
    ]
    return "\n\n".join(
        (
            table(["weight of the page, compressed", "", "budget"], sizes),
            table(["", "shortest", "median", "longest", "budget"], times),
            # On a busy machine the shortest tells more than the median.
            f"Chromium {found['chromium']}. Load of the machine: {found['load']} on {found['cores']} cores.",
        )
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="less exact, in a few seconds")
    parser.add_argument("--visits", type=int, help="visits of new browser profiles (5)")
    parser.add_argument("--keys", type=int, help="keystrokes (20)")
    parser.add_argument("--json", action="store_true", help="write JSON in place of tables")
    parser.add_argument("--out", type=Path, help="a file for the JSON, beside what is printed")
    chosen = parser.parse_args()
    missing = browser.missing()
    if missing is not None:
        sys.exit(f"{parser.prog}: {missing}")
    about = machine.describe()
    visits: int = chosen.visits or (2 if chosen.quick else 5)
    keys: int = chosen.keys or (6 if chosen.quick else 20)
    found = measure(visits, keys)
    found |= {"load": machine.describe()["load"], "cores": about["cores"]}
    whole = json.dumps({"machine": about, "page": found, "budgets": BUDGETS}, indent=2)
    print(whole if chosen.json else render(found))
    if chosen.out:
        chosen.out.write_text(whole + "\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
