"""Enormous rules: the structure stays exact, the text stays short, and the work is bounded."""

from __future__ import annotations

import random

import pytest

from sbg.explain.words import describe
from sbg.language.model import Description, Letter, Piece, Power, Regexp
from sbg.language.model.regexp import concat, sum_of
from sbg.moves import automata
from sbg.moves.automata import Dfa
from tests.patience import ends

DICE = random.Random(1)


def letter(far: int) -> Letter:
    return Letter(DICE.randint(-far, far), DICE.randint(-far, far), DICE.choice("epw"))


def word(length: int, far: int) -> Regexp:
    return concat([letter(far) for _ in range(length)])


def tangled() -> Regexp:
    """Its automaton remembers the last eleven steps."""
    either = sum_of([Letter(1, 0, "e"), Letter(0, 1, "e")])
    return concat([Power(either, None), Letter(1, 0, "e"), Power(either, 11)])


RULES: dict[str, Regexp] = {
    "leaps": sum_of([letter(63) for _ in range(9_000)]),
    "words": sum_of([word(100, 1) for _ in range(99)]),
    "short words": sum_of([word(5, 2) for _ in range(1_900)]),
    "star": Power(sum_of([letter(3) for _ in range(3_000)]), None),
    "power": Power(sum_of([letter(2) for _ in range(9)]), 1_000),
    "stars": concat([Power(sum_of([word(2, 2) for _ in range(20)]), None) for _ in range(30)]),
    "tangled": tangled(),
    "there and back": concat(
        [Power(concat([Letter(1, 0, "e"), Letter(-1, 0, "w")]), 999), Letter(0, 1, "e")]
    ),
}


@pytest.mark.long
@pytest.mark.parametrize("name", RULES)
def test_large_rules(name: str) -> None:
    rows = ("P" + "." * 63, *["." * 64] * 63)
    game = Description("T", 64, 64, rows, (Piece("P", RULES[name]),), (), 10)
    (dfa,) = automata.compile(game).values()
    with ends():
        (words,) = describe(_Ready(game, {"P": dfa})).pieces
    assert words.structure.to_dfa() == dfa
    assert len(" ".join(words.sentences)) < 60_000


class _Ready:
    """A game with its automata, made already."""

    def __init__(self, description: Description, automata: dict[str, Dfa]) -> None:
        self.description = description
        self.automata = automata


@pytest.mark.long
def test_many_large_pieces_share_the_work() -> None:
    rule = RULES["short words"]
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    rows = (letters + "." * 38, *["." * 64] * 63)
    (dfa,) = automata.compile(_with(Piece("A", rule), rows)).values()
    game = Description("T", 64, 64, rows, tuple(Piece(x, rule) for x in letters), (), 9)
    with ends():
        pieces = describe(_Ready(game, dict.fromkeys(letters, dfa))).pieces
    assert len({piece.sentences for piece in pieces}) == 1
    assert pieces[0].structure.to_dfa() == dfa


def _with(piece: Piece, rows: tuple[str, ...]) -> Description:
    return Description("T", 64, 64, rows, (piece,), (), 9)


def test_what_has_no_pattern_is_counted() -> None:
    game = Description(
        "T", 64, 64, ("P" + "." * 63, *["." * 64] * 63), (Piece("P", tangled()),), (), 9
    )
    (words,) = describe(game).pieces
    assert words.sentences == (
        "Its moves are walks with no simple pattern: an automaton of 4,096 states and 8,192 transitions "
        "reads them. They end on an empty square.",
        "It cannot capture.",
    )
    with pytest.raises(ValueError, match="4,096 states is too large for a rule"):
        words.structure.to_regexp()


def test_a_small_rest_is_told_state_by_state() -> None:
    """Two loops through two states, with no state that both go through."""
    a, b, c = Letter(1, 0, "e"), Letter(0, 1, "e"), Letter(-1, 0, "p")
    rule = concat([Power(concat([Power(a, None), b, Power(c, None), b]), None), c, a])
    game = Description("T", 9, 9, ("P" + "." * 8, *["." * 9] * 8), (Piece("P", rule),), (), 9)
    (words,) = describe(game).pieces
    assert words.structure.rest is not None
    assert words.sentences[0].startswith("Its moves are walks, told state by state.")
    steps = [sentence for sentence in words.sentences if sentence.startswith("In state")]
    assert len(steps) == words.structure.rest.state_count
    assert steps[-1].endswith("the walk ends.")
    assert words.structure.to_regexp() is not None


def test_a_long_ride_is_one_path() -> None:
    rule = sum_of([Power(Letter(0, 1, "e"), n) for n in range(1, 63)])
    game = Description("T", 1, 64, ("P", *["."] * 63), (Piece("P", rule),), (), 9)
    (words,) = describe(game).pieces
    assert words.sentences[0] == "Moves up to 62 empty squares straight forward."
    assert len(words.structure.paths) == 1


def test_a_description_beyond_the_limits() -> None:
    rule = Power(Power(Letter(0, 1, "e"), 1_000), 11)
    with pytest.raises(automata.TooLarge, match="the rule of `P` is too large"):
        describe(_with(Piece("P", rule), ("P" + "." * 63, *["." * 64] * 63)))
