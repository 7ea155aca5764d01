"""The tables of bench/learn.py: games needed, precision and recall by size, and held-out rules."""

from __future__ import annotations

import statistics
from collections import defaultdict
from collections.abc import Iterable
from typing import Any, TypeAlias

from bench.tables import table

Row: TypeAlias = dict[str, Any]
"""A result."""

NEVER = 10**9
"""More games than any size."""


def tables(
    results: list[Row],
    sections: Iterable[str],
    held: Iterable[str],
    show_failed: bool = False,
) -> str:
    """What was measured, as texts."""
    by_section: dict[str, list[Row]] = defaultdict(list)
    for one in results:
        by_section[one["key"][0]].append(one)
    texts = []
    for section in sections:
        rows = by_section[section]
        if rows:
            texts.append(f"{section}\n{section_table(rows)}")
            if "recall" in rows[0]:
                texts.append(curve(rows))
    texts += [
        held_table(section, by_section[section], show_failed)
        for section in held
        if by_section[section]
    ]
    return "\n\n".join(texts)


def stable(rows: list[Row], good: Any) -> int | None:
    """The least size from which on everything that was tried is good."""
    found = None
    for one in sorted(rows, key=lambda one: -one["key"][3]):
        if not good(one):
            break
        found = one["key"][3]
    return found


def exact(one: Row) -> bool:
    """Whether a result is exact at any level."""
    return bool(one["level"] != "different")


def needed(rows: list[Row], good: Any) -> float:
    """The median over the seeds of the games needed."""
    sizes = []
    for seed in sorted({one["key"][2] for one in rows}):
        of_seed = [one for one in rows if one["key"][2] == seed]
        sizes.append(stable(of_seed, good) or NEVER)
    return statistics.median_high(sizes)


def section_table(rows: list[Row]) -> str:
    """For each game the median of the games needed, and how exactness was decided."""
    lines = []
    sizes: list[float] = []
    for name in sorted({one["key"][1] for one in rows}):
        own = [one for one in rows if one["key"][1] == name]
        middle = needed(own, exact)
        sizes.append(middle)
        ends = needed(own, lambda one: one["goals"] and one["limit"] != "wrong")
        levels = {one["level"] for one in own if one["key"][3] >= middle and exact(one)}
        decided = next((level for level in ("fresh", "relaxed", "same") if level in levels), "-")
        seconds = max(one["seconds"] for one in own)
        lines.append([name, number(middle), decided, number(ends), f"{seconds:.1f}"])
    heads = ["game", "games needed", "decided by", "for goals", "most seconds"]
    text = table(heads, lines)
    done = [size for size in sizes if size < NEVER]
    if done:
        tenth = sorted(sizes)[max(0, -(-9 * len(sizes) // 10) - 1)]
        text += f"\n{len(done)} of {len(sizes)} stably exact; median "
        text += f"{number(statistics.median_high(sizes))}, 90th percentile {number(tenth)}"
    return text


def number(size: float) -> str:
    """A size, or that none was enough."""
    return "-" if size >= NEVER else str(int(size))


def curve(rows: list[Row]) -> str:
    """Precision, recall and the share of exact results by size, means over games and seeds."""
    lines = []
    for size in sorted({one["key"][3] for one in rows}):
        own = [one for one in rows if one["key"][3] == size]
        means = [statistics.mean(one[what] for one in own) for what in ("precision", "recall")]
        share = statistics.mean(map(exact, own))
        lines.append([str(size), *(f"{mean:.4f}" for mean in means), f"{share:.2f}"])
    heads = ["games", "precision", "recall", "exact"]
    return table(heads, lines)


def held_table(section: str, rows: list[Row], show_failed: bool) -> str:
    """How many held-out rules were learned, and which were not; their text only if asked for."""
    good = [one for one in rows if exact(one)]
    proved = sum(one["level"] == "same" for one in rows)
    text = f"{section}: {len(good)} of {len(rows)} exact, {proved} of them proved the same"
    slowest = max(one["seconds"] for one in rows)
    text += f"; at most {slowest:.0f} s each"
    for one in rows:
        if not exact(one):
            text += f"\n  number {one['key'][1]}: {one['unexplained']} of {one['moves']} moves"
            text += " unexplained" + (
                f", {one['name']}: {one['rule'][:100]}" if show_failed else ""
            )
    return text
