"""Ludii: a small reader counts the same sequences of moves and the same ends as we do."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings

import sbg
from sbg import reference
from sbg.language import games
from sbg.language.model import Description
from tests.strategies import descriptions
from tests.translation.counting import count
from tests.translation.games import ODD, game
from tests.translation.ludii_reader import load

LARGE = {"great-plain", "steppe"}


@pytest.mark.parametrize("name", games.names())
def test_bundled(name: str) -> None:
    played = sbg.load(name)
    text = sbg.translate(played, "ludii").text
    most = 40 if name in LARGE else 400
    assert count(load(text), 6, most) == count(played.start, 6, most)


REFUSED = {
    "limit 0": "SBG652",
    "limit 0 without a move": "SBG652",
    "no piece": "SBG652",
}


@pytest.mark.parametrize("name", ODD)
def test_odd(name: str) -> None:
    if name in REFUSED:
        with pytest.raises(sbg.Inexpressible, match=REFUSED[name]):
            sbg.translate(ODD[name], "ludii")
        return
    text = sbg.translate(ODD[name], "ludii").text
    assert count(load(text), 10, 1000) == count(reference.Position(ODD[name]), 10, 1000)


@settings(max_examples=40)
@given(descriptions(4))
def test_random(description: Description) -> None:
    try:
        text = sbg.translate(description, "ludii").text
    except sbg.Inexpressible as refusal:
        start = reference.Position(description)
        for reason in refusal.reasons:
            assert reason.code in ("SBG650", "SBG651", "SBG652")
            if reason.code == "SBG652":
                assert start.outcome is not None
        return
    assert count(load(text), 3, 100) == count(reference.Position(description), 3, 100)


@pytest.mark.parametrize(
    ("rule", "ludeme"),
    [
        ("(0,1,e)^*((0,1,e)+(0,1,p))", "(move Slide Forward"),
        ("(0,1,e)(0,1,e)^*", "(move Slide Forward)"),
        ("(1,1,e)+(-1,1,p)", "(move Step (directions {FR}) (to if:(is Empty (to))))"),
        ("(0,1,e)+(0,1,p)+(0,1,w)", "(move Step Forward (to if:True"),
        (
            " + ".join(f"({x},{y},{on})" for x in (2, -2) for y in (2, -2) for on in "ep"),
            "(move Leap {{F F R F F}} (to if:(not (is Friend (who at:(to))))",
        ),
        ("(0,1,e)^*(0,1,p)", "(union {"),
        ("(0,2,e)", "(union {"),
        ("(0,1,e)+(0,1,e)^*(0,1,p)", "(union {"),
    ],
)
def test_plain_pieces_have_plain_ludemes(rule: str, ludeme: str) -> None:
    board = "a.a.. ..... ..... ..... ..A.."
    played = game(board, f"A {rule} &", "8 &")
    text = sbg.translate(played, "ludii").text
    assert ludeme in text
    assert ("(union" in text) == ("(union" in ludeme)
    assert count(load(text), 3, 300) == count(played.start, 3, 300)


def test_free_walkers_are_refused() -> None:
    side = "(0,1,e)+(1,0,e)+(0,-1,e)+(-1,0,e)"
    walker = game(
        " ".join(["a......."] + ["........"] * 6 + [".......A"]), f"A ({side})({side})^* &", "9 &"
    )
    with pytest.raises(sbg.Inexpressible) as refusal:
        sbg.translate(walker, "ludii")
    assert {(reason.code, reason.piece) for reason in refusal.value.reasons} == {
        ("SBG650", "A"),
        ("SBG650", "a"),
    }


def test_long_games_are_refused_unless_they_end_by_themselves() -> None:
    circles = game("k. .K", "K (0,1,e) + (0,-1,e) &", "3000 &")
    with pytest.raises(sbg.Inexpressible, match="SBG651"):
        sbg.translate(circles, "ludii")
    forward = game("k. .. .K", "K (0,1,e) &", "3000 &")
    assert "3000" in sbg.translate(forward, "ludii").text


def test_moves_go_both_ways() -> None:
    translation = sbg.translate(sbg.load("great-plain"), "ludii")
    move = sbg.Move.parse("s1r3")
    assert translation.to_target(move) == "S1-R3"
    assert translation.from_target("S1-R3") == move
    with pytest.raises(ValueError, match="not a move"):
        translation.from_target("S1R3")


def test_pieces_have_names_of_which_ludii_has_a_picture_or_a_letter() -> None:
    text = sbg.translate(sbg.load("gardner"), "ludii").text
    assert re.findall(r'piece "(\w+)" Each', text) == [
        "Pawn",
        "Rook",
        "Knight",
        "Bishop",
        "Queen",
        "King",
    ]
    assert "Rename" not in text
    assert "(board (square 5))" in text
    courier = sbg.translate(sbg.load("courier-chess"), "ludii").text
    assert '(piece Rename piece:"Alfil" "A")' in courier
    assert courier.count('"Commoner" Each') == 1  # of two kings the one with another letter


def test_an_author_chooses_the_picture() -> None:
    played = sbg.parse("//! figure A = rook, B = guard dog\n//! figure P = letter\n" + THREE)
    text = sbg.translate(played, "ludii").text
    assert re.findall(r'piece "(\w+)" Each', text) == ["Rook", "GuardDog", "PieceP"]
    assert re.findall(r'Rename piece:"(\w+)" "(\w)"', text) == [("GuardDog", "B"), ("PieceP", "P")]


THREE = (
    "<<Three>> <BOARD> 3 3 |abp| |...| |ABP| <PIECES> A (0,1,e) & B (0,1,e) & "
    "P (0,1,e) & <GOALS> 9 &"
)


def test_right_of_a_step_backward_is_that_of_a_player_who_turned_round() -> None:
    text = sbg.translate(game("..A ... ..a", "A (-1,-1,e) &", "9 &"), "ludii").text
    assert re.findall(r"directions \{(\w+)\}", text) == ["BR", "BL"]
