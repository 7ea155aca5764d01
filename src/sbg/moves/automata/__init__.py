"""Compiles the movement rules of a game: one minimal deterministic automaton for each piece.

Regular expression → position automaton → deterministic automaton → minimal automaton.

`compile` takes a description and gives one `Dfa` for each piece with a rule. Transitions that no
move on this board can use are dropped, and what is left is made minimal again.
"""

from __future__ import annotations

from sbg.base import limits
from sbg.base.errors import SbgError
from sbg.language.model.description import Description
from sbg.language.model.regexp import Letter, Regexp, written_out
from sbg.moves.automata.dfa import Budget, Dfa, LimitError, Table, determinize, minimize
from sbg.moves.automata.nfa import positions
from sbg.moves.automata.relaxation import Work, useful_edges

__all__ = ["Dfa", "TooLarge", "compile", "minimal"]

_TRIMMING = 1 << 28
"""Work for dropping transitions, all rules of a game together: about a tenth of a second."""


class TooLarge(SbgError, ValueError):  # noqa: N818 - says what is wrong, not that something is
    """A rule's automaton is beyond a limit; `limit` is the name of a constant of `sbg.limits`."""

    def __init__(self, piece: str, limit: str) -> None:
        super().__init__(piece, limit)
        self.piece, self.limit = piece, limit

    def __str__(self) -> str:
        most = f"{getattr(limits, self.limit):,} {_WHAT[self.limit]}"
        return f"the rule of `{self.piece}` is too large: its automaton needs more than {most}"


_WHAT = {"MAX_STATES": "states", "MAX_TRANSITIONS": "transitions", "MAX_STEPS": "steps to build"}


def compile(description: Description) -> dict[str, Dfa]:
    """The automaton of each piece with a rule, fit to the board; TooLarge beyond a limit."""
    budget = Budget()
    work = Work(_TRIMMING)
    automata = {}
    for piece in description.pieces:
        if piece.rule is not None:
            try:
                table, alphabet = _build(piece.rule, budget)
            except LimitError as reached:
                raise TooLarge(piece.letter, reached.args[0]) from None
            table = _trim(table, alphabet, description.width, description.height, work)
            automata[piece.letter] = table.finish(alphabet)
    return automata


def minimal(regexp: Regexp) -> Dfa:
    """The minimal automaton of a regular expression on no board; LimitError beyond a limit."""
    table, alphabet = _build(regexp, Budget())
    return table.finish(alphabet)


def _build(regexp: Regexp, budget: Budget) -> tuple[Table, tuple[Letter, ...]]:
    # By arithmetic, before anything is written out: nested powers multiply.
    if written_out(regexp) > limits.MAX_STATES:
        raise LimitError("MAX_STATES")
    nfa = positions(regexp)
    return minimize(determinize(nfa, budget)), nfa.alphabet


def _trim(table: Table, alphabet: tuple[Letter, ...], width: int, height: int, work: Work) -> Table:
    """Drop the transitions that lie on no accepted walk from any square of the board."""
    edges = [list(row.items()) for row in table.rows]
    useful = useful_edges(width, height, alphabet, edges, table.accepting, work)
    if len(useful) == sum(map(len, edges)):
        return table
    rows = [
        {index: target for number, (index, target) in enumerate(row) if (node, number) in useful}
        for node, row in enumerate(edges)
    ]
    return minimize(Table(rows, table.accepting))
