"""Positions and sentences in; what a player sees out: a board in colour, or in plain text."""

from __future__ import annotations

import shutil
import sys

from sbg import Move, Position
from sbg.cli.terminal import bold, console, out, wants_color
from sbg.cli.terminal_game.board import color_board, plain_board


class Screen:
    """Writes to stdout."""

    def __init__(self) -> None:
        drawn = console() if wants_color(sys.stdout) else None
        # Of 16 colours none stands out from white and from black pieces alike.
        self.console = drawn if drawn and drawn.color_system in ("256", "truecolor") else None

    def board(self, position: Position, last: Move | None = None) -> None:
        """The board, with the squares of the last move marked."""
        marked = {last.origin, last.target} if last else set()
        out()
        if self.console is None:
            out(plain_board(position.rows, marked))
        else:
            columns = shutil.get_terminal_size().columns
            self.console.print(color_board(position.rows, marked, columns), soft_wrap=True)
        out()

    def say(self, text: str) -> None:
        """A sentence."""
        out(text)

    def announce(self, text: str) -> None:
        """A sentence of weight."""
        out(bold(text))
