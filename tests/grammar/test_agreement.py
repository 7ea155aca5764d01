"""Mutated files: the parser and the paper's grammar must agree about which of them are games."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from sbg.language.syntax import Source, parse
from tests.grammar.sentences import accepts

SMALL = [
    "<<a>><BOARD>1 1|.|<PIECES><GOALS>0&",
    "<<Small game>>\n<BOARD>\n3 2\n|r.r|\n|R.R|\n<PIECES>\nR (0,1,e) + (0,1,p) &\n<GOALS>\n9 &\n#R 0 &\n",
    "<< 2 >> <BOARD> 2 2 |a/*x*/b||AB| // rows\n<PIECES> A ((0,1,e)^* + (-1,0,p))^2(1,- 1,w)&\n"
    "B(0,1,e)^ *& <GOALS> 10&@A0 1,1 1&#b 1 &",
    "<<k>><BOARD>2 1|kK|<PIECES>K/**/(1,0,p)((-1,0,p)(1,0,e)+(0,0,w))/*&*/&<GOALS>007&",
]
BUNDLED = [
    text
    for file in sorted(files("sbg.language.games").iterdir(), key=lambda file: file.name)
    if file.name.endswith(".sbg") and len(text := file.read_text(encoding="utf-8")) < 2500
]

# Coarse tokens, white space and comments among them, for mutations of whole tokens.
TOKEN = re.compile(r"<<.*?>>|<[A-Z]+>|\|[^|\n]*\||\d+|\s+|/\*.*?\*/|//[^\n]*|.", re.DOTALL)
INSERTED = [
    *"()^*+-,&#@|<>/.", *"epwPKkZ", *"0123", " ", "\n", "\r", "\t", "//", "/*", "*/", "<<", ">>", "||",
    "/**/", "/*/", "(0,1,e)", "^*", "^2", "<BOARD>", "<PIECES>", "<GOALS>", "<<x>>", "|..|", "- 1",
    "5 5", "@P 0 1", "#K 0", "\0", "é", "Р", "\ufeff", "\u2028", "\x0b", "\x0c", "\x1c", "\x85", "\xa0", "_",
    "٣", "\udc80", ";", "%",
]  # fmt: skip


TOKENS = [
    *"()^*+-,&",
    "(",
    ")",
    "+",
    "1",
    "0",
    " ",
    "e",
    "P",
    "(0,1,e)",
    "^*",
    "^2",
    "(-1,2,p)",
    "#P",
    "@k",
    "|.|",
    "/**/",
]
PLACES = [
    "<<a>><BOARD>1 1|.|<PIECES>P … &<GOALS>0&",
    "<<a>><BOARD>1 1|.|<PIECES>P(0,1,e)…(0,1,e)&<GOALS>0&",
    "<<a>><BOARD>1 1|.|<PIECES>P(…)&<GOALS>0&",
    "<<a>><BOARD>1 1|.|<PIECES>…<GOALS>0&",
    "<<a>><BOARD>…<PIECES><GOALS>0&",
    "<<a>><BOARD>1 1|.|<PIECES><GOALS>0&…",
    "<<a>><BOARD>1 1|.|<PIECES><GOALS>0&@P 0 0 …&",
]


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """A game after one to four mutations of its characters or tokens."""
    text = draw(st.sampled_from(SMALL * 2 + BUNDLED))
    for _ in range(draw(st.sampled_from([1, 1, 1, 2, 2, 3, 4]))):
        parts = list(text) if draw(st.booleans()) else TOKEN.findall(text)
        at = draw(st.integers(0, len(parts) - 1))
        match draw(st.integers(0, 5)):
            case 0:
                del parts[at]
            case 1:
                parts.insert(at, draw(st.sampled_from(INSERTED)))
            case 2:
                parts[at] = draw(st.sampled_from(INSERTED))
            case 3:
                parts.insert(at, parts[at])
            case 4:
                other = draw(st.integers(0, len(parts) - 1))
                parts[at], parts[other] = parts[other], parts[at]
            case 5:
                length = draw(st.integers(1, 8))
                del parts[at : at + length]
        text = "".join(parts)
        assume(text)
    return text


@settings(max_examples=settings.default.max_examples * 5)  # type: ignore[union-attr]
@given(mutated())
@example("")
@example("<<a>><BOARD>1 1|.|<PIECES>P(0,0,e)^2^3&<GOALS>0&")
@example("<<a>><BOARD>1/**/0|.|<PIECES><GOALS>0&")
@example("<<a>><BOARD>1 1|.|<PIECES><GOALS>1/**/0&")
@example("<<a>><BOARD>1 1<<x>>|.|<PIECES><GOALS>0&")
@example("<</*x*/>><BOARD>1 1|.|<PIECES><GOALS>0&")
@example("<</*x*/a/*>>*/>><BOARD>1 1|/*|*/.|<PIECES><GOALS>0&")
def test_parser_and_grammar_agree(text: str) -> None:
    agree(text)


@settings(max_examples=settings.default.max_examples * 3)  # type: ignore[union-attr]
@given(st.sampled_from(PLACES), st.lists(st.sampled_from(TOKENS), min_size=1, max_size=9))
def test_they_agree_about_any_tokens(place: str, tokens: list[str]) -> None:
    agree(place.replace("…", "".join(tokens)))


def agree(text: str) -> None:
    parsed = parse(Source("mutated.sbg", text))
    assume(not any(diagnostic.code.startswith("SBG3") for diagnostic in parsed.diagnostics))
    assert (parsed.tree is not None) == accepts(text)
    assert (parsed.tree is None) == bool(parsed.diagnostics)
    for diagnostic in parsed.diagnostics:
        for label in (diagnostic.primary, *diagnostic.secondary):
            assert 0 <= label.span.start <= label.span.end <= len(text)


@pytest.mark.parametrize("text", SMALL + BUNDLED)
def test_both_accept_what_is_mutated(text: str) -> None:
    assert accepts(text)
    assert parse(Source("game.sbg", text)).tree is not None
