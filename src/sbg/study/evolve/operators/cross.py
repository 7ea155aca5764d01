"""Crossover: makes a game that has parts of two others."""

from __future__ import annotations

from dataclasses import replace

from sbg.language.model import CountGoal, Goal, SquareGoal
from sbg.study.evolve.draw import Draw
from sbg.study.evolve.genome import Genome
from sbg.study.evolve.operators.change import Change
from sbg.study.evolve.operators.parts import LETTERS


def pieces(one: Genome, two: Genome, draw: Draw) -> Change | None:
    """Some kinds of pieces of the first game are replaced by kinds of the second."""
    changed = one
    taken = []
    for letter in one.letters:
        if draw.chance(0.4):
            other, gene = draw.pick(two.pieces)
            if gene and gene != one.gene(letter):
                changed = changed.with_gene(letter, gene)
                taken.append(f"{letter} moves as {other}")
    return Change(changed, f"{', '.join(taken)} of {two.name}") if taken else None


def goals(one: Genome, two: Genome, draw: Draw) -> Change | None:
    """The army of the first game with the goals of the second, for pieces with the same letters or at random."""
    if (one.symmetry == "none") != (two.symmetry == "none") or not two.goals:
        return None
    letters = {letter.upper() for letter in one.letters}
    found: list[Goal] = []
    for goal in two.goals:
        own = goal.piece.upper()
        letter = own if own in letters else draw.pick(one.letters)
        piece = letter if goal.piece.isupper() else letter.lower()
        if isinstance(goal, CountGoal):
            found.append(CountGoal(piece, goal.count))
        else:
            squares = tuple(
                (
                    _scaled(x, two.width, one.width),
                    _scaled(y, two.height, one.height),
                )
                for x, y in goal.squares
            )
            rows = {y for _, y in squares}
            full = {(x, y) for y in rows for x in range(one.width)}
            whole = len({x for x, _ in goal.squares}) == two.width
            found.append(SquareGoal(piece, tuple(sorted(full if whole else set(squares)))))
    return Change(replace(one, goals=tuple(found)), f"the goals of {two.name}")


def placed(one: Genome, two: Genome, draw: Draw) -> Change | None:
    """A kind of piece of the second game with its places, where the first game has other pieces or none."""
    if (one.symmetry == "none") != (two.symmetry == "none"):
        return None
    letter, gene = draw.pick(two.pieces)
    free = [other for other in LETTERS if other not in one.letters]
    if not free or not gene:
        return None
    new = letter if letter in free else free[0]
    royal = {goal.piece.upper() for goal in one.goals if isinstance(goal, CountGoal)}
    held = {(x, y): other for x, y, other in one.squares()}
    changes = []
    for x, y, other in two.squares():
        u, v = _scaled(x, two.width, one.width), _scaled(y, two.height, one.height)
        if other.upper() == letter and held.get((u, v), ".").upper() not in royal:
            changes.append((u, v, new if other.isupper() else new.lower()))
    if not changes:
        return None
    changed = one.with_gene(new, gene).placed(changes)
    return Change(changed, f"{letter} of {two.name} with its squares")


CROSSOVERS = {"cross-pieces": pieces, "cross-goals": goals, "cross-placed": placed}


def _scaled(place: int, size: int, other: int) -> int:
    """A column or row on a board of another size: what is at an edge stays there."""
    return place if place < other // 2 and place < size // 2 else max(0, other - (size - place))
