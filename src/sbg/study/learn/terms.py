"""The candidate parts of a learned rule: families of moves that no observation refutes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from itertools import chain, combinations
from math import log2
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sbg.language.model import Regexp
from sbg.language.model.regexp import sum_of
from sbg.moves.shapes import LEAP, RIDE, Family, Region, Shape, cannon, hop, jump, lame, ride
from sbg.moves.shapes.family import Directions, images, orbits
from sbg.moves.shapes.paths import KING, Path, Step, Vector, regexp
from sbg.moves.shapes.shape import CONTENTS as MODES
from sbg.moves.shapes.shape import HURDLES, Leg, bends, corner
from sbg.study.learn import walks
from sbg.study.learn.evidence import CONTENTS, Bits, Evidence
from sbg.study.learn.walks import Moves

Counts: TypeAlias = NDArray[np.int64]
"""A number for each square, as [y, x]."""


@dataclass(frozen=True, slots=True)
class Costs:
    """Bits for each move that goes wrong."""

    escape: float
    """A move that was seen and is not explained."""
    wrong: float
    """A move that the rule allows and that is known to be illegal."""
    open: float
    """A move that the rule allows and that was not seen, where not all legal moves are known."""
    share: float = 0.0
    """The share of legal moves that is seen there."""
    weight: float = 1.0
    """How many moves that were seen each represents, in a sample; its cost is that of all."""
    spread: float = 1.0
    """How much more the shares of single moves vary than by chance: players have their habits."""

    @classmethod
    def of(cls, noise: float, share: float, squares: int, spread: float = 1.0) -> Costs:
        """The costs for a share of moves that are written down wrong, and a share of legal moves that are seen.

        If the shares of single moves vary more than by chance, that a move was not seen tells less (quasi-likelihood).
        """
        bits = -log2(noise)
        return cls(bits + log2(squares), bits, -log2(1 - share) / spread, share, spread=spread)


EXACT = Costs(escape=1000, wrong=1000, open=0)
"""Nothing that was seen may be contradicted."""


@dataclass(frozen=True)
class Term:
    """A part of a rule: families or words that belong together, and their description length in bits."""

    bits: int
    families: tuple[Family, ...] = ()
    words: tuple[Path, ...] = ()
    label: str = ""

    @classmethod
    def of(cls, *families: Family) -> Term:
        """Families, usually one; several are images of the first, which costs a few bits and not as much again."""
        return cls(families[0].bits + (3 if len(families) > 1 else 0), families)

    @cached_property
    def paths(self) -> tuple[Path, ...]:
        """All paths of the term."""
        return (*(path for family in self.families for path in family.paths()), *self.words)

    @cached_property
    def name(self) -> str:
        """The term in short."""
        return self.label or " and ".join(family.name for family in self.families)

    @cached_property
    def rule(self) -> Regexp:
        """The term as a rule."""
        return sum_of([regexp(one) for one in self.paths])


@dataclass(frozen=True, slots=True)
class Candidate:
    """A term with what it says about all that was seen: sets of (displacement, place), flattened."""

    term: Term
    hits: Bits
    """Moves that are known to be legal."""
    wrong: Bits
    """Moves that are known not to be."""
    open: Bits
    """Moves of which nothing is known."""
    counts: tuple[int, int, int] = field(init=False, compare=False)
    """The sizes of these sets."""

    def __post_init__(self) -> None:
        sets = self.hits, self.wrong, self.open
        object.__setattr__(self, "counts", tuple(one.bit_count() for one in sets))


class Pool:
    """Makes candidates from terms, for one piece."""

    def __init__(self, evidence: Evidence) -> None:
        self.evidence = evidence
        self._offsets: dict[Vector, int] = {}
        self.known = self.flat(evidence.legal)
        """All moves that are known to be legal, flattened."""

    def flat(self, moves: Moves) -> Bits:
        """Sets of places for each displacement as one set."""
        total = 0
        for displacement, bits in moves.items():
            if bits:
                total |= bits << self._offset(displacement)
        return total

    def _offset(self, displacement: Vector) -> int:
        known = self._offsets.get(displacement)
        if known is None:
            known = self._offsets[displacement] = len(self._offsets) * self.evidence.count
        return known

    def unflat(self, flat: Bits) -> Moves:
        """The inverse of `flat`."""
        found: Moves = {}
        for displacement, offset in self._offsets.items():
            bits = flat >> offset & self.evidence.all
            if bits:
                found[displacement] = bits
        return found

    def judge(self, moves: Moves) -> tuple[Bits, Bits, Bits]:
        """Which moves are legal, illegal, unknown; flattened."""
        evidence = self.evidence
        hits: Moves = {}
        wrong: Moves = {}
        unknown: Moves = {}
        for displacement, bits in moves.items():
            legal = evidence.legal.get(displacement, 0)
            hits[displacement] = bits & legal
            left = bits & ~legal
            if left:
                wrong[displacement] = left & evidence.complete
                unknown[displacement] = left & ~evidence.complete & evidence.counted
        return self.flat(hits), self.flat(wrong), self.flat(unknown)

    def candidate(self, term: Term) -> Candidate:
        """A term with what it says."""
        moves: Moves = {}
        for one in term.paths:
            walks.add(moves, walks.path(self.evidence, one))
        return Candidate(term, *self.judge(moves))


_MOST_BYTES = 300_000_000
"""Memory for what is kept of single directions: on a crowded large board there is much of it."""


@dataclass(frozen=True, slots=True)
class _Atom:
    """What one direction and one content say."""

    hits: Bits
    wrong: Bits
    open: Bits


class Families:
    """The families that fit a board, judged by what was seen, class by class."""

    def __init__(self, pool: Pool, costs: Costs) -> None:
        self.pool, self.costs = pool, costs
        self.chaining = True
        """Whether chains are tried; they allow much, so only where something is not explained."""
        self.evidence = pool.evidence
        self.width, self.height = self.evidence.width, self.evidence.height
        self._atoms: dict[tuple[Shape, Vector], dict[str, _Atom]] = {}
        self._bytes = 0

    @property
    def strict(self) -> bool:
        """Whether nothing that was seen may be contradicted."""
        return self.costs == EXACT

    def simple(self) -> Iterator[Candidate]:
        """Leaps, rides, and moves to the own square."""
        for mode in ("w", ""):
            yield from self._kept(Term.of(Family(((0, 0),), mode=mode)))
        for vector, mixed in self.classes(self.evidence.legal):
            for shape in (LEAP, RIDE):
                yield from self.families(vector, mixed, shape)

    def others(self, displacements: Iterable[Vector]) -> Iterator[Candidate]:
        """All other shapes that may reach some displacements."""
        wanted = set(displacements)
        side = max(self.width, self.height) - 1
        for vector, mixed in self.classes(wanted):
            for shape in shapes_of(vector, mixed, side):
                yield from self.families(vector, mixed, shape)
        if self.chaining:
            yield from self._turning()
        for vector in self._bending(wanted):
            for bend in bends(*vector):
                for shape in (LEAP, RIDE, *(ride(n) for n in range(2, side))):
                    yield from self.families(vector, False, shape.bent(bend))
                yield from self.families(vector, False, LEAP.bent(bend).chained("onward"))

    def _turning(self) -> Iterator[Candidate]:
        """Chains that turn: several moves of a kind that was seen, one after the other."""
        shapes = [LEAP.chained("turning"), *(jump(over).chained("turning") for over in HURDLES)]
        for vector, mixed in self.classes(self.evidence.legal):
            for shape in shapes:
                yield from self._chains(vector, mixed, shape)

    def classes(self, displacements: Iterable[Vector]) -> list[tuple[Vector, bool]]:
        """Kinds of steps of which some multiple is one of some displacements."""
        found: set[Vector] = set()
        for x, y in displacements:
            short, long = sorted((abs(x), abs(y)))
            for times in range(1, long + 1):
                if short % times == 0 and long % times == 0:
                    found.add((short // times, long // times))
        classes = [(vector, False) for vector in sorted(found, key=lambda v: (v[1], v[0]))]
        if {(0, 1), (1, 1)} <= found:
            classes.append(((0, 1), True))
        return classes

    def _bending(self, displacements: Iterable[Vector]) -> list[Vector]:
        """Vectors of bent moves that may end at some displacements."""
        found = set()
        for x, y in displacements:
            short, long = sorted((abs(x), abs(y)))
            if 0 < short < long:
                found |= {(1, long - short + 1), (short, short + 1), (1, 2)}
        return sorted(v for v in found if bends(*v) and v[1] < max(self.width, self.height))

    def families(self, vector: Vector, mixed: bool, shape: Shape) -> Iterator[Candidate]:
        """The families of a class that are not refuted and explain something."""
        if shape.chain:
            yield from self._chains(vector, mixed, shape)
            return
        whole = KING if mixed else images(vector)
        atoms = {direction: self._directed(shape, direction) for direction in whole}
        if not any(atom.hits for each in atoms.values() for atom in each.values()):
            return
        worth = {} if self.strict else self._worth(atoms)
        for mode in MODES:
            usable = {
                d
                for d, each in atoms.items()
                if not self.strict or not any(each[content].wrong for content in mode)
            }
            for directions in direction_sets(vector, mixed):
                if not usable.issuperset(directions):
                    continue
                if worth and sum(worth[d, content] for d in directions for content in mode) <= 0:
                    continue
                hits = wrong = unknown = 0
                for direction in directions:
                    for content in mode:
                        atom = atoms[direction][content]
                        hits |= atom.hits
                        wrong |= atom.wrong
                        unknown |= atom.open
                if hits:
                    term = Term.of(Family(directions, shape, mode))
                    yield Candidate(term, hits, wrong, unknown)

    def _worth(self, atoms: dict[Vector, dict[str, _Atom]]) -> dict[tuple[Vector, str], float]:
        """The bits that each direction and content saves, or costs, without those of its description."""
        costs = self.costs
        return {
            (d, content): costs.escape * atom.hits.bit_count()
            - costs.wrong * atom.wrong.bit_count()
            - costs.open * atom.open.bit_count()
            for d, each in atoms.items()
            for content, atom in each.items()
        }

    def _directed(self, shape: Shape, direction: Vector) -> dict[str, _Atom]:
        key = shape, direction
        known = self._atoms.get(key)
        if known is None:
            (one,) = Family((direction,), shape, "e").paths()
            before = walks.path(self.evidence, one[:-1])
            last = one[-1]
            assert isinstance(last, Step)
            if self._bytes > _MOST_BYTES:
                self._atoms.clear()
                self._bytes = 0
            known = self._atoms[key] = {
                content: _Atom(
                    *self.pool.judge(walks.step(self.evidence, before, (last.dx, last.dy), content))
                )
                for content in CONTENTS
            }
            self._bytes += sum(
                (atom.hits.bit_length() + atom.wrong.bit_length() + atom.open.bit_length()) // 8
                for atom in known.values()
            )
        return known

    def _chains(self, vector: Vector, mixed: bool, shape: Shape) -> Iterator[Candidate]:
        # A chain of one round is the plain move: where that is refuted the chain is too.
        plain = replace(shape, chain="")
        atoms = {d: self._directed(plain, d) for d in (KING if mixed else images(vector))}
        if not any(each["e"].hits or each["p"].hits for each in atoms.values()):
            return
        if not self.strict and sum(each["e"].wrong.bit_count() for each in atoms.values()) > sum(
            each["e"].hits.bit_count() for each in atoms.values()
        ):
            return
        for mode in ("e", "p", "ep"):
            usable = {
                d
                for d, each in atoms.items()
                if not self.strict or not any(each[content].wrong for content in mode)
            }
            sets = direction_sets(vector, mixed)
            if not self.strict:  # any set is possible then, and chains take long
                sets = _seen_sets(sets, atoms)
            for directions in sets:
                if usable.issuperset(directions) and (
                    shape.chain == "onward" or len(directions) > 1
                ):
                    yield from self._kept(Term.of(Family(directions, shape, mode)))

    def _kept(self, term: Term) -> Iterator[Candidate]:
        found = self.pool.candidate(term)
        if found.hits and not (self.strict and found.wrong):
            yield found

    # --- regions

    def regional(self, left: Moves) -> Iterator[Candidate]:
        """Moves bound to a part of the board; if nothing may be contradicted, those that explain a displacement."""
        done = set()
        for there, bits in left.items():
            if there == (0, 0):
                continue
            wanted = self.pool.flat({there: bits}) if self.strict else 0
            for shape, direction in self._shapes_to(there):
                if (shape, direction) not in done:
                    done.add((shape, direction))
                    for candidate in self._regions(shape, direction):
                        if not wanted & ~candidate.hits:
                            yield candidate

    def _shapes_to(self, there: Vector) -> Iterator[tuple[Shape, Vector]]:
        x, y = there
        yield LEAP, there
        for times in range(2, max(abs(x), abs(y)) + 1):
            if x % times == 0 and y % times == 0:
                yield lame(times - 1), (x // times, y // times)
                yield RIDE, (x // times, y // times)
        for bend in bends(*sorted((abs(x), abs(y)))):
            if corner(there, bend):
                yield LEAP.bent(bend), there

    def _regions(self, shape: Shape, direction: Vector) -> Iterator[Candidate]:
        """The largest regions in which a move is not refuted; also together with its mirror image."""
        x, y = direction
        other = -x, y
        for mode in ("ep", "e", "p"):
            found = self._counted(shape, direction, mode)
            if found is None:
                continue
            for region in self._free(*found):
                yield from self._kept(Term.of(Family((direction,), shape, mode, region)))
            mirrored = self._counted(shape, other, mode) if x else None
            if mirrored is None:
                continue
            both = [one + two[:, ::-1] for one, two in zip(found, mirrored, strict=True)]
            for region in self._free(*both):
                one = Family((direction,), shape, mode, region)
                two = Family((other,), shape, mode, Region(region.end, -region.dx, region.dy))
                if region.dx:
                    yield from self._kept(Term.of(one, two))
                else:
                    yield from self._kept(Term.of(Family((direction, other), shape, mode, region)))

    def _counted(self, shape: Shape, direction: Vector, mode: str) -> list[Counts] | None:
        """How often a move is legal, how often it is not, and how often that is open, from each square."""
        atoms = self._directed(shape, direction)
        hits = wrong = unknown = 0
        for content in mode:
            hits |= atoms[content].hits
            wrong |= atoms[content].wrong
            unknown |= atoms[content].open
        if not hits:
            return None
        return [self._by_origin(one) for one in (hits, wrong, unknown)]

    def _by_origin(self, flat: Bits) -> Counts:
        total = self.evidence.by_origin(0)
        for bits in self.pool.unflat(flat).values():
            total += self.evidence.by_origin(bits)
        return total

    def _free(self, hits: Counts, wrong: Counts, unknown: Counts) -> list[Region]:
        """The regions in which a move gains most bits; if nothing may be contradicted, those where it never is."""
        width, height, costs = self.width, self.height, self.costs
        worth = _corners(costs.escape * hits - costs.wrong * wrong - costs.open * unknown)
        refuted = _corners(wrong) > 0
        found: list[tuple[float, int, Region]] = []
        for dx in range(1 - width, width):
            for dy in range(1 - height, height):
                at = dy + height, dx + width
                if (dx or dy) and worth[at] > 0 and not (self.strict and refuted[at]):
                    region = Region("from", dx, dy)
                    found.append((-float(worth[at]), region.bits, region))
        found.sort(key=lambda one: (one[0], one[1], one[2]))
        return [region for _, _, region in found[:4]]


def _seen_sets(
    sets: Sequence[tuple[Vector, ...]], atoms: dict[Vector, dict[str, _Atom]]
) -> tuple[tuple[Vector, ...], ...]:
    """Of some sets of directions the whole one, and the largest in all of whose directions moves were often seen."""
    counts = {d: each["e"].hits.bit_count() for d, each in atoms.items()}
    often = {d for d, count in counts.items() if 10 * count > max(counts.values())}
    within = [one for one in sets if often.issuperset(one)]
    most = max(map(len, within), default=0)
    return tuple(
        one for one in sets if len(one) == len(atoms) or (len(one) == most and one in within)
    )


def _corners(values: NDArray[Any]) -> NDArray[Any]:
    """The sum of the squares from which the one at a displacement is on the board, at [dy + height, dx + width]."""
    height, width = values.shape
    total = np.zeros((2 * height + 1, 2 * width + 1), values.dtype)
    for rows in (1, -1):
        for columns in (1, -1):
            sums = values[::rows, ::columns].cumsum(axis=0).cumsum(axis=1)[::-1, ::-1]
            # sums[i, j] leaves out i rows and j columns at the far side
            down, across = slice(height, None, rows), slice(width, None, columns)
            total[down, across][:height, :width] = sums
    return total


def shapes_of(vector: Vector, mixed: bool, side: int) -> Iterator[Shape]:
    """The straight shapes that are tried beside leaps and rides."""
    steps = side // vector[1]
    yield from (ride(reach) for reach in range(2, steps))
    yield from (lame(passed) for passed in range(1, steps))
    if steps > 1:
        for over in HURDLES:
            yield from (jump(over), hop(over), cannon(over))
            yield Shape((Leg(over), Leg("e", 0, None)))
            far = (Leg("e", 0, None), Leg(over))
            yield Shape((*far, *far))
            yield jump(over).chained("onward")


@cache
def direction_sets(vector: Vector, mixed: bool) -> tuple[Directions, ...]:
    """The sets of directions that are tried: orbits, and all sets that are their own left-right mirror image."""
    whole = KING if mixed else images(vector)
    pairs = sorted({tuple(sorted({(x, y), (-x, y)})) for x, y in whole})
    found = {
        tuple(sorted(chain.from_iterable(some)))
        for count in range(1, len(pairs) + 1)
        for some in combinations(pairs, count)
    }
    if mixed:
        return tuple(sorted(one for one in found if len({abs(x) + abs(y) for x, y in one}) == 2))
    return tuple(sorted(found | orbits(vector)))
