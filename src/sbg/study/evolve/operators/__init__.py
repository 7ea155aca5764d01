"""The mutation operators, which change games, by name and by kind."""

from sbg.study.evolve.operators import aims, family, parts, wild
from sbg.study.evolve.operators.change import Change, Operator
from sbg.study.evolve.operators.cross import CROSSOVERS

KINDS: dict[str, tuple[float, dict[str, Operator]]] = {
    "family": (0.60, family.OPERATORS),
    "piece": (0.10, parts.PIECES),
    "army": (0.10, parts.ARMY),
    "goals": (0.10, aims.OPERATORS),
    "board": (0.05, parts.BOARD),
    "wild": (0.05, wild.OPERATORS),
}
"""Kinds of operators, how often each is tried, and the operators of each, equally likely."""

OPERATORS: dict[str, Operator] = {
    name: operator for _, operators in KINDS.values() for name, operator in operators.items()
}

__all__ = ["CROSSOVERS", "KINDS", "OPERATORS", "Change", "Operator"]
