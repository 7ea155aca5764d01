"""Merges states of an automaton that differ in direction only, so that GDL texts get shorter.

A state is *directed* when all its steps go by one vector, as while riding. Directed states that do the same, each in
its own direction, form a class. A clause for a class has the direction as a variable.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TypeAlias

from sbg.moves.automata import Dfa

Vector: TypeAlias = tuple[int, int]

_MOST_STATES = 500
"""Larger automata stay as they are: taking states together takes quadratic time."""


@dataclass(frozen=True, slots=True)
class Place:
    """A state, or the class of a directed one: then `direction` is its vector."""

    name: int
    direction: Vector | None = None


@dataclass(frozen=True, slots=True)
class Arrow:
    """Steps from one place to another, on squares with one of the contents.

    With `along` the source is a class, and each of its states steps in its own direction; otherwise it is a state, and
    `vectors` are its steps. With `keeps` the target is a class: the state in it with the direction of the step.
    """

    source: int
    target: Place
    contents: frozenset[str]
    vectors: tuple[Vector, ...]
    along: bool
    keeps: bool


@dataclass(frozen=True, slots=True)
class Folded:
    """An automaton with its rays taken together; names of places are numbers of states, the least of a class."""

    start: int
    classes: frozenset[int]
    accepting: frozenset[int]
    arrows: tuple[Arrow, ...]


def fold(dfa: Dfa) -> Folded:
    """Take the rays of an automaton together."""
    edges: defaultdict[tuple[int, Vector, int], set[str]] = defaultdict(set)
    for source, letter, target in dfa.transitions:
        edges[source, (letter.dx, letter.dy), target].add(letter.on)
    place = _places(dfa, edges)
    groups: defaultdict[tuple[int, Place, frozenset[str], bool, bool], set[Vector]]
    groups = defaultdict(set)
    for (source, vector, target), contents in edges.items():
        here, there = place[source], place[target]
        along = here.direction is not None
        keeps = there.direction is not None and there.direction == vector
        if keeps:
            there = Place(there.name)
        groups[here.name, there, frozenset(contents), along, keeps].add(vector)
    arrows = [
        Arrow(source, target, contents, tuple(sorted(vectors)), along, keeps)
        for (source, target, contents, along, keeps), vectors in groups.items()
    ]
    arrows.sort(key=lambda a: (a.source, a.target.name, sorted(a.contents), a.vectors))
    return Folded(
        place[dfa.start].name,
        frozenset(spot.name for spot in place if spot.direction is not None),
        frozenset(place[state].name for state in dfa.accepting),
        tuple(arrows),
    )


def _places(dfa: Dfa, edges: dict[tuple[int, Vector, int], set[str]]) -> list[Place]:
    """The place of each state."""
    out: list[list[tuple[Vector, frozenset[str], int]]] = [[] for _ in range(dfa.state_count)]
    for (source, vector, target), contents in edges.items():
        out[source].append((vector, frozenset(contents), target))
    directions: list[Vector | None] = []
    for state, steps in enumerate(out):
        vectors = {vector for vector, _, _ in steps}
        single = len(vectors) == 1 and state != dfa.start
        directions.append(vectors.pop() if single else None)
    if dfa.state_count > _MOST_STATES:
        return [Place(state) for state in range(dfa.state_count)]
    names = [
        -1 if directions[state] is not None else state for state in range(dfa.state_count)
    ]  # directed states begin in one class

    def signature(state: int) -> tuple[object, ...]:
        way = directions[state]
        if way is None:
            return (state,)
        follows = frozenset(
            (contents, names[target] if directions[target] == way else ("state", target))
            for _, contents, target in out[state]
        )
        return names[state], state in dfa.accepting, follows

    while True:
        least: dict[tuple[object, ...], int] = {}
        renamed = [least.setdefault(signature(state), state) for state in range(dfa.state_count)]
        if renamed == names:
            break
        names = renamed
    members: defaultdict[int, set[Vector | None]] = defaultdict(set)
    for state, name in enumerate(names):
        members[name].add(directions[state])
    return [
        Place(name, directions[state] if len(members[name]) > 1 else None)
        for state, name in enumerate(names)
    ]
