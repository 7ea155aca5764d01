"""Deterministic automata: the subset construction, and minimization."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from sbg.base.limits import MAX_STATES, MAX_STEPS, MAX_TRANSITIONS
from sbg.language.model.regexp import Letter
from sbg.moves.automata.nfa import END, Nfa

Row: TypeAlias = dict[int, int]
"""The transitions of one state: from the index of a letter in the alphabet to the next state."""


@dataclass(frozen=True, slots=True)
class Dfa:
    """A deterministic automaton over letters; a letter without a transition leads nowhere.

    States are 0 … state_count - 1 in the order in which a walk from the start, breadth first and by
    letter, meets them: automata that differ only in the names of their states are equal.
    `transitions` are (source, letter, target), sorted.
    """

    state_count: int
    accepting: frozenset[int]
    transitions: tuple[tuple[int, Letter, int], ...]
    start: ClassVar[int] = 0

    def mirrored(self, columns: bool = False, rows: bool = False, renumber: bool = True) -> Dfa:
        """The automaton of the words with dx negated (columns), dy negated (rows), or both.

        Unless states are numbered anew, they keep their numbers, and are not in the order of a walk.
        """
        sides = -1 if columns else 1, -1 if rows else 1
        out: list[list[tuple[Letter, int]]] = [[] for _ in range(self.state_count)]
        for source, letter, target in self.transitions:
            turned = Letter(sides[0] * letter.dx, sides[1] * letter.dy, letter.on)
            out[source].append((turned, target))
        order = [self.start] if renumber else list(range(self.state_count))
        number = {state: state for state in order}
        transitions = []
        for state in order:  # grows while we walk it
            for letter, target in sorted(out[state]):
                if target not in number:
                    number[target] = len(order)
                    order.append(target)
                transitions.append((number[state], letter, number[target]))
        return Dfa(
            self.state_count,
            frozenset(number[state] for state in self.accepting),
            tuple(transitions),
        )


@dataclass(slots=True)
class Table:
    """A deterministic automaton while it is being made; state 0 is the start."""

    rows: list[Row]
    accepting: list[bool]

    def finish(self, alphabet: tuple[Letter, ...]) -> Dfa:
        """The automaton as a value; its states must be in order."""
        return Dfa(
            len(self.rows),
            frozenset(state for state, accepts in enumerate(self.accepting) if accepts),
            tuple((q, alphabet[a], row[a]) for q, row in enumerate(self.rows) for a in row),
        )


class LimitError(Exception):
    """An automaton outgrew a limit while it was built; the argument names the limit."""


@dataclass(slots=True)
class Budget:
    """What is left of the limits that all rules of a game share."""

    transitions: int = MAX_TRANSITIONS
    steps: int = MAX_STEPS

    def spend(self, steps: int, transitions: int) -> None:
        """Take away, or raise LimitError."""
        self.steps -= steps
        self.transitions -= transitions
        if self.steps < 0:
            raise LimitError("MAX_STEPS")
        if self.transitions < 0:
            raise LimitError("MAX_TRANSITIONS")


def determinize(nfa: Nfa, budget: Budget) -> Table:
    """The subset construction; a state is the set of positions that may come next.

    Sets of positions already read that agree in what follows are one state from the beginning: a
    sum of ten thousand letters under a star has a single state.
    """
    letter, follow = nfa.letter, nfa.follow
    states = {nfa.start: 0}
    sets = [nfa.start]
    rows: list[Row] = []
    for positions in sets:  # grows while we walk it
        budget.spend(positions.bit_count(), 0)
        next_sets: dict[int, int] = {}
        # Digits from the right; finding the next 1 in a text costs less than cutting it off an int.
        digits = bin(positions)[:1:-1]
        position = digits.find("1", 1)  # 0 is the end of the word
        while position > 0:
            index = letter[position]
            known = next_sets.get(index)
            next_sets[index] = follow[position] if known is None else known | follow[position]
            position = digits.find("1", position + 1)
        budget.spend(0, len(next_sets))
        row: Row = {}
        for index in sorted(next_sets):
            target = next_sets[index]
            state = states.get(target)
            if state is None:
                state = states[target] = len(sets)
                sets.append(target)
                if state > MAX_STATES:  # the start, 0, is not counted: MAX_STATES letters are fine
                    raise LimitError("MAX_STATES")
            row[index] = state
        rows.append(row)
    return Table(rows, [bool(positions & END) for positions in sets])


def minimize(table: Table) -> Table:
    """The smallest automaton with the same words, its states in the order of `Dfa`.

    Every state must be able to reach acceptance. States start in one class when they agree in
    acceptance and letters; a class is split when its members lead to different classes. The largest
    part keeps the name of the class, so a state is renamed at most log n times, and only those that
    lead to renamed states are looked at again.
    """
    rows = table.rows
    arrows = [tuple(row.values()) for row in rows]
    names: dict[tuple[bool, tuple[int, ...]], int] = {}
    class_of: list[int] = []
    members: list[set[int]] = []
    for state, row in enumerate(rows):
        name = names.setdefault((table.accepting[state], tuple(row)), len(names))
        if name == len(members):
            members.append(set())
        class_of.append(name)
        members[name].add(state)
    if len(members) < len(rows):
        _refine(arrows, class_of, members)
    return _in_order(table, class_of)


def _refine(arrows: list[tuple[int, ...]], class_of: list[int], members: list[set[int]]) -> None:
    sources: list[list[int]] = [[] for _ in arrows]
    for state, targets in enumerate(arrows):
        for target in targets:
            sources[target].append(state)
    dirty = set(range(len(arrows)))
    while dirty:
        by_class: defaultdict[int, list[int]] = defaultdict(list)
        for state in dirty:
            by_class[class_of[state]].append(state)
        renamed: list[tuple[int, list[int]]] = []
        for name, changed in by_class.items():
            block = members[name]
            if len(block) == 1:
                continue
            parts: defaultdict[tuple[int, ...], list[int]] = defaultdict(list)
            for state in changed:
                parts[tuple([class_of[target] for target in arrows[state]])].append(state)
            quiet = len(block) - len(changed)
            quiet_part = None
            if quiet:  # the others still agree with each other: one speaks for all
                speaker = next(state for state in block if state not in dirty)
                quiet_part = tuple([class_of[target] for target in arrows[speaker]])
                parts.setdefault(quiet_part, [])
            if len(parts) == 1:
                continue
            largest = max(parts, key=lambda part: len(parts[part]) + quiet * (part == quiet_part))
            for part, states in parts.items():
                if part == largest:
                    continue
                if part == quiet_part:
                    states = states + [state for state in block if state not in dirty]
                renamed.append((len(members), states))
                members.append(set(states))
                block.difference_update(states)
        # Only now, so that all parts of one round are told apart by the same names.
        dirty = set()
        for name, states in renamed:
            for state in states:
                class_of[state] = name
                dirty.update(sources[state])


def _in_order(table: Table, class_of: list[int]) -> Table:
    """One state for each class that the start can reach, breadth first and by letter."""
    number = {class_of[0]: 0}
    speakers = [0]
    rows: list[Row] = []
    for speaker in speakers:  # grows while we walk it
        row: Row = {}
        for index, target in table.rows[speaker].items():
            name = class_of[target]
            if name not in number:
                number[name] = len(speakers)
                speakers.append(target)
            row[index] = number[name]
        rows.append(row)
    return Table(rows, [table.accepting[speaker] for speaker in speakers])
