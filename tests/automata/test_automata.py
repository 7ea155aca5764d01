"""Automata mean what their rules mean, are minimal, fit the board and respect the limits."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable

import pytest
from automata.fa.dfa import DFA
from automata.fa.nfa import NFA
from hypothesis import given
from hypothesis import strategies as st

from sbg import limits
from sbg.language.model import Concat, Description, Letter, Piece, Power, Regexp, Sum
from sbg.language.model.regexp import letters
from sbg.moves import automata
from sbg.moves.automata import Dfa, TooLarge, minimal
from sbg.moves.automata.dfa import LimitError
from sbg.moves.automata.relaxation import OutOfWorkError, Work
from sbg.reference import Position
from tests.patience import ends
from tests.strategies import descriptions, fens, regexps

A, B = Letter(0, 1, "e"), Letter(1, 0, "e")


def game(rule: Regexp, width: int = 5, height: int = 5) -> Description:
    rows = tuple("." * width for _ in range(height))
    return Description("test", width, height, rows, (Piece("P", rule),), (), 100)


def star(body: Regexp) -> Power:
    return Power(body, None)


def ride(dx: int, dy: int) -> list[Regexp]:
    empty, capture = Letter(dx, dy, "e"), Letter(dx, dy, "p")
    return [Concat((empty, star(empty))), Concat((star(empty), capture))]


def different(count: int) -> list[Letter]:
    """So many letters of a board of 64×64."""
    steps = range(-30, 31)
    return [Letter(dx, dy, on) for dx in steps for dy in steps for on in "epw"][:count]


# -- against an independent construction


def oracle(regexp: Regexp) -> DFA:
    """The minimal automaton of automata-lib, complete over the letters of the expression."""
    names = {letter: chr(ord("a") + i) for i, letter in enumerate(sorted(set(letters(regexp))))}

    def text(part: Regexp) -> str:
        if isinstance(part, Letter):
            return names[part]
        if isinstance(part, Sum):
            return "(" + "|".join(map(text, part.parts)) + ")"
        if isinstance(part, Power):
            # Written out, for its own `{0,0}` does not give the empty word.
            body = f"({text(part.body)})"
            return f"{body}*" if part.count is None else body * part.count or "()"
        return "".join(map(text, part.parts))

    nfa = NFA.from_regex(text(regexp), input_symbols=set(names.values()))
    return DFA.from_nfa(nfa).to_complete().minify()


def converted(dfa: Dfa, regexp: Regexp) -> DFA:
    names = {letter: chr(ord("a") + i) for i, letter in enumerate(sorted(set(letters(regexp))))}
    rows: dict[int, dict[str, int]] = {state: {} for state in range(dfa.state_count)}
    for source, letter, target in dfa.transitions:
        assert names[letter] not in rows[source]
        rows[source][names[letter]] = target
    return DFA(
        states=set(rows),
        input_symbols=set(names.values()),
        transitions=rows,
        initial_state=dfa.start,
        final_states=set(dfa.accepting),
        allow_partial=True,
    )


@given(regexps(3, 3))
def test_equals_independent_construction(regexp: Regexp) -> None:
    ours, theirs = minimal(regexp), oracle(regexp)
    assert converted(ours, regexp) == theirs
    # Theirs has one more state for words that lead nowhere, if there are such words.
    complete = len(ours.transitions) == ours.state_count * len(theirs.input_symbols)
    assert ours.state_count + (not complete) == len(theirs.states)


@given(regexps(3, 3), regexps(3, 3))
def test_equal_languages_give_equal_automata(one: Regexp, other: Regexp) -> None:
    left = minimal(Power(Sum((one, Power(other, 2))), None))
    right = minimal(Power(Sum((Power(Power(other, 2), 1), Power(Sum((one, one)), None))), None))
    assert left == right


@given(regexps(4, 4))
def test_transitions_and_states_are_in_order(regexp: Regexp) -> None:
    dfa = minimal(regexp)
    assert list(dfa.transitions) == sorted(dfa.transitions)
    met = [dfa.start]
    for state in met:
        for source, _, target in dfa.transitions:
            if source == state and target not in met:
                met.append(target)
    assert met == list(range(dfa.state_count))


@pytest.mark.parametrize(
    ("regexp", "states", "transitions"),
    [
        (A, 2, 1),
        (Power(A, 0), 1, 0),
        (star(A), 1, 1),
        (Sum(tuple(ride(0, 1))), 3, 4),
        (Sum(tuple(alternative for dx in (-1, 1) for alternative in ride(dx, 0))), 4, 8),
        (Concat((star(Sum((A, B))), A, Power(Sum((A, B)), 3))), 16, 32),
        (star(Sum(tuple(different(3000)))), 1, 3000),
        (Power(A, 1000), 1001, 1000),
        (Power(Sum((A, Power(A, 0))), 500), 501, 500),
    ],
)
def test_known_sizes(regexp: Regexp, states: int, transitions: int) -> None:
    dfa = minimal(regexp)
    assert (dfa.state_count, len(dfa.transitions)) == (states, transitions)


# -- on a board


def walk(dfa: Dfa, position: Position, origin: tuple[int, int]) -> set[tuple[int, int]]:
    """The squares that the automaton leads to, step by step."""
    forward = 1 if position.turn == "white" else -1
    met = [(dfa.start, origin)]
    for state, (x, y) in met:
        for source, letter, target in dfa.transitions:
            square = (x + letter.dx, y + forward * letter.dy)
            applies = source == state and position._content(square) == letter.on
            if applies and (target, square) not in met:
                met.append((target, square))
    return {square for state, square in met if state in dfa.accepting}


@given(descriptions(6).flatmap(lambda game: st.tuples(st.just(game), fens(game))))
def test_moves_are_those_of_the_reference(case: tuple[Description, str]) -> None:
    description, fen = case
    position = Position(description, fen)
    compiled = automata.compile(description)
    moves = {(move.origin, move.target) for move in position._possible}
    found = {
        (origin, target)
        for origin, letter in position.board.items()
        if letter.isupper() == (position.turn == "white") and letter.upper() in compiled
        for target in walk(compiled[letter.upper()], position, origin)
    }
    assert found == moves


@given(descriptions(5))
def test_nothing_useless_is_left(description: Description) -> None:
    """Every transition lies on an accepted walk from some square; others may hold anything."""
    for dfa in automata.compile(description).values():
        useful = set()
        for start in ((x, y) for x in range(description.width) for y in range(description.height)):
            steps = _relaxed_steps(dfa, description, start)
            good = {
                node for step in steps for node in (step[0], step[2]) if node[0] in dfa.accepting
            }
            while True:
                more = {source for source, _, target in steps if target in good} - good
                if not more:
                    break
                good |= more
            useful |= {
                (source[0], letter, target[0]) for source, letter, target in steps if target in good
            }
        assert useful == set(dfa.transitions)


Node = tuple[int, tuple[int, int]]


def _relaxed_steps(
    dfa: Dfa, description: Description, start: tuple[int, int]
) -> list[tuple[Node, Letter, Node]]:
    met: list[Node] = [(dfa.start, start)]
    steps = []
    for node in met:
        state, (x, y) = node
        for source, letter, target in dfa.transitions:
            square = (x + letter.dx, y + letter.dy)
            on_board = 0 <= square[0] < description.width and 0 <= square[1] < description.height
            if source == state and on_board and (square != start or letter.on == "w"):
                steps.append((node, letter, (target, square)))
                if (target, square) not in met:
                    met.append((target, square))
    return steps


def test_what_cannot_apply_is_dropped() -> None:
    rule = Sum((A, Power(A, 7), Concat((B, Letter(-1, 0, "e"))), Letter(4, 4, "p")))
    (dfa,) = automata.compile(game(rule)).values()
    assert dfa == minimal(Sum((A, Letter(4, 4, "p"))))


def test_a_rule_without_any_move_leaves_one_state() -> None:
    (dfa,) = automata.compile(game(Power(A, 5))).values()
    assert (dfa.state_count, dfa.accepting, dfa.transitions) == (1, frozenset(), ())


def test_pieces_without_a_rule_have_no_automaton() -> None:
    description = Description("test", 1, 1, ("P",), (Piece("P", None),), (), 1)
    assert automata.compile(description) == {}


def test_far_corners_of_a_large_board_are_tried() -> None:
    far = Concat((Letter(63, 0, "p"), Letter(0, 63, "w")))
    near = Concat((Letter(1, 2, "e"), Letter(62, 61, "e")))
    (dfa,) = automata.compile(game(Sum((far, near)), 64, 64)).values()
    assert dfa == minimal(Sum((far, near)))


# -- limits


TOO_LARGE: dict[str, tuple[Callable[[], Regexp], str]] = {
    "tower of powers": (
        lambda: Power(Power(Power(Power(A, 999), 999), 999), 999),
        "MAX_STATES",
    ),
    "one letter too many": (lambda: Concat((Power(Power(A, 1000), 10), A)), "MAX_STATES"),
    "exponential subsets": (
        lambda: Concat((star(Sum((A, B))), A, Power(Sum((A, B)), 30))),
        "MAX_STATES",
    ),
    "subsets of many positions": (
        lambda: Concat((star(Sum((A, B))), A, Power(Sum((A, B)), 999))),
        "MAX_STATES",
    ),
    "ten thousand stars in a row": (
        lambda: Concat(tuple(map(star, different(10_000)))),
        "MAX_TRANSITIONS",
    ),
    "ten thousand stars of two letters": (
        lambda: Concat(tuple(map(star, [A, B] * 5000))),
        "MAX_STEPS",
    ),
}


@pytest.mark.long
@pytest.mark.parametrize("name", TOO_LARGE)
def test_too_large(name: str) -> None:
    make, limit = TOO_LARGE[name]
    description = game(make(), 64, 64)
    with ends(), pytest.raises(TooLarge) as caught:
        automata.compile(description)
    assert (caught.value.piece, caught.value.limit) == ("P", limit)
    assert "`P`" in str(caught.value)
    assert f"{getattr(limits, limit):,}" in str(caught.value)


# Only one, and another by night: tracing makes Python several times slower.
@pytest.mark.parametrize(
    "name",
    ["exponential subsets", pytest.param("ten thousand stars in a row", marks=pytest.mark.slow)],
)
def test_too_large_costs_little_memory(name: str) -> None:
    description = game(TOO_LARGE[name][0](), 64, 64)
    tracemalloc.start()
    with pytest.raises(TooLarge):
        automata.compile(description)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 100e6


def test_tower_of_powers_is_refused_by_arithmetic() -> None:
    with ends(), pytest.raises(LimitError):
        minimal(tower(A, 999, 200))


def nested() -> Regexp:
    """Two hundred parentheses in each other, each needed."""
    regexp: Regexp = A
    for letter in different(200):
        regexp = star(Concat((Sum((regexp, letter)), B)))
    return regexp


def tower(body: Regexp, count: int, height: int) -> Regexp:
    for _ in range(height):
        body = Power(body, count)
    return body


FITS: dict[str, Callable[[], Regexp]] = {
    "two hundred powers of the empty word": lambda: tower(Power(A, 0), 999, 200),
    "a thousand times ten thousand empty words": lambda: Power(
        Sum((A, *(Power(letter, 0) for letter in different(9_999)))), 1000
    ),
    "powers of one around every letter": lambda: Power(
        Sum(tuple(tower(letter, 1, 190) for letter in different(50))), 200
    ),
    "ten thousand letters in a row": lambda: Concat(tuple(different(10_000))),
    "the same letter ten thousand times": lambda: Power(Power(A, 1000), 10),
    "ten thousand letters under a star": lambda: star(Sum(tuple(different(10_000)))),
    "two hundred nested stars": nested,
    "seven hundred stars in a row": lambda: Concat(tuple(map(star, different(700)))),
    "ten thousand letters in nested stars": lambda: star(
        Concat((star(Concat(tuple(map(star, different(100))))), Power(star(A), 1000)))
    ),
}


@pytest.mark.long
@pytest.mark.parametrize("name", FITS)
@pytest.mark.parametrize("side", [31, 64])
def test_large_rules_are_quick(name: str, side: int) -> None:
    description = game(FITS[name](), side, side)
    with ends():
        automata.compile(description)


def test_limits_count_all_rules_of_a_game_together() -> None:
    rule = Concat(tuple(map(star, different(400))))
    rows = ("." * 64,) * 64
    pieces = tuple(Piece(letter, rule) for letter in "ABCDEFGH")
    with pytest.raises(TooLarge) as caught:
        automata.compile(Description("test", 64, 64, rows, pieces, (), 1))
    assert (caught.value.piece, caught.value.limit) == ("D", "MAX_TRANSITIONS")


def test_work_is_paid_for_by_edges_and_bits() -> None:
    """An edge costs its bits and what it takes to look at it at all."""
    work = Work(10 * (100 + (1 << 13)))
    work.spend(4, 100)
    work.spend(6, 100)
    assert work.left == 0
    with pytest.raises(OutOfWorkError):
        work.spend(1, 1)
