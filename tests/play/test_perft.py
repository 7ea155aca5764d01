"""Perft: sequences of moves are counted, finished games have none, numbers agree with other programs."""

import pytest

from tests.play.helpers import Engine, make, result

PAWN = "P (0,1,e) + (1,1,p) + (-1,1,p) &"
HEXAPAWN_GOALS = "@P 0 2, 1 2, 2 2 & @p 0 0, 1 0, 2 0 &"


def test_perft_0_is_1_always(engine: Engine) -> None:
    game = make("ppp", "...", "PPP", rules=PAWN)
    assert engine.perft(engine.start(game), 0) == 1
    over = engine.start(make("p", "P", rules="P (0,1,e) &"))
    assert result(over) == ("black", "no-moves")
    assert engine.perft(over, 0) == 1


@pytest.mark.parametrize("depth", [1, 2, 7])
def test_a_finished_game_has_no_sequence(engine: Engine, depth: int) -> None:
    lost = engine.start(make("p", "P", rules="P (0,1,e) &"))
    drawn = engine.start(make("p.", "P.", rules="P (1,0,e) &", limit=0))
    won = engine.start(make("p", ".", "P", rules="P (0,1,e) &", goals="@P 0 1 &")).play("a1a2")
    for over in (lost, drawn, won):
        assert over.outcome is not None
        assert engine.perft(over, depth) == 0


def test_sequences_end_with_the_game(engine: Engine) -> None:
    # Two moves and the game is over by the turn limit: nothing of length 3.
    game = make("k..", "K..", rules="K (1,0,e) + (-1,0,e) &", limit=2)
    assert [engine.perft(engine.start(game), depth) for depth in range(4)] == [1, 1, 1, 0]


def test_the_last_ply_of_the_limit_is_counted(engine: Engine) -> None:
    game = make("k..", ".K.", rules="K (1,0,e) + (-1,0,e) &", limit=3)
    assert [engine.perft(engine.start(game), depth) for depth in range(5)] == [1, 2, 2, 2, 0]


def test_hexapawn(engine: Engine) -> None:
    game = make("ppp", "...", "PPP", rules=PAWN, goals=HEXAPAWN_GOALS)
    start = engine.start(game)
    numbers = [engine.perft(start, depth) for depth in range(1, 9)]
    assert numbers == [3, 10, 28, 56, 70, 64, 20, 0]


def test_breakthrough_on_five_by_five(engine: Engine) -> None:
    rules = "P (0,1,e) + (1,1,e) + (-1,1,e) + (1,1,p) + (-1,1,p) &"
    goals = "@P 0 4, 1 4, 2 4, 3 4, 4 4 & @p 0 0, 1 0, 2 0, 3 0, 4 0 &"
    game = make("ppppp", "ppppp", ".....", "PPPPP", "PPPPP", rules=rules, goals=goals)
    assert [engine.perft(engine.start(game), depth) for depth in (1, 2, 3)] == [13, 156, 1924]


def test_perft_is_the_sum_over_the_moves(engine: Engine) -> None:
    game = make("ppp", "...", "PPP", rules=PAWN, goals=HEXAPAWN_GOALS)
    start = engine.start(game)
    assert engine.perft(start, 4) == sum(engine.perft(start.play(move), 3) for move in start.moves)


def test_a_negative_depth_is_refused(engine: Engine) -> None:
    game = make("ppp", "...", "PPP", rules=PAWN)
    with pytest.raises(ValueError, match="depth"):
        engine.perft(engine.start(game), -1)
