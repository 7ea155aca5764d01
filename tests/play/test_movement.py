"""Which moves a rule allows: directions, contents, words and the pieces they belong to."""

import pytest

from tests.play.helpers import Engine, make, moves, play

# --- directions


def test_x_grows_to_the_right_and_y_upward_from_the_lower_left(engine: Engine) -> None:
    start = engine.start(make("...", "A..", rules="A (2,1,e) &"))
    assert [(move.origin, move.target) for move in start.moves] == [((0, 0), (2, 1))]
    assert moves(start) == "a1c2"


def test_forward_is_up_for_white_and_down_for_black(engine: Engine) -> None:
    game = make("..p..", ".....", ".....", "..P..", rules="P (0,1,e) &")
    start = engine.start(game)
    assert moves(start) == "c1c2"
    assert moves(start.play("c1c2")) == "c4c3"


def test_dx_is_not_mirrored_for_black(engine: Engine) -> None:
    start = engine.start(make("..p..", ".....", ".....", "..P..", rules="P (1,1,e) &"))
    assert moves(start) == "c1d2"
    assert moves(start.play("c1d2")) == "c4d3"


def test_backward_steps_are_negated_for_black_too(engine: Engine) -> None:
    start = engine.start(make("..", "p.", "P.", "..", rules="P (1,-1,e) &"))
    assert moves(start) == "a2b1"
    assert moves(start.play("a2b1")) == "a3b4"


def test_negation_holds_for_every_letter_of_a_word(engine: Engine) -> None:
    rule = "P (0,2,e)(1,-1,e) &"
    start = engine.start(make("p.", "..", "..", "P.", rules=rule))
    assert moves(start) == "a1b2"
    assert moves(start.play("a1b2")) == "a4b3"


def test_width_comes_before_height(engine: Engine) -> None:
    start = engine.start(make("....", "R...", rules="R (1,0,e)(1,0,e)^* + (0,1,e)(0,1,e)^* &"))
    assert moves(start) == "a1b1 a1c1 a1d1 a1a2"


# --- whose turn, which pieces


def test_white_moves_first_and_players_alternate(engine: Engine) -> None:
    position = engine.start(make("k.", "K.", rules="K (1,0,e) + (-1,0,e) &"))
    turns = []
    for move in ["a1b1", "a2b2", "b1a1", "b2a2"]:
        turns.append((position.turn, position.ply))
        position = position.play(move)
    assert turns == [("white", 0), ("black", 1), ("white", 2), ("black", 3)]


def test_only_the_pieces_of_the_player_to_move_move(engine: Engine) -> None:
    start = engine.start(make("k.k", "...", "K.K", rules="K (0,1,e) &"))
    assert moves(start) == "a1a2 c1c2"
    assert moves(start.play("a1a2")) == "c3c2"


def test_each_letter_has_its_own_rule(engine: Engine) -> None:
    start = engine.start(make("...", "A.B", rules="A (0,1,e) & B (-1,1,e) &"))
    assert moves(start) == "a1a2 c1b2"


def test_a_piece_without_a_rule_does_not_move(engine: Engine) -> None:
    game = make("x..", "...", "X.P", rules="P (0,1,e) &")
    assert moves(engine.start(game)) == "c1c2"


def test_a_piece_without_a_rule_can_be_captured(engine: Engine) -> None:
    start = engine.start(make("x.", "P.", rules="P (0,1,p) &"))
    assert start.play("a1a2").fen == "P1/2 b 1"


# --- contents


@pytest.mark.parametrize(("on", "expected"), [("e", "b1b2"), ("p", "b1a2"), ("w", "b1c2")])
def test_contents_for_white(engine: Engine, on: str, expected: str) -> None:
    rule = f"K (-1,1,{on}) + (0,1,{on}) + (1,1,{on}) &"
    assert moves(engine.start(make("x.X", ".K.", rules=rule))) == expected


