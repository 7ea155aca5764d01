"""The example of self-play learns: its table knows how to win hexapawn as the second player."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import sbg


def example() -> ModuleType:
    path = Path(__file__).resolve().parents[2] / "examples" / "self_play.py"
    spec = importlib.util.spec_from_file_location("self_play", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_self_play_learns() -> None:
    self_play = example()
    game = sbg.load("hexapawn")
    before = self_play.against_random(game, self_play.Table(), 1, 200, seed=3)
    table = self_play.train("hexapawn", rounds=3, games=48, simulations=30, seed=1)
    won, _, lost = self_play.against_random(game, table, 1, 200, seed=3)
    assert before[2] > 20  # who knows nothing loses many
    assert lost <= 5
    assert won > before[0]
