"""The evidence for generated and evolved games: what is counted, and that baselines are runs of their own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench import evolve, generated
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


def test_the_best_games_are_measured_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    evolve.again(small.file(tmp_path / "run.sqlite"), 1)
    *_, last = capsys.readouterr().out.splitlines()
    told = json.loads(last)
    assert told["games"] == 1
    assert told["in_the_archive"] == round(small.archive().best()[0].fitness, 4)
