"""Draws a profile: its measures and the strength ladder, with intervals."""

from __future__ import annotations

from sbg.explain.pictures.charts import Interval, intervals
from sbg.study.profiling.result import FITNESS, Profile

_SHOWN = (*FITNESS, "legibility", "drama")


def picture(profile: Profile, theme: str = "auto") -> str:
    """An SVG with the measures between 0 and 1, White's score at each strength, and the ladder."""
    rows = [(name.replace("_", " "), profile.measures.get(name)) for name in _SHOWN]
    for strength in profile.strengths:
        how = f"{strength.nodes:,} nodes" if strength.nodes else "random moves"
        rows.append((f"White, {how}", strength.white))
    for rung in profile.ladder:
        weak = f"{rung.weak:,} nodes" if rung.weak else "random"
        rows.append((f"{rung.strong:,} against {weak}", rung.score))
    found = [Interval(name, one.value, one.low, one.high) for name, one in rows if one is not None]
    title = f"Profile of {profile.name.strip() or profile.name}"
    label = "measures, scores of White, and scores of stronger players, with 95 % intervals"
    return intervals(found, title, label, theme, signed=False)
