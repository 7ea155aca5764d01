"""Unrolls a rule on a board: every way to make a move, as conditions on squares.

The board does not change while a word is read, so a walk that comes back to a square in the same state can be cut
short. What is left are finitely many walks; for the usual pieces they are few.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from sbg.language.model import Coordinates, Letter
from sbg.moves.automata import Dfa
from sbg.translation.fitting.conditions import (
    ANYTHING,
    BITS,
    OWN,
    Budget,
    TooComplex,
    Vector,
    implies,
)

MOST_NODES = 20_000
"""Steps of all walks of a piece together; the walks of a piece that goes anywhere are more than anyone can list."""

_MOST_COMPARED = 400
"""Walks to one square that are compared with each other to leave out those that others include."""

Box: TypeAlias = tuple[int, int, int, int]
"""How far a walk goes from its start: left, right, down, up."""

_CONTENTS = {1: "e", 2: "p", 4: "w"}


@dataclass(frozen=True, slots=True)
class Walk:
    """A way to a target: what it asks of squares, the target among them, and how much room it needs.

    The start is not among the squares: it holds the moving piece. `word` is one of the words that walk so.
    """

    target: Vector
    contents: tuple[tuple[Vector, int], ...]
    box: Box
    word: tuple[Letter, ...]

    @property
    def on(self) -> int:
        """What the target may hold."""
        return dict(self.contents).get(self.target, OWN if self.target == (0, 0) else ANYTHING)

    def fits(self, start: Coordinates, width: int, height: int) -> bool:
        """Whether the walk stays on the board from this start."""
        (x, y), (left, right, down, up) = start, self.box
        return left <= x < width - right and down <= y < height - up


def unroll(dfa: Dfa, width: int, height: int, most: int = MOST_NODES) -> list[Walk]:
    """The walks of an automaton on a board, without those that others include; TooComplex if there are too many."""
    edges = _edges(dfa)
    budget = Budget(most)
    found: dict[tuple[Vector, tuple[tuple[Vector, int], ...], Box], tuple[Letter, ...]] = {}
    contents: dict[Vector, int] = {}
    path: list[tuple[int, int, Vector]] = []
    on_path = {(dfa.start, 0, 0)}

    def keep(x: int, y: int, box: Box) -> None:
        asked = tuple(sorted((s, mask) for s, mask in contents.items() if mask != ANYTHING))
        budget.spend(len(asked) // 16)
        place = (x, y), asked, box
        known = found.get(place)
        if known is None or len(path) < len(known):
            found[place] = tuple(Letter(dx, dy, _content(contents, to)) for dx, dy, to in path)

    if dfa.start in dfa.accepting:
        keep(0, 0, (0, 0, 0, 0))
    Frame: TypeAlias = tuple[
        Iterator[tuple[int, int, int, int]], int, int, int, Box, Vector | None, int | None
    ]
    stack: list[Frame] = [(iter(edges[dfa.start]), dfa.start, 0, 0, (0, 0, 0, 0), None, None)]
    while stack:
        steps, state, x, y, box, changed, before = stack[-1]
        step = next(steps, None)
        if step is None:
            stack.pop()
            on_path.discard((state, x, y))
            if changed is not None:
                _restore(contents, changed, before)
            if path:
                path.pop()
            continue
        dx, dy, mask, target = step
        u, v = x + dx, y + dy
        if (target, u, v) in on_path:
            continue
        left, right, down, up = box
        new = max(left, -u), max(right, u), max(down, -v), max(up, v)
        if new[0] + new[1] >= width or new[2] + new[3] >= height:
            continue
        budget.spend()
        square = (u, v)
        old: int | None = None
        touched: Vector | None = None
        if square == (0, 0):
            held = mask & OWN
        else:
            old = contents.get(square)
            held = mask & (ANYTHING if old is None else old)
            touched = square
        if not held:
            continue
        if touched is not None:
            contents[square] = held
        path.append((dx, dy, square))
        on_path.add((target, u, v))
        if target in dfa.accepting:
            keep(u, v, new)
        stack.append((iter(edges[target]), target, u, v, new, touched, old))
    return simplified(Walk(*place, reading) for place, reading in found.items())


def _content(contents: dict[Vector, int], square: Vector) -> str:
    """One content that a square may hold, as a letter names it."""
    held = OWN if square == (0, 0) else contents[square]
    return _CONTENTS[held & -held]


def _restore(contents: dict[Vector, int], square: Vector, before: int | None) -> None:
    if before is None:
        del contents[square]
    else:
        contents[square] = before


def _edges(dfa: Dfa) -> list[list[tuple[int, int, int, int]]]:
    """For each state (dx, dy, contents, target): letters that differ only in their content are one edge."""
    joined: list[dict[tuple[int, int, int], int]] = [{} for _ in range(dfa.state_count)]
    for source, letter, target in dfa.transitions:
        place = letter.dx, letter.dy, target
        joined[source][place] = joined[source].get(place, 0) | BITS[letter.on]
    return [
        [(dx, dy, mask, target) for (dx, dy, target), mask in sorted(out.items())] for out in joined
    ]


def simplified(walks: Iterable[Walk]) -> list[Walk]:
    """Walks that allow the same moves: alike ones joined, and those left out that others include."""
    by_target: dict[Vector, list[Walk]] = {}
    for walk in walks:
        by_target.setdefault(walk.target, []).append(walk)
    kept: list[Walk] = []
    for group in by_target.values():
        kept += _without_included(_joined(group))
    return sorted(kept, key=_order)


def _order(walk: Walk) -> tuple[object, ...]:
    (x, y) = walk.target
    return abs(x) + abs(y), y, x, len(walk.contents), walk.contents, walk.box


def _joined(group: list[Walk]) -> list[Walk]:
    """Walks that differ in what one square holds, made one."""
    if len(group) == 1 or len(group) > _MOST_COMPARED:
        return group
    while True:
        places: dict[object, Walk] = {}
        for walk in sorted(group, key=lambda walk: (len(walk.word), _order(walk))):
            every = sum(map(hash, walk.contents))
            for square, mask in walk.contents:
                # Sums stand for the other squares, which are compared where sums are equal.
                twin = places.setdefault((square, every - hash((square, mask)), walk.box), walk)
                if twin is not walk and (square, mask) not in twin.contents:
                    others = tuple(pair for pair in walk.contents if pair[0] != square)
                    if others != tuple(pair for pair in twin.contents if pair[0] != square):
                        continue
                    both = mask | dict(twin.contents)[square]
                    contents = others if both == ANYTHING else (*others, (square, both))
                    one = Walk(walk.target, tuple(sorted(contents)), walk.box, twin.word)
                    group = [other for other in group if other is not walk and other is not twin]
                    group.append(one)
                    break
            else:
                continue
            break
        else:
            return group


def _without_included(group: list[Walk]) -> list[Walk]:
    if len(group) > _MOST_COMPARED:
        return group
    asked = [dict(walk.contents) for walk in group]
    left = set(range(len(group)))
    for i, walk in enumerate(group):
        for j in left:
            other = group[j]
            if (
                i != j
                and i in left
                and all(a <= b for a, b in zip(other.box, walk.box, strict=True))
                and implies(asked[i], asked[j])
            ):
                left.discard(i)
                break
    return [walk for i, walk in enumerate(group) if i in left]


__all__ = ["MOST_NODES", "Box", "TooComplex", "Walk", "simplified", "unroll"]
