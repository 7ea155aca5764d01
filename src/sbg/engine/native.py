"""Builds the native core's rules of a game from its description and its automata.

Pieces are numbered in the order of the description. On the board 0 is an empty square, 1 + 2k white's
piece k and 2 + 2k black's; squares are numbered row by row from a1.
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Mapping
from typing import TypeAlias, TypedDict, Unpack

from sbg import _core
from sbg.language.model import CountGoal, Description, Move, Outcome, SquareGoal
from sbg.language.model.regexp import Regexp, written_out
from sbg.moves.automata import Dfa
from sbg.moves.automata.follow import FollowAutomaton, follow_automaton

FlatDfa: TypeAlias = tuple[int, bytes, bytes]

SMALLER = 0.5
"""A rule is walked by its follow automaton if that has at most this share of the transitions of its minimal one."""


class Form(TypedDict, total=False):
    """How rules are built; every form plays alike. For tests and measurements."""

    bmi2: bool
    part_bits: int
    merged_bits: int
    set_wise: bool


def make_rules(
    description: Description,
    automata: Mapping[str, Dfa],
    *,
    smaller: float = SMALLER,
    **form: Unpack[Form],
) -> _core.Game:
    """The rules of a game as native tables. SBG_NO_BMI2=1 keeps to instructions that every processor has."""
    form.setdefault("bmi2", not os.environ.get("SBG_NO_BMI2"))
    codes = piece_codes(description)
    squares = [
        (codes[goal.piece], [y * description.width + x for x, y in goal.squares])
        for goal in description.goals
        if isinstance(goal, SquareGoal) and goal.piece in codes
    ]
    counts = [
        (codes[goal.piece], goal.count)
        for goal in description.goals
        if isinstance(goal, CountGoal) and goal.piece in codes
    ]
    dfas = [_flat(automata.get(piece.letter)) for piece in description.pieces]
    walks = [
        _flat(_for_walking(piece.rule, automata.get(piece.letter), smaller))
        for piece in description.pieces
    ]
    return _core.Game(
        description.width,
        description.height,
        board_bytes(codes, description.rows),
        dfas,
        counts,
        squares,
        description.turn_limit,
        Move,
        Outcome,
        walks=walks,
        **form,
    )


def piece_codes(description: Description) -> dict[str, int]:
    """The number of every piece, white's in upper case and black's in lower case."""
    codes = {}
    for k, piece in enumerate(description.pieces):
        codes[piece.letter] = 1 + 2 * k
        codes[piece.letter.lower()] = 2 + 2 * k
    return codes


def board_bytes(codes: Mapping[str, int], rows: tuple[str, ...]) -> bytes:
    """Rows from the top as one number per square."""
    return bytes(codes.get(letter, 0) for row in reversed(rows) for letter in row)


def _for_walking(rule: Regexp | None, dfa: Dfa | None, smaller: float) -> FollowAutomaton | None:
    """An automaton that is smaller than the minimal deterministic one, if there is one."""
    if rule is None or dfa is None:
        return None
    if smaller < 1 and dfa.state_count <= written_out(rule) + 1:
        return None  # being deterministic takes no more states than there are letters
    return follow_automaton(rule, int(smaller * len(dfa.transitions)))


def _flat(dfa: Dfa | FollowAutomaton | None) -> FlatDfa | None:
    if dfa is None:
        return None
    transitions = array("i")
    for source, letter, target in dfa.transitions:
        transitions.extend((source, letter.dx, letter.dy, "epw".index(letter.on), target))
    accepting = bytearray(dfa.state_count)
    for state in dfa.accepting:
        accepting[state] = 1
    return dfa.state_count, bytes(accepting), transitions.tobytes()
