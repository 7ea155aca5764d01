"""Runs: the same results on one process, on two, in any order and after kills; challenged games are measured again."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

import sbg
from sbg.base.jobs.here import HerePool
from sbg.base.jobs.local import LocalPool
from sbg.base.jobs.store import StoreError
from sbg.base.jobs.work import Done, Pool
from sbg.study.evolve.archive import Archive
from sbg.study.evolve.cells import CELLS, Cell, cell_of, goal_kind, movement
from sbg.study.evolve.draw import Draw
from sbg.study.evolve.genome import Genome
from sbg.study.evolve.individual import (
    FAILED,
    MEASURED,
    MUTANT,
    NEW,
    RETEST,
    SEED,
    Evaluation,
    Individual,
    Task,
)
from sbg.study.evolve.like import Target
from sbg.study.evolve.run import (
    Run,
    archive_of,
    digest,
    evaluation,
    open_run,
    read_run,
    settings_of,
)
from sbg.study.evolve.schedule import FIRST, Schedule, Settings
from sbg.study.profiling import profile
from tests.cli.helpers import environment
from tests.cli.helpers import sbg as call
from tests.evolution.fake import Fake
from tests.players.helpers import wait_for

ROOT = Path(__file__).resolve().parents[2]
SETTINGS = Settings(seed=3, window=16)
GAMES = 240


def go(path: Path, pool: Pool[Task, Individual], games: int = GAMES) -> str:
    with open_run(path, SETTINGS) as store:
        run = Run(SETTINGS, store)
        try:
            run.go_on(pool, games)
        finally:
            pool.close()
        return digest(store)


class Shuffled:
    """A pool that holds many tasks at a time, and gives their results in a random order."""

    def __init__(self, seed: int, held: int = 12) -> None:
        self.draw, self.held = Draw(seed), held

    def run(self, tasks: object, /) -> object:
        left = iter(tasks)  # type: ignore[call-overload]
        waiting: list[tuple[int, Task]] = []
        while True:
            while len(waiting) < self.held and (task := next(left, None)) is not None:
                waiting.append(task)
            if not waiting:
                return
            number, task = waiting.pop(self.draw.below(len(waiting)))
            yield Done(number, Fake().do(task))

    def close(self) -> None:
        pass


def test_results_do_not_depend_on_processes_or_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    one = go(tmp_path / "1", HerePool(Fake()))
    assert go(tmp_path / "2", LocalPool(Fake(), 2)) == one
    for seed in range(2):
        assert go(tmp_path / f"s{seed}", Shuffled(seed)) == one  # type: ignore[arg-type]


def test_a_run_goes_on_where_it_stopped(tmp_path: Path) -> None:
    whole = go(tmp_path / "whole", HerePool(Fake()))
    path = tmp_path / "parts"
    for games in (1, 70, 71, GAMES):
        last = go(path, Shuffled(games), games)  # type: ignore[arg-type]
    assert last == whole
    with open_run(path, SETTINGS) as store:  # a hole in the middle is filled
        store._connection.execute("DELETE FROM individual WHERE id IN (17, 100, 239)")
        store._connection.commit()
    assert go(path, HerePool(Fake())) == whole


def test_another_seed_is_another_run(tmp_path: Path) -> None:
    go(tmp_path / "r", HerePool(Fake()), 20)
    with pytest.raises(StoreError, match="another run: seed differs"):
        open_run(tmp_path / "r", replace(SETTINGS, seed=4))
    with read_run(tmp_path / "r") as store:
        assert settings_of(store) == SETTINGS


def test_individuals_see_the_archive_of_a_window_before(tmp_path: Path) -> None:
    """A result changes nothing for individuals less than a window away, and something later on."""
    with open_run(tmp_path / "r", SETTINGS) as store:
        run = Run(SETTINGS, store)
        run.go_on(HerePool(Fake()), GAMES)
    results = dict(run.results)

    def decisions(changed: dict[int, Individual]) -> list[Task]:
        schedule = Schedule(SETTINGS, changed)
        tasks = []
        for number in range(GAMES):
            while schedule.archive.applied <= number - SETTINGS.window:
                schedule.archive.apply(changed[schedule.archive.applied])
            tasks.append(schedule.decide(number))
        return tasks

    before = decisions(results)
    number = min(elite.id for elite in run.archive.elites.values() if elite.id >= FIRST + 20)
    bad = replace(results[number], fitness=0.0)
    after = decisions({**results, number: bad})
    edge = number + SETTINGS.window
    assert before[:edge] == after[:edge]
    assert before[edge:] != after[edge:]


def test_better_games_have_more_children() -> None:
    archive = Archive()
    for number, fitness in enumerate((0.8, 0.6)):
        cell = f"{number} 1 royal steps"
        kind = ("new", "", "", "", MEASURED, "", f"g{number}", f"g{number}")
        archive.apply(Individual(number, *kind, fitness, cell, f"text {number}", ""))
    schedule = Schedule(SETTINGS, {}, archive)
    tasks = [schedule.decide(number) for number in range(FIRST, FIRST + 2000)]
    first = Counter(task.parents[0] for task in tasks if task.kind == MUTANT)
    assert 7.5 < first[0] / first[1] < 13  # the eighth power of 4/3


def test_challenges_are_settled_by_means_of_several_measurements(tmp_path: Path) -> None:
    go(tmp_path / "r", HerePool(Fake()))
    with read_run(tmp_path / "r") as store:
        results = store.results()
        archive = archive_of(store)
    again = [result for result in results if result.kind == RETEST]
    assert again
    scores: dict[int, list[float]] = {}
    for result in results:
        number = result.parent_ids[0] if result.kind == RETEST else result.id
        scores.setdefault(number, []).append(result.fitness)
    for elite in archive.elites.values():
        assert elite.scores == scores[elite.id][: len(elite.scores)]
    assert archive.applied == GAMES
    assert 0 < archive.coverage <= 1
    assert archive.coverage == len(archive) / CELLS
    best = archive.best()
    assert [e.fitness for e in best] == sorted((e.fitness for e in best), reverse=True)


def individual(number: int, fitness: float, **changes: object) -> Individual:
    plain = Individual(
        number, NEW, "", "", "", MEASURED, "", f"n{number}", f"i{number}", fitness, "0 0 royal steps",
        f"t{number}", "",
    )  # fmt: skip
    return replace(plain, **changes)  # type: ignore[arg-type]


def test_a_lucky_challenger_does_not_stay() -> None:
    archive = Archive()
    archive.apply(individual(0, 0.5))
    archive.apply(individual(1, 0.9))  # lucky
    assert archive.elites["0 0 royal steps"].id == 0
    assert archive.wanted == [1, 0]
    archive.apply(individual(2, 0.2, kind=RETEST, parents="1"))
    assert archive.elites["0 0 royal steps"].id == 0
    archive.apply(individual(3, 0.6, kind=RETEST, parents="0"))
    assert archive.elites["0 0 royal steps"].id == 0  # 0.55 each: no better
    archive.apply(individual(4, 0.8))
    archive.apply(individual(5, 0.8, kind=RETEST, parents="4"))
    assert archive.best()[0].id == 4
    assert archive.best()[0].fitness == pytest.approx(0.8)


def test_isomorphic_games_are_one() -> None:
    archive = Archive()
    archive.apply(individual(0, 0.5))
    archive.apply(individual(1, 0.9, identity="i0"))
    assert archive.wanted == []
    assert archive.best()[0].fitness == 0.5
    with pytest.raises(ValueError, match="not the next one"):
        archive.apply(individual(7, 0.5))


def test_parents_whose_children_do_well_are_chosen_more_often() -> None:
    archive = Archive()
    archive.apply(individual(0, 0.5))
    archive.apply(individual(1, 0.5, cell="1 0 royal steps", parents="0"))
    archive.apply(individual(2, 0.4, parents="1"))
    assert [e.curiosity for e in archive.elites.values()] == [1.0, 0.0]


# --- cells


@pytest.mark.parametrize(
    ("name", "goal", "style"),
    [
        ("gardner", "royal", "steps"),
        ("breakthrough", "reach", "steps"),
        ("clobber", "stalemate", "steps"),
        ("fox-and-hounds", "asymmetric", "steps"),
        ("extinction-chess", "royal", "steps"),
        ("leapfrog", "reach", "hoppers"),
        ("northcott", "asymmetric", "riders"),
        ("standoff", "royal", "steps"),
    ],
)
def test_kinds_of_games(name: str, goal: str, style: str) -> None:
    genome = Genome.of(sbg.load(name))
    assert goal_kind(genome) == goal
    assert movement(genome) == style


def test_cells_are_read_as_they_are_written() -> None:
    cell = Cell(2, 0, "reach", "riders")
    assert Cell.read(str(cell)) == cell
    assert cell.words == "8–16 moves to choose from, 0–20 plies, reach, riders"
    assert (
        Cell(5, 4, "royal", "steps").words == "64+ moves to choose from, 110+ plies, royal, steps"
    )
    with pytest.raises(ValueError, match="no cell"):
        Cell.read("1 1 love steps")
    assert CELLS == 450


# --- real individuals


def test_individuals_are_made_and_measured() -> None:
    work = Evaluation()
    text = sbg.load("breakthrough5").text
    first = work.do(Task(0, SEED, 5, texts=(text,)))
    assert first.status == MEASURED
    assert first.fitness > 0
    assert first.text == text
    cell = cell_of(
        Genome.of(sbg.load("breakthrough5")), profile(sbg.load("breakthrough5"), budget="quick")
    )
    assert Cell.read(first.cell)[2:] == cell[2:]
    again = work.do(Task(9, RETEST, 5, parents=(0,), texts=(text,)))
    assert again.text == ""
    assert again.identity == first.identity
    assert again.profile != first.profile
    child = work.do(Task(3, MUTANT, 5, parents=(0,), texts=(text,)))
    assert child == replace(
        work.do(Task(3, MUTANT, 5, parents=(0,), texts=(text,))), seconds=child.seconds
    )
    assert "From: " in child.text
    hopeless = work.do(Task(4, NEW, 5, style="no such style"))
    assert (hopeless.status, hopeless.text) == ("stillborn", "")
    broken = work.do(Task(5, SEED, 5, texts=("not a game",)))
    assert broken.status == FAILED
    assert broken.reason.startswith("InvalidGameError: ")


def test_nearness_to_models() -> None:
    near = profile(sbg.load("breakthrough5"), budget="quick", seed=1, gates=False)
    target = Target.of([near])
    assert target.quality(near) == 1.0
    far = profile(sbg.load("silverman"), budget="quick", seed=1, gates=False)
    assert target.quality(far) < 0.9
    assert target.quality(replace(near, rejected="It is bad.")) == 0
    models = evaluation(replace(SETTINGS, models=(sbg.load("hexapawn").text,))).target
    assert models is not None
    assert models.quality(near) < 0.9


def test_a_process_that_dies_is_a_failure_that_is_written_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sbg.base.jobs.work import Failed

    class Dead:
        def run(self, tasks: object, /) -> object:
            for numbered in tasks:  # type: ignore[attr-defined]
                if numbered:
                    yield Failed(numbered[0], "its process ended")

        def close(self) -> None:
            pass

    with open_run(tmp_path / "r", SETTINGS) as store:
        Run(SETTINGS, store).go_on(Dead(), 3)  # type: ignore[arg-type]
        assert [result.status for result in store.results()] == [FAILED] * 3


# --- the command


WORDS = ("--from", "hexapawn", "--from", "breakthrough5", "--style", "hunt", "--seed", "2")


def test_the_command_survives_kill_9(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.sqlite", tmp_path / "parts.sqlite"
    done = call("evolve", whole, *WORDS, "--games", "8", "--json")
    assert done.code == 0, done.err
    data = json.loads(done.out)
    assert data["games"] == 8
    assert data["cells"] >= 1
    command = [sys.executable, "-m", "sbg", "evolve", str(parts), *WORDS, "--games", "8"]
    process = subprocess.Popen(
        [*command, "--jobs", "2"],
        env=environment(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )

    def some() -> bool:
        if not parts.exists():
            return False
        with read_run(parts) as store:
            return len(store) >= 3

    assert wait_for(some)
    process.kill()
    process.wait()
    folder = tmp_path / "found"
    again = call("evolve", parts, "--games", "8", "--jobs", "2", "--best", "2", "--out", folder)
    assert again.code == 0, again.err
    assert "games are in" in again.err
    assert "cells hold a game" in again.out
    assert list(folder.glob("*.sbg"))
    assert call("evolve", parts, "--digest").out.strip() == data["digest"]
