"""Understands what a player typed: finds the move that is meant, or explains why there is none.

No rules of play: everything is read off the legal moves of the position and off its board.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable
from itertools import groupby
from typing import TypeAlias

from sbg import Move, Position
from sbg.language.model import Coordinates, owner
from sbg.language.model.notation import file_name, parse_move, parse_square, square_name
from sbg.play.players import Info

_LOOSE_MOVE = re.compile(r"([a-z]+[0-9]+)\s*(?:-|x|:|to|->)?\s*([a-z]+[0-9]+)", re.ASCII)
_LAST_SQUARE = re.compile(r"[a-z][0-9]+$", re.ASCII)
COMMANDS = (
    *("help", "undo", "redo", "fen", "save", "board", "quit", "hint"),
    *("rules", "moves", "flip", "level", "resign", "new", "restart"),
)


_EVEN, _FAR = 60, 300
"""Hundredths of a plain piece: less is about even, more is far ahead."""

Named: TypeAlias = Callable[[str], str]
"""What a piece is called, by its letter."""


def read_move(position: Position, text: str, named: Named = str) -> Move | str:
    """The legal move that a text stands for (`a2a3`, also `A2-A3` and `a2 a3`), or why there is none."""
    typed = text.strip()
    text = typed.lower()
    readings = [parse_move(text)]
    if loose := _LOOSE_MOVE.fullmatch(text):  # `b1xb2` could also mean the file `xb`
        readings.append(parse_move(loose[1] + loose[2]))
    meant = [Move(*squares) for squares in readings if squares is not None]
    if not meant:
        return _not_understood(position, typed)
    for move in meant:
        if move in position.moves:
            return move
    return _why_not(position, meant[-1], named)


def moves_from(position: Position, square: Coordinates, named: Named = str) -> str:
    """The legal moves of the piece on a square, or why there are none."""
    problem = _no_own_piece(position, square, named)
    if problem:
        return problem
    targets = _targets(position, square)
    if not targets:
        return f"The {named(position[square])} on {square_name(square)} cannot move now."
    return f"  {named(position[square])} {square_name(square)}: {' '.join(targets)}"


def all_moves(position: Position, named: Named = str) -> str:
    """All legal moves, one line for each piece."""
    return "\n".join(
        f"  {named(position[origin])} {square_name(origin)}: {' '.join(_targets(position, origin))}"
        for origin, _ in groupby(position.moves, key=lambda move: move.origin)
    )


def _targets(position: Position, origin: Coordinates) -> list[str]:
    """Where a piece can go; `x` marks a capture, and `(own)` that of an own piece."""
    return [_target(position, move) for move in position.moves if move.origin == origin]


def _target(position: Position, move: Move) -> str:
    captured = position.captured(move)
    if captured is None:
        return square_name(move.target)
    own = "(own)" if owner(captured) == position.turn else ""
    return f"x{square_name(move.target)}{own}"


def hint(info: Info) -> str:
    """What a search would play, and how the game ends then, if that is known."""
    move, score = info.variation[0], info.score
    if score.drawn:
        return f"{move} is best (draw)."
    if score.plies is None:
        return f"{move} looks best; {_standing(score.centipawns)}."
    end = f"{score} pl{'y' if abs(score.plies) == 1 else 'ies'}"
    if score.plies < 0:
        return f"All moves lose against best play; {move} holds out longest ({end})."
    return f"{move} is best ({end})."


def _standing(hundredths: int) -> str:
    """How the player to move stands, in words."""
    if abs(hundredths) < _EVEN:
        return "the game is about even"
    much = "far" if abs(hundredths) >= _FAR else "a little"
    return f"you are {much} {'ahead' if hundredths > 0 else 'behind'}"


def _off_board(position: Position, square: Coordinates) -> str | None:
    game = position.game
    x, y = square
    if x < game.width and y < game.height:
        return None
    files = f"files a to {file_name(game.width - 1)}" if game.width > 1 else "the file a"
    ranks = f"ranks 1 to {game.height}" if game.height > 1 else "rank 1"
    return f"There is no square {square_name(square)}: this board has {files} and {ranks}."


def _no_own_piece(position: Position, square: Coordinates, named: Named) -> str | None:
    problem = _off_board(position, square)
    if problem:
        return problem
    letter = position[square]
    if letter == ".":
        return f"There is no piece on {square_name(square)}."
    if owner(letter) != position.turn:
        whose = owner(letter)
        piece = f"{named(letter)} on {square_name(square)}"
        return f"The {piece} is {whose}'s; it is {position.turn}'s turn."
    return None


def _why_not(position: Position, move: Move, named: Named) -> str:
    from sbg.explain.words.directions import listed

    problem = _no_own_piece(position, move.origin, named)
    if problem:
        return problem + _others_to(position, move.target)
    problem = _off_board(position, move.target)
    if problem:
        return problem
    piece = f"{named(position[move.origin])} on {square_name(move.origin)}"
    targets = [square_name(m.target) for m in position.moves if m.origin == move.origin]
    if not targets:
        return f"The {piece} cannot move now."
    return f"The {piece} cannot go to {square_name(move.target)}, only to {listed(targets)}."


def _others_to(position: Position, target: Coordinates) -> str:
    moves = [str(move) for move in position.moves if move.target == target][:6]
    return f" Moves to {square_name(target)}: {' '.join(moves)}." if moves else ""


def _not_understood(position: Position, text: str) -> str:
    shown = text if len(text) <= 30 else text[:30] + "..."
    words = text.lower().split()
    near = difflib.get_close_matches(words[0] if words else "", COMMANDS, n=1, cutoff=0.7)
    if near:
        return f"`{shown}` is no command; `{near[0]}` is."
    moves = list(map(str, position.moves))
    # `Nc3`, as chess players write it, names the square to go to.
    target = _LAST_SQUARE.search(text.lower())
    close = [move for move in moves if target and move.endswith(target[0])][:6]
    close = close or difflib.get_close_matches(text.lower(), moves, n=3, cutoff=0.5)
    hint = f"near to that: {' '.join(close)}" if close else f"for example {moves[0]}"
    return f"`{shown}` is not a move. A move is two squares, from and to; {hint}."


def square_asked(position: Position, text: str) -> Coordinates | None:
    """The square of `? a2`, `a2?` or `a2`; nothing if the text looks like one but must be meant as a move (`Nc3`)."""
    square = parse_square(text.replace("?", " ").strip().lower())
    if square is None or len(file_name(square[0])) > len(file_name(position.game.width - 1)):
        return None
    return square
