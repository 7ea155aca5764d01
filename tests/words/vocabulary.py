"""Phrases in; the numbers, directions, contents and symmetries out that they stand for."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import product
from typing import TypeAlias

Vector: TypeAlias = tuple[int, int]
Turn: TypeAlias = Callable[[int, int], Vector]


class UnreadableError(ValueError):
    """A sentence of a kind that is not read."""


NUMBERS = "zero one two three four five six seven eight nine ten eleven twelve".split()  # noqa: SIM905
NUMBER = rf"(?:{'|'.join(NUMBERS)}|\d+)"

F, B, R, L = (0, 1), (0, -1), (1, 0), (-1, 0)
FR, FL, BR, BL = (1, 1), (-1, 1), (1, -1), (-1, -1)
DIRECTIONS: dict[str, set[Vector]] = {
    "in any direction": {F, B, R, L, FR, FL, BR, BL},
    "orthogonally": {F, B, R, L},
    "orthogonally in any direction": {F, B, R, L},
    "along a row or column": {F, B, R, L},
    "diagonally": {FR, FL, BR, BL},
    "diagonally in any direction": {FR, FL, BR, BL},
    "straight forward": {F},
    "straight backward": {B},
    "straight forward or backward": {F, B},
    "straight or diagonally forward": {F, FR, FL},
    "straight or diagonally backward": {B, BR, BL},
    "sideways": {R, L},
    "to the right": {R},
    "to the left": {L},
    "diagonally forward": {FR, FL},
    "diagonally backward": {BR, BL},
    "diagonally to the right": {FR, BR},
    "diagonally to the left": {FL, BL},
    "diagonally forward to the right": {FR},
    "diagonally forward to the left": {FL},
    "diagonally backward to the right": {BR},
    "diagonally backward to the left": {BL},
}
_LONGEST_FIRST = sorted(DIRECTIONS, key=len, reverse=True)

VERBS = [
    # (before the way, after it, contents of the last square)
    ("moves or captures", "", "ep"),
    ("moves", " to an empty square", "e"),
    ("moves", ", to an empty square or capturing an own piece", "ew"),
    ("moves", ", to an empty square or capturing a piece of either side", "epw"),
    ("captures an own piece", "", "w"),
    ("captures a piece of either side", "", "pw"),
    ("captures", "", "p"),
]
LEAPS = [
    ("leaps ", " to an empty square", "e"),
    ("leaps ", ", to an empty square or capturing", "ep"),
    ("leaps ", ", to an empty square or capturing an own piece", "ew"),
    ("leaps ", ", to an empty square or capturing a piece of either side", "epw"),
    ("captures by a leap of ", "", "p"),
    ("captures an own piece by a leap of ", "", "w"),
    ("captures a piece of either side by a leap of ", "", "pw"),
]
TAKES = {
    "": "e",
    ", capturing the first opponent it meets": "ep",
    ", capturing the first piece it meets if that is an own one": "ew",
    ", capturing the first piece it meets, of either side": "epw",
}
FIRST = {"if that is an opponent": "p", "if that is an own one": "w", "of either side": "pw"}
LANDING = {
    "on an empty square": "e",
    "capturing an opponent there": "p",
    "capturing an own piece there": "w",
    "on an empty square or capturing an opponent": "ep",
    "on an empty square or capturing an own piece": "ew",
    "capturing a piece of either side there": "pw",
    "on an empty square or capturing a piece of either side": "epw",
}
PASSED = {
    "empty square": "e",
    "opponent": "p",
    "own piece": "w",
    "square without an own piece": "ep",
    "squares without own pieces": "ep",
    "square without an opponent": "ew",
    "squares without opponents": "ew",
    "piece of either side": "pw",
    "pieces of either side": "pw",
    "square of any kind": "epw",
    "squares of any kind": "epw",
}
HOLDS = {
    "is empty": "e",
    "holds an opponent": "p",
    "holds an own piece": "w",
    "holds no own piece": "ep",
    "holds no opponent": "ew",
    "is occupied": "pw",
}
SYMMETRIES: dict[str, list[Callable[[int, int], Vector]]] = {
    "; likewise turned and mirrored in every direction": [
        lambda x, y, a=a, b=b, c=c: (a * y, b * x) if c else (a * x, b * y)  # type: ignore[misc]
        for a, b, c in product((1, -1), (1, -1), (False, True))
    ],
    "; likewise mirrored left-right and forward-backward": [
        lambda x, y: (x, y),
        lambda x, y: (-x, y),
        lambda x, y: (x, -y),
        lambda x, y: (-x, -y),
    ],
    "; likewise turned in all four directions": [
        lambda x, y: (x, y),
        lambda x, y: (-x, -y),
        lambda x, y: (y, -x),
        lambda x, y: (-y, x),
    ],
    "; likewise mirrored in both diagonals": [
        lambda x, y: (x, y),
        lambda x, y: (y, x),
        lambda x, y: (-y, -x),
        lambda x, y: (-x, -y),
    ],
    "; likewise mirrored left-right": [lambda x, y: (x, y), lambda x, y: (-x, y)],
    "; likewise mirrored forward-backward": [lambda x, y: (x, y), lambda x, y: (x, -y)],
    "; likewise in the opposite direction": [lambda x, y: (x, y), lambda x, y: (-x, -y)],
}


def number(text: str) -> int:
    return NUMBERS.index(text) if text in NUMBERS else int(text)


def directions(text: str) -> set[Vector]:
    """Which directions a phrase means."""
    but = "in any direction but "
    if text.startswith(but):
        return DIRECTIONS["in any direction"] - directions(text.removeprefix(but))
    for phrase in _LONGEST_FIRST:
        if text == phrase:
            return DIRECTIONS[phrase]
        for link in (", ", " or "):
            if text.startswith(phrase + link):
                try:
                    return DIRECTIONS[phrase] | directions(text[len(phrase) + len(link) :])
                except UnreadableError:
                    continue
    raise UnreadableError(text)


def offset(text: str) -> set[Vector]:
    """Where a square lies; two for "sideways"."""
    match = re.fullmatch(rf"({NUMBER}) squares? (.*)", text)
    if not match:
        raise UnreadableError(text)
    n, rest = number(match[1]), match[2]
    ahead = re.fullmatch(rf"(forward|backward)(?: and ({NUMBER}) (.*))?", rest)
    if ahead:
        dy = n if ahead[1] == "forward" else -n
        if ahead[2] is None:
            return {(0, dy)}
        return {(x * number(ahead[2]), dy) for x, _ in directions(ahead[3])}
    return {(x * n, y * n) for x, y in directions(rest)}


def leaps(text: str) -> set[Vector]:
    """Leaps of one kind."""
    match = re.fullmatch(rf"({NUMBER}) by ({NUMBER}) (.*)", text)
    if match:
        a, b = number(match[1]), number(match[2])
        around = {(x * s, y * t) for x, y in ((a, b), (b, a)) for s in (1, -1) for t in (1, -1)}
        only: dict[str, Callable[[Vector], bool]] = {
            "in any direction": lambda v: True,
            "forward": lambda v: v[1] > 0,
            "backward": lambda v: v[1] < 0,
            "to the right": lambda v: v[0] > 0,
            "to the left": lambda v: v[0] < 0,
        }
        return {v for v in around if only[match[3]](v)}
    try:
        return offset(text)
    except UnreadableError:
        parts = re.split(rf", (?={NUMBER} )| or (?={NUMBER} )", text)
        if len(parts) == 1:
            raise
        return set().union(*map(offset, parts))


def passed(text: str) -> list[tuple[str, int, int | None]]:
    """`zero or more empty squares, then exactly one opponent`."""
    way: list[tuple[str, int, int | None]] = []
    for part in text.split(", then "):
        match = re.fullmatch(
            rf"(?:(zero or more)|({NUMBER}) or more|at most ({NUMBER})|({NUMBER}) to ({NUMBER})"
            rf"|(?:exactly )?({NUMBER})) (.*)",
            part,
        )
        if not match:
            raise UnreadableError(text)
        some, more, most, low, high, exact, noun = match.groups()
        on = PASSED.get(noun) or PASSED.get(noun.removesuffix("s"))
        if on is None:
            raise UnreadableError(text)
        if some:
            way.append((on, 0, None))
        elif more:
            way.append((on, number(more), None))
        elif most:
            way.append((on, 0, number(most)))
        elif low:
            way.append((on, number(low), number(high)))
        else:
            way.append((on, number(exact), number(exact)))
    return way


VISITED = {
    "an empty square": "e",
    "an opponent": "p",
    "an own piece": "w",
    "a square without an own piece": "ep",
    "a square without an opponent": "ew",
    "a piece of either side": "pw",
    "any square": "epw",
}
ROUNDS = r"makes (one or more|zero or more) (?:steps or jumps, in any order|(?:steps|jumps)(?:, turning as it likes)?)"
