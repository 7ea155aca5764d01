"""Draws the tables and charts about learning rules for the documentation, from bench/results."""

from __future__ import annotations

import json
import statistics
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeAlias

from bench.learn_tables import NEVER, Row, exact, held_table, needed, number
from bench.tables import table
from sbg.explain.pictures import charts

RESULTS = Path(__file__).resolve().parent.parent / "bench" / "results"
LEARN = "2026-11-18-learn.json"

Found: TypeAlias = dict[str, Any]

SECTIONS = {
    "complete": "complete lists",
    "partial": "lists of 30 %",
    "played": "played moves",
    "alphabeta": "`alphabeta`",
    "noise": "2 % mistakes",
    "merging": "state merging",
    "goals": "goals",
    "no-reasons": "goals, no reasons",
}
"""The sections, as the tables call them."""

_DRAWN = {"complete": "arrow", "partial": "mark", "played": "text", "merging": "enemy"}
"""The lines of the charts, with their colours."""


def rows_of(found: Found, section: str) -> list[Row]:
    """The results of a section."""
    return [one for one in found["learn"]["results"] if one["key"][0] == section]


def needed_games(found: Found) -> str:
    """For each game and section, the games from which on it was exact; how that was decided; the longest time."""
    names = sorted({one["key"][1] for one in rows_of(found, "complete")})
    lines = []
    for name in names:
        line = [name]
        for section in SECTIONS:
            own = [one for one in rows_of(found, section) if one["key"][1] == name]
            line.append(_needed(own))
        own = [one for one in rows_of(found, "complete") if one["key"][1] == name]
        middle = needed(own, exact)
        levels = {one["level"] for one in own if one["key"][3] >= middle and exact(one)}
        decided = next((level for level in ("fresh", "relaxed", "same") if level in levels), "–")
        lines.append([*line, decided, f"{max(one['seconds'] for one in own):.1f}"])
    return table(["game", *SECTIONS.values(), "decided by", "seconds"], lines)


def right(one: Row) -> bool:
    """Whether a result is exact; goals must be those of the game, it is not enough that games end alike."""
    return exact(one) and one["goals"] if one["key"][0] in ("goals", "no-reasons") else exact(one)


def _needed(own: list[Row]) -> str:
    """The games needed; if the largest number tried was not enough, that it takes more."""
    if not own:
        return ""
    middle = needed(own, right)
    return number(middle) if middle < NEVER else f"> {max(one['key'][3] for one in own)}"


def summary(found: Found) -> str:
    """What was measured in each section, and how many games were exact."""
    lines = []
    for section, title in SECTIONS.items():
        rows = rows_of(found, section)
        if not rows:
            continue
        names = sorted({one["key"][1] for one in rows})
        middles = [needed([one for one in rows if one["key"][1] == name], right) for name in names]
        seeds = sorted({one["key"][2] for one in rows})
        sizes = sorted({one["key"][3] for one in rows})
        tenth = sorted(middles)[max(0, -(-9 * len(middles) // 10) - 1)]
        lines.append(
            [
                title,
                ", ".join(map(str, sizes)),
                f"{seeds[0]}–{seeds[-1]}" if len(seeds) > 1 else str(seeds[0]),
                f"{sum(middle < NEVER for middle in middles)} of {len(names)}",
                number(statistics.median_high(middles)),
                number(tenth),
                f"{statistics.median(one['seconds'] for one in rows):.1f}",
                f"{max(one['seconds'] for one in rows):.1f}",
                ", ".join(sorted({one["commit"] for one in rows})),
            ]
        )
    heads = ["seen", "games seen", "seeds", "stably exact", "median", "90th percentile"]
    return table([*heads, "median seconds", "most", "commit"], lines)


def curves(found: Found) -> str:
    """Precision, recall and exactness by the number of games, for each section."""
    lines = []
    for section in ("complete", "partial", "played", "alphabeta", "noise", "merging"):
        rows = rows_of(found, section)
        for size in sorted({one["key"][3] for one in rows}):
            own = [one for one in rows if one["key"][3] == size]
            lines.append(
                [
                    SECTIONS[section],
                    str(size),
                    str(len(own)),
                    f"{_mean(own, 'precision'):.4f}",
                    f"{_mean(own, 'recall'):.4f}",
                    f"{100 * statistics.mean(map(exact, own)):.0f} %",
                ]
            )
    return table(["seen", "games", "results", "precision", "recall", "exact"], lines)


def held(found: Found) -> str:
    """The held-out rules."""
    parts = [
        held_table(section, rows_of(found, section), False) for section in ("rules", "fairies")
    ]
    return "\n\n".join(part.replace("\n  number", "\n- number") for part in parts)


def _mean(rows: Iterable[Row], what: str) -> float:
    return float(statistics.mean(one[what] for one in rows))


def missed() -> str:
    """How many legal moves are missed after so many games."""
    return _chart("recall", "legal moves missed, in per cent")


def wrong() -> str:
    """How many moves are allowed wrongly after so many games."""
    return _chart("precision", "moves allowed wrongly, in per cent")


def _chart(what: str, label: str) -> str:
    found: Found = json.loads((RESULTS / LEARN).read_text(encoding="utf-8"))
    # All lines of the games that were seen in all four ways, or they would not compare.
    names = set.intersection(
        *({one["key"][1] for one in rows_of(found, section)} for section in _DRAWN)
    )
    lines = []
    for section, color in _DRAWN.items():
        rows = [one for one in rows_of(found, section) if one["key"][1] in names]
        points = []
        for size in sorted({one["key"][3] for one in rows}):
            own = [one for one in rows if one["key"][3] == size]
            if {one["key"][1] for one in own} == names:
                points.append((float(size), 100 - 100 * _mean(own, what)))
        lines.append(charts.Line(SECTIONS[section], color, points))
    title = f"Learning curves, mean over {len(names)} games"
    return charts.lines(lines, title, charts.Axis("games seen", log=True), charts.Axis(label))


CHARTS: dict[str, Callable[[], str]] = {
    "docs/_static/learn-missed.svg": missed,
    "docs/_static/learn-wrong.svg": wrong,
}
"""The pictures by file; docs/learn.md shows them."""
