"""Draws the pictures of the README and of the page on pictures with the library itself."""

from __future__ import annotations

from collections.abc import Callable

import sbg
from sbg.language.model import Move
from sbg.study.profiling.picture import picture

FOLDER = "docs/_static/pictures"


def gardner() -> str:
    """The picture of the README: Gardner's chess after six plies, and where white's queen can go."""
    position = _after("gardner", "c2c3", "b4c3", "b2c3", "d4c3", "d2c3", "e4e3")
    queen = [move.target for move in position.moves if str(move).startswith("d1")]
    return sbg.svg.board(position, marks=queen, last="e4e3", size=376, theme="auto")


def profile() -> str:
    """The picture of the page on profiles."""
    return picture(sbg.profile(sbg.load("gardner"), budget="quick"))


def _after(name: str, *moves: str) -> sbg.Position:
    position = sbg.load(name).start
    for move in moves:
        position = position.play(move)
    return position


def _board() -> str:
    position = _after("chess", "e2e4", "e7e5", "g1f3", "b8c6")
    arrows: list[Move | str] = ["f1b5", "d2d4"]
    return sbg.svg.board(
        position, last="b8c6", arrows=arrows, marks=["e5"], pieces="figures", theme="auto"
    )


def _themes(theme: str) -> str:
    return sbg.svg.board(sbg.load("xiangqi"), theme=theme, size=330)


def _movement(name: str, piece: str) -> Callable[[], str]:
    return lambda: sbg.svg.movement(sbg.load(name), piece, theme="auto")


PICTURES: dict[str, Callable[[], str]] = {
    f"{FOLDER}/chess.svg": _board,
    f"{FOLDER}/xiangqi-light.svg": lambda: _themes("light"),
    f"{FOLDER}/xiangqi-dark.svg": lambda: _themes("dark"),
    f"{FOLDER}/knight.svg": _movement("chess", "N"),
    f"{FOLDER}/rook.svg": _movement("gardner", "R"),
    f"{FOLDER}/pawn.svg": _movement("chess", "P"),
    f"{FOLDER}/horse.svg": _movement("xiangqi", "H"),
    f"{FOLDER}/cannon.svg": _movement("mini-xiangqi", "C"),
    f"{FOLDER}/grasshopper.svg": _movement("grasshopper-chess", "G"),
    f"{FOLDER}/griffin.svg": _movement("steppe", "G"),
    f"{FOLDER}/automaton.svg": lambda: sbg.svg.automaton(sbg.load("chess"), "P", theme="auto"),
}
"""The pictures of `docs/pictures.md`, by file."""

GALLERY = [
    "gardner",
    "breakthrough",
    "fox-and-hounds",
    "xiangqi",
    "shatranj",
    "leapfrog",
    "courier-chess",
    "steppe",
]
"""The games whose boards the README shows."""


def _start(name: str) -> Callable[[], str]:
    """As `sbg show NAME --svg --theme auto --size 200` draws it."""
    return lambda: sbg.svg.board(sbg.load(name), theme="auto", size=200)


PICTURES |= {f"docs/_static/games/{name}.svg": _start(name) for name in GALLERY}
