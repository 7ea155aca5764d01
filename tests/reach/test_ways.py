"""What a diagram says a piece can do is what the reference says, on boards set up accordingly, and nothing else."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import sbg
from sbg import reference, svg
from sbg.explain.pictures.diagrams import movement_reach
from sbg.language import games
from sbg.language.model import Coordinates, Description, Letter, Move, Piece
from sbg.language.model.notation import parse_square, square_name, write_fen
from sbg.language.model.regexp import Power, Regexp, concat, sum_of
from sbg.moves import automata
from sbg.moves.reach import product, start
from sbg.moves.reach.ways import Reach, reach
from tests.patience import ends
from tests.strategies import fens, regexps


def game_of(rule: Regexp, width: int, height: int) -> Description:
    """A game with one kind of piece and nothing that could end it."""
    rows = ("." * width,) * (height - 1) + ("A" + "." * (width - 1),)
    return Description("One", width, height, rows, (Piece("A", rule),), (), 10**9)


def moves_on(
    game: Description, piece: str, at: Coordinates, held: dict[Coordinates, str]
) -> list[Move]:
    """The moves of a piece that stands among others, by the executable specification."""
    white = piece.isupper()
    letters = {"w": piece, "p": piece.swapcase(), "e": "."}
    board = {**{square: letters[on] for square, on in held.items()}, at: piece}
    rows = tuple(
        "".join(board.get((x, y), ".") for x in range(game.width))
        for y in range(game.height - 1, -1, -1)
    )
    endless = replace(game, goals=(), turn_limit=10**9)
    position = reference.Position(endless, write_fen(rows, 0 if white else 1))
    return [move for move in position.moves if move.origin == at]


def check_witnesses(game: Description, piece: str, found: Reach) -> None:
    """Every target is one: the reference moves there when the board is what the witness says."""
    named = {(target, on) for target, kinds in found.targets.items() for on in kinds}
    assert set(found.witnesses) == named if found.exact else set(found.witnesses) <= named
    for (target, on), held in found.witnesses.items():
        assert held[target] == on
        assert Move(found.start, target) in moves_on(game, piece, found.start, dict(held))


@pytest.mark.parametrize("name", games.names())
def test_every_target_of_the_bundled_games_can_be_reached(name: str) -> None:
    game = sbg.load(name)
    for piece in game.pieces:
        for letter in (piece.letter, piece.letter.lower()):
            found = movement_reach(game, letter)
            assert found.exact
            check_witnesses(game.description, letter, found)


SIDES = [(1, 1), (1, 4), (2, 2), (3, 2), (2, 3), (1, 6)]


@pytest.mark.long
@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_on_small_boards_targets_are_exactly_what_some_board_allows(data: st.DataObject) -> None:
    width, height = data.draw(st.sampled_from(SIDES))
    game = game_of(data.draw(regexps(width, height)), width, height)
    at = data.draw(st.tuples(st.integers(0, width - 1), st.integers(0, height - 1)))
    piece = data.draw(st.sampled_from("Aa"))
    found = movement_reach(game, piece, at)
    others = [(x, y) for x in range(width) for y in range(height) if (x, y) != at]
    allowed: set[tuple[Coordinates, str]] = set()
    for contents in itertools.product("epw", repeat=len(others)):
        held = dict(zip(others, contents, strict=True))
        for move in moves_on(game, piece, at, held):
            allowed.add((move.target, held.get(move.target, "w")))
    assert found.exact
    assert ((at, "w") in allowed) == found.stays
    assert {(target, on) for target, kinds in found.targets.items() for on in kinds} == {
        (target, on) for target, on in allowed if target != at
    }
    check_witnesses(game, piece, found)


@settings(max_examples=60)
@given(st.data())
def test_no_move_of_any_position_is_missing(data: st.DataObject) -> None:
    width, height = data.draw(st.tuples(st.integers(3, 8), st.integers(3, 8)))
    game = game_of(data.draw(regexps(width, height)), width, height)
    position = reference.Position(game, data.draw(fens(game)))
    side = str.isupper if position.turn == "white" else str.islower
    pieces = [square for square, letter in position.board.items() if side(letter)]
    for at in sorted(pieces)[:3]:
        found = movement_reach(game, position.board[at], at)
        for move in position.moves:
            if move.origin == at and move.target == at:
                assert found.stays
            elif move.origin == at and found.exact:
                letter = position.board.get(move.target)
                on = "e" if letter is None else "w" if side(letter) else "p"
                assert on in found.targets[move.target]


def ways_by_hand(
    game: Description, at: Coordinates
) -> tuple[set[tuple[Coordinates, str]], set[Coordinates]]:
    """What moves pass over on any board, each board walked on its own: where the content matters, and where not."""
    dfa = automata.compile(game)["A"]
    alike: dict[tuple[int, int, int, int], set[str]] = {}
    for source, letter, target in dfa.transitions:
        alike.setdefault((source, letter.dx, letter.dy, target), set()).add(letter.on)
    others = [(x, y) for x in range(game.width) for y in range(game.height) if (x, y) != at]
    passed: set[tuple[Coordinates, str]] = set()
    jumped: set[Coordinates] = set()
    for contents in itertools.product("epw", repeat=len(others)):
        held = {**dict(zip(others, contents, strict=True)), at: "w"}
        steps = []
        reached = [(0, at)]
        for state, (x, y) in reached:  # grows while we walk it
            for source, letter, target in dfa.transitions:
                to = (x + letter.dx, y + letter.dy)
                if source == state and held.get(to) == letter.on:
                    steps.append(((state, (x, y)), letter, (target, to)))
                    if (target, to) not in reached:
                        reached.append((target, to))
        going_on: set[tuple[int, Coordinates]] = set()
        while True:
            more = {a for a, _, b in steps if b[0] in dfa.accepting or b in going_on} - going_on
            if not more:
                break
            going_on |= more
        for (source, _), letter, (target, to) in steps:
            if (target, to) in going_on and to != at:
                if alike[source, letter.dx, letter.dy, target] == set("epw"):
                    jumped.add(to)
                else:
                    passed.add((to, letter.on))
    return passed, jumped


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_on_small_boards_what_is_passed_is_exactly_what_some_board_allows(
    data: st.DataObject,
) -> None:
    width, height = data.draw(st.sampled_from([(1, 4), (2, 2), (3, 2), (1, 5)]))
    game = game_of(data.draw(regexps(width, height)), width, height)
    at = data.draw(st.tuples(st.integers(0, width - 1), st.integers(0, height - 1)))
    found = movement_reach(game, "A", at)
    shown = {(square, on) for square, kinds in found.passed.items() for on in kinds}
    assert (shown, set(found.jumped)) == ways_by_hand(game, at)


def named(squares: object) -> set[str]:
    assert isinstance(squares, dict | frozenset)
    return {square_name(square) for square in squares}


def at(name: str) -> Coordinates:
    square = parse_square(name)
    assert square is not None
    return square


def test_horse_has_legs_and_knight_has_not() -> None:
    horse = movement_reach(sbg.load("xiangqi"), "H")
    assert named(horse.passed) == {"d5", "f5", "e4", "e6"}
    assert set(horse.passed.values()) == {"e"}
    assert not horse.jumped
    knight = movement_reach(sbg.load("chess"), "N")
    assert not knight.passed
    assert len(knight.targets) == len(horse.targets) == 8


def test_grasshopper_needs_a_hurdle() -> None:
    found = movement_reach(sbg.load("grasshopper-chess"), "G", "d4")
    assert not named(found.targets) & {"c3", "c4", "c5", "d3", "d5", "e3", "e4", "e5"}
    assert found.passed[at("d5")] == "epw"
    assert found.targets[at("d6")] == "ep"
    assert at("d8") not in found.passed  # nothing lies behind it
    for target in named(found.targets):
        for on in "ep":
            held = found.witnesses[at(target), on]
            assert (
                sum(content != "e" for square, content in held.items() if square != at(target)) == 1
            )


def test_cannon_moves_like_a_rook_and_captures_over_one_piece() -> None:
    found = movement_reach(sbg.load("xiangqi"), "C", "e5")
    assert found.targets[at("e6")] == "e"
    assert found.targets[at("e7")] == "ep"
    assert found.passed[at("e6")] == "epw"
    assert found.passed[at("e9")] == "epw"
    assert at("e10") not in found.passed


def test_pawn_is_shown_where_it_may_leap() -> None:
    white, black = (movement_reach(sbg.load("chess"), piece) for piece in "Pp")
    assert square_name(white.start)[1:] == "2"
    assert square_name(black.start)[1:] == "7"
    x = white.start[0]
    assert dict(white.targets) == {(x, 2): "e", (x, 3): "e", (x - 1, 2): "p", (x + 1, 2): "p"}
    assert white.jumped == {(x, 7)}
    assert (white.start, (x, 2)) in white.lines  # not by way of the jumped square


def test_palace_and_river() -> None:
    game = sbg.load("xiangqi")
    assert square_name(movement_reach(game, "K").start) == "e2"
    assert named(movement_reach(game, "K", "d1").targets) == {"e1", "d2"}
    assert named(movement_reach(game, "P", "c4").targets) == {"c5"}
    assert named(movement_reach(game, "p", "c4").targets) == {"c3", "b4", "d4"}


def test_rider_goes_on_to_the_edge_of_its_board() -> None:
    found = movement_reach(sbg.load("steppe"), "N", "a1")
    assert named(found.targets) >= {"b3", "c5", "d7", "e9", "f11", "c2", "e3", "g4", "i5", "k6"}
    assert (at("b3"), at("c5")) in found.lines


def rule(text: str, width: int = 5, height: int = 5) -> Description:
    rows = "".join(f"|{'.' * width}|" for _ in range(height))
    return sbg.parse(f"<<R>><BOARD>{width} {height}{rows}<PIECES>A {text}&<GOALS>9&").description


def test_word_that_contradicts_itself_is_no_move() -> None:
    found = movement_reach(rule("(0,1,e)(0,0,p)(1,0,e)"), "A", "c3")
    assert not found.targets
    assert not found.passed
    assert not found.lines


def test_longer_word_is_found_where_the_shortest_contradicts_itself() -> None:
    text = "(0,1,e)(0,1,e)(0,-1,p)(1,0,e) + (0,1,e)(0,1,e)(1,0,e)(0,-1,e)(0,0,e)"
    found = movement_reach(rule(text), "A", "c1")
    assert dict(found.targets) == {at("d2"): "e"}
    check_witnesses(rule(text), "A", found)


def test_standing_still_is_no_target() -> None:
    for text in ("(1,0,e)^0", "(1,0,e)(-1,0,w)", "(0,0,w)"):
        found = movement_reach(rule(text), "A", "c3")
        assert found.stays
        assert not found.targets


def test_own_start_square_holds_the_piece() -> None:
    found = movement_reach(rule("(1,0,e)(-1,0,e)(0,1,e) + (1,0,e)(-1,0,w)(0,-1,e)"), "A", "c3")
    assert named(found.targets) == {"c2"}
    assert named(found.passed) == {"d3"}


def test_own_start_square_is_not_empty_where_other_ways_lead_on() -> None:
    text = "((1,0,e)+(0,1,e))((-1,0,e)+(0,-1,e))(0,2,e)"
    found = movement_reach(rule(text, 7, 7), "A", "d4")
    assert named(found.targets) == {"e5", "c7"}  # by way of d4 it would be d6


def test_black_sees_the_board_from_the_other_side() -> None:
    game = sbg.load("xiangqi")
    for piece in game.pieces:
        white, black = (
            movement_reach(game, letter) for letter in (piece.letter, piece.letter.lower())
        )

        def there(square: Coordinates) -> Coordinates:
            return square[0], game.height - 1 - square[1]

        assert black.start == there(white.start)
        assert {there(a): on for a, on in white.targets.items()} == black.targets
        assert {there(a): on for a, on in white.passed.items()} == black.passed
        assert {(there(a), there(b)) for a, b in white.lines} == black.lines
        assert black.near[0][1] == there(white.near[1])[1]
        assert black.near[1][1] == there(white.near[0])[1]


def test_opponent_and_own_piece_on_the_way_are_told_apart() -> None:
    found = movement_reach(rule("(1,0,p)(1,0,e) + (-1,0,w)(-1,0,w)"), "A", "c3")
    assert found.passed == {at("d3"): "p", at("b3"): "w"}
    assert found.targets == {at("e3"): "e", at("a3"): "w"}


@pytest.mark.parametrize("name", ["chess", "xiangqi", "grasshopper-chess", "leapfrog", "steppe"])
def test_too_many_words_to_try_give_the_same_picture(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No word of these games meets a square twice, so a closer look at each of them changes nothing."""
    game = sbg.load(name)
    closely = [movement_reach(game, piece.letter) for piece in game.pieces]
    monkeypatch.setattr(product, "_TRIES", 1)
    for piece, expected in zip(game.pieces, closely, strict=True):
        found = movement_reach(game, piece.letter)
        check_witnesses(game.description, piece.letter, found)
        assert replace(found, witnesses={}) == replace(expected, witnesses={})


