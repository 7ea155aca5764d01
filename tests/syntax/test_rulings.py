"""The rulings of `docs/semantics.md` about text and validity, one small example for each thing they say."""

from __future__ import annotations

import pytest

import sbg
from sbg.language import model, syntax
from sbg.language.syntax.codes import GAME as THREE_PAWNS
from sbg.pipeline import decode

GAME = THREE_PAWNS.removesuffix("@p 0 0, 1 0, 2 0 &\n")
PLAIN = sbg.parse(GAME).description


def codes(text: str | bytes) -> list[str]:
    """The codes of the errors of a file."""
    data = text if isinstance(text, bytes) else text.encode()
    parsed = syntax.parse(decode(data, "test.sbg"))
    return [diagnostic.code for diagnostic in syntax.check(parsed).diagnostics]


def same(text: str | bytes) -> bool:
    """Whether a file means the game above."""
    data = text if isinstance(text, bytes) else text.encode()
    return syntax.check(syntax.parse(decode(data, "test.sbg"))).description == PLAIN


def rule(text: str) -> str:
    """The game above with another rule."""
    return GAME.replace("(0,1,e) + (1,1,p) + (-1,1,p)", text)


# --- 1: bytes and characters


def test_bytes_that_are_not_utf8_are_errors_even_in_comments() -> None:
    assert codes(GAME.encode() + b"// \xff\n") == ["SBG001"]
    assert codes(GAME.encode().replace(b"Three", b"Thr\xe9e")) == ["SBG001"]


def test_nul_is_an_error_even_in_comments() -> None:
    assert codes(GAME + "// \0\n") == ["SBG002"]
    assert codes(GAME.replace("20", "2\0 0")) == ["SBG002"]


def test_one_byte_order_mark_is_ignored() -> None:
    mark = b"\xef\xbb\xbf"
    assert same(mark + GAME.encode())
    assert codes(mark + mark + GAME.encode()) != []


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_line_ends_at_lf_crlf_or_cr_and_so_does_its_comment(end: str) -> None:
    assert same(GAME.replace("\n", f" // rest{end}"))


def test_other_white_space_is_not_white_space() -> None:
    assert same(GAME.replace(" ", "\t").replace("Three\t", "Three "))
    for character in ["\u00a0", "\v", "\f", "\u2028", "\u0085"]:
        assert codes(GAME.replace("3 3", f"3{character}3")) != [], repr(character)


def test_outside_comments_only_ascii_is_allowed() -> None:
    assert same(GAME + "// żółw — ♟\n/* Ω */")
    assert codes(GAME.replace("P (0", "Р (0")) == ["SBG004"]  # a Cyrillic letter
    assert codes(GAME.replace("20 &", "٢٠ &")) != []


# --- 2: tokens


@pytest.mark.parametrize(
    "text",
    [
        GAME.replace("3 3\n|ppp|\n|...|\n|PPP|\n", "3 3|ppp||...||PPP|"),
        GAME.replace("@P 0 2, 1 2, 2 2 &", "@P0 2,1 2,2 2&"),
        GAME.replace("P (0,1,e) + ", "P(0,1,e)+"),
        GAME.replace("P (0,1,e)", "P ( 0 ,\n1\t, e )"),
        GAME.replace("<BOARD>\n", "<BOARD>").replace("<GOALS>\n", "<GOALS>"),
        GAME.replace("20 &", "0020&"),
    ],
)
def test_white_space_is_needed_only_between_two_numbers(text: str) -> None:
    assert same(text)


def test_white_space_is_needed_between_two_numbers() -> None:
    assert codes(GAME.replace("3 3", "33")) != []
    assert codes(GAME.replace("0 2,", "02,")) == ["SBG120"]


def test_a_star_may_stand_apart_from_its_hat() -> None:
    assert sbg.parse(rule("(0,1,e)^ *")) == sbg.parse(rule("(0,1,e)^*"))
    assert sbg.parse(GAME + "#P0&").goals[-1] == model.CountGoal("P", 0)


# --- 3: comments, names, rows and tags


def test_comments_are_as_in_c() -> None:
    assert same(GAME.replace("<PIECES>", "/* a /* b */<PIECES>// c */ d"))
    assert codes(GAME + "/*/") == ["SBG003"]
    assert codes(GAME + "/* never closed *") == ["SBG003"]
    assert codes(GAME + "/* outer /* inner */ */") != []


def test_a_comment_separates_like_a_space() -> None:
    assert same(GAME.replace("3 3", "3/**/3"))
    assert codes(GAME.replace("20 &", "2/**/0 &")) != []


