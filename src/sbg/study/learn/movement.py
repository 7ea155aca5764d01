"""Learns how one piece moves: the shortest rule found for what was seen of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from math import log2
from time import thread_time
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from sbg.base.limits import MAX_BOARD_SIDE
from sbg.engine import check_stop
from sbg.language.model import Regexp
from sbg.language.model.regexp import sum_of
from sbg.moves.shapes.paths import Element, Path, Step, Vector, in_order, regexp
from sbg.study.learn import walks
from sbg.study.learn.choose import Choice, choose
from sbg.study.learn.cubes import Words, merged
from sbg.study.learn.evidence import (
    CONTENTS,
    MOST_PLACES,
    Bits,
    Evidence,
    Indices,
    Views,
    packed,
    unpacked,
)
from sbg.study.learn.expressions import Expressions, late
from sbg.study.learn.terms import EXACT, Candidate, Costs, Families, Pool, Term
from sbg.study.learn.walks import Moves

_MOST_LIKELY = 4000
"""The same if anything may be contradicted."""

_MOST_BYTES = 800_000_000
"""Memory for candidates; if they take more, half of it is kept."""

_MOST_ROUNDS = 6
_MOST_FREQUENT, _FREQUENT = 8, 4
"""If moves may be mistakes, so many displacements are explained, each of which was seen so often."""

_DOUBT = 2.0
"""Bits that a share of its own must save for a displacement to need another explanation."""

_LINE = 8.0
"""The same for the moves from one row or column, of which there are several."""

_MOST_TRIES = 3
"""How often words for a displacement are looked for without success."""


@dataclass(frozen=True)
class Movement:
    """What was found out about one piece."""

    letter: str
    terms: tuple[Term, ...]
    places: int
    """How often the piece stood on the board while its player was to move."""
    moves: int
    """Legal moves of it that were seen."""
    unexplained: int
    """Seen moves that the rule does not allow."""
    wrong: int
    """Moves that the rule allows where a complete list of legal moves lacks them."""
    allowed: int
    """Moves that the rule allows in all that was seen."""
    rates: tuple[tuple[tuple[int, int], ...], ...] = ()
    """For what may be there and each displacement: how many moves the rule allows, and how many of them were seen."""
    board: tuple[int, int] = (MAX_BOARD_SIDE, MAX_BOARD_SIDE)
    """Width and height: steps that lead off every square are left out of the rule."""

    @property
    def bits(self) -> int:
        """The description length of the rule."""
        return sum(term.bits for term in self.terms)

    @property
    def paths(self) -> tuple[Path, ...]:
        """The paths of all terms, those that differ in their last content alone made one."""
        paths = (_on_board(path, *self.board) for term in self.terms for path in term.paths)
        return tuple(in_order(set(merged(path for path in paths if path is not None))))

    @property
    def rule(self) -> Regexp | None:
        """The rule, or None if the piece cannot move."""
        parts = [regexp(path) for path in self.paths]
        return sum_of(parts) if parts else None


@dataclass(frozen=True)
class _Searched:
    """A search for families in a sample of the places."""

    sample: Indices
    pool: Pool
    candidates: list[Candidate]
    found: Choice


class Learner:
    """Learns how one piece moves."""

    def __init__(
        self,
        views: Views,
        letter: str,
        costs: Costs = EXACT,
        seconds: float = 60.0,
        most_bits: float = 3000,
        most_places: int = MOST_PLACES,
        guess: Sequence[Term] = (),
    ) -> None:
        """A rule may have so many bits; the words of one that has more are not all found."""
        self.most_places, self.guess = most_places, guess
        self.views, self.letter, self.costs, self.most_bits = views, letter, costs, most_bits
        self.places = views.places(letter)
        self.end = thread_time() + seconds
        self._searched: _Searched | None = None
        self._known: tuple[Indices, Families] | None = None
        self.thorough = True
        self._part: Evidence | None = None
        self._counted: NDArray[np.bool_] | None = None
        self._weights = 1.0, 1.0
        """How many moves each that was seen in a sample represents, and each of which nothing is known."""

    @property
    def strict(self) -> bool:
        """Whether nothing that was seen may be contradicted."""
        return self.costs == EXACT

    def by(self, costs: Costs, guess: Sequence[Term]) -> Movement:
        """Learn roughly with other costs, from a sample alone if there is more."""
        self.costs, self.guess, self._searched, self.thorough = costs, guess, None, False
        return self._result(self._chosen().chosen, self._some())

    def _some(self) -> list[Evidence]:
        """As many places as can be worked on at once."""
        if len(self.places) <= MOST_PLACES:
            return self.views.parts(self.letter)
        if self._part is None:
            random = np.random.default_rng(0)
            some = np.sort(random.choice(len(self.places), MOST_PLACES, replace=False))
            self._part = Evidence(self.views, self.places[some])
        return [self._part]

    def go_on(self, seconds: float, most_bits: float) -> Movement:
        """Learn with words too, after learning with families alone."""
        self.end, self.most_bits = thread_time() + seconds, most_bits
        return self.learn()

    def learn(self) -> Movement:
        """Find the shortest rule; a sample first, then more wherever the rule fails."""
        return self._result(self._chosen().chosen, self.views.parts(self.letter))

    def _chosen(self) -> Choice:
        check_stop()
        places = self.places
        sample = self._sample() if self._searched is None else self._searched.sample
        for _ in range(_MOST_ROUNDS):
            found = self._search(sample)
            if len(sample) == len(places):
                break
            failing = self._failing(found.chosen) if self.strict else np.empty(0, np.int64)
            more = np.setdiff1d(failing, sample)
            if not len(more) or late(self.end):
                break
            sample = np.union1d(sample, more[:: max(1, len(more) // 2000)])
        return found

    def _sample(self) -> Indices:
        """Places to work on: all, or some; if few have moves that were seen, those and as many others."""
        count, most = len(self.places), self.most_places
        random = np.random.default_rng(0)
        self._counted, self._weights = None, (1.0, 1.0)
        if self.strict:
            if count <= most:
                return np.arange(count)
            return np.sort(random.choice(count, most, replace=False))
        most = min(most, _MOST_LIKELY)
        moving = self.views.moving(self.letter)
        moved = np.flatnonzero(moving)
        if count <= most:
            return np.arange(count)
        if 4 * len(moved) > count:
            return np.sort(random.choice(count, most, replace=False))
        others = np.flatnonzero(~moving)
        some = random.choice(moved, min(len(moved), most // 2), replace=False)
        rest = random.choice(others, min(len(others), most - len(some)), replace=False)
        sample = np.union1d(some, rest)
        self._counted = ~moving[sample]
        self._weights = len(moved) / max(1, len(some)), count / len(rest)
        return sample

    # --- the search

    def _search(self, sample: Indices) -> Choice:
        known = self._searched
        if known is None or not np.array_equal(known.sample, sample):
            known = self._searched = self._families(sample)
        if not (self.strict and self.most_bits):
            return known.found
        return self._words(known.pool, list(known.candidates), known.found)

    def _families(self, sample: Indices) -> _Searched:
        families = self._of(sample)
        families.costs = costs = self._weighted()
        pool = families.pool
        candidates = _worthy(families.simple(), costs)
        found = choose(candidates, pool.known, costs, thorough=self.strict)
        for more in (families.others, families.regional):
            left = pool.unflat(found.left)
            if not self.strict:
                doubtful = _doubtful(pool, found.chosen, costs, self._weights)
                left = _often(left)
                families.chaining = bool(left) or any(_far(there) for there in doubtful)
                left |= doubtful
            if not left:
                break
            new = _worthy(more(left), costs)
            if new:
                candidates += new
                found = choose(candidates, pool.known, costs, thorough=self.strict)
        if self.thorough and not self.strict:
            found = choose(candidates, pool.known, costs, found.chosen)
        if self.guess:
            guess = [pool.candidate(term) for term in self.guess]
            again = choose([*candidates, *guess], pool.known, costs, guess, self.thorough)
            found = min(found, again, key=lambda one: one.cost)
        return _Searched(sample, pool, candidates, found)

    def _of(self, sample: Indices) -> Families:
        """The families of a sample; the last are kept, for they are judged again by other costs."""
        known = self._known
        if known is None or not np.array_equal(known[0], sample):
            parts = self.views.parts(self.letter) if len(sample) == len(self.places) else []
            if len(parts) == 1:
                whole = parts[0]
            else:
                counted = -1 if self._counted is None else packed(self._counted)
                whole = Evidence(self.views, self.places[sample], counted)
            known = self._known = sample, Families(Pool(whole), self.costs)
        return known[1]

    def _weighted(self) -> Costs:
        """The costs of moves in a sample, each of which represents several."""
        seen, unknown = self._weights
        costs = self.costs
        return replace(costs, escape=costs.escape * seen, open=costs.open * unknown, weight=seen)

    def _words(self, pool: Pool, candidates: list[Candidate], found: Choice) -> Choice:
        """Words, and expressions that grow from them and from what was chosen before."""
        words = Words(pool, self.strict)
        expressions = Expressions(pool, words, self.end)
        tries: dict[Vector, int] = {}
        new = list(words.closures())
        while True:
            for _ in range(_MOST_ROUNDS):
                new += expressions.grown(found.chosen, found.left)
                if not new:
                    break
                candidates += new
                found = choose(new, pool.known, self.costs, found.chosen)
                new = []
            left = pool.unflat(found.left)
            rest = [there for there in left if tries.get(there, 0) < _MOST_TRIES]
            if not rest or late(self.end) or found.bits > self.most_bits:
                break
            target = max(rest, key=lambda there: (left[there].bit_count(), there))
            more = words.candidates(target, left[target])
            more += expressions.candidates(target, left[target])
            candidates += more
            before = found.left.bit_count()
            found = choose(more, pool.known, self.costs, found.chosen, thorough=False)
            if found.left.bit_count() == before:
                tries[target] = tries.get(target, 0) + 1
        again = choose(candidates, pool.known, self.costs)
        found = choose(candidates, pool.known, self.costs, found.chosen)
        return min(found, again, key=lambda one: one.cost)

    # --- the whole data

    def _failing(self, chosen: Sequence[Candidate]) -> Indices:
        """The numbers of places where a rule says something else than what was seen."""
        failing = []
        for number, evidence in enumerate(self.views.parts(self.letter)):
            bad = 0
            moves = _moves(evidence, chosen)
            for displacement in moves.keys() | evidence.legal.keys():
                legal, said = evidence.legal.get(displacement, 0), moves.get(displacement, 0)
                bad |= legal & ~said | said & ~legal & evidence.complete
            failing.append(unpacked(bad, evidence.count) + number * MOST_PLACES)
        return np.concatenate(failing)

    def _result(self, chosen: Sequence[Candidate], parts: Sequence[Evidence]) -> Movement:
        moves = unexplained = wrong = allowed = 0
        rates: dict[tuple[Vector, str], tuple[int, int]] = {}
        for evidence in parts:
            said = _moves(evidence, chosen)
            moves += evidence.moves
            for displacement, bits in evidence.legal.items():
                unexplained += (bits & ~said.get(displacement, 0)).bit_count()
            for displacement, bits in said.items():
                allowed += bits.bit_count()
                legal = evidence.legal.get(displacement, 0)
                wrong += (bits & ~legal & evidence.complete).bit_count()
                for content in "" if self.strict else CONTENTS:
                    free = bits & evidence.at(displacement, content) & ~evidence.complete
                    before, seen = rates.get((displacement, content), (0, 0))
                    now = before + free.bit_count(), seen + (free & legal).bit_count()
                    rates[displacement, content] = now
        terms = tuple(sorted((one.term for one in chosen), key=lambda term: (term.bits, term.name)))
        return Movement(
            self.letter,
            terms,
            len(self.places),
            moves,
            unexplained,
            wrong,
            allowed,
            tuple(
                tuple(rate for (_, on), rate in rates.items() if on == content)
                for content in CONTENTS
            ),
            (self.views.width, self.views.height),
        )


Counted: TypeAlias = tuple[tuple[int, int], tuple[int, int]]
"""How many moves were seen and are not allowed, and how many places they might be in; the same for those that are."""


def contradictions(views: Views, one: Movement) -> list[Counted]:
    """For each displacement, how many moves a rule lacks of those that it might, and has in vain of all that it has."""
    found: dict[Vector, Counted] = {}
    everywhere = [
        (dx, dy)
        for dy in range(1 - views.height, views.height)
        for dx in range(1 - views.width, views.width)
    ]
    for evidence in views.parts(one.letter):
        moves = walks.rule(evidence, one.rule)
        for there in everywhere:
            said, legal = moves.get(there, 0), evidence.legal.get(there, 0)
            known = evidence.complete & evidence.at(there, CONTENTS)
            (lacked, free), (vain, allowed) = found.get(there, ((0, 0), (0, 0)))
            found[there] = (
                (lacked + (legal & ~said).bit_count(), free + (known & ~said).bit_count()),
                (vain + (said & known & ~legal).bit_count(), allowed + (said & known).bit_count()),
            )
    return list(found.values())


def _on_board(path: Path, width: int, height: int) -> Path | None:
    """A path without loops that lead off every square; None if a step that must be taken does."""
    kept: list[Element] = []
    for one in path:
        if isinstance(one, Step) and (abs(one.dx) >= width or abs(one.dy) >= height):
            if one.low:
                return None
        else:
            kept.append(one)
    return tuple(kept)


def _worthy(candidates: Iterable[Candidate], costs: Costs) -> list[Candidate]:
    """The candidates that may be worth their bits, if anything may be contradicted; of too many, the best."""
    kept: list[tuple[float, int, Candidate]] = []
    size = 0
    for number, one in enumerate(candidates):
        gain = costs.escape * one.hits.bit_count() - one.term.bits
        gain -= costs.wrong * one.wrong.bit_count() + costs.open * one.open.bit_count()
        if gain <= 0 and costs != EXACT:
            continue
        kept.append((-gain, number, one))
        size += _bytes(one)
        if size > _MOST_BYTES:
            kept.sort(key=lambda each: each[:2])
            while size > _MOST_BYTES // 2:
                size -= _bytes(kept.pop()[2])
    return [one for _, _, one in sorted(kept, key=lambda each: each[1])]


def _bytes(one: Candidate) -> int:
    """The memory that a candidate takes, about."""
    return (one.hits.bit_length() + one.wrong.bit_length() + one.open.bit_length()) // 8 + 500


def _often(left: Moves) -> Moves:
    """Where mistakes are possible, the displacements that are seen most often without an explanation."""
    most = sorted(left, key=lambda there: -left[there].bit_count())[:_MOST_FREQUENT]
    return {there: left[there] for there in most if left[there].bit_count() >= _FREQUENT}


def _far(there: Vector) -> bool:
    """Whether a displacement may well be one of several jumps, one after the other."""
    return max(map(abs, there)) > 3


def _doubtful(
    pool: Pool, chosen: Sequence[Candidate], costs: Costs, weights: tuple[float, float]
) -> Moves:
    """Displacements that a choice allows far more often than they are seen: a narrower rule may be the right one.

    They are measured by the bits that a share of their own would save.
    """
    hits = wrong = unknown = 0
    for one in chosen:
        hits, wrong, unknown = hits | one.hits, wrong | one.wrong, unknown | one.open
    legal, illegal, others = map(pool.unflat, (hits, wrong, unknown))
    found: list[tuple[float, Vector]] = []
    for there, bits in legal.items():
        seen = weights[0] * bits.bit_count()
        missing = weights[1] * others.get(there, 0).bit_count()
        excess = _excess(seen, illegal.get(there, 0).bit_count(), 2**-costs.wrong)
        excess += _excess(seen, missing, 1 - costs.share)
        lines = _excess_of_lines(pool.evidence, bits, others.get(there, 0), costs.share, weights)
        if excess > _DOUBT * costs.spread or lines > _LINE * costs.spread:
            found.append((-max(excess, lines), there))
    return {there: legal[there] for _, there in sorted(found)[:_MOST_FREQUENT]}


def _excess_of_lines(
    evidence: Evidence, seen: Bits, missing: Bits, share: float, weights: tuple[float, float]
) -> float:
    """The most bits that a share of its own would save for the moves from one row, or from one column."""
    counts = [
        weight * evidence.by_origin(bits)
        for weight, bits in zip(weights, (seen, missing), strict=True)
    ]
    lines = chain(*(zip(*(count.sum(axis) for count in counts), strict=True) for axis in (0, 1)))
    return max(_excess(float(hits), float(others), 1 - share) for hits, others in lines)


def _excess(seen: float, missing: float, expected: float) -> float:
    """The bits that a code loses if more moves are missing than the share that it expects."""
    if not missing or missing <= expected * (seen + missing):
        return 0.0
    share = missing / (seen + missing)
    bits = missing * log2(share / expected)
    return bits + seen * log2((1 - share) / (1 - expected)) if seen else bits


def _moves(evidence: Evidence, chosen: Sequence[Candidate]) -> dict[Vector, Bits]:
    total: dict[Vector, Bits] = {}
    for one in chosen:
        for path in one.term.paths:
            walks.add(total, walks.path(evidence, path))
    return total
