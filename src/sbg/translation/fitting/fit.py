"""Writes a rule as a union of basis moves, or finds a move that shows there is none.

For each offset, the basis effects inside the rule are found. The rule is a union of basis moves if and only if those
effects together are the rule, at every offset and from every square on which the piece can ever be.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from sbg.language.model import Coordinates
from sbg.translation.fitting.basis import LEAP, Basic, Basis, Effect, Kind, Label, conditions
from sbg.translation.fitting.conditions import BITS, Budget, Condition, Vector, covered
from sbg.translation.fitting.tree import Walk

STEPS = 200_000
"""Steps for fitting one piece; TooComplex beyond."""

Place: TypeAlias = tuple[str, Vector]
"""What the target holds, and its offset."""


@dataclass(frozen=True, slots=True)
class Misfit:
    """A move that no basis move makes: one of its walks, from where, and what the other squares hold there."""

    walk: Walk
    on: str
    start: Coordinates
    case: dict[Vector, int]


@dataclass(slots=True)
class Labels:
    """For each target content and offset, the effects of a piece there, with the squares from which they hold."""

    found: dict[Place, dict[Label, list[Coordinates]]] = field(default_factory=dict)
    misfits: list[Misfit] = field(default_factory=list)
    stays: list[Coordinates] = field(default_factory=list)


def reachable(
    walks: Sequence[Walk], start: Iterable[Coordinates], width: int, height: int
) -> set[Coordinates]:
    """The squares on which a piece can ever be, whatever the other pieces do."""
    seen = set(start)
    todo = list(seen)
    while todo:
        (x, y) = square = todo.pop()
        for walk in walks:
            if walk.fits(square, width, height):
                target = x + walk.target[0], y + walk.target[1]
                if target not in seen:
                    seen.add(target)
                    todo.append(target)
    return seen


def labels(
    walks: Sequence[Walk],
    squares: Collection[Coordinates],
    size: tuple[int, int],
    contents: str,
    basis: Basis,
) -> Labels:
    """What a piece does at each offset, from each of the squares, to targets that hold one of the contents."""
    width, height = size
    budget = Budget(STEPS)
    by_target: dict[Vector, list[Walk]] = {}
    for walk in walks:
        by_target.setdefault(walk.target, []).append(walk)
    result = Labels()
    for offset, group in by_target.items():
        (dx, dy) = offset
        left, right, down, up = max(-dx, 0), width - max(dx, 0), max(-dy, 0), height - max(dy, 0)
        starts = [
            square for square in squares if left <= square[0] < right and down <= square[1] < up
        ]
        for here, same in _alike(group, starts, size).items():
            walks_here = [group[i] for i in here]
            if offset == (0, 0):
                result.stays += same if here else []
                continue
            for on in contents:
                label = _label(offset, on, walks_here, same[0], basis, budget, result)
                if label is not None:
                    by_label = result.found.setdefault((on, offset), {})
                    by_label.setdefault(label, []).extend(same)
    return result


def _alike(
    group: Sequence[Walk], starts: list[Coordinates], size: tuple[int, int]
) -> dict[tuple[int, ...], list[Coordinates]]:
    """Squares by which of some walks with one target fit there, as their numbers."""
    (x, y) = group[0].target
    direct = max(-x, 0), max(x, 0), max(-y, 0), max(y, 0)
    if all(walk.box == direct for walk in group):  # they fit where the target is on the board
        return {tuple(range(len(group))): starts} if starts else {}
    found: dict[tuple[int, ...], list[Coordinates]] = {}
    for start in starts:
        here = tuple(i for i, walk in enumerate(group) if walk.fits(start, *size))
        found.setdefault(here, []).append(start)
    return found


def _label(
    offset: Vector,
    on: str,
    here: Sequence[Walk],
    start: Coordinates,
    basis: Basis,
    budget: Budget,
    result: Labels,
) -> Label | None:
    bit = BITS[on]
    walks = [walk for walk in here if walk.on & bit]
    rule: tuple[Condition, ...] = tuple(
        {square: mask for square, mask in walk.contents if square != offset} for walk in walks
    )
    label = basis.inside(offset, rule, budget) if rule else frozenset()
    parts = basis_conditions(offset, label)
    for walk, condition in sorted(
        zip(walks, rule, strict=True), key=lambda pair: len(pair[0].word)
    ):
        case = covered([condition], parts, budget)
        if case is not None:
            result.misfits.append(Misfit(walk, on, start, {**case, offset: bit}))
            return None
    return label


def basis_conditions(offset: Vector, label: Label) -> list[Condition]:
    """The conditions of several effects together."""
    return [condition for effect in sorted(label) for condition in conditions(offset, effect)]


@dataclass(slots=True)
class Need:
    """What a piece must do: a label for every offset that matters; offsets that are never on the board are free.

    `first` are the quiet moves that it also has from the squares `initial`, and from none of `later`.
    """

    always: dict[Place, Label] = field(default_factory=dict)
    first: dict[Place, Label] = field(default_factory=dict)
    initial: set[Coordinates] = field(default_factory=set)
    later: set[Coordinates] = field(default_factory=set)
    region: frozenset[Coordinates] | None = None

    def mirrored(self) -> Need:
        """The same with every offset turned by half a turn, as Fairy-Stockfish turns black's pieces."""
        return Need(
            {(on, (-x, -y)): label for (on, (x, y)), label in self.always.items()},
            {(on, (-x, -y)): label for (on, (x, y)), label in self.first.items()},
            self.initial,
            self.later,
            self.region,
        )


