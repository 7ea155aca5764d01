"""The warning about two pieces with the same rule, and when there is none."""

from __future__ import annotations

import pytest

import sbg

GAME = """\
<<x>><BOARD> 3 3 |aab| |...| |AAB|
<PIECES> A (0,1,e) + (1,0,p) & B (1,0,p) + (0,1,e) &
<GOALS> 9 & @A 0 2 & @B 0 2 & @a 0 0 & @b 0 0 &
"""


def warned(text: str) -> bool:
    return "SBG413" in {diagnostic.code for diagnostic in sbg.check(text)}


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("", "", True),
        ("(1,0,p) + (0,1,e)", "(1,0,p) + (0,1,e) + (0,1,e)(0,1,e)(0,1,e)", True),  # off the board
        ("(1,0,p) + (0,1,e)", "(1,0,p) + (0,1,w)", False),
        ("@B 0 2 &", "@B 1 2 &", False),
        ("@B 0 2 &", "@B 0 2, 0 2 &", True),
        ("@b 0 0 &", "", False),
        ("@B 0 2 &", "@B 0 2 & #B 0 &", False),
        ("@B 0 2 &", "@B 0 2 & #a 1 &", False),
        ("|AAB|", "|AAA|", True),  # black has both
        ("|aab|", "|a..|", True),  # white has both
    ],
)
def test_pieces_with_the_same_rule(old: str, new: str, expected: bool) -> None:
    assert warned(GAME.replace(old, new)) == expected


def test_letters_of_different_players_may_have_the_same_rule() -> None:
    assert not warned(GAME.replace("|AAB|", "|AAA|").replace("|aab|", "|bbb|"))


def test_pieces_that_never_move_are_reported_as_such() -> None:
    assert not warned(
        GAME.replace("(0,1,e) + (1,0,p)", "(0,0,e)").replace("(1,0,p) + (0,1,e)", "(0,0,p)")
    )


def test_three_of_them_are_two_warnings() -> None:
    text = GAME.replace("AAB", "ACB").replace(
        "<GOALS> 9 &", "C (0,1,e) + (1,0,p) & <GOALS> 9 & @C 0 2 &"
    )
    codes = [diagnostic.code for diagnostic in sbg.check(text)]
    assert codes.count("SBG413") == 2


@pytest.mark.parametrize("name", sbg.bundled())
def test_no_bundled_game_has_the_warning(name: str) -> None:
    assert not warned(sbg.write(sbg.load(name)))
