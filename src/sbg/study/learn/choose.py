"""Chooses the parts of a learned rule by minimum description length (a two-part code).

A sum of terms allows what any of them allows. So the best choice is a weighted cover; it is found by adding what gains
most, then by dropping, exchanging and adding again until nothing gains any more.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import inf, log2

from sbg.study.learn.evidence import Bits
from sbg.study.learn.terms import Candidate, Costs


@dataclass(frozen=True, slots=True)
class Choice:
    """Chosen candidates, and what they cost in bits."""

    chosen: tuple[Candidate, ...]
    cost: float
    left: Bits
    """Moves that were seen and are not explained, flattened."""

    @property
    def bits(self) -> int:
        """The bits of the terms alone."""
        return sum(candidate.term.bits for candidate in self.chosen)


def cost(chosen: Sequence[Candidate], known: Bits, costs: Costs) -> float:
    """The length of the two-part code."""
    hits = wrong = unknown = bits = 0
    for candidate in chosen:
        hits |= candidate.hits
        wrong |= candidate.wrong
        unknown |= candidate.open
        bits += candidate.term.bits
    return (
        bits
        + costs.escape * (known & ~hits).bit_count()
        + costs.wrong * wrong.bit_count()
        + costs.open * unknown.bit_count()
    )


def undominated(candidates: Sequence[Candidate]) -> list[Candidate]:
    """One candidate for each set of moves that some explain, the simplest."""
    best: dict[tuple[Bits, Bits, Bits], Candidate] = {}
    for candidate in candidates:
        key = candidate.hits, candidate.wrong, candidate.open
        known = best.get(key)
        if known is None or candidate.term.bits < known.term.bits:
            best[key] = candidate
    return sorted(best.values(), key=lambda one: one.term.bits)


def choose(
    candidates: Sequence[Candidate],
    known: Bits,
    costs: Costs,
    begin: Sequence[Candidate] = (),
    thorough: bool = True,
) -> Choice:
    """The candidates that make the shortest code, from a choice that was good before; thoroughly, or just enough."""
    pool = undominated(candidates)
    best: tuple[float, list[Candidate]] | None = None
    free = any(one.open or one.wrong for one in pool)
    ways = [(dearer, False) for dearer in _dearer(costs)] if free else [(costs, False)]
    if thorough and not free:
        ways.append((costs, True))
    for dearer, per_bit in ways:
        chosen = _pruned(_grow(list(begin), pool, known, dearer, per_bit), known, dearer)
        if dearer != costs:
            chosen = _pruned(_grow(chosen, pool, known, costs), known, costs)
        if thorough and not free:
            chosen = _improve(chosen, pool, known, costs)
        value = cost(chosen, known, costs)
        if best is None or value < best[0]:
            best = value, chosen
    assert best is not None
    chosen = _improve(best[1], pool, known, costs) if thorough and free else best[1]
    left = known
    for candidate in chosen:
        left &= ~candidate.hits
    return Choice(tuple(chosen), cost(chosen, known, costs), left)


_ROUNDING = 1e-6
"""By how much gains may differ that are the same but for the order of their sums."""


def _grow(
    chosen: list[Candidate],
    pool: Sequence[Candidate],
    known: Bits,
    costs: Costs,
    per_bit: bool = False,
) -> list[Candidate]:
    """Add what gains most, as long as anything gains; or what gains most for each of its bits."""
    hits = wrong = unknown = 0
    for candidate in chosen:
        hits |= candidate.hits
        wrong |= candidate.wrong
        unknown |= candidate.open
    left = known & ~hits
    # What a candidate explains of the rest can only shrink; and what it allows in vain can shrink by no more than what
    # the chosen allow in vain has grown, which is `shared`. So what it gained before bounds what it gains now.
    shared = costs.wrong * wrong.bit_count() + costs.open * unknown.bit_count()
    bounds = []
    for number, candidate in enumerate(pool):
        explained, refuted, unseen = candidate.counts
        gain = costs.escape * explained - candidate.term.bits
        if gain <= 0:
            continue
        if per_bit:
            gain /= max(1, candidate.term.bits)
        bounds.append((costs.wrong * refuted + costs.open * unseen - gain, number))
    bounds.sort()
    while left:
        best, best_gain = -1, 0.0
        useless = 0
        for at, (bound, number) in enumerate(bounds):
            if shared - bound < best_gain - _ROUNDING:
                break
            candidate = pool[number]
            gain = costs.escape * (candidate.hits & left).bit_count() - candidate.term.bits
            if per_bit:
                gain /= max(1, candidate.term.bits)
            if gain <= 0:
                bounds[at] = inf, number
                useless += 1
                continue
            gain -= costs.wrong * (candidate.wrong & ~wrong).bit_count()
            gain -= costs.open * (candidate.open & ~unknown).bit_count()
            bounds[at] = shared - gain, number
            if gain > best_gain or (gain == best_gain > 0 and number < best):
                best, best_gain = number, gain
        if best < 0:
            break
        bounds.sort()
        if useless:
            del bounds[-useless:]
        chosen = [*chosen, pool[best]]
        left &= ~pool[best].hits
        wrong |= pool[best].wrong
        unknown |= pool[best].open
        shared = costs.wrong * wrong.bit_count() + costs.open * unknown.bit_count()
    return chosen


def _alone(chosen: Sequence[Candidate]) -> list[tuple[Bits, Bits, Bits]]:
    """What each of the chosen says and no other does: hits, wrong and open moves."""
    after: list[tuple[Bits, Bits, Bits]] = [(0, 0, 0)]
    for one in reversed(chosen):
        hits, wrong, unknown = after[-1]
        after.append((hits | one.hits, wrong | one.wrong, unknown | one.open))
    after.pop()
    before, found = (0, 0, 0), []
    for one, behind in zip(chosen, reversed(after), strict=True):
        found.append(
            (
                one.hits & ~(before[0] | behind[0]),
                one.wrong & ~(before[1] | behind[1]),
                one.open & ~(before[2] | behind[2]),
            )
        )
        before = (before[0] | one.hits, before[1] | one.wrong, before[2] | one.open)
    return found


def _worth(alone: tuple[Bits, Bits, Bits], costs: Costs) -> float:
    """What it would cost to drop something, its own bits not counted."""
    hits, wrong, unknown = alone
    return (
        costs.escape * hits.bit_count()
        - costs.wrong * wrong.bit_count()
        - costs.open * unknown.bit_count()
    )


def _pruned(chosen: list[Candidate], known: Bits, costs: Costs) -> list[Candidate]:
    """Drop what costs more than it explains, the worst first."""
    while chosen:
        losses = [
            _worth(alone, costs) - one.term.bits
            for one, alone in zip(chosen, _alone(chosen), strict=True)
        ]
        worst = min(range(len(chosen)), key=losses.__getitem__)
        if losses[worst] > 0:
            break
        chosen = [*chosen[:worst], *chosen[worst + 1 :]]
    return chosen


def _dearer(costs: Costs) -> list[Costs]:
    """Costs by which a choice may grow: narrow terms can be united later, but a wide one is not easily taken apart.

    So moves that a term allows in vain are made dearer, up to where a term pays only if it is seen as often as the
    average of all legal moves.
    """
    if not costs.open:
        return [Costs(costs.escape, costs.wrong * factor, 0) for factor in (1, 4, 16)]
    share = costs.share
    most = costs.spread * costs.escape / costs.weight
    most *= share / (-log2(1 - share) * (1 - share))
    factors = {1.0, *(max(1.0, part * most) for part in (0.4, 0.7, 0.9))}
    return [
        replace(costs, wrong=costs.wrong * factor, open=costs.open * factor)
        for factor in sorted(factors)
    ]


_ROUNDS = 12
_MOST_WORK = 8000
"""Candidates times chosen terms that are looked at in a round of improving; of more, those that explain most."""

_FEW = 4
"""Choices of more terms than this are taken apart in one way only."""

_MOST_REFILLED = 8
"""Choices of more terms than this are improved by taking in alone: to refill each gap would take long."""


def _improve(
    chosen: list[Candidate], pool: Sequence[Candidate], known: Bits, costs: Costs
) -> list[Candidate]:
    chosen = _pruned(chosen, known, costs)
    total = cost(chosen, known, costs)
    most = _MOST_WORK // (len(chosen) + 1)
    if len(pool) > most:
        pool = sorted(pool, key=lambda one: -one.counts[0])[:most]
    ways = [costs]
    if any(one.open or one.wrong for one in pool):
        ways += _dearer(costs)[1:] if len(chosen) <= _FEW else _dearer(costs)[-1:]
    for _ in range(_ROUNDS):
        better = None
        # Take something in, and drop what it makes superfluous; or take something out and fill the gap anew.
        for candidate in _promising(chosen, pool, known, costs):
            trial = _pruned([*chosen, candidate], known, costs)
            value = cost(trial, known, costs)
            if value < total - 1e-9:
                better, total = trial, value
        for candidate in chosen if len(chosen) <= _MOST_REFILLED else ():
            rest = [one for one in chosen if one is not candidate]
            gap = known
            for one in rest:
                gap &= ~one.hits
            others = [one for one in pool if one is not candidate and one.hits & gap]
            trials = [
                _grow(some, narrow, known, costs)
                for some, narrow in _narrowed(rest, candidate, others, costs)
            ]
            for dearer in ways:  # one wide term, or several narrow ones
                trial = _grow(rest, others, known, dearer)
                if dearer != costs:
                    trial = _grow(_pruned(trial, known, costs), others, known, costs)
                trials.append(trial)
            for trial in trials:
                trial = _pruned(trial, known, costs)
                value = cost(trial, known, costs)
                if value < total - 1e-9:
                    better, total = trial, value
        if better is None:
            break
        chosen = better
    return chosen


_MOST_NARROWED = 8
"""Parts of a term that are tried instead of it."""


def _narrowed(
    rest: list[Candidate], wide: Candidate, pool: Sequence[Candidate], costs: Costs
) -> Iterator[tuple[list[Candidate], list[Candidate]]]:
    """A choice with parts of a term instead of it that pay better than the whole, and more of its parts."""
    parts = [one for one in pool if _within(one, wide)]
    mean = _worth((wide.hits, wide.wrong, wide.open), costs) / wide.counts[0]
    gains = []
    for number, one in enumerate(parts):
        gain = _worth((one.hits, one.wrong, one.open), costs) - mean * one.counts[0]
        if gain > 0:
            gains.append((-gain, number))
    for _, number in sorted(gains)[:_MOST_NARROWED]:
        yield [*rest, parts[number]], parts


def _within(narrow: Candidate, wide: Candidate) -> bool:
    """Whether a candidate says nothing that another does not, and allows less in vain."""
    return (
        (narrow.wrong, narrow.open) != (wide.wrong, wide.open)
        and not narrow.open & ~wide.open
        and not narrow.wrong & ~wide.wrong
        and not narrow.hits & ~wide.hits
    )


def _promising(
    chosen: list[Candidate], pool: Sequence[Candidate], known: Bits, costs: Costs
) -> list[Candidate]:
    """Candidates that may shorten the code together with dropping what they make superfluous, best first."""
    alone = _alone(chosen)
    left = known
    wrong = unknown = 0
    for one in chosen:
        left &= ~one.hits
        wrong |= one.wrong
        unknown |= one.open
    most = [
        one.term.bits + costs.wrong * bad.bit_count() + costs.open * free.bit_count()
        for one, (_, bad, free) in zip(chosen, alone, strict=True)
    ]
    found = []
    for number, candidate in enumerate(pool):
        gain = costs.escape * (left & candidate.hits).bit_count() - candidate.term.bits
        if gain + sum(most) <= 0:
            continue
        for one, (hits, bad, free) in zip(chosen, alone, strict=True):
            if not hits & candidate.hits:
                continue  # what is worth its bits stays so
            rest = hits & ~candidate.hits, bad & ~candidate.wrong, free & ~candidate.open
            gain += max(0.0, one.term.bits - _worth(rest, costs))
        gain -= costs.wrong * (candidate.wrong & ~wrong).bit_count()
        gain -= costs.open * (candidate.open & ~unknown).bit_count()
        if gain > 0:
            found.append((-gain, number))
    return [pool[number] for _, number in sorted(found)[:30]]
