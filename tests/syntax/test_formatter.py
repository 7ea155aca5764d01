"""The formatter: files and random texts in; a canonical layout that means the same and loses no comment out."""

from __future__ import annotations

import re
import textwrap

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sbg
from sbg.language import syntax
from sbg.language.model.writing import WIDTH
from sbg.language.syntax.collector import Collector
from sbg.language.syntax.formatter import format_source
from sbg.language.syntax.lexer import Lexer
from sbg.language.syntax.source import Source
from tests.strategies import texts

GAME = """\
<<Game>>
<BOARD>
2 2
|p.|
|.P|
<PIECES>
P (0,1,e) &
<GOALS>
10 &
@P 0 1, 1 1 &
"""


def formatted(text: str) -> str:
    out = sbg.format(text)
    assert sbg.format(out) == out
    return out


def rules(body: str) -> str:
    """The formatted rules of a game on a large board."""
    board = "8 8\n" + "|........|\n" * 8
    out = formatted(f"<<G>><BOARD>{board}<PIECES>{body}<GOALS>9&")
    return out[out.index("<PIECES>\n") + 9 : out.index("<GOALS>")]


# -- layout


def test_canonical_text_stays() -> None:
    assert formatted(GAME) == GAME


def test_everything_on_one_line() -> None:
    text = "<<Game>><BOARD>2 2|p.||.P|<PIECES>P(0,1,e)&<GOALS>10&@P0 1,1 1&"
    assert formatted(text) == GAME


def test_everything_on_its_own_line() -> None:
    text = re.sub(r"([(),@])|(?<=\d) ", r"\1\n", GAME).replace(" &", "\n&")
    assert formatted(text) == GAME


@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_line_ends_become_unix(end: str) -> None:
    text = GAME.replace("2 2\n", "2 2 // size\n/* two\nlines */\n")
    assert formatted(text.replace("\n", end)) == formatted(text)
    assert "\r" not in formatted(text.replace("\n", end))


def test_byte_order_mark_goes() -> None:
    assert formatted("\ufeff" + GAME) == GAME


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("05", "5"),
        ("- 1", "-1"),
        ("-\n0", "0"),
        ("-00", "0"),
        ("-/*zero*/0", "/*zero*/ 0"),
        ("-/*one*/01", "- /*one*/ 1"),
    ],
)
def test_numbers_are_normalised(written: str, shown: str) -> None:
    assert rules(f"P({written},01,e)^002&") in (
        f"P ({shown},1,e)^2 &\n",
        f"P ( {shown},1,e)^2 &\n",
    )


def test_long_rule_has_a_direction_a_line() -> None:
    one = "(1,0,e)^*(1,0,p) + (1,0,e)(1,0,e)^*"
    two = "(0,2,e) + (0,1,p)"
    three = "((-1,0,e) + (-1,0,p))^3(1,1,e)"
    assert rules(f"R{one}+{two}+{three}&") == f"R {one} +\n  {two} +\n  {three} &\n"


def test_single_steps_fill_lines() -> None:
    steps = [f"({dx},{dy},{on})" for on in "ep" for dx in (-2, -1, 1, 2) for dy in (-2, -1, 1, 2)]
    lines = rules("N" + "+".join(steps) + "&").splitlines()
    assert len(lines) == 5
    assert all(len(line) <= WIDTH for line in lines)


@pytest.mark.parametrize(
    "body",
    [
        "(0,1,e)" * 40,
        "(" + "+".join(["(0,1,e)(1,0,p)^2"] * 20) + ")^*(0,1,p)",
        "(" * 20 + "+".join(["(0,1,e)(1,0,p)^2"] * 20) + ")" * 20,
        "((0,1,e)" + "(1,1,p)" * 30 + ")^3",
    ],
)
def test_overlong_alternatives_are_filled(body: str) -> None:
    lines = rules(f"P{body}&").splitlines()
    assert len(lines) > 2
    # A line may be wider only by what closes it.
    assert all(len(line) <= WIDTH + 25 for line in lines)


def test_long_goal_is_broken_after_commas() -> None:
    squares = ", ".join(f"{x} {y}" for x in range(8) for y in range(5))
    out = formatted(f"<<G>><BOARD>8 5{'|........|' * 5}<PIECES><GOALS>1&@P{squares}&")
    lines = out[out.index("@P") :].splitlines()
    assert len(lines) == 3
    assert all(len(line) <= WIDTH for line in lines)
    assert all(line.endswith(",") for line in lines[:-1])


# -- comments and blank lines