@pytest.mark.parametrize(("on", "expected"), [("e", "b2b1"), ("p", "b2a1"), ("w", "b2c1")])
def test_own_and_opponent_are_seen_from_the_moving_player(
    engine: Engine, on: str, expected: str
) -> None:
    rule = f"K (-1,1,{on}) + (0,1,{on}) + (1,1,{on}) &"
    position = engine.position(make(".k.", "X.x", rules=rule), "1k1/X1x b 1")
    assert moves(position) == expected


def test_content_does_not_ask_which_piece_it_is(engine: Engine) -> None:
    start = engine.start(make("abc", ".K.", rules="K (-1,1,p) + (0,1,p) + (1,1,p) &"))
    assert moves(start) == "b1a2 b1b2 b1c2"


def test_every_square_of_a_word_is_asked_for_its_content(engine: Engine) -> None:
    game = make("..", "..", "R.", rules="R (0,1,e)(0,1,p) & X (0,1,e) &")
    for fen, expected in [
        ("x1/2/R1 w 0", "a1a3"),  # as the word asks
        ("2/2/R1 w 0", ""),  # the last square is empty
        ("x1/x1/R1 w 0", ""),  # the first square is not
        ("X1/2/R1 w 0", ""),  # the last square holds an own piece
    ]:
        assert moves(engine.position(game, fen)) == expected, fen


def test_a_letter_jumps_over_what_is_between(engine: Engine) -> None:
    start = engine.start(make("...", "xxx", "xNx", rules="N (1,2,e) &"))
    assert moves(start) == "b1c3"


def test_a_square_off_the_board_satisfies_no_content(engine: Engine) -> None:
    rule = " + ".join(f"({dx},{dy},{on})" for dx, dy in [(1, 0), (0, 1)] for on in "epw")
    assert moves(engine.start(make(".A", "A.", rules=f"A {rule} &"))) == "a1b1 a1a2"


def test_a_word_cannot_leave_the_board_and_come_back(engine: Engine) -> None:
    out_and_back = "((0,1,e)+(0,1,p)+(0,1,w))(1,-1,e)"
    game = make("..", "A.", rules=f"A {out_and_back} &")
    assert moves(engine.start(game)) == "a1b1"
    assert moves(engine.position(game, "A1/2 w 0")) == ""


def test_columns_do_not_wrap_around(engine: Engine) -> None:
    start = engine.start(make("...", "..A", rules="A (1,0,e) + (1,1,e) + (-2,0,e) &"))
    assert moves(start) == "c1a1"


# --- the board does not change while a word is read


def test_the_start_square_holds_the_moving_piece(engine: Engine) -> None:
    there_and_back = "(1,0,e)(-1,0,{})"
    for on, expected in [("w", "a1a1"), ("e", ""), ("p", "")]:
        game = make("A.", rules=f"A {there_and_back.format(on)} &")
        assert moves(engine.start(game)) == expected, on


def test_standing_on_the_start_square_is_own_and_never_empty_or_enemy(engine: Engine) -> None:
    for on, expected in [("w", "a1a1"), ("e", ""), ("p", "")]:
        assert moves(engine.start(make("A.", rules=f"A (0,0,{on}) &"))) == expected, on


def test_a_word_may_go_on_over_its_start_square(engine: Engine) -> None:
    start = engine.start(make("..A.", rules="A (1,0,e)(-1,0,w)(-2,0,e) &"))
    assert moves(start) == "c1a1"


def test_a_square_may_be_visited_twice(engine: Engine) -> None:
    start = engine.start(make("A.x", rules="A (1,0,e)(1,0,p)(-1,0,e) &"))
    assert moves(start) == "a1b1"
    assert start.play("a1b1").fen == "1Ax b 1"  # the piece that was only passed stays


def test_a_square_passed_as_enemy_is_still_there_the_second_time(engine: Engine) -> None:
    start = engine.start(make("Ax", rules="A (1,0,p)(-1,0,w)(1,0,p) &"))
    assert moves(start) == "a1b1"
    assert start.play("a1b1").fen == "1A b 1"


# --- expressions


def test_concatenation_binds_tighter_than_sum(engine: Engine) -> None:
    start = engine.start(make("...A...", rules="A (1,0,e)(1,0,e) + (-1,0,e) &"))
    assert moves(start) == "d1c1 d1f1"


