"""From rules to families and back: the automaton is the same, and nothing of the bundled games is left over."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sbg
from sbg.language import games
from sbg.language.model import Letter, Power, Regexp
from sbg.language.model.regexp import concat, sum_of
from sbg.moves import automata
from sbg.moves.automata import Dfa, minimal
from sbg.moves.shapes.paths import KING, ORTHOGONAL
from sbg.shapes import LEAP, RIDE, Composition, Family, Region, cannon, jump, lame, of, to_rule
from tests.shapes.strategies import families
from tests.strategies import regexps

NOTHING = Dfa(1, frozenset(), ())


def same_words(made_of: Composition, dfa: Dfa) -> None:
    assert made_of.to_dfa() == dfa
    try:
        rule = made_of.to_rule()
    except ValueError:
        assert made_of.rest is not None
        return
    assert (minimal(rule) if rule else NOTHING) == dfa


@pytest.mark.parametrize("name", games.names())
def test_every_piece_of_the_bundled_games(name: str) -> None:
    """Families → rule → an equal minimal automaton, and nothing is left of any of them."""
    for letter, dfa in sbg.load(name).automata.items():
        made_of = of(dfa)
        same_words(made_of, dfa)
        assert made_of.whole, letter
        assert made_of.left is None
        assert minimal(to_rule(made_of.families)) == dfa
        assert sorted(made_of.families) == list(made_of.families)


def pieces(name: str) -> dict[str, tuple[Family, ...]]:
    return {letter: of(dfa).families for letter, dfa in sbg.load(name).automata.items()}


def test_chess() -> None:
    found = pieces("chess")
    assert found["K"] == (Family(tuple(KING)),)
    assert found["Q"] == (Family(tuple(KING), RIDE),)
    assert found["R"] == (Family.all((0, 1), RIDE),)
    assert found["N"] == (Family.all((1, 2)),)
    assert found["P"] == (
        Family(((-1, 1), (1, 1)), LEAP, "p"),
        Family(((0, 1),), LEAP, "e"),
        Family(((0, 1),), lame(), "e", Region("from", 0, 6)),
    )


def test_xiangqi() -> None:
    found = pieces("xiangqi")
    assert found["H"] == (Family.all((1, 2), LEAP.bent("straight")),)
    assert found["C"] == (Family.all((0, 1), RIDE, "e"), Family.all((0, 1), cannon(), "p"))
    assert found["E"] == (
        Family(((-1, -1), (1, -1)), lame()),
        Family(((-1, 1), (1, 1)), lame(), "ep", Region("to", 0, 5)),
    )
    assert Family(((1, 0), (-1, 0)), LEAP, "ep", Region("from", 0, -5)) in found["P"]


def test_leapfrog() -> None:
    ahead = (-1, 1), (0, 1), (1, 1)
    assert pieces("leapfrog")["F"] == (
        Family(ahead, LEAP, "e"),
        Family(ahead, jump().chained("turning"), "e"),
    )


def test_griffin() -> None:
    assert Family.all((1, 2), RIDE.bent("diagonal")) in pieces("steppe")["G"]


@given(regexps(5, 5), st.none() | st.tuples(st.integers(5, 6), st.integers(5, 6)))
def test_random_rules(rule: Regexp, board: tuple[int, int] | None) -> None:
    made_of = of(rule, board)
    if board is None:
        same_words(made_of, minimal(rule))
    left = made_of.left
    assert (left is None) == made_of.whole
    if left is not None:
        assert left.accepting
    # What comes out goes in again, and nothing changes.
    assert of(made_of.to_dfa()) == made_of


@given(st.lists(families(6, 6), min_size=1, max_size=4))
def test_random_families(some: list[Family]) -> None:
    dfa = minimal(to_rule(some))
    same_words(of(dfa), dfa)


def test_what_is_left() -> None:
    step = Letter(0, 1, "e")
    walk = concat([step, Letter(1, 0, "e"), Letter(0, 1, "p")])
    made_of = of(sum_of([step, walk]))
    assert made_of.families == (Family(((0, 1),), LEAP, "e"),)
    assert len(made_of.paths) == 1
    assert made_of.rest is None
    assert made_of.left == minimal(walk)
    # Two loops through two states, with no state that both go through.
    a, b, c = Letter(1, 0, "e"), Letter(0, 1, "e"), Letter(-1, 0, "p")
    tangle = concat([Power(concat([Power(a, None), b, Power(c, None), b]), None), c, a])
    made_of = of(tangle)
    assert made_of.rest is not None
    assert made_of.left == minimal(tangle)
    assert not made_of.families


def test_choices_are_written_out() -> None:
    """Two first steps before two ways to go on: horses, though they share a state."""
    first = sum_of([Letter(0, 1, "e"), Letter(0, 1, "p")])
    rule = concat([first, sum_of([Letter(0, 1, "e"), Letter(0, 1, "w")])])
    assert of(rule).whole
    horses = Family(((1, 2), (-1, 2)), LEAP.bent("straight"))
    assert of(horses.to_rule()).families == (horses,)


def test_a_chain_that_may_end_otherwise_in_some_directions_only() -> None:
    rounds = Family(tuple(ORTHOGONAL), LEAP.chained("turning"), "e")
    end = concat(
        [Power(sum_of([Letter(x, y, "e") for x, y in ORTHOGONAL]), None), Letter(0, 1, "p")]
    )
    made_of = of(sum_of([rounds.to_rule(), end]))
    assert made_of.families == (rounds,)
    assert len(made_of.paths) == 1
    both = Family(tuple(ORTHOGONAL), LEAP.chained("turning"), "ep")
    assert of(both.to_rule()).families == (both,)


def test_no_words_at_all() -> None:
    made_of = of(NOTHING)
    assert made_of == Composition(())
    assert made_of.to_rule() is None
    assert made_of.to_dfa() == NOTHING


def test_a_rule_is_fitted_to_the_board() -> None:
    rule = sum_of([Letter(0, 1, "e"), Power(Letter(0, 3, "e"), 2)])
    assert len(of(rule).families) == 2
    assert of(rule, (5, 5)).families == (Family(((0, 1),), LEAP, "e"),)
    with pytest.raises(ValueError, match=r"\(0,3,e\) is longer than a board of 5×3"):
        of(rule, (5, 3))


@pytest.mark.parametrize("board", [None, (8, 8)])
def test_a_rule_beyond_the_limits(board: tuple[int, int] | None) -> None:
    rule = Power(Power(Letter(0, 1, "e"), 1_000), 11)
    with pytest.raises(automata.TooLarge):
        of(rule, board)
