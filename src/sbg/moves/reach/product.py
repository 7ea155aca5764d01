"""The product of an automaton and a board from one square, and the words that can be read there.

Sets of squares are ints, bit `y * width + x`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from sbg.moves.automata import Dfa
from sbg.moves.automata.relaxation import Lanes, Work, by_letter

Step: TypeAlias = tuple[int, int]
Board: TypeAlias = dict[int, str]
"""What a word asks of squares: for each the content that it must have. The start square is left out."""

_TRIES = 8000
"""Words that are tried, those that agree in where they end and in what they ask counted once."""
_LOOKS = 200_000
"""Edges that are looked at while words are tried."""


@dataclass(frozen=True, slots=True)
class Edge:
    """A transition, for all squares at once."""

    number: int
    source: int
    target: int
    shift: int
    mask: int
    step: Step
    on: str

    def forward(self, squares: int) -> int:
        """Where the step arrives."""
        return (squares << self.shift if self.shift >= 0 else squares >> -self.shift) & self.mask

    def backward(self, squares: int) -> int:
        """Where the step comes from."""
        squares &= self.mask
        return squares >> self.shift if self.shift >= 0 else squares << -self.shift


def edges_of(dfa: Dfa, lanes: Lanes) -> list[Edge]:
    """The transitions on a board."""
    alphabet, _ = by_letter(dfa)
    steps = dict(zip(alphabet, lanes.steps(alphabet, Work()), strict=False))
    return [
        Edge(number, source, target, *steps[letter], (letter.dx, letter.dy), letter.on)
        for number, (source, letter, target) in enumerate(dfa.transitions)
    ]


def asked(board: Board | None, at: int, on: str) -> Board | None:
    """What is asked of the board when a square must hold a content too; None if it contradicts itself."""
    if board is None or board.setdefault(at, on) != on:
        return None
    return board


@dataclass(frozen=True, slots=True)
class Trial:
    """What the words that do not contradict themselves do."""

    over: list[int]
    """For each edge, where moves that go on arrive by it."""
    last: list[int]
    """For each edge, where moves end with it."""
    boards: dict[tuple[int, str], Board]
    """For each square and content with which a move ends there, what one such move asks of the board."""


def try_words(
    out: Sequence[Sequence[Edge]],
    count: int,
    accepting: frozenset[int],
    start: int,
    onward: Sequence[int],
) -> Trial | None:
    """All words that lead on by `onward`, each with what it asks of the board; None if they are too many."""
    Asked: TypeAlias = frozenset[tuple[int, str]]
    first: tuple[int, int, Asked] = (0, start, frozenset())
    numbers = {first: 0}
    words = [first]
    before: list[list[int]] = [[]]
    arrows: list[tuple[Edge, int, int]] = []
    trial = Trial([0] * count, [0] * count, {})
    ending = []
    left = _LOOKS
    for at_word, (state, at, needs) in enumerate(words):  # grows while we walk it
        board = dict(needs)
        left -= len(out[state])
        if left < 0:
            return None
        for edge in out[state]:
            to = at + edge.shift
            if not edge.forward(1 << at) or board.get(to, edge.on) != edge.on:
                continue
            after = needs if to == start or to in board else needs | {(to, edge.on)}
            if edge.target in accepting:
                trial.last[edge.number] |= 1 << to
                trial.boards.setdefault((to, edge.on), dict(after))
                ending.append(at_word)
            if onward[edge.target] >> to & 1:
                word = (edge.target, to, after)
                number = numbers.get(word)
                if number is None:
                    if len(words) >= _TRIES:
                        return None
                    number = numbers[word] = len(words)
                    words.append(word)
                    before.append([])
                before[number].append(at_word)
                arrows.append((edge, to, number))
    good = set(ending)
    for number in ending:  # grows while we walk it
        for earlier in before[number]:
            if earlier not in good:
                good.add(earlier)
                ending.append(earlier)
    for edge, to, number in arrows:
        if number in good:
            trial.over[edge.number] |= 1 << to
    return trial
