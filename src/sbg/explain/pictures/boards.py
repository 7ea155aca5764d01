"""Draws a position as SVG, with marks, arrows and highlighted squares."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from numbers import Real
from typing import Any, Protocol, SupportsIndex, TypeAlias, TypeGuard, runtime_checkable

from sbg.base.errors import mistyped, shown
from sbg.base.named import Name, loaded
from sbg.explain.pictures import drawing
from sbg.explain.pictures.drawing import SQUARE, Frame
from sbg.explain.pictures.figures import PieceStyle, style_of
from sbg.explain.pictures.strokes import number
from sbg.explain.pictures.theme import Theme
from sbg.explain.pictures.theme import theme as find_theme
from sbg.language.model import Coordinates, HasDescription, Move
from sbg.language.model.notation import parse_move, parse_square, square_name

_MARGIN = 22
_MOST_PIXELS = 1_000_000
_EDGE = 8
"""Around a board without coordinates, and on the sides that have none."""


@runtime_checkable
class HasRows(Protocol):
    """Anything with the rows of a board, from the top: a position of either engine, or a description."""

    @property
    def rows(self) -> tuple[str, ...]: ...


Drawable: TypeAlias = HasRows | HasDescription | Name
AnyMove: TypeAlias = Move | str | tuple[Coordinates, Coordinates]
AnySquare: TypeAlias = str | Coordinates


def board(
    position: Drawable,
    *,
    size: int | None = None,
    coordinates: bool = True,
    last: AnyMove | None = None,
    arrows: Iterable[AnyMove] = (),
    marks: Iterable[AnySquare] = (),
    theme: str = "light",
    flip: bool = False,
    pieces: str = "letters",
    title: str | None = None,
) -> str:
    """A position as SVG.

    `size` is the longer side of the picture in pixels. `last` is a move whose squares are lit, `arrows` are moves,
    `marks` are squares. Moves and squares are values or names (`a2a3`, `a2`). `flip` puts black's side at the bottom.
    `pieces` are `letters`, or `figures`: those that the author chose (`game.looks`), else chess figures for K, Q, R, B,
    N and P. ValueError says what cannot be drawn.
    """
    for name, several in (("arrows", arrows), ("marks", marks)):
        if not isinstance(several, Iterable) or isinstance(several, str | bytes):
            raise mistyped("board", f"{name} in a list", several)
    if title is not None and not isinstance(title, str):
        raise mistyped("board", "a title as text", title)
    position = loaded(position)
    looks = looks_of(position)
    colors = find_theme(theme).with_players(looks)
    style = find_style(pieces)
    rows = _rows(position)
    width, height = len(rows[0]), len(rows)
    margin = _margin(width, height) if coordinates else _EDGE
    frame = Frame(0, 0, width, height, flip, margin, _EDGE)
    whole = (width * SQUARE + margin + _EDGE, height * SQUARE + margin + _EDGE)
    parts = [
        f'<rect width="{number(whole[0])}" height="{number(whole[1])}" rx="8" {colors.paint("paper")}/>',
        drawing.border(frame, colors),
        *drawing.squares(frame, colors),
    ]
    if last is not None:
        parts.append(_lit(frame, _squares_of(last, width, height), colors))
    if coordinates:
        below, beside = _EDGE + height * SQUARE + margin / 2 + 1, margin / 2
        parts.append(drawing.coordinates(frame, colors, below, beside))
    placed = {
        (x, height - 1 - row): letter
        for row, letters in enumerate(rows)
        for x, letter in enumerate(letters)
        if letter != "."
    }
    parts += drawing.pieces(placed.items(), frame, colors, style, looks)
    parts.append(_marks(frame, [_square(mark, width, height) for mark in marks], placed, colors))
    parts.append(_arrows(frame, [_squares_of(move, width, height) for move in arrows], colors))
    if title is None:
        title = _title(position, width, height)
    return drawing.document(*whole, pixels(size, whole), title, colors, parts)


def thumbnail(game: Drawable, *, theme: str = "auto") -> str:
    """A game in small, for lists: its board at the start, without coordinates, its pieces as they are usually drawn."""
    letters = {letter for row in _rows(game) for letter in row if letter != "."}
    style = style_of(letters, looks_of(game))
    return board(game, size=240, coordinates=False, theme=theme, pieces=style)


def _rows(position: Drawable) -> tuple[str, ...]:
    # A game has rows only in its description; asking it for its start would build its tables.
    if isinstance(position, HasRows):
        return position.rows
    if isinstance(position, HasDescription):
        return position.description.rows
    raise TypeError(f"a position, a game or a description is drawn, not {type(position).__name__}")


def looks_of(position: object) -> Mapping[str, str]:
    """What the author says about figures and colours; nothing of a description."""
    looks = getattr(getattr(position, "game", position), "looks", None)
    return looks if isinstance(looks, Mapping) else {}


def find_style(pieces: str) -> PieceStyle:
    """The style of a name; ValueError if there is none."""
    if pieces == "letters":
        return "letters"
    if pieces == "figures":
        return "figures"
    raise ValueError(f"pieces are drawn as letters or figures, not as {shown(pieces)}")


def _margin(width: int, height: int) -> float:
    """Room for coordinates; those of large boards are larger, for they are shown smaller."""
    longest = max(width, height)
    return _MARGIN if longest <= 20 else 2 * _MARGIN if longest <= 40 else 3 * _MARGIN


def pixels(size: int | None, whole: tuple[float, float]) -> float:
    """The longer side of a picture on the screen, large ones made smaller."""
    if size is None:
        return min(max(whole), max(640.0, max(whole) * 0.4))
    wanted: object = size
    if not isinstance(wanted, Real) or wanted <= 0 or not wanted <= _MOST_PIXELS:
        raise ValueError(
            f"the size of a picture is a number of pixels above 0, not {shown(wanted)}"
        )
    return float(wanted)


def _title(position: Drawable, width: int, height: int) -> str:
    named: Any = getattr(position, "game", None) or getattr(position, "description", position)
    name = getattr(named, "name", "").strip()
    parts = [f"{name}, {width}×{height}" if name else f"Board of {width}×{height}"]
    outcome, turn = getattr(position, "outcome", None), getattr(position, "turn", None)
    if outcome is not None:
        parts.append(str(outcome))
    elif turn is not None:
        parts.append(f"{turn} to move")
    return ", ".join(parts)


def _square(square: AnySquare, width: int, height: int) -> Coordinates:
    found = parse_square(square) if isinstance(square, str) else square
    if not is_square(found):
        raise ValueError(f"{shown(square)} is not a square; a square has a name such as a1")
    if not (0 <= found[0] < width and 0 <= found[1] < height):
        name = square_name(found) if min(found) >= 0 else str(found)
        last = square_name((width - 1, height - 1))
        raise ValueError(f"{name} is not on the board, which ends at {last}")
    return found


def is_square(found: object) -> TypeGuard[Coordinates]:
    """Whether something is a pair of whole numbers."""
    return (
        isinstance(found, tuple)
        and len(found) == 2
        and all(isinstance(n, SupportsIndex) for n in found)
    )


def _squares_of(move: AnyMove, width: int, height: int) -> tuple[Coordinates, Coordinates]:
    if isinstance(move, Move):
        squares: tuple[Coordinates, Coordinates] | None = (move.origin, move.target)
    else:
        squares = parse_move(move) if isinstance(move, str) else move
    if not isinstance(squares, tuple) or len(squares) != 2:
        raise ValueError(f"{shown(move)} is not a move; a move is two squares, as a2a3")
    return _square(squares[0], width, height), _square(squares[1], width, height)


def _lit(frame: Frame, squares: Iterable[Coordinates], colors: Theme) -> str:
    path = "".join(
        f"M{number(x)} {number(y)}h{SQUARE}v{SQUARE}h-{SQUARE}z"
        for x, y in (frame.corner(square) for square in dict.fromkeys(squares))
    )
    return f'<path d="{path}" fill-opacity="0.6" {colors.paint("last")}/>'


def _marks(
    frame: Frame, squares: list[Coordinates], placed: dict[Coordinates, str], colors: Theme
) -> str:
    """A dot on an empty square, a ring around a piece."""
    dots, rings = "", ""
    for square in dict.fromkeys(squares):
        x, y = map(number, frame.center(square))
        if square in placed:
            rings += f'<circle cx="{x}" cy="{y}" r="17.6"/>'
        else:
            dots += f'<circle cx="{x}" cy="{y}" r="6"/>'
    parts = [f"<g {colors.paint('mark')}>{dots}</g>"] if dots else []
    if rings:
        parts.append(f'<g stroke-width="3.4" {colors.paint(None, "mark")}>{rings}</g>')
    return "\n".join(parts)


def _arrows(frame: Frame, moves: list[tuple[Coordinates, Coordinates]], colors: Theme) -> str:
    if not moves:
        return ""
    path = "".join(drawing.arrow(frame.center(a), frame.center(b)) for a, b in moves)
    return f'<path d="{path}" fill-opacity="0.82" {colors.paint("arrow")}/>'
