"""Sentences for moves along a line, such as those of a rook, a pawn or a cannon."""

from __future__ import annotations

from collections.abc import Collection

from sbg.explain.words.directions import directions, kind, leaping, leaps, number, squares
from sbg.explain.words.views import Run
from sbg.moves.shapes.paths import Vector

_ENDS = {
    "e": "moves",
    "p": "captures",
    "w": "captures an own piece",
    "ep": "moves or captures",
    "ew": "moves",
    "pw": "captures a piece of either side",
    "epw": "moves",
}
_AT_END = {
    "e": " to an empty square",
    "p": "",
    "w": "",
    "ep": "",
    "ew": ", to an empty square or capturing an own piece",
    "pw": "",
    "epw": ", to an empty square or capturing a piece of either side",
}
_HOLDS = {
    "e": "is empty",
    "p": "holds an opponent",
    "w": "holds an own piece",
    "ep": "holds no own piece",
    "ew": "holds no opponent",
    "pw": "is occupied",
    "epw": "is on the board",
}
_LANDING = {
    "e": "on an empty square",
    "p": "capturing an opponent there",
    "w": "capturing an own piece there",
    "ep": "on an empty square or capturing an opponent",
    "ew": "on an empty square or capturing an own piece",
    "pw": "capturing a piece of either side there",
    "epw": "on an empty square or capturing a piece of either side",
}
_VISITED = {
    "e": "an empty square",
    "p": "an opponent",
    "w": "an own piece",
    "ep": "a square without an own piece",
    "ew": "a square without an opponent",
    "pw": "a piece of either side",
    "epw": "any square",
}
_MEETS = {
    "e": "",
    "ep": ", capturing the first opponent it meets",
    "ew": ", capturing the first piece it meets if that is an own one",
    "epw": ", capturing the first piece it meets, of either side",
}
_FIRST = {
    "p": "if that is an opponent",
    "w": "if that is an own one",
    "pw": "of either side",
}


def ends(on: str) -> str:
    """The verb for a move that ends on such contents."""
    return _ENDS[on]


def at_end(on: str) -> str:
    """What must be said about the square where it ends, as far as the verb does not say it."""
    return _AT_END[on]


def holds(on: str) -> str:
    """What a condition says about a square."""
    return _HOLDS[on]


def square(on: str) -> str:
    """A square that a walk visits."""
    return _VISITED[on]


def meets(on: str) -> str:
    """What a ride over empty squares may take at its end."""
    return _MEETS[on]


def passed(on: str, low: int, high: int | None) -> str:
    """Squares that a way passes: "zero or more empty squares", "exactly one piece of either side"."""
    if high is None:
        count = "zero or more" if low == 0 else f"{number(low)} or more"
    elif low == high:
        count = number(low) if on in ("e", "epw") else f"exactly {number(low)}"
    elif low == 0:
        count = f"at most {number(high)}"
    else:
        count = f"{number(low)} to {number(high)}"
    one = high == 1
    return f"{count} {_NOUNS[on][0 if one else 1]}"


_NOUNS = {
    "e": ("empty square", "empty squares"),
    "p": ("opponent", "opponents"),
    "w": ("own piece", "own pieces"),
    "ep": ("square without an own piece", "squares without own pieces"),
    "ew": ("square without an opponent", "squares without opponents"),
    "pw": ("piece of either side", "pieces of either side"),
    "epw": ("square of any kind", "squares of any kind"),
}


def sentence(run: Run, vectors: Collection[Vector], where: str = "") -> str:
    """A line as a sentence."""
    text = words(run, vectors)
    return f"{where}: {text}." if where else f"{text[0].upper()}{text[1:]}."


def words(run: Run, vectors: Collection[Vector]) -> str:
    """A line as a part of a sentence."""
    *way, (on, _, _) = run
    if kind(next(iter(vectors))) != (0, 1):
        return _leap(way, on, vectors)
    if not way:
        return f"{_ENDS[on]} one square {directions(vectors)}{_AT_END[on]}"
    ride = directions(vectors, ride=True)
    if len(way) == 1 and way[0][0] == "e":
        return _ride(way[0][1], way[0][2], on, ride)
    return _jump(way, on, ride) or _any_way(way, on, ride)


