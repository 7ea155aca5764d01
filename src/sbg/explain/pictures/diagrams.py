"""Draws where a piece of a game can go, or the automaton of its rule, as SVG."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from sbg.base.errors import mistyped, shown
from sbg.base.named import loaded
from sbg.explain.pictures import drawing
from sbg.explain.pictures import graph as automaton_svg
from sbg.explain.pictures.boards import find_style, is_square, looks_of, pixels
from sbg.explain.pictures.drawing import SQUARE, Frame
from sbg.explain.pictures.legend import Entry, legend_of, symbol
from sbg.explain.pictures.strokes import number
from sbg.explain.pictures.theme import Theme
from sbg.explain.pictures.theme import theme as find_theme
from sbg.explain.pictures.window import PEEK, ground, inside, lines, window_of
from sbg.language.model import AnyGame, Coordinates, description_of
from sbg.language.model.notation import parse_square, square_name
from sbg.moves import automata
from sbg.moves.automata import Dfa
from sbg.moves.reach.start import best_start
from sbg.moves.reach.ways import Reach, reach


def movement(
    game: AnyGame,
    piece: str,
    *,
    square: str | Coordinates | None = None,
    theme: str = "light",
    size: int | None = None,
    legend: bool = True,
    pieces: str = "letters",
) -> str:
    """Where a piece can go, as SVG; a letter in upper case is a white piece.

    The piece stands on `square`, or where it can use most of its rule. What stands on the other squares is left open:
    the marks say what a square must hold so that the piece can go there, or go on over it. `pieces` are `letters` or
    `figures`, as of `board`. ValueError if there is no such piece or square.
    """
    game = loaded(game)
    colors, style = find_theme(theme), find_style(pieces)
    description = description_of(game)
    found = movement_reach(game, piece, square)
    window = window_of(found, description.width, description.height)
    left = bottom = 10.0
    top = right = 10.0
    sides = window.open_sides(description.width, description.height)
    labels = 22.0
    frame = Frame(
        window.left,
        window.bottom,
        window.width,
        window.height,
        x0=left + labels + (SQUARE * PEEK if sides[0] else 0),
        y0=top + (SQUARE * PEEK if sides[3] else 0),
    )
    right_end = frame.x0 + frame.width * SQUARE + (SQUARE * PEEK if sides[2] else 0)
    board_end = frame.y0 + frame.height * SQUARE + (SQUARE * PEEK if sides[1] else 0)
    whole_width = right_end + right
    whole_height = board_end + bottom + 12
    entries = _entries(found) if legend else []
    legend_parts: list[str] = []
    if legend:
        whole_width = max(whole_width, 258.0)
        block, legend_parts = legend_of(entries, whole_width, whole_height + 4, colors)
        whole_height += block + 8
    shift = (whole_width - (right_end + right)) / 2
    frame = replace(frame, x0=frame.x0 + shift)
    parts = [
        f'<rect width="{number(whole_width)}" height="{number(whole_height)}" rx="8" {colors.paint("paper")}/>',
        *ground(frame, sides, colors),
        drawing.coordinates(
            frame,
            colors,
            board_end + 10,
            left + shift + labels / 2,
        ),
        *lines(frame, found, colors),
        *_marks(frame, found, colors),
        *drawing.pieces([(found.start, piece)], frame, colors, style, looks_of(game)),
        *([symbol("stay", *frame.center(found.start), 1, colors)] if found.stays else []),
        *legend_parts,
    ]
    name = description.name.strip()
    called = getattr(game, "names", {}).get(piece.upper())
    letter = f"{piece.upper()} ({called})" if called else piece.upper()
    title = f"{letter} of {name}: where it can go from {square_name(found.start)}"
    longest = pixels(size, (whole_width, whole_height))
    return drawing.document(whole_width, whole_height, longest, title, colors, parts)


def movement_reach(game: AnyGame, piece: str, square: str | Coordinates | None = None) -> Reach:
    """What `movement` shows, as data."""
    description = description_of(game)
    width, height = description.width, description.height
    dfa = _dfa(game, piece)
    black = piece.islower()
    if square is None:
        start = best_start(width, height, dfa) if dfa else (width // 2, height // 2)
    else:
        start = _square(square, width, height)
        if black:
            start = (start[0], height - 1 - start[1])
    # A piece without a rule has the automaton of no word at all.
    found = reach(width, height, dfa or Dfa(1, frozenset(), ()), start)
    return _mirrored(found, height) if black else found


def automaton(game: AnyGame, piece: str, *, theme: str = "light") -> str:
    """The automaton of a piece's rule, as far as the board can use it, as SVG.

    ValueError if there is no such piece or it has no rule, or if there are more states than a picture can show.
    """
    colors = find_theme(theme)
    description = description_of(game)
    dfa = _dfa(game, piece)
    if dfa is None:
        raise ValueError(f"{piece.upper()} has no rule in {description.name.strip()!r}")
    name = f"{piece.upper()} of {description.name.strip()}"
    drawn = automaton_svg.svg(dfa, name, colors.paint, f"sbg-head-{colors.name}")
    before, end, after = drawn.partition("</title>\n")
    return before + end + colors.head(after) + after


def _dfa(game: AnyGame, piece: str) -> Dfa | None:
    """The automaton of a piece, None if it has no rule; ValueError if the game does not know it."""
    description = description_of(game)
    if not isinstance(piece, str):
        raise mistyped("a picture", "the letter of a piece", piece)
    for known in description.pieces:
        if known.letter == piece.upper():
            if known.rule is None:
                return None
            made: Any = getattr(game, "automata", None)
            if made is None:
                made = automata.compile(replace(description, pieces=(known,)))
            dfa: Dfa = made[known.letter]
            return dfa
    letters = ", ".join(known.letter for known in description.pieces) or "none"
    raise ValueError(
        f"{description.name.strip()!r} has no piece {piece!r}; its pieces are {letters}"
    )


def _square(square: str | Coordinates, width: int, height: int) -> Coordinates:
    found = parse_square(square) if isinstance(square, str) else square
    if not is_square(found) or not (0 <= found[0] < width and 0 <= found[1] < height):
        last = square_name((width - 1, height - 1))
        raise ValueError(f"{shown(square)} is not a square of this board, which ends at {last}")
    return found


def _mirrored(found: Reach, height: int) -> Reach:
    """The same for black, who sees the board from the other side."""

    def there(square: Coordinates) -> Coordinates:
        return square[0], height - 1 - square[1]

    low, high = found.near
    return Reach(
        start=there(found.start),
        targets={there(square): on for square, on in found.targets.items()},
        stays=found.stays,
        passed={there(square): on for square, on in found.passed.items()},
        jumped=frozenset(map(there, found.jumped)),
        lines=frozenset((there(a), there(b)) for a, b in found.lines),
        near=((low[0], there(high)[1]), (high[0], there(low)[1])),
        witnesses={
            (there(square), on): {there(s): held for s, held in board.items()}
            for (square, on), board in found.witnesses.items()
        },
        exact=found.exact,
    )


def _marks(frame: Frame, found: Reach, colors: Theme) -> list[str]:
    parts = []
    for square in sorted({*found.targets, *found.passed, *found.jumped}):
        if inside(frame, square):
            x, y = frame.center(square)
            for kind, dx, dy, scale in _symbols(found, square):
                parts.append(symbol(kind, x + dx, y + dy, scale, colors))
    return parts


def _symbols(found: Reach, square: Coordinates) -> Iterable[tuple[str, float, float, float]]:
    """The marks of a square: kind, place and scale. Targets stand in the middle, what is passed beside them."""
    targets = found.targets.get(square, "")
    passed = found.passed.get(square, "")
    for on, kind in (("w", "target-own"), ("p", "target-enemy"), ("e", "target-empty")):
        if on in targets:
            yield kind, 0, 0, 1
    # That a line goes on over an empty square where the piece could stop is seen by the line.
    beside = [kind for on, kind in (("p", "pass-enemy"), ("w", "pass-own")) if on in passed]
    if "e" in passed and "e" not in targets:
        beside.insert(0, "pass-empty")
    if square in found.jumped:
        beside.append("pass-any")
    if not targets:
        for number_, kind in enumerate(beside):
            yield kind, (number_ - (len(beside) - 1) / 2) * 11.5, 0, 1
    else:
        places = [(-14, 14), (14, 14), (-14, -14), (14, -14)]
        for (dx, dy), kind in zip(places, beside, strict=False):
            yield kind, dx, dy, 0.72


def _entries(found: Reach) -> list[Entry]:
    """What the legend must explain."""
    kinds = {
        kind
        for square in {*found.targets, *found.passed, *found.jumped}
        for kind, *_ in _symbols(found, square)
    }
    texts = {
        "target-empty": "moves here if it is empty",
        "target-enemy": "captures an opponent here",
        "target-own": "captures an own piece here",
        "pass-empty": "on the way, must be empty",
        "pass-enemy": "passes over an opponent here",
        "pass-own": "passes over an own piece here",
        "pass-any": "jumped, whatever stands here",
    }
    entries = [Entry(kind, text) for kind, text in texts.items() if kind in kinds]
    rides = any(
        "e" in on and "e" in found.targets.get(square, "") for square, on in found.passed.items()
    )
    lengths = {max(abs(a[0] - b[0]), abs(a[1] - b[1])) for a, b in found.lines}
    if rides and 1 in lengths:
        entries.append(Entry("line", "goes on while squares are empty"))
        rides = False
    if any(length > 1 for length in lengths):
        entries.append(Entry("leap", "leaps on while squares are empty" if rides else "leaps"))
    if found.stays:
        entries.append(Entry("stay", "may stand still"))
    if not found.targets and not found.stays:
        entries.append(Entry("", "cannot move"))
    if not found.exact:
        entries.append(Entry("", "a large rule: not all of it is shown, or too much"))
    return entries
