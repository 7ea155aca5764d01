"""Draws positions, moves of pieces and automata as SVG, without any other program.

`board` draws a position, `movement` where a piece can go, `automaton` what its rule became, and `thumbnail` a whole
game in small. In the themes `light` and `dark` a picture has presentation attributes only; `auto` adds one `<style>`.
"""

from sbg.explain.pictures.boards import board, thumbnail
from sbg.explain.pictures.diagrams import automaton, movement

__all__ = ["automaton", "board", "movement", "thumbnail"]
