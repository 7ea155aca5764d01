"""The functions that compiled programs of XLA call, without XLA: they do what batches do, and refuse the rest."""

from __future__ import annotations

import gc
import threading
from typing import Any

import numpy as np
import pytest

import sbg
from sbg import _core
from sbg.envs.xla import XlaGame, targets
from tests.batch import xla_frames

STEP, MASK, OBSERVE = (targets()[f"sbg_{name}"] for name in ("step", "mask", "observe"))


def arrays(batch: sbg.Batch) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Room for records, masks and observations."""
    n = len(batch)
    return (
        np.zeros_like(batch.state),
        np.zeros((n, len(batch.actions)), np.bool_),
        np.zeros((n, *batch.observations.shape), np.float32),
    )


def test_handlers_name_the_version_that_they_are_written_for() -> None:
    for target in targets().values():
        assert xla_frames.version(target) == (0, 1)


@pytest.mark.parametrize(
    ("name", "n"),
    [("hexapawn", 3), ("gardner", 3), ("gardner", 2500), ("chess", 40), ("steppe", 40)],
)
def test_calls_do_what_batches_do(name: str, n: int) -> None:
    batch = sbg.Batch(name, n, seed=4, illegal="loss", threads=2)
    game = XlaGame(batch)
    records, mask, seen = arrays(batch)
    for _ in range(30):
        before, actions = batch.state, batch.sample()
        actions[::7] = 1  # mostly illegal
        batch.step(actions)
        wide = actions.astype(np.int64)
        for given in (actions, wide):
            records[...] = 0
            assert xla_frames.call(STEP, [before, given], [records], game.key) is None
            assert np.array_equal(records, batch.state)
        assert xla_frames.call(MASK, [records], [mask], game.key) is None
        assert np.array_equal(mask, batch.action_mask(ended=True))
        assert xla_frames.call(OBSERVE, [records], [seen], game.key) is None
        assert np.array_equal(seen, batch.observe())
    assert batch.ended.any()


def test_all_axes_before_a_record_are_games() -> None:
    batch = sbg.Batch("gardner", 12, seed=1)
    game = XlaGame(batch)
    actions, records = batch.sample(), arrays(batch)[0]
    shaped = records.reshape(2, 3, 2, -1)
    given = [batch.state.reshape(2, 3, 2, -1), actions.reshape(2, 3, 2)]
    assert xla_frames.call(STEP, given, [shaped], game.key) is None
    batch.step(actions)
    assert np.array_equal(records, batch.state)
    one = records[0].copy()
    assert xla_frames.call(MASK, [one], [mask := np.zeros(1000, np.bool_)], game.key) is None
    assert np.array_equal(mask, batch.action_mask()[0])
    nothing = np.zeros((0, len(one)), np.uint32)
    assert xla_frames.call(MASK, [nothing], [np.zeros((0, 1000), np.bool_)], game.key) is None


def test_what_is_wrong_is_said() -> None:
    batch = sbg.Batch("hexapawn", 2)
    game = XlaGame(batch)
    state, actions = batch.state, batch.sample()
    records, mask, seen = arrays(batch)

    def refused(target: object, given: list[Any], out: Any, **how: Any) -> tuple[int, str]:
        found = xla_frames.call(target, given, [out], **({"game": game.key} | how))
        assert found is not None
        return found

    invalid, missing = 3, 5
    assert refused(STEP, [state, actions + 99], records) == (
        invalid,
        "sbg: illegal action in record 0",
    )
    hostile = state.copy()
    hostile[1, 6] = 0xFFFF_FFFF
    for target, given, out in (
        (STEP, [hostile, actions], records),
        (MASK, [hostile], mask),
        (OBSERVE, [hostile], seen),
    ):
        message = "sbg: record 1 is not of a position of this game"
        assert refused(target, given, out) == (invalid, message)
    for given, out, message in (
        ([state[:, :-1].copy(), actions], records, "records are uint32 with a last axis of 8"),
        ([state.astype(np.int32), actions], records, "records are uint32 with a last axis of 8"),
        ([state, actions[:1]], records, "actions are one int32 or int64 for each record"),
        ([state, actions.astype(np.float32)], records, "actions are one int32 or int64"),
        ([state, actions], records[:1], "the result has 8 items for each record"),
        ([state, actions], records.astype(np.float32), "the result has 8 items for each record"),
        ([state], records, "wrong number of arrays: no"),
        ([state, actions, actions], records, "wrong number of arrays: no"),
    ):
        code, text = refused(STEP, given, out)
        assert code == invalid
        assert message in text
    assert refused(MASK, [state], mask[:, 1:].copy())[0] == invalid
    assert "attribute `game` is missing" in refused(MASK, [state], mask, game=None)[1]
    assert "attribute `game` is missing" in refused(MASK, [state], mask, kind=1)[1]
    assert refused(MASK, [state], mask, game="other")[0] == missing


def test_a_game_is_there_as_long_as_somebody_keeps_it() -> None:
    batch = sbg.Batch("hexapawn", 1)
    one, other = XlaGame(batch), XlaGame(sbg.Batch("hexapawn", 5))
    key, mask = one.key, arrays(batch)[1]
    assert key == other.key
    assert key != XlaGame(sbg.Batch("hexapawn", 1, illegal="loss")).key
    assert key != XlaGame(sbg.Batch("hexapawn", 1, actions="pairs")).key
    assert key != XlaGame(sbg.Batch("breakthrough6", 1)).key
    del one
    gc.collect()
    assert xla_frames.call(MASK, [batch.state], [mask], key) is None
    del other
    gc.collect()
    found = xla_frames.call(MASK, [batch.state], [mask], key)
    assert found == (
        5,
        "sbg: the game of this program is not there: make an Env of it first",
    )


def test_calls_at_the_same_time() -> None:
    batch = sbg.Batch("gardner", 3000, seed=2, threads=2)
    batch.step_random(10)
    game = XlaGame(batch)
    state, expected = batch.state, batch.observe()
    wrong: list[int] = []

    def work() -> None:
        seen = np.zeros_like(expected)
        for i in range(5):
            seen[...] = 0
            failed = xla_frames.call(OBSERVE, [state], [seen], game.key) is not None
            if failed or not np.array_equal(seen, expected):
                wrong.append(i)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


@pytest.mark.parametrize(
    ("launch", "message"),
    [
        ((0, 256, 1, 1, b"", [0]), "a launch has 7 parts"),
        ((0, 0, 1, 1, b"", [], []), "block is a number from 1 to 1024"),
        ((0, 256, 1, 0, b"", [], []), "each is a number from 1"),
        ((0, 256, 1, 1, bytes(8), [9], []), "a parameter is a number"),
        ((0, 256, 1, 1, bytes(8), [0], [(1, 2, 0)]), "the place of a hole is a number"),
        ((0, 256, 1, 1, bytes(7), [0], [(0, 2, 0)]), "there is no room for a hole"),
        ((0, 256, 1, 1, bytes(8), [0], [(0, 4, 0)]), "what a hole is for is a number from 0 to 3"),
        ((0, 256, 1, 1, bytes(8), [0], [(0, 2)]), "a hole has 3 parts"),
    ],
)
def test_launches_are_checked(launch: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        _core.xla_serve("key", 0, 0, 0, [launch])
