"""The measurement of batches runs, and its table can be read."""

from __future__ import annotations

import pytest

from bench import batch


def test_the_measurement_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "GAMES", {"gardner": 0.35})
    monkeypatch.setattr(batch, "SLOTS", 32)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    said: list[str] = []
    text = batch.render(batch.measure(1, said.append))
    assert said == ["gardner …", "two threads …"]
    assert "(≥ 0.35)" in text
    assert text.splitlines()[2].startswith("| gardner")
    peers = {"open_spiel breakthrough": {"ours": 2e6, "theirs": 2e4}}
    found = batch.measure(1, said.append) | {"peers": peers}
    assert "2.00 M steps/s, open_spiel breakthrough 20.0 k: 100 × (≥ 50)." in batch.render(found)
