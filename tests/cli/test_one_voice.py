"""Goals and endings are put into words in one place: commands, hover and the page agree with `sbg describe`."""

from __future__ import annotations

import json

import pytest

import sbg
from sbg.app.editor import hover
from sbg.app.web.desk.state import replayed, state
from sbg.explain.words import Nouns, describe
from sbg.explain.words.goals import goal, turn_limit
from sbg.explain.words.outcome import ended
from sbg.language import games
from sbg.language.model import CountGoal, SquareGoal, opponent, owner
from tests.cli.conftest import Command


@pytest.mark.parametrize("name", ["gardner", "maharajah", "extinction-chess", "clobber"])
def test_show_says_what_describe_says(command: Command, name: str) -> None:
    rules = describe(sbg.load(name))
    shown = command("show", name).out.split("Goals\n")[1]
    assert shown == "".join(f"  {sentence}\n" for sentence in (*rules.goals, *rules.ending))
    told = command("describe", name).out.split("Goals\n")[1]
    assert told.split() == shown.split()  # lines are broken where they are long


@pytest.mark.parametrize("name", games.names())
def test_one_goal_is_told_as_all_are(name: str) -> None:
    """What holds for both players is told once, in the same words."""
    game = sbg.load(name)
    rules = describe(game)
    told = " ".join(rules.goals)
    for one in game.goals:
        sentence = goal(game.description, one, rules.nouns)
        what, where = sentence.split(" wins by moving " if " wins " in sentence else " loses when ")
        assert what == owner(one.piece).capitalize()
        if isinstance(one, SquareGoal):
            piece, place = where.removesuffix(".").split(" to ", 1)
            noun = piece.split(" ", 1)[1]  # of `a pawn` or `their pawn`
            places = place.removesuffix(")").split(" (")  # `the far row (rank 8)`
            assert any(f" {noun} to {at}.".lower() in told.lower() for at in places)
        elif one.count == 0:
            assert f"loses when their last {rules.nouns.one(one.piece)}" in sentence


def test_show_as_json_says_each_goal(command: Command) -> None:
    data = json.loads(command("show", "gardner", "--json").out)
    assert [one["words"] for one in data["goals"]] == [
        "White wins by moving a pawn to the far row (rank 5).",
        "Black wins by moving a pawn to the far row (rank 1).",
        "White loses when their last king is captured.",
        "Black loses when their last king is captured.",
    ]
    assert [piece["name"] for piece in data["pieces"]][:2] == ["pawn", "rook"]


def test_hover_says_the_same_by_letters() -> None:
    game = sbg.load("gardner")
    text = games.read("gardner").decode()
    for one in game.goals:
        mark = f"#{one.piece}" if isinstance(one, CountGoal) else f"@{one.piece}"
        said = hover(text, text.index(mark))
        assert said is not None
        assert said.text == goal(game.description, one, Nouns({}))
    limit = hover(text, text.index("100 &"))
    assert limit is not None
    assert limit.text == turn_limit(game.turn_limit) == describe(game).ending[-1]


@pytest.mark.parametrize(
    ("goals", "said"),
    [
        ("#P", "White loses when a capture leaves them so many P."),
        ("#p 2", "Black loses when a capture leaves them exactly two P."),
        ("@P", "White wins by moving a P to one of the squares."),
        ("@K", "White wins by moving their K to one of the squares."),
        ("@P 5000 1", "White wins by moving a P to one of the squares."),
        ("@P 9 9, 0 1", "White wins by moving a P to a2 or j10."),
        ("@P 0 2, 1 2, 2 2", "White wins by moving a P to the far row (rank 3)."),
    ],
)
def test_hover_over_goals_that_are_being_written(goals: str, said: str) -> None:
    text = f"<<T>><BOARD>3 3\n|ppk|\n|...|\n|PPK|<PIECES>P (0,1,e) &<GOALS>9 &\n{goals}"
    found = hover(text, text.index(goals))
    assert found is not None
    assert found.text == said
    without_board = hover(f"<GOALS>9 &\n{goals}", 11)
    assert without_board is not None
    assert without_board.text.startswith(said.split(" wins ")[0].split(" loses ")[0])


def test_hover_over_limits() -> None:
    for digits, said in (
        ("0", "The turn limit is 0: the game is over before the first move."),
        ("001", "After 1 ply the game is drawn, if nothing else has ended it."),
        ("1" * 12, f"After {'1' * 12} plies the game is drawn, if nothing else has ended it."),
    ):
        text = f"<GOALS>{digits} &"
        found = hover(text, 7)
        assert found is not None
        assert found.text == said


THREE = "<<T>><BOARD>3 3\n|ppp|\n|...|\n|PPP|<PIECES>P (0,1,e)+(0,1,p) &<GOALS>%s"


@pytest.mark.parametrize(
    ("goals", "moves", "words"),
    [
        ("1 &", ["a1a2"], "Draw: the turn limit of 1 ply is reached."),
        ("9 & #p 2 &", ["a1a2", "b3b2", "a2a3"], "White wins: black has only two P left."),
        ("9 & @P 0 1 &", ["a1a2"], "White wins: a P has reached a2."),
    ],
)
def test_outcomes(goals: str, moves: list[str], words: str) -> None:
    game = sbg.parse(THREE % goals)
    line = sbg.Line(game.start)
    for move in moves:
        line.play(move)
    assert ended(line.position, line.before, line.last) == words
    shown = state(replayed(game, None, moves), 100)["outcome"]
    assert shown is not None
    assert shown["words"] == ended(
        line.position, line.before, line.last, nouns=describe(game).nouns
    )


def test_owners() -> None:
    assert (owner("P"), owner("p")) == ("white", "black")
    assert (opponent("white"), opponent("black")) == ("black", "white")
