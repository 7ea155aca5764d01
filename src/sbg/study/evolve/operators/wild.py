"""Mutations of automata: union, intersection, difference, concatenation, a changed transition.

The result is taken apart into families again; what no family covers stays an automaton.
"""

from __future__ import annotations

from collections.abc import Callable

from sbg.language.model import Letter
from sbg.moves.automata import Dfa
from sbg.moves.automata.dfa import Row, Table, minimize
from sbg.study.evolve.draw import Draw
from sbg.study.evolve.genome import Gene, Genome
from sbg.study.evolve.operators.change import Change, Operator

MOST_STATES = 24
"""States of an automaton that may come out: more cannot be explained."""
_SINK = -1


def intersection(genome: Genome, draw: Draw) -> Change | None:
    """What two pieces have in common."""
    return _two(genome, draw, lambda one, two: one and two, "moves only where both {0} and {1} did")


def difference(genome: Genome, draw: Draw) -> Change | None:
    """What one piece can do and another cannot."""
    return _two(genome, draw, lambda one, two: one and not two, "{0} no longer moves as {1} does")


def concatenation(genome: Genome, draw: Draw) -> Change | None:
    """The words of one piece, then those of another, where the first end on an empty square."""
    found = _pair(genome, draw)
    if found is None:
        return None
    (to, one), (other, two) = found
    if not one.transitions or not two.transitions:
        return None
    # Where the first word ends on an empty square, the second goes on from there.
    last = {
        (source, letter, target)
        for source, letter, target in one.transitions
        if target in one.accepting and letter.on == "e"
    }
    if not last:
        return None
    edges: dict[tuple[int, Letter], set[int]] = {}
    shift = one.state_count
    for source, letter, target in one.transitions:
        edges.setdefault((source, letter), set()).add(target)
    for source, letter, _ in last:
        edges.setdefault((source, letter), set()).add(shift + two.start)
    for source, letter, target in two.transitions:
        edges.setdefault((source + shift, letter), set()).add(target + shift)
    accepting = {state + shift for state in two.accepting}
    dfa = _determined(edges, one.start, accepting)
    return None if dfa is None else _with(genome, to, dfa, f"{to} moves on as {other}")


def redirect(genome: Genome, draw: Draw) -> Change | None:
    """One transition of an automaton leads to another state."""
    letter, gene = draw.pick(genome.pieces)
    dfa = gene.to_dfa(genome.width, genome.height)
    if dfa is None or not dfa.transitions or dfa.state_count > MOST_STATES:
        return None
    number = draw.below(len(dfa.transitions))
    target = draw.below(dfa.state_count)
    source, step, old = dfa.transitions[number]
    if target == old:
        return None
    transitions = [
        *dfa.transitions[:number],
        (source, step, target),
        *dfa.transitions[number + 1 :],
    ]
    alphabet = tuple(sorted({one for _, one, _ in transitions}))
    index = {one: i for i, one in enumerate(alphabet)}
    rows: list[Row] = [{} for _ in range(dfa.state_count)]
    for begin, one, end in transitions:
        rows[begin][index[one]] = end
    order = [dfa.start, *(s for s in range(dfa.state_count) if s != dfa.start)]
    place = {state: i for i, state in enumerate(order)}
    rows = [{i: place[end] for i, end in sorted(rows[state].items())} for state in order]
    accepting = [state in dfa.accepting for state in order]
    changed = minimize(Table(rows, accepting)).finish(alphabet)
    return _with(genome, letter, changed, f"{letter}: one step leads elsewhere")


OPERATORS: dict[str, Operator] = {
    "intersection": intersection,
    "difference": difference,
    "concatenation": concatenation,
    "redirect": redirect,
}


def _pair(genome: Genome, draw: Draw) -> tuple[tuple[str, Dfa], tuple[str, Dfa]] | None:
    dfas = list(genome.automata.items())
    if len(dfas) < 2:
        return None
    one, two = draw.shuffled(dfas)[:2]
    return one, two


def _two(
    genome: Genome, draw: Draw, accepts: Callable[[bool, bool], bool], what: str
) -> Change | None:
    """A piece with the words that a product of two automata accepts."""
    found = _pair(genome, draw)
    if found is None:
        return None
    (to, one), (other, two) = found
    steps = {(source, letter): target for source, letter, target in one.transitions}
    others = {(source, letter): target for source, letter, target in two.transitions}
    edges: dict[tuple[int, Letter], set[int]] = {}
    numbers = {(one.start, two.start): 0}
    accepting = set()
    todo = [(one.start, two.start)]
    while todo:
        pair = todo.pop()
        here = numbers[pair]
        if accepts(pair[0] in one.accepting, pair[1] in two.accepting):
            accepting.add(here)
        for (source, letter), target in steps.items():
            if source == pair[0]:
                into = target, others.get((pair[1], letter), _SINK)
                if into not in numbers:
                    numbers[into] = len(numbers)
                    todo.append(into)
                edges[here, letter] = {numbers[into]}
    dfa = _determined(edges, 0, accepting)
    return None if dfa is None else _with(genome, to, dfa, what.format(to, other))


def _determined(
    edges: dict[tuple[int, Letter], set[int]], start: int, accepting: set[int]
) -> Dfa | None:
    """The minimal automaton of a nondeterministic one; None if it has no words or too many states."""
    alphabet = tuple(sorted({letter for _, letter in edges}))
    first = frozenset({start})
    numbers = {first: 0}
    rows: list[Row] = []
    todo = [first]
    accepts = []
    while todo:
        here = todo.pop(0)
        row: Row = {}
        for i, letter in enumerate(alphabet):
            into = frozenset(t for s in sorted(here) for t in edges.get((s, letter), ()))
            if not into:
                continue
            if into not in numbers:
                numbers[into] = len(numbers)
                todo.append(into)
            row[i] = numbers[into]
        rows.append(row)
        accepts.append(bool(here & accepting))
        if len(numbers) > 16 * MOST_STATES:
            return None
    if not any(accepts):
        return None
    found = minimize(Table(rows, accepts)).finish(alphabet)
    return found if found.transitions and found.state_count <= MOST_STATES else None


def _with(genome: Genome, letter: str, dfa: Dfa, what: str) -> Change | None:
    gene = Gene.of(dfa)
    if not gene or gene == genome.gene(letter):
        return None
    return Change(genome.with_gene(letter, gene), what)
