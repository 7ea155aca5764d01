"""The reference against the paper's definition, word by word: words are written out and walked one by one."""

from __future__ import annotations

import itertools

from hypothesis import assume, given
from hypothesis import strategies as st

from sbg.language.model import Coordinates, Letter, Power, Regexp, Sum
from sbg.language.reference.meaning import Content, targets
from tests.strategies import regexps

Word = tuple[Letter, ...]
MOST_WORDS = 2_000


def words(regexp: Regexp, repetitions: int) -> set[Word]:
    """The words of a language, every star repeated up to so many times; an expression of too many is given up."""
    if isinstance(regexp, Letter):
        return {(regexp,)}
    if isinstance(regexp, Sum):
        found = set().union(*(words(part, repetitions) for part in regexp.parts))
    elif isinstance(regexp, Power):
        body = words(regexp.body, repetitions)
        counts = range(repetitions + 1) if regexp.count is None else [regexp.count]
        found = set().union(*(_sequences([body] * count) for count in counts))
    else:
        found = _sequences([words(part, repetitions) for part in regexp.parts])
    assume(len(found) <= MOST_WORDS)
    return found


def _sequences(parts: list[set[Word]]) -> set[Word]:
    found: set[Word] = {()}
    for part in parts:
        assume(len(found) * len(part) <= MOST_WORDS)
        found = {before + word for before, word in itertools.product(found, part)}
    return found


def applies(word: Word, origin: Coordinates, content: Content, forward: int) -> bool:
    """The paper's condition: for every i, the i-th content holds at the sum of the first i steps."""
    return all(
        content(_after(word[:i], origin, forward)) == word[i - 1].on
        for i in range(1, len(word) + 1)
    )


def _after(word: Word, origin: Coordinates, forward: int) -> Coordinates:
    x, y = origin
    return x + sum(letter.dx for letter in word), y + forward * sum(letter.dy for letter in word)


@st.composite
def cases(draw: st.DrawFn, most: int) -> tuple[Regexp, Coordinates, dict[Coordinates, str], int]:
    """A rule, a square to start from, what the squares hold, and the direction of the player."""
    width, height = draw(st.integers(1, most)), draw(st.integers(1, most))
    squares = [(x, y) for x in range(width) for y in range(height)]
    contents = {square: draw(st.sampled_from("epwe")) for square in squares}
    origin = draw(st.sampled_from(squares))
    contents[origin] = "w"
    return draw(regexps(width, height)), origin, contents, draw(st.sampled_from([1, -1]))


def stars(regexp: Regexp) -> int:
    """How many stars an expression has."""
    if isinstance(regexp, Letter):
        return 0
    if isinstance(regexp, Power):
        return (regexp.count is None) + stars(regexp.body)
    return sum(map(stars, regexp.parts))


def _compare(
    case: tuple[Regexp, Coordinates, dict[Coordinates, str], int], repetitions: int
) -> None:
    rule, origin, contents, forward = case
    expected = {
        _after(word, origin, forward)
        for word in words(rule, repetitions)
        if applies(word, origin, contents.get, forward)
    }
    assert targets(rule, frozenset([origin]), contents.get, forward) == expected


@given(cases(most=4).filter(lambda case: stars(case[0]) == 0))
def test_a_rule_without_stars_means_its_words(
    case: tuple[Regexp, Coordinates, dict[Coordinates, str], int],
) -> None:
    _compare(case, 0)


@given(cases(most=2).filter(lambda case: 1 <= stars(case[0]) <= 2))
def test_a_rule_with_stars_means_its_words(
    case: tuple[Regexp, Coordinates, dict[Coordinates, str], int],
) -> None:
    # Whatever a star can reach it reaches without ending two repetitions on one square, so on a
    # board of n squares n - 1 repetitions are enough.
    _compare(case, len(case[2]) - 1)


@given(cases(most=3), st.data())
def test_more_origins_reach_what_each_of_them_reaches(
    case: tuple[Regexp, Coordinates, dict[Coordinates, str], int], data: st.DataObject
) -> None:
    rule, _, contents, forward = case
    origins = data.draw(st.frozensets(st.sampled_from(sorted(contents))))
    alone = [targets(rule, frozenset([origin]), contents.get, forward) for origin in origins]
    assert targets(rule, origins, contents.get, forward) == frozenset().union(*alone)
