"""Fairy-Stockfish (through pyffish) plays the translated games as we do, or there is a reason why it cannot."""

from __future__ import annotations

import random
from functools import cache

import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

import sbg
from sbg import reference
from sbg.language import games
from sbg.language.model import CountGoal, Description, Piece, SquareGoal
from sbg.translation.fairy.pieces import KNOWN
from tests.strategies import descriptions
from tests.translation.counting import Playable, count
from tests.translation.fairy import FairyPosition, load
from tests.translation.games import ODD, game

LEAVES = 500  # per game, about a second of pyffish

INEXPRESSIBLE = {
    "gorogoro": {"SBG626"},
    "great-plain": {"SBG620"},
    "leapfrog": {"SBG621"},
    "leaping-draughts": {"SBG621"},
    "self-capture-chess": {"SBG622"},
    "steppe": {"SBG620"},
}
"""The bundled games that Fairy-Stockfish cannot play even without the turn limit, and the codes of the reasons."""

ENDLESS = {
    "breakthrough", "breakthrough5", "breakthrough6", "clobber", "fox-and-hounds", "hexapawn", "knightthrough",
    "octopawn",
}  # fmt: skip
"""Those that end before their turn limit, so that nothing is lost."""

EXPRESSIBLE = [name for name in games.names() if name not in INEXPRESSIBLE]

STAYING = {"standoff": "C"}
"""The piece that may pass."""


@cache
def start(name: str) -> Playable:
    """The initial position of a bundled game as Fairy-Stockfish has it."""
    position = load(sbg.translate(sbg.load(name), "fsf", allow=["turn-limit"]).text)
    return position.with_staying(STAYING[name]) if name in STAYING else position


def test_most_bundled_games_can_be_expressed() -> None:
    assert len(EXPRESSIBLE) == 34


@pytest.mark.parametrize("name", INEXPRESSIBLE)
def test_a_game_that_cannot_be_expressed_is_refused(name: str) -> None:
    with pytest.raises(sbg.Inexpressible) as refusal:
        sbg.translate(sbg.load(name), "fsf", allow=["turn-limit"])
    assert {reason.code for reason in refusal.value.reasons} == INEXPRESSIBLE[name]


@pytest.mark.parametrize("name", EXPRESSIBLE)
def test_only_the_turn_limit_is_lost_and_only_by_permission(name: str) -> None:
    played = sbg.load(name)
    if name in ENDLESS:
        assert sbg.translate(played, "fsf").exact_until is None
        return
    with pytest.raises(sbg.Inexpressible) as refusal:
        sbg.translate(played, "fsf")
    (reason,) = refusal.value.reasons
    assert (reason.code, reason.allow) == ("SBG628", "turn-limit")
    allowed = sbg.translate(played, "fsf", allow=["turn-limit"])
    assert allowed.exact_until == played.description.turn_limit


@pytest.mark.parametrize("name", EXPRESSIBLE)
def test_perft_and_ends_are_equal(name: str) -> None:
    ours = count(sbg.load(name).start, 8, LEAVES)
    assert count(start(name), 8, LEAVES) == ours


@pytest.mark.parametrize("name", EXPRESSIBLE)
def test_random_games_are_equal_to_their_end(name: str) -> None:
    for seed in range(2):
        choice = random.Random(f"{name} {seed}")
        ours: Playable = reference.Position(sbg.load(name))
        theirs = start(name)
        for _ in range(60):
            assert theirs.moves == ours.moves
            if ours.outcome:
                assert theirs.outcome is not None
                assert theirs.outcome.winner == ours.outcome.winner
                break
            move = choice.choice(ours.moves)
            ours, theirs = ours.play(move), theirs.play(move)


@pytest.mark.parametrize("name", ODD)
def test_odd_games_are_equal_or_refused(name: str) -> None:
    _check(ODD[name].description)


@settings(max_examples=60)
@given(descriptions(4))
def test_generated_games_are_equal_or_refused(description: Description) -> None:
    _check(description)


_ALL = "((0,3,e) + (0,3,p) + (0,3,w))"
_SIDES = "((0,1,e) + (1,0,e) + (0,-1,e) + (-1,0,e))"
_WIDE = "a....... " + "........ " * 6 + "A......."
CASES = {
    "SBG621": ("a.. ... A..", "A (0,1,e)(1,0,e) &", "9 &"),
    "SBG622": ("a.. ... AA.", "A (0,1,e) + (1,0,w) &", "9 &"),
    "SBG623": ("a.. ... ... A..", f"A (0,1,e) + {_ALL}(0,-2,p) &", "9 &"),
    "SBG624": ("a.. ... ... A..", str(f"A {sbg.betza('fgRbR', (3, 4))} &"), "9 &"),
    "SBG625": ("a.a ... A.A", "A (0,0,w) + (0,1,e) &", "9 &"),
    "SBG626": ("a.. ... A..", "A (0,1,e) + (0,-1,e) &", "9 & @A 0 0 &"),
    "SBG628": ("a.. ... A..", "A (0,1,e) + (0,-1,e) &", "9 &"),
    "SBG629": (_WIDE, f"A {_SIDES}{_SIDES}^* &", "9 &"),
}


