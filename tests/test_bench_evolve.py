"""The evidence for generated and evolved games: what is counted, and that baselines are runs of their own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import sbg
from bench import evolve, evolved, generated
from sbg.evolution.archive import Archive
from sbg.evolution.individual import NEW
from sbg.evolution.run import Run, open_run
from sbg.evolution.schedule import Schedule, Settings
from sbg.jobs.here import HerePool
from tests.evolution.fake import Fake
from tests.gallery import small

pytestmark = pytest.mark.long


def test_first_draws_are_counted() -> None:
    found = generated.measure("hunt", 12)
    refused = found["refused"]
    assert isinstance(refused, dict)
    born = round(float(str(found["at_the_first_draw"])) * 12)
    assert born + sum(refused.values()) == 12
    assert found["without_warnings"] == 1


def test_an_archive_in_numbers() -> None:
    assert evolve.summary(Archive())["best"] == 0.0
    archive = small.archive()
    found = evolve.summary(archive)
    assert found["cells"] == len(archive)
    assert found["best"] == round(archive.best()[0].fitness, 4)


def test_random_search_has_no_parents(tmp_path: Path) -> None:
    settings = Settings(seed=1, styles=evolve.STYLES, search="random", window=4)
    with open_run(tmp_path / "r", settings) as store:
        run = Run(settings, store)
        run.go_on(HerePool(Fake()), 120)
    schedule = Schedule(settings, run.results, run.archive, asked=10**6)
    assert all(schedule.decide(number).kind == NEW for number in range(200, 260))
    assert evolve.results(tmp_path / "r") == 120
    assert evolve.results(tmp_path / "none") == 0


def test_searches_grow_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(evolve, "evaluation", lambda settings: Fake())
    monkeypatch.setattr(evolve, "STEP", 10)
    evolve.baselines(tmp_path, 25, [1], 1)
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [one["games"] for one in told] == [10] * 3 + [20] * 3 + [25] * 3
    assert [one["search"] for one in told[:3]] == list(evolve.SEARCHES)


def test_the_best_games_are_measured_again(tmp_path: Path) -> None:
    path = small.file(tmp_path / "run.sqlite")
    notes = evolved.Notes(tmp_path / "again.jsonl")
    told = evolved.again("evolve", [path, path], 1, notes)
    best = small.archive().best()[0]
    assert told["games"] == 1
    assert told["in_the_archive"] == round(best.fitness, 4)
    quick = sbg.profile(
        sbg.parse(best.text), seed=evolved.AGAIN + int(best.identity[:6], 16), budget="quick"
    )
    assert told["again"] == round(quick.fitness, 4) != told["in_the_archive"]
    kept = notes.path.read_text()
    assert len(kept.splitlines()) == 2
    notes.path.write_text(kept + kept[:40])  # as a kill leaves it
    assert evolved.again("evolve", [path], 1, notes) == told
    assert len(list(notes.read())) == 2


def test_four_times_the_games_against_the_same_players() -> None:
    game = sbg.load("silverman")
    one = sbg.profile(game, budget="quick", gates=False)
    four = sbg.profile(game, budget=evolved.fourfold(), gates=False)
    assert [4 * strength.games for strength in one.strengths] == [s.games for s in four.strengths]
    for small_one, large in zip(one.ladder, four.ladder, strict=True):
        assert 3 < large.games / small_one.games < 5  # long games are fewer, by the length they had
    assert [rung.strong for rung in one.ladder] == [rung.strong for rung in four.ladder]


def test_the_best_games_are_shipped_with_their_profiles(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = small.file(tmp_path / "evolve-1.sqlite")
    notes, folder = evolved.Notes(tmp_path / "again.jsonl"), tmp_path / "out"
    chosen = evolved.choose([path], 60, notes)
    assert chosen
    evolved.ship(chosen, 20, folder, notes)
    files = sorted(folder.glob("*.sbg"))
    assert files
    for file in files:
        profile = sbg.Profile.from_json(file.with_suffix(".json").read_text())
        assert profile.rules == sbg.load(file).rules_hash
        assert (profile.budget, profile.rejected) == ("standard", None)
    said = evolved.report(tmp_path, tmp_path / "results.json", folder)
    data = json.loads((tmp_path / "results.json").read_text())
    assert len(data["shipped"]) == len(files)
    assert data["runs"][0]["cells"] == len(small.archive())
    assert "in_the_archive" in said
    monkeypatch.setattr(evolved, "LONGEST", 0)
    assert not evolved.choose([path], 60, notes)