def test_comments_stay_where_they_stood() -> None:
    text = textwrap.dedent("""\
        // before

        // close before
        <<Game /*inside*/>>  // behind
        <BOARD>
        2 /*between*/ 2
        // a line of its own
        |p/*piece*/.|
        /*in front*/ |.P|
        <PIECES>

        P (0,1,e) +  // ahead
          // then
          (1,0,e) +  /*trailing*/
          (-1,0, /*content*/ e)
          // last
          &
        <GOALS>
        10 &

        @P 0 1,  // two
          1 1 &
        // the end
        """)
    # The letter with a comment in it is written token by token.
    assert formatted(text) == text


def test_blank_lines() -> None:
    text = GAME.replace("<BOARD>", "\n\n\n<BOARD>").replace("2 2", "2\n\n\n2")
    assert formatted(text) == GAME.replace("<BOARD>", "\n<BOARD>")


def test_without_comments_only_the_rules_count() -> None:
    text = "// one\n\n" + GAME.replace("|p.|", "|p/*x*/.| // two\n\n").replace("Ga", "Ga/**/")
    assert format_source(Source("text", text), comments=False) == GAME


@pytest.mark.parametrize("written", ["(-2,1/**/,p)", "(-000000000002,1,p)"])
def test_how_a_letter_was_written_does_not_change_the_lines(written: str) -> None:
    steps = [f"({dx},{dy},p)" for dx in (-2, -1, 1, 2) for dy in (-2, -1, 1, 2) if dx != dy != -dx]
    plain = GAME.replace("(0,1,e)", " + ".join(steps) + "(0,1,e)")
    other = plain.replace("(-2,1,p)", written)
    assert written in other
    assert format_source(Source("text", other), comments=False) == formatted(plain)
    formatted(other)


# -- refusal


def test_syntax_errors_are_refused() -> None:
    with pytest.raises(sbg.InvalidGameError) as caught:
        sbg.format(GAME.replace("&", "", 1))
    assert [found.code for found in caught.value.diagnostics] == ["SBG118"]


def test_errors_of_meaning_are_formatted_all_the_same() -> None:
    text = GAME.replace("|p.|", "|p..|")
    assert formatted(text) == text


# -- properties

TOKEN = re.compile(r"<<[^>]*>>|<[A-Z]+>|\|[.a-zA-Z]*\||[0-9]+|[a-zA-Z]|[^\s]")
BLOCK = st.text("ab *\n/é(", max_size=6).map(lambda text: f"/*{text.replace('*/', '')}*/")
BLOCK = BLOCK.filter(lambda text: text.index("*/", 2) == len(text) - 2)
LINE = st.text("ab */é(", max_size=6).map(lambda text: f"//{text}\n")
GAP = st.lists(st.one_of(st.sampled_from(["", " ", "\n", "\n\n", "\t"]), BLOCK, LINE), max_size=3)


@st.composite
def scattered(draw: st.DrawFn) -> str:
    """A random game with white space and comments strewn between, and sometimes into, its tokens."""
    text = draw(texts(4))
    tokens = TOKEN.findall(text)
    busy = set(draw(st.lists(st.integers(0, len(tokens)), max_size=8)))
    out: list[str] = []
    for number, token in enumerate(tokens):
        gap = "".join(draw(GAP)) if number in busy else ""
        if out and token[0].isdigit() and out[-1][-1].isdigit() and not gap:
            gap = " "
        if number in busy and token[0] in "|" and len(token) > 2:
            token = token[:2] + draw(BLOCK) + token[2:]
        out += [gap, token] if gap else [token]
    return "".join(out) + ("".join(draw(GAP)) if len(tokens) in busy else "")


def comments_in_place(text: str) -> list[tuple[int, str]]:
    """The comments of a text, each with the number of tokens before it, letters counted in parts."""
    source = Source("text", text)
    lexer = Lexer(source, Collector(source))
    found: list[tuple[int, str]] = []
    count = 0
    while True:
        token = lexer.next()
        for comment in lexer.comments[len(found) :]:
            inside = comment.span.end > token.start
            found.append((count + inside, comment.text))
        if token.kind == "end":
            return found
        count += len(TOKEN.findall(token.text)) if token.kind == "step" else 1


@given(scattered())
def test_formatting_keeps_meaning_and_comments(text: str) -> None:
    out = formatted(text)
    before, after = (syntax.check(syntax.parse(Source("text", t))) for t in (text, out))
    assert before.description is not None
    assert before.description == after.description
    assert comments_in_place(text) == comments_in_place(out)
    assert not re.search(r"[ \t]$", re.sub(r"//.*|/\*.*?\*/", "//", out, flags=re.DOTALL), re.M)
