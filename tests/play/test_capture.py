"""What a move does to the board: captures of either colour, and nothing else."""

from tests.play.helpers import Engine, make, moves, play

STEP = "K (1,0,e) + (1,0,p) + (1,0,w) &"


def test_a_move_to_an_empty_square_only_moves_the_piece(engine: Engine) -> None:
    start = engine.start(make("k.x", "K.X", rules=STEP))
    assert start.play("a1b1").fen == "k1x/1KX b 1"


def test_a_move_onto_an_opponent_captures_it(engine: Engine) -> None:
    start = engine.start(make("k.x", "Kx.", rules=STEP))
    assert start.play("a1b1").fen == "k1x/1K1 b 1"


def test_a_move_onto_an_own_piece_captures_it(engine: Engine) -> None:
    start = engine.start(make("k.x", "KX.", rules=STEP))
    assert start.play("a1b1").fen == "k1x/1K1 b 1"


def test_black_captures_both_colours_too(engine: Engine) -> None:
    game = make("k..", "...", rules=STEP)
    assert engine.position(game, "kk1/3 b 1").play("a2b2").fen == "1k1/3 w 2"
    assert engine.position(game, "kK1/3 b 1").play("a2b2").fen == "1k1/3 w 2"


def test_without_a_letter_for_it_there_is_no_capture(engine: Engine) -> None:
    peaceful = "K (1,0,e) &"
    assert moves(engine.start(make("KX", rules=peaceful))) == ""
    assert moves(engine.start(make("Kx", rules=peaceful))) == ""


def test_only_the_last_square_of_a_word_is_captured(engine: Engine) -> None:
    jump = "K (1,0,p)(1,0,e) + (0,1,w)(0,1,p) &"
    start = engine.start(make("k...", "X...", "Kx..", rules=jump))
    assert moves(start) == "a1c1 a1a3"
    assert start.play("a1c1").fen == "k3/X3/1xK1 b 1"
    assert start.play("a1a3").fen == "K3/X3/1x2 b 1"


def test_a_move_to_its_own_square_captures_nothing(engine: Engine) -> None:
    start = engine.start(make("k.", "K.", rules="K (0,0,w) &", goals="#K 0 & #K 1 &"))
    after = start.play("a1a1")
    assert after.fen == "k1/K1 b 1"
    assert after.outcome is None


def test_a_captured_piece_is_gone_for_good(engine: Engine) -> None:
    rules = "K (1,0,e) + (1,0,p) + (-1,0,e) &"
    start = engine.start(make("k..", "Kk.", rules=rules))
    position = play(start, "a1b1 a2b2 b1a1")
    assert position.fen == "1k1/K2 b 3"


def test_the_position_before_a_move_stays_as_it_was(engine: Engine) -> None:
    start = engine.start(make("k.x", "Kx.", rules=STEP))
    before = (start.fen, moves(start), start.turn, start.outcome)
    start.play("a1b1")
    assert (start.fen, moves(start), start.turn, start.outcome) == before


def test_a_player_must_move(engine: Engine) -> None:
    start = engine.start(make("k", ".", "K", rules="K (0,1,e) + (0,1,p) &"))
    assert moves(start) == "a1a2"  # there is no passing, even where moving loses
    assert moves(start.play("a1a2")) == "a3a2"


def test_both_letters_of_a_capture_by_sum_are_one_move(engine: Engine) -> None:
    start = engine.start(make("Kx", rules="K (1,0,p) + (1,0,e) + (1,0,w) &"))
    assert moves(start) == "a1b1"