def test_power_binds_tighter_than_concatenation(engine: Engine) -> None:
    assert moves(engine.start(make("A.....", rules="A (1,0,e)(1,0,e)^3 &"))) == "a1e1"
    assert moves(engine.start(make("A.....", rules="A ((1,0,e)(1,0,e))^2 &"))) == "a1e1"
    assert moves(engine.start(make("A......", rules="A ((1,0,e)(1,0,e))^3 &"))) == "a1g1"


def test_a_power_repeats_exactly(engine: Engine) -> None:
    assert moves(engine.start(make("A....", rules="A (1,0,e)^3 &"))) == "a1d1"
    assert moves(engine.start(make("A..", rules="A (1,0,e)^3 &"))) == ""  # it runs off the board


def test_a_sum_under_a_power_may_choose_anew_each_time(engine: Engine) -> None:
    start = engine.start(make("...", "...", "A..", rules="A ((1,0,e) + (0,1,e))^2 &"))
    assert moves(start) == "a1c1 a1b2 a1a3"


def test_a_star_repeats_any_number_of_times(engine: Engine) -> None:
    assert moves(engine.start(make("A...", rules="A (1,0,e)(1,0,e)^* &"))) == "a1b1 a1c1 a1d1"


def test_a_star_stops_where_the_content_does_not_fit(engine: Engine) -> None:
    slide = "R (1,0,e)(1,0,e)^* + (1,0,e)^*(1,0,p) &"
    assert moves(engine.start(make("R..x.", rules=slide))) == "a1b1 a1c1 a1d1"
    assert moves(engine.start(make("R..X.", rules=slide))) == "a1b1 a1c1"


def test_a_star_of_a_star_ends(engine: Engine) -> None:
    start = engine.start(make("A..", rules="A (((1,0,e)^*)^*(-1,0,e)^*)^*(1,0,e) &"))
    assert moves(start) == "a1b1 a1c1"


def test_two_words_to_one_square_are_one_move(engine: Engine) -> None:
    game = make("...", "A..", rules="A (1,0,e)(0,1,e) + (0,1,e)(1,0,e) + (1,1,e) + (1,1,e) &")
    start = engine.start(game)
    assert moves(start) == "a1b2"
    assert engine.perft(start, 1) == 1


def test_there_may_be_no_move_by_one_word_and_one_by_another(engine: Engine) -> None:
    rule = "A (1,0,e)(0,1,e) + (0,1,e)(1,0,e) &"
    assert moves(engine.start(make("..", "Ax", rules=rule))) == "a1b2"


# --- standing still


@pytest.mark.parametrize(
    "rule",
    [
        "(1,0,e)^0",
        "(1,0,p)^*",
        "((1,0,p)(0,1,e))^0",
        "(0,0,w)",
        "(0,0,w)^7",
        "(1,0,e)(-1,0,w)",
        "((1,0,p) + (0,1,p)^*)",
        "(((0,1,e)^0)^0)^*",
    ],
)
def test_a_piece_may_stand_still(engine: Engine, rule: str) -> None:
    game = make("k..", "...", "K..", rules=f"K {rule} &", goals="#K 0 & #k 0 & @K 2 2 &")
    start = engine.start(game)
    assert moves(start) == "a1a1"
    after = start.play("a1a1")
    assert after.fen == "k2/3/K2 b 1"  # nothing is captured, and the turn passes
    assert after.outcome is None


def test_no_piece_may_stand_still_without_a_word_for_it(engine: Engine) -> None:
    start = engine.start(make("A.", rules="A (1,0,e) + (0,0,e) + (0,0,p) &"))
    assert moves(start) == "a1b1"


def test_the_empty_word_joins_other_words(engine: Engine) -> None:
    start = engine.start(make("A..", rules="A (1,0,e)^* &"))
    assert moves(start) == "a1a1 a1b1 a1c1"
    assert moves(engine.start(make("A..", rules="A (1,0,e)^0(2,0,e) &"))) == "a1c1"


