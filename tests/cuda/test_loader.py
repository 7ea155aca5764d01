"""From a public function to the driver and back: what a kernel is given is what it takes, in a driver without a GPU."""

from __future__ import annotations

import ctypes
import gc
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import sbg
from sbg.engine.gpu import driver, gpu
from tests.cuda.fake_driver import FakeDriver
from tests.cuda.test_batch import compare


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[sbg.Game], FakeDriver]]:
    """A driver for a game, in the place of NVIDIA's."""

    def use(game: sbg.Game) -> FakeDriver:
        made = FakeDriver(game.plan)
        monkeypatch.setattr(ctypes, "CDLL", lambda name: made)
        driver.driver.cache_clear()
        device = gpu.Gpu()
        monkeypatch.setattr(gpu, "gpu", lambda: device)
        return made

    from tests.cuda import twin

    twin.library()
    monkeypatch.setattr(gpu, "machine_code", lambda plan, program, architecture: program.encode())
    monkeypatch.setattr(gpu, "nvrtc", lambda: None)
    yield use
    gc.collect()
    driver.driver.cache_clear()


@pytest.mark.parametrize("name", ["gardner", "chess", "leapfrog"])
def test_batches(name: str, fake: Callable[[sbg.Game], FakeDriver]) -> None:
    game = sbg.load(name)
    made = fake(game)
    assert gpu.gpu().name == "no GPU"
    one = sbg.Batch(game, 300, device="cuda", opening=1, seed=1)
    other = sbg.Batch(game, 300, starts=one.to_positions())
    other.set_state(one.state)
    for _ in range(4):
        actions = other.sample()
        one.step(actions, legal=one.legal)
        other.step(actions)
        compare(one, other)
    assert one.step_random(3).plies > 600
    one.step(one.sample())
    one.set_state(one.state)
    assert len(one.take([3, 4])) == 2
    used = {"begin_games", "open_games", "step", "random_plies", "move_bits", "seen_bits", "facts"}
    assert set(made.launched) >= used | {"spread1", "spread4", "records", "set_records", "boards"}
    del one
    gc.collect()
    assert not made.memory  # all that was taken is given back


def test_random_games_and_perft(fake: Callable[[sbg.Game], FakeDriver]) -> None:
    game = sbg.load("gardner")
    fake(game)
    assert sbg.perft(game, 4, device="cuda") == sbg.perft(game, 4)
    found = sbg.playouts(game, 300, seed=3, device="cuda")
    assert found == sbg.Batch(game, 300, seed=3, device="cuda").playout()
    rewards: Any = sbg.Batch(game, 2, device="cuda").rewards
    said = rewards.__cuda_array_interface__
    assert (said["shape"], said["typestr"]) == ((2, 2), np.dtype(np.float32).str)