def _ride(low: int, high: int | None, on: str, to: str) -> str:
    """Over empty squares only."""
    if low == high:
        between = "the square between" if low == 1 else "the squares between"
        return f"{_ENDS[on]} exactly {squares(low + 1)} {to}{_AT_END[on]}; {between} must be empty"
    if "e" not in on:
        return _shot(low, high, on, to)
    if low:
        count = f"{number(low + 1)} {'or more' if high is None else f'to {number(high + 1)}'}"
        return f"{_ENDS[on]} {count} squares {to}{_AT_END[on]}; those between must be empty"
    if high is None:
        return f"moves any number of empty squares {to}{_MEETS[on]}"
    count = "one or two" if high == 1 else f"up to {number(high + 1)}"
    within = _MEETS[on].replace(" it meets", f" it meets within {squares(high + 1)}")
    return f"moves {count} empty squares {to}{within}"


def _shot(low: int, high: int | None, on: str, to: str) -> str:
    """Over empty squares to a piece."""
    if high is None:
        reach = "at any distance" if low == 0 else f"at a distance of {number(low + 1)} or more"
    elif low == 0:
        reach = f"within {squares(high + 1)}"
    else:
        reach = f"at a distance of {number(low + 1)} to {number(high + 1)}"
    return f"captures the first piece it meets {to}, {_FIRST[on]}, {reach}"


def _jump(way: list[tuple[str, int, int | None]], on: str, to: str) -> str | None:
    """Over exactly one piece and otherwise over empty squares, if that is what it is."""
    pieces = [
        i for i, (contents, *counts) in enumerate(way) if contents in JUMPED and counts == [1, 1]
    ]
    if len(pieces) != 1:
        return None
    jumped, before, after = way[pieces[0]][0], way[: pieces[0]], way[pieces[0] + 1 :]
    if before not in ([], [_FREE]) or after not in ([], [_FREE]):
        return None
    if not before:
        over = f"the adjacent {JUMPED[jumped]}"
    elif jumped == "pw":
        over = "exactly one piece of either side"
    else:
        over = f"the first piece it meets, {_FIRST[jumped]},"
    if not after:
        far = f"{'' if over.endswith(',') else ','} at any distance," if before else ""
        return f"jumps {to} over {over}{far} and lands just beyond it, {_LANDING[on]}"
    if "e" not in on:
        over = over.removesuffix(",")
        return (
            f"captures {to} by jumping over {over}: it takes the next piece beyond, {_FIRST[on]}, "
            "at any distance"
        )
    beyond = _MEETS[on].replace("it meets", "beyond")
    return f"jumps {to} over {over} and on over any number of empty squares{beyond}"


_FREE = ("e", 0, None)
JUMPED = {"p": "opponent", "w": "own piece", "pw": "piece of either side"}


def _any_way(way: list[tuple[str, int, int | None]], on: str, to: str) -> str:
    over = ", then ".join(passed(*part) for part in way)
    return f"goes {to} over {over}, and ends on the next square, {_LANDING[on]}"


def _leap(way: list[tuple[str, int, int | None]], on: str, vectors: Collection[Vector]) -> str:
    """Steps that are longer than one square; what lies between does not matter."""
    size = leaps(vectors)
    if not way:
        return {
            "e": f"leaps {size} to an empty square",
            "p": f"captures by a leap of {size}",
            "w": f"captures an own piece by a leap of {size}",
            "ep": f"leaps {size}, to an empty square or capturing",
            "ew": f"leaps {size}, to an empty square or capturing an own piece",
            "pw": f"captures a piece of either side by a leap of {size}",
            "epw": f"leaps {size}, to an empty square or capturing a piece of either side",
        }[on]
    if len(way) == 1 and way[0][:2] == ("e", 0) and "e" in on:
        high = way[0][2]
        count = "one or more" if high is None else f"up to {number(high + 1)}"
        return (
            f"makes {count} {leaping(vectors)} in a straight line, from empty square to empty square"
            f"{_MEETS[on].replace('it meets', 'it lands on')}"
        )
    over = ", then ".join(passed(*part) for part in way)
    return (
        f"makes {leaping(vectors)} in a straight line: onto {over}, and ends with one more leap, "
        f"{_LANDING[on]}"
    )
