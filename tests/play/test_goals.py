"""`#` and `@` goals: events of a move, tested after it and never in a position that was set up."""

import pytest

from tests.play.helpers import Engine, make, moves, play, result

KING = "K (0,1,e) + (0,1,p) + (1,0,e) + (1,0,p) + (1,0,w) + (-1,0,e) + (-1,0,p) &"

# --- `#X n`


def test_the_owner_loses_when_a_capture_brings_the_count_to_n(engine: Engine) -> None:
    start = engine.start(make("k.", "K.", rules=KING, goals="#k 0 &"))
    after = start.play("a1a2")
    assert result(after) == ("white", "count")
    assert after.moves == []


def test_the_letter_of_a_count_says_whose_pieces_are_counted(engine: Engine) -> None:
    # Under `#K 1` alone white's kings are counted, and black's are not.
    game = make("k.k", "K.K", rules=KING, goals="#K 1 &")
    assert result(engine.start(game).play("a1a2")) is None
    black = engine.position(game, "k1k/K1K b 1")
    assert result(black.play("a2a1")) == ("black", "count")


def test_a_count_is_met_exactly(engine: Engine) -> None:
    game = make("kkkk", "KKKK", rules=KING, goals="#k 2 &")
    three = engine.start(game).play("a1a2")
    assert result(three) is None
    two = play(three, "d2d1 b1b2")  # black takes one of white's, which does not count
    assert result(two) == ("white", "count")


def test_a_count_below_n_is_not_the_event(engine: Engine) -> None:
    game = make("k.kk", "K..K", rules=KING, goals="#k 2 &")
    one = engine.position(game, "k2k/K2K w 0")  # there are two already: the event is in the past
    assert result(one) is None
    assert result(one.play("a1a2")) is None


def test_a_count_is_not_tested_in_the_initial_position(engine: Engine) -> None:
    game = make("k..", "K..", rules=KING, goals="#K 1 & #k 1 & #x 0 &")
    start = engine.start(game)
    assert result(start) is None
    assert result(start.play("a1b1")) is None  # nor after a move that captures nothing


def test_a_count_is_not_tested_when_another_piece_is_lost(engine: Engine) -> None:
    # Black has exactly one king throughout; losing the pawn is not what `#k 1` speaks of.
    game = make("kp", "K.", "..", rules=KING + "P (0,1,e) &", goals="#k 1 & #K 1 &")
    position = engine.position(game, "kp/1K/2 w 0")
    assert result(position.play("b2b3")) is None


def test_the_other_colour_is_another_count(engine: Engine) -> None:
    game = make("kkK", "K..", rules=KING, goals="#K 1 &")
    assert result(engine.start(game).play("a1a2")) is None  # black's kings are down to one


def test_capturing_the_own_piece_counts(engine: Engine) -> None:
    game = make("k..", "KX.", rules=KING, goals="#X 0 &")
    assert result(engine.start(game).play("a1b1")) == ("black", "count")


@pytest.mark.parametrize("goals", ["#k 2 & #k 0 &", "#k 0 & #k 2 &", "#k 0 & #k 2 & #k 2 &"])
def test_several_counts_for_one_letter_are_all_kept(engine: Engine, goals: str) -> None:
    game = make("kkkk", "KKKK", rules=KING, goals=goals)
    three = engine.start(game).play("a1a2")
    assert result(three) is None
    assert result(play(three, "c2c1 b1b2")) == ("white", "count")
    last = engine.position(game, "k3/K3 w 0")
    assert result(last.play("a1a2")) == ("white", "count")
    not_last = engine.position(game, "k2k/K3 w 0")
    assert result(not_last.play("a1a2")) is None


def test_a_count_that_cannot_be_reached_does_no_harm(engine: Engine) -> None:
    game = make("k.", "K.", rules=KING, goals="#k 1000000000 & #Z 0 &")
    assert result(engine.start(game).play("a1b1")) is None


# --- `@X squares`


def test_the_mover_wins_by_moving_a_piece_to_a_goal_square(engine: Engine) -> None:
    start = engine.start(make("...k", "K...", rules=KING, goals="@K 1 0, 0 1 &"))
    assert result(start.play("a1b1")) == ("white", "goal")
    assert result(start.play("a1a2")) == ("white", "goal")
    assert start.play("a1a2").moves == []


