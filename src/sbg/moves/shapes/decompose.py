"""Finds the paths through an automaton, merged into as few as simple rules allow.

Everything is derived from the minimal automaton alone, so equal languages get equal structures. States are
taken from the end backward; each gets the paths from it to acceptance, united at once, so that a ride of sixty
squares is one path and not sixty. A loop must have a state through which all its rounds go; what lies
before a loop that has none, or before too many paths, stays in the rest.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sbg.moves.automata import Dfa
from sbg.moves.automata.dfa import Row, Table, minimize
from sbg.moves.shapes.paths import (
    Path,
    Repeat,
    Step,
    in_order,
    join,
    size,
    starred,
    tidy,
    unite,
)
from sbg.moves.shapes.structure import Structure

MOST_PATHS = 64
"""Paths from one state; the start may have more."""

MOST_LENGTH = 24
"""Elements of one path: who would read more?"""

MOST_WORK = 500_000
"""Elements of all paths handled, times the lengths of the paths, for a whole game: some tenths of a second."""

MOST_TOLD = 12_000
"""Elements of all paths of a structure, for a whole game: telling them takes some tenths of a second too."""


@dataclass(slots=True)
class _Graph:
    """The automaton with its parallel transitions put together: for each state (step, target)."""

    edges: list[list[tuple[Step, int]]]
    accepting: list[bool]
    start: int


def decompose(dfa: Dfa, width: int, height: int, pieces: int = 1) -> Structure:
    """The structure of a language; the work allowed is shared among so many pieces."""
    graph = _graph(dfa)
    known = _Walker(graph, MOST_WORK // pieces).paths()
    paths: list[Path] = [()] if graph.accepting[graph.start] else []
    dark: set[int] = set()
    for steps, target in _bundles(graph.edges[graph.start]):
        behind = known[target]
        if behind is None:
            dark.add(target)
        else:
            paths += _before(steps, behind)
    if sum(map(size, paths)) > MOST_TOLD // pieces:
        paths = [path for path in paths if not path]
        dark = {target for _, target in graph.edges[graph.start]}
    return Structure(width, height, tuple(unite(paths)), _rest(dfa, dark))


def _graph(dfa: Dfa) -> _Graph:
    contents: dict[tuple[int, int, int, int], str] = {}
    for source, letter, target in dfa.transitions:  # sorted, so contents come in order
        arc = source, target, letter.dx, letter.dy
        contents[arc] = contents.get(arc, "") + letter.on
    edges: list[list[tuple[Step, int]]] = [[] for _ in range(dfa.state_count)]
    for (source, target, dx, dy), on in contents.items():
        edges[source].append((Step(dx, dy, on), target))
    accepting = [state in dfa.accepting for state in range(dfa.state_count)]
    start = dfa.start
    if any(target == start for _, _, target in dfa.transitions):
        # A start of its own, to which nothing leads back.
        edges.append(list(edges[start]))
        accepting.append(accepting[start])
        start = dfa.state_count
    return _Graph(edges, accepting, start)


def _rest(dfa: Dfa, targets: set[int]) -> Dfa | None:
    """The words whose first letter leads to one of some states."""
    if not targets:
        return None
    if dfa.start not in dfa.accepting and all(
        target in targets for source, _, target in dfa.transitions if source == dfa.start
    ):
        return dfa
    alphabet = tuple(sorted({letter for _, letter, _ in dfa.transitions}))
    index = {letter: i for i, letter in enumerate(alphabet)}
    rows: list[Row] = [{} for _ in range(dfa.state_count + 1)]
    for source, letter, target in dfa.transitions:
        rows[source + 1][index[letter]] = target + 1
        if source == dfa.start and target in targets:
            rows[0][index[letter]] = target + 1
    accepting = [False, *(state in dfa.accepting for state in range(dfa.state_count))]
    return minimize(Table(rows, accepting)).finish(alphabet)


class _Walker:
    """The paths from each state to acceptance, or None where they are too many or too tangled."""

    def __init__(self, graph: _Graph, work: int) -> None:
        self.graph = graph
        self.known: list[list[Path] | None] = [None] * len(graph.edges)
        self.work = work

    def paths(self) -> list[list[Path] | None]:
        """Do it for all states but the start."""
        for states in _components(self.graph):
            if states[0] == self.graph.start or self.work < 0:
                continue
            loops = len(states) > 1 or any(t == states[0] for _, t in self.graph.edges[states[0]])
            if loops:
                self.loop(states)
            else:
                self.known[states[0]] = self.exits(states[0], {}, set())
        return self.known

    def exits(
        self, state: int, inside: dict[int, list[Path]], component: set[int]
    ) -> list[Path] | None:
        """Paths from a state to acceptance; within its component only along states that are in `inside`."""
        paths: list[Path] = [()] if self.graph.accepting[state] else []
        for steps, target in _bundles(self.graph.edges[state]):
            behind = inside.get(target, []) if target in component else self.known[target]
            if behind is None:
                return None
            paths += _before(steps, behind)
        return self.united(paths)

    def united(self, paths: list[Path]) -> list[Path] | None:
        if not self.affordable(paths):
            return None
        paths = unite(paths)
        return paths if len(paths) <= MOST_PATHS else None

    def affordable(self, paths: list[Path]) -> bool:
        """Whether paths may be worked on; it counts as if they were."""
        sizes = list(map(size, paths))
        self.work -= sum(n * n for n in sizes) + 1
        return self.work >= 0 and max(map(len, paths), default=0) <= MOST_LENGTH

    def loop(self, states: list[int]) -> None:
        """The paths of states that lie on loops, if all loops go through one of them."""
        component = set(states)
        found = self.hub(states, component)
        if found is None:
            return
        hub, order = found
        away: dict[int, list[Path]] = {}  # to acceptance without the hub
        home: dict[int, list[Path]] = {hub: [()]}  # to the hub
        for state in order:
            leaving = self.exits(state, away, component)
            back = self.back(state, home)
            if leaving is None or back is None:
                return
            away[state], home[state] = leaving, back
        rounds = self.back(hub, home)
        ends = self.exits(hub, away, component)
        if rounds is None or ends is None:
            return
        around = self.united(_repeated(rounds, ends))
        if around is None:
            return
        self.known[hub] = around
        for state in order:
            through = [tidy(_then(path, end)) for path in home[state] for end in around]
            self.known[state] = self.united([*away[state], *through])

    def back(self, state: int, home: dict[int, list[Path]]) -> list[Path] | None:
        """Paths from a state to the hub."""
        paths: list[Path] = []
        for step, target in self.graph.edges[state]:
            paths += [_then((step,), path) for path in home.get(target, ())]
        if not self.affordable(paths) or len(paths) > MOST_PATHS:
            return None
        return in_order(set(paths))

    def hub(self, states: list[int], component: set[int]) -> tuple[int, list[int]] | None:
        """A state through which all loops go, and the other states, each after those that it leads to."""
        if len(states) > MOST_PATHS:
            return None
        # A state where the move may end is where people would say that a round ends.
        for hub in sorted(states, key=lambda state: (not self.graph.accepting[state], state)):
            order = self.without(hub, component)
            if order is not None:
                return hub, order
        return None

    def without(self, hub: int, component: set[int]) -> list[int] | None:
        """The states of a component but one, each after those that it leads to; None if they have loops."""
        left = {
            state: {t for _, t in self.graph.edges[state] if t in component and t != hub}
            for state in component - {hub}
        }
        order: list[int] = []
        while left:
            free = sorted(state for state, targets in left.items() if not targets & left.keys())
            if not free:
                return None
            for state in free:
                del left[state]
            order += free
        return order


def _bundles(edges: list[tuple[Step, int]]) -> Iterable[tuple[list[Step], int]]:
    """The steps to each target."""
    bundles: dict[int, list[Step]] = {}
    for step, target in edges:
        bundles.setdefault(target, []).append(step)
    return ((steps, target) for target, steps in bundles.items())


def _before(steps: list[Step], behind: list[Path]) -> list[Path]:
    """One of some steps, then any of some paths.

    Several steps before several paths are a choice, once, and not the product of both.
    """
    longer = [path for path in behind if path]
    if len(steps) > 1 and len(longer) > 1:
        choice = Repeat(tuple(in_order((step,) for step in steps)), 1, choice=True)
        paths: list[Path] = [(choice, *path) for path in longer]
        return paths + ([(step,) for step in steps] if len(longer) < len(behind) else [])
    return [join((step,), path) for step in steps for path in behind]


def _then(first: Path, then: Path) -> Path:
    """Plain concatenation, for paths that are not at their end yet."""
    return first + then


def _repeated(rounds: list[Path], ends: Iterable[Path]) -> list[Path]:
    """Any number of rounds, then an end."""
    if len(rounds) == 1 and len(rounds[0]) == 1:
        (only,) = rounds[0]
        if isinstance(only, Step) and only.once:
            return [path for end in ends for path in starred(only, end)]
    around = Repeat(tuple(in_order({tidy(path) for path in rounds})))
    return [(around, *end) for end in ends]


def _components(graph: _Graph) -> list[list[int]]:
    """Strongly connected states, each component after those that it leads to (Tarjan's way, without recursion)."""
    number: dict[int, int] = {}
    low: dict[int, int] = {}
    open_states: list[int] = []
    is_open: set[int] = set()
    components: list[list[int]] = []
    todo: list[tuple[int, int]] = [(graph.start, 0)]
    while todo:
        state, edge = todo.pop()
        if edge == 0:
            number[state] = low[state] = len(number)
            open_states.append(state)
            is_open.add(state)
        else:
            low[state] = min(low[state], low[graph.edges[state][edge - 1][1]])
        for i in range(edge, len(graph.edges[state])):
            target = graph.edges[state][i][1]
            if target not in number:
                todo += [(state, i + 1), (target, 0)]
                break
            if target in is_open:
                low[state] = min(low[state], number[target])
        else:
            if low[state] == number[state]:
                component: list[int] = []
                while not component or component[-1] != state:
                    component.append(open_states.pop())
                is_open.difference_update(component)
                components.append(sorted(component))
    return components
