"""Random games on both engines: what a move may change, how games end, and that colours are symmetric."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

import sbg
from sbg.language.model import Coordinates, CountGoal, Description, Move, Outcome, SquareGoal
from tests.play.helpers import Engine, Position
from tests.strategies import descriptions, fens, text_of

PLIES = 8
"""Moves of a random game: most games of such small boards are over by then."""

games = descriptions(most=4)


def board(position: Position) -> dict[Coordinates, str]:
    """The pieces on their squares."""
    rows = enumerate(reversed(position.rows))
    return {(x, y): letter for y, row in rows for x, letter in enumerate(row) if letter != "."}


def is_own(letter: str, position: Position) -> bool:
    return letter.isupper() == (position.turn == "white")


def random_line(position: Position, data: st.DataObject) -> list[tuple[Position, Move, Position]]:
    """A random game from a position: each position with the move made and what came after it."""
    line: list[tuple[Position, Move, Position]] = []
    while position.outcome is None and len(line) < PLIES:
        move = data.draw(st.sampled_from(position.moves), label="move")
        after = position.play(move)
        line.append((position, move, after))
        position = after
    return line


@given(description=games, data=st.data())
def test_a_move_changes_only_what_it_should(
    engine: Engine, description: Description, data: st.DataObject
) -> None:
    start = engine.start(sbg.parse(text_of(description)))
    assert start.rows == description.rows
    for before, move, after in random_line(start, data):
        expected = board(before)
        piece = expected.pop(move.origin)
        assert is_own(piece, before)
        expected[move.target] = piece
        assert board(after) == expected
        assert after.ply == before.ply + 1
        assert {before.turn, after.turn} == {"white", "black"}


@given(description=games, data=st.data())
def test_moves_are_listed_once_and_in_order(
    engine: Engine, description: Description, data: st.DataObject
) -> None:
    game = sbg.parse(text_of(description))
    position = engine.position(game, data.draw(fens(description)))
    keys = [(*move.origin[::-1], *move.target[::-1]) for move in position.moves]
    assert keys == sorted(set(keys))
    assert all(is_own(board(position)[move.origin], position) for move in position.moves)
    assert engine.perft(position, 1) == len(keys)


def judge(
    description: Description, before: Position, move: Move, after: Position, can_move: bool
) -> Outcome | None:
    """The rulings on the end of a game, once more: `#`, `@`, no moves, the turn limit."""
    mover, other = before.turn, after.turn
    captured = board(before).get(move.target) if move.target != move.origin else None
    if captured is not None:
        left = "".join(after.rows).count(captured)
        if any(
            isinstance(goal, CountGoal) and (goal.piece, goal.count) == (captured, left)
            for goal in description.goals
        ):
            return Outcome(mover if not is_own(captured, before) else other, "count")
    moved = board(after)[move.target]
    for goal in description.goals:
        if isinstance(goal, SquareGoal) and goal.piece == moved and move.target in goal.squares:
            return Outcome(mover, "goal")
    if not can_move:
        return Outcome(mover, "no-moves")
    return Outcome(None, "turn-limit") if after.ply >= description.turn_limit else None


@given(description=games, data=st.data())
def test_games_end_as_the_rulings_say(
    engine: Engine, description: Description, data: st.DataObject
) -> None:
    game = sbg.parse(text_of(description))
    # The same rules without goals and limit tell whether the player to move can move at all.
    endless = replace(description, goals=(), turn_limit=10**9)
    without_end = sbg.parse(text_of(endless))
    for before, move, after in random_line(engine.start(game), data):
        can_move = bool(engine.position(without_end, after.fen).moves)
        assert after.outcome == judge(description, before, move, after, can_move)
        assert (after.moves == []) == (after.outcome is not None)
        assert engine.perft(after, 1) == len(after.moves)


@given(description=games, data=st.data())
def test_a_position_line_gives_the_position_again(
    engine: Engine, description: Description, data: st.DataObject
) -> None:
    game = sbg.parse(text_of(description))
    for _, _, after in random_line(engine.start(game), data):
        again = engine.position(game, after.fen)
        assert again.fen == after.fen
        # Only what the last move brought about is lost.
        by_the_move = after.outcome is not None and after.outcome.reason in ("count", "goal")
        assert (again == after) == (again.outcome == after.outcome)
        assert by_the_move or again == after


def flipped(description: Description) -> Description:
    """The game with the colours exchanged and the board turned upside down."""
    top = description.height - 1
    goals = [
        CountGoal(goal.piece.swapcase(), goal.count)
        if isinstance(goal, CountGoal)
        else SquareGoal(goal.piece.swapcase(), tuple((x, top - y) for x, y in goal.squares))
        for goal in description.goals
    ]
    return replace(
        description,
        rows=tuple(row.swapcase() for row in reversed(description.rows)),
        goals=tuple(goals),
        turn_limit=description.turn_limit + 1,
    )


@given(description=games, data=st.data())
def test_colours_are_symmetric(
    engine: Engine, description: Description, data: st.DataObject
) -> None:
    """Black moves in the flipped game as white moves in the game, one ply later."""
    top = description.height - 1
    description = replace(description, turn_limit=min(description.turn_limit, 10**9 - 1))
    position = engine.start(sbg.parse(text_of(description)))
    other = sbg.parse(text_of(flipped(description)))
    mirror = engine.position(other, engine.start(other).fen.replace(" w 0", " b 1"))

    def turned(move: Move) -> Move:
        (a, b), (c, d) = move.origin, move.target
        return Move((a, top - b), (c, top - d))

    for _ in range(PLIES):
        assert set(map(turned, position.moves)) == set(mirror.moves)
        outcome, mirrored = position.outcome, mirror.outcome
        if outcome is None or mirrored is None:
            assert outcome is mirrored
        else:
            assert outcome.reason == mirrored.reason
            assert {outcome.winner, mirrored.winner} in ({"white", "black"}, {None})
            break
        move = data.draw(st.sampled_from(position.moves), label="move")
        position, mirror = position.play(move), mirror.play(turned(move))
