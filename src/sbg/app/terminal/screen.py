"""Draws what a player sees in the terminal: sentences, and the board in text or colour."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Container
from typing import TYPE_CHECKING

from sbg import Move, Position
from sbg.app.cli.terminal import bold, can_write, console, is_terminal, out, wants_color
from sbg.language.model import Coordinates
from sbg.language.model.notation import file_name

if TYPE_CHECKING:
    from rich.text import Text

# Backgrounds are set for every square, so that neither a light nor a dark terminal shows through.
# They are of middle brightness: both white and black letters stand out.
_LIGHT, _DARK = "color(137)", "color(94)"
_LIGHT_MARKED, _DARK_MARKED = "color(67)", "color(60)"
_WHITE_PIECE, _BLACK_PIECE = "bold color(231)", "bold color(16)"


def _seen(rows: tuple[str, ...], turned: bool) -> tuple[list[int], list[int]]:
    """Ranks from the top of the screen down and files from the left, as white sees them, or turned, as black does."""
    ranks, files = list(range(len(rows) - 1, -1, -1)), list(range(len(rows[0])))
    return (ranks[::-1], files[::-1]) if turned else (ranks, files)


def plain_board(
    rows: tuple[str, ...], marked: Container[Coordinates] = (), turned: bool = False
) -> str:
    """A board without colour; marked squares stand in brackets."""
    height, width = len(rows), len(rows[0])
    bar, corner, dash = ("│", "└", "─") if can_write("│└─") else ("|", "+", "-")
    margin = len(str(height))
    cell = max(1, len(file_name(width - 1)))
    ranks, files = _seen(rows, turned)
    lines = []
    for y in ranks:
        line = f"{y + 1:>{margin}} {bar}"
        before = False
        for x in files:
            here = (x, y) in marked
            line += {(False, False): " ", (False, True): "[", (True, False): "]"}.get(
                (before, here), "|"
            )
            line += f"{rows[height - 1 - y][x]:<{cell}}"
            before = here
        lines.append(line + "]" if before else line)
    lines.append(f"{'':{margin}} {corner}{dash * (width * (cell + 1) + 1)}")
    names = " ".join(f"{file_name(x):<{cell}}" for x in files)
    lines.append(f"{'':{margin}}   {names}".rstrip())
    return "\n".join(lines)


def color_board(
    rows: tuple[str, ...],
    marked: Container[Coordinates] = (),
    columns: int = 80,
    turned: bool = False,
) -> Text:
    """A board of coloured squares, as wide a square as the columns of the terminal allow."""
    from rich.text import Text

    height, width = len(rows), len(rows[0])
    margin = len(str(height)) + 1
    label = len(file_name(width - 1))
    cell = 3 if margin + 3 * width <= columns else max(2, label)
    ranks, files = _seen(rows, turned)
    text = Text(no_wrap=True, overflow="ignore")
    for y in ranks:
        text.append(f"{y + 1:>{margin - 1}} ", "dim")
        for x in files:
            letter = rows[height - 1 - y][x]
            light, dark = (_LIGHT_MARKED, _DARK_MARKED) if (x, y) in marked else (_LIGHT, _DARK)
            background = light if (x + y) % 2 else dark
            piece = _WHITE_PIECE if letter.isupper() else _BLACK_PIECE
            shown = " " if letter == "." else letter
            text.append(f"{shown:^{cell}}", f"{piece} on {background}")
        text.append("\n")
    names = "".join(f"{file_name(x):^{cell}}" for x in files)
    text.append(" " * margin + names, "dim")
    return text


class Screen:
    """Writes to stdout. The board is seen from white's side, or `turned`, from black's."""

    def __init__(self, turned: bool = False) -> None:
        self.turned = turned
        drawn = console() if wants_color(sys.stdout) else None
        # Of 16 colours none stands out from white and from black pieces alike.
        self.console = drawn if drawn and drawn.color_system in ("256", "truecolor") else None

    def board(self, position: Position, last: Move | None = None) -> None:
        """The board, with the squares of the last move marked."""
        marked = {last.origin, last.target} if last else set()
        out()
        if self.console is None:
            out(plain_board(position.rows, marked, self.turned))
        else:
            columns = shutil.get_terminal_size().columns
            board = color_board(position.rows, marked, columns, self.turned)
            self.console.print(board, soft_wrap=True)
        out()

    def say(self, text: str) -> None:
        """Sentences; on a terminal a line breaks between words, so never inside a move."""
        out(wrapped(text, shutil.get_terminal_size().columns) if is_terminal(sys.stdout) else text)

    def announce(self, text: str) -> None:
        """A sentence of weight."""
        out(bold(text))


def wrapped(text: str, columns: int) -> str:
    """Lines that fit the columns; what did not fit is indented a little more than its line."""
    lines = []
    for line in text.split("\n"):
        indent = line[: len(line) - len(line.lstrip())]
        lines += textwrap.wrap(
            line,
            max(columns, 20),
            subsequent_indent=indent + "  " if indent else "",
            break_long_words=False,
            break_on_hyphens=False,
        ) or [""]
    return "\n".join(lines)