@pytest.mark.parametrize("code", CASES)
def test_each_reason_has_its_code_and_shows_a_case(code: str) -> None:
    played = game(*CASES[code])
    with pytest.raises(sbg.Inexpressible) as refusal:
        sbg.translate(played, "fsf", allow=[] if code == "SBG628" else ["turn-limit"])
    assert {reason.code for reason in refusal.value.reasons} == {code}
    assert all(reason.limit for reason in refusal.value.reasons)
    if code != "SBG629":
        assert all(reason.position for reason in refusal.value.reasons)
    _check_witnesses(played.description, refusal.value)


def test_a_pass_is_written_with_the_first_square_of_the_player() -> None:
    translation = sbg.translate(sbg.load("standoff"), "fsf", allow=["turn-limit"])
    theirs = load(translation.text)
    ours = sbg.load("standoff").start
    assert str(translation.from_target("a2a3")) == translation.to_target(sbg.Move.parse("a2a3"))
    for turn in ("b2b3", "e5e4", "c1b2", "b5b4"):
        (stay,) = (move for move in ours.moves if move.origin == move.target)
        texts = theirs.module.legal_moves(theirs.name, theirs.fen, theirs.line)
        assert translation.to_target(stay, ours) in texts
        assert {translation.from_target(text, ours) for text in texts} == set(ours.moves)
        ours = ours.play(turn)
        theirs = FairyPosition(theirs.module, theirs.name, theirs.fen, [*theirs.line, turn], None)
    with pytest.raises(ValueError, match="position"):
        translation.from_target("a1a1")
    with pytest.raises(ValueError, match="position"):
        translation.to_target(sbg.Move.parse("c1c1"))


@pytest.mark.parametrize(
    ("name", "version"),
    [("standoff", "March 2024"), ("chess", "April 2023"), ("xiangqi", "14 and")],
)
def test_a_variant_says_which_version_it_needs(name: str, version: str) -> None:
    text = sbg.translate(sbg.load(name), "fsf", allow=["turn-limit"]).text
    (line,) = (line for line in text.splitlines() if "Fairy-Stockfish" in line and version in line)
    assert line.startswith("# ")


KNIGHTS_APART = "a.k.a ..a.. .A... ..A.. A.K.A"


@pytest.mark.parametrize("betza", KNOWN)
def test_known_types_move_as_their_betza_text(betza: str) -> None:
    rule = sbg.betza(betza, (5, 5))
    played = game(KNIGHTS_APART, f"A {rule} & K (0,1,e) &", "9 & #K 0 & #k 0 &")
    text = sbg.translate(played, "fsf", allow=["turn-limit"]).text
    assert f"{KNOWN[betza]} = a\n" in text
    assert count(load(text), 3, 500) == count(played.start, 3, 500)


def test_of_two_pieces_that_move_alike_one_is_a_custom_piece() -> None:
    rook = sbg.betza("R", (3, 3))
    text = sbg.translate(
        game("ab. ... .AB", f"A {rook} & B {rook} &", "9 &"), "fsf", allow=["turn-limit"]
    ).text
    assert "rook = a\n" in text
    assert "customPiece1 = b:R\n" in text


def _check(description: Description) -> None:
    try:
        translation = sbg.translate(description, "fsf", allow=["turn-limit"])
    except sbg.Inexpressible as refusal:
        _check_witnesses(description, refusal)
        return
    depth = 3 if translation.exact_until is None else min(translation.exact_until - 1, 3)
    if depth < 0:
        return
    if any("pass" in note for note in translation.notes):
        return
    ours = count(reference.Position(description), depth, 200)
    assert count(load(translation.text), depth, 200) == ours


BASIS = [
    "W", "F", "D", "N", "A", "H", "C", "Z", "G", "R", "B", "Q", "K", "NN", "mR", "mB", "fmW", "rcF", "cW", "fsW", "lfN",
    "hrN", "pR", "mRcpR", "gB", "nN", "nD", "W3", "mB2", "flF", "cpB", "bR", "gQ", "nZ",
]  # fmt: skip
UNIONS = st.lists(st.sampled_from(BASIS), min_size=1, max_size=3).map("".join)


@settings(max_examples=30)
@given(UNIONS, UNIONS, st.integers(0, 10**6))
def test_unions_of_basis_moves_are_equal_or_refused(one: str, two: str, seed: int) -> None:
    board = (5, 6)
    try:
        pieces = (Piece("A", sbg.betza(one, board)), Piece("B", sbg.betza(two, board)))
    except sbg.InvalidGameError:
        reject()  # the parts have no agreed meaning together
    choice = random.Random(seed)
    squares = "".join(choice.choice("....AaBb") for _ in range(30))
    rows = tuple(squares[i : i + 5] for i in range(0, 30, 5))
    goals = (
        CountGoal("a", 0),
        CountGoal("A", 1),
        SquareGoal("B", ((0, 5),)),
        SquareGoal("b", ((4, 0),)),
    )
    _check(Description("x", 5, 6, rows, pieces, goals, 50))


def _check_witnesses(description: Description, refusal: sbg.Inexpressible) -> None:
    """The position of a reason has the move that its word makes."""
    for reason in refusal.reasons:
        if reason.word is None or reason.position is None or reason.piece is None:
            continue
        position = reference.Position(description, reason.position)
        x = sum(letter.dx for letter in reason.word)
        y = sum(letter.dy for letter in reason.word)
        steps = [(m.target[0] - m.origin[0], m.target[1] - m.origin[1]) for m in position._possible]
        assert (x, y) in steps
