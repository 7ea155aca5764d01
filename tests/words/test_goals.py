"""Goals, the board and the end of a game in words."""

from __future__ import annotations

import pytest

import sbg
from sbg.explain.words import Rules, describe
from sbg.explain.words.outcome import ended

PAWN = "P (0,1,e) + (1,1,p) + (-1,1,p) &"


def rules(
    *goals: str, rows: str = "|kpp|\n|...|\n|KPP|", size: str = "3 3", limit: int = 9
) -> Rules:
    text = f"<<T>><BOARD>{size}\n{rows}<PIECES>{PAWN}<GOALS>{limit} &"
    return describe(sbg.parse(text + "".join(f"{goal} &" for goal in goals)))


@pytest.mark.parametrize(
    ("goals", "sentences"),
    [
        (["@P 0 2, 1 2, 2 2"], ["White wins by moving a pawn to the far row (rank 3)."]),
        (["@p 0 2, 1 2, 2 2"], ["Black wins by moving a pawn to rank 3."]),
        (
            ["@P 0 2, 1 2, 2 2", "@p 0 0, 1 0, 2 0"],
            ["A player wins by moving a pawn to the far row."],
        ),
        (["@P 1 1", "@p 1 1"], ["A player wins by moving a pawn to b2."]),
        (["@P 1 1", "@P 0 0"], ["White wins by moving a pawn to a1 or b2."]),
        (["@P 0 0, 0 2, 2 0, 2 2"], ["White wins by moving a pawn to a corner."]),
        (["@P 0 0, 0 1, 0 2, 2 2"], ["White wins by moving a pawn to file a or c3."]),
        (["@P 0 0, 1 0, 2 0, 0 1, 1 1, 2 1"], ["White wins by moving a pawn to ranks 1 to 2."]),
        (
            ["@P 0 0, 1 0, 2 0, 0 1, 2 1, 0 2, 1 2, 2 2"],
            ["White wins by moving a pawn to the edge of the board."],
        ),
        (
            ["@P 0 0, 1 0, 2 0, 0 1, 1 1, 2 1, 0 2, 1 2, 2 2"],
            ["White wins by moving a pawn to any square."],
        ),
        (["@K 1 1"], ["White wins by moving their king to b2."]),
        (["@x 1 1"], ["Black wins by moving an X to b2."]),
        (["#K 0"], ["White loses when their last king is captured."]),
        (["#k 0"], ["Black loses when their last king is captured."]),
        (["#K 0", "#k 0"], ["A player loses when their last king is captured."]),
        (
            ["#K 0", "#k 0", "#P 0", "#p 0"],
            ["A player loses when their last king or their last pawn is captured."],
        ),
        (["#P 1"], ["White loses when a capture leaves them exactly one pawn."]),
        (
            ["#P 1", "#P 0"],
            [
                "White loses when a capture leaves them exactly one pawn.",
                "White loses when their last pawn is captured.",
            ],
        ),
        ([], []),
    ],
)
def test_goals(goals: list[str], sentences: list[str]) -> None:
    assert list(rules(*goals).goals) == sentences


def test_the_end() -> None:
    assert rules(limit=9).ending == (
        "A player who is to move and has no legal move loses.",
        "After 9 plies the game is drawn, if nothing else has ended it.",
    )
    assert (
        rules(limit=1).ending[-1] == "After 1 ply the game is drawn, if nothing else has ended it."
    )
    assert rules(limit=0).ending[-1] == (
        "The turn limit is 0: the game is over before the first move."
    )


@pytest.mark.parametrize("goal", ["#P 2", "#P 3", "#X 0", "@P 1 0"])
def test_goals_that_seem_to_be_met_at_once(goal: str) -> None:
    """`docs/semantics.md`: nothing is tested in the initial position."""
    note = "Goals are looked at after a move only, not in the initial position."
    assert note in rules(goal).ending
    assert note not in rules("#P 1", "@P 1 2").ending


def test_the_board() -> None:
    assert rules().board == (
        "The board has 3×3 squares: files a to c, ranks 1 to 3. White moves first. Forward is up the "
        "board for White and down for Black. Each player has two pawns and one king."
    )
    uneven = rules(rows="|.P|\n|..|\n|..|", size="2 3")
    assert uneven.board.endswith("White has one pawn. Black has no pieces.")
    tiny = describe(sbg.parse("<<T>><BOARD>1 1|.|<PIECES><GOALS>9 &"))
    assert tiny.board == (
        "The board has 1×1 square: file a, rank 1. White moves first. Each player has no pieces."
    )


def test_a_piece_without_a_rule() -> None:
    king = rules().pieces[1]
    assert (king.letter, king.name, king.sentences) == ("K", "king", ("Cannot move.",))
    assert king.structure.to_regexp() is None
    assert king.structure.to_dfa().accepting == frozenset()


def test_many_squares_are_counted() -> None:
    chequered = ", ".join(f"{x} {y}" for x in range(20) for y in range(20) if (x + y) % 2)
    rows = "\n".join(["|" + "P" * 20 + "|"] * 20)
    (goal,) = rules(f"@P {chequered}", rows=rows, size="20 20").goals
    assert goal.endswith("or 160 more squares.")
    assert len(goal) < 400


def test_the_whole_text() -> None:
    text = str(rules("#K 0", "#k 0"))
    assert text.splitlines()[0] == "T"
    assert "P (pawn): Moves one square straight forward to an empty square. Captures" in text
    assert text.endswith("After 9 plies the game is drawn, if nothing else has ended it.")


def one_piece(rule: str, goals: str) -> Rules:
    return describe(sbg.parse(f"<<T>><BOARD>2 2|k.||.K|<PIECES>K {rule} &<GOALS>9 &{goals}"))


def test_standing_still_on_a_goal_square_wins() -> None:
    still = one_piece("(0,0,w)", "@K 1 0 &")
    assert still.goals == ("White wins by moving their king to b1, or by standing still there.",)
    assert one_piece("(0,1,e)", "@K 1 0 &").goals == ("White wins by moving their king to b1.",)
    position = sbg.parse("<<T>><BOARD>2 2|k.||.K|<PIECES>K (0,0,w) &<GOALS>9 &@K 1 0 &").start
    (move,) = position.moves
    after = position.play(move)
    assert after.outcome is not None
    assert ended(after, position, move) == "White wins: a K has stayed on b1."


def test_a_count_that_cannot_be_reached_is_told_as_such() -> None:
    told = rules("#P 2", "#p 1").goals
    assert told == (
        "White loses when a capture leaves them exactly two pawns; from the initial position that cannot happen.",
        "Black loses when a capture leaves them exactly one pawn.",
    )


def test_which_end_comes_first() -> None:
    before = "Losing by the capture of an own piece comes before winning on a goal square."
    own, plain = "(0,1,e) + (0,1,w)", "(0,1,e) + (0,1,p)"
    assert before in one_piece(own, "#K 0 & @K 1 1 &").goals
    assert before not in one_piece(own, "#K 0 &").goals
    assert before not in one_piece(plain, "#K 0 & @K 1 1 &").goals
