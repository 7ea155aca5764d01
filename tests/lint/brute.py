"""The relaxation spelled out: what words may do when every square but the start may hold anything.

Slow and independent of the automata: a regular expression means a function on sets of places, and a
place also says whether the word so far has used one chosen letter.
"""

from __future__ import annotations

from sbg.language.model import Concat, Coordinates, Description, Letter, Power, Regexp, Sum

Place = tuple[Coordinates, bool, str]
"""A square, whether the chosen letter was used, and the content of the last letter ("" at first)."""


def ends(
    regexp: Regexp, start: Coordinates, description: Description, chosen: Letter | None = None
) -> set[Place]:
    """Where words from a square may end; `chosen` is one object in the expression."""

    def on_board(square: Coordinates) -> bool:
        return 0 <= square[0] < description.width and 0 <= square[1] < description.height

    def read(part: Regexp, places: set[Place]) -> set[Place]:
        if isinstance(part, Letter):
            found = set()
            for (x, y), used, _ in places:
                square = (x + part.dx, y + part.dy)
                if on_board(square) and (square != start or part.on == "w"):
                    found.add((square, used or part is chosen, part.on))
            return found
        if isinstance(part, Sum):
            return set().union(*(read(one, places) for one in part.parts))
        if isinstance(part, Concat):
            for one in part.parts:
                places = read(one, places)
            return places
        if part.count is not None:
            for _ in range(part.count):
                places = read(part.body, places)
            return places
        while not (more := read(part.body, places)) <= places:
            places = places | more
        return places

    return read(regexp, {(start, False, "")})


def occurrences(regexp: Regexp) -> tuple[Regexp, list[Letter]]:
    """An equal expression in which each letter is an object of its own, and these in order."""
    if isinstance(regexp, Letter):
        fresh = Letter(regexp.dx, regexp.dy, regexp.on)
        return fresh, [fresh]
    if isinstance(regexp, Power):
        body, letters = occurrences(regexp.body)
        return Power(body, regexp.count), letters
    parts, letters = [], []
    for part in regexp.parts:
        copy, more = occurrences(part)
        parts.append(copy)
        letters += more
    return type(regexp)(tuple(parts)), letters


def squares(description: Description) -> list[Coordinates]:
    """All squares of the board."""
    return [(x, y) for y in range(description.height) for x in range(description.width)]


def reachable(
    rule: Regexp, starts: list[Coordinates], description: Description
) -> set[Coordinates]:
    """The squares on which a move of a white piece can end that begins the game on a given square."""
    stands = list(starts)
    found = set()
    for square in stands:
        for end, _, _ in ends(rule, square, description):
            found.add(end)
            if end not in stands:
                stands.append(end)
    return found