def test_a_comment_inside_a_name_or_a_row_contributes_nothing() -> None:
    assert same(GAME.replace("Three pawns", "Three/* x */ pa/*y*/wns"))
    assert same(GAME.replace("|ppp|", "|p/*x*/pp/* | */|"))


def test_there_are_no_comments_inside_tags_numbers_and_brackets() -> None:
    for wrong in ["<BO/**/ARD>", "< BOARD>", "<BOARD >", "<board>"]:
        assert codes(GAME.replace("<BOARD>", wrong)) != [], wrong
    assert codes(GAME.replace("<<", "< <")) != []
    assert codes(GAME.replace("<<", "</**/<")) != []
    assert codes(GAME.replace("|...|", "|. .|")) == ["SBG109"]


def test_a_name_is_kept_exactly() -> None:
    assert sbg.parse(GAME.replace("Three pawns", "  3 Pawns ")).name == "  3 Pawns "


@pytest.mark.parametrize("name", ["", "/**/", "a-b", "a_b", "é", "a\nb", "a\tb"])
def test_a_name_is_letters_digits_and_spaces_on_one_line(name: str) -> None:
    assert codes(GAME.replace("Three pawns", name)) != []


# --- 4: binding


def test_power_binds_before_concatenation_and_that_before_sum() -> None:
    one = "(0,1,e)(1,0,e)^2 + (1,1,p)"
    assert sbg.parse(rule(one)) == sbg.parse(rule("((0,1,e)((1,0,e)^2)) + (1,1,p)"))
    assert sbg.parse(rule(one)) != sbg.parse(rule("((0,1,e)(1,0,e))^2 + (1,1,p)"))
    assert sbg.parse(rule(one)) != sbg.parse(rule("(0,1,e)((1,0,e)^2 + (1,1,p))"))


def test_a_power_follows_a_letter_or_a_parenthesis_once() -> None:
    assert codes(rule("((0,1,e)^2)^*")) == []
    assert codes(rule("(0,1,e)^2^3")) == ["SBG117"]
    assert codes(rule("^2")) != []


def test_to_the_power_of_0_is_the_empty_word() -> None:
    assert sbg.parse(rule("(0,1,e)^0")).pieces[0].rule == model.Power(model.Letter(0, 1, "e"), 0)


# --- 5: what ends with `&`


@pytest.mark.parametrize("ended", ["(-1,1,p) &", "20 &", "2 2 &"])
def test_rules_the_turn_limit_and_goals_end_with_an_ampersand(ended: str) -> None:
    assert codes(GAME.replace(ended, ended.removesuffix(" &"))) == ["SBG118"]


def test_pieces_may_be_empty_and_goals_may_be_a_turn_limit_alone() -> None:
    assert codes("<<A>><BOARD>1 1|.|<PIECES><GOALS>0&") == []
    assert codes("<<A>><BOARD>1 1|.|<PIECES><GOALS>") == ["SBG119"]


# --- 6: signs


def test_a_minus_stands_only_in_letters() -> None:
    assert same(GAME.replace("-1", "- 1"))
    assert same(GAME.replace("(0,1,e)", "(-0,1,e)"))
    for wrong in ["(+1,1,e)", "(--1,1,e)"]:
        assert codes(rule(wrong)) != [], wrong
    assert codes(GAME.replace("20 &", "-20 &")) != []
    assert codes(GAME.replace("@P 0 2", "@P -0 2")) != []


# --- validity: errors of meaning


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("|...|", "|....|", "SBG201"),
        ("|...|\n", "", "SBG202"),
        ("3 3\n|ppp|\n|...|\n|PPP|", "0 3\n||\n||\n||", "SBG203"),
        ("3 3\n|ppp|\n|...|\n|PPP|", "3 0", "SBG203"),
        ("<GOALS>", "P (0,1,e) &\n<GOALS>", "SBG204"),
        ("<GOALS>", "q (0,1,e) &\n<GOALS>", "SBG113"),
        ("(0,1,e)", "(0,3,e)", "SBG205"),
        ("(0,1,e)", "(-3,0,e)", "SBG205"),
        ("2 2 &", "3 2 &", "SBG206"),
        ("2 2 &", "2 3 &", "SBG206"),
    ],
)
def test_errors_of_meaning(old: str, new: str, code: str) -> None:
    assert codes(GAME.replace(old, new, 1)) == [code]


def test_the_longest_step_of_the_alphabet_is_accepted() -> None:
    assert codes(rule("(2,-2,e) + (-2,2,p)")) == []
