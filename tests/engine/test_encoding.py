"""Numbers of moves and planes of positions: every move has its number, and symmetries lead there and back."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given

import sbg
from sbg.engine import encoding
from sbg.language.model import Concat, Description, Letter, Piece, SquareGoal
from sbg.language.model.notation import write_fen
from tests.strategies import descriptions


def games_of(game: sbg.Game, seed: int, plies: int = 8) -> list[sbg.Position]:
    """The positions of a random game."""
    chooser = random.Random(seed)
    position, found = game.start, [game.start]
    while position.moves and len(found) < plies:
        position = position.play(chooser.choice(position.moves))
        found.append(position)
    return found


@pytest.mark.parametrize("name", sbg.bundled())
def test_every_move_has_its_number(name: str) -> None:
    game = sbg.load(name)
    tables = [sbg.Actions(game, kind) for kind in encoding.NAMES]
    for position in games_of(game, 1):
        for actions in tables:
            numbers = [actions.action(move, position.turn) for move in position.moves]
            assert len(set(numbers)) == len(numbers)
            assert all(0 <= number < len(actions) for number in numbers)
            moves = [actions.move(number, position.turn) for number in numbers]
            assert moves == list(position.moves)


@given(descriptions(most=6))
def test_every_move_of_any_game_has_its_number(description: Description) -> None:
    game = sbg.Game(description)
    for kind in encoding.NAMES:
        actions = sbg.Actions(game, kind)
        assert len(actions) >= 1
        for position in games_of(game, 2, plies=4):
            for move in position.moves:
                assert actions.move(actions.action(move, position.turn), position.turn) == move


def test_numbers_are_those_that_the_table_says() -> None:
    game = sbg.load("breakthrough")
    planes, pairs, squares = (sbg.Actions(game, kind) for kind in encoding.NAMES)
    assert planes.planes == ((-1, 1), (0, 1), (1, 1))
    move = sbg.Move.parse("b2c3")
    assert planes.action(move, "white") == 9 * 3 + 2
    assert squares.action(move, "white") == 9 * 64 + 18
    assert pairs.origins[pairs.action(move, "white")] == 9
    assert pairs.targets[pairs.action(move, "white")] == 18
    # Black sees the board from the other side: the columns stay.
    assert planes.action(sbg.Move.parse("b7c6"), "black") == planes.action(move, "white")
    with pytest.raises(ValueError, match="no rule of this game allows `b2b4`"):
        planes.action(sbg.Move.parse("b2b4"), "white")
    with pytest.raises(ValueError, match="leads off the board"):
        planes.move(0, "white")


@pytest.mark.parametrize("name", sbg.bundled())
def test_symmetries_lead_there_and_back(name: str) -> None:
    game = sbg.load(name)
    seen = sbg.Observations(game)
    image = np.random.default_rng(1).integers(0, 2, (2, *seen.shape), dtype=np.uint8)
    assert (seen.mirrored(seen.mirrored(image)) == image).all()
    assert (seen.flipped(seen.flipped(image)) == image).all()
    assert (seen.flipped(image) != image).sum() == 2 * game.width * game.height
    assert (seen.opposite(seen.opposite(image)) == image).all()
    for kind in encoding.NAMES:
        actions = sbg.Actions(game, kind)
        if seen.mirrors:
            assert (actions.mirror[actions.mirror] == np.arange(len(actions))).all()
            policy = np.random.default_rng(2).random((2, len(actions)))
            assert (actions.mirrored(actions.mirrored(policy)) == policy).all()


@pytest.mark.parametrize("name", ["gardner", "chess", "breakthrough", "xiangqi", "knightthrough"])
def test_mirrored_positions_have_mirrored_moves(name: str) -> None:
    game = sbg.load(name)
    assert sbg.Observations(game).mirrors
    for kind in encoding.NAMES:
        actions = sbg.Actions(game, kind)
        for position in games_of(game, 3)[:-1]:
            fen = write_fen(tuple(row[::-1] for row in position.rows), position.ply)
            other = game.position(fen)
            here = {actions.action(move, position.turn) for move in position.moves}
            there = {actions.action(move, position.turn) for move in other.moves}
            assert {int(actions.mirror[number]) for number in here} == there


def test_what_has_no_mirror_image_is_refused() -> None:
    game = sbg.parse("<<Slope>>\n<BOARD>\n2 2\n|.p|\n|P.|\n<PIECES>\nP (1,1,e) &\n<GOALS>\n9 &\n")
    assert not sbg.Observations(game).mirrors
    for kind in ("planes", "pairs"):
        with pytest.raises(sbg.EncodingError, match="no mirror image"):
            _ = sbg.Actions(game, kind).mirror


def test_goals_decide_whether_a_game_mirrors_and_flips() -> None:
    assert sbg.Observations(sbg.load("gardner")).flips
    assert not sbg.Observations(sbg.load("fox-and-hounds")).flips
    assert not sbg.Observations(sbg.load("corridor")).mirrors


def test_an_encoding_refuses_another() -> None:
    gardner = sbg.Actions(sbg.load("gardner")).encoding
    assert sbg.Encoding.read(gardner.as_dict()) == gardner
    gardner.check(gardner)
    with pytest.raises(sbg.EncodingError, match="belongs to other rules"):
        gardner.check(sbg.Actions(sbg.load("chess")).encoding)
    with pytest.raises(sbg.EncodingError, match="numbered by 'pairs' there, by 'planes' here"):
        gardner.check(sbg.Actions(sbg.load("gardner"), "pairs").encoding)
    with pytest.raises(sbg.EncodingError, match="version 0 of the encoding there, 1 here"):
        gardner.check(sbg.Encoding(gardner.rules, gardner.actions, 0))


@pytest.mark.parametrize("data", [{}, {"rules": 1, "actions": "planes", "version": 1}])
def test_what_is_no_encoding_is_refused(data: dict[str, Any]) -> None:
    with pytest.raises(sbg.EncodingError, match="not an encoding"):
        sbg.Encoding.read(data)


def test_wrong_arguments() -> None:
    game = sbg.load("hexapawn")
    actions = sbg.Actions(game)
    with pytest.raises(sbg.EncodingError, match="planes, pairs or squares, not by 'x'"):
        sbg.Actions(game, "x")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="Actions takes a Game, a bundled name or a path, not int"):
        sbg.Actions(5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="whole numbers, not float64"):
        actions.decode(np.array([0.5]), 0)
    with pytest.raises(ValueError, match="an action is a number from 0 to 26"):
        actions.move(27, "white")
    with pytest.raises(ValueError, match="turn is 'white' or 'black', not 'red'"):
        actions.move(0, "red")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="is not a move on this board"):
        actions.action(sbg.Move.parse("a1a9"), "white")
    with pytest.raises(ValueError, match=r"end in \(3, 3, 5\), not \(2,\)"):
        sbg.Observations(game).mirrored(np.zeros(2))


@pytest.mark.parametrize(("name", "size"), [("pairs", 1), ("planes", 9), ("squares", 81)])
def test_a_game_in_which_nothing_moves(name: encoding.ActionNames, size: int) -> None:
    """It has actions, none of them legal, so that no array is empty."""
    off = Concat((Letter(2, 0, "e"), Letter(2, 0, "e")))
    game = sbg.Game(Description("still", 3, 3, ("P..", "...", "..p"), (Piece("P", off),), (), 9))
    assert not game.start.moves
    actions = sbg.Actions(game, name)
    assert len(actions) == len(actions.origins) == len(actions.targets) == size


@pytest.mark.parametrize(
    ("squares", "mirrored", "flipped"),
    [
        ({"P": (0, 2), "p": (0, 0)}, False, True),
        ({"P": (1, 2), "p": (1, 0)}, True, True),
        ({"P": (1, 2), "p": (0, 0)}, False, False),
        ({"P": (1, 2)}, True, False),
    ],
)
def test_goals_decide_whether_a_game_mirrors(
    squares: dict[str, tuple[int, int]], mirrored: bool, flipped: bool
) -> None:
    goals = tuple(SquareGoal(piece, (square,)) for piece, square in squares.items())
    pieces = (Piece("P", Letter(0, 1, "e")),)
    game = sbg.Game(Description("goals", 3, 3, ("p.p", "...", "P.P"), pieces, goals, 9))
    assert (encoding.mirrors(game), encoding.flips(game)) == (mirrored, flipped)
