"""Genomes: every bundled game has one, from which the same game comes back."""

from __future__ import annotations

from dataclasses import replace

import pytest

import sbg
from sbg.language.model import CountGoal
from sbg.moves import automata
from sbg.shapes import Family
from sbg.study.evolve.genome import Gene, Genome

TANGLED = """\
<<Tangled>>
<BOARD>
3 5
|ppp|
|...|
|...|
|...|
|PPP|
<PIECES>
P ((0,1,e)(1,0,e) + (1,0,e)(0,1,e))^*((0,1,e) + (0,1,p)) &
<GOALS>
20 &
@P 0 4, 1 4, 2 4 &
@p 0 0, 1 0, 2 0 &
"""


@pytest.mark.parametrize("name", sbg.bundled())
def test_a_bundled_game_comes_back_from_its_genome(name: str) -> None:
    game = sbg.load(name)
    genome = Genome.of(game)
    back = genome.to_description()
    assert automata.compile(back) == dict(game.automata)
    assert back.rows == game.description.rows
    assert sbg.canonical(back) == sbg.canonical(game)
    assert all(gene.wild is None for _, gene in genome.pieces), "families cover the bundled games"
    assert Genome.of(back) == genome


@pytest.mark.parametrize(
    ("name", "symmetry"),
    [("chess", "reflect"), ("mini-shogi", "rotate"), ("fox-and-hounds", "none")],
)
def test_symmetries_are_found(name: str, symmetry: str) -> None:
    assert Genome.of(sbg.load(name)).symmetry == symmetry


def test_a_symmetric_genome_holds_one_army_and_its_goals() -> None:
    genome = Genome.of(sbg.load("gardner"))
    assert genome.army == (".....", ".....", ".....", "PPPPP", "RNBQK")
    assert {goal.piece for goal in genome.goals} == {"P", "K"}
    assert genome.whole().symmetry == "none"
    assert genome.whole().halved("reflect") == genome


def test_goals_that_are_not_mirrored_make_a_game_without_symmetry() -> None:
    description = sbg.load("gardner").description
    assert Genome.of(replace(description, goals=(CountGoal("K", 0),))).symmetry == "none"


def test_what_no_family_covers_is_kept_as_an_automaton() -> None:
    game = sbg.parse(TANGLED)
    genome = Genome.of(game)
    assert genome.gene("P").wild is not None
    assert automata.compile(genome.to_description()) == dict(game.automata)


def test_a_piece_without_a_rule_keeps_its_place() -> None:
    game = sbg.parse(TANGLED.replace("|...|", "|.W.|", 1))
    genome = Genome.of(game)
    assert not genome.gene("W")
    assert sbg.canonical(genome.to_description()) == sbg.canonical(game)


def test_parts_can_be_changed() -> None:
    genome = Genome.of(sbg.load("gardner"))
    knight = Gene.made(Family.all((1, 2)))
    assert genome.gene("N") == knight
    assert genome.with_gene("N", Gene()).gene("n") == Gene()
    moved = genome.placed([(0, 0, "."), (0, 2, "R")])
    assert moved.rows[4] == ".NBQK"
    assert (0, 2, "R") in list(moved.squares())
    assert genome.count("P") == genome.count("p") == 5
