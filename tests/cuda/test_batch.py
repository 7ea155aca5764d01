"""Batches on a device are those of the processor, bit by bit, when they are given the same actions."""

from __future__ import annotations

import pickle
import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sbg
from sbg.arrays import REASONS
from sbg.arrays.arrays import DeviceArray
from sbg.arrays.facts import FACTS
from sbg.engine.encoding import NAMES
from tests.cuda.twin import HostDevice, on_host
from tests.strategies import descriptions, fens

HEXAPAWN = sbg.load("hexapawn")
ITEMS = (np.float32, np.float16, np.uint8, np.int8, np.bool_)


def on_device(game: sbg.Game | str, n: int, **how: Any) -> sbg.Batch:
    with on_host():
        return sbg.Batch(game, n, device="cuda", **how)


def same(one: Any, other: Any) -> None:
    """Equal types, shapes and items."""
    found, wanted = np.asarray(one), np.asarray(other)
    assert found.dtype == wanted.dtype
    assert np.array_equal(found, wanted)


def compare(one: sbg.Batch, other: sbg.Batch, item: Any = np.float32) -> None:
    """All that two batches say of their games."""
    for fact in FACTS:
        same(getattr(one, fact), getattr(other, fact))
    same(one.boards, other.boards)
    same(one.legal, other.legal)
    same(one.action_mask(), other.action_mask())
    same(one.action_mask(ended=True, dtype=np.uint8), other.action_mask(ended=True, dtype=np.uint8))
    same(one.observe(dtype=item), other.observe(dtype=item))
    assert one.to_positions() == other.to_positions()
    records, wanted = np.array(one.state), np.array(other.state)
    records[:, 2:4] = wanted[:, 2:4]  # random numbers are a device's own
    same(records, wanted)


def play_along(game: sbg.Game, seed: int, plies: int, n: int = 5, **how: Any) -> None:
    """The same actions, one of them illegal now and then where that is a loss."""
    chooser = random.Random(seed)
    one, other = on_device(game, n, **how), sbg.Batch(game, n, threads=1, **how)
    for ply in range(plies):
        compare(one, other, ITEMS[ply % len(ITEMS)])
        actions = other.sample()
        if how.get("illegal") == "loss" and n:
            actions[chooser.randrange(n)] = chooser.randrange(-2, len(other.actions) + 2)
        wide = actions.astype(chooser.choice((np.int32, np.int64)))
        sets = one.legal
        one.step(wide, legal=sets)
        other.step(wide)
        same(sets, one.legal)
    compare(one, other)


@pytest.mark.parametrize("name", sbg.bundled())
def test_bundled_games(name: str) -> None:
    game = sbg.load(name)
    kind = NAMES[len(name) % 2]
    large = game.width * game.height > 100
    play_along(game, 1, 3 if large else 8, n=2 if large else 5, actions=kind, auto_reset=True)


@pytest.mark.parametrize("name", ["gardner", "hexapawn", "xiangqi"])
@pytest.mark.parametrize("auto_reset", [True, False])
def test_games_to_their_ends(name: str, auto_reset: bool) -> None:
    play_along(sbg.load(name), 2, 60, n=17, auto_reset=auto_reset, illegal="loss")


@given(st.data())
@settings(max_examples=30)
def test_any_game_from_any_position(data: st.DataObject) -> None:
    game = sbg.Game(data.draw(descriptions(most=9)))
    lines = data.draw(st.lists(fens(game.description), min_size=1, max_size=3))
    how = {
        "actions": data.draw(st.sampled_from(NAMES)),
        "auto_reset": data.draw(st.booleans()),
        "illegal": data.draw(st.sampled_from(("error", "loss"))),
        "starts": [game.position(line) for line in lines],
    }
    play_along(game, data.draw(st.integers(0, 99)), 6, n=data.draw(st.integers(0, 5)), **how)


