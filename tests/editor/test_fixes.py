"""Every fix mends the very mistake that it belongs to, and makes nothing worse."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sbg import pipeline
from sbg.app import editor
from sbg.language import games
from sbg.language.syntax import Diagnostic, Edit, Source, Span, fixes
from sbg.language.syntax.codes import CODES, GAME
from tests.patience import ends

ERRORS = sorted((Path(__file__).parent.parent / "golden" / "errors").glob("*.sbg"))
BUNDLED = [games.read(name).decode() for name in games.names()]
TOKENS = re.findall(r"<<.*?>>|<[A-Z]+>|\|[^|\n]*\||[0-9]+|\s+|.", GAME)
JUNK = [
    "",
    " ",
    ",",
    ";",
    "&",
    "+",
    "(",
    ")",
    "^",
    "*",
    "|",
    "-",
    "[",
    "]",
    "=",
    "P",
    "p",
    "3",
    "Р",
    "\xa0",
]


def text_of(path: Path) -> str:
    return pipeline.decode(path.read_bytes(), path.name).text


def kinds(found: list[Diagnostic]) -> Counter[tuple[str, str]]:
    return Counter((diagnostic.code, diagnostic.message) for diagnostic in found)


def errors(found: list[Diagnostic]) -> int:
    return sum(diagnostic.severity == "error" for diagnostic in found)


def carried_out(text: str) -> int:
    """Carry out each fix of a text by itself, and check what is left; returns how many fixes there are."""
    before = editor.check(text)
    count = 0
    for diagnostic in before:
        if diagnostic.fix is None:
            continue
        count += 1
        assert diagnostic.fix.edits
        assert diagnostic.fix.title
        changed = fixes.apply(text, diagnostic.fix.edits)
        after = editor.check(changed)
        kind = diagnostic.code, diagnostic.message
        assert kinds(after)[kind] < kinds(before)[kind], (diagnostic, changed)
        # The end of a comment uncovers what it has swallowed.
        if diagnostic.code != "SBG003":
            fewer = errors(after) < errors(before)
            assert fewer or diagnostic.severity != "error", (diagnostic, changed, after)
            assert errors(after) <= errors(before), (diagnostic, changed, after)
    return count


@pytest.mark.parametrize("path", ERRORS, ids=lambda path: path.stem)
def test_every_fix_of_every_golden_file(path: Path) -> None:
    carried_out(text_of(path))


def test_most_golden_files_with_a_mistake_have_a_fix() -> None:
    found = [diagnostic for path in ERRORS for diagnostic in editor.check(text_of(path))]
    assert sum(diagnostic.fix is not None for diagnostic in found) > len(found) / 2
    codes = {diagnostic.code for diagnostic in found if diagnostic.fix is not None}
    assert {"SBG004", "SBG104", "SBG113", "SBG117", "SBG118", "SBG201", "SBG408", "SBG412"} <= codes


def test_a_token_exchanged_anywhere() -> None:
    count = 0
    for at, token in enumerate(TOKENS):
        for junk in JUNK:
            text = "".join([*TOKENS[:at], junk, *TOKENS[at + 1 :]])
            if not token.isspace():
                count += carried_out(text)
    assert count > 300


@pytest.mark.long
@settings(max_examples=150)
@given(st.data())
def test_a_bundled_game_with_one_change(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(BUNDLED))
    start = data.draw(st.integers(text.index("<<"), len(text) - 1))
    length = data.draw(st.integers(0, 2))
    junk = data.draw(st.sampled_from(JUNK))
    carried_out(text[:start] + junk + text[start + length :])


@settings(max_examples=150)
@given(
    st.text(
        alphabet="<>BOARDPIECESGOALS|()^*+-&#@,.;=[]{}%/ \n\r\t\"'ePpw0123é\xa0\U0001f600",
        max_size=80,
    )
)
def test_edits_lie_within_any_text_and_do_not_overlap(junk: str) -> None:
    for text in (junk, GAME.replace("P (0,1,e)", junk, 1), GAME.replace("|...|", junk, 1)):
        for diagnostic in editor.check(text):
            for edit in diagnostic.fix.edits if diagnostic.fix else ():
                assert 0 <= edit.span.start <= edit.span.end <= len(text)
            if diagnostic.fix:
                fixes.apply(text, diagnostic.fix.edits)


def test_wrong_examples_of_the_table_with_a_safe_fix_have_no_error_then() -> None:
    mended = []
    for code, entry in CODES.items():
        if not entry.wrong:
            continue
        (first, *_) = [found for found in editor.check(entry.wrong) if found.code == code]
        if first.fix is not None and first.fix.safe:
            assert errors(editor.check(fixes.apply(entry.wrong, first.fix.edits))) == 0, code
            mended.append(code)
    assert len(mended) >= 8


def test_all_safe_fixes_at_once() -> None:
    text = (
        GAME.replace("<BOARD>", "<board>")
        .replace("(0,1,e) +", "(0,1,E)^1 +")
        .replace("20 &", "20")
        .replace("P (", "p (")
    )
    result = editor.fixed(text)
    assert result.text == GAME
    assert [found.code for found in result.done] == [
        "SBG104", "SBG113", "SBG114", "SBG118", "SBG412",
    ]  # fmt: skip
    assert result.left == ()


def test_what_is_not_safe_is_left_unless_asked_for() -> None:
    text = GAME.replace("(1,1,p) +", "(1,1,p) + (1,1,p) +")
    assert editor.fixed(text).text == text
    assert [found.code for found in editor.fixed(text).left] == ["SBG408"]
    assert editor.fixed(text, unsafe=True).text == GAME


def test_a_byte_order_mark_moves_no_offset() -> None:
    text = "\ufeff" + GAME.replace("20 &", "20")
    result = editor.fixed(text)
    assert result.text == "\ufeff" + GAME
    (found,) = editor.check(text)
    assert text[found.primary.span.start - 2 : found.primary.span.start] == "20"


def test_added_lines_end_as_the_others() -> None:
    text = GAME.replace("<PIECES>\n", "").replace("\n", "\r\n")
    assert editor.fixed(text).text == GAME.replace("\n", "\r\n")


def test_edits_that_overlap_are_refused() -> None:
    with pytest.raises(ValueError, match="overlap"):
        fixes.apply("abc", [Edit(Span(0, 2), ""), Edit(Span(1, 3), "")])


@pytest.mark.long
@pytest.mark.parametrize(
    "text",
    [
        GAME.replace("20 &", "20 " + "& " * 1_000_000),
        GAME.replace("(0,1,e)", "(0,1,e)" + "^2" * 200_000),
        GAME.replace("(0,1,e) +", "(0,1,e) + " * 9_000),
        GAME.replace("@P 0 2", "@P" + " 0 2" * 200_000),
        GAME.replace("@P 0 2", "@P 0 2" + ", 0 2" * 100_000),
        GAME.replace("|...|", "...\n" * 500_000),
        GAME.replace("P (0", "P" + " =" * 1_000_000 + "(0"),
        GAME.replace("<PIECES>", "<PIECES>" + "P (0,1,e)&" * 40_000),
        "<<" + "é" * 3_000_000 + ">>",
    ],
    ids=[
        "ampersands",
        "powers",
        "alternatives",
        "commas",
        "squares",
        "rows",
        "signs",
        "rules",
        "name",
    ],
)
def test_fixes_of_a_file_full_of_mistakes_cost_little(text: str) -> None:
    with ends():  # each takes a second or two; squared it would be hours
        pipeline.diagnose(Source("bad.sbg", text))


@pytest.mark.parametrize("unsafe", [False, True])
def test_nothing_that_can_be_mended_is_left(unsafe: bool) -> None:
    for path in ERRORS:
        result = editor.fixed(text_of(path), unsafe=unsafe)
        assert editor.together(list(result.left), unsafe=unsafe) == [], path.stem
        assert bool(result.done) == (result.text != text_of(path)), path.stem


@pytest.mark.parametrize("sign", ["/", "%"])
def test_a_sign_of_comments_elsewhere_hides_no_rule_unless_asked_for(sign: str) -> None:
    for text in (
        GAME.replace("(0,1,e) +", f"(0,1,e) {sign}"),
        GAME.replace("3 3", f"3{sign}3"),
        GAME.replace("(0,1,e)", f"(0{sign}1{sign}e)"),
    ):
        assert editor.fixed(text).text == text
    text = GAME.replace("20 &", f"20 & {sign} half moves")
    assert editor.fixed(text).text == GAME.replace("20 &", "20 & // half moves")


def test_a_goal_in_the_wrong_section_is_not_hidden_in_a_comment() -> None:
    text = GAME.replace("<PIECES>", "#P 0 &\n<PIECES>")
    assert editor.fixed(text).text == text
    assert "//P 0 &" in editor.fixed(text, unsafe=True).text
    text = GAME.replace("<PIECES>", "# the pieces\n<PIECES>")
    assert editor.fixed(text).text == text.replace("#", "//")


def test_the_end_of_a_comment_is_not_taken_for_a_star() -> None:
    text = GAME.replace("(0,1,e) +", "(0,1,e) */ +")
    assert editor.fixed(text, unsafe=True).text.count("^") == 0


def test_angle_brackets_in_a_rule_make_no_second_name() -> None:
    for changed in ("P <<0,1,e) +", "P (0,1,e) +<<", "P (0,1,e)^<<2>> +"):
        text = GAME.replace("P (0,1,e) +", changed)
        assert editor.fixed(text, unsafe=True).text.count(">>") == text.count(">>")
        assert changed in editor.fixed(text).text
    assert editor.fixed(GAME.replace(">>", "")).text == GAME


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\n  "])
def test_a_row_broken_in_two_is_not_made_two_rows(line_end: str) -> None:
    text = GAME.replace("|...|", f"|.{line_end}..|")
    assert editor.fixed(text).text == text
    assert editor.fixed(GAME.replace("|...|", "...|")).text == GAME
    assert editor.fixed(GAME.replace("|...|", "|...")).text == GAME


RACE = """<<Orchid Race>>
<BOARD>
5 4
|rrgrr|
|.....|
|.....|
|RRGRR|
<PIECES>
R (0,1,e) + (1,1,p) + (-1,1,p) &
G (0,1,e) + (1,0,e) + (-1,0,e) + (0,-1,e) &
<GOALS>
50 &
@R 0 3, 1 3, 2 3, 3 3, 4 3 &
@r 0 0, 1 0, 2 0, 3 0, 4 0 &
"""


@pytest.mark.parametrize(
    ("right", "written", "code"),
    [
        ("<GOALS>", "GOALS", "SBG104"),
        ("<BOARD>", "Board:", "SBG104"),
        ("<PIECES>", "PIECES", "SBG104"),
        ("// Mine\n<<", "Mine\n<<", "SBG102"),
        ("// reach it\n@R", "# reach it\n@R", "SBG004"),
        ("50 & // fifty", "50 & # fifty", "SBG004"),
        ("// my game\n<<", "# my game\n<<", "SBG004"),
        ("<<", "&lt;&lt;", "SBG004"),
        ("&", "&amp;", "SBG004"),
        ("<<Orchid Race>>", "«Orchid Race»", "SBG004"),
        ("(0,1,e)^2 +", "(0,1,e)ˆ2 +", "SBG004"),
        ("(0,1,e)^2 +", "(0,1,e)² +", "SBG004"),
        ("(0,1,e)", "(0,1,“e”)", "SBG004"),
        ("(0,1,e)", "(0,1,'e')", "SBG004"),
        (" + ", " or ", "SBG114"),
        ("@R 0 3, 1 3, 2 3, 3 3, 4 3", "@R 0..4 3", "SBG004"),
        ("@R 0 3, 1 3, 2 3, 3 3, 4 3", "@R 0-4 3", "SBG120"),
        ("<<Orchid", "```sbg\n<<Orchid", "SBG004"),
    ],
)
def test_what_people_write_from_elsewhere(right: str, written: str, code: str) -> None:
    """One mistake, told at its place, that a safe fix takes away."""
    clean = right
    for sign in ("// Mine\n", "// reach it\n", " // fifty", "// my game\n", "^2"):
        clean = clean.replace(sign, "")
    text = RACE.replace(clean.removeprefix("```sbg\n"), written, 1)
    assert text != RACE
    (found,) = editor.check(text)
    assert found.code == code
    result = editor.fixed(text)
    assert not [one for one in result.left if one.severity == "error"], result.text
    assert right in result.text


def test_signs_that_follow_each_other_are_read_one_by_one() -> None:
    text = RACE.replace("(0,1,e) + (1,1,p)", "(0,1,e)ˆ∗(0,1,e) + (1,1,p)")
    assert "(0,1,e)^*(0,1,e)" in editor.fixed(text).text


def test_a_comment_between_the_parts_of_a_goal_is_no_foreign_one() -> None:
    assert pipeline.parse(RACE + "#/* lost */G /* when none is left */ 0 &#g 0&").goals[2:]


@pytest.mark.parametrize(
    "text",
    [
        RACE.replace("G (0,1,e)", "r (0,1,e) &\nG (0,1,e)"),  # R has a rule already
        RACE.replace("G (0", "GR (0"),
    ],
)
def test_a_fix_that_makes_nothing_better_is_not_offered(text: str) -> None:
    (found,) = editor.check(text)
    mended = editor.fixed(text, unsafe=True)
    assert found.fix is None or not mended.left or mended.text == text
    assert sum(one.severity == "error" for one in mended.left) <= 1


def test_a_word_for_a_piece_is_told_as_a_whole() -> None:
    (found,) = editor.check(RACE.replace("G (0", "G1 (0"))
    assert (found.code, found.message) == ("SBG112", "a piece is a single letter, found `G1`")


def test_letters_longer_than_the_board_are_one_mistake_of_a_rule() -> None:
    rule = "R (0,1,e) + (5,0,e) + (-6,0,p) + (0,1,e)((1,4,e) + (1,1,e)) &"
    text = RACE.replace(RACE[RACE.index("R (0") : RACE.index("G (0")], rule + "\n")
    (found,) = editor.check(text)
    assert found.message == "letter steps 5 columns, but the board has 5; so do 2 more of this rule"
    assert "R (0,1,e) + (0,1,e)((1,1,e)) &" in editor.fixed(text, unsafe=True).text
    small = "<<T>><BOARD>1 1|R|<PIECES>R (0,1,e)+(1,0,e)&<GOALS>9&"
    (found,) = editor.check(small)
    assert found.message == "letter steps 1 row, but the board has 1; so does one more"
    assert found.fix is None