def test_powers_of_the_empty_word_cost_nothing(engine: Engine) -> None:
    start = engine.start(make(".", "K", rules="K ((((0,1,e)^0)^1000)^1000)^1000 &"))
    assert moves(start) == "a1a1"


# --- boards of other shapes


def test_a_board_of_one_square(engine: Engine) -> None:
    start = engine.start(make("K", rules="K (0,0,w) &"))
    assert moves(start) == "a1a1"
    assert engine.start(make(".", rules="K (0,0,w) &")).moves == []


def test_a_board_of_one_column(engine: Engine) -> None:
    start = engine.start(make("r", ".", ".", "R", rules="R (0,1,e)^*((0,1,e) + (0,1,p)) &"))
    assert moves(start) == "a1a2 a1a3 a1a4"
    assert moves(start.play("a1a2")) == "a4a2 a4a3"


def test_a_large_board_is_no_different(engine: Engine) -> None:
    rows = ["." * 64] * 63
    start = engine.start(make(*rows, "Q" + "." * 63, rules="Q (1,1,e)(1,1,e)^* + (63,63,e) &"))
    assert len(start.moves) == 63
    assert str(start.moves[-1]) == "a1bl64"
    assert play(start, "a1bl64").fen.startswith("63Q/64/")


# --- the examples of the paper

CHESS = """
K (0,1,e) + (0,1,p) &
Q (0,1,e)(0,1,e)^* + (0,1,e)^*(0,1,p) + (0,-1,e)(0,-1,e)^* + (0,-1,e)^*(0,-1,p) +
  (1,0,e)(1,0,e)^* + (1,0,e)^*(1,0,p) + (-1,0,e)(-1,0,e)^* + (-1,0,e)^*(-1,0,p) +
  (1,1,e)(1,1,e)^* + (1,1,e)^*(1,1,p) + (1,-1,e)(1,-1,e)^* + (1,-1,e)^*(1,-1,p) +
  (-1,1,e)(-1,1,e)^* + (-1,1,e)^*(-1,1,p) + (-1,-1,e)(-1,-1,e)^* + (-1,-1,e)^*(-1,-1,p) &
N (2,1,e) + (2,1,p) + (2,-1,e) + (2,-1,p) + (-2,1,e) + (-2,1,p) + (-2,-1,e) + (-2,-1,p) +
  (1,2,e) + (1,2,p) + (1,-2,e) + (1,-2,p) + (-1,2,e) + (-1,2,p) + (-1,-2,e) + (-1,-2,p) &
"""
CHESS_BOARD = [
    "r.k....r",
    "p..nb.p.",
    "..b....p",
    ".p.n.p..",
    "..PP....",
    "...Q.NB.",
    ".P...PPP",
    "R.....K.",
]


def test_the_chess_example_of_the_paper(engine: Engine) -> None:
    game = make(*CHESS_BOARD, rules=CHESS)
    queen = [move for move in moves(engine.start(game)).split() if move.startswith("d3")]
    # A capture on f5, a slide to a3, and not f3, where an own knight stands.
    assert " ".join(queen) == "d3b1 d3d1 d3f1 d3c2 d3d2 d3e2 d3a3 d3b3 d3c3 d3e3 d3e4 d3f5"
    black = engine.position(game, engine.start(game).fen.replace("w 0", "b 1"))
    assert "d5f6" in moves(black).split()


def test_the_double_step_of_a_chess_pawn(engine: Engine) -> None:
    # No square lies six rows ahead of the third row: a rule can tell where on the board a piece is.
    double = "P (0,1,e) + ((0,6,e)+(0,6,p)+(0,6,w))(0,-5,e)(0,1,e) &"
    game = make(".p......", *["........"] * 4, ".P......", "P.......", "........", rules=double)
    assert moves(engine.start(game)) == "a2a3 a2a4 b3b4"
    black = "8/p7/1p6/8/8/8/8/P7 b 1"
    assert moves(engine.position(game, black)) == "b6b5 a7a5 a7a6"
    blocked = "8/8/8/8/8/p7/P7/8 w 0"
    assert moves(engine.position(game, blocked)) == ""
