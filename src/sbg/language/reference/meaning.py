"""What a regular expression means on a board, straight from the paper's definition.

A word leads a piece from square to square; each letter asks for the content of the square it reaches. While a word is
read the board does not change, so all that matters of a word read so far is the square it has led to. A regular
expression therefore means a function from squares to squares: from where a word may begin to where it may end.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import TypeAlias

from sbg.language.model import Concat, Coordinates, Letter, Regexp, Sum

Content: TypeAlias = Callable[[Coordinates], str | None]
"""What a square holds for the player to move: "e", "p" or "w"; None for a square outside the board."""


def targets(
    regexp: Regexp, origins: frozenset[Coordinates], content: Content, forward: int
) -> frozenset[Coordinates]:
    """The squares that words of `regexp` lead to from any of `origins`.

    `forward` is +1 for white and -1 for black: dy counts rows forward, dx columns to the right for both.
    """
    if isinstance(regexp, Letter):
        reached = {(x + regexp.dx, y + forward * regexp.dy) for x, y in origins}
        return frozenset(square for square in reached if content(square) == regexp.on)
    if isinstance(regexp, Sum):
        reached = set()
        for part in regexp.parts:
            reached |= targets(part, origins, content, forward)
        return frozenset(reached)
    if isinstance(regexp, Concat):
        for part in regexp.parts:
            origins = targets(part, origins, content, forward)
        return origins
    repeats = count() if regexp.count is None else range(regexp.count)
    for _ in repeats:
        further = targets(regexp.body, origins, content, forward)
        if regexp.count is None:
            further |= origins  # any number of times: what was reached with fewer counts too
        if further == origins:  # and so for ever: nested powers of the empty word would take years
            break
        origins = further
    return origins
