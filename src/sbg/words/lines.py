"""What happens along a line, and its directions, in; a sentence out."""

from __future__ import annotations

from collections.abc import Collection

from sbg.words.directions import directions, kind, leaps, number, squares
from sbg.words.paths import Vector
from sbg.words.views import Run

__all__ = ["at_end", "ends", "holds", "meets", "number", "passed", "sentence", "square"]

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
_SQUARE = {
    "e": "an empty square",
    "p": "an opponent, capturing it",
    "w": "an own piece, capturing it",
    "ep": "an empty square or an opponent, capturing it",
    "ew": "an empty square or an own piece, capturing it",
    "pw": "a piece of either side, capturing it",
    "epw": "any square, capturing what stands there",
}
_VISITED = {
    "e": "an empty square",
    "p": "an opponent",
    "w": "an own piece",
    "ep": "a square without an own piece",
    "ew": "a square without an opponent",
    "pw": "a piece of either side",
    "epw": "a square, whatever it holds",
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


def onto(on: str) -> str:
    """The square where a longer way ends."""
    return _SQUARE[on]


def passed(on: str, low: int, high: int | None) -> str:
    """Squares that a way passes: "any number of empty squares", "exactly one piece of either side"."""
    if high is None:
        count = "any number of" if low == 0 else f"{number(low)} or more"
    elif low == high:
        count = number(low) if on in ("e", "epw") else f"exactly {number(low)}"
    elif low == 0:
        count = f"up to {number(high)}"
    else:
        count = f"{number(low)} to {number(high)}"
    one = high == 1 and low == 1
    return f"{count} {_NOUNS[on][0 if one else 1]}"


_NOUNS = {
    "e": ("empty square", "empty squares"),
    "p": ("opponent", "opponents"),
    "w": ("own piece", "own pieces"),
    "ep": ("square without an own piece", "squares without own pieces"),
    "ew": ("square without an opponent", "squares without opponents"),
    "pw": ("piece of either side", "pieces of either side"),
    "epw": ("square, whatever it holds", "squares, whatever they hold"),
}


def sentence(run: Run, vectors: Collection[Vector], where: str = "") -> str:
    """A line as a sentence."""
    words = _words(run, vectors)
    return f"{where}: {words}." if where else f"{words[0].upper()}{words[1:]}."


def _words(run: Run, vectors: Collection[Vector]) -> str:
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
        empty = "must be empty"
        return f"{_ENDS[on]} exactly {squares(low + 1)} {to}{_AT_END[on]}; {between} {empty}"
    if "e" in on:
        if high is None:
            count = "any number of" if low == 0 else f"{number(low + 1)} or more"
        elif low == 0:
            count = "one or two" if high == 1 else f"up to {number(high + 1)}"
        else:
            count = f"{number(low + 1)} to {number(high + 1)}"
        if low == 0:
            return f"moves {count} empty squares {to}{_within(high, on)}"
        return f"{_ENDS[on]} {count} squares {to}{_AT_END[on]}; those between must be empty"
    if high is None:
        reach = "at any distance" if low == 0 else f"at a distance of {number(low + 1)} or more"
    elif low == 0:
        reach = f"within {squares(high + 1)}"
    else:
        reach = f"at a distance of {number(low + 1)} to {number(high + 1)}"
    comma = " " if on == "pw" else ", "
    return f"captures the first piece it meets {to}, {reach}{comma.rstrip()} {_FIRST[on]}"


def _within(high: int | None, on: str) -> str:
    if high is None or on == "e":
        return _MEETS[on]
    return _MEETS[on].replace(" it meets", f" it meets within {squares(high + 1)}")


def _jump(way: list[tuple[str, int, int | None]], on: str, to: str) -> str | None:
    """Over exactly one piece and otherwise over empty squares, if that is what it is."""
    jumped = [i for i, (contents, low, high) in enumerate(way) if contents in ("p", "w", "pw")]
    if len(jumped) != 1 or way[jumped[0]][1:] != (1, 1):
        return None
    before, after = way[: jumped[0]], way[jumped[0] + 1 :]
    any_number = ("e", 0, None)
    if before not in ([], [any_number]) or after not in ([], [any_number]):
        return None
    who = {"p": "opponent", "w": "own piece", "pw": "piece, of either side"}[way[jumped[0]][0]]
    if before:
        first = {"p": "the first piece it meets, which must be an opponent's"}.get(
            way[jumped[0]][0],
            {"w": "the first piece it meets, which must be an own one"}.get(
                way[jumped[0]][0], "exactly one piece, of either side, at any distance"
            ),
        )
    else:
        first = f"the adjacent {who}"
    if not after:
        return f"jumps {to} over {first}, to the square just beyond: {_landing(on)}"
    if "e" not in on:
        verb = "captures"
        return f"{verb} {to} by jumping over {first}: the next piece beyond is taken, at any distance, {_FIRST[on]}"
    return (
        f"jumps {to} over {first}, and on over any number of empty squares beyond"
        f"{_MEETS[on].replace('piece it meets', 'piece beyond').replace('opponent it meets', 'opponent beyond')}"
    )


def _landing(on: str) -> str:
    return {
        "e": "it must be empty",
        "p": "it must hold an opponent, which is captured",
        "w": "it must hold an own piece, which is captured",
        "ep": "it must be empty or hold an opponent, which is captured",
        "ew": "it must be empty or hold an own piece, which is captured",
        "pw": "it must hold a piece of either side, which is captured",
        "epw": "what stands there is captured",
    }[on]


def _any_way(way: list[tuple[str, int, int | None]], on: str, to: str) -> str:
    over = ", then ".join(passed(*part) for part in way)
    return f"goes {to} over {over}, and ends on the next square: {_landing(on)}"


def _leap(way: list[tuple[str, int, int | None]], on: str, vectors: Collection[Vector]) -> str:
    """Steps that are longer than one square; what lies between does not matter."""
    size = leaps(vectors)
    if not way:
        return {
            "e": f"leaps {size} to an empty square",
            "p": f"captures by a leap {size}",
            "w": f"captures an own piece by a leap {size}",
            "ep": f"leaps {size}, to an empty square or capturing",
            "ew": f"leaps {size}, to an empty square or capturing an own piece",
            "pw": f"captures a piece of either side by a leap {size}",
            "epw": f"leaps {size}, to an empty square or capturing a piece of either side",
        }[on]
    over = ", then ".join(passed(*part) for part in way)
    if len(way) == 1 and way[0][:2] == ("e", 0) and "e" in on:
        high = way[0][2]
        count = "any number of leaps" if high is None else f"up to {number(high + 1)} leaps"
        return (
            f"makes {count} {size} in a straight line, from one empty square to the next"
            f"{_MEETS[on].replace('it meets', 'it lands on')}"
        )
    return f"leaps {size}, again and again in a straight line: onto {over}, and at last onto {onto(on)}"
