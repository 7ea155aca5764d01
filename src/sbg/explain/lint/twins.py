"""Warnings about two pieces that move in the same way and differ in their letters only."""

from __future__ import annotations

from collections.abc import Mapping

from sbg.language.model import CountGoal, Description
from sbg.language.syntax import Label, tree
from sbg.language.syntax.collector import Collector
from sbg.moves.automata import Dfa
from sbg.moves.reach.forms import goal_squares


def check_twins(
    file: tree.File, description: Description, dfas: Mapping[str, Dfa], collector: Collector
) -> None:
    """Warn about rules with the same automaton where the goals do not tell the pieces apart."""
    letters = {letter for row in description.rows for letter in row}
    counted = {goal.piece for goal in description.goals if isinstance(goal, CountGoal)}
    first: dict[Dfa, list[tree.Rule]] = {}
    for rule in file.rules:
        dfa = dfas[rule.piece]
        if not dfa.accepting:  # it never moves, which is reported as such
            continue
        others = first.setdefault(dfa, [])
        for other in others:
            pairs = [
                (one, two)
                for one, two in (
                    (other.piece, rule.piece),
                    (other.piece.lower(), rule.piece.lower()),
                )
                if one in letters and two in letters
            ]
            if pairs and not any(
                {one, two} & counted
                or goal_squares(description, one) != goal_squares(description, two)
                for one, two in pairs
            ):
                collector.add(
                    "SBG413",
                    f"pieces `{other.piece}` and `{rule.piece}` have the same rule",
                    rule.piece_span,
                    f"moves exactly like `{other.piece}`",
                    secondary=(Label(other.piece_span, "the other piece"),),
                    help="use one letter for both, or change a rule if another one was meant",
                )
                break
        others.append(rule)
