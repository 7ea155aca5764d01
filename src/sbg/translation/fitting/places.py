"""Builds rules that apply only if the piece stands on given squares of the board.

The language has no absolute squares, but a word can measure the distance to the edges: going up as many rows as there
should be, then down over the whole board, and back, is possible from one row only.
"""

from __future__ import annotations

from collections.abc import Collection

from sbg.language.model import Coordinates
from sbg.language.model.regexp import Letter, Regexp, concat, sum_of


def on_squares(
    squares: Collection[Coordinates], size: tuple[int, int], content: str
) -> Regexp | None:
    """The test whether the present square, which holds this content, is one of some; None if it is on the whole board.

    There must be a square.
    """
    width, height = size
    left = set(squares)
    if len(left) == width * height:
        return None
    parts: list[Regexp] = []
    for y in range(height):
        if left >= {(x, y) for x in range(width)}:
            parts.append(_on_row(y, height, content))
            left -= {(x, y) for x in range(width)}
    for x in range(width):
        if left >= {(x, y) for y in range(height)}:
            parts.append(_on_column(x, width, content))
            left -= {(x, y) for y in range(height)}
    for x, y in sorted(left, key=lambda square: (square[1], square[0])):
        tests = [_on_row(y, height, content)] if height > 1 else []
        tests += [_on_column(x, width, content)] if width > 1 else []
        parts.append(concat(tests))
    return sum_of(parts)


def _on_row(y: int, height: int, content: str) -> Regexp:
    return concat(
        [_steps(0, height - 1 - y, "epw"), _steps(0, 1 - height, "epw"), Letter(0, y, content)]
    )


def _on_column(x: int, width: int, content: str) -> Regexp:
    return concat(
        [_steps(width - 1 - x, 0, "epw"), _steps(1 - width, 0, "epw"), Letter(x, 0, content)]
    )


def _steps(dx: int, dy: int, contents: str) -> Regexp:
    return sum_of([Letter(dx, dy, on) for on in contents])
