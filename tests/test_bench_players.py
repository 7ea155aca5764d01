"""The measurements of players: matches that end, are repeatable and are told truly."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from bench import players

ROOT = Path(__file__).parent.parent


def measure(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(ROOT / "bench" / "players.py"), *words],
        capture_output=True,
        text=True,
        check=False,
    )


def test_matches_are_the_same_in_one_process_and_in_several(tmp_path: Path) -> None:
    words = ("random", "--game", "breakthrough5", "--game", "baby-chess", "--games", "4")
    found = []
    for jobs in ("1", "2"):
        file = tmp_path / f"{jobs}.json"
        done = measure(*words, "--jobs", jobs, "--out", str(file))
        assert done.returncode == 0, done.stderr
        assert "alphabeta at 1,000 nodes against random" in done.stdout
        found.append(json.loads(file.read_text(encoding="utf-8"))["random"])
    assert found[0] == found[1]
    assert [row["game"] for row in found[0]] == ["breakthrough5", "baby-chess"]
    assert all(row["wins"] + row["draws"] + row["losses"] == 4 for row in found[0])


def test_games_that_are_solved_or_have_no_weights_are_told_apart() -> None:
    plan = players.Plan(("hexapawn", "northcott", "breakthrough5"), 2, 1, 1)
    rows, title, text = players.tuned(plan)
    unsolved = 2
    assert f"of {unsolved} unsolved games" in title
    assert "hexapawn" not in text
    assert {row["game"] for row in rows} <= {"northcott", "breakthrough5"}
    if len(rows) < unsolved:
        assert "no weights: northcott" in title


def test_intervals_are_made_of_pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both games of an opening go to one side: half as many tell as much as they seem to."""
    points = {
        "together": [1.0, 1.0, 0.0, 0.0] * 25,
        "apart": [1.0, 0.0, 0.0, 1.0, 1.0, 1.0, 0.0, 0.0] * 13,
    }
    widths = {}
    for name, found in points.items():
        monkeypatch.setattr(players, "match", lambda *_, found=found: found)
        row = players.contest_row("hexapawn", "a", "b", players.Plan((), 100, 1, 1), None)
        assert row["score"] == 0.5
        widths[name] = row["high"] - row["low"]
    assert widths["together"] > 1.3 * widths["apart"]
    assert widths["together"] == pytest.approx(2 * 1.96 * 0.5 / 50**0.5, rel=0.05)


@pytest.mark.parametrize("words", [("--games", "3"), ("--games", "0"), ("--jobs", "0")])
def test_misuse(words: tuple[str, str]) -> None:
    done = measure("random", *words)
    assert done.returncode == 2
    assert words[0] in done.stderr
