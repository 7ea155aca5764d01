"""What the searches call proven is what trying everything finds."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, Phase, assume, given, settings
from hypothesis import strategies as st

import sbg
from sbg.players import Limits, Score, SearchOptions
from sbg.players.alphabeta import AlphaBetaSearcher
from sbg.players.montecarlo import TreeSearcher
from tests import strategies
from tests.players import breakthrough
from tests.players.exhaustive import Solver, TooLargeError


def sign(score: Score) -> int:
    assert score.proven, "the search must have settled the position"
    return 0 if score.plies is None else 1 if score.plies > 0 else -1


@pytest.mark.parametrize(("name", "winner"), [("hexapawn", "black"), ("octopawn", "white")])
def test_solved_games(name: str, winner: str) -> None:
    position = sbg.load(name).start
    found = sbg.analyse(position, seconds=60)
    assert sign(found.score) == Solver().value(position) == (1 if winner == "white" else -1)
    assert sign(TreeSearcher().search(position, Limits(time=60)).score) == sign(found.score)
    # The line that is shown ends as the score says.
    assert found.score.plies is not None
    for move in found.variation:
        position = position.play(move)
    assert position.outcome is not None
    assert position.outcome.winner == winner
    assert position.ply == abs(found.score.plies)


@pytest.mark.parametrize("size", [(4, 4), (4, 5)], ids=["4x4", "4x5"])
def test_breakthrough_on_small_boards(size: tuple[int, int]) -> None:
    found = sbg.analyse(sbg.parse(breakthrough.text(*size)).start, seconds=120)
    if size == (4, 4):
        tree = TreeSearcher().search(sbg.parse(breakthrough.text(*size)).start, Limits(time=120))
        assert sign(tree.score) == sign(found.score)
    wins = breakthrough.Solver(*size).first_player_wins()
    assert sign(found.score) == (1 if wins else -1)


@st.composite
def endgames(draw: st.DrawFn) -> sbg.Position:
    """Small positions of random games that end soon, by the turn limit if not otherwise."""
    description = draw(strategies.descriptions(most=4))
    description = replace(description, turn_limit=draw(st.integers(1, 14)))
    game = sbg.parse(strategies.text_of(description))
    position = game.position(draw(strategies.fens(game.description)))
    assume(position.outcome is None)
    return position


QUIETLY = [HealthCheck.too_slow, HealthCheck.filter_too_much]
ONCE = (Phase.explicit, Phase.reuse, Phase.generate)
"""Without shrinking: a search that does not settle a position would be tried for minutes."""


@settings(max_examples=300, suppress_health_check=QUIETLY, phases=ONCE)
@given(endgames())
def test_random_endgames(position: sbg.Position) -> None:
    try:
        value = Solver(1_000).value(position)
    except TooLargeError:
        assume(False)
    found = sbg.analyse(position, seconds=20, hash_megabytes=1)
    assert sign(found.score) == value
    after = position.play(found.move)
    assert -Solver().value(after) == value, "the move keeps the result"
    tree = TreeSearcher(SearchOptions(seed=1)).search(position, Limits(time=20))
    assert sign(tree.score) == value
    assert -Solver().value(position.play(tree.move)) == value, "the tree's move keeps it too"


@settings(max_examples=30, suppress_health_check=QUIETLY, phases=ONCE)
@given(endgames())
def test_random_endgames_with_two_threads(position: sbg.Position) -> None:
    try:
        value = Solver(1_000).value(position)
    except TooLargeError:
        assume(False)
    options = SearchOptions(threads=2, seed=1)
    for searcher in (AlphaBetaSearcher(options), TreeSearcher(options)):
        assert sign(searcher.search(position, Limits(time=20)).score) == value
