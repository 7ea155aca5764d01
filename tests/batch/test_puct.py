"""Tree search over many games: it finds what is there, whatever the threads, with any function that judges."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

import sbg
from sbg.arrays import Batch


def even(leaves: Batch) -> tuple[np.ndarray, np.ndarray]:
    """Knows nothing: all actions alike, all positions even."""
    return np.ones((len(leaves), len(leaves.actions))), np.zeros(len(leaves))


def by_playout(leaves: Batch) -> tuple[np.ndarray, np.ndarray]:
    """Values from one random game each."""
    games = leaves.copy()
    mover = games.turn
    games.playout()
    winners = games.winners
    values = np.where(winners < 0, 0.0, np.where(winners == mover, 1.0, -1.0))
    return np.ones((len(leaves), len(leaves.actions))), values


def test_wins_and_losses_are_found() -> None:
    game = sbg.load("hexapawn")
    lines = ["1p1/P2/2P w 4", "2p/1P1/p2 b 5", "p2/2p/P1P w 4"]
    batch = Batch(game, 3, starts=[game.position(line) for line in lines])
    found = sbg.Puct(even).search(batch, 200)
    best = batch.moves(np.maximum(found.actions, 0))
    assert str(best[0]) in ("a2b3", "a2a3")
    assert found.values[0] > 0.8
    positions = [p.play(m) for p, m in zip(batch.to_positions(), best, strict=True)]
    assert positions[0].outcome == sbg.Outcome("white", "goal")


def test_hexapawn_is_a_win_for_black() -> None:
    batch = Batch("hexapawn", 2)
    assert (sbg.Puct(even).search(batch, 3000).values < -0.5).all()


def test_visits() -> None:
    batch = Batch("gardner", 20, seed=1, opening=6)
    found = sbg.Puct(by_playout).search(batch, 50)
    assert (found.visits.sum(axis=1) == 49).all()  # the first walk judges the root
    assert not found.visits[~batch.action_mask()].any()
    assert np.allclose(found.policies().sum(axis=1), 1)
    assert (found.policies(0.1).max(axis=1) >= found.policies().max(axis=1)).all()
    batch.step(found.actions)
    batch.step(sbg.Puct(even).search(batch, 5).sample(seed=3))


def test_threads_change_nothing_and_seeds_do() -> None:
    results = []
    for threads, seed in ((1, 1), (3, 1), (1, 2)):
        batch = Batch("gardner", 300, threads=threads)
        found = sbg.Puct(even).search(batch, 30, noise=0.25, seed=seed)
        results.append((found.visits.tobytes(), found.values.tobytes()))
    assert results[0] == results[1] != results[2]


def test_games_that_are_over_have_no_action() -> None:
    batch = Batch("hexapawn", 3, seed=1)
    batch.playout()
    found = sbg.Puct(even).search(batch, 10)
    assert found.actions.tolist() == found.sample().tolist() == [-1, -1, -1]
    assert set(np.abs(found.values).tolist()) <= {0.0, 1.0}
    assert not found.policies().any()


def test_policies_guide_the_search() -> None:
    batch = Batch("gardner", 1)
    favourite = int(np.flatnonzero(batch.action_mask()[0])[-1])

    def fond(leaves: Batch) -> tuple[np.ndarray, np.ndarray]:
        weights = np.full((len(leaves), len(leaves.actions)), 0.001)
        weights[:, favourite] = 1
        return weights, np.zeros(len(leaves))

    assert sbg.Puct(fond).search(batch, 30).actions.tolist() == [favourite]


def test_a_batch_may_be_empty() -> None:
    none = Batch("gardner", 3).take([])
    assert none.to_positions() == none.moves(np.zeros(0, np.int32)) == []
    assert sbg.Puct(even).search(none, 5).actions.tolist() == []


def test_a_search_ends_when_its_time_is_over() -> None:
    batch = Batch("gardner", 2)
    found = sbg.Puct(even).search(batch, 10_000_000, seconds=0.05)
    assert 1 <= found.visits[0].sum() < 9_999_999
    assert sbg.Puct(even).search(batch, 50, seconds=0).visits[0].sum() == 1


def test_a_search_keeps_nothing_of_the_last_one() -> None:
    batch, search = Batch("gardner", 6, opening=4, seed=1), sbg.Puct(by_playout)
    first = search.search(batch, 40)
    search.search(Batch("hexapawn", 6), 10)
    batch.step(first.actions)
    again, fresh = search.search(batch, 40), sbg.Puct(by_playout).search(batch, 40)
    assert (again.visits == fresh.visits).all()
    batch.step(again.actions)
    again, fresh = search.search(batch, 40), sbg.Puct(by_playout).search(batch, 40)
    assert (again.visits == fresh.visits).all()


def answer(weight: float, value: float) -> Any:
    """Gives this weight to the last action that is legal in the third slot, and this value to its position."""

    def judge(leaves: Batch) -> tuple[np.ndarray, np.ndarray]:
        policies, values = even(leaves)
        policies[2, np.flatnonzero(leaves.action_mask()[2])[-1]] = weight
        values[2] = value
        return policies, values

    return judge


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize(
    ("weight", "value", "message"),
    [
        (np.nan, 0, "gives slot 2 the weight nan for action 11: weights are finite"),
        (np.inf, 0, "gives slot 2 the weight inf for action 11: weights are finite"),
        (-2.5, 0, r"slot 2 the weight -2.5 for action 11: .* logits: return their softmax"),
        (1, np.nan, "gives slot 2 the value nan: values are numbers from -1 to 1"),
        (1, -np.inf, "gives slot 2 the value -inf: values are numbers from -1 to 1"),
        (1, 5, "gives slot 2 the value 5: values are numbers from -1 to 1"),
    ],
)
def test_nonsense_is_refused(weight: float, value: float, message: str, threads: int) -> None:
    batch = Batch("gardner", 600, threads=threads)
    with pytest.raises(ValueError, match=message.replace("11", r"\d+")):
        sbg.Puct(answer(weight, value)).search(batch, 20)


def test_illegal_actions_may_have_any_weight() -> None:
    def masked(leaves: Batch) -> tuple[np.ndarray, np.ndarray]:
        policies, values = even(leaves)
        policies[~leaves.action_mask()] = -np.inf
        return policies, values + np.float32(1.0001)  # what 16 bits round to

    assert (sbg.Puct(masked).search(Batch("gardner", 2), 20).values <= 1).all()


def test_noise_is_fresh_without_a_seed() -> None:
    batch, search = Batch("gardner", 20), sbg.Puct(even)
    first, second = (search.search(batch, 30, noise=0.5) for _ in range(2))
    assert not np.array_equal(first.visits, second.visits)
    drawn = {first.sample().tobytes() for _ in range(5)}
    assert len(drawn) > 1
    assert np.array_equal(first.sample(seed=1), first.sample(seed=1))


def test_a_search_can_be_pickled() -> None:
    search = sbg.Puct(even, exploration=2.0)
    batch = Batch("hexapawn", 2)
    found = search.search(batch, 30)
    again = pickle.loads(pickle.dumps(search)).search(batch, 30)
    assert np.array_equal(found.visits, again.visits)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda b: sbg.Puct(3), "Puct takes a function that judges a batch of positions, not int"),  # type: ignore[arg-type]
        (lambda b: sbg.Puct(even, exploration=-1), "exploration is a number from 0 up"),
        (lambda b: sbg.Puct(even).search(3), "search takes a Batch, not int"),  # type: ignore[arg-type]
        (lambda b: sbg.Puct(even).search(b, 0), "simulations is a number from 2"),
        (lambda b: sbg.Puct(even).search(b, noise=2), "noise is a number from 0 to 1"),
        (lambda b: sbg.Puct(lambda leaves: 3).search(b), "two arrays: policies and values"),  # type: ignore[arg-type, return-value]
        (
            lambda b: sbg.Puct(lambda leaves: (np.ones(3), np.ones(3))).search(b),
            r"policies with shape \(2, 27\) and 2 values, not \(3,\) and \(3,\)",
        ),
        (lambda b: sbg.Puct(even).search(b, 2).policies(0), "temperature is a number above 0"),
    ],
)
def test_wrong_arguments(call: Any, message: str) -> None:
    with pytest.raises((TypeError, ValueError), match=message):
        call(Batch("hexapawn", 2))


def test_what_the_function_raises_comes_through() -> None:
    def broken(leaves: Batch) -> tuple[np.ndarray, np.ndarray]:
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        sbg.Puct(broken).search(Batch("hexapawn", 2))