@pytest.mark.parametrize("auto_reset", [True, False])
@pytest.mark.parametrize("name", ["gardner", "leapfrog", "steppe", "xiangqi"])
def test_a_random_step_is_a_sampled_action(name: str, auto_reset: bool) -> None:
    """Also where moves are found in three ways, and several random numbers are taken for one move."""
    how = {"seed": 3, "auto_reset": auto_reset, "opening": 2}
    one, other, third = (on_device(name, 9, **how) for _ in range(3))
    played = 0
    for _ in range(25):
        one.step(one.sample())
        played += other.step_random().plies
        same(one.state, other.state)
    assert third.step_random(25).plies == played
    state, wanted = np.array(third.state), np.array(one.state)
    state[:, 1] = wanted[:, 1]  # what the last step ended is all that may differ
    same(state, wanted)


def test_slots_play_every_nth_game() -> None:
    batch = on_device(HEXAPAWN, 3, seed=9, auto_reset=True)
    results: dict[int, int] = {}
    tally = np.zeros(4, int)
    for _ in range(60):
        before = np.asarray(batch.number)
        found = batch.step_random()
        tally += (found.white, found.black, found.draws, found.plies)
        for slot in np.flatnonzero(np.asarray(batch.ended)):
            assert np.asarray(batch.number)[slot] == before[slot] + 3
            results[int(before[slot])] = int(np.asarray(batch.winners)[slot])
    assert set(range(9)) <= set(results)
    assert tally.tolist() == [*(list(results.values()).count(w) for w in (0, 1, -1)), 180]
    for game in range(9):
        single = on_device(HEXAPAWN, game + 1, seed=9)
        single.playout()
        assert np.asarray(single.winners)[game] == results[game]
    # The same in one go, where ends within it are noted.
    again = on_device(HEXAPAWN, 3, seed=9, auto_reset=True)
    assert again.step_random(60).games == len(results)
    same(again.number, batch.number)
    assert np.asarray(again.ended).all()


def test_openings() -> None:
    batch = on_device(HEXAPAWN, 200, opening=3, seed=4)
    assert not np.asarray(batch.ended).any()
    assert set(batch.ply.tolist()) == {3}
    assert len({position.fen for position in batch.to_positions()}) > 5
    with pytest.raises(ValueError, match="opening is 8 plies, but of 10000 random games none"):
        on_device(HEXAPAWN, 3, opening=8)
    again = on_device(HEXAPAWN, 3, opening=2, auto_reset=True)
    again.step_random(40)
    assert min(again.ply.tolist()) >= 2


def test_batches_go_on_alike_after_pickling() -> None:
    batch = on_device(HEXAPAWN, 20, opening=1, seed=2, auto_reset=True, starts=[HEXAPAWN.start])
    batch.step_random(9)
    with on_host():
        other = pickle.loads(pickle.dumps(batch))
    for _ in range(2):
        assert batch.step_random(5) == other.step_random(5)
        assert np.array_equal(batch.state, other.state)
        batch.reset()
        other.reset()


def test_the_last_position_of_a_game_is_seen() -> None:
    batch, other = (make(HEXAPAWN, 30, auto_reset=True) for make in (on_device, sbg.Batch))
    seen, wanted = (np.zeros((30, 3, 3, 5), np.float32) for _ in range(2))
    for _ in range(15):
        actions = other.sample()
        batch.step(actions, final=seen)
        other.step(actions, final=wanted)
        assert np.array_equal(seen, wanted)


def test_reset() -> None:
    batch = on_device(HEXAPAWN, 4, seed=1)
    first = np.asarray(batch.state)
    assert batch.playout().games == 4
    assert batch.step_random(5).plies == 0
    batch.reset(np.array([True, False, True, False]))
    assert batch.number.tolist() == [4, 1, 6, 3]
    assert batch.ended.tolist() == [False, True, False, True]
    batch.reset()
    same(batch.state, first)


