"""Lines of play, and what a position says of its squares and moves."""

from __future__ import annotations

import pickle
from dataclasses import replace
from typing import Any

import pytest

import sbg
from sbg import Line, Move

GARDNER = sbg.load("gardner")
OWN = """\
<<Own>>
<BOARD>
3 1
|KP.|
<PIECES>
K (1,0,w) + (0,0,w) &
P (1,0,e) &
<GOALS>
20 &
"""


def test_moves_are_played_and_taken_back() -> None:
    line = Line(GARDNER.start, ["c2c3", "b4c3"])
    assert (len(line), line.last, line.before) == (2, Move.parse("b4c3"), line.positions[1])
    assert [line.captured(0), line.captured(1)] == [None, "P"]
    assert [line.moved(0), line.moved(1)] == ["P", "p"]
    line.undo()
    assert line.position == GARDNER.start.play("c2c3")
    line.play("d4c3")
    assert line == Line(GARDNER.start, ["c2c3", "d4c3"])
    line.back_to(0)
    assert (line.position, line.last, line.before) == (GARDNER.start, None, None)
    with pytest.raises(sbg.PlayError, match="0 were played"):
        line.undo()
    with pytest.raises(sbg.PlayError, match="-1 plies"):
        line.undo(-1)


def test_nothing_is_played_by_an_illegal_move() -> None:
    line = Line(GARDNER.start, ["c2c3"])
    for bad in ("c3c4", "x", Move((0, 0), (4, 4))):
        with pytest.raises(sbg.IllegalMoveError):
            line.play(bad)
    assert line == Line(GARDNER.start, ["c2c3"])
    assert line.game is GARDNER


def test_squares_by_name_and_by_coordinates() -> None:
    position = GARDNER.start
    assert (position.at("a1"), position.at("c3"), position.at("e5")) == ("R", ".", "k")
    assert position[3, 4] == position.at("d5") == position.at((3, 4)) == "q"
    for wrong in ("f1", "a6", (5, 0), (-1, 0)):
        with pytest.raises(ValueError, match="no square"):
            position.at(wrong)
    nonsense: list[Any] = ["", "1a", 5, (1,), (1.0, 2), None]
    for square in nonsense:
        with pytest.raises(ValueError, match="a square is a name such as 'c3'"):
            position.at(square)


def test_captures_of_either_side_and_standing_still() -> None:
    start = sbg.parse(OWN).start
    assert start.captured(Move.parse("a1b1")) == "P"
    assert start.is_capture("a1b1")
    assert start.captured(Move.parse("a1a1")) is None  # it stays, and captures nothing
    assert not start.is_capture(Move.parse("b1c1"))


def test_moves_are_found_by_their_text() -> None:
    moves = GARDNER.start.moves
    assert "c2c3" in moves
    assert Move.parse("c2c3") in moves
    for text in ("c2c4", "c2", "", "x9"):
        assert text not in moves
    assert Move.parse("c2c3") != "c2c3"
    with pytest.raises(sbg.IllegalMoveError, match="`c2` is not a move"):
        Move.parse("c2")


def test_a_pickled_position_finds_its_game_again() -> None:
    # No other test has this game: an equal one that was pickled before would be found instead.
    game = sbg.Game(replace(GARDNER.description, turn_limit=77))
    position = game.start.play("c2c3")
    data = pickle.dumps(position)
    assert len(data) < 2000
    again = pickle.loads(data)
    assert again == position
    assert again.game is game
    assert pickle.loads(pickle.dumps(game)) is game
