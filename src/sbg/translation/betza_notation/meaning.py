"""`sbg.betza`: turns a text in Betza's notation into a movement rule, in one of its dialects."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from math import atan2
from typing import TypeAlias

from sbg.base.limits import MAX_BOARD_SIDE
from sbg.language.model.regexp import Letter, Power, Regexp, concat, sum_of
from sbg.language.syntax import InvalidGameError, Source, Span
from sbg.language.syntax.collector import Collector
from sbg.translation.betza_notation.directions import units
from sbg.translation.betza_notation.read import (
    DIALECTS,
    DIRECTIONS,
    LEAPERS,
    MODES,
    BetzaMove,
    Dialect,
    read_betza,
)
from sbg.translation.fairy.words import fairy_rule
from sbg.translation.fitting.basis import Basic, Kind, lame_path
from sbg.translation.fitting.conditions import Vector
from sbg.translation.fitting.result import Imported, TranslationError

Step: TypeAlias = Callable[[Vector, str], Regexp | None]
"""A step onto one of some contents; None where the board is too small for it."""


def betza(text: str, board: tuple[int, int] = (8, 8), dialect: str = "classic") -> Regexp:
    """The rule of a piece that is given in Betza's notation, for a board of a width and a height.

    The dialects are `classic`, `xboard` and `fsf` (Fairy-Stockfish, with what it really does). InvalidGameError holds
    the diagnostics of a text that cannot be read, or means what a rule cannot say.
    """
    if dialect not in DIALECTS:
        raise TranslationError(f"there is no dialect `{dialect}`; there are {', '.join(DIALECTS)}")
    if not (1 <= board[0] <= MAX_BOARD_SIDE and 1 <= board[1] <= MAX_BOARD_SIDE):
        raise TranslationError(f"a board has sides from 1 to {MAX_BOARD_SIDE}")
    known: Dialect = dialect  # type: ignore[assignment]
    source = Source("<betza>", text)
    collector = Collector(source)
    rule = meaning(source, board, known, collector)
    if rule is None and not collector.count:
        collector.add("SBG636", "no move of the piece fits on the board", Span(0, len(text)))
    if collector.count:
        raise InvalidGameError(collector.finish())
    assert rule is not None
    return rule


def read(
    text: str, *, name: str = "<betza>", board: str = "8x8", dialect: str = "classic"
) -> Imported:
    """The rule of a piece as text."""
    size = re.fullmatch(r"([1-9][0-9]?)x([1-9][0-9]?)", board)
    if size is None or max(map(int, size.groups())) > MAX_BOARD_SIDE:
        raise TranslationError(f"`{board}` is no board: give its width and height, as in `8x8`")
    rule = betza(text, (int(size[1]), int(size[2])), dialect)
    return Imported("betza", f"{rule}\n")


def meaning(
    source: Source, board: tuple[int, int], dialect: Dialect, collector: Collector
) -> Regexp | None:
    """The rule of a text, None for a piece that cannot move; what is wrong is collected."""
    moves = read_betza(source, dialect, collector)
    if dialect == "fsf":
        found = fairy_basics(moves, collector)
        for move in moves:
            if "i" in move.letters:
                _no_history(move, collector)
        return None if collector.count else fairy_rule(found, board)
    parts: list[Regexp] = []
    for move in moves:
        parts += _plain(move, board, dialect, collector)
    return sum_of(parts) if parts and not collector.count else None


def _no_history(move: BetzaMove, collector: Collector) -> None:
    collector.add(
        "SBG632",
        "first moves cannot be expressed without the squares that they start from",
        move.place("i"),
        help="a rule cannot know whether its piece has moved; a `variants.ini` gives a region for first moves",
    )


# -- Fairy-Stockfish

_RIDDEN = ("W", "F", "N")
_LAME = ("D", "N", "A", "Z")


def fairy_basics(moves: Sequence[BetzaMove], collector: Collector) -> list[Basic]:
    """The basis moves that Fairy-Stockfish makes of a text."""
    found: list[Basic] = []
    for move in moves:
        letters = move.letters
        for letter in letters:
            if letter in "jzqot":
                collector.add(
                    "SBG633", f"Fairy-Stockfish does not know `{letter}`", move.place(letter)
                )
        hops = "p" in letters or "g" in letters
        limit = move.limit if move.limit is not None else 1 if "g" in letters else 0
        kind: Kind = "leap"
        if hops:
            kind = "grasshop" if limit == 1 else "hop"
            _only(move, ("W", "F"), "hops", collector)
        elif move.rides:
            kind = "slide"
            _only(move, _RIDDEN, "slides", collector)
        elif "n" in letters:
            kind = "lame"
            _only(move, _LAME, "lame leaps", collector)
        contents = [MODES[letter] for letter in "mc" if letter in letters] or ["e", "p"]
        if "i" in letters and "c" in letters and "m" not in letters:
            collector.add(
                "SBG633", "Fairy-Stockfish has no first moves that capture", move.place("i")
            )
        directions = "".join(letter for letter in letters if letter in DIRECTIONS)
        for unit in units(move.atoms, directions, "fsf"):
            for on in contents:
                if "i" in letters and on == "p":
                    continue
                far = 1 if kind in ("leap", "lame", "grasshop") else limit
                found.append(Basic(kind, unit, far, on, "i" in letters))
    return found


def _only(move: BetzaMove, atoms: Sequence[str], what: str, collector: Collector) -> None:
    if not all(atom in atoms for atom in move.atoms):
        collector.add(
            "SBG633",
            f"Fairy-Stockfish has no {what} of `{move.capital}`: the move goes nowhere",
            move.span,
        )


# -- the other dialects


def _plain(
    move: BetzaMove, board: tuple[int, int], dialect: Dialect, collector: Collector
) -> list[Regexp]:
    letters = move.letters
    if "i" in letters:
        _no_history(move, collector)
    for one, two in (
        "pg",
        "pn",
        "gn",
        "pj",
        "gj",
        "nj",
        "zq",
        "zp",
        "zg",
        "zn",
        "zj",
        "qp",
        "qg",
        "qn",
        "qj",
    ):
        if one in letters and two in letters:
            collector.add("SBG633", f"`{one}` and `{two}` do not go together", move.place(two))
            return []
    if "t" in letters and not ("p" in letters or "g" in letters):
        collector.add(
            "SBG633", "`t` needs `p` or `g`: it says what is hopped over", move.place("t")
        )
        return []
    contents = "".join(MODES[letter] for letter in "mcd" if letter in letters) or "ep"
    directions = "".join(letter for letter in letters if letter in DIRECTIONS)
    chosen = units(move.atoms, directions, dialect)
    if not chosen:
        collector.add("SBG633", f"`{directions}` is no direction of `{move.capital}`", move.span)
        return []
    step = _stepper(board, "o" in letters)
    limit = 1 if not move.rides else move.limit or 0
    most = max(board)
    if "z" in letters or "q" in letters:
        return _turning(move, step, contents, limit, directions, collector)
    found: list[Regexp | None] = []
    for unit in chosen:
        if "p" in letters or "g" in letters:
            if not move.rides:
                collector.add(
                    "SBG633",
                    f"a hopper slides: `{move.capital}` is a single step",
                    move.span,
                    help="write `R`, `B` or `Q`, or a range",
                )
                return []
            hurdle = "w" if "t" in letters else "pw"
            found.append(hop(step, unit, contents, limit, "g" in letters, hurdle, most))
        elif "n" in letters or "j" in letters:
            found += _crossing(move, step, unit, contents, dialect, collector)
        else:
            endless = limit > 1 and limit >= _far(unit, board) and "o" not in letters
            found.append(slide(step, unit, contents, 0 if endless else limit))
    return [part for part in found if part is not None]


def _far(unit: Vector, board: tuple[int, int]) -> int:
    """How many steps fit on the board."""
    return min((side - 1) // abs(d) for d, side in zip(unit, board, strict=True) if d)


def _stepper(board: tuple[int, int], cylinder: bool) -> Step:
    width, height = board

    def step(unit: Vector, contents: str) -> Regexp | None:
        (x, y) = unit
        sides = [x]
        if cylinder and x:
            sides.append(x - width if x > 0 else x + width)
        fits = [(dx, y) for dx in sides if abs(dx) < width and abs(y) < height]
        letters = [Letter(dx, dy, on) for dx, dy in fits for on in contents]
        return sum_of(letters) if letters else None

    return step


def slide(step: Step, unit: Vector, contents: str, limit: int) -> Regexp | None:
    """Up to some empty squares, or any number (0), and then the target."""
    end, free = step(unit, contents), step(unit, "e")
    if end is None or free is None:
        return None
    if limit == 1:
        return end
    if limit == 0:
        return concat([Power(free, None), end])
    return sum_of([concat([*_times(free, k), end]) for k in range(limit)])


def _times(part: Regexp, count: int) -> list[Regexp]:
    return [part] * count if count < 2 else [Power(part, count)]


def hop(
    step: Step, unit: Vector, contents: str, limit: int, behind: bool, hurdle: str, most: int
) -> Regexp | None:
    """Empty squares, a piece to hop over, more empty squares (none for a grasshopper), and then the target."""
    end, free, over = step(unit, contents), step(unit, "e"), step(unit, hurdle)
    if end is None or free is None or over is None:
        return None
    if limit == 0 or limit >= most:
        parts = [Power(free, None), over]
        return concat([*parts, end] if behind else [*parts, Power(free, None), end])
    if limit == 1:
        return concat([Power(free, None), over, end])
    found = [
        concat([*_times(free, first), over, *_times(free, then), end])
        for first in range(limit - 1)
        for then in ([0] if behind else range(limit - 1 - first))
    ]
    return sum_of(found) if found else None


def _crossing(
    move: BetzaMove,
    step: Step,
    unit: Vector,
    contents: str,
    dialect: Dialect,
    collector: Collector,
) -> list[Regexp | None]:
    """Lame leaps, which a piece on the way stops, and jumps, which need one there."""
    must = "j" in move.letters
    letter = "j" if must else "n"
    if must and move.rides and dialect == "xboard":
        first, end, free = step(unit, "epw"), step(unit, contents), step(unit, "e")
        if first is None or end is None or free is None:
            return []
        if move.limit:
            ways = [concat([first, *_times(free, k), end]) for k in range(move.limit - 1)]
            return [sum_of(ways)] if ways else []
        return [concat([first, Power(free, None), end])]
    short = move.atoms[0] in ("W", "F")
    bent = unit[0] and unit[1] and abs(unit[0]) != abs(unit[1])
    if move.rides or short or (must and bent) or (dialect == "xboard" and move.atoms[0] in "CZ"):
        collector.add(
            "SBG633",
            f"`{letter}` before `{move.capital}` has no agreed meaning",
            move.place(letter),
        )
        return []
    path = lame_path(unit)
    parts: list[Regexp | None] = []
    at = (0, 0)
    for square in path:
        parts.append(step((square[0] - at[0], square[1] - at[1]), "pw" if must else "e"))
        at = square
    parts.append(step((unit[0] - at[0], unit[1] - at[1]), contents))
    whole = [part for part in parts if part is not None]
    return [concat(whole)] if len(whole) == len(parts) else []


def _turning(
    move: BetzaMove,
    step: Step,
    contents: str,
    limit: int,
    directions: str,
    collector: Collector,
) -> list[Regexp]:
    """Crooked riders, which turn left and right by turns, and circular ones, which always turn the same way."""
    letter = "z" if "z" in move.letters else "q"
    steps = LEAPERS[move.atoms[0]]
    straight = 0 in steps or steps[0] == steps[1]
    if not move.rides or directions or len(move.atoms) > 1 or (letter == "z") != straight:
        collector.add(
            "SBG633", f"`{letter}` is read for {_TURNING[letter]} only", move.place(letter)
        )
        return []
    found: list[Regexp | None] = []
    if letter == "z":
        for first in units(move.atoms, "", "classic"):
            for turn in (1, -1):
                then = (-first[1] * turn, first[0] * turn)
                found.append(_zigzag(step, first, then, contents, limit))
    else:
        for first in units(move.atoms, "", "classic"):
            found += [_along(step, circle, contents, limit) for circle in _circles(first)]
    return [part for part in found if part is not None]


_TURNING = {
    "z": "`R`, `B` and other straight riders in all directions",
    "q": "`N0` and other oblique riders",
}


def _zigzag(step: Step, one: Vector, two: Vector, contents: str, limit: int) -> Regexp | None:
    ends, free = [step(one, contents), step(two, contents)], [step(one, "e"), step(two, "e")]
    first, then, free_first, free_then = ends[0], ends[1], free[0], free[1]
    if first is None or free_first is None:
        return None
    if then is None or free_then is None:
        return first
    if limit:
        return _along(step, [one, two] * (limit // 2 + 1), contents, limit)
    last = sum_of([first, concat([free_first, then])])
    return concat([Power(concat([free_first, free_then]), None), last])


def _circles(first: Vector) -> Iterable[list[Vector]]:
    """The eight steps of a circle that begins with a step, both ways; the last one would come back to the start."""
    around = sorted(
        {(x * i, y * j) for x, y in (first, first[::-1]) for i in (1, -1) for j in (1, -1)},
        key=_angle,
    )
    at = around.index(first)
    clockwise = around[at:] + around[:at]
    yield clockwise[:-1]
    yield [first, *reversed(clockwise[2:])]


def _angle(unit: Vector) -> float:
    return atan2(unit[1], unit[0])


def _along(step: Step, path: Sequence[Vector], contents: str, limit: int) -> Regexp | None:
    """To any square of a path over empty ones."""
    ways: list[Regexp] = []
    before: list[Regexp] = []
    for unit in path[: limit or None]:
        end, free = step(unit, contents), step(unit, "e")
        if end is None or free is None:
            break
        ways.append(concat([*before, end]))
        before.append(free)
    return sum_of(ways) if ways else None