def test_copies_and_states() -> None:
    batch = on_device("gardner", 6, seed=2)
    assert batch.state.nbytes // 6 <= 64
    batch.step_random(7)
    state, actions = batch.state, batch.sample()
    after = batch.after(state, actions)
    same(batch.state, state)
    other, some = batch.copy(), batch.take([4, 1, 4])
    batch.step(actions)
    same(batch.state, after)
    other.set_state(after)
    same(other.state, after)
    host = sbg.Batch("gardner", 6)
    host.set_state(after)
    assert host.to_positions() == batch.to_positions()
    other.set_state(host.state)
    assert len(some) == 3
    some.step(some.sample())
    assert len(batch.take([])) == 0


def test_hostile_records_are_refused() -> None:
    """Those that the processor refuses."""
    batch, other = on_device("gardner", 2), sbg.Batch("gardner", 2)
    values = random.Random(1)
    refused = 0
    for word in range(batch.state.shape[1]):
        for value in (0xFFFF_FFFF, 1 << 31, *(values.randrange(1 << 25) for _ in range(8))):
            state = np.array(other.state)
            state[1, word] = value
            try:
                other.set_state(state)
            except ValueError as error:
                refused += 1
                with pytest.raises(ValueError, match=str(error)):
                    batch.set_state(state)
            else:
                batch.set_state(state)
                compare(batch, other)
            batch.reset()
            other.reset()
    assert 20 < refused < 90


def test_an_illegal_action_is_an_error_and_nothing_moves() -> None:
    batch = on_device(HEXAPAWN, 3)
    before = batch.state
    legal = batch.sample().tolist()[0]
    with pytest.raises(sbg.IllegalMoveError, match=r"action 2 \(`a1b2`\) is not legal in slot 1"):
        batch.step([legal, 2, legal])
    with pytest.raises(sbg.IllegalMoveError, match="action -1 is not legal in slot 0"):
        batch.after(before, np.array([-1, 0, 0]))
    same(batch.state, before)
    loses = on_device(HEXAPAWN, 3, illegal="loss")
    loses.step([legal, 2, legal])
    assert [REASONS[reason] for reason in loses.reasons.tolist()] == ["", "illegal", ""]


# -- arrays


def test_arrays_are_handed_out_without_a_copy() -> None:
    batch = on_device("gardner", 4, seed=1)
    mask: Any = batch.action_mask()
    assert isinstance(mask, DeviceArray)
    view = np.from_dlpack(mask)
    same(view, mask)
    assert view.ctypes.data == mask._memory.address
    kept: Any = batch.boards
    address = kept._memory.address
    view = np.from_dlpack(kept)
    del kept
    assert view.ctypes.data == address
    assert view.sum() > 0
    assert mask.shape == (4, 1000)
    assert (len(mask), mask.ndim, mask.size, mask.nbytes) == (4, 2, 4000, 4000)
    assert "array of bool with shape (4, 1000) on this processor" in repr(mask)
    assert np.asarray(mask, np.int32).dtype == np.int32
    with pytest.raises(ValueError, match="without a copy"):
        np.array(mask, copy=False)
    with pytest.raises(AttributeError, match="not on a GPU"):
        _ = mask.__cuda_array_interface__


def test_arrays_for_a_gpu() -> None:
    """What other libraries are told of memory on a GPU; streams that are not ours have to wait."""
    waits = []

    class Device(HostDevice):
        dlpack = (2, 0)
        name = "a GPU"

        def synchronize(self) -> None:
            waits.append(1)

    device = Device()
    memory = device.allocate(24)
    array = DeviceArray(device, memory, (2, 3), np.float32)
    said = array.__cuda_array_interface__
    assert said == {
        "shape": (2, 3),
        "typestr": "<f4",
        "data": (memory.address, False),
        "version": 3,
        "stream": 1,
    }
    assert array.__dlpack_device__() == (2, 0)
    for stream in (None, -1, 1):
        assert "dltensor" in repr(array.__dlpack__(stream=stream))
    assert "versioned" in repr(array.__dlpack__(stream=2, max_version=(1, 0)))
    assert len(waits) == 1


