"""What a file means: its description, and where the errors of meaning are told."""

from __future__ import annotations

import pytest
from hypothesis import given

from sbg import limits
from sbg.language import model, syntax
from sbg.language.model import Concat, CountGoal, Description, Letter, Piece, Power, SquareGoal, Sum
from sbg.language.syntax import Diagnostic, Source
from sbg.language.syntax.codes import GAME
from tests.strategies import descriptions, text_of


def checked(text: str) -> syntax.Checked:
    return syntax.check(syntax.parse(Source("game.sbg", text)))


def described(text: str) -> Description:
    found = checked(text)
    assert found.description is not None, found.diagnostics
    return found.description


def error(text: str) -> Diagnostic:
    (found,) = checked(text).diagnostics
    return found


def marked(diagnostic: Diagnostic) -> list[str]:
    """The stretches of text that a diagnostic marks, the primary one first."""
    labels = (diagnostic.primary, *diagnostic.secondary)
    return [diagnostic.source.text[slice(*label.span)] for label in labels]


def rule(text: str) -> model.Regexp | None:
    return described(GAME.replace("(0,1,e) + (1,1,p) + (-1,1,p)", text)).rule("P")


E, W = Letter(0, 1, "e"), Letter(-1, 2, "w")


def test_a_description_is_the_whole_meaning_of_a_file() -> None:
    text = (
        "<< a 1 >><BOARD>2 3|k.||x.||K.|<PIECES>K(0,-1,p)&Z(1,2,w)&<GOALS>007&#K 0&@k 1 2,0 0&#K 1&"
    )
    assert described(text) == Description(
        " a 1 ",
        2,
        3,
        ("k.", "x.", "K."),
        (Piece("K", Letter(0, -1, "p")), Piece("Z", Letter(1, 2, "w")), Piece("X", None)),
        (CountGoal("K", 0), SquareGoal("k", ((1, 2), (0, 0))), CountGoal("K", 1)),
        7,
    )


def test_squares_are_counted_from_the_lower_left() -> None:
    game = described(GAME)
    assert (game.at(0, 0), game.at(2, 2), game.at(1, 1)) == ("P", "p", ".")
    assert game.rule("p") == game.rule("P") is not None
    assert game.rule("Q") is None


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("(0,1,e)", E),
        ("( - 1 , 02 , w )", W),
        ("((0,1,e))", E),
        ("(0,1,e)(-1,2,w)", Concat((E, W))),
        ("(0,1,e) + (-1,2,w)", Sum((E, W))),
        ("(0,1,e)^*", Power(E, None)),
        ("(0,1,e)^0", Power(E, 0)),
        ("((0,1,e)^2)^3", Power(Power(E, 2), 3)),
        ("(0,1,e)(-1,2,w)^2 + (0,1,e)", Sum((Concat((E, Power(W, 2))), E))),
        ("(0,1,e)((-1,2,w)(0,1,e))", Concat((E, W, E))),
        ("((0,1,e) + (-1,2,w)) + (0,1,e)", Sum((E, W, E))),
        ("((0,1,e)(-1,2,w))^1(0,1,e)", Concat((Power(Concat((E, W)), 1), E))),
        ("(((0,1,e) + (-1,2,w)))(0,1,e)", Concat((Sum((E, W)), E))),
    ],
)
def test_rules(text: str, meaning: model.Regexp) -> None:
    assert rule(text) == meaning
    assert rule(str(meaning)) == meaning


@given(descriptions())
def test_the_text_of_a_description_means_it(description: Description) -> None:
    assert described(text_of(description)) == description


def test_a_row_of_the_wrong_length_is_marked_with_the_width() -> None:
    found = error(GAME.replace("|...|", "|....|"))
    assert (found.code, marked(found)) == ("SBG201", ["|....|", "3"])
    assert found.help == "remove one square, or declare width 4"


def test_a_wrong_width_is_told_once() -> None:
    found = error(GAME.replace("3 3", "2 3"))
    assert (found.code, marked(found)) == ("SBG201", ["2", "|ppp|"])
    assert found.help == "declare width 3"


def test_width_and_height_in_the_wrong_order_are_told_once() -> None:
    found = error("<<A>><BOARD>3 2|a.||..||.A|<PIECES>A(1,-2,e)&<GOALS>1&@A 1 2&")
    assert found.help == "the width comes first: declare `2 3`"


def test_a_row_too_many_makes_no_goal_wrong() -> None:
    found = error(GAME.replace("3 3", "3 2"))
    assert (found.code, found.help) == ("SBG202", "remove one row, or declare height 3")


def test_a_second_rule_is_marked_with_the_first() -> None:
    found = error(GAME.replace("<GOALS>", "P (0,-1,e) &\n<GOALS>"))
    assert found.code == "SBG204"
    assert (found.line, found.secondary[0].message) == (9, "first rule")


@pytest.mark.parametrize(
    ("letter", "size"), [("(3,0,e)", "3"), ("(-3,0,e)", "3"), ("(0,3,e)", "3"), ("(9,9,e)", "3")]
)
def test_a_step_longer_than_the_board_is_marked_with_the_size(letter: str, size: str) -> None:
    found = error(GAME.replace("(0,1,e)", letter))
    assert (found.code, marked(found)) == ("SBG205", [letter, size])


def test_limits_on_the_board_and_on_powers() -> None:
    most = limits.MAX_BOARD_SIDE
    row = "|" + "." * most + "|"
    text = f"<<A>><BOARD>{most} {most}{row * most}<PIECES><GOALS>1&"
    assert described(text).height == most
    too_high = text.replace(f"{most} {most}", f"{most} {most + 1}")
    assert error(too_high).code == "SBG302"
    assert rule(f"((0,1,e)^{limits.MAX_POWER})^10") is not None
    assert error(GAME.replace("(0,1,e)", f"((0,1,e)^{limits.MAX_POWER})^11")).code == "SBG307"


def test_what_could_be_read_of_a_broken_file_is_checked_too() -> None:
    text = GAME.replace("|...|", "|..|").replace("(0,1,e)", "(0,5,e)").replace("20 &", "20")
    assert [found.code for found in checked(text).diagnostics] == ["SBG201", "SBG205", "SBG118"]
