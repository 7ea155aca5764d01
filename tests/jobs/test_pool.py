"""Pools of processes: every task is done once, whatever happens to the processes, and results can come in order."""

from __future__ import annotations

import os
import shutil
import signal
import sys
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from sbg.base.jobs.here import HerePool
from sbg.base.jobs.local import LocalPool
from sbg.base.jobs.work import Calls, Done, Failed, Work, in_order, pack, unpack
from tests.jobs import tasks
from tests.players.helpers import MARK, has_proc, living, wait_for

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def _at_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where workers find the functions of these tests."""
    monkeypatch.chdir(ROOT)


def run(work: Work[int, object], count: int, jobs: int = 2) -> list[Done[object] | Failed]:
    pool = LocalPool(work, jobs)
    try:
        return sorted(
            pool.run((number, number) for number in range(count)), key=lambda answer: answer.number
        )
    finally:
        pool.close()


def test_every_task_is_done_once() -> None:
    found = run(Calls(tasks.square), 40)
    assert [answer.number for answer in found] == list(range(40))
    results = [answer.result for answer in found if isinstance(answer, Done)]
    assert [result.value for result in results if isinstance(result, tasks.Square)] == [
        number**2 for number in range(40)
    ]
    processes = {result.process for result in results if isinstance(result, tasks.Square)}
    assert os.getpid() not in processes
    assert len(processes) <= 2  # they are kept for the next task


def test_nothing_to_do() -> None:
    assert run(Calls(tasks.square), 0) == []


def test_what_is_printed_does_not_disturb() -> None:
    assert run(Calls(tasks.speak), 5) == [Done(number, number) for number in range(5)]


def test_results_in_order() -> None:
    pool = LocalPool(Calls(tasks.late), 2)
    numbers = [7, 2, 9, 4, 1, 8]  # any numbers in any order, as after a pause
    try:
        found = list(in_order(pool, ((number, number) for number in numbers)))
    finally:
        pool.close()
    assert found == [Done(number, number) for number in numbers]


def test_an_exception_fails_its_task_alone() -> None:
    found = run(Calls(tasks.odd_only), 6)
    assert [type(answer) for answer in found] == [Failed, Done] * 3
    assert found[2] == Failed(2, "ValueError: 2 is\neven")


def test_a_process_that_is_killed_is_replaced_and_its_task_done(tmp_path: Path) -> None:
    assert run(tasks.DiesOnce(str(tmp_path)), 6) == [Done(number, number) for number in range(6)]
    assert len(list(tmp_path.iterdir())) == 6


def test_a_task_that_kills_every_process_does_not_stop_the_others() -> None:
    found = run(Calls(tasks.kill_always), 6)
    assert [answer for answer in found if isinstance(answer, Failed)] == [
        Failed(3, "its process was ended by signal SIGKILL in the middle of a task")
    ]
    assert len(found) == 6


def test_where_no_process_comes_to_life_the_tasks_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", shutil.which("false"))
    found = run(Calls(tasks.square), 3)
    assert [type(answer) for answer in found] == [Failed] * 3
    assert all("its process ended with exit code 1" in str(answer) for answer in found)


def test_a_spent_worker_gets_a_new_process() -> None:
    found = run(tasks.GetsStuck(), 4, jobs=1)
    assert len({answer.result for answer in found if isinstance(answer, Done)}) == 4


def test_a_task_that_cannot_be_made_is_an_error_here() -> None:
    def broken() -> Iterator[tuple[int, int]]:
        yield 0, 0
        raise RuntimeError("no more")

    pool = LocalPool(Calls(tasks.square))
    with pytest.raises(RuntimeError, match="no more"):
        list(pool.run(broken()))
    pool.close()


@pytest.mark.skipif(not has_proc(), reason="processes are looked for in /proc")
def test_closing_leaves_no_process_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    mark = uuid.uuid4().hex
    monkeypatch.setenv(MARK, mark)
    pool = LocalPool(Calls(tasks.late), 2)
    answers = pool.run((number, number) for number in range(1000))
    next(answers)
    assert living(mark)
    pool.close()
    assert wait_for(lambda: not living(mark)), living(mark)


@pytest.mark.skipif(not has_proc(), reason="processes are looked for in /proc")
def test_workers_that_are_killed_from_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    mark = uuid.uuid4().hex
    monkeypatch.setenv(MARK, mark)
    pool = LocalPool(Calls(tasks.late), 2)
    found = []
    for answer in pool.run((number, number) for number in range(60)):
        found.append(answer.number)
        if len(found) in (10, 20, 30):
            for line in living(mark):
                if "sbg.base.jobs.worker" in line:
                    os.kill(int(line.split()[0]), signal.SIGKILL)
    pool.close()
    assert sorted(found) == list(range(60))


def test_values_travel_as_lines() -> None:
    value = {"a": (1, None), "b": "line\nbreak"}
    assert "\n" not in pack(value)
    assert unpack(pack(value)) == value


@pytest.mark.parametrize("jobs", [0, 1, 3])
def test_tasks_that_wait_for_results(jobs: int) -> None:
    """A task that depends on a result is asked for again when the result has been taken."""
    results: dict[int, int] = {}

    def dependent() -> Iterator[tuple[int, int] | None]:
        for number in range(12):
            while number >= 2 and number - 2 not in results:
                yield None
            yield number, number if number < 2 else results[number - 2] % 7

    work: Calls[int, tasks.Square] = Calls(tasks.square)
    pool = LocalPool(work, jobs) if jobs else HerePool(work)
    try:
        for answer in pool.run(dependent()):
            assert isinstance(answer, Done)
            results[answer.number] = answer.result.value
    finally:
        pool.close()
    expected = [0, 1]
    for _ in range(10):
        expected.append((expected[-2] % 7) ** 2)
    assert [results[number] for number in range(12)] == expected
