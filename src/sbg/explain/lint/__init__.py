"""The warnings of `sbg check`: things in a file that are valid but probably not meant.

Where a warning says that something can never happen, that is found by computation in a relaxation
of the game (`sbg.moves.automata.relaxation`), so a warning is never wrong; a few are missed.
"""

from __future__ import annotations

from sbg.explain.lint.goals import check_goals
from sbg.explain.lint.jumps import check_jumps
from sbg.explain.lint.letters import check_letters
from sbg.explain.lint.mirrors import check_directions, check_mirrored_goals
from sbg.explain.lint.names import check_names
from sbg.explain.lint.parts import Parts
from sbg.explain.lint.pieces import check_pieces
from sbg.explain.lint.rules import check_rule
from sbg.explain.lint.twins import check_twins
from sbg.language.model import Description
from sbg.language.syntax import Diagnostic, Source, tree
from sbg.language.syntax.collector import Collector
from sbg.moves import automata
from sbg.moves.automata import Dfa
from sbg.moves.automata.relaxation import Work
from sbg.moves.reach.armies import Armies

__all__ = ["lint"]

_LETTERS = 1 << 30
"""Work for finding letters that no move uses, for all rules of a game: about half a second."""


def lint(
    file: tree.File,
    source: Source,
    description: Description,
    dfas: dict[str, Dfa] | None = None,
) -> list[Diagnostic]:
    """The warnings about a file, in the order of the text; automata are made unless given."""
    collector = Collector(source)
    check_names(file, description, collector)
    check_pieces(file, collector)
    work = Work(_LETTERS)
    ruled = [(rule, Parts(rule.regexp)) for rule in file.rules]
    for rule, parts in ruled:
        check_rule(rule, parts, collector)
        check_letters(parts, description.width, description.height, work, collector)
    armies = None
    try:
        dfas = automata.compile(description) if dfas is None else dfas
    except automata.TooLarge:
        pass  # an error, and reported as such
    else:
        check_twins(file, description, dfas, collector)
        check_directions(file, description, dfas, collector)
        armies = Armies(description, dfas)
        for rule, parts in ruled:
            check_jumps(parts, dfas[rule.piece], collector)
    before = collector.count
    check_goals(file, armies, collector)
    if collector.count == before:  # else what is wrong with a goal may be why it has no counterpart
        check_mirrored_goals(file, description, collector)
    return collector.finish()
