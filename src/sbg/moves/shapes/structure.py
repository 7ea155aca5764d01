"""All moves of a piece as paths, and an automaton for the rest that has no simpler form."""

from __future__ import annotations

from dataclasses import dataclass

from sbg.language.model.regexp import Letter, Power, Regexp, concat, sum_of, written_out
from sbg.moves.automata import Dfa, minimal
from sbg.moves.automata.dfa import Row, Table, minimize
from sbg.moves.shapes.paths import Path, regexp

MOST_STATES_OF_A_REGEXP = 40
"""A rest with more states is not written as a regular expression: that may grow fourfold with each state."""

MOST_LETTERS_OF_A_REGEXP = 100_000


@dataclass(frozen=True, slots=True)
class Structure:
    """A language of moves on a board of some size: the words of all paths, and those of `rest`.

    `rest` is an automaton for what has no simpler form; its words and those of the paths begin with different letters.
    It is None where there is nothing left.
    """

    width: int
    height: int
    paths: tuple[Path, ...]
    rest: Dfa | None

    def to_regexp(self) -> Regexp | None:
        """A rule with the same words, or None if there are no words; ValueError if it would be too long to write."""
        parts = [regexp(path) for path in self.paths]
        if self.rest is not None:
            parts.append(_eliminate(self.rest))
        return sum_of(parts) if parts else None

    def to_dfa(self) -> Dfa:
        """The minimal automaton with the same words."""
        parts = [regexp(path) for path in self.paths]
        known = minimal(sum_of(parts)) if parts else Dfa(1, frozenset(), ())
        return known if self.rest is None else _beside(known, self.rest)


def _beside(one: Dfa, two: Dfa) -> Dfa:
    """The union of two automata whose words begin with different letters."""
    edges: dict[int, list[tuple[Letter, int]]] = {0: []}
    accepting = {0} if one.start in one.accepting or two.start in two.accepting else set()
    for shift, dfa in ((1, one), (1 + one.state_count, two)):
        accepting |= {state + shift for state in dfa.accepting}
        for source, letter, target in dfa.transitions:
            edges.setdefault(source + shift, []).append((letter, target + shift))
            if source == dfa.start:
                edges[0].append((letter, target + shift))
    alphabet = tuple(sorted({letter for out in edges.values() for letter, _ in out}))
    index = {letter: i for i, letter in enumerate(alphabet)}
    rows: list[Row] = [
        dict(sorted((index[letter], target) for letter, target in edges.get(state, ())))
        for state in range(1 + one.state_count + two.state_count)
    ]
    table = Table(rows, [state in accepting for state in range(len(rows))])
    return minimize(table).finish(alphabet)


def _eliminate(dfa: Dfa) -> Regexp:
    """The words of an automaton as a rule: states are taken out one by one."""
    if dfa.state_count > MOST_STATES_OF_A_REGEXP:
        raise ValueError(f"an automaton of {dfa.state_count:,} states is too large for a rule")
    begin, end = -1, -2
    arcs: dict[tuple[int, int], list[Regexp]] = {(begin, dfa.start): [_EMPTY_WORD]}
    for state in dfa.accepting:
        arcs[state, end] = [_EMPTY_WORD]
    for source, letter, target in dfa.transitions:
        arcs.setdefault((source, target), []).append(letter)
    left = set(range(dfa.state_count))
    while left:
        state = min(left, key=lambda q: (sum(q in arc for arc in arcs), q))
        left.remove(state)
        loop = arcs.pop((state, state), None)
        into = [(arc[0], arcs.pop(arc)) for arc in list(arcs) if arc[1] == state]
        out = [(arc[1], arcs.pop(arc)) for arc in list(arcs) if arc[0] == state]
        for source, first in into:
            for target, last in out:
                parts = [
                    sum_of(first),
                    *([Power(sum_of(loop), None)] if loop else []),
                    sum_of(last),
                ]
                busy = [part for part in parts if part != _EMPTY_WORD]
                word = concat(busy) if busy else _EMPTY_WORD
                if written_out(word) > MOST_LETTERS_OF_A_REGEXP:
                    raise ValueError("the rule would be too long to write")
                arcs.setdefault((source, target), []).append(word)
    return sum_of(arcs[begin, end])


_EMPTY_WORD: Regexp = Power(Letter(0, 0, "w"), 0)
