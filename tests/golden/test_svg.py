"""Pictures stay what they are: each file in `svg` is what the library draws today.

After a change that is meant, `SBG_GOLDEN=write pytest tests/golden/test_svg.py` draws them anew; look at them
before you commit them.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import sbg
from sbg import svg
from tests.golden.switch import writing

FOLDER = Path(__file__).parent / "svg"


def after(name: str, *moves: str) -> sbg.Position:
    position = sbg.load(name).start
    for move in moves:
        position = position.play(move)
    return position


PICTURES: dict[str, Callable[[], str]] = {
    "board-gardner": lambda: svg.board(sbg.load("gardner").start),
    "board-chess-figures-dark": lambda: svg.board(
        after("chess", "e2e4", "d7d5"),
        theme="dark",
        pieces="figures",
        last="d7d5",
        arrows=["e4d5", "g1f3", "a1a1"],
        marks=["d5", "e5"],
    ),
    "board-xiangqi-flipped": lambda: svg.board(sbg.load("xiangqi"), flip=True, size=500),
    "board-great-plain": lambda: svg.board(sbg.load("great-plain"), coordinates=False),
    "thumbnail-breakthrough": lambda: svg.thumbnail(sbg.load("breakthrough")),
    "movement-chess-P": lambda: svg.movement(sbg.load("chess"), "P"),
    "movement-chess-n": lambda: svg.movement(sbg.load("chess"), "n", theme="auto"),
    "movement-gardner-Q": lambda: svg.movement(sbg.load("gardner"), "Q", legend=False),
    "movement-xiangqi-C-dark": lambda: svg.movement(sbg.load("xiangqi"), "C", theme="dark"),
    "movement-xiangqi-E": lambda: svg.movement(sbg.load("xiangqi"), "E", size=300),
    "movement-grasshopper-chess-G": lambda: svg.movement(sbg.load("grasshopper-chess"), "G"),
    "movement-steppe-G": lambda: svg.movement(sbg.load("steppe"), "G"),
    "movement-leapfrog-f": lambda: svg.movement(sbg.load("leapfrog"), "f"),
    "movement-self-capture-chess-K": lambda: svg.movement(sbg.load("self-capture-chess"), "K"),
    "automaton-chess-P-dark": lambda: svg.automaton(sbg.load("chess"), "P", theme="dark"),
}


@pytest.mark.parametrize("name", PICTURES)
def test_picture(name: str) -> None:
    drawn = PICTURES[name]()
    path = FOLDER / f"{name}.svg"
    if writing():
        path.write_text(drawn, encoding="utf-8", newline="\n")
    assert drawn == path.read_text(encoding="utf-8")


def test_every_file_has_its_picture() -> None:
    assert {path.stem for path in FOLDER.glob("*.svg")} == set(PICTURES)
