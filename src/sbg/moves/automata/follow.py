"""The follow automaton of a rule: nondeterministic, small, and good for walking over a board.

Its states are the follow sets of the position automaton: what may come next. Making it deterministic can take
exponentially many states, as where a letter decides what may come twelve letters later. Walking over the board does not
need that, because it keeps all squares of all states at once anyway.
"""

from __future__ import annotations

from dataclasses import dataclass

from sbg.language.model.regexp import Letter, Regexp
from sbg.moves.automata.nfa import END, positions


@dataclass(frozen=True, slots=True)
class FollowAutomaton:
    """A nondeterministic automaton without empty steps; its start is state 0."""

    state_count: int
    accepting: frozenset[int]
    transitions: tuple[tuple[int, Letter, int], ...]


def follow_automaton(regexp: Regexp, most: int) -> FollowAutomaton | None:
    """The follow automaton of a regular expression; None if it has more than so many transitions."""
    nfa = positions(regexp)
    number = {nfa.start: 0}
    sets = [nfa.start]
    transitions: list[tuple[int, Letter, int]] = []
    for source, following in enumerate(sets):  # grows while we walk it
        if len(transitions) + following.bit_count() > most:
            return None
        rest = following & ~END
        while rest:
            position = rest.bit_length() - 1
            rest ^= 1 << position
            target = nfa.follow[position]
            if target not in number:
                number[target] = len(sets)
                sets.append(target)
            transitions.append((source, nfa.alphabet[nfa.letter[position]], number[target]))
    accepting = frozenset(state for state, following in enumerate(sets) if following & END)
    return FollowAutomaton(len(sets), accepting, tuple(transitions))
