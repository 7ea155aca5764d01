"""The evidence for profiles: frozen mutants, resumable results, tables with known answers."""

from __future__ import annotations

from pathlib import Path

import pytest

import sbg
from bench import profile_speed, profiles
from bench import profile_tables as tables
from bench.yardstick import Yardstick


@pytest.mark.parametrize("dose", profiles.DOSES)
def test_mutants_are_frozen_and_differ_from_their_parents(dose: int) -> None:
    parent = sbg.load("gardner")
    text = profiles.mutant("letters", "gardner", dose, 0)
    assert text is not None
    assert text == profiles.mutant("letters", "gardner", dose, 0)
    assert text != profiles.mutant("letters", "gardner", dose, 1)
    game = sbg.parse(text)
    assert dict(game.automata) != dict(parent.automata)
    assert (game.start.rows, game.goals) == (parent.start.rows, parent.goals)


def test_results_are_kept_and_not_measured_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "results.jsonl"
    monkeypatch.setattr(profiles, "names", lambda: ["hexapawn", "octopawn"])
    words = ["profiles.py", "bundled", "letters", "--mutants", "1", "--results", str(path)]
    monkeypatch.setattr("sys.argv", words)
    profiles.main()
    lines = path.read_text().splitlines()
    assert len(lines) == 2 * 3 + 2 * 3
    path.write_text("\n".join([*lines[:-1], lines[-1][:40]]) + "\n")  # as a kill leaves it
    profiles.main()
    again = path.read_text().splitlines()
    assert len(again) == len(lines) + 1
    assert len(list(profiles.read(path))) == len(lines)
    said = capsys.readouterr().out
    assert "A bundled game beats its own mutants (letters; 6 mutants; ties half)" in said
    assert "Test and retest" not in said  # two games have no rank correlation


def line(kind: str, name: str, dose: int, number: int, fitness: float) -> tables.Line:
    return {
        "key": [kind, name, dose, number],
        "squares": 25,
        "seconds": 1.0,
        "fitness": fitness,
        "play": fitness,
        "rejected": None,
        "stage": 3,
        "proof": None,
        "measures": {},
        "white": [],
        "rungs": [],
    }


def test_ties_count_half_and_games_count_the_same() -> None:
    lines = [
        line("bundled", "chess", 0, 0, 0.5),
        line("letters", "chess", 1, 0, 0.4),
        line("letters", "chess", 1, 1, 0.5),
        line("letters", "chess", 1, 2, 0.6),
        line("letters", "chess", 1, 3, 0.3),
    ]
    parents = {"chess": lines[0]}
    part = tables.half("chess")
    other = "fit" if part == "test" else "test"
    judge = tables.JUDGES["fitness"]
    assert tables._beaten(lines, "letters", 1, part, parents, judge) == pytest.approx(2.5 / 4)
    assert tables._beaten(lines, "letters", 1, other, parents, judge) is None


def test_rank_correlation() -> None:
    assert tables.correlation([1, 2, 3, 4], [10, 20, 30, 40]) == pytest.approx(1)
    assert tables.correlation([1, 2, 3, 4], [4, 3, 2, 1]) == pytest.approx(-1)
    assert tables.ranks([5, 1, 5]) == [1.5, 0, 1.5]


def test_the_halves_are_of_similar_size() -> None:
    parts = [tables.half(name) for name in sbg.bundled()]
    assert 12 <= parts.count("test") <= 28


def test_opinions_of_other_players_are_compared_by_ranks() -> None:
    lines = []
    for number, name in enumerate(("chess", "gardner", "hexapawn", "octopawn")):
        one = line("opinions", name, 0, 0, 0.5)
        one["measures"] = {
            "depth": [number / 4, 0.0],
            "depth_mcts": [number / 8, 0.0],
            "balance": [number / 4, 0.0],
            "balance_tuned": [1 - number / 4, 0.0],
        }
        lines.append(one)
    said = tables.opinions(lines)
    assert "| depth, Monte Carlo players |        1.00 |" in said
    assert "| balance, tuned weights     |       -1.00 |" in said
    assert tables.opinions(lines[:2]) == ""


@pytest.mark.long
def test_speed_counts_games_that_pass_all_gates(tmp_path: Path) -> None:
    told = profile_speed.measure(2, Yardstick(tmp_path))
    assert told["games"] == 2
    assert float(str(told["median_s"])) > 0
    hour = 7200 / float(str(told["mean_s"]))
    assert float(str(told["an_hour_on_two_cores"])) == pytest.approx(hour, rel=0.05)


def test_mutants_that_are_close_to_their_parents_are_looked_at_again() -> None:
    name = next(
        name for name in ("chess", "gardner", "xiangqi", "shogi") if tables.half(name) == "fit"
    )
    lines = [line("bundled", name, 0, seed, 0.5) for seed in range(3)]
    lines += [line("families", name, 1, 0, 0.52), line("families", name, 1, 1, 0.7)]
    lines += [line("families", name, 1, 2, 0.49), line("families", name, 1, 3, 0.5)]
    assert tables.close_pairs(lines) == [("families", name, 1, 0), ("families", name, 1, 2)]
    keys = [task.key for task in profiles.close(lines)]
    assert keys[:2] == [("close 1", name, 1, 0), ("close 2", name, 1, 0)]
    lines += [line(f"close {seed}", name, 1, 0, 0.4) for seed in (1, 2)]
    lines += [line(f"close {seed}", name, 1, 2, 0.48) for seed in (1, 2)]
    assert "|     2 |                     +0.0600 ± 0.0400 |          1.00 |" in tables.close(lines)
