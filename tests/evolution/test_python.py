"""The search for good games, and its gallery, from Python."""

from __future__ import annotations

from pathlib import Path

import pytest

import sbg


def test_a_search_goes_on_and_shows_its_games(tmp_path: Path) -> None:
    run = tmp_path / "run.sqlite"
    made: list[int] = []
    first = sbg.evolve(run, 3, start=["hexapawn"], seed=4, on_game=lambda one: made.append(one.id))
    assert first.done == len(made) == 3
    again = sbg.evolve(run, 5, start=["hexapawn"], seed=4)
    assert again.done == 5
    assert sbg.evolve(run, 0).digest == again.digest  # what is there, with the settings of the file
    assert (
        sbg.evolve(tmp_path / "whole.sqlite", 5, start=["hexapawn"], seed=4).digest == again.digest
    )
    best = again.best(2)
    assert all(isinstance(game, sbg.Game) for _, game in best)
    assert best == sorted(best, key=lambda one: -one[0])
    page = sbg.write_gallery(run, tmp_path / "pages", best=1, title="Mine")
    assert "Mine" in page.read_text(encoding="utf-8")
    with pytest.raises(sbg.StoreError):
        sbg.evolve(run, 5, seed=5)
