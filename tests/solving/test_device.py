"""Tables by the kernels for a GPU, which the tests compile for this processor, against those of the engine."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import sbg
from sbg.engine.gpu import gpu, tables
from sbg.engine.gpu.tables import DeviceTables, Events, solve_unit
from sbg.exact.solving import device as solving
from sbg.exact.solving.device import Numbering
from sbg.exact.solving.plan import Plan, TooLargeError, make_plan
from sbg.exact.solving.solve import fill_table
from sbg.exact.solving.table import Entry
from sbg.exact.solving.work import FolderStorage
from tests.cuda.test_compile import board
from tests.cuda.twin import HostDevice
from tests.solving.small import text
from tests.solving.small_games import small_game

ROOM = 1 << 30


@pytest.fixture(autouse=True)
def host(monkeypatch: pytest.MonkeyPatch) -> None:
    """This processor instead of a GPU."""
    monkeypatch.setattr(gpu, "gpu", HostDevice)


def both(plan: Plan) -> None:
    """Compare the tables of both devices, byte by byte."""
    expected, found = (fill_table(plan, device=device) for device in ("cpu", "cuda"))
    assert expected.storage.wide.keys() == found.storage.wide.keys()
    for unit in plan.units:
        for half in unit:
            a, b = expected.storage.values(half), found.storage.values(half)
            assert a.dtype == b.dtype
            np.testing.assert_array_equal(a, b, str(plan.classes[half // 2]))


@pytest.mark.parametrize(
    ("name", "men"),
    [
        ("hexapawn", None),
        ("octopawn", None),
        ("microchess", 3),  # the colours swap by turning the board
        ("gardner", 3),  # two symmetries, and an anchor on the middle file
        ("silverman", 3),
    ],
)
def test_bundled_games(name: str, men: int | None) -> None:
    plan = make_plan(sbg.load(name).start, ROOM, men, by_classes=True)
    assert plan.men.turns == (name == "microchess")
    both(plan)


def roads(length: int) -> Plan:
    """Three men on roads, and an opponent who waits until they have arrived."""
    board = "|....|\n" * (length - 1) + "|RRRw|\n"
    rules = "<PIECES>\nR (0,1,e) &\nW (0,0,w) &\n<GOALS>\n400 &\n"
    game = sbg.parse(f"<<Roads>>\n<BOARD>\n4 {length}\n{board}{rules}")
    return make_plan(game.start, ROOM, by_classes=True)


@pytest.mark.parametrize("length", [21, 22])
def test_long_distances(length: int, tmp_path: Path) -> None:
    """A win in 121 and in 127 plies, for which bytes have no room."""
    plan = roads(length)
    both(plan)
    table = fill_table(plan, folder=tmp_path / "part", device="cuda")
    assert table[plan.start] == Entry(False, 6 * length - 6)
    assert bool(table.storage.wide) == (length == 22)
    # What is finished is taken from where it was kept.
    table.storage.close()
    storage = FolderStorage(plan, tmp_path / "part")
    assert storage.finished == len(plan.units)
    solving.fill_on_gpu(plan, storage, lambda _: None)
    for half in table.storage.wide:
        np.testing.assert_array_equal(table.storage.values(half), storage.values(half))


def test_words_become_bytes_where_they_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    """All distances are too long for bytes on the way; nothing else changes."""
    real = tables.DeviceTables.happened

    def too_long(self: DeviceTables) -> Events:
        found = real(self)
        found.overflow = 0 if self.wide else 1
        return found

    monkeypatch.setattr(tables.DeviceTables, "happened", too_long)
    both(make_plan(sbg.load("octopawn").start, ROOM, by_classes=True))


@pytest.mark.long
def test_automata_that_are_walked() -> None:
    plan = make_plan(board(3, 4).start, ROOM, by_classes=True)
    assert Numbering(plan).cuda_plan().scratch_words
    both(plan)


@pytest.mark.parametrize("first", range(0, 60, 10))
def test_generated_games(first: int) -> None:
    """Some have captures of own men, some have men that walk."""
    tried = 0
    for seed in range(first, first + 10):
        for game in (sbg.parse(text(seed)), small_game(seed)):
            try:
                plan = make_plan(game.start, 1 << 22, by_classes=True)
            except TooLargeError:
                continue
            if plan.entries < 100_000:
                both(plan)
                tried += 1
    assert tried > 5


def test_solve_takes_a_device() -> None:
    found = sbg.solve(sbg.load("hexapawn"), device="cuda")
    assert found == sbg.solve(sbg.load("hexapawn"))
    with pytest.raises(ValueError, match="device is 'cpu' or 'cuda'"):
        sbg.solve(sbg.load("hexapawn"), device="tpu")  # type: ignore[call-overload]


class EnoughError(Exception):
    """The work is stopped."""


def test_work_goes_on_where_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = make_plan(sbg.load("octopawn").start, ROOM, by_classes=True)

    def stop(share: float) -> None:
        if share > 0.3:
            raise EnoughError

    with pytest.raises(EnoughError):
        fill_table(plan, folder=tmp_path / "part", device="cuda", on_progress=stop)
    finished = FolderStorage(plan, tmp_path / "part").finished
    assert 0 < finished < len(plan.units)
    solved = []
    real = solve_unit

    def counted(*arguments: object) -> int:
        solved.append(arguments)
        return real(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(solving, "solve_unit", counted)
    table = fill_table(plan, folder=tmp_path / "part", device="cuda")
    assert len(solved) == len(plan.units) - finished
    expected = fill_table(plan)
    for unit in plan.units:
        for half in unit:
            np.testing.assert_array_equal(table.storage.values(half), expected.storage.values(half))


def test_what_a_gpu_does_not_do(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(TooLargeError, match="on a GPU positions are numbered by classes"):
        make_plan(sbg.load("breakthrough5").start, 1 << 20, by_classes=True)
    plan = make_plan(sbg.load("hexapawn").start, ROOM, by_classes=True)
    monkeypatch.setattr(HostDevice, "memory", 1000)
    with pytest.raises(TooLargeError, match="this processor has"):
        fill_table(plan, device="cuda")
    monkeypatch.undo()
    monkeypatch.setattr(gpu, "gpu", HostDevice)

    def too_long(tables: DeviceTables, unit: object, check: object) -> int:
        happened = Events()
        happened.overflow = 1
        assert callable(check)
        check(3, happened)
        return 3

    monkeypatch.setattr(solving, "solve_unit", too_long)
    with pytest.raises(TooLargeError, match="longer than 4,095 plies"):
        fill_table(plan, device="cuda")
