"""Names of squares, the order of moves, and position lines with everything that can be wrong in one."""

import pytest

import sbg
from tests.play.helpers import Engine, make, moves, play

GARDNER = ["rnbqk", "ppppp", ".....", "PPPPP", "RNBQK"]
PAWN = "P (0,1,e) + (1,1,p) + (-1,1,p) &"

# --- squares and moves


def test_moves_are_listed_by_origin_then_target(engine: Engine) -> None:
    king = " + ".join(f"({dx},{dy},e)" for dx in (1, -1, 0) for dy in (1, -1, 0))
    start = engine.start(make("...", "K.K", "...", rules=f"K {king} &"))
    assert moves(start) == "a2a1 a2b1 a2b2 a2a3 a2b3 c2b1 c2c1 c2b2 c2b3 c2c3"


def test_black_moves_are_listed_in_the_same_order(engine: Engine) -> None:
    game = make("k.k", "...", "...", rules="K (0,1,e) + (0,2,e) &")
    position = engine.position(game, "k2/1k1/3 b 1")
    assert moves(position) == "b2b1 a3a1 a3a2"


def test_files_after_z_have_two_letters(engine: Engine) -> None:
    slide = "R (-1,0,e)(-1,0,e)^* &"
    start = engine.start(make("." * 27 + "R", rules=slide))
    names = moves(start).split()
    assert names[0] == "ab1a1"
    assert names[-3:] == ["ab1y1", "ab1z1", "ab1aa1"]
    assert start.play("ab1aa1").fen == "26R1 b 1"
    assert start.play("ab1z1").fen == "25R2 b 1"


def test_files_and_ranks_of_the_largest_board(engine: Engine) -> None:
    rows = ["." * 63 + "K", *["." * 64] * 63]
    start = engine.start(make(*rows, rules="K (-63,-63,e) + (-38,-54,e) &"))
    assert moves(start) == "bl64a1 bl64z10"


def test_a_move_is_played_by_its_value_or_its_name(engine: Engine) -> None:
    start = engine.start(make("...", "P..", rules=PAWN))
    (move,) = start.moves
    assert move == sbg.Move((0, 0), (0, 1))
    assert start.play(move) == start.play("a1a2") == start.play(sbg.Move((0, 0), (0, 1)))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a1",
        "a1a",
        "a1-a2",
        "a1 a2",
        " a1a2",
        "a1a2 ",
        "A1A2",
        "a0a1",
        "a01a2",
        "a1a2q",
        "1a2a",
        "a1а2",
        "a1a²",
        "a1a99999999999999999999",
        "aaaaaaaaaaaa1a2",
        "\x00",
        "a1a2\n",
    ],
)
def test_a_text_that_is_no_move_is_refused(engine: Engine, text: str) -> None:
    start = engine.start(make("...", "P..", rules=PAWN))
    with pytest.raises(sbg.IllegalMoveError, match="is not a move; a move is two squares"):
        start.play(text)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a1a3", "no word leads there"),
        ("a1b2", "nothing to capture"),
        ("a3a2", "the opponent's piece"),
        ("b1b2", "an empty square"),
        ("a1a1", "no word stands still"),
        ("d1d2", "off the board"),
        ("a1a4", "off the board"),
    ],
)
def test_a_move_that_is_not_legal_is_refused(engine: Engine, text: str, why: str) -> None:
    start = engine.start(make("p..", "...", "P..", rules=PAWN))
    with pytest.raises(sbg.IllegalMoveError, match=f"`{text}` is not legal in `p2/3/P2 w 0`"):
        start.play(text)


@pytest.mark.parametrize("far", [-1, 3, 2**31, 2**63, 10**30])
def test_a_move_between_squares_that_are_not_there_is_refused(engine: Engine, far: int) -> None:
    start = engine.start(make("p..", "...", "P..", rules=PAWN))
    for move in (sbg.Move((far, 0), (0, 1)), sbg.Move((0, 0), (0, far))):
        with pytest.raises(sbg.IllegalMoveError, match="is not legal"):
            start.play(move)


def test_no_move_can_be_played_after_the_end(engine: Engine) -> None:
    start = engine.start(make("p..", "...", "P..", rules=PAWN, goals="@P 0 1 &"))
    over = start.play("a1a2")
    for text in ["a3a2", "a2a3", "nonsense"]:
        with pytest.raises(sbg.GameOverError, match=r"the game is over: white wins \(goal\)"):
            over.play(text)


def test_the_errors_of_play_are_value_errors() -> None:
    for error in (sbg.FenError, sbg.IllegalMoveError, sbg.GameOverError):
        assert issubclass(error, sbg.PlayError)
        assert issubclass(error, ValueError)


# --- position lines


def test_the_position_line_of_the_paper_game(engine: Engine) -> None:
    start = engine.start(make(*GARDNER, rules=PAWN))
    assert start.fen == "rnbqk/ppppp/5/PPPPP/RNBQK w 0"
    assert play(start, "b2b3 c4b3").fen == "rnbqk/pp1pp/1p3/P1PPP/RNBQK w 2"


def test_runs_of_empty_squares_are_decimal_numbers(engine: Engine) -> None:
    game = make("P" + "." * 12 + "P", "." * 14, rules=PAWN)
    assert engine.start(game).fen == "P12P/14 w 0"
    assert engine.position(game, "10P2P/P13 w 4").fen == "10P2P/P13 w 4"


