"""The measurements: their programs run, their goals are those of true games, and their tables can be read."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

import sbg
from bench import engine, figures, growth, machine, run
from bench.tables import short, table
from bench.yardstick import Yardstick
from scripts import docs_results

compiled = pytest.mark.skipif(
    not any(map(shutil.which, ("c++", "g++", "clang++"))), reason="there is no C++ compiler"
)


@compiled
def test_the_yardstick(tmp_path: Path) -> None:
    yardstick = Yardstick(tmp_path)
    if yardstick.missing:
        assert yardstick.missing == "this processor has no BMI2"
    else:  # it checks its own count
        assert yardstick.rate("perft", 0.01) > 1e7
        assert yardstick.rate("playouts", 0.01) > 1e6


def test_without_a_yardstick_there_are_no_ratios(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "GOALS", engine.GOALS[3:4])
    yardstick = Yardstick.__new__(Yardstick)
    yardstick.missing = "this processor has no BMI2"
    found = engine.speed(1, 0.001, yardstick)
    assert found["games"].keys() == {"chess"}
    text = engine._speed(found)
    assert "No ratios: this processor has no BMI2." in text
    assert "–" in text


def test_a_compiler_that_fails_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CXX", f"{sys.executable} --no-such-option")
    assert "cannot build it: " in Yardstick(tmp_path).missing
    monkeypatch.setenv("CXX", "no-such-compiler")
    assert "`no-such-compiler` cannot be run" in Yardstick(tmp_path).missing


@pytest.mark.parametrize("goal", engine.GOALS, ids=lambda goal: str(goal.game))
def test_the_counts_are_right_and_aims_lie_above(goal: engine.Goal) -> None:
    assert sbg.perft(sbg.load(goal.game).start, goal.depth) == goal.leaves
    for least, aim in (goal.playouts, goal.perft):
        assert 0 < least < aim < 1


def test_what_is_missed_is_said() -> None:
    rates = {
        goal.game: {"playouts_ratio": goal.playouts[1], "perft_ratio": goal.perft[1]}
        for goal in engine.GOALS
    }
    assert engine._missed(rates) == (
        "Below what is asked at least: nothing. Below the aim: nothing."
    )
    rates["chess"]["perft_ratio"] = 0.06
    rates["gardner"]["playouts_ratio"] = 0.09
    assert engine._missed(rates) == (
        "Below what is asked at least: playouts of gardner by 50.0%. "
        "Below the aim: playouts of gardner by 70.0%, perft of chess by 25.0%."
    )


@pytest.mark.parametrize("side", growth.SIDES)
def test_games_that_grow(side: int) -> None:
    for make in (growth.breakthrough, growth.riders):
        game = sbg.parse(make(side))
        assert (game.width, game.height) == (side, side)
    assert sbg.perft(sbg.parse(growth.breakthrough(8)).start, 4) == 256_036


def test_rules_that_grow() -> None:
    found = growth.measured(growth.long_rule(3), 0.001)
    assert all(value > 0 for value in found.values())
    text = growth.render_rules({"3": found})
    assert "3 (14 letters" in text


def test_tables_and_numbers() -> None:
    assert table(["a", "bc"], [["x", "1"]]) == "| a | bc |\n| - | -: |\n| x |  1 |"
    assert [short(n) for n in (0, 9.99, 99.9, 12_345, 8.26e9)] == [
        "0.00",
        "9.99",
        "99.9",
        "12.3 k",
        "8.26 G",
    ]
    assert short(2e6, "B") == "2.00 MB"


def test_the_page_shows_the_results_that_it_names() -> None:
    kept = (docs_results.ROOT / docs_results.PAGE).read_text(encoding="utf-8")
    assert kept.count("<!-- end -->") == 3
    assert kept == docs_results.page()  # else `make generate`


@pytest.mark.parametrize(("name", "blocks"), [("docs/batch.md", 1), ("docs/alphazero.md", 2)])
def test_pages_show_what_was_measured_on_a_gpu(name: str, blocks: int) -> None:
    kept = (docs_results.ROOT / name).read_text(encoding="utf-8")
    assert kept.count("<!-- end -->") == blocks
    assert kept == docs_results.page(name)  # else `make generate`


def test_the_machine_is_described() -> None:
    line = run.described(machine.describe())
    assert "cores" in line
    assert "Python 3" in line


def test_the_figures_are_tables() -> None:
    """A few runs of each part that takes no games."""
    lines = list(figures.report(["match", "ratings", "stopped", "looks"], 2))
    assert [line.count("\n| -") for line in lines[1::2]] == [1] * 4
    assert all("100.0 %" in line for line in lines[1:4:2])
