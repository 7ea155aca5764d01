"""Arrays of PyTorch and JAX in the memory of the processor are read and written where they are."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import sbg


@pytest.fixture(scope="module")
def torch() -> Any:
    return pytest.importorskip("torch")


def under_way(n: int = 5) -> sbg.Batch:
    batch = sbg.Batch("gardner", n, seed=1)
    batch.step_random(9)
    return batch


@pytest.mark.extras("torch")
def test_tensors_are_filled_in_place(torch: Any) -> None:
    batch = under_way()
    for dtype in (torch.bool, torch.uint8, torch.int8):
        mask = torch.ones(5, len(batch.actions), dtype=dtype)
        place = mask.data_ptr()
        filled: Any = batch.action_mask(out=mask)
        assert filled is mask
        assert mask.data_ptr() == place
        assert np.array_equal(mask.numpy().astype(bool), batch.action_mask())
    for dtype in (torch.float32, torch.float16, torch.uint8, torch.int8, torch.bool):
        seen = torch.ones(5, *batch.observations.shape, dtype=dtype)
        filled = batch.observe(out=seen)
        assert filled is seen
        assert np.array_equal(seen.numpy(), batch.observe(dtype=seen.numpy().dtype))
    actions = torch.zeros(5, dtype=torch.int32)
    filled = batch.sample(out=actions)
    assert filled is actions
    assert np.array_equal(actions.numpy(), batch.sample())


@pytest.mark.extras("torch")
def test_a_part_of_a_tensor_is_filled_and_no_more(torch: Any) -> None:
    batch = under_way()
    many = torch.full((3, 5, *batch.observations.shape), -1.0)
    batch.observe(out=many[1])
    assert np.array_equal(many[1].numpy(), batch.observe())
    assert (many[0] == -1).all()
    assert (many[2] == -1).all()


@pytest.mark.extras("torch")
def test_tensors_are_actions(torch: Any) -> None:
    batch = under_way()
    before, actions = batch.state, torch.from_numpy(batch.sample())
    legal = torch.zeros(5, 25, 1, dtype=torch.uint32)
    batch.step(actions.to(torch.int64), legal=legal)
    assert np.array_equal(legal.numpy(), batch.legal)
    assert np.array_equal(batch.after(before, actions), batch.state)
    chosen = torch.from_numpy(batch.action_mask()).float().argmax(dim=1)
    going_on, plies = ~batch.ended, batch.ply
    batch.step(chosen)
    assert np.array_equal(batch.ply, plies + going_on)


@pytest.mark.extras("torch")
def test_our_arrays_become_tensors_without_a_copy(torch: Any) -> None:
    batch = under_way()
    for array in (batch.observe(), batch.action_mask(), batch.state, batch.legal, batch.boards):
        tensor = torch.from_dlpack(array)
        assert tensor.data_ptr() == array.ctypes.data
        assert tuple(tensor.shape) == array.shape


@pytest.mark.extras("torch")
def test_tensors_that_do_not_fit_are_refused(torch: Any) -> None:
    batch = under_way()
    actions = len(batch.actions)
    with pytest.raises(
        TypeError, match=r"out is an array of bool or int8 or uint8 .* not of float32"
    ):
        batch.action_mask(out=torch.zeros(5, actions))
    with pytest.raises(ValueError, match=r"with shape \(5, 1000\), not \(4, 1000\)"):
        batch.action_mask(out=torch.zeros(4, actions, dtype=torch.bool))
    with pytest.raises(TypeError, match="its items one after the other"):
        batch.action_mask(out=torch.zeros(actions, 5, dtype=torch.bool).T)
    with pytest.raises(TypeError, match="actions is an array of int32 or int64"):
        batch.step(torch.zeros(5))


@pytest.mark.extras("jax")
def test_arrays_of_jax_are_actions_and_are_never_written() -> None:
    jax = pytest.importorskip("jax")
    batch = under_way()
    before, actions = batch.state, batch.sample()
    batch.step(jax.numpy.asarray(actions))
    assert np.array_equal(batch.after(before, actions), batch.state)
    # DLPack would let us write to them.
    with pytest.raises(ValueError, match="out is an array that can be written"):
        batch.observe(out=jax.numpy.zeros((5, *batch.observations.shape)))
    taken = jax.dlpack.from_dlpack(batch.action_mask())
    assert np.array_equal(taken, batch.action_mask())