@dataclass(frozen=True, slots=True)
class Conflict:
    """An offset at which a piece does different things from different squares."""

    place: Place
    more: Coordinates
    less: Coordinates


def need(
    found: Labels,
    squares: Collection[Coordinates],
    size: tuple[int, int],
    contents: str,
    region: frozenset[Coordinates] | None = None,
) -> Need | Conflict:
    """What a piece must do when its moves are the same from everywhere, but for first moves and a region."""
    wanted = Need(region=region)
    offsets = _offsets(squares, region, size)
    for on in contents:
        for offset in offsets:
            by_label = found.found.get((on, offset))
            if by_label is None:
                wanted.always[on, offset] = frozenset()
                continue
            if region is not None:
                kept = {
                    label: [s for s in starts if (s[0] + offset[0], s[1] + offset[1]) in region]
                    for label, starts in by_label.items()
                }
                by_label = {label: starts for label, starts in kept.items() if starts}
            ordered = sorted(by_label, key=len)
            if len(ordered) > 2 or (
                len(ordered) == 2 and (on != "e" or not ordered[0] < ordered[1])
            ):
                more, less = by_label[ordered[-1]][0], by_label[ordered[0]][0]
                return Conflict((on, offset), more, less)
            wanted.always[on, offset] = ordered[0] if ordered else frozenset()
            if len(ordered) == 2:
                wanted.first[on, offset] = ordered[1]
                wanted.initial.update(by_label[ordered[1]])
                wanted.later.update(by_label[ordered[0]])
    clash = wanted.initial & wanted.later
    if clash:
        start = min(clash)
        other = next(
            place for place in wanted.first if start in found.found[place][wanted.always[place]]
        )
        return Conflict(other, min(found.found[other][wanted.first[other]]), start)
    return wanted


def _offsets(
    squares: Collection[Coordinates], region: frozenset[Coordinates] | None, size: tuple[int, int]
) -> set[Vector]:
    """The offsets from some square to another one of the region, or of the board."""
    if region is not None:
        found = {(t[0] - s[0], t[1] - s[1]) for s in squares for t in region}
    else:
        width, height = size
        columns: dict[int, set[int]] = {}
        for x, y in squares:
            columns.setdefault(y, set()).add(x)
        rows: dict[frozenset[int], set[int]] = {}
        for y, across in columns.items():
            rows.setdefault(frozenset(across), set()).update(range(-y, height - y))
        found = {
            (dx, dy)
            for across, along in rows.items()
            for dx in {dx for x in across for dx in range(-x, width - x)}
            for dy in along
        }
    return found - {(0, 0)}


def together(one: Need, two: Need) -> Need | None:
    """What both need, if no offset is needed in two ways."""
    for a, b in ((one.always, two.always), (one.first, two.first)):
        if any(place in b and b[place] != label for place, label in a.items()):
            return None
    for first, second in ((one, two), (two, one)):
        # A first move of one is no move of the other, unless the other need not care.
        if any(place in second.always and place not in second.first for place in first.first):
            return None
    return Need({**one.always, **two.always}, {**one.first, **two.first})


