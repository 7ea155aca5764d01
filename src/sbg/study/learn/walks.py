"""Computes which observed moves a path or rule explains, as sets of bits."""

from __future__ import annotations

from typing import TypeAlias

from sbg.language.model import Concat, Letter, Regexp, Sum
from sbg.moves.shapes.paths import Element, Path, Repeat, Step, Vector
from sbg.study.learn.evidence import Bits, Evidence

Moves: TypeAlias = dict[Vector, Bits]
"""For each displacement, where the piece can go there."""


def start(evidence: Evidence) -> Moves:
    """Before the first step."""
    return {(0, 0): evidence.all}


def step(evidence: Evidence, moves: Moves, vector: Vector, on: str) -> Moves:
    """One step further."""
    dx, dy = vector
    further: Moves = {}
    for (x, y), bits in moves.items():
        there = x + dx, y + dy
        kept = bits & evidence.at(there, on)
        if kept:
            further[there] = further.get(there, 0) | kept
    return further


def add(moves: Moves, more: Moves) -> bool:
    """Unite two sets of moves into the first; whether that has changed it."""
    grown = False
    for displacement, bits in more.items():
        known = moves.get(displacement, 0)
        if bits & ~known:
            moves[displacement] = known | bits
            grown = True
    return grown


def path(evidence: Evidence, elements: Path, moves: Moves | None = None) -> Moves:
    """Where a path leads."""
    moves = start(evidence) if moves is None else moves
    for element in elements:
        if not moves:
            break
        moves = _element(evidence, moves, element)
    return moves


def _element(evidence: Evidence, moves: Moves, element: Element) -> Moves:
    if isinstance(element, Step):
        return _steps(evidence, moves, element)
    return _repeat(evidence, moves, element)


def _steps(evidence: Evidence, moves: Moves, element: Step) -> Moves:
    vector = element.dx, element.dy
    for _ in range(element.low):
        moves = step(evidence, moves, vector, element.on)
    if element.high == element.low:
        return moves
    total, front = dict(moves), moves
    left = -1 if element.high is None else element.high - element.low
    while front and left:
        front = step(evidence, front, vector, element.on)
        if not add(total, front):
            break
        left -= 1
    return total


def _repeat(evidence: Evidence, moves: Moves, element: Repeat) -> Moves:
    def once(before: Moves) -> Moves:
        after: Moves = {}
        for body in element.bodies:
            add(after, path(evidence, body, before))
        return after

    if element.choice:
        return once(moves)
    for _ in range(element.low):
        moves = once(moves)
    total, front = dict(moves), moves
    while front:
        front = news(total, once(front))
        add(total, front)
    return total


def news(moves: Moves, more: Moves) -> Moves:
    """What is in the second and not in the first."""
    found = {}
    for displacement, bits in more.items():
        left = bits & ~moves.get(displacement, 0)
        if left:
            found[displacement] = left
    return found


def rule(evidence: Evidence, regexp: Regexp | None, moves: Moves | None = None) -> Moves:
    """Where a rule leads."""
    moves = start(evidence) if moves is None else moves
    if regexp is None:
        return {}
    if isinstance(regexp, Letter):
        return step(evidence, moves, (regexp.dx, regexp.dy), regexp.on)
    if isinstance(regexp, Sum):
        total: Moves = {}
        for part in regexp.parts:
            add(total, rule(evidence, part, moves))
        return total
    if isinstance(regexp, Concat):
        for part in regexp.parts:
            moves = rule(evidence, part, moves)
        return moves
    if regexp.count is not None:
        for _ in range(regexp.count):
            moves = rule(evidence, regexp.body, moves)
        return moves
    total = dict(moves)
    while add(total, rule(evidence, regexp.body, total)):
        pass
    return total
