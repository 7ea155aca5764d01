"""The native core against the executable specification, on random games, in every form that its rules can take."""

from __future__ import annotations

import os
import random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import sbg
from sbg import _core, reference
from sbg.engine import native
from sbg.engine.game import Game, Position
from sbg.language.model import Description
from sbg.moves.automata.follow import follow_automaton
from tests.strategies import descriptions, fens

EXAMPLES = int(os.environ.get("SBG_FUZZ_GAMES", "40"))
"""Games for each test; `make fuzz` asks for many more."""

FORMS: dict[str, dict[str, Any]] = {
    "default": {},
    "portable": {"bmi2": False},
    "pieces one by one": {"set_wise": False},
    "small tables": {"set_wise": False, "merged_bits": 0},
    "large tables": {"set_wise": False, "merged_bits": 12},
    "partly walked": {"part_bits": 2},
    "walked": {"set_wise": False, "part_bits": -1},
    "walked, portable": {"set_wise": False, "part_bits": -1, "bmi2": False},
    "walked, nondeterministic": {"set_wise": False, "part_bits": -1, "smaller": 1e9},
}
"""Other ways to build the same rules: each must play alike."""

many = settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def build(description: Description, **form: Any) -> Game:
    """A game whose rules are built in a given form."""
    game = Game(description)
    made = native.make_rules(description, game.automata, **form)
    game.__dict__["rules"] = made
    return game


def same(ours: Position, theirs: reference.Position) -> None:
    """Both say the same about a position."""
    assert ours.moves == theirs.moves
    assert (ours.outcome, ours.fen, ours.turn) == (theirs.outcome, theirs.fen, theirs.turn)
    assert sbg.perft(ours, 1) == len(theirs.moves)


@pytest.mark.parametrize("form", FORMS)
@many
@given(description=descriptions(), data=st.data())
def test_random_games_agree(form: str, description: Description, data: st.DataObject) -> None:
    game = build(description, **FORMS[form])
    theirs = reference.Position(description)
    ours = game.start
    if data.draw(st.booleans(), label="from a position line"):
        fen = data.draw(fens(description))
        ours, theirs = game.position(fen), reference.Position(description, fen)
    for _ in range(12):
        same(ours, theirs)
        if theirs.outcome:
            break
        move = data.draw(st.sampled_from(theirs.moves), label="move")
        before = ours
        ours, theirs = ours.play(move), theirs.play(move)
        assert ours != before
        again = game.position(ours.fen)
        assert again.zobrist == ours.zobrist
        assert (again == ours) == (again.outcome == ours.outcome)


def most_depth(position: reference.Position) -> int:
    """How deep the reference can count within a moment."""
    branching = max(len(position.moves), 1)
    return next((depth for depth in (4, 3, 2) if branching**depth <= 1500), 1)


@pytest.mark.parametrize("form", FORMS)
@many
@given(description=descriptions(), data=st.data())
def test_perft_agrees(form: str, description: Description, data: st.DataObject) -> None:
    game = build(description, **FORMS[form])
    ours, theirs = game.start, reference.Position(description)
    if data.draw(st.booleans(), label="from a position line"):
        fen = data.draw(fens(description))
        ours, theirs = game.position(fen), reference.Position(description, fen)
    for depth in range(most_depth(theirs) + 1):
        expected = reference.perft(theirs, depth)
        assert sbg.perft(ours, depth) == expected
        assert sbg.perft(ours, depth, threads=2) == expected
        assert sbg.perft(ours, depth, hash_megabytes=1) == expected
        if depth:
            after = [ours.play(move) for move in ours.moves]
            assert sum(sbg.perft(position, depth - 1) for position in after) == expected


@many
@given(description=descriptions(), seed=st.integers(0, 2**64 - 1))
def test_playouts_end_as_games_end(description: Description, seed: int) -> None:
    game = build(description)
    if description.turn_limit > 1000:
        return  # a game that never ends by itself would take its time
    results = sbg.playouts(game.start, 50, seed)
    assert results.games == 50
    assert results.plies <= 50 * description.turn_limit
    assert results == sbg.playouts(game.start, 50, seed, threads=2)
    assert results == sbg.playouts(build(description, bmi2=False).start, 50, seed)
    if game.start.outcome:
        assert results.plies == 0


