"""What the searches call proven is what trying everything finds."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, Phase, assume, given, settings
from hypothesis import strategies as st

import sbg
from sbg.play.players import Limits, Score, SearchOptions
from sbg.play.players.alphabeta import AlphaBetaSearcher
from sbg.play.players.montecarlo import TreeSearcher
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


@pytest.mark.parametrize("size", [(4, 4), pytest.param((4, 5), marks=pytest.mark.slow)], ids=str)
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
SMALL = 5_000


def lines_of_play(position: sbg.Position) -> int:
    """The size of the whole tree, in which a position that is reached in two ways stands twice."""
    total = 0
    for depth in range(1, position.game.turn_limit - position.ply + 1):
        count = sbg.perft(position, depth)
        total += count
        if not count or total > SMALL:
            break
    return total


def solved(position: sbg.Position) -> int:
    """What trying everything finds, where that is quick."""
    try:
        return Solver(1_000).value(position)
    except TooLargeError:
        assume(False)
        raise


def check_tree(position: sbg.Position, options: SearchOptions, value: int) -> None:
    """The tree has no memory of positions, so it must settle only those with few lines of play, given time."""
    tree = TreeSearcher(options).search(position, Limits(nodes=40 * SMALL))
    if tree.score.proven or lines_of_play(position) < SMALL:
        assert sign(tree.score) == value
        assert -Solver().value(position.play(tree.move)) == value, "its move keeps the result"


@pytest.mark.long
@settings(max_examples=50, suppress_health_check=QUIETLY, phases=ONCE)
@given(endgames())
def test_random_endgames(position: sbg.Position) -> None:
    check_endgame(position)


@pytest.mark.slow
@settings(max_examples=500, suppress_health_check=QUIETLY, phases=ONCE)
@given(endgames())
def test_many_random_endgames(position: sbg.Position) -> None:
    check_endgame(position)


def check_endgame(position: sbg.Position) -> None:
    value = solved(position)
    found = sbg.analyse(position, seconds=20, hash_megabytes=1)
    assert sign(found.score) == value
    assert -Solver().value(position.play(found.move)) == value, "the move keeps the result"
    check_tree(position, SearchOptions(4, seed=1), value)


@pytest.mark.long
@settings(max_examples=10, suppress_health_check=QUIETLY, phases=ONCE)
@given(endgames())
def test_random_endgames_with_two_threads(position: sbg.Position) -> None:
    value = solved(position)
    options = SearchOptions(4, threads=2, seed=1)
    assert sign(AlphaBetaSearcher(options).search(position, Limits(time=20)).score) == value
    check_tree(position, options, value)