def test_a_position_line_is_read_as_it_is_written(engine: Engine) -> None:
    game = make(*GARDNER, rules=PAWN)
    for fen in ["5/5/2p2/5/P4 b 17", "rnbqk/ppppp/PPPPP/5/RNBQK w 0", "5/5/5/5/5 w 1000000000"]:
        position = engine.position(game, fen)
        assert position.fen == fen
        assert position.turn == ("white" if " w " in fen else "black")
        assert position.ply == int(fen.split()[-1])


def test_the_board_as_text_has_the_top_row_first(engine: Engine) -> None:
    position = engine.position(make("..", ".P", rules=PAWN), "1p/P1 w 0")
    assert position.rows == (".p", "P.")
    assert str(position).splitlines() == [".p", "P."]


def test_the_initial_line_gives_the_initial_position(engine: Engine) -> None:
    game = make(*GARDNER, rules=PAWN)
    assert engine.position(game, "rnbqk/ppppp/5/PPPPP/RNBQK w 0") == engine.start(game)


def test_pieces_may_stand_anywhere_in_any_number(engine: Engine) -> None:
    game = make("k..", "K..", rules="K (0,1,e) & Z (1,0,e) &")
    assert engine.position(game, "KKK/kkk b 3").fen == "KKK/kkk b 3"
    assert engine.position(game, "zZz/3 w 0").fen == "zZz/3 w 0"  # it has a rule
    only_black = make("x..", "K..", rules="K (0,1,e) &")
    assert engine.position(only_black, "X2/K1x w 0").fen == "X2/K1x w 0"  # it is on the board


@pytest.mark.parametrize(
    ("fen", "message"),
    [
        # a field is missing, or there is one too many
        ("", "three fields, .* found 0"),
        ("ppp/3/PPP", "three fields, .* found 1"),
        ("ppp/3/PPP w", "three fields, .* found 2"),
        ("ppp/3/PPP 0", "three fields, .* found 2"),
        ("ppp/3/PPP w 0 1", "three fields, .* found 4"),
        # the shape differs from the board
        ("ppp/PPP w 0", "the board has 3 rows, the position line 2"),
        ("ppp/3/3/PPP w 0", "the board has 3 rows, the position line 4"),
        ("ppp/3/PPP/ w 0", "the board has 3 rows, the position line 4"),
        ("pp/3/PPP w 0", "row 3 has 2 squares, expected 3"),
        ("ppp/3/P1 w 0", "row 1 has 2 squares, expected 3"),
        ("ppp//PPP w 0", "row 2 has 0 squares, expected 3"),
        ("pppp/3/PPP w 0", "row 3 has more than 3 squares"),
        ("ppp/1p2/PPP w 0", "row 2 has more than 3 squares"),
        ("ppp/4/PPP w 0", "row 2: a run of 4 empty squares is longer than the row, which has 3"),
        ("ppp/99999999999/PPP w 0", "row 2: a run of 99999999999 empty squares is longer"),
        # a run is 0, or two runs touch
        ("ppp/0/PPP w 0", "row 2: a run of empty squares does not start with 0"),
        ("ppp/03/PPP w 0", "row 2: a run of empty squares does not start with 0"),
        ("ppp/p0pp/PPP w 0", "row 2: a run of empty squares does not start with 0"),
        ("ppp/12/PPP w 0", "row 2: a run of 12 empty squares is longer than the row, which has 3"),
        ("ppp/111/PPP w 0", "row 2: a run of 111 empty squares is longer"),
        # a letter that the game does not know
        ("qpp/3/PPP w 0", "row 3: this game has no piece `q`"),
        ("ppp/3/PPQ w 0", "row 1: this game has no piece `Q`"),
        ("ppp/.../PPP w 0", r"row 2: '\.' is neither a piece nor a run of empty squares"),
        ("ppp/-3/PPP w 0", "row 2: '-' is neither a piece nor"),
        ("ppp/3/РPP w 0", "row 1: 'Р' is neither a piece nor"),
        ("ppp/٣/PPP w 0", "row 2: '٣' is neither a piece nor"),
        # the player does not fit the ply
        ("ppp/3/PPP b 0", "white moves at even ply and black at odd: `b` does not fit ply 0"),
        ("ppp/3/PPP w 1", "`w` does not fit ply 1"),
        ("ppp/3/PPP W 0", "the player to move is `w` or `b`, not `W`"),
        ("ppp/3/PPP white 0", "the player to move is `w` or `b`, not `white`"),
        ("ppp/3/PPP 0 w", "the player to move is `w` or `b`, not `0`"),
        # the ply is no number
        ("ppp/3/PPP w x", "the ply is a number from 0 to 1000000000, not `x`"),
        ("ppp/3/PPP w -2", "the ply is a number from 0 to 1000000000, not `-2`"),
        ("ppp/3/PPP w 1.0", "not `1.0`"),
        ("ppp/3/PPP w ٢", "not `٢`"),
        ("ppp/3/PPP w 1000000002", "the ply is a number from 0 to 1000000000"),
        ("ppp/3/PPP w " + "9" * 5000, "not `99999999999999999999…`"),
    ],
)
def test_a_wrong_position_line_is_refused_with_what_is_wrong(
    engine: Engine, fen: str, message: str
) -> None:
    game = make("ppp", "...", "PPP", rules=PAWN)
    with pytest.raises(sbg.FenError, match=message):
        engine.position(game, fen)
