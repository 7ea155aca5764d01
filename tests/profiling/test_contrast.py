"""Comparisons of profiles: what differs is found, what does not is not."""

from __future__ import annotations

from dataclasses import replace

import pytest

import sbg
from sbg.study.profiling.sentences import difference, label
from tests.profiling.test_profile import SMALL

GARDNER = sbg.load("gardner")


@pytest.fixture(scope="module")
def gardner() -> sbg.Profile:
    return sbg.profile(GARDNER, budget=SMALL)


def by_name(first: sbg.Profile, second: sbg.Profile) -> dict[str, sbg.Contrast]:
    return {one.measure: one for one in sbg.compare(first, second)}


@pytest.mark.parametrize("seed", range(1, 9))
def test_a_game_does_not_differ_from_itself(gardner: sbg.Profile, seed: int) -> None:
    found = sbg.compare(gardner, sbg.profile(GARDNER, budget=SMALL, seed=seed))
    assert [one.measure for one in found if one.significant] == []


def test_what_differs_is_found(gardner: sbg.Profile) -> None:
    found = by_name(gardner, sbg.profile(sbg.load("breakthrough"), budget=SMALL))
    assert found["words"].significant  # computed, not estimated
    assert found["words"].difference.low == found["words"].difference.high
    back = by_name(sbg.profile(sbg.load("breakthrough"), budget=SMALL), gardner)
    for name, one in found.items():
        assert back[name].difference.value == -one.difference.value
        assert back[name].significant == one.significant


def test_significance_follows_the_intervals(gardner: sbg.Profile) -> None:
    def with_balance(value: float, half: float) -> sbg.Profile:
        measure = sbg.Measure(value, value - half, value + half)
        return replace(gardner, measures={"balance": measure}, strengths=(), ladder=())

    near = by_name(with_balance(0.5, 0.1), with_balance(0.6, 0.1))["balance"]
    far = by_name(with_balance(0.5, 0.1), with_balance(0.9, 0.1))["balance"]
    assert not near.significant
    assert far.significant
    assert far.difference.low == pytest.approx(-0.4 - 0.1 * 2**0.5, abs=1e-6)
    assert difference("B", far) == "B is more balanced: 0.90 against 0.50."


def test_more_measures_make_wider_intervals(gardner: sbg.Profile) -> None:
    measure = sbg.Measure(0.5, 0.4, 0.6)
    one = replace(gardner, measures={"balance": measure}, strengths=(), ladder=())
    more = replace(one, measures=dict.fromkeys(("balance", "depth", "drama"), measure))
    narrow, wide = (by_name(given, given)["balance"].difference for given in (one, more))
    assert wide.high > 1.1 * narrow.high


def test_budgets_must_agree(gardner: sbg.Profile) -> None:
    with pytest.raises(sbg.ProfileError, match="small and other"):
        sbg.compare(gardner, replace(gardner, budget="other"))
    with pytest.raises(TypeError, match="two Profiles"):
        sbg.compare(gardner, "gardner")  # type: ignore[arg-type]


def test_labels() -> None:
    assert label("white at 0") == "White, random moves"
    assert label("1600 against 200") == "1,600 nodes against 200"
    assert label("25 against 0") == "25 nodes against random moves"
    assert label("lead_changes") == "lead changes"