def test_target_without_a_word_that_was_found_is_shown_and_admitted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(product, "_TRIES", 1)
    found = movement_reach(rule("(0,1,e)(0,0,p)(1,0,e)"), "A", "c3")
    assert named(found.targets) == {"d4"}
    assert not found.exact
    assert "not all of it is shown" in svg.movement(rule("(0,1,e)(0,0,p)(1,0,e)"), "A")


LARGE = {
    "long": Power(Letter(1, 0, "e"), 1000),
    "random walks": Power(
        sum_of([Letter(x, y, on) for x in (-1, 0, 1) for y in (-1, 0, 1) for on in "epw"]), 350
    ),
    "many leaps": sum_of(
        [Letter(x - 63, y - 13, on) for x in range(127) for y in range(26) for on in "epw"]
    ),
    "combs": concat(
        [
            Power(sum_of([Letter(0, 1, "e"), Letter(1, 0, "p")]), None),
            Letter(1, 1, "e"),
            Power(sum_of([Letter(-1, 1, "e"), Letter(-1, -2, "w"), Letter(3, 1, "p")]), 900),
            Power(Letter(0, -1, "e"), None),
        ]
    ),
}


@pytest.mark.long
@pytest.mark.parametrize("name", LARGE)
def test_work_is_bounded(name: str) -> None:
    rows = ("." * 64,) * 64
    game = Description("Large", 64, 64, rows, (Piece("A", LARGE[name]),), (), 9)
    dfa = automata.compile(game)["A"]
    with ends():
        reach(64, 64, dfa, start.best_start(64, 64, dfa))
