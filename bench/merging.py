"""A plain state-merging learner, to compare with: RPNI with the engine's view of the board as its test.

In the spirit of the first learner of these games (Björnsson 2012). A legal move is taken for one word: the squares on
the straight line to its target, each with what it holds. The words of a piece make a prefix tree; then states are
merged in the order of RPNI, breadth first, and a merge is kept if the automaton allows no move that a complete list
lacks. Where no list is complete nothing can refute a merge, so the tree is only minimised: states are merged if they
have the same words.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd
from time import thread_time

import numpy as np

from sbg.learning import walks
from sbg.learning.evidence import Evidence, Views
from sbg.learning.walks import Moves
from sbg.observations.data import Ply, Sightings

Letter = tuple[int, int, str]
Word = tuple[Letter, ...]

MOST_PLACES = 1500
"""Places on which merges are tested."""


class Automaton:
    """A deterministic automaton; states are numbers, 0 is the first."""

    def __init__(self) -> None:
        self.out: dict[int, dict[Letter, int]] = {0: {}}
        self.accepting: set[int] = set()

    @classmethod
    def tree(cls, words: Sequence[Word]) -> Automaton:
        """The prefix tree of some words, its states numbered breadth first."""
        made = cls()
        prefixes = sorted({word[:n] for word in words for n in range(1, len(word) + 1)})
        numbers: dict[Word, int] = {(): 0}
        for prefix in sorted(prefixes, key=len):
            number = numbers[prefix] = len(numbers)
            made.out[number] = {}
            made.out[numbers[prefix[:-1]]][prefix[-1]] = number
        made.accepting = {numbers[word] for word in words}
        return made

    def merged(self, one: int, other: int) -> Automaton:
        """The automaton with two states made one, the first, and more where that is needed to stay deterministic."""
        parent = {state: state for state in self.out}

        def root(state: int) -> int:
            while parent[state] != state:
                state = parent[state]
            return state

        out = {state: dict(steps) for state, steps in self.out.items()}
        waiting = [(one, other)]
        while waiting:
            a, b = map(root, waiting.pop())
            if a == b:
                continue
            parent[b] = a
            for letter, target in out.pop(b).items():
                if letter in out[a]:
                    waiting.append((out[a][letter], target))
                else:
                    out[a][letter] = target
        made = Automaton()
        made.out = {
            state: {letter: root(target) for letter, target in steps.items()}
            for state, steps in out.items()
        }
        made.accepting = {root(state) for state in self.accepting}
        return made

    def moves(self, evidence: Evidence, strict: bool = False) -> Moves | None:
        """What it allows in all places; None if strict and a complete list lacks some of it."""
        reached: dict[int, Moves] = {state: {} for state in self.out}
        reached[0] = walks.start(evidence)
        waiting: dict[int, Moves] = {0: dict(reached[0])}
        while waiting:
            state, front = waiting.popitem()
            if strict and state in self.accepting and _refuted(evidence, front):
                return None
            for (dx, dy, on), target in self.out[state].items():
                new = walks.news(reached[target], walks.step(evidence, front, (dx, dy), on))
                if new:
                    walks.add(reached[target], new)
                    walks.add(waiting.setdefault(target, {}), new)
        total: Moves = {}
        for state in self.accepting:
            walks.add(total, reached[state])
        return total


def _refuted(evidence: Evidence, moves: Moves) -> bool:
    return any(
        bits & evidence.complete & ~evidence.legal.get(there, 0) for there, bits in moves.items()
    )


def learn(seen: Sightings, seconds: float = 20.0) -> dict[str, Automaton]:
    """An automaton for each piece; after so much time for a piece no more merges are tried."""
    plies = list(seen.plies)
    views = Views.of(plies, seen.width, seen.height)
    return {letter: _learned(views, letter, seconds) for letter in views.letters()}


def _learned(views: Views, letter: str, seconds: float) -> Automaton:
    places = views.places(letter)
    tree = Automaton.tree(sorted(_words(views, letter)))
    if len(places) > MOST_PLACES:
        places = places[np.linspace(0, len(places) - 1, MOST_PLACES).astype(int)]
    evidence = Evidence(views, places)
    if not evidence.complete:
        return _minimised(tree)
    made, red = tree, {0}
    end = thread_time() + seconds
    while thread_time() < end:
        blue = sorted({target for state in red for target in made.out[state].values()} - red)
        if not blue:
            break
        for state in sorted(red):
            trial = made.merged(state, blue[0])
            if trial.moves(evidence, strict=True) is not None:
                made = trial
                red &= made.out.keys()
                break
        else:
            red.add(blue[0])
    return made


def _words(views: Views, letter: str) -> set[Word]:
    """The words of all moves of a piece that were seen."""
    found: set[Word] = set()
    columns = views.moves.get(ord(letter), ())
    for position, y, x, dx, dy in zip(*(column.tolist() for column in columns), strict=True):
        board = views.boards[position]
        steps = gcd(dx, dy) or 1
        ux, uy = dx // steps, dy // steps
        word = []
        for number in range(1, steps + 1):
            held = chr(board[y + uy * number, x + ux * number])
            on = "e" if held == "." else "w" if held.isupper() else "p"
            word.append((ux, uy, on))
        found.add(tuple(word))
    return found


def _minimised(tree: Automaton) -> Automaton:
    """The tree with states that have the same words made one, from its leaves on."""
    kept: dict[object, int] = {}
    name: dict[int, int] = {}
    made = Automaton()
    made.out = {}
    for state in sorted(tree.out, reverse=True):
        steps = {letter: name[target] for letter, target in tree.out[state].items()}
        key = (state in tree.accepting, frozenset(steps.items()))
        if state and key in kept:
            name[state] = kept[key]
            continue
        kept[key] = name[state] = state
        made.out[state] = steps
        if state in tree.accepting:
            made.accepting.add(state)
    return made


def quality(
    made: dict[str, Automaton], plies: Sequence[Ply], width: int, height: int
) -> tuple[int, int, int]:
    """Over positions with complete lists: moves that are right, that are allowed, and that are legal."""
    views = Views.of(plies, width, height)
    right = said = true = 0
    for letter in views.letters():
        evidence = Evidence(views, views.places(letter))
        automaton = made.get(letter)
        moves = (automaton.moves(evidence) if automaton else None) or {}
        true += evidence.moves
        for there, bits in moves.items():
            said += bits.bit_count()
            right += (bits & evidence.legal.get(there, 0)).bit_count()
    return right, said, true
