"""The paper's grammar in; its judgement of a text, and strategies for sentences of it, out."""

from __future__ import annotations

import re
import string
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from hypothesis import strategies as st
from lark import Lark
from lark.exceptions import UnexpectedInput
from lark.grammar import Rule
from lark.lexer import PatternStr

from sbg.limits import MAX_NUMBER, MAX_POWER

GRAMMAR = (Path(__file__).parent / "sbg.lark").read_text(encoding="utf-8")
LALR = Lark(GRAMMAR, start="sbg", parser="lalr")

BLOCK_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)


def accepts(text: str, parser: Lark = LALR) -> bool:
    """Whether a text is a sentence of the grammar."""
    try:
        parser.parse(text)
    except UnexpectedInput:
        return False
    return True


class Word(NamedTuple):
    """A terminal of a sentence: its name in the grammar and its text."""

    terminal: str
    text: str


class Sentence(NamedTuple):
    """A sentence: the text, its words, and the comments in it, in their order."""

    text: str
    words: list[Word]
    comments: list[str]


# The limits are no part of the grammar: numbers stay below them. Leading zeros are allowed.
_SMALL_NUMBERS = [*map(str, range(13)), "00", "05", "0001"]
_NUMBERS = st.sampled_from(_SMALL_NUMBERS) | st.integers(0, MAX_NUMBER).map(str)
_EXPONENTS = st.sampled_from(_SMALL_NUMBERS) | st.integers(0, MAX_POWER).map(str)


_COMMENTS = ["/**/", "/* & */", "/*/*/", "/***/", "/*\n|*/", "//", "// a /* b", "//<GOALS>"]
_RANDOM_BLOCK = st.from_regex(r"/\*([^*\x00]|\*+[^*/\x00])*\*+/", fullmatch=True)
_RANDOM_COMMENT = _RANDOM_BLOCK | st.from_regex(r"//[^\r\n\x00]*", fullmatch=True)


@st.composite
def _bracketed(draw: st.DrawFn, left: str, alphabet: str, least: int, right: str) -> str:
    """A name or a row, with a comment in it now and then."""
    inside = draw(st.text(alphabet, min_size=least, max_size=8))
    if draw(st.integers(0, 9)) == 9:
        at = draw(st.integers(0, len(inside)))
        inside = inside[:at] + draw(_RANDOM_BLOCK) + inside[at:]
    return left + inside + right


class _Generator:
    """Expands rules at random; once a sentence is long, only the shortest expansions are chosen."""

    def __init__(self, grammar: Lark) -> None:
        self.rules: dict[str, list[list[str]]] = {}
        for rule in grammar.rules:
            self.rules.setdefault(str(rule.origin.name), []).append(_expansion(rule))
        self.literals: dict[str, str] = {}
        self.patterns: dict[str, st.SearchStrategy[str]] = {}
        for terminal in grammar.terminals:
            if isinstance(terminal.pattern, PatternStr):
                self.literals[terminal.name] = terminal.pattern.value
            else:
                regexp = terminal.pattern.to_regexp()
                self.patterns[terminal.name] = st.from_regex(regexp, fullmatch=True)
        # What these could be is slow to make from their patterns, and seldom worth the time.
        self.patterns["NAT"] = _NUMBERS
        self.patterns["NAME"] = _bracketed(
            "<<", string.ascii_letters + string.digits + " ", 1, ">>"
        )
        self.patterns["ROW"] = _bracketed("|", "." + string.ascii_letters, 0, "|")
        self.shortest = self._shortest()

    def _shortest(self) -> dict[str, list[list[str]]]:
        """Of every rule, the expansions that lead to an end in the fewest steps."""
        heights = dict.fromkeys([*self.literals, *self.patterns], 0)
        shortest: dict[str, list[list[str]]] = {}
        height = 0
        while len(shortest) < len(self.rules):
            height += 1
            for name in self.rules.keys() - shortest.keys():
                low = [
                    e for e in self.rules[name] if all(heights.get(s, height) < height for s in e)
                ]
                if low:
                    shortest[name] = low
                    heights[name] = height
        return shortest

    def expand(self, draw: st.DrawFn, start: str, most: int) -> list[Word]:
        words: list[Word] = []
        pending = [start]  # what is still to be expanded, the next one last
        while pending:
            name = pending.pop()
            if name in self.literals:
                words.append(Word(name, self.literals[name]))
            elif name in self.patterns:
                exponent = bool(words) and words[-1].text == "^"
                words.append(Word(name, draw(_EXPONENTS if exponent else self.patterns[name])))
            else:
                rules = self.rules if len(words) + len(pending) < most else self.shortest
                pending += reversed(draw(st.sampled_from(rules[name])))
        return words


def _expansion(rule: Rule) -> list[str]:
    return [str(symbol.name) for symbol in rule.expansion]


_GENERATOR = _Generator(LALR)

_SPACES = [" ", "\n", "\r\n", "\r", "\t", " \n\t"]


class _Filling(NamedTuple):
    """White space, or a comment with what must follow it."""

    text: str
    comment: str | None = None


@st.composite
def _fillings(draw: st.DrawFn) -> list[list[_Filling]]:
    """What may stand between two words of one sentence; some of the comments nobody would think of."""
    comments = _COMMENTS + draw(st.lists(_RANDOM_COMMENT, max_size=3))
    single = [_Filling(text) for text in _SPACES]
    for comment in comments:
        line_end = draw(st.sampled_from(["\n", "\r", "\r\n"])) if comment[1] == "/" else ""
        single.append(_Filling(comment + line_end, comment))
    several = draw(st.lists(st.lists(st.sampled_from(single), min_size=2, max_size=4), max_size=3))
    nothing: list[list[_Filling]] = [[]]
    return nothing * 15 + [[filling] for filling in single] + several


@st.composite
def sentences(draw: st.DrawFn, most: int = 120) -> Sentence:
    """Sentences of the grammar, most of them up to about `most` words long."""
    words = _GENERATOR.expand(draw, "sbg", draw(st.integers(20, most)))
    fillings = st.sampled_from(draw(_fillings()))
    text = ""
    comments: list[str] = []

    def fill() -> None:
        nonlocal text
        for filling in draw(fillings):
            text += filling.text
            if filling.comment is not None:
                comments.append(filling.comment)

    fill()
    for before, word in pairwise([Word("", ""), *words]):
        if before.terminal == word.terminal == "NAT" and text[-1].isdigit():
            text += " "
        text += word.text
        if word.terminal in ("NAME", "ROW"):
            comments += BLOCK_COMMENT.findall(word.text)
        fill()
    return Sentence(text, words, comments)
