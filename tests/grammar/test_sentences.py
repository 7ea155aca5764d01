"""Sentences made from the paper's grammar: the parser must accept each, and its tree must hold every word of it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from hypothesis import given, settings
from lark import Lark

from sbg.language.syntax import Source, parse, tree
from tests.grammar.sentences import (
    BLOCK_COMMENT,
    GRAMMAR,
    LALR,
    Sentence,
    Word,
    accepts,
    sentences,
)

EARLEY = Lark(GRAMMAR, start="sbg", parser="earley")


@settings(max_examples=settings.default.max_examples * 2)  # type: ignore[union-attr]
@given(sentences())
def test_parser_accepts_every_sentence(sentence: Sentence) -> None:
    parsed = parse(Source("sentence.sbg", sentence.text))
    assert parsed.diagnostics == []
    assert parsed.tree is not None
    assert list(words_of_file(parsed.tree)) == list(normal(sentence.words))
    assert [comment.text for comment in parsed.tree.comments] == sentence.comments
    for comment in parsed.tree.comments:
        assert sentence.text[slice(*comment.span)] == comment.text


@given(sentences(most=40))
def test_lalr_shifting_loses_no_sentence(sentence: Sentence) -> None:
    assert accepts(sentence.text, LALR)
    assert accepts(sentence.text, EARLEY)


def normal(words: list[Word]) -> Iterator[str]:
    """Words as the tree has them: numbers without leading zeros, zero without a sign, rows without comments."""
    for word, after in pairwise([*words, Word("", "")]):
        if word.terminal == "NAT":
            yield str(int(word.text))
        elif word.terminal in ("NAME", "ROW"):
            yield BLOCK_COMMENT.sub("", word.text)
        elif word.text != "-" or int(after.text) != 0:
            yield word.text


def words_of_file(file: tree.File) -> Iterator[str]:
    yield f"<<{file.name.text}>>"
    yield "<BOARD>"
    yield str(file.board.width.value)
    yield str(file.board.height.value)
    for row in file.board.rows:
        yield f"|{row.squares}|"
    yield "<PIECES>"
    for rule in file.rules:
        yield rule.piece
        yield from words_of_regexp(rule.regexp)
        yield "&"
    yield "<GOALS>"
    yield str(file.turn_limit.value)
    yield "&"
    for goal in file.goals:
        yield from words_of_goal(goal)
        yield "&"


def words_of_regexp(node: tree.Regexp) -> Iterator[str]:
    match node:
        case tree.Letter():
            yield "("
            yield from words_of_int(node.dx)
            yield ","
            yield from words_of_int(node.dy)
            yield from (",", node.on, ")")
        case tree.Group():
            yield "("
            yield from words_of_regexp(node.body)
            yield ")"
        case tree.Power():
            yield from words_of_regexp(node.base)
            yield from ("^", "*" if node.exponent is None else str(node.exponent.value))
        case tree.Concat():
            for part in node.parts:
                yield from words_of_regexp(part)
        case tree.Sum():
            for index, alternative in enumerate(node.parts):
                if index:
                    yield "+"
                yield from words_of_regexp(alternative)


def words_of_int(value: int) -> Iterator[str]:
    if value < 0:
        yield "-"
    yield str(abs(value))


def words_of_goal(goal: tree.Goal) -> Iterator[str]:
    if isinstance(goal, tree.CountGoal):
        yield from ("#", goal.piece, str(goal.count.value))
        return
    yield from ("@", goal.piece)
    for index, square in enumerate(goal.squares):
        if index:
            yield ","
        yield from (str(square.x.value), str(square.y.value))
