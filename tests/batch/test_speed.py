"""The measurement of batches runs, and its table can be read."""

from __future__ import annotations

import pytest

from bench import batch
from bench.rounds import Spent, best


def test_the_measurement_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "GAMES", {"gardner": 0.35})
    monkeypatch.setattr(batch, "SLOTS", 32)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    said: list[str] = []
    text = batch.render(batch.measure(1, said.append))
    assert said == ["gardner …", "two threads …"]
    assert "(≥ 0.35)" in text
    assert text.splitlines()[2].startswith("| gardner")
    assert "by the clock (≥ 1.8)" in text


def test_peers_are_shown_beside_us() -> None:
    rates = {
        name: {"processor": rate, "clock": 2 * rate}
        for name, rate in (("ours", 2e6), ("theirs", 2e4))
    }
    inside = {way: {"processor": 3e6, "clock": 3e6} for way in ("ffi", "callback", "batch")}
    text = batch.render(
        {"games": {}, "peers": {"open_spiel breakthrough": rates}, "jax": {"16": inside}}
    )
    assert (
        "2.00 M steps/s, open_spiel breakthrough 20.0 k: 100 × (≥ 50); by the clock 100 ×." in text
    )
    assert "| 16 games" in text


def test_rounds_keep_the_best_of_each() -> None:
    counts = iter([1, 9, 5, 2])
    measured = {name: lambda: Spent(next(counts), 0.5, 2.0) for name in "ab"}
    assert best(2, measured) == {
        "a": {"processor": 10.0, "clock": 2.5},
        "b": {"processor": 18.0, "clock": 4.5},
    }
    spent = Spent.once(3, lambda: sum(range(10_000)))
    assert spent.count == 3
    assert spent.clock > 0
