"""A position and a square in; a drawing of the board with the moves of the piece on that square out, as SVG."""

from __future__ import annotations

import sbg
from sbg.model import Coordinates
from sbg.model.notation import file_name, parse_square

_SQUARE = 64
_MARGIN = 28
_COLORS = {
    "paper": "#fbf7ef",
    "light": "#ecdcc0",
    "dark": "#c9a57a",
    "mark": "#3f7d54",
    "white": "#ffffff",
    "black": "#2b2622",
    "text": "#6b5b48",
}


def gardner() -> str:
    """The picture of the README: Gardner's chess after six half-moves, and where white's queen can go."""
    position = sbg.load("gardner").start
    for move in ["c2c3", "b4c3", "b2c3", "d4c3", "d2c3", "e4e3"]:
        position = position.play(move)
    origin = parse_square("d1")
    assert origin is not None
    return draw(position, origin)


def draw(position: sbg.Position, origin: Coordinates) -> str:
    """The board from white's side; dots mark empty squares to move to, rings mark captures."""
    width, height = position.game.width, position.game.height
    whole = (2 * _MARGIN + width * _SQUARE, 2 * _MARGIN + height * _SQUARE)
    targets = [move.target for move in position.moves if move.origin == origin]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {whole[0]} {whole[1]}" '
        f'width="{whole[0]}" height="{whole[1]}" font-family="Georgia, serif" text-anchor="middle">',
        f"<title>{position.game.name}: {position.fen}</title>",
        f'<rect width="{whole[0]}" height="{whole[1]}" rx="10" fill="{_COLORS["paper"]}"/>',
    ]
    for y in range(height):
        for x in range(width):
            left, top = _corner(x, y, height)
            fill = _COLORS["light" if (x + y) % 2 else "dark"]
            parts.append(
                f'<rect x="{left}" y="{top}" width="{_SQUARE}" height="{_SQUARE}" fill="{fill}"/>'
            )
    parts += [
        _label(_MARGIN + (x + 0.5) * _SQUARE, whole[1] - 9, file_name(x)) for x in range(width)
    ]
    parts += [
        _label(_MARGIN / 2, whole[1] - _MARGIN - (y + 0.5) * _SQUARE + 5, str(y + 1))
        for y in range(height)
    ]
    for row, letters in enumerate(position.rows):
        for x, letter in enumerate(letters):
            y = height - 1 - row
            if letter != ".":
                parts.append(_piece(*_center(x, y, height), letter, (x, y) == origin))
    for x, y in targets:
        cx, cy = _center(x, y, height)
        empty = position.rows[height - 1 - y][x] == "."
        shape = 'r="9" fill="{0}"' if empty else 'r="29" fill="none" stroke="{0}" stroke-width="5"'
        parts.append(f'<circle cx="{cx:g}" cy="{cy:g}" {shape.format(_COLORS["mark"])}/>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def _corner(x: int, y: int, height: int) -> tuple[int, int]:
    return _MARGIN + x * _SQUARE, _MARGIN + (height - 1 - y) * _SQUARE


def _center(x: int, y: int, height: int) -> tuple[float, float]:
    left, top = _corner(x, y, height)
    return left + _SQUARE / 2, top + _SQUARE / 2


def _label(x: float, y: float, text: str) -> str:
    return f'<text x="{x:g}" y="{y:g}" font-size="15" fill="{_COLORS["text"]}">{text}</text>'


def _piece(x: float, y: float, letter: str, chosen: bool) -> str:
    own, other = ("white", "black") if letter.isupper() else ("black", "white")
    edge = _COLORS["mark" if chosen else "black"]
    return (
        f'<circle cx="{x:g}" cy="{y:g}" r="23" fill="{_COLORS[own]}" stroke="{edge}" '
        f'stroke-width="{5 if chosen else 2}"/>'
        f'<text x="{x:g}" y="{y + 9:g}" font-size="26" font-weight="bold" fill="{_COLORS[other]}">'
        f"{letter.upper()}</text>"
    )
