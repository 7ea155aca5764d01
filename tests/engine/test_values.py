"""Positions and games as values of Python: shared moves, hashes, copies, pickles, and the size of tables."""

from __future__ import annotations

import copy
import pickle

import pytest

import sbg
from sbg.language.model import Move
from tests.play.helpers import make

GARDNER = sbg.load("gardner")


def test_moves_are_shared_objects() -> None:
    first, second = GARDNER.start.moves, GARDNER.start.moves
    assert first is not second
    assert all(a is b for a, b in zip(first, second, strict=True))


def test_any_equal_move_can_be_played() -> None:
    move = GARDNER.start.moves[0]
    assert GARDNER.start.play(Move(move.origin, move.target)) == GARDNER.start.play(move)
    assert GARDNER.start.play(str(move)) == GARDNER.start.play(move)


@pytest.mark.parametrize(
    "move",
    [Move((0, 0), (4, 4)), Move((0, 0), (0, 9)), Move((-1, 0), (0, 0)), Move((7, 7), (0, 0))],
)
def test_other_moves_are_refused(move: Move) -> None:
    with pytest.raises(sbg.IllegalMoveError):
        GARDNER.start.play(move)


def test_moves_of_another_game_are_read_by_their_squares() -> None:
    other = sbg.load("breakthrough").start.moves[0]
    again = sbg.load("breakthrough").start
    assert again.play(other) == again.play(str(other))


def test_the_hash_tells_boards_and_players_apart() -> None:
    seen: dict[int, str] = {}
    position = GARDNER.start
    for number in range(30):
        if position.outcome:
            break
        text = position.fen.rsplit(" ", 1)[0]
        assert seen.setdefault(position.zobrist, text) == text
        position = position.play(position.moves[number % len(position.moves)])
    white = GARDNER.position("k4/5/5/5/4K w 0")
    black = GARDNER.position("k4/5/5/5/4K b 1")
    later = GARDNER.position("k4/5/5/5/4K w 2")
    assert white.zobrist != black.zobrist
    assert white.zobrist == later.zobrist
    assert white != later


def test_equal_positions_of_two_equal_games() -> None:
    again = sbg.load("gardner")
    assert again is not GARDNER
    assert again.start == GARDNER.start
    assert hash(again.start) == hash(GARDNER.start)
    assert sbg.load("breakthrough").start != GARDNER.start
    assert GARDNER.start != "rnbqk/ppppp/5/PPPPP/RNBQK w 0"


def test_pickles_keep_the_outcome_of_the_last_move() -> None:
    game = make("P..", rules="P (1,0,e) &", goals="@P 1 0 &")
    over = game.start.play("a1b1")
    assert over.outcome is not None
    assert over.outcome.reason == "goal"
    for value in (game.start, over, GARDNER.start):
        again = pickle.loads(pickle.dumps(value))
        assert again == value
        assert again.outcome == value.outcome
        assert again.moves == value.moves
    assert game.position(over.fen) != over  # the line alone has no last move


def test_copies() -> None:
    assert copy.copy(GARDNER.start) == copy.deepcopy(GARDNER.start) == GARDNER.start
    assert copy.deepcopy(GARDNER).start == GARDNER.start


def test_old_positions_stay_as_they_are() -> None:
    start = GARDNER.start
    fen = start.fen
    for move in start.moves:
        start.play(move)
    assert start.fen == fen


def test_tables_are_small() -> None:
    assert sbg.load("chess").rules.table_bytes < 32 << 20
