"""Finds rules for moves that no family explains, from conditions on the squares around.

The board does not change while a word is read, so a word is a set of conditions, each that a square holds something,
or merely that it is on the board. For a move that was seen, some of what was true then must be false wherever the move
was not legal: that is a smallest hitting set. What is found is tried in all symmetries too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import gcd
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from sbg.moves.shapes import SYMMETRIES
from sbg.moves.shapes.length import offset
from sbg.moves.shapes.paths import TURNS, Element, Path, Repeat, Step, Turn, Vector, key
from sbg.study.learn.evidence import CONTENTS, Bits, Evidence, unpacked
from sbg.study.learn.terms import Candidate, Pool, Term

Literal: TypeAlias = tuple[Vector, str]
Cube: TypeAlias = tuple[Literal, ...]
Matrix: TypeAlias = NDArray[np.bool_]

ANYTHING = "epw"
_MOST_CONDITIONS = 6
_MOST_NODES = 1500
_MOST_NEGATIVES = 3000
_MOST_LETTERS = 40
_SEEDS = 3
_MOST_LIKE = 100
"""Moves by one displacement that are looked at for what they have in common."""

_WIDER = {"e": ("ep", "ew", "epw"), "p": ("ep", "pw", "epw"), "w": ("pw", "ew", "epw")}


def word_bits(path: Path) -> int:
    """The description length of a path: its length, its steps and their contents, its loops and powers."""
    bits = [element_bits(element) for element in path]
    saved = 0
    for size in range(1, len(path) // 2 + 1):
        for first in range(len(path) - 2 * size + 1):
            block = path[first : first + size]
            end = first + size
            while path[end : end + size] == block:
                end += size
            saved = max(saved, sum(bits[first + size : end]) - 2)
    return 4 + sum(bits) - saved


def element_bits(element: Element) -> int:
    if isinstance(element, Step):
        loop = 0 if element.once else 2
        return 1 + offset(element.dx) + offset(element.dy) + 2 + loop
    return 3 + sum(element_bits(one) for body in element.bodies for one in body)


def turned(path: Path, turn: Turn) -> Path:
    """A path turned or mirrored."""
    done: list[Element] = []
    for element in path:
        if isinstance(element, Step):
            dx, dy = turn(element.dx, element.dy)
            done.append(element._replace(dx=dx, dy=dy))
        else:
            bodies = tuple(turned(body, turn) for body in element.bodies)
            done.append(Repeat(bodies, element.low, element.choice))
    return tuple(done)


def looped(path: Path) -> Iterator[Path]:
    """A word with loops: any number of empty squares before a step in its direction, or a part of it repeated.

    Also with all squares empty that a longer step passes.
    """
    word = [element for element in path if isinstance(element, Step)]
    last = len(word) - 1
    if last and any(gcd(one.dx, one.dy) > 1 for one in word):
        yield tuple(part for one in word for part in _stepwise(one))
    for number, one in enumerate(word):
        star = Step(one.dx, one.dy, "e", 0, None)
        if one.vector == (0, 0) or (number and word[number - 1].vector == one.vector):
            continue
        rest = word[number:]
        while len(rest) > 1 and rest[0] == star._replace(low=1, high=1) == rest[1]._replace(on="e"):
            rest = rest[1:]
        yield (*word[:number], star, *rest)
        later = next(
            (i for i in range(number + 1, last + 1) if word[i].on != "e" and i < last), None
        )
        if later is not None and word[later + 1].vector != (0, 0):
            # Behind something that was passed, again any number of empty squares.
            then = word[later + 1]
            again = Step(then.dx, then.dy, "e", 0, None)
            behind = word[later + 1 :]
            before = [star, *word[number : later + 1]]
            while len(before) > 2 and before[1] == star._replace(low=1, high=1):
                del before[1]
            yield (*word[:number], *before, again, *behind)
    for begin in range(last):
        for end in range(begin + 1, last + 1):
            body = tuple(word[begin:end])
            if len(body) > 1 and all(one.on == "e" for one in body):
                yield (*word[:begin], Repeat((body,)), *word[end:])
                yield (*word[:begin], Repeat((body,), 1), *word[end:])


def _stepwise(step: Step) -> Path:
    """A step square by square."""
    times = gcd(step.dx, step.dy)
    if times < 2 or not step.once:
        return (step,)
    short = Step(step.dx // times, step.dy // times, "e")
    if step.on == "e":
        return (short._replace(low=times, high=times),)
    return (short._replace(low=times - 1, high=times - 1), short._replace(on=step.on))


def as_path(cube: Cube, target: Vector) -> Path:
    """The word of a cube: its squares, the nearest first, then the target."""
    held = dict(cube)
    last = held.pop(target, "w")
    squares = sorted(held, key=lambda s: (max(abs(s[0]), abs(s[1])), abs(s[0]) + abs(s[1]), s))
    steps, (x, y) = [], (0, 0)
    for sx, sy in squares:
        steps.append(Step(sx - x, sy - y, held[sx, sy]))
        x, y = sx, sy
    return (*steps, Step(target[0] - x, target[1] - y, last))


class Words:
    """Finds words for one piece."""

    def __init__(self, pool: Pool, strict: bool = True) -> None:
        self.pool, self.evidence, self.strict = pool, pool.evidence, strict
        self._tried: set[tuple[Vector, Cube]] = set()
        self._loops: set[Path] = set()

    def candidates(self, target: Vector, left: Bits) -> list[Candidate]:
        """Words that explain some of the moves by a displacement that are left, with loops and in symmetries."""
        found: list[Candidate] = []
        for cube in self._explain(target, left):
            path = as_path(cube, target)
            found += self.symmetric(path)
            for one in looped(path):
                if one not in self._loops:
                    self._loops.add(one)
                    found += self.symmetric(one)
        return found

    def closures(self) -> Iterator[Candidate]:
        """Steps that may follow each other in any order and number, if nothing refutes it."""
        letters = [
            Step(dx, dy, on)
            for (dx, dy), legal in self.evidence.legal.items()
            for on in CONTENTS
            if (dx, dy) != (0, 0)
            and legal & self.evidence.at((dx, dy), on)
            and self._judged((Step(dx, dy, on),)) is not None
        ][:_MOST_LETTERS]
        follows = {
            (one, two) for one in letters for two in letters if self._judged((one, two)) is not None
        }
        tried = set()
        for first in letters:
            group = [first]
            for other in letters:
                if other != first and all(
                    pair in follows for one in group for pair in ((one, other), (other, one))
                ):
                    group.append(other)
            steps = tuple(sorted(group))
            if len(steps) > 1 and steps not in tried and (first, first) in follows:
                tried.add(steps)
                found = self._judged((Repeat(tuple((one,) for one in steps), 1),))
                if found is not None:
                    yield found

    def _explain(self, target: Vector, left: Bits) -> Iterator[Cube]:
        evidence = self.evidence
        negatives = evidence.at(target, ANYTHING) & evidence.complete
        negatives &= ~evidence.legal.get(target, 0)
        random = np.random.default_rng(len(self._tried))
        for _ in range(_SEEDS):
            if not left:
                return
            seed = int(random.choice(unpacked(left, evidence.count)))
            shared = self._shared(target, seed, negatives, left, random)
            cubes = [
                self._cube(target, seed, negatives, left, random, literals)
                for literals in (shared, None)
            ]
            known = [cube for cube in dict.fromkeys(cubes) if cube is not None]
            if not known:
                left &= ~(1 << seed)
            for cube in known:
                for wide in (cube, *self._wider(cube, target)):
                    if (target, wide) not in self._tried:
                        self._tried.add((target, wide))
                        yield wide
                        left &= ~self.holds(wide)

    def holds(self, cube: Cube) -> Bits:
        """Where all conditions of a cube are met."""
        bits = self.evidence.all
        for square, on in cube:
            bits &= self.evidence.at(square, on)
        return bits

    def sound(self, cube: Cube, target: Vector) -> bool:
        """Whether a cube is never met where the move is known to be illegal."""
        legal = self.evidence.legal.get(target, 0)
        return not self.holds(cube) & self.evidence.complete & ~legal

    def _wider(self, cube: Cube, target: Vector) -> Iterator[Cube]:
        """The same with more contents on a square, if that is not refuted: on the last square, and then on others."""
        held = dict(cube)
        order = sorted(held, key=lambda square: square != target)
        wide = dict(held)
        for square in order:
            if square == (0, 0) or held[square] == ANYTHING:
                continue
            fits = [
                on
                for on in _WIDER[held[square]]
                if self.sound(tuple(sorted((wide | {square: on}).items())), target)
            ]
            if fits:
                wide[square] = max(fits, key=len)
                yield tuple(sorted(wide.items()))

    def _shared(
        self,
        target: Vector,
        seed: int,
        negatives: Bits,
        left: Bits,
        random: np.random.Generator,
    ) -> list[Literal]:
        """What a move has in common with as many others by its displacement as one cube may explain."""
        literals = [*self.literals(seed), *self._gates(seed)]
        held = np.array([self._flags(self.evidence.at(*literal)) for literal in literals])
        against = held[:, unpacked(negatives, self.evidence.count)]
        if against.shape[1] > _MOST_NEGATIVES:
            against = random.choice(against, _MOST_NEGATIVES, replace=False, axis=1)
        kept = np.ones(len(literals), bool)
        others = random.permutation(unpacked(left, self.evidence.count))[:_MOST_LIKE]
        for other in others:
            fewer = kept & held[:, other]
            if fewer.any() and not against[fewer].all(axis=0).any():
                kept = fewer
        return [literals[number] for number in np.flatnonzero(kept)]

    def _flags(self, bits: Bits) -> Matrix:
        """A set as a flag for each place."""
        count = self.evidence.count
        raw = np.frombuffer(bits.to_bytes((count + 7) // 8, "little"), np.uint8)
        return np.unpackbits(raw, bitorder="little")[:count].astype(bool)

    def _cube(
        self,
        target: Vector,
        seed: int,
        negatives: Bits,
        left: Bits,
        random: np.random.Generator,
        shared: list[Literal] | None = None,
    ) -> Cube | None:
        """A smallest cube that holds for the seed and for no negative, of some literals or of all."""
        evidence = self.evidence
        literals = list(self.literals(seed))
        held = dict(literals)
        first: Cube = () if target == (0, 0) else ((target, held[target]),)
        rivals = negatives & self.holds(first)
        sample = unpacked(rivals, evidence.count)
        if len(sample) > _MOST_NEGATIVES:
            sample = random.choice(sample, _MOST_NEGATIVES, replace=False)
        if shared is None:
            others = [literal for literal in literals if literal[0] != target] + self._gates(seed)
        else:
            others = [literal for literal in shared if literal[0] != target]
        for _ in range(4):
            found = self._hit(others, sample, left & self.holds(first))
            if found is None:
                return None
            cube = tuple(sorted((*first, *found)))
            failing = unpacked(self.holds(cube) & rivals, evidence.count)
            if not len(failing):
                return cube
            sample = np.concatenate([sample, failing[:200]])
        return None

    def literals(self, seed: int) -> Iterator[Literal]:
        evidence = self.evidence
        _, (x, y) = evidence.place(seed)
        position = int(evidence.places[seed][0])
        board = evidence.views.boards[position]
        for ty in range(evidence.height):
            for tx in range(evidence.width):
                if (tx, ty) != (x, y):
                    letter = chr(board[ty, tx])
                    on = "e" if letter == "." else "w" if letter.isupper() else "p"
                    yield (tx - x, ty - y), on

    def _gates(self, seed: int) -> list[Literal]:
        """Squares straight ahead or beside, of which it only matters that they are on the board."""
        _, (x, y) = self.evidence.place(seed)
        across = [((tx - x, 0), ANYTHING) for tx in range(self.evidence.width) if tx != x]
        along = [((0, ty - y), ANYTHING) for ty in range(self.evidence.height) if ty != y]
        return across + along

    def _hit(self, literals: list[Literal], sample: NDArray[np.int64], left: Bits) -> Cube | None:
        """A smallest set of literals such that each place of the sample lacks one; of several, what explains most."""
        if not len(sample):
            return ()
        lacks = np.empty((len(literals), len(sample)), bool)
        for row, literal in enumerate(literals):
            lacks[row] = ~self._flags(self.evidence.at(*literal))[sample]
        search = _Search(self.evidence, literals, lacks, left)
        for depth in range(1, _MOST_CONDITIONS + 1):
            found = search.run(depth)
            if found or search.nodes > _MOST_NODES:
                return found
        return None

    # --- symmetry

    def symmetric(self, path: Path) -> Iterator[Candidate]:
        """A path alone, and in each symmetry in which no image of it is refuted."""
        size = word_bits(path)
        alone = self._judged(path)
        if alone is None or not alone.hits:
            return
        yield alone
        images = {name: turned(path, turn) for name, turn in TURNS.items()}
        judged = {name: self._judged(image) for name, image in images.items()}
        seen: set[tuple[Path, ...]] = {(path,)}
        for names in SYMMETRIES.values():
            paths = tuple(sorted({images[name] for name in names}, key=key))
            parts = [judged[name] for name in names]
            if paths in seen or any(part is None for part in parts):
                continue
            seen.add(paths)
            hits = wrong = unknown = 0
            for part in parts:
                assert part is not None
                hits |= part.hits
                wrong |= part.wrong
                unknown |= part.open
            yield Candidate(
                Term(size + 3, words=paths, label=f"{len(paths)} words"), hits, wrong, unknown
            )

    def _judged(self, path: Path) -> Candidate | None:
        found = self.pool.candidate(Term(word_bits(path), words=(path,), label="word"))
        return None if self.strict and found.wrong else found


class _Search:
    """A depth-first search for hitting sets of one size."""

    def __init__(
        self, evidence: Evidence, literals: list[Literal], lacks: Matrix, left: Bits
    ) -> None:
        self.evidence, self.literals, self.lacks, self.left = evidence, literals, lacks, left
        self.nodes = 0
        self.found: list[tuple[int, Cube]] = []

    def run(self, depth: int) -> Cube | None:
        """The hitting set of so many literals that explains most, or None."""
        self.found = []
        self._go((), np.arange(self.lacks.shape[1]), depth, self.left)
        return max(self.found, default=(0, None), key=lambda one: one[0])[1]

    def _go(self, chosen: Cube, rest: NDArray[np.int64], depth: int, left: Bits) -> None:
        self.nodes += 1
        if self.nodes > _MOST_NODES or len(self.found) >= 40:
            return
        lacking = self.lacks[:, rest]
        counts = lacking.sum(axis=1)
        if depth == 1:
            for row in np.flatnonzero(counts == len(rest)):
                literal = self.literals[int(row)]
                cube = (*chosen, literal)
                explained = (left & self.evidence.at(*literal)).bit_count()
                self.found.append((explained, cube))
            return
        if int(np.sort(counts)[-depth:].sum()) < len(rest):
            return
        # Every place must be hit: branch on the one that fewest literals hit.
        hitting = lacking.sum(axis=0)
        pivot = int(np.argmin(hitting))
        rows = np.flatnonzero(lacking[:, pivot])
        for row in rows[np.argsort(-counts[rows], kind="stable")][:12]:
            literal = self.literals[int(row)]
            further = left & self.evidence.at(*literal)
            self._go((*chosen, literal), rest[~lacking[row]], depth - 1, further)


def merged(paths: Iterable[Path]) -> list[Path]:
    """Words that differ in the content of their last square alone, as one."""
    groups: dict[tuple[Path, Vector], set[str]] = {}
    others: list[Path] = []
    for path in paths:
        last = path[-1] if path else None
        if isinstance(last, Step) and last.once:
            groups.setdefault((path[:-1], (last.dx, last.dy)), set()).update(last.on)
        else:
            others.append(path)
    for (before, (dx, dy)), contents in groups.items():
        on = "".join(content for content in CONTENTS if content in contents)
        others.append((*before, Step(dx, dy, on)))
    return others
