"""Rewrites rules and automata for a target: mirrored for black, or without empty loops."""

from __future__ import annotations

from sbg.language.model import Concat, Letter, Power, Regexp, Sum
from sbg.language.model.regexp import sum_of
from sbg.moves.automata import minimal
from sbg.moves.automata.dfa import LimitError
from sbg.moves.automata.nfa import without_idle_parts


def mirrored(regexp: Regexp) -> Regexp:
    """A rule as black uses it: rows the other way."""
    if isinstance(regexp, Letter):
        return Letter(regexp.dx, -regexp.dy, regexp.on)
    if isinstance(regexp, Power):
        return Power(mirrored(regexp.body), regexp.count)
    parts = tuple(map(mirrored, regexp.parts))
    return Concat(parts) if isinstance(regexp, Concat) else Sum(parts)


def with_content(regexp: Regexp, on: str) -> Regexp:
    """A rule with one content everywhere: its steps alone."""
    if isinstance(regexp, Letter):
        return Letter(regexp.dx, regexp.dy, on)
    if isinstance(regexp, Power):
        return Power(with_content(regexp.body, on), regexp.count)
    parts = tuple(with_content(part, on) for part in regexp.parts)
    return Concat(parts) if isinstance(regexp, Concat) else Sum(parts)


def starless(regexp: Regexp) -> Regexp:
    """An equal rule in which no power repeats the empty word: `(a^* + b)^*` becomes `(a + b)^*`.

    Programs that walk a rule step by step would otherwise go round without a step.
    """
    return _without_empty_rounds(without_idle_parts(regexp))


def _without_empty_rounds(regexp: Regexp) -> Regexp:
    if isinstance(regexp, Letter):
        return regexp
    if isinstance(regexp, Power):
        body = _without_empty_rounds(regexp.body)
        if regexp.count is None and nullable(body):
            body = _not_nullable(body)
        return Power(body, regexp.count)
    parts = tuple(map(_without_empty_rounds, regexp.parts))
    return Concat(parts) if isinstance(regexp, Concat) else Sum(parts)


def _not_nullable(regexp: Regexp) -> Regexp:
    """An expression without the empty word whose star is the star of a nullable one."""
    if not nullable(regexp):
        return regexp
    if isinstance(regexp, Power):
        return _not_nullable(regexp.body)
    assert not isinstance(regexp, Letter)
    parts = [_not_nullable(part) for part in regexp.parts if part != Concat(())]
    return sum_of(parts)


def nullable(regexp: Regexp) -> bool:
    """Whether the empty word belongs to a rule."""
    if isinstance(regexp, Letter):
        return False
    if isinstance(regexp, Power):
        return not regexp.count or nullable(regexp.body)
    return (all if isinstance(regexp, Concat) else any)(map(nullable, regexp.parts))


def comes_back(regexp: Regexp, width: int, height: int) -> bool:
    """Whether a walk of a rule may come back to its start square, whatever the squares hold.

    Judged by steps alone: True may be said where the board is in the way, or where the rule is too large to tell.
    """
    try:
        dfa = minimal(with_content(regexp, "e"))
    except LimitError:
        return True
    stride = 3 * width  # room for a step past either side
    middle = 1 << (height - 1) * stride + 2 * width - 1
    row = (1 << 2 * width - 1) - 1 << width
    inside = sum(row << y * stride for y in range(2 * height - 1))
    steps: list[list[tuple[int, int]]] = [[] for _ in range(dfa.state_count)]
    for source, letter, target in dfa.transitions:
        steps[source].append((letter.dx + letter.dy * stride, target))
    seen = [0] * dfa.state_count
    fresh = {dfa.start: middle}
    while fresh:
        state, spots = fresh.popitem()
        seen[state] |= spots
        for by, target in steps[state]:
            there = (spots << by if by >= 0 else spots >> -by) & inside
            if there & middle:
                return True
            there &= ~seen[target]
            if there:
                fresh[target] = fresh.get(target, 0) | there
    return False
