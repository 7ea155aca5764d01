"""Mutations of goals: another piece, count or squares; a goal more or less."""

from __future__ import annotations

from dataclasses import replace

from sbg.language.model import CountGoal, Goal, SquareGoal
from sbg.study.evolve.armies import places
from sbg.study.evolve.draw import Draw
from sbg.study.evolve.genome import Genome
from sbg.study.evolve.operators.change import Change, Operator

_PLACES = ("far", "centre", "corners", "camp", "square")


def piece(genome: Genome, draw: Draw) -> Change | None:
    """A goal for another piece."""
    if not genome.goals:
        return None
    number = draw.below(len(genome.goals))
    goal = genome.goals[number]
    others = [one for one in _placed(genome, goal.piece.isupper()) if one != goal.piece]
    if not others:
        return None
    other = draw.pick(others)
    changed = replace(goal, piece=other)
    return _exchanged(genome, number, changed, f"a goal is for {other}, not for {goal.piece}")


def count(genome: Genome, draw: Draw) -> Change | None:
    """Another number of pieces to be left."""
    choices = [n for n, goal in enumerate(genome.goals) if isinstance(goal, CountGoal)]
    if not choices:
        return None
    number = draw.pick(choices)
    goal = genome.goals[number]
    assert isinstance(goal, CountGoal)
    most = genome.count(goal.piece)
    others = [n for n in (goal.count - 1, goal.count + 1) if 0 <= n < most]
    if not others:
        return None
    left = draw.pick(others)
    return _exchanged(genome, number, CountGoal(goal.piece, left), f"{goal.piece}: {left} left")


def squares(genome: Genome, draw: Draw) -> Change | None:
    """Other squares to be reached."""
    choices = [n for n, goal in enumerate(genome.goals) if isinstance(goal, SquareGoal)]
    if not choices:
        return None
    number = draw.pick(choices)
    goal = genome.goals[number]
    changed = _reach(genome, draw, goal.piece)
    if changed == goal:
        return None
    return _exchanged(genome, number, changed, f"{goal.piece} wins on other squares")


def kind(genome: Genome, draw: Draw) -> Change | None:
    """A goal of capture becomes one of arrival, or the other way round."""
    if not genome.goals:
        return None
    number = draw.below(len(genome.goals))
    goal = genome.goals[number]
    changed: Goal
    if isinstance(goal, CountGoal):
        changed = _reach(genome, draw, goal.piece)
        return _exchanged(genome, number, changed, f"{goal.piece} wins by arriving")
    return _exchanged(genome, number, CountGoal(goal.piece, 0), f"{goal.piece} must be kept")


def add(genome: Genome, draw: Draw) -> Change | None:
    """One more goal."""
    white = genome.symmetry != "none" or draw.chance(0.5)
    letters = _placed(genome, white)
    if not letters:
        return None
    letter = draw.pick(letters)
    new: Goal = CountGoal(letter, 0) if draw.chance(0.5) else _reach(genome, draw, letter)
    if new in genome.goals:
        return None
    return Change(replace(genome, goals=(*genome.goals, new)), f"a new goal for {letter}")


def drop(genome: Genome, draw: Draw) -> Change | None:
    """One goal less."""
    if not genome.goals:
        return None
    number = draw.below(len(genome.goals))
    left = genome.goals[:number] + genome.goals[number + 1 :]
    gone = genome.goals[number].piece
    return Change(replace(genome, goals=left), f"a goal for {gone} is gone")


OPERATORS: dict[str, Operator] = {
    "goal-piece": piece,
    "goal-count": count,
    "goal-squares": squares,
    "goal-kind": kind,
    "goal-add": add,
    "goal-drop": drop,
}


def _placed(genome: Genome, white: bool) -> list[str]:
    letters = (letter if white else letter.lower() for letter in genome.letters)
    return [letter for letter in letters if genome.count(letter)]


def _reach(genome: Genome, draw: Draw, letter: str) -> SquareGoal:
    where = places(draw, draw.pick(_PLACES), genome)
    if letter.islower():
        where = tuple((x, genome.height - 1 - y) for x, y in where)
    return SquareGoal(letter, where)


def _exchanged(genome: Genome, number: int, goal: Goal, what: str) -> Change:
    goals = (*genome.goals[:number], goal, *genome.goals[number + 1 :])
    return Change(replace(genome, goals=goals), what)
