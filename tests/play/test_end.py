"""How games end: no legal move, the turn limit, and which reason comes first."""

import pytest

import sbg
from tests.play.helpers import Engine, make, moves, play, result

STEP = "K (0,1,e) &"

# --- no legal move


def test_a_player_without_a_legal_move_loses(engine: Engine) -> None:
    start = engine.start(make("k", ".", "K", rules=STEP))
    after = start.play("a1a2")
    assert after.turn == "black"
    assert result(after) == ("white", "no-moves")


def test_white_loses_at_once_without_a_move_in_the_initial_position(engine: Engine) -> None:
    start = engine.start(make("k", "K", rules=STEP))
    assert result(start) == ("black", "no-moves")
    assert start.moves == []


def test_a_player_without_pieces_loses(engine: Engine) -> None:
    game = make("k.", ".K", rules="K (0,1,e) + (-1,1,p) &")
    assert result(engine.start(game).play("b1a2")) == ("white", "no-moves")
    assert result(engine.start(make("k", ".", rules=STEP))) == ("black", "no-moves")


def test_a_player_whose_pieces_have_no_rule_loses(engine: Engine) -> None:
    assert result(engine.start(make("k.", "X.", rules=STEP))) == ("black", "no-moves")
    assert result(engine.start(make("x", rules=""))) == ("black", "no-moves")


def test_standing_still_is_a_legal_move(engine: Engine) -> None:
    game = make("k", "K", rules="K (0,0,w) &", limit=3)
    assert result(play(engine.start(game), "a1a1 a2a2")) is None


def test_only_the_player_to_move_is_tested(engine: Engine) -> None:
    game = make("x.", "K.", rules="K (1,0,e) + (-1,0,e) & X (1,0,e) &")
    after = engine.start(game).play("a1b1")
    assert result(after) is None
    assert result(after.play("a2b2")) is None  # black will have no move, but it is white's turn
    assert result(play(after, "a2b2 b1a1")) == ("white", "no-moves")


# --- the turn limit

SHUFFLE = "K (1,0,e) + (-1,0,e) &"


def test_the_game_is_drawn_when_the_limit_is_reached(engine: Engine) -> None:
    position = engine.start(make("k.", "K.", rules=SHUFFLE, limit=4))
    for move in ["a1b1", "a2b2", "b1a1"]:
        position = position.play(move)
        assert result(position) is None
    position = position.play("b2a2")
    assert result(position) == (None, "turn-limit")
    assert position.moves == []


@pytest.mark.parametrize(("limit", "white", "black"), [(1, 1, 0), (2, 1, 1), (3, 2, 1), (5, 3, 2)])
def test_the_limit_counts_plies(engine: Engine, limit: int, white: int, black: int) -> None:
    position = engine.start(make("k.", "K.", rules=SHUFFLE, limit=limit))
    made = {"white": 0, "black": 0}
    while position.outcome is None:
        made[position.turn] += 1
        position = position.play(position.moves[0])
    assert made == {"white": white, "black": black}
    assert position.ply == limit
    assert result(position) == (None, "turn-limit")


def test_a_limit_of_0_is_a_draw_at_once(engine: Engine) -> None:
    start = engine.start(make("k.", "K.", rules=SHUFFLE, limit=0))
    assert result(start) == (None, "turn-limit")
    assert start.moves == []


def test_the_largest_limit_is_no_limit_in_practice(engine: Engine) -> None:
    start = engine.start(make("k.", "K.", rules=SHUFFLE, limit=10**9))
    assert result(play(start, "a1b1 a2b2 b1a1 b2a2")) is None


# --- the order of reasons


def test_losing_a_count_comes_before_winning_by_a_goal(engine: Engine) -> None:
    # The pawn captures its own last king, on a goal square: the count is tested first.
    game = make("k..", "K..", "P..", rules="P (0,1,w) & K (1,0,e) &", goals="@P 0 1 & #K 0 &")
    assert result(engine.start(game).play("a1a2")) == ("black", "count")


