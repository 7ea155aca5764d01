"""The shapes of chess pieces, drawn for this package, and which of them a letter gets.

They are drawn for this package, by hand, from straight lines and a few curves.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, TypeAlias

PieceStyle: TypeAlias = Literal["letters", "figures"]

FIGURES: dict[str, tuple[str, str]] = {
    "P": (
        "M20 6.6C16.9 6.6 14.6 8.9 14.6 11.8C14.6 13.6 15.4 15.1 16.8 16.1L14.4 17.6L14.4 19.4L17 19.4"
        "C16.8 24 15.2 27.6 12.6 30.2C10.4 30.5 9.4 31.8 9.4 34.5L30.6 34.5C30.6 31.8 29.6 30.5 27.4 30.2"
        "C24.8 27.6 23.2 24 23 19.4L25.6 19.4L25.6 17.6L23.2 16.1C24.6 15.1 25.4 13.6 25.4 11.8"
        "C25.4 8.9 23.1 6.6 20 6.6Z",
        "M13.4 30.2L26.6 30.2",
    ),
    "R": (
        "M9.4 6.5L13.6 6.5L13.6 9.6L17.6 9.6L17.6 6.5L22.4 6.5L22.4 9.6L26.4 9.6L26.4 6.5L30.6 6.5L30.6 13"
        "L26.6 16.4L27.4 27.4L30.2 30.2L31.4 34.5L8.6 34.5L9.8 30.2L12.6 27.4L13.4 16.4L9.4 13Z",
        "M13.4 16.4L26.6 16.4M12.6 27.4L27.4 27.4",
    ),
    "N": (
        "M11 34.5C11 27.6 13 24.6 17.8 21.2C18.9 20.4 19.3 19.4 19.2 18.2C17.2 20 15.2 20.7 13.2 21.2"
        "C12.6 22.6 11.6 23.3 10.2 23C8.6 22.7 7.6 21.3 7.8 19.6C9.8 16.6 10.8 14.8 11.4 12.6C12 10.6 13.2 9.2 15 8.3"
        "L15.4 4.8L18.8 7.4C26.6 7.9 31.4 14.6 31.4 24.4C31.4 28.4 31.2 31.4 30.8 34.5Z",
        "M14.9 12.9L15.3 13.3M21.4 10.6C25.4 13 27.6 17.4 27.8 23M10.4 20L10.8 19.6",
    ),
    "B": (
        "M20 4.4C18.5 4.4 17.4 5.4 17.4 6.8C17.4 7.6 17.7 8.2 18.2 8.7C14.6 11.4 12.4 14.8 12.4 18.4"
        "C12.4 21 13.6 23.2 15.6 24.8L14 29.2C11.4 29.8 9.4 31 8.2 34.5L31.8 34.5C30.6 31 28.6 29.8 26 29.2L24.4 24.8"
        "C26.4 23.2 27.6 21 27.6 18.4C27.6 14.8 25.4 11.4 21.8 8.7C22.3 8.2 22.6 7.6 22.6 6.8"
        "C22.6 5.4 21.5 4.4 20 4.4Z",
        "M20 13.4L20 20.6M16.6 16.8L23.4 16.8M15.6 24.8L24.4 24.8M14 29.2L26 29.2",
    ),
    "Q": (
        "M6.6 10.4L12.8 19.4L13.6 7.2L18 17.8L20 5.4L22 17.8L26.4 7.2L27.2 19.4L33.4 10.4L29.6 26L28.2 29.4"
        "L30.2 34.5L9.8 34.5L11.8 29.4L10.4 26Z",
        "M10.4 26C16.4 24.4 23.6 24.4 29.6 26M11.8 29.4C17 28.2 23 28.2 28.2 29.4",
    ),
    "K": (
        "M18.6 3.6L21.4 3.6L21.4 6L23.8 6L23.8 8.8L21.4 8.8L21.4 12C22 12.5 22.5 13.2 22.8 14"
        "C25.2 12 30 12 32 15.4C33.8 18.6 32.2 22.2 28.8 25.6L28.4 29.4L30.2 34.5L9.8 34.5L11.6 29.4L11.2 25.6"
        "C7.8 22.2 6.2 18.6 8 15.4C10 12 14.8 12 17.2 14C17.5 13.2 18 12.5 18.6 12L18.6 8.8L16.2 8.8L16.2 6L18.6 6Z",
        "M20 25C20 20.6 20.6 17 22.8 14M20 25C20 20.6 19.4 17 17.2 14M11.2 25.6C16.8 24.2 23.2 24.2 28.8 25.6"
        "M11.6 29.4C17 28.2 23 28.2 28.4 29.4",
    ),
}
"""Letter: (outline, details)."""

_LETTERS = {"king": "K", "queen": "Q", "rook": "R", "bishop": "B", "knight": "N", "pawn": "P"}


def figure_of(letter: str, looks: Mapping[str, str]) -> str | None:
    """The key among `FIGURES` of how a piece is drawn: as the author says, else as its letter; None for a token."""
    look = looks.get(letter.upper())
    if look is not None:
        return _LETTERS.get(look)
    return letter.upper() if letter.upper() in FIGURES else None


def style_of(letters: Iterable[str], looks: Mapping[str, str]) -> PieceStyle:
    """How pieces are drawn unless somebody asks: as figures where each has one, or where the author chose some."""
    found = [(letter.upper(), figure_of(letter, looks)) for letter in letters]
    every = all(figure for _, figure in found)
    chosen = any(figure and figure != letter for letter, figure in found)
    return "figures" if found and (every or chosen) else "letters"
