"""The example of self-play learns: its table knows how to win hexapawn as the second player."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import sbg

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def example() -> ModuleType:
    path = EXAMPLES / "self_play.py"
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


def test_help_needs_no_other_library() -> None:
    """Python's own search path is all that it sees: without it there is no PyTorch."""
    path = EXAMPLES / "alphazero.py"
    code = (
        "import runpy, sys; sys.modules['torch'] = None;"
        f"sys.argv = ['alphazero.py', *sys.argv[1:]]; runpy.run_path({str(path)!r}, run_name='__main__')"
    )
    for words, status, text in (
        (["train", "--help"], 0, "--simulations"),
        (["train", "a", "b"], 1, "pip install torch"),
    ):
        done = subprocess.run(
            [sys.executable, "-c", code, *words],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert done.returncode == status
        assert text in done.stdout + done.stderr
        assert "Traceback" not in done.stderr