def test_goal_squares_are_absolute_for_black_too(engine: Engine) -> None:
    game = make("k..", "...", "K..", rules=KING, goals="@k 2 0 &")
    black = engine.position(game, "3/2k/K2 b 1")
    assert result(black.play("c2c1")) == ("black", "goal")
    mirrored = engine.position(game, "1k1/3/K2 b 1")
    assert result(mirrored.play("b3c3")) is None


def test_another_square_is_no_goal(engine: Engine) -> None:
    start = engine.start(make("...k", "K...", rules=KING, goals="@K 0 1 &"))
    assert result(start.play("a1b1")) is None


def test_another_piece_on_the_square_is_no_goal(engine: Engine) -> None:
    game = make("k...", "K.X.", rules=KING + "X (-1,0,e) &", goals="@K 1 0 & @x 1 0 &")
    assert result(engine.start(game).play("c1b1")) is None


def test_a_goal_is_for_one_colour(engine: Engine) -> None:
    game = make("k..", "K..", rules=KING, goals="@K 1 1 &")
    after = play(engine.start(game), "a1b1 a2b2")
    assert result(after) is None


def test_a_piece_that_stays_on_its_goal_square_wins(engine: Engine) -> None:
    game = make("k.", "K.", rules="K (0,0,w) + (1,0,e) &", goals="@K 0 0 &")
    start = engine.start(game)
    assert result(start.play("a1a1")) == ("white", "goal")
    assert result(start.play("a1b1")) is None


def test_a_piece_that_does_not_move_does_not_win(engine: Engine) -> None:
    game = make("k..", "K.K", rules=KING, goals="@K 0 0 &")
    start = engine.start(game)
    assert result(start) is None  # not in the initial position
    assert result(start.play("c1c2")) is None  # and not when another king moves


def test_the_opponents_move_does_not_win_for_a_piece(engine: Engine) -> None:
    game = make("k..", "K..", rules=KING, goals="@K 0 0 &")
    position = engine.position(game, "k2/K2 b 1")
    assert result(position.play("a2b2")) is None


def test_passing_over_a_goal_square_is_not_standing_on_it(engine: Engine) -> None:
    game = make("k..", "R..", rules="R (1,0,e)^2 & K (1,0,e) &", goals="@R 1 0 &")
    assert result(engine.start(game).play("a1c1")) is None


def test_goals_for_one_letter_are_united(engine: Engine) -> None:
    game = make("...k", "K...", rules=KING, goals="@K 0 1 & @K 1 0, 3 0 & @K 1 0 &")
    for move in ["a1b1", "a1a2"]:
        assert result(engine.start(game).play(move)) == ("white", "goal"), move


def test_a_goal_may_be_reached_by_capturing(engine: Engine) -> None:
    game = make("k..", "Kk.", rules=KING, goals="@K 1 0 &")
    assert result(engine.start(game).play("a1b1")) == ("white", "goal")


# --- asymmetric goals


def test_goals_may_differ_for_the_players(engine: Engine) -> None:
    # White must reach the top; black must take two of white's three.
    game = make("k.k", "...", "KKK", rules=KING, goals="@K 1 2 & #K 1 &")
    start = engine.start(game)
    assert result(play(start, "b1b2 a3b3 b2b3")) == ("white", "goal")
    position = engine.position(game, "3/k1k/KK1 b 1")
    assert moves(position) != ""
    assert result(position.play("a2a1")) == ("black", "count")


def test_armies_may_differ(engine: Engine) -> None:
    game = make(
        "h.h.",
        "....",
        "....",
        ".F..",
        rules="F (1,1,e) + (-1,1,e) + (1,-1,e) + (-1,-1,e) & H (1,1,e) + (-1,1,e) &",
        goals="@F 0 3, 1 3, 2 3, 3 3 &",
    )
    start = engine.start(game)
    assert moves(start) == "b1a2 b1c2"
    after = start.play("b1c2")
    assert moves(after) == "a4b3 c4b3 c4d3"
    assert result(play(after, "c4b3 c2d3 b3a2 d3c4")) == ("white", "goal")
