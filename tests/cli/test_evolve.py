"""`sbg evolve`: what it refuses, and what it says about a file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sbg.base.jobs.here import HerePool
from sbg.study.evolve.run import Run, open_run
from sbg.study.evolve.schedule import Settings
from tests.cli.conftest import Command
from tests.evolution.fake import Fake


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("text.sqlite",), "is not a file of results"),
        (("none.sqlite", "--digest"), "cannot be read"),
        (("new.sqlite", "--style", "chss"), "did you mean 'chess'?"),
        (("new.sqlite", "--games", "0"), "--games is a whole number"),
        (("new.sqlite", "--from", "no-such-game"), "no-such-game"),
        (("run.sqlite", "--seed", "5"), "another run: seed"),
    ],
)
def test_misuse(
    command: Command,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    words: tuple[str, ...],
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("text.sqlite").write_text("mine", encoding="utf-8")
    open_run(Path("run.sqlite"), Settings(seed=4)).close()
    answer = command("evolve", *words)
    assert answer.code == 2
    assert message in answer.err
    assert Path("text.sqlite").read_text(encoding="utf-8") == "mine"
    assert not Path("new.sqlite").exists()


def test_a_finished_run_is_reported_at_once(command: Command, tmp_path: Path) -> None:
    path, settings = tmp_path / "run.sqlite", Settings(seed=4)
    with open_run(path, settings) as store:
        Run(settings, store).go_on(HerePool(Fake()), 60)
    answer = command("evolve", str(path), "--games", "60", "--best", "3")
    assert answer.code == 0
    assert "60 games are in" in answer.err
    first, *best = answer.out.splitlines()
    assert "of 450 cells hold a game" in first
    assert len(best) == 3
    data = json.loads(command("evolve", str(path), "--games", "60", "--json").out)
    assert len(data["best"]) == 10
    assert data["digest"] == command("evolve", str(path), "--digest").out.strip()
    told = json.loads(command("evolve", str(path), "--digest", "--json").out)
    assert told == {"file": str(path), "games": 60, "digest": data["digest"]}


def test_looking_at_a_run_does_not_make_it_longer(command: Command, tmp_path: Path) -> None:
    path, settings = tmp_path / "run.sqlite", Settings(seed=4)
    with open_run(path, settings) as store:
        Run(settings, store).go_on(HerePool(Fake()), 60)
    answer = command("evolve", str(path), "--best", "2")
    assert answer.code == 0
    assert "60 games are in" in answer.err
    told = json.loads(command("evolve", str(path), "--digest", "--json").out)
    assert told["games"] == 60
