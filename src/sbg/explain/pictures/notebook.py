"""How a game shows itself in a notebook: HTML with its board and a diagram for each piece."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from html import escape

from sbg.explain.pictures.boards import board
from sbg.explain.pictures.diagrams import movement
from sbg.language.model import HasDescription


def html(game: HasDescription) -> str:
    """The game as HTML. Pictures are embedded as images, which every notebook shows and none cleans away."""
    description = game.description
    name = description.name.strip()
    names: Mapping[str, str] = getattr(game, "names", {})
    pictures = [_image(board(game, size=320, theme="auto"), f"The board of {name}")]
    pictures += [
        _image(
            movement(game, piece.letter, size=300, theme="auto"),
            f"Where {_called(names, piece.letter)} can go",
        )
        for piece in description.pieces
    ]
    cells = "".join(f'<div style="margin:4px">{picture}</div>' for picture in pictures)
    size = f"{description.width}×{description.height}"
    return (
        f"<div><p><b>{escape(name)}</b>, {size}</p>"
        f'<div style="display:flex;flex-wrap:wrap;align-items:flex-start">{cells}</div></div>'
    )


def _called(names: Mapping[str, str], letter: str) -> str:
    return f"the {names[letter]}" if letter in names else letter


def _image(picture: str, alt: str) -> str:
    data = base64.b64encode(picture.encode()).decode()
    return f'<img alt="{escape(alt)}" src="data:image/svg+xml;base64,{data}">'