@pytest.mark.parametrize("offset", [0, 1, 3])
def test_arrays_of_the_caller_are_filled(offset: int) -> None:
    """Wherever they begin: sixteen bytes at a time is for those that begin at such a place."""
    batch, other = on_device("gardner", 7, seed=1), sbg.Batch("gardner", 7, seed=1)
    memory = np.full(7 * 1000 + 64, 9, np.uint8)
    start = offset - memory.ctypes.data % 16 + 16
    mask = memory[start : start + 7000].reshape(7, 1000)
    assert batch.action_mask(out=mask) is mask
    same(mask.view(np.bool_), other.action_mask())
    assert (memory[:start] == 9).all()
    assert (memory[start + 7000 :] == 9).all()
    for item in ITEMS:
        seen = np.ones((7, *batch.observations.shape), item)
        assert batch.observe(out=seen) is seen
        same(seen, other.observe(dtype=item))
    actions = np.zeros(7, np.int32)
    assert batch.sample(out=actions) is actions
    batch.step(actions)


def test_arrays_of_numpy_are_copied_to_a_device() -> None:
    """As if this processor's memory were another device's."""

    class Far(HostDevice):
        dlpack = (2, 0)

    other = sbg.Batch("gardner", 5)
    with on_host(Far):
        batch = sbg.Batch("gardner", 5, device="cuda")
    actions = other.sample()
    batch.step(actions)
    other.step(actions)
    mask = np.zeros((5, 1000), np.bool_)
    assert batch.action_mask(out=mask) is mask
    same(mask, other.action_mask())
    batch.set_state(other.state)
    batch.reset(np.zeros(5, np.bool_))
    assert batch.to_positions() == other.to_positions()
    assert batch.moves(batch.sample()) == batch.moves(np.asarray(batch.sample()))


@pytest.mark.parametrize("name", ["gardner", "leapfrog"])
def test_memory_in_parts(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Too little memory for all games at once: they are worked on part by part."""
    from sbg.arrays import cuda

    monkeypatch.setattr(cuda, "MOST_BITS", 4000)
    monkeypatch.setattr(HostDevice, "memory", 4 << 20)
    play_along(sbg.load(name), 1, 3, n=300)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda b: b.observe(out=np.zeros(3, np.float32)), r"shape \(2, 3, 3, 5\), not \(3,\)"),
        (lambda b: b.observe(dtype=np.int64), "dtype is float32, .* not int64"),
        (lambda b: b.step(np.zeros(17, np.uint8)[1:].view(np.int64)), "of whole items: copy it"),
        (lambda b: b.action_mask(out="x"), "its items one after the other, not str"),
        (lambda b: b.action_mask(out=np.zeros((27, 2), bool).T), "one after the other"),
        (lambda b: b.action_mask(ended=1), "ended is True or False, not int"),
        (lambda b: b.step([1, 2, 3]), r"actions is an array of .* with shape \(2,\), not \(3,\)"),
        (lambda b: b.step([0.5, 1]), "actions are whole numbers, not float64"),
        (lambda b: b.step([4, 4], legal=np.zeros(2)), "legal is an array of uint32"),
        (lambda b: b.reset(np.array([True])), r"shape \(2,\), not \(1,\)"),
        (lambda b: b.take([2]), "slots are numbers from 0 to 1"),
        (lambda b: b.set_state(np.zeros((2, 3), np.uint32)), "state is an array of uint32"),
        (lambda b: b.set_state("x"), "state is an array of uint32"),
        (lambda b: sbg.Batch(HEXAPAWN, 1, device="tpu"), "device is 'cpu' or 'cuda', not 'tpu'"),  # type: ignore[arg-type]
    ],
)
def test_wrong_arguments(call: Any, message: str) -> None:
    batch = on_device(HEXAPAWN, 2)
    with pytest.raises((TypeError, ValueError), match=message):
        call(batch)


def test_what_cannot_be_written_is_refused() -> None:
    mask = np.zeros((2, 27), np.bool_)
    mask.flags.writeable = False
    with pytest.raises((TypeError, ValueError), match="out is an array that can be written"):
        on_device(HEXAPAWN, 2).action_mask(out=mask)
