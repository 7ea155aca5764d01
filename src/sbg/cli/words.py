"""Goals and outcomes in; sentences out."""

from __future__ import annotations

from collections.abc import Iterable

from sbg import Move, Position
from sbg.model import Colour, Coordinates, CountGoal, Description, Goal, ending
from sbg.model.notation import file_name, square_name


def owner(letter: str) -> Colour:
    """Whose piece a letter is."""
    return "white" if letter.isupper() else "black"


def listed(items: Iterable[str], last: str = "and") -> str:
    """`a, b and c`."""
    *most, end = items
    return f"{', '.join(most)} {last} {end}" if most else end


def goal(game: Description, goal: Goal) -> str:
    """A goal as a sentence."""
    player = owner(goal.piece).capitalize()
    if isinstance(goal, CountGoal):
        if goal.count == 0:
            return f"{player} loses when the last {goal.piece} is captured."
        return f"{player} loses when a capture leaves exactly {goal.count} {goal.piece}."
    return f"{player} wins by moving {goal.piece} to {_squares(game, goal.squares)}."


def _squares(game: Description, squares: tuple[Coordinates, ...]) -> str:
    """Squares by name; whole ranks and files are named as such."""
    left = set(squares)
    parts = []
    for y in range(game.height):
        rank = {(x, y) for x in range(game.width)}
        if game.width > 1 and rank <= left:
            parts.append(f"any square of rank {y + 1}")
            left -= rank
    for x in range(game.width):
        file = {(x, y) for y in range(game.height)}
        if game.height > 1 and file <= left:
            parts.append(f"any square of file {file_name(x)}")
            left -= file
    parts += [square_name(square) for square in squares if square in left]
    return listed(dict.fromkeys(parts), "or")


def end(game: Description) -> list[str]:
    """What ends a game besides its goals."""
    limit = game.turn_limit
    plies = "1 half-move" if limit == 1 else f"{limit} half-moves"
    return [
        "A player who is to move and has no legal move loses.",
        f"After {plies} the game is drawn.",
    ]


def at(position: Position, square: Coordinates) -> str:
    """What stands on a square of the board: a letter, or a dot."""
    return ending.at(position.rows, square)


def outcome(after: Position, before: Position | None = None, move: Move | None = None) -> str:
    """How a game ended, as a sentence with its reason; the last move, if given, is spoken of."""
    return ending.ending(after, before, move)
