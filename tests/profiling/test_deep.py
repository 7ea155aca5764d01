"""Deep profiles: second opinions, restricted play, longer proofs."""

from __future__ import annotations

from dataclasses import replace

import pytest

import sbg
from sbg.study.profiling import Rung, deep, ladder
from sbg.study.profiling.budget import BUDGETS, Deep
from sbg.study.profiling.sentences import sentences
from tests.profiling.test_profile import SMALL

TINY = replace(
    SMALL,
    name="deep",
    racing=True,
    deep=Deep(
        proof_nodes=1_000,
        playouts=(80, 20),
        games=8,
        nodes=60,
        tune_games=10,
        tune_nodes=20,
        start_games=5,
        start_nodes=300,
        start_budget=1_000_000,
    ),
)


@pytest.fixture(scope="module")
def gardner() -> sbg.Profile:
    return sbg.profile(sbg.load("gardner"), budget=TINY)


def test_other_players_are_asked(gardner: sbg.Profile) -> None:
    assert gardner.stage == 4
    for name in ("balance_mcts", "depth_mcts", "balance_tuned", "depth_tuned", "tuning_gain"):
        found = gardner.measures[name]
        assert 0 <= found.low <= found.value <= found.high <= 1, name
    assert sbg.Profile.from_json(gardner.to_json()) == gardner
    told = " ".join(sentences(gardner))
    assert "Between Monte Carlo players" in told
    assert "Between players with tuned weights" in told


def test_the_initial_position_is_played_without_random_moves(gardner: sbg.Profile) -> None:
    last = gardner.strengths[-1]
    assert (last.nodes, last.games, last.opening) == (300, 5, 0)
    assert "from the initial position" in sentences(gardner)[0]
    cheap = replace(TINY, deep=replace(TINY.deep or pytest.fail("no"), start_budget=1))
    found = sbg.profile(sbg.load("hexapawn"), budget=cheap, gates=False)
    assert all(one.opening for one in found.strengths)


def test_every_piece_is_forbidden_in_turn(gardner: sbg.Profile) -> None:
    scores = {piece.letter: piece.restricted for piece in gardner.pieces}
    assert all(score is not None for score in scores.values())
    again = sbg.profile(sbg.load("gardner"), budget=TINY, threads=2)
    assert again == gardner


def test_a_piece_that_is_forbidden_has_no_moves_and_keeps_its_goals() -> None:
    game = sbg.load("gardner")
    made = deep.without(game, "K", "black")
    assert made is not None
    assert made.start.rows[0] == game.start.rows[0].replace("k", "a")
    assert made.start.moves == game.start.moves
    black = made.position("4a/5/5/5/K4 b 1")
    assert black.outcome is not None  # it is the only man, and cannot move
    assert {str(goal) for goal in made.goals} == {
        str(goal).replace("#k", "#a") for goal in game.goals
    }
    assert deep.without(game, "X", "white") is None
    every = "".join(chr(code) for code in range(ord("A"), ord("Z") + 1))
    full = sbg.parse(
        f"<<All>>\n<BOARD>\n26 3\n|{every.lower()}|\n|{'.' * 26}|\n|{every}|\n<PIECES>\nA (0,1,e) &\n"
        "<GOALS>\n9 &\n"
    )
    assert deep.without(full, "A", "white") is None


def test_who_may_not_move_the_only_piece_loses() -> None:
    assert TINY.deep is not None
    found = deep.Table(sbg.load("breakthrough5"), TINY.deep, 8, lambda part: len(part), 1)
    score = found.restricted("P")
    assert score is not None
    assert score.value == 0


def test_a_longer_proof_settles_more() -> None:
    found = deep.prove(sbg.load("octopawn"), 100_000)
    assert found is not None
    assert (found.value, found.by) == ("white", "proof-number search")
    assert deep.prove(sbg.load("gardner"), 1_000) is None


def test_rungs_are_counted_where_they_are_clear() -> None:
    won, even = sbg.Measure(0.9, 0.8, 1.0), sbg.Measure(0.6, 0.5, 0.7)
    rungs = [Rung(32, 0, 8, even), Rung(128, 32, 8, won), Rung(512, 128, 8, won)]
    assert ladder.length(rungs).value == 2
    assert ladder.length([*rungs, Rung(2048, 512, 8, even), Rung(8192, 2048, 8, won)]).value == 3


def test_a_race_ends_when_it_is_decided() -> None:
    game = sbg.load("breakthrough5")
    whole = ladder.climb(game, 60, 2, 60, 0, 1)
    raced = ladder.climb(game, 60, 2, 60, 0, 1, racing=True)
    assert raced.games < whole.games == 60


def test_the_deep_budget_has_a_long_ladder() -> None:
    budget = BUDGETS["deep"]
    assert budget.deep is not None
    assert [strong // weak for strong, weak in budget.rungs if weak] == [4] * 5
