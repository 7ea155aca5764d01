"""Games on a GPU inside programs of XLA, without both: a driver whose kernels run here, and calls as XLA makes them."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from ctypes import c_int, c_uint, c_void_p
from typing import Any

import numpy as np
import pytest

import sbg
from sbg.engine.encoding import ActionNames
from sbg.envs import xla_cuda
from sbg.envs.xla import XlaGame
from tests.batch import xla_frames
from tests.cuda.fake_driver import FakeDriver
from tests.cuda.test_loader import fake  # noqa: F401

START = ctypes.CFUNCTYPE(
    c_int, c_void_p, *[c_uint] * 7, c_void_p, ctypes.POINTER(c_void_p), c_void_p
)
ENTER = ctypes.CFUNCTYPE(c_int, c_void_p)
CONTEXT = 77


class Started:
    """The driver's functions for native code: they start the kernels of a fake driver."""

    def __init__(self, driver: FakeDriver) -> None:
        self.driver, self.status, self.entered = driver, 0, 0
        self.functions = START(self.start), ENTER(self.enter)

    def start(self, kernel: int, *rest: Any) -> int:
        sizes, (stream, parameters, extra) = rest[:7], rest[7:]
        assert (stream, extra) == (xla_frames.STREAM, None)
        given = (c_uint(size) for size in sizes)
        self.driver.cuLaunchKernel(c_void_p(kernel), *given, None, parameters, None)
        return self.status

    def enter(self, context: int) -> int:
        assert context == CONTEXT
        self.entered += 1
        return 0

    def addresses(self) -> tuple[int, int, int]:
        start, enter = (ctypes.cast(each, c_void_p).value or 0 for each in self.functions)
        return start, enter, CONTEXT


@pytest.fixture
def started(
    fake: Callable[[sbg.Game], FakeDriver],  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> Callable[[sbg.Game], Started]:
    def use(game: sbg.Game) -> Started:
        found = Started(fake(game))
        monkeypatch.setattr(xla_cuda, "driver_functions", found.addresses)
        return found

    return use


def called(
    function: xla_cuda.Function, arguments: list[np.ndarray], result: np.ndarray
) -> tuple[int, str] | None:
    """Calls as a program does, with room that holds anything."""
    n = len(arguments[0])
    room = [np.full((n, words), 0xA5A5_A5A5, np.uint32) for words in function.room]
    # XLA gives arrays that begin at multiples of at least 16 bytes.
    bytes_ = np.zeros(result.nbytes + 16, np.uint8)
    begin = -bytes_.ctypes.data % 16
    aligned = bytes_[begin : begin + result.nbytes].view(result.dtype).reshape(result.shape)
    found = xla_frames.call(xla_cuda.target(), arguments, [aligned, *room], function.key)
    result[...] = aligned
    return found


@pytest.mark.parametrize("actions", ["planes", "pairs", "squares"])
@pytest.mark.parametrize("name", ["hexapawn", "gardner", "chess"])
def test_kernels_do_what_batches_do(
    name: str, actions: ActionNames, started: Callable[[sbg.Game], Started]
) -> None:
    game = sbg.load(name)
    driver = started(game)
    n = 70
    batch = sbg.Batch(game, n, seed=3, actions=actions, illegal="loss", threads=1)
    found = xla_cuda.XlaGpuGame(batch, XlaGame(batch).key)
    records, mask = np.zeros_like(batch.state), np.zeros((n, len(batch.actions)), np.bool_)
    seen = np.zeros((n, *batch.observations.shape), np.float32)
    for ply in range(14):
        before, chosen = batch.state, batch.sample()
        chosen[ply::9] = 1  # mostly illegal
        batch.step(chosen)
        wide = bool(ply % 2)
        given = chosen.astype(np.int64) if wide else chosen
        assert called(found.step[wide], [before, given], records) is None
        expected = batch.state
        expected[:, 2:4] = records[:, 2:4]  # random numbers are a device's own
        assert np.array_equal(records, expected)
        assert called(found.mask, [batch.state], mask) is None
        assert np.array_equal(mask, batch.action_mask(ended=True))
        assert called(found.observe, [batch.state], seen) is None
        assert np.array_equal(seen, batch.observe())
    assert driver.entered == 3 * 14
    assert batch.ended.any()


def test_what_goes_wrong_is_said(started: Callable[[sbg.Game], Started]) -> None:
    game = sbg.load("hexapawn")
    driver = started(game)
    batch = sbg.Batch(game, 2, illegal="loss")
    found = xla_cuda.XlaGpuGame(batch, XlaGame(batch).key)
    mask = np.zeros((2, 27), np.bool_)
    driver.status = 700
    message = "sbg: a kernel could not be started: error 700 of the driver"
    assert called(found.mask, [batch.state], mask) == (13, message)
    driver.status = 0
    # Nothing is started for no games.
    before = len(driver.driver.launched)
    assert called(found.mask, [batch.state[:0]], mask[:0]) is None
    assert len(driver.driver.launched) == before
    other = xla_cuda.Function("another key", found.mask.room)
    assert called(other, [batch.state], mask) == (
        5,
        "sbg: the game of this program is not there: make an Env of it first",
    )
    few = xla_cuda.Function(found.mask.key, found.mask.room[:-1])
    assert called(few, [batch.state], mask) == (3, "sbg: wrong number of arrays: no result")
    assert xla_frames.version(xla_cuda.target()) == (0, 1)


@pytest.mark.parametrize("name", ["hexapawn", "gardner", "xiangqi"])
def test_records_of_no_position_become_empty_boards(
    name: str, started: Callable[[sbg.Game], Started]
) -> None:
    game = sbg.load(name)
    started(game)
    batch = sbg.Batch(game, 40, seed=1, illegal="loss")
    batch.step_random(12)
    found = xla_cuda.XlaGpuGame(batch, XlaGame(batch).key)
    state = batch.state
    assert np.array_equal(found.cleaned(state, np), state)
    chooser = np.random.default_rng(1)
    hostile = np.repeat(state, 6, axis=0)
    places = chooser.integers(6, state.shape[1], len(hostile))
    hostile[np.arange(len(hostile)), places] ^= chooser.integers(1, 1 << 32, len(hostile)).astype(
        np.uint32
    )
    cleaned = found.cleaned(hostile, np)
    one, checked = sbg.Batch(game, 1, threads=1), 0
    for row, clean in zip(hostile, cleaned, strict=True):
        try:
            one.set_state(row[None])
        except ValueError:
            assert not clean.any()
            checked += 1
        else:
            assert np.array_equal(clean, row)
    assert checked > 30


def test_games_whose_pieces_walk_stay_on_the_processor(
    started: Callable[[sbg.Game], Started],
) -> None:
    game = sbg.load("leapfrog")
    assert game.plan.scratch_words
    batch = sbg.Batch(game, 1, illegal="loss")
    started(game)
    assert xla_cuda.gpu_game(batch, "a key") is None
