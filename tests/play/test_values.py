"""Positions are values: they compare, hash, copy and pickle, and equality sees the outcome."""

import copy
import pickle

import pytest

import sbg
from tests.play.helpers import Engine, Position, make, moves, play, result

KING = "K (1,0,e) + (-1,0,e) + (0,1,e) + (0,-1,e) + (0,1,p) &"


def test_two_ways_to_one_position_are_equal(engine: Engine) -> None:
    game = make("k..", "...", "K..", rules=KING)
    one = play(engine.start(game), "a1b1 a3b3 b1c1 b3c3")
    other = engine.position(game, one.fen)
    assert one == other
    assert hash(one) == hash(other)
    assert len({one, other}) == 1


def test_positions_of_equal_games_are_equal(engine: Engine) -> None:
    text = "<<Test>><BOARD>2 1|K.|<PIECES>K (1,0,e)&<GOALS>9&"
    spaced = text.replace(">", "> /* the same game */\n").replace(
        "<<Test> /* the same game */\n", "<<Test>"
    )
    one, other = sbg.parse(text), sbg.parse(spaced)
    assert one == other
    assert engine.start(one) == engine.start(other)
    assert hash(engine.start(one)) == hash(engine.start(other))


def test_positions_differ_in_the_board(engine: Engine) -> None:
    game = make("k..", "K..", rules=KING)
    assert engine.position(game, "k2/K2 w 0") != engine.position(game, "k2/1K1 w 0")


def test_positions_differ_in_the_player_and_the_ply(engine: Engine) -> None:
    game = make("k..", "K..", rules=KING)
    start = engine.start(game)
    assert start != engine.position(game, "k2/K2 b 1")
    assert start != engine.position(game, "k2/K2 w 2")
    assert start != play(start, "a1b1 a2b2 b1a1 b2a2")


@pytest.mark.parametrize(
    "changed",
    [{"limit": 7}, {"goals": "#K 0 &"}, {"rules": "K (1,0,e) &"}],
    ids=lambda c: next(iter(c)),
)
def test_positions_differ_in_the_game(engine: Engine, changed: dict[str, str]) -> None:
    board = ("k..", "K..")
    one = make(*board, rules=KING)
    other = make(*board, **{"rules": KING, **changed})  # type: ignore[arg-type]
    assert one != other
    assert engine.start(one).fen == engine.start(other).fen
    assert engine.start(one) != engine.start(other)


def test_positions_differ_in_the_outcome(engine: Engine) -> None:
    game = make("k..", "K..", rules=KING, goals="@K 1 0 &")
    won = engine.start(game).play("a1b1")
    set_up = engine.position(game, won.fen)
    assert won.fen == set_up.fen
    assert (result(won), result(set_up)) == (("white", "goal"), None)
    assert won != set_up
    assert len({won, set_up}) == 2


def test_two_outcomes_of_one_board_differ(engine: Engine) -> None:
    # One board and ply, won in one line by a count and in the other by a goal.
    rules = "K (1,0,e) + (1,0,p) + (0,1,e) &"
    game = make("k..k", "....", "K.k.", rules=rules, goals="#k 1 & @K 2 0 &")
    by_count = engine.position(game, "k3/4/1Kk1 w 2").play("b1c1")
    by_goal = engine.position(game, "k3/4/1K2 w 2").play("b1c1")
    assert by_count.fen == by_goal.fen
    assert (result(by_count), result(by_goal)) == (("white", "count"), ("white", "goal"))
    assert by_count != by_goal


def test_an_outcome_that_any_position_shows_makes_no_difference(engine: Engine) -> None:
    # Having no moves is seen in the position itself, so the line adds nothing that is not there.
    game = make("k", ".", "K", rules="K (0,1,e) &")
    played = engine.start(game).play("a1a2")
    assert result(played) == ("white", "no-moves")
    assert played == engine.position(game, played.fen)


def test_a_position_is_equal_to_nothing_else(engine: Engine) -> None:
    start = engine.start(make("k..", "K..", rules=KING))
    assert start != start.fen
    assert start != 0


def _copies(position: Position) -> list[Position]:
    pickles = [
        pickle.loads(pickle.dumps(position, protocol))
        for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1)
    ]
    return [copy.copy(position), copy.deepcopy(position), *pickles]


def test_positions_are_copied_and_pickled(engine: Engine) -> None:
    game = make("k..", "...", "K..", rules=KING, goals="@K 2 2 & #k 0 &")
    position = play(engine.start(game), "a1b1 a3b3")
    for duplicate in _copies(position):
        assert duplicate == position
        assert hash(duplicate) == hash(position)
        assert (duplicate.fen, duplicate.turn, duplicate.ply) == ("1k1/3/1K1 w 2", "white", 2)
        assert moves(duplicate) == moves(position)
        assert duplicate.play("b1b2") == position.play("b1b2")


def test_copies_keep_the_outcome(engine: Engine) -> None:
    game = make("k..", "K..", rules=KING, goals="@K 1 0 &")
    won = engine.start(game).play("a1b1")
    for duplicate in _copies(won):
        assert result(duplicate) == ("white", "goal")
        assert duplicate == won
        with pytest.raises(sbg.GameOverError):
            duplicate.play("a2b2")


def test_games_are_pickled() -> None:
    game = make("k..", "K..", rules=KING)
    again = pickle.loads(pickle.dumps(game))
    assert again == game
    assert again.start == game.start


def test_the_list_of_moves_belongs_to_the_caller(engine: Engine) -> None:
    start = engine.start(make("k..", "K..", rules=KING))
    start.moves.clear()
    assert moves(start) == "a1b1 a1a2"


def test_moves_and_outcomes_are_values(engine: Engine) -> None:
    start = engine.start(make("k..", "K..", rules=KING))
    move = start.moves[0]
    assert move == sbg.Move((0, 0), (1, 0))
    assert len({move, sbg.Move((0, 0), (1, 0))}) == 1
    assert pickle.loads(pickle.dumps(move)) == move
    assert sbg.Outcome("white", "goal") != sbg.Outcome("white", "count")


def test_the_two_engines_do_not_mix() -> None:
    game = make("k..", "K..", rules=KING)
    assert game.start != sbg.reference.Position(game)


def test_a_position_can_be_told_by_its_repr(engine: Engine) -> None:
    start = engine.start(make("k..", "K..", rules=KING))
    assert "'k2/K2 w 0'" in repr(start)
    assert "'Test'" in repr(start)