ORDERS: tuple[tuple[Kind, ...], ...] = (
    ("slide", "lame", "grasshop", "hop", "leap"),
    ("lame", "grasshop", "hop", "slide", "leap"),
)
"""Orders in which to drop needless moves; which of them gives the shorter text depends on the piece."""


def synthesize(
    wanted: dict[Place, Label],
    size: tuple[int, int],
    basis: Basis,
    longest: int,
    base: Sequence[Basic] = (),
    order: Sequence[Kind] = ORDERS[0],
) -> list[Basic] | None:
    """Basis moves that together do exactly what is wanted, as few as dropping the needless ones leaves.

    `longest` is the largest limit that the language can write for slides and hops. With a base, the moves are those
    that the piece has in addition to it, as first moves. Needless moves are dropped kind by kind in an order.
    """
    initial = bool(base)
    chosen: list[Basic] = []
    for on in dict.fromkeys(on for on, _ in wanted):
        part = {offset: label for (what, offset), label in wanted.items() if what == on}
        moves = _candidates(part, on, size, basis, longest, initial)
        known = [move for move in base if move.on == on]
        if not _does([*known, *moves], part, size, basis):
            return None
        for kind in order:
            for move in [move for move in moves if move.kind == kind]:
                without = [other for other in moves if other is not move]
                touched = {offset: part[offset] for offset in move.effects(*size) if offset in part}
                if _does([*known, *without], touched, size, basis):
                    moves = without
        chosen += moves
    return chosen


def lacking(
    wanted: dict[Place, Label], size: tuple[int, int], basis: Basis, longest: int
) -> Place | None:
    """Where even all basis moves inside what is wanted do less, as slides that may not end earlier; None: nowhere."""
    for on in dict.fromkeys(on for on, _ in wanted):
        part = {offset: label for (what, offset), label in wanted.items() if what == on}
        moves = _candidates(part, on, size, basis, longest, False)
        for offset, label in sorted(part.items(), key=lambda pair: max(map(abs, pair[0]))):
            if not _does(moves, {offset: label}, size, basis):
                return on, offset
    return None


def _does(
    moves: Iterable[Basic], part: dict[Vector, Label], size: tuple[int, int], basis: Basis
) -> bool:
    done: dict[Vector, set[Effect]] = {}
    for move in moves:
        for offset, effect in move.effects(*size).items():
            done.setdefault(offset, set()).add(effect)
    return all(
        basis.closure(offset, done.get(offset, ())) == label for offset, label in part.items()
    )


def _candidates(
    part: dict[Vector, Label],
    on: str,
    size: tuple[int, int],
    basis: Basis,
    longest: int,
    initial: bool,
) -> list[Basic]:
    """All basis moves inside what is wanted."""
    moves: list[Basic] = []
    for offset, label in part.items():
        if LEAP in label and max(map(abs, offset)) <= 3:
            moves.append(Basic("leap", offset, 1, on, initial))
        elif label and 1 < max(map(abs, offset)) <= 3:
            move = Basic("lame", offset, 1, on, initial)
            if set(move.effects(*size).values()) <= label:
                moves.append(move)
    for unit in basis.units():
        kinds: tuple[Kind, ...] = ("slide", "hop", "grasshop")
        for kind in kinds:
            if kind != "slide" and not basis.any_rider and max(map(abs, unit)) > 1:
                continue
            reach = _reach(Basic(kind, unit, 0, on), part, size)
            limit = reach if reach is None else min(reach, longest)
            if limit is None:
                limit = 0
            elif kind == "grasshop" or limit < 2:
                continue
            move = Basic(kind, unit, limit, on, initial)
            if any(
                effect != LEAP for offset, effect in move.effects(*size).items() if offset in part
            ):
                moves.append(move)
    return moves


def _reach(endless: Basic, part: dict[Vector, Label], size: tuple[int, int]) -> int | None:
    """How many steps of an endless move are inside what is wanted; None for all."""
    effects = endless.effects(*size)
    (dx, dy) = endless.unit
    for offset, effect in effects.items():
        if offset in part and effect not in part[offset]:
            return (offset[0] // dx if dx else offset[1] // dy) - 1
    return None
