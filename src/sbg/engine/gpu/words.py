"""Writes an automaton as a few words of steps and rides that a GPU applies to sets of squares.

Automata whose only cycles are rides in one direction have such words. Sliders, leapers, cannons and grasshoppers do; a
piece that wanders from square to square does not.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import product
from typing import NamedTuple, TypeAlias

from sbg.moves.automata import Dfa

MOST_PATHS = 512
"""Paths through one automaton; beyond that it is walked."""

MOST_ROUNDS = 20
"""Of making words simpler. Each round keeps the language, so it may end at any time."""

CONTENTS = {"e": 1, "p": 2, "w": 4}
OWN = 4


class Element(NamedTuple):
    """One step onto a square whose content is in a union, or with `ride` any number of them."""

    dx: int
    dy: int
    content: int
    ride: bool = False


Word: TypeAlias = tuple[Element, ...]


def edges(dfa: Dfa, black: bool) -> list[dict[tuple[int, int, int], int]]:
    """For each state the contents by step and target; steps are turned for black."""
    found: list[dict[tuple[int, int, int], int]] = [
        defaultdict(int) for _ in range(dfa.state_count)
    ]
    for source, letter, target in dfa.transitions:
        step = letter.dx, -letter.dy if black else letter.dy, target
        found[source][step] |= CONTENTS[letter.on]
    return found


def words_of(dfa: Dfa, black: bool, width: int, height: int) -> tuple[Word, ...] | None:
    """Words with the same language on a board of that size; None where there are none, or too many."""
    moves = edges(dfa, black)
    rides: list[Element | None] = []
    for state, out in enumerate(moves):
        loops = [
            Element(dx, dy, on, True)
            for (dx, dy, to), on in out.items()
            if to == state and (dx or dy)
        ]
        if len(loops) > 1:
            return None
        rides.append(loops[0] if loops else None)
    found: list[Word] = []

    def follow(state: int, word: Word, on_path: frozenset[int]) -> bool:
        ride = rides[state]
        word = (*word, ride) if ride else word
        if state in dfa.accepting:
            found.append(word)
            if len(found) > MOST_PATHS:
                return False
        for (dx, dy, target), content in moves[state].items():
            if target == state:
                continue
            if target in on_path or not follow(
                target, (*word, Element(dx, dy, content)), on_path | {target}
            ):
                return False
        return True

    try:
        if not follow(0, (), frozenset({0})):
            return None
    except RecursionError:
        return None
    return tuple(
        dict.fromkeys(_fitted(word, width, height) for word in _simplified(frozenset(found)))
    )


def _simplified(words: frozenset[Word]) -> list[Word]:
    """Fewer words for the same language; in particular a slider's ride becomes one word."""
    for _ in range(MOST_ROUNDS):
        new = _contents_joined(_from_no_round_on(_rides_first(words)))
        if new == words:
            break
        words = new
    return sorted(words)


def _rides_first(words: frozenset[Word]) -> frozenset[Word]:
    """A step and then any number of the same is any number, and then a step."""
    found = set()
    waiting = list(words)
    while waiting:
        word = waiting.pop()
        for i in range(len(word) - 1):
            step, ride = word[i], word[i + 1]
            if step == ride and step.ride:
                waiting.append(word[:i] + word[i + 1 :])
                break
            if step.ride or not ride.ride or step[:2] != ride[:2]:
                continue
            if step.content & ride.content != ride.content:
                continue
            inside = step._replace(content=ride.content)
            waiting.append((*word[:i], ride, inside, *word[i + 2 :]))
            if outside := step.content & ~ride.content:
                waiting.append((*word[:i], step._replace(content=outside), *word[i + 1 :]))
            break
        else:
            found.add(word)
    return frozenset(found)


def _from_no_round_on(words: frozenset[Word]) -> frozenset[Word]:
    """X, or one or more rounds and then X: any number of rounds, then X."""
    left = set(words)
    for word in sorted(words, key=len):
        for i in range(len(word) - 1):
            ride, step = word[i], word[i + 1]
            if not ride.ride or step.ride or ride[:3] != step[:3]:
                continue
            without = word[:i] + word[i + 2 :]
            if word in left and without in left:
                left -= {word, without}
                left.add(word[: i + 1] + word[i + 2 :])
                break
    return frozenset(left)


def _contents_joined(words: frozenset[Word]) -> frozenset[Word]:
    """Words that differ in the content of one step are one."""
    left = set(words)
    for longest in range(max(map(len, words), default=0)):
        alike: dict[Word, list[Word]] = defaultdict(list)
        for word in left:
            if len(word) > longest and not word[longest].ride:
                key = (*word[:longest], word[longest]._replace(content=0), *word[longest + 1 :])
                alike[key].append(word)
        for same in alike.values():
            if len(same) > 1:
                content = 0
                for word in same:
                    content |= word[longest].content
                left -= set(same)
                word = same[0]
                joined = word[longest]._replace(content=content)
                left.add((*word[:longest], joined, *word[longest + 1 :]))
    return frozenset(left)


def length(word: Word, i: int, width: int, height: int) -> int:
    """How many steps a ride may have on the board, and leave room for the same step after it."""
    ride = word[i]
    most = min(
        (width - 1) // abs(ride.dx) if ride.dx else width * height,
        (height - 1) // abs(ride.dy) if ride.dy else width * height,
    )
    return most - (i + 1 < len(word) and word[i + 1][:2] == ride[:2])


def _fitted(word: Word, width: int, height: int) -> Word:
    """Without rides for which the board has no room."""
    return tuple(
        element
        for i, element in enumerate(word)
        if not element.ride or length(word, i, width, height) > 0
    )


def displacements(word: Word, width: int, height: int) -> frozenset[tuple[int, int]]:
    """From where to where a word may lead, as differences."""
    counts = [
        range(length(word, i, width, height) + 1) if element.ride else (1,)
        for i, element in enumerate(word)
    ]
    found = set()
    for times in product(*counts):
        dx = sum(n * element.dx for n, element in zip(times, word, strict=True))
        dy = sum(n * element.dy for n, element in zip(times, word, strict=True))
        if abs(dx) < width and abs(dy) < height:
            found.add((dx, dy))
    return frozenset(found)


def last_contents(word: Word) -> int:
    """What the target of a word may hold."""
    contents = OWN
    for element in word:
        contents = element.content | (contents if element.ride else 0)
    return contents


def traceable(word: Word) -> bool:
    """Whether a target tells the origin: where each ride began, the content is none that it passes."""
    contents = OWN
    for element in word:
        if element.ride and contents & element.content:
            return False
        contents = element.content | (contents if element.ride else 0)
    return True
