"""Draws the tables and charts of GPU measurements for the documentation, from bench/results."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bench.tables import short, table
from sbg.explain.pictures import charts

RESULTS = Path(__file__).resolve().parent.parent / "bench" / "results"
BATCH, ALPHAZERO = "2026-11-16-h200-batch.json", "2026-11-16-h200-alphazero.json"

_COLUMNS = {
    "random": "random moves",
    "step": "steps",
    "legal": "with `legal`",
    "full uint8": "with masks and uint8 observations",
    "full float32": "with masks and float32 observations",
}
"""What is shown of the rates of a batch, and how the tables call it."""


def rates(found: dict[str, Any]) -> str:
    """Steps a second of each game."""
    heads = ["1 M games, per second", *_COLUMNS.values()]
    games = found["batch"]["games"].items()
    return table(heads, [[name, *(short(row[key]) for key in _COLUMNS)] for name, row in games])


def matches(found: dict[str, Any]) -> str:
    """What trained networks scored at the end."""
    rows = []
    for name, run in found["alphazero"].items():
        for match in run["matches"]:
            won, drawn, lost = match["won_drawn_lost"]
            low, high = (f"{100 * end:.1f}" for end in match["interval"])
            score = f"{100 * match['score']:.1f} %"
            counts = [str(n) for n in (won, drawn, lost, match["different_games"])]
            against = f"`{match['opponent']}`"
            minutes = f"{run['options']['minutes']:.2f} min"
            rows.append([name, minutes, against, *counts[:3], score, f"{low}–{high}", counts[3]])
    heads = ["game", "trained", "against", "won", "drawn", "lost", "score", "95 %", "different"]
    return table(heads, rows)


def curve(found: dict[str, Any]) -> str:
    """The learning curve of Gardner's chess, point by point."""
    rows = [
        [
            f"{point['seconds']} s",
            short(point["games"]),
            short(point["evaluations"]),
            f"{point['steps']:,}",
            " / ".join(map(str, point["won_drawn_lost"])),
            *(f"{loss:.2f}" for loss in point["losses"]),
        ]
        for point in found["alphazero"]["gardner"]["curve"]
    ]
    heads = ["trained", "own games", "evaluations", "steps of the optimizer", "won / drawn / lost"]
    return table([*heads, "policy loss", "value loss"], rows)


def growth() -> str:
    """How the rates of a batch grow with the number of its games."""
    found = _read(BATCH)["batch"]["growth"]
    shown = {
        "random": ("random moves, 64 a call", "arrow"),
        "step": ("steps with given actions", "mark"),
        "legal": ("steps with legal sets", "text"),
        "full float32": ("steps with masks and float32 observations", "enemy"),
    }
    lines = [
        charts.Line(name, color, [(int(n), row[key]) for n, row in found.items()])
        for key, (name, color) in shown.items()
    ]
    across, up = charts.Axis("games in the batch", log=True), charts.Axis("per second", log=True)
    return charts.lines(lines, "Gardner's chess on an H200", across, up)


def learning() -> str:
    """How the scores of networks grow while they are trained."""
    lines = []
    for (name, run), color in zip(
        _read(ALPHAZERO)["alphazero"].items(), ("arrow", "enemy"), strict=True
    ):
        points = [(point["seconds"], 100 * point["score"]) for point in run["curve"]]
        spans = [(100 * low, 100 * high) for low, high in (p["interval"] for p in run["curve"])]
        lines.append(charts.Line(name, color, points, spans))
    across = charts.Axis("seconds of training")
    up = charts.Axis("score against mcts:playouts=1000, in per cent")
    return charts.lines(lines, "Learning curves on an H200", across, up)


def _read(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((RESULTS / name).read_text(encoding="utf-8"))
    return found


CHARTS: dict[str, Callable[[], str]] = {
    "docs/_static/growth.svg": growth,
    "docs/_static/learning.svg": learning,
}
"""The pictures by file; pages show them."""
