"""How large the pages of `sbg report` are, and how fast they open: a table, or JSON with --json.

    python bench/report.py                  contests of 100, 1,000 and 5,000 games, 5 visits each
    python bench/report.py --quick          100 and 1,000 games, 2 visits each
    python bench/report.py --json --out report.json

The games are the same in every run: random against greedy at Gardner's chess. The pages are opened from the disk, each
time by a new browser profile. Beside them a page with nothing on it is opened: what is more than that is the report's
own, and the ratio of the two can be compared between machines. It needs Chromium.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Browser, sync_playwright  # noqa: E402

import sbg  # noqa: E402
from bench import machine  # noqa: E402
from bench.tables import table  # noqa: E402
from sbg.contests.plan import Contest  # noqa: E402
from sbg.contests.referee import GameResult, Referee  # noqa: E402
from sbg.contests.standings import Standings  # noqa: E402
from sbg.report import write  # noqa: E402
from tests.e2e import browser  # noqa: E402

BUDGET = 2_000.0
"""Milliseconds in which the report of 1,000 games opens."""
BUDGET_GAMES = 1_000

# When the list of games was drawn for the first time. The clock of a page starts with its navigation.
_OPENED = """() => new Promise((done) => {
  const look = () => document.querySelector("[data-testid=game-1]")
    ? requestAnimationFrame(() => setTimeout(() => done(performance.now()))) : setTimeout(look, 5);
  look();
})"""
_EMPTY = "<!doctype html><title>Empty</title><p data-testid='game-1'>Nothing</p>"
# From a click on a game to its board; its file is read on the way.
_GAME = """() => new Promise((done) => {
  const begun = performance.now();
  document.querySelector("[data-testid=game-1]").click();
  const look = () => document.querySelector("[data-testid=board] svg")
    ? requestAnimationFrame(() => setTimeout(() => done(performance.now() - begun))) : setTimeout(look, 1);
  look();
})"""


def played(games: int) -> tuple[Contest, list[GameResult]]:
    """A contest of so many games, which are played: the numbers of the games decide all of them."""
    contest = Contest(("random", "greedy"), (sbg.load("gardner"),), games // 2, seed=12)
    referee = Referee(contest)
    try:
        return contest, [referee.play(task) for task in contest.tasks()]
    finally:
        referee.close()


def opened(chromium: Browser, address: str, game: bool = False) -> float:
    """Milliseconds until a new visitor sees a page, or with `game` from a click on its first game to a board."""
    context = chromium.new_context(viewport={"width": 1280, "height": 800}, offline=True)
    page = context.new_page()
    page.goto(address)
    milliseconds = float(page.evaluate(_OPENED))
    if game:
        milliseconds = float(page.evaluate(_GAME))
    context.close()
    return milliseconds


def measure(sizes: list[int], visits: int) -> dict[str, Any]:
    """All measurements."""
    found: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        (folder / "empty.html").write_text(_EMPTY, encoding="utf-8")
        pages = {}
        for size in sizes:
            contest, results = played(size)
            begun = time.perf_counter()
            pages[size] = write(Standings(contest, results), results, folder / str(size), "Bench")
            written = time.perf_counter() - begun
            files = [path for path in (folder / str(size)).rglob("*") if path.is_file()]
            whole = sum(path.stat().st_size for path in files)
            first = pages[size].stat().st_size
            found[str(size)] = {"first": first, "all": whole, "write_ms": 1000 * written}
        chromium = browser.launch(playwright)
        empty = (folder / "empty.html").as_uri()
        opened(chromium, empty)  # the browser itself is read from the disk once
        # In turn, so that what else the machine does meets all alike.
        times: dict[str, list[float]] = {"empty": [], "game": [], **{str(n): [] for n in sizes}}
        for _ in range(visits):
            times["empty"].append(opened(chromium, empty))
            for size in sizes:
                times[str(size)].append(opened(chromium, pages[size].as_uri()))
            times["game"].append(opened(chromium, pages[sizes[-1]].as_uri(), game=True))
        version = chromium.version
        chromium.close()
    for size in sizes:
        found[str(size)]["ratio"] = min(times[str(size)]) / min(times["empty"])
    return {"chromium": version, "reports": found, "times": times}


def render(found: dict[str, Any]) -> str:
    """What was measured as tables."""
    heads = [
        "report of",
        "first page",
        "all files",
        "a game",
        "written",
        "opens",
        "median",
        "empty = 1",
    ]
    rows = []
    for size, one in found["reports"].items():
        took = found["times"][size]
        rows.append(
            [
                f"{int(size):,} games",
                f"{one['first'] / 1000:,.0f} kB",
                f"{one['all'] / 1000:,.0f} kB",
                f"{one['all'] / int(size):,.0f} bytes",
                f"{one['write_ms']:,.0f} ms",
                f"{min(took):,.0f} ms",
                f"{statistics.median(took):,.0f} ms",
                f"{one['ratio']:.1f}",
            ]
        )
    empty, game = (found["times"][name] for name in ("empty", "game"))
    return "\n\n".join(
        (
            table(heads, rows),
            f"An empty page opens in {min(empty):,.0f} ms (median {statistics.median(empty):,.0f}); from a click on "
            f"a game to its board {min(game):,.0f} ms ({statistics.median(game):,.0f}). "
            f"Wanted: {BUDGET_GAMES:,} games in {BUDGET:,.0f} ms.",
            f"Chromium {found['chromium']}. Load of the machine: {found['load']} on {found['cores']} cores.",
        )
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="less exact, in half a minute")
    parser.add_argument("--visits", type=int, help="visits of new browser profiles (5)")
    parser.add_argument("--json", action="store_true", help="write JSON in place of tables")
    parser.add_argument("--out", type=Path, help="a file for the JSON, beside what is printed")
    chosen = parser.parse_args()
    if browser.found() is None:
        sys.exit(f"{parser.prog}: there is no Chromium on the path")
    about = machine.describe()
    sizes = [100, 1000] if chosen.quick else [100, 1000, 5000]
    found = measure(sizes, chosen.visits or (2 if chosen.quick else 5))
    found |= {"load": machine.describe()["load"], "cores": about["cores"]}
    whole = json.dumps({"machine": about, "report": found}, indent=2)
    print(whole if chosen.json else render(found))
    if chosen.out:
        chosen.out.write_text(whole + "\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
