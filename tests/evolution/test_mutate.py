"""Changed games: equal for equal seeds, another game than before, repaired, with a lineage that says what changed."""

from __future__ import annotations

import pytest

import sbg
from sbg.language.model import CountGoal
from sbg.study.evolve.birth import StillbornError, born, identity
from sbg.study.evolve.draw import Draw
from sbg.study.evolve.genome import Genome
from sbg.study.evolve.mutate import (
    MOST_ANCESTORS,
    NoChangeError,
    chosen_operators,
    crossed,
    lineage,
    mutant,
    told,
)
from sbg.study.evolve.operators import CROSSOVERS, KINDS, OPERATORS
from sbg.study.evolve.operators.wild import MOST_STATES
from sbg.study.evolve.repair import over_at_once
from sbg.study.evolve.styles import StyleError

GARDNER = sbg.load("gardner")
PARENTS = [sbg.load(name) for name in ("gardner", "mini-xiangqi", "fox-and-hounds", "gorogoro")]
COUNTED = sbg.parse(GARDNER.text.replace("#K 0", "#P 1").replace("#k 0", "#p 1"))


@pytest.mark.parametrize("name", OPERATORS)
def test_each_operator_makes_other_games(name: str) -> None:
    """It can be applied to some game, never to nothing, and its genomes can be born or are refused."""
    for number, parent in enumerate([COUNTED, *PARENTS]):
        genome = Genome.of(parent)
        for attempt in range(6):
            change = OPERATORS[name](genome, Draw(name, number, attempt))
            if change is None:
                continue
            assert change.genome != genome
            assert change.what
            try:
                child = born(change.genome, ["Changed"])
            except StillbornError:
                continue
            if identity(child) != identity(parent):
                assert sbg.check(child.text) == []
                assert over_at_once(child) is None
                return
    pytest.fail("it made no other game")


def test_kinds_are_drawn_as_often_as_documented() -> None:
    assert {kind: share for kind, (share, _) in KINDS.items()} == {
        "family": 0.60,
        "piece": 0.10,
        "army": 0.10,
        "goals": 0.10,
        "board": 0.05,
        "wild": 0.05,
    }


def test_equal_seeds_give_equal_games() -> None:
    first = sbg.mutate(GARDNER, seed=3)
    assert first.text == sbg.mutate(GARDNER, seed=3).text
    others = {sbg.mutate(GARDNER, seed=seed).text for seed in range(6)}
    assert len(others) >= 5


def test_lineage_grows_and_says_what_changed() -> None:
    game = GARDNER
    for seed in range(3):
        game = sbg.mutate(game, seed=seed)
    found = lineage(game.text)
    assert found[0] == f"From: Simplified Gardner ({identity(GARDNER)[:12]})"
    assert [line.split(" ")[0] for line in found[1:]] == ["Changed"] * 3
    assert sbg.parse(game.text) == game
    made = sbg.generate("hunt", seed=1)
    assert lineage(sbg.mutate(made, seed=1).text)[0].startswith(
        "Made by: sbg generate --style hunt"
    )
    assert MOST_ANCESTORS >= 10


def test_changes_of_pieces_are_told_in_sentences() -> None:
    before = Genome.of(GARDNER)
    after = before.with_gene("N", before.gene("B"))
    assert told(before, after) == (
        "N: no longer: Leaps two by one in any direction, to an empty square or capturing."
        " now: Moves any number of empty squares diagonally, capturing the first opponent it meets."
    )
    assert told(before, before) == ""


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_can_be_asked_for(kind: str) -> None:
    child = mutant(PARENTS[1], Draw(kind), kind)
    assert child.operator in KINDS[kind][1]
    assert f"Changed ({child.operator}): " in child.game.text.replace("\n//   ", " ")


def test_an_operator_that_there_is_not() -> None:
    with pytest.raises(StyleError, match="did you mean 'goals'"):
        sbg.mutate(GARDNER, operator="goal")
    with pytest.raises(NoChangeError, match=r"no change of Clobber by `goal-count`"):
        sbg.mutate(sbg.load("clobber"), operator="goal-count")
    assert chosen_operators(None) == ()


def test_a_count_can_change() -> None:
    goals = sbg.mutate(COUNTED, seed=1, operator="goal-count").goals
    assert {goal.count for goal in goals if isinstance(goal, CountGoal)} <= {0, 2}


def test_wild_changes_stay_small_and_are_exact() -> None:
    genome = Genome.of(PARENTS[1])
    for name in KINDS["wild"][1]:
        for number in range(8):
            change = OPERATORS[name](genome, Draw(name, number))
            if change is not None:
                for dfa in change.genome.automata.values():
                    assert dfa.state_count <= 4 * MOST_STATES


def test_the_intersection_of_rook_and_queen_is_a_rook() -> None:
    genome = Genome.of(GARDNER)
    pair = [(letter, gene) for letter, gene in genome.pieces if letter in "RQ"]
    small = Genome(5, 5, "reflect", tuple(pair), (".....",) * 4 + ("RQ...",), (), 50)
    for number in range(20):
        change = OPERATORS["intersection"](small, Draw(number))
        if change is not None:
            assert change.genome.gene("Q") == change.genome.gene("R") == genome.gene("R")
            break
    else:
        pytest.fail("never applied")
    for number in range(20):
        change = OPERATORS["difference"](small, Draw(number))
        if change is not None:
            assert change.genome.gene("Q") == genome.gene("B")
            break
    else:
        pytest.fail("never applied")


# --- crossover


@pytest.mark.parametrize("name", CROSSOVERS)
def test_each_crossover_makes_children(name: str) -> None:
    one, two = Genome.of(GARDNER), Genome.of(PARENTS[1])
    changes = [CROSSOVERS[name](one, two, Draw(name, number)) for number in range(6)]
    assert any(change is not None and change.genome != one for change in changes)


def test_children_of_two_games() -> None:
    child = crossed(GARDNER, PARENTS[1], Draw(1))
    assert identity(child.game) not in (identity(GARDNER), identity(PARENTS[1]))
    assert sbg.check(child.game.text) == []
    assert "Crossed (cross-" in child.game.text


def test_a_board_of_64_by_64_has_a_mutant() -> None:
    """The replies to thousands of moves are not looked at one by one."""
    ride = "+".join(f"(0,{y},e)^*((0,{y},e)+(0,{y},p))" for y in (1, -1))
    board = "\n".join(f"|{letter * 64}|" for letter in "r" + 62 * "." + "R")
    game = sbg.parse(
        f"<<Wide>> <BOARD> 64 64\n{board}\n<PIECES> R {ride} &\n<GOALS> 100 & #R 3 & #r 3 &"
    )
    assert len(game.start.moves) > 1_000
    assert sbg.mutate(game, seed=1, operator="family").text != game.text
