"""The lexer for Pygments: nothing of a text is lost, and what is valid has no error tokens."""

from __future__ import annotations

import random
import re
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pygments.token import Comment, Error, Keyword, Name, Number, Operator, Punctuation, String

from sbg.app import editor
from sbg.highlight import SbgLexer
from sbg.language import games, syntax
from sbg.language.syntax import Source
from sbg.language.syntax.lexer import Lexer
from tests.patience import ends

ROOT = Path(__file__).parent.parent
VALID = {
    **{name: games.read(name).decode() for name in games.names()},
    **{template.name: template.text for template in editor.templates()},
    **{
        path.name: path.read_bytes().decode()
        for path in (ROOT / "tests/golden/format").glob("*.sbg")
    },
}
LETTERS = "<>BOARDPIECESGOALS|()^*+-&#@,.;/ \n\r\tePpw0123é\u2028\x00"


def tokens(text: str) -> list[tuple[object, str]]:
    return [(kind, value) for _, kind, value in SbgLexer().get_tokens_unprocessed(text)]


def errors(text: str) -> list[str]:
    return [value for kind, value in tokens(text) if kind is Error]


@given(st.one_of(st.text(), st.text(alphabet=LETTERS)))
def test_tokens_join_to_the_text(text: str) -> None:
    assert "".join(value for _, value in tokens(text)) == text


@pytest.mark.parametrize("name", VALID)
def test_a_valid_file_has_no_error_tokens(name: str) -> None:
    text = VALID[name]
    assert syntax.parse(Source(name, text.removeprefix("\ufeff"))).tree is not None
    assert errors(text.removeprefix("\ufeff")) == []


@pytest.mark.parametrize("blank", [" ", "\r\n", "/* & */", "// <GOALS>\n"])
def test_blanks_and_comments_between_any_two_tokens(blank: str) -> None:
    """Where the parser takes them, so does this lexer."""
    source = Source("game.sbg", VALID["gardner"])
    lexer = Lexer(source, syntax.parse(source).collector)
    parts = []
    while (token := lexer.next()).kind != "end":
        parts.append(source.text[token.start : token.end])
    shuffled = blank.join(parts)
    assert syntax.parse(Source("game.sbg", shuffled)).tree is not None
    assert errors(shuffled) == []


def test_kinds_of_tokens() -> None:
    text = "<<A 1>> // c\n<BOARD>\n2 1 |a/*x*/.B|\n<PIECES>\nP (-1, 2,p)^*+(0,1,e) &\n<GOALS>\n9 & #P 0 & @p 1 0 &"
    kinds: dict[str, Any] = {}
    for kind, value in tokens(text):
        kinds.setdefault(value.strip(), kind)
    assert kinds["<<"] is kinds["A 1"] is kinds[">>"] is Name.Class
    assert kinds["// c"] is Comment.Single
    assert kinds["/*x*/"] is Comment.Multiline
    assert kinds["<BOARD>"] is kinds["<PIECES>"] is kinds["<GOALS>"] is Keyword.Namespace
    assert kinds["|"] is kinds["("] is kinds[","] is Punctuation
    assert (kinds["a"], kinds["."], kinds["B"]) == (String.Char, String, String.Symbol)
    assert kinds["-1"] is kinds["2"] is kinds["9"] is Number.Integer
    assert kinds["e"] is Keyword.Constant
    assert kinds["^"] is kinds["*"] is kinds["+"] is Operator
    assert kinds["&"] is kinds["#"] is kinds["@"] is Keyword
    assert kinds["P"] is Name.Variable
    assert dict(tokens("(0,1,p)"))[Keyword.Constant] == "p"


@pytest.mark.parametrize("wrong", ["é", "<Board>", "|a b|", "<<a-b>>", "/* open", "P = (0,1,e)"])
def test_what_is_wrong_is_shown_as_such(wrong: str) -> None:
    assert errors(wrong)


def test_a_row_or_name_that_is_not_closed_ends_with_its_line() -> None:
    assert (Keyword.Namespace, "<PIECES>") in tokens("<<a\n|...\n<PIECES>")


def test_blocks_of_the_documentation() -> None:
    pages = [*(ROOT / "docs").glob("*.md"), ROOT / "README.md"]
    fence = re.compile(
        r"^```(?:sbg|\{code-block\} sbg)\n(?::.*\n)*(.*?)^```", re.MULTILINE | re.DOTALL
    )
    blocks = [block for page in pages for block in fence.findall(page.read_text(encoding="utf-8"))]
    assert blocks
    for block in blocks:
        assert errors(block) == [], block


def test_pygments_finds_it() -> None:
    (entry,) = entry_points(group="pygments.lexers", name="sbg")
    assert entry.load() is SbgLexer


@pytest.mark.long
@pytest.mark.parametrize("part", ["/*", "<<", "|a", "(0,", "(" + " " * 50, "<", "\\"])
def test_time_grows_with_the_length_of_the_text(part: str) -> None:
    with ends():
        tokens(part * (200_000 // len(part)))


def test_junk_of_every_kind_costs_little() -> None:
    chosen = random.Random(7)
    text = "".join(chosen.choices(LETTERS, k=100_000))
    with ends():
        assert "".join(value for _, value in tokens(text)) == text
