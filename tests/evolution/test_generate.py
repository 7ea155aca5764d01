"""Generated games: equal for equal seeds, playable, free of warnings, and as their style says."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import pytest

import sbg
from sbg.language.model import CountGoal, SquareGoal
from sbg.study.evolve.birth import StillbornError, identity
from sbg.study.evolve.draw import Draw
from sbg.study.evolve.generate import fitting_limit, newborn
from sbg.study.evolve.genome import Gene, Genome
from sbg.study.evolve.known import KNOWN, known, worth
from sbg.study.evolve.moves import DIRECTIONS, MODES, SHAPES, mirrored
from sbg.study.evolve.naming import game_name, relettered
from sbg.study.evolve.repair import over_at_once, repaired, warnings
from sbg.study.evolve.styles import StyleError, style, style_names
from tests.cli.helpers import environment

STYLES = style_names()


def test_there_are_the_styles_that_are_documented() -> None:
    assert STYLES == ("breakthrough", "chess", "hunt", "metagame", "shogi", "wild", "xiangqi")


@pytest.mark.parametrize("name", STYLES)
def test_generated_games_are_playable_and_without_warnings(name: str) -> None:
    for seed in range(4):
        game = sbg.generate(name, seed=seed)
        assert [found for found in sbg.check(game.text) if found.severity != "hint"] == []
        assert sbg.parse(game.text) == game
        assert game.start.moves
        assert over_at_once(game) is None
        played = sbg.playouts(game, 20)
        assert played.games == 20
        assert f"// Made by: sbg generate --style {name} --seed {seed}\n" in game.text
        assert f"// {game.name}\n" in game.text
        symmetric = Genome.of(game).symmetry != "none"
        assert symmetric == (name != "hunt")


@pytest.mark.parametrize("name", STYLES)
def test_most_first_attempts_have_no_warnings(name: str) -> None:
    problems = []
    for seed in range(12):
        try:
            newborn(style(name), seed, None)
        except StillbornError as stillborn:
            problems += [one for one in stillborn.args if one.startswith("SBG")]
    assert not problems


def test_equal_seeds_give_equal_texts_in_every_process() -> None:
    code = (
        "import sbg; print(sbg.generate('wild', seed=5).text + sbg.generate('hunt', seed=5).text)"
    )
    outs = {
        subprocess.run(
            [sys.executable, "-c", code],
            env=environment(PYTHONHASHSEED=salt),
            capture_output=True,
            check=True,
        ).stdout
        for salt in ("1", "2")
    }
    assert len(outs) == 1
    assert sbg.generate("wild", seed=6) != sbg.generate("wild", seed=5)


def test_a_board_can_be_asked_for() -> None:
    game = sbg.generate("xiangqi", seed=2, board=(7, 9))
    assert (game.width, game.height) == (7, 9)
    assert "--board 7x9" in game.text
    for wrong in ((2, 5), (5, 21), (5,), "5x5"):
        with pytest.raises(StyleError, match="each from 3 to 20"):
            sbg.generate(board=wrong)  # type: ignore[arg-type]


def test_a_style_that_there_is_not() -> None:
    with pytest.raises(StyleError, match=r"did you mean 'shogi'\? there are breakthrough"):
        sbg.generate("shoggi")
    with pytest.raises(TypeError, match="seed is a whole number"):
        sbg.generate(seed="x")  # type: ignore[arg-type]


@pytest.mark.parametrize("name", STYLES)
def test_tables_name_only_what_there_is(name: str) -> None:
    def look(table: object) -> None:
        if not isinstance(table, dict):
            return
        for key, value in table.items():
            if key == "known":
                assert set(value) <= set(KNOWN)
            if key == "shape":
                assert set(value) <= set(SHAPES)
            if key == "mode":
                assert set(value) <= set(MODES)
            if key == "directions":
                assert set(value) <= set(DIRECTIONS)
            look(value)

    look(dict(style(name).tables))


# --- pieces


@pytest.mark.parametrize("name", KNOWN)
def test_known_pieces_have_the_names_that_descriptions_give(name: str) -> None:
    gene = known(name, 9, 9)
    description = Genome(
        9, 9, "none", (("X", gene),), ("." * 9,) * 8 + ("X" + "." * 8,), (), 9
    ).to_description()
    told = sbg.describe(description).pieces[0].name
    if name in ("pawn with a double step",):
        assert told == "pawn"
    elif told is not None:
        assert told == name
    assert mirrored(gene.families)
    assert Gene.of(gene.to_dfa(9, 9) or pytest.fail("no moves")) == gene


def test_worth_puts_pieces_in_a_plausible_order() -> None:
    order = ["shogi pawn", "ferz", "knight", "rook", "queen", "amazon"]
    values = [worth(known(name, 8, 8), 8, 8) for name in order]
    assert values == sorted(values)


# --- repair


def test_bundled_games_need_no_repair() -> None:
    for name in ("chess", "xiangqi", "leapfrog", "fox-and-hounds", "great-plain"):
        genome = Genome.of(sbg.load(name))
        assert repaired(genome) == genome
        assert warnings(sbg.write(genome.to_description())) == []


def test_repair_drops_what_does_nothing() -> None:
    gardner = Genome.of(sbg.load("gardner"))
    camel, zebra = known("camel", 5, 5), known("zebra", 5, 5)
    small = Genome(
        4,
        5,
        "reflect",
        (
            ("K", gardner.gene("K")),
            ("A", known("rook", 5, 5)),
            ("B", known("rook", 5, 5)),  # moves as A does
            ("C", camel),
            ("Z", zebra),
            ("S", Gene()),  # cannot move
            ("U", known("queen", 5, 5)),  # is not on the board
        ),
        ("....", "....", "....", "SSZC", "KABA"),
        (
            CountGoal("K", 0),
            CountGoal("K", 1),  # holds already
            CountGoal("U", 0),
            SquareGoal("A", ((0, 4), (0, 4))),
        ),
        100,
    )
    found = repaired(small)
    assert found is not None
    assert found.letters == ("K", "A", "B", "C", "Z")
    assert found.army == ("....", "....", "....", "..ZC", "KABA")
    assert found.goals == (CountGoal("K", 0), SquareGoal("A", ((0, 4),)))
    assert warnings(sbg.write(found.to_description())) == []


def test_repair_gives_up_where_nothing_is_left() -> None:
    lonely = Genome(3, 3, "none", (("K", known("king", 3, 3)),), ("...", "...", "K.."), (), 20)
    assert repaired(lonely) is None


@pytest.mark.parametrize(
    ("rows", "goals", "problem"),
    [
        (("k..", "...", "K.."), (SquareGoal("K", ((0, 1),)),), "the first move can end the game"),
        (("k..", "K..", "..."), (CountGoal("k", 0),), "the first move can end the game"),
        (("k..", "...", "K.."), (SquareGoal("k", ((0, 1), (1, 1), (1, 2))),), "the second move"),
        (("k..", "...", "K.."), (), "the second move"),  # who has no piece left cannot move
        (("k..", "...", "...", "...", "K.."), (), None),
    ],
)
def test_games_that_are_over_at_once(
    rows: tuple[str, ...], goals: tuple[CountGoal | SquareGoal, ...], problem: str | None
) -> None:
    genome = Genome(3, len(rows), "none", (("K", known("king", 3, 3)),), rows, goals, 20)
    found = over_at_once(genome.to_game())
    assert found == problem if problem is None else (found or "").startswith(problem)


# --- names and numbers


def test_names_are_the_same_for_isomorphic_games() -> None:
    game = sbg.generate("chess", seed=1)
    turned = Genome.of(game)
    letters = {old: chr(ord("A") + n) for n, old in enumerate(turned.letters)}
    renamed = relettered(replace(turned, goals=()), letters)
    mirrored_army = tuple(row[::-1] for row in renamed.army)
    other = replace(renamed, army=mirrored_army).to_game()
    bare = replace(turned, goals=()).to_game()
    assert identity(other) == identity(bare)
    assert game_name(identity(other)) == game_name(identity(bare))
    assert game.name == game_name(identity(game))


def test_letters_follow_names() -> None:
    game = Genome.of(sbg.generate("shogi", seed=3))
    letters = dict(game.pieces)
    assert letters["K"] == known("king", game.width, game.height)


def test_limits_follow_the_length_of_random_games() -> None:
    assert fitting_limit(Genome.of(sbg.load("hexapawn"))) == 60
    assert 60 < fitting_limit(Genome.of(sbg.load("breakthrough6"))) < 300


def test_draws_depend_on_their_keys_alone() -> None:
    def some(draw: Draw) -> list[object]:
        return [draw.below(10), draw.between(3, 4), draw.fraction(), draw.shuffled("abcdef")]

    assert some(Draw("a", 1)) == some(Draw("a", 1)) != some(Draw("a", 2))
    draw = Draw(0)
    counts = [0, 0, 0]
    for _ in range(3000):
        counts[draw.below(3)] += 1
    assert all(900 < count < 1100 for count in counts)
    picked = [draw.weighted({"x": 3.0, "y": 1.0, "z": 0.0}) for _ in range(2000)]
    assert 1400 < picked.count("x") < 1600
    assert "z" not in picked
    assert sum(draw.chance(0.25) for _ in range(2000)) in range(430, 570)