@pytest.mark.parametrize(
    ("width", "height"), [(11, 9), (13, 12), (15, 15), (19, 19), (25, 30), (40, 33), (64, 64)]
)
@pytest.mark.parametrize("form", ["default", "portable"])
def test_large_boards_agree(width: int, height: int, form: str) -> None:
    """Every number of words, with riders, hoppers, leapers and pawns."""
    rows = ["." * width for _ in range(height)]
    back = ("RNBQCSW" * width)[:width]
    rows[0], rows[1], rows[-2], rows[-1] = back.lower(), "p" * width, "P" * width, back
    middle = list("." * width)
    middle[1], middle[width // 2], middle[-2] = "Q", "p", "c"
    rows[height // 2] = "".join(middle)
    straight, slant = [(0, 1), (0, -1), (1, 0), (-1, 0)], [(1, 1), (1, -1), (-1, 1), (-1, -1)]
    leaps = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)]

    def ride(steps: list[tuple[int, int]]) -> str:
        return " + ".join(f"({x},{y},e)^*(({x},{y},e)+({x},{y},p))" for x, y in steps)

    hop = " + ".join(
        f"({x},{y},e)^*(({x},{y},p)+({x},{y},w))({x},{y},e)^*({x},{y},p)" for x, y in straight
    )
    rules = [
        "P (0,1,e) + (0,1,e)(0,1,e) + (1,1,p) + (-1,1,p)",
        f"R {ride(straight)}",
        f"B {ride(slant)}",
        f"Q {ride(straight + slant)}",
        "N " + " + ".join(f"({x},{y},e)+({x},{y},p)" for x, y in leaps),
        f"C {hop}",
        "S ((1,1,e)+(-1,1,e)(1,0,w)^*)^3(0,-1,e)",
        "W (0,1,w)(1,0,w)^2(0,1,e)+(0,0,w)",
    ]
    text = f"<<Large>><BOARD>{width} {height}\n" + "".join(f"|{row}|\n" for row in rows)
    text += "<PIECES>" + "\n".join(f"{rule} &" for rule in rules) + "<GOALS>60 & #Q 0 &"
    description = sbg.parse(text).description
    game = build(description, **FORMS[form])
    ours, theirs = game.start, reference.Position(description)
    for number in range(4):
        same(ours, theirs)
        move = theirs.moves[(number * 7919) % len(theirs.moves)]
        ours, theirs = ours.play(move), theirs.play(move)
    assert sbg.perft(ours, 2) == sum(len(ours.play(move).moves) for move in ours.moves)
    assert sbg.playouts(ours, 3).games == 3


@pytest.mark.parametrize("form", ["walked", "walked, portable"])
def test_walked_rules_have_no_tables(form: str) -> None:
    """Or the forms above would try the tables once more, and the walk never. This part has a bit per square."""
    steps = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]
    anywhere = "+".join(f"({x},{y},e)" for x, y in steps)
    text = "<<Wander>><BOARD>9 9\n|A.......a|\n" + "|.........|\n" * 8
    description = sbg.parse(f"{text}<PIECES>A ({anywhere})^*({anywhere}) &<GOALS>20 &").description
    game = build(description, **FORMS[form])
    assert game.rules.table_bytes < 100
    same(game.start, reference.Position(description))


def chain(seed: int) -> str:
    """A rule of many stars one after the other: its states share most of their transitions."""
    chooser = random.Random(seed)
    letters = [f"({x},{y},{on})" for x in range(-3, 4) for y in range(-3, 4) for on in "epw"]

    def factor() -> str:
        one, other, third = chooser.sample(letters, 3)
        return f"({chooser.choice((one, f'{one}+{other}', f'{one}+{other}{third}'))})^*"

    return "".join(factor() for _ in range(chooser.randint(8, 16)))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(12))
def test_walks_leave_out_only_what_they_have_seen(seed: int) -> None:
    """Long walks skip squares from where a state with more transitions went on."""
    side = (7, 9, 12, 17)[seed % 4]
    chooser = random.Random(seed)
    rows = ["".join(chooser.choice("KkA..") for _ in range(side)) for _ in range(side)]
    text = f"<<Chains>><BOARD>{side} {side}\n" + "".join(f"|{row}|\n" for row in rows)
    text += f"<PIECES>K {chain(seed)} & A {chain(seed + 1000)} &<GOALS>20 &"
    description = sbg.parse(text).description
    expected = reference.Position(description)
    for form in ("walked", "walked, portable", "walked, nondeterministic"):
        same(build(description, **FORMS[form]).start, expected)


def test_rules_say_what_is_wrong_with_their_data() -> None:
    good: list[Any] = [2, 1, b"\x01\x00", [None], [], [], 10, tuple, tuple]
    _core.Game(*good)
    for index, value in [
        (0, 0),
        (1, 65),
        (2, b"\x01"),
        (2, b"\x03\x00"),
        (3, [(0, b"", b"")]),
        (3, [(1, b"", b"")]),
        (3, [(1, b"\x01", b"abc")]),
        (3, [(1, b"\x01", (99).to_bytes(4, "little") * 5)]),
        (4, [(3, 0)]),
        (5, [(1, [2])]),
        (6, 10**9 + 1),
    ]:
        bad = [*good[:index], value, *good[index + 1 :]]
        with pytest.raises(ValueError, match=r"\w"):
            _core.Game(*bad)
    for walks in ([], [None]):
        _core.Game(*good, walks=walks)
    for wrong in ([None, None], [(1, b"", b"")], [(1, b"\x01", (99).to_bytes(4, "little") * 5)]):
        with pytest.raises(ValueError, match=r"\w"):
            _core.Game(*good, walks=wrong)


@pytest.mark.parametrize("seed", range(4))
def test_rules_that_are_small_only_without_being_deterministic(seed: int) -> None:
    """A letter decides what may come nine letters later: walked by a dozen states instead of a thousand."""
    chooser = random.Random(seed)
    side = 9
    rows = ["".join(chooser.choice("KKka.") for _ in range(side)) for _ in range(side)]
    step = "((1,0,e)+(1,0,w)+(0,1,p)+(0,1,w)+(-1,0,e)+(0,-1,p))"
    text = f"<<Remembering>><BOARD>{side} {side}\n" + "".join(f"|{row}|\n" for row in rows)
    text += f"<PIECES>K {step}^*(1,0,w){step}^9 & A (0,1,e) &<GOALS>20 &"
    description = sbg.parse(text).description
    game = Game(description)
    assert game.automata["K"].state_count > 1000
    rule = description.pieces[0].rule
    assert rule is not None
    follow = follow_automaton(rule, 1000)
    assert follow is not None
    assert follow.state_count <= 12
    expected = reference.Position(description)
    same(game.start, expected)
    same(build(description, smaller=0.0).start, expected)
