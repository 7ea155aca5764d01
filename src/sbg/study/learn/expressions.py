"""Finds regular expressions for moves that no family explains, shortest first.

What an expression says about the sample is a set of facts (place, displacement): its signature. An expression that ends
with a given signature can be continued only as any other with the same signature, so of these the shortest is kept. The
board does not change while a word is read and a rule is a sum; so every part of a rule can be tested alone, and with
complete lists it is refuted as soon as it allows one move that is not listed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count
from time import thread_time
from typing import Any, TypeAlias

import numpy as np

from sbg.engine import check_stop
from sbg.moves.shapes.paths import TURNS, Element, Path, Repeat, Step, Vector
from sbg.study.learn import walks
from sbg.study.learn.cubes import Words, element_bits, looped
from sbg.study.learn.evidence import CONTENTS, Bits, unpacked
from sbg.study.learn.terms import Candidate, Pool
from sbg.study.learn.walks import Moves

Signature: TypeAlias = frozenset[tuple[Vector, Bits]]

_MOST_POPPED = 4000
"""Expressions that are continued in a search for one move."""

_MOST_FOUND = 10
"""Expressions that explain one move and are not refuted, after which a search ends."""

_SEEDS = 2
_MOST_WORDS = 40
"""Paths that are generalised, those that explain most first."""

_MOST_LETTERS = 60
_FEW_LETTERS = 400
"""On a board with no more, all are tried in loops; else those of the expressions that were found."""

_MOST_CLOSED, _FIRSTS = 16, 3
"""Paths that are tried in any order, and how many of them begin such a set."""


_Way: TypeAlias = tuple[int, int, Any]
"""Bits, how many elements of a path are kept (-1: all), and the element that follows them."""


def late(end: float) -> bool:
    """Whether the processor time of this thread is over; Stopped if it was told to stop."""
    check_stop()
    return thread_time() > end


@dataclass(frozen=True, slots=True)
class _Node:
    """A path with its bits, and the moves after each of its elements."""

    bits: int
    path: Path
    moves: tuple[Moves, ...]


_Entry: TypeAlias = tuple[int, int, _Node, Sequence[_Way], int]


class Expressions:
    """Finds expressions for one piece."""

    def __init__(self, pool: Pool, words: Words, end: float) -> None:
        self.pool, self.words, self.evidence, self.end = pool, words, pool.evidence, end
        self._tried: set[Path] = set()
        self._sound: dict[Path, bool] = {}
        self._generalised: set[Path] = set()
        self._every: list[Step] = []

    # --- from one move

    def candidates(self, target: Vector, left: Bits) -> list[Candidate]:
        """Expressions that explain some of the moves by a displacement that are left, also in symmetries."""
        found: list[Candidate] = []
        random = np.random.default_rng(len(self._tried))
        for _ in range(_SEEDS):
            if not left or late(self.end):
                break
            seed = int(random.choice(unpacked(left, self.evidence.count)))
            left &= ~(1 << seed)
            for path in self.explaining(target, seed):
                for wide in self._wider(path):
                    for one in self._new(wide):
                        found.append(one)
                        left &= ~walks.path(self.evidence, wide).get(target, 0)
        return found

    def explaining(self, target: Vector, seed: int) -> Iterator[Path]:
        """Expressions that allow one move that was seen and none that is illegal, the shortest first."""
        evidence = self.evidence
        ways = _Ways(self.words.literals(seed))
        own = 1 << seed
        heap: list[_Entry] = []
        order = count()

        def offer(parent: _Node, further: Sequence[_Way], number: int = 0) -> None:
            if number < len(further):
                price = parent.bits + further[number][0]
                heappush(heap, (price, next(order), parent, further, number))

        seen: set[Signature] = set()
        node = _Node(0, (), (walks.start(evidence),))
        offer(node, ways.onward([(0, 0)]))
        popped = found = 0
        while heap and popped < _MOST_POPPED and found < _MOST_FOUND and not late(self.end):
            bits, _, parent, further, number = heappop(heap)
            offer(parent, further, number + 1)
            _, keep, element = further[number]
            keep = len(parent.path) if keep < 0 else keep
            popped += 1
            moves = walks.path(evidence, (element,), parent.moves[keep])
            here = [there for there, places in moves.items() if places & own]
            signature = frozenset(moves.items())
            if not here or signature in seen:
                continue
            seen.add(signature)
            path = (*parent.path[:keep], element)
            node = _Node(bits, path, (*parent.moves[: keep + 1], moves))
            if target in here and self._is_sound(path, moves):
                found += 1
                yield path
                continue
            offer(node, ways.onward(here))
            offer(node, sorted(_again(path), key=lambda way: way[0]))

    def _is_sound(self, path: Path, moves: Moves) -> bool:
        known = self._sound.get(path)
        if known is None:
            legal, complete = self.evidence.legal, self.evidence.complete
            known = self._sound[path] = not any(
                places & complete & ~legal.get(there, 0) for there, places in moves.items()
            )
        return known

    def sound(self, path: Path) -> bool:
        """Whether an expression allows no move that is known to be illegal."""
        known = self._sound.get(path)
        return self._is_sound(path, walks.path(self.evidence, path)) if known is None else known

    def _wider(self, path: Path) -> Iterator[Path]:
        """A path, and the same with more contents wherever that is not refuted, from the last square on."""
        yield path
        last = path[-1]
        if isinstance(last, Step) and last.low == last.high and not last.once:
            before = last._replace(low=last.low - 1, high=last.low - 1)
            path = (*path[:-1], before, last._replace(low=1, high=1))
        wide = list(path)
        for number in reversed(range(len(path))):
            element = wide[number]
            if not isinstance(element, Step):
                continue
            for content in CONTENTS:
                held = wide[number]
                assert isinstance(held, Step)
                if content not in held.on:
                    on = "".join(one for one in CONTENTS if one == content or one in held.on)
                    trial = (*wide[:number], held._replace(on=on), *wide[number + 1 :])
                    if self.sound(trial):
                        wide[number] = trial[number]
            if wide[number] != element:
                yield tuple(wide)

    def _new(self, path: Path) -> Iterator[Candidate]:
        if path not in self._tried:
            self._tried.add(path)
            yield from self.words.symmetric(path)

    # --- from expressions to larger ones

    def grown(self, chosen: Sequence[Candidate], left: Bits) -> Iterator[Candidate]:
        """Larger expressions: loops and alternatives within those chosen, longer ones, and any order of several."""
        ranked = sorted(chosen, key=lambda one: -one.hits.bit_count())
        paths = list(dict.fromkeys(path for one in ranked for path in one.term.paths))
        alphabet = _alphabet(paths)
        first = [one.term.paths[0] for one in ranked if one.term.words][:_MOST_WORDS]
        within = (self._within(path, alphabet) for path in first)
        for grow in (self._closures(paths), *within):
            for path in grow:
                yield from self._new(path)
                if late(self.end):
                    return
        if left:
            yield from self._products(first, paths[:_MOST_WORDS], left)
            yield from self._longer(paths[:_MOST_WORDS], alphabet, left)

    def _products(
        self, firsts: Sequence[Path], thens: Sequence[Path], left: Bits
    ) -> Iterator[Candidate]:
        """One expression after another, if that explains anything that is left."""
        for first in firsts:
            moves = walks.path(self.evidence, first)
            for then in thens:
                path = (*first, *then)
                if path in self._tried or late(self.end):
                    continue
                said = walks.path(self.evidence, then, moves)
                if self._is_sound(path, said) and self.pool.flat(said) & left:
                    for one in self._new(path):
                        left &= ~one.hits
                        yield one

    def _within(self, path: Path, alphabet: Sequence[Step]) -> Iterator[Path]:
        """A path with another part in one place: a loop between two of its steps, or a choice for one step."""
        if path in self._generalised:
            return
        self._generalised.add(path)
        yield from filter(self.sound, looped(path))
        for at in range(len(path) + 1):
            yield from self._loops(path[:at], path[at:], alphabet)
        for at, element in enumerate(path):
            if isinstance(element, Step) and element.once:
                loop = (*path[:at], _star((element,)), *path[at + 1 :])
                if self.sound(loop):
                    yield loop
                yield from self._choices(path[:at], element, path[at + 1 :])

    def _loops(self, before: Path, after: Path, alphabet: Sequence[Step]) -> Iterator[Path]:
        """Any number of steps between two parts of a path."""
        if not before and not after:
            return
        moves = walks.path(self.evidence, before)
        if not moves:
            return
        every = self._letters()
        usual = every if len(every) <= _FEW_LETTERS else alphabet
        letters = [letter for letter in usual if self._fits(moves, (letter,), after, twice=True)]
        blocks: list[Path] = [(letter,) for letter in letters]
        for size in (2, 3):
            near = [before[-size:], after[:size]]
            blocks += [
                block
                for block in dict.fromkeys([*near, *map(_passing, near)])
                if len(block) == size and self._fits(moves, block, after, twice=True)
            ]
        alone = [_star(block) for block in blocks]
        yield from (path for one in alone if self.sound(path := (*before, one, *after)))
        yield from self._grouped(blocks, lambda group: (*before, Repeat(group), *after))

    def _grouped(
        self, bodies: Iterable[Path], made: Callable[[tuple[Path, ...]], Path]
    ) -> Iterator[Path]:
        """A path with several bodies in one place: each that is not refuted and explains more than those before."""
        group: tuple[Path, ...] = ()
        count = 0
        for body in bodies:
            path = made(tuple(sorted((*group, body), key=repr)))
            moves = walks.path(self.evidence, path)
            explained = sum(bits.bit_count() for bits in moves.values())
            if explained > count and self._is_sound(path, moves):
                group, count = (*group, body), explained
        if len(group) > 1:
            yield made(tuple(sorted(group, key=repr)))

    def _choices(self, before: Path, element: Step, after: Path) -> Iterator[Path]:
        """Any of several steps in one place."""
        moves = walks.path(self.evidence, before)
        others = [
            letter
            for letter in self._letters()
            if letter.on not in element.on or letter.vector != element.vector
            if self._fits(moves, (letter,), after)
        ]
        bodies = [(element,), *((letter,) for letter in others)]
        yield from self._grouped(
            bodies, lambda group: (*before, Repeat(group, 1, choice=True), *after)
        )

    def _fits(self, moves: Moves, block: Path, after: Path, twice: bool = False) -> bool:
        """Whether a part put into a path makes it explain something and nothing wrong, and also if put twice."""
        legal, complete = self.evidence.legal, self.evidence.complete
        hits = False
        for _ in range(2 if twice else 1):
            moves = walks.path(self.evidence, block, moves)
            for there, places in walks.path(self.evidence, after, moves).items():
                seen = legal.get(there, 0)
                if places & complete & ~seen:
                    return False
                hits = hits or bool(places & seen)
        return hits

    def _letters(self) -> list[Step]:
        """Every step that the board has room for."""
        if not self._every:
            width, height = self.evidence.width, self.evidence.height
            self._every = sorted(
                (
                    Step(dx, dy, on)
                    for dx in range(1 - width, width)
                    for dy in range(1 - height, height)
                    for on in CONTENTS
                    if (dx, dy) != (0, 0)
                ),
                key=element_bits,
            )
        return self._every

    def _closures(self, paths: Sequence[Path]) -> Iterator[Path]:
        """Several expressions that may follow each other in any order and number."""
        usable = [path for path in paths if path][:_MOST_CLOSED]
        fits = [path for path in usable if self.sound((Repeat((path,), 1),))]
        for path in fits:
            if len(path) > 1 or isinstance(path[0], Step):  # a loop of a loop is the same
                yield (Repeat((path,), 1),)
        for first in fits[:_FIRSTS]:
            rest = [path for path in usable if path != first]
            yield from self._grouped([first, *rest], lambda group: (Repeat(group, 1),))

    def _longer(
        self, paths: Iterable[Path], alphabet: Sequence[Step], left: Bits
    ) -> Iterator[Candidate]:
        """Expressions with one more step, again and again, as long as they explain what is left."""
        front = [path for path in paths if path and isinstance(path[-1], Step)]
        while front:
            further: list[Path] = []
            for path in front:
                last = path[-1]
                assert isinstance(last, Step)
                passing = (*path[:-1], last._replace(on="e"))
                moves = walks.path(self.evidence, passing)
                for letter in alphabet:
                    trial = (*passing, letter)
                    if trial in self._tried or late(self.end):
                        continue
                    said = walks.path(self.evidence, (letter,), moves)
                    if not self._is_sound(trial, said) or not self.pool.flat(said) & left:
                        continue
                    further.append(trial)
                    for one in self._new(trial):
                        left &= ~one.hits
                        yield one
            front = further


def _star(block: Path) -> Element:
    """Any number of times some steps."""
    one = block[0]
    if len(block) == 1 and isinstance(one, Step):
        return one._replace(low=0, high=None)
    return Repeat((block,))


def _passing(path: Path) -> Path:
    """The same steps onto empty squares, where they may be."""
    return tuple(
        one._replace(on="e") if isinstance(one, Step) and "e" in one.on else one for one in path
    )


class _Ways:
    """Steps that lead on from some squares of a board, alone or repeated, the shortest first."""

    def __init__(self, held: Iterable[tuple[Vector, str]]) -> None:
        self._held = list(held)
        self._known: dict[tuple[Vector, ...], list[_Way]] = {}

    def onward(self, here: Iterable[Vector]) -> list[_Way]:
        squares = tuple(sorted(here))
        known = self._known.get(squares)
        if known is None:
            letters = {Step(tx - x, ty - y, on) for x, y in squares for (tx, ty), on in self._held}
            known = [(element_bits(letter), -1, letter) for letter in letters]
            known += [
                (price + 2, -1, letter._replace(low=0, high=None))
                for price, _, letter in known
                if letter.vector != (0, 0)
            ]
            known.sort()
            self._known[squares] = known
        return known


def _again(path: Path) -> Iterator[_Way]:
    """A path with its last step once more, or its last steps any number of times."""
    last = path[-1]
    if isinstance(last, Step) and last.low and last.low == last.high:
        more = last._replace(low=last.low + 1, high=last.low + 1)
        yield 2 if last.once else 0, len(path) - 1, more
    for size in range(2, min(4, len(path)) + 1):
        body = path[-size:]
        if any(isinstance(one, Repeat) for one in body):
            break
        yield 3, len(path) - size, Repeat((body,), 1)


def _alphabet(paths: Iterable[Path]) -> list[Step]:
    """The steps of some paths and all they become by turning and mirroring."""
    found: dict[Step, None] = {}

    def visit(path: Path) -> None:
        for element in path:
            if isinstance(element, Step):
                for turn in TURNS.values():
                    found.setdefault(Step(*turn(element.dx, element.dy), element.on))
            else:
                for body in element.bodies:
                    visit(body)

    for path in paths:
        visit(path)
    return list(found)[:_MOST_LETTERS]