def test_the_order_of_the_goals_in_the_file_does_not_matter(engine: Engine) -> None:
    game = make("k..", "K..", "P..", rules="P (0,1,w) & K (1,0,e) &", goals="#K 0 & @P 0 1 &")
    assert result(engine.start(game).play("a1a2")) == ("black", "count")


def test_winning_by_a_count_names_the_count_on_a_goal_square_too(engine: Engine) -> None:
    game = make("k", "K", rules="K (0,1,p) &", goals="@K 0 1 & #k 0 &")
    assert result(engine.start(game).play("a1a2")) == ("white", "count")


def test_a_count_comes_before_no_moves(engine: Engine) -> None:
    # Black has no move left after this, but white has captured his own last pawn.
    game = make("k.", "P.", "K.", rules="K (0,1,w) + (0,1,e) &", goals="#P 0 &")
    after = engine.start(game).play("a1a2")
    assert result(engine.position(game, after.fen)) == ("white", "no-moves")
    assert result(after) == ("black", "count")


def test_a_goal_comes_before_no_moves(engine: Engine) -> None:
    game = make("k", ".", "K", rules=STEP, goals="@K 0 1 &")
    assert result(engine.start(game).play("a1a2")) == ("white", "goal")


def test_a_goal_comes_before_the_turn_limit(engine: Engine) -> None:
    game = make("k.", "K.", rules=SHUFFLE, goals="@K 1 0 &", limit=1)
    assert result(engine.start(game).play("a1b1")) == ("white", "goal")


def test_a_count_comes_before_the_turn_limit(engine: Engine) -> None:
    game = make("kk", "K.", rules="K (0,1,p) + (1,0,e) &", goals="#k 1 &", limit=1)
    assert result(engine.start(game).play("a1a2")) == ("white", "count")


def test_no_moves_comes_before_the_turn_limit(engine: Engine) -> None:
    game = make("k", ".", "K", rules=STEP, limit=1)
    assert result(engine.start(game).play("a1a2")) == ("white", "no-moves")
    assert result(engine.start(make("k", "K", rules=STEP, limit=0))) == ("black", "no-moves")


# --- what an outcome is


def test_an_outcome_names_winner_and_reason(engine: Engine) -> None:
    draw = engine.start(make("k.", "K.", rules=SHUFFLE, limit=0)).outcome
    assert draw == sbg.Outcome(None, "turn-limit")
    assert str(draw) == "draw (turn-limit)"
    lost = engine.start(make("k", "K", rules=STEP)).outcome
    assert lost == sbg.Outcome("black", "no-moves")
    assert str(lost) == "black wins (no-moves)"


def test_a_game_that_goes_on_has_no_outcome(engine: Engine) -> None:
    start = engine.start(make("k.", "K.", rules=SHUFFLE))
    assert start.outcome is None
    assert moves(start) == "a1b1"


# --- positions given as text have no last move


def test_goals_are_not_tested_in_a_position_given_as_text(engine: Engine) -> None:
    game = make("k.", "K.", rules=SHUFFLE + "X (1,0,e) &", goals="@K 0 0 & #k 0 & #K 0 &")
    assert result(engine.position(game, "k1/K1 w 0")) is None  # on its goal square
    assert result(engine.position(game, "x1/K1 w 0")) is None  # a king is missing
    assert result(engine.position(game, "k1/X1 w 0")) is None


def test_no_moves_and_the_limit_are_tested_in_a_position_given_as_text(engine: Engine) -> None:
    game = make("k.", "K.", rules=SHUFFLE, limit=6)
    assert result(engine.position(game, "kk/K1 b 1")) == ("white", "no-moves")
    assert result(engine.position(game, "k1/K1 b 5")) is None
    assert result(engine.position(game, "k1/K1 w 6")) == (None, "turn-limit")
    assert result(engine.position(game, "k1/K1 b 1001")) == (None, "turn-limit")
    assert result(engine.position(game, "kk/K1 b 7")) == ("white", "no-moves")
