"""The options of commands that draw (`--svg`, theme, style), and writing the picture."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

from cyclopts import Parameter

from sbg import Game, Move, Position
from sbg.app.cli import inputs, options, outputs
from sbg.app.cli.terminal import Misuse, note, out

_MOST_PIXELS = 10_000


@Parameter(name="*")
@dataclass(frozen=True)
class PictureOptions:
    """The options that every command has that draws boards."""

    svg: Annotated[
        list[str] | None,  # an empty list where the option has no value
        Parameter(
            metavar="[FILE]",
            consume_multiple=(0, 1),
            help="Draw a picture, as SVG, into FILE or to stdout.",
        ),
    ] = None
    theme: Annotated[
        Literal["light", "dark", "auto"] | None,
        Parameter(help="Colours (light); auto follows the reader's system."),
    ] = None
    flip: Annotated[bool, Parameter(help="Black's side at the bottom.")] = False
    figures: Annotated[bool, Parameter(help="The author's figures, or those of chess.")] = False
    force: outputs.Force = False
    size: Annotated[
        int | None,
        options.whole(1, _MOST_PIXELS),
        Parameter(metavar="PIXELS", help="The longer side of the picture."),
    ] = None

    def check(self, drawn: bool, others: Mapping[str, object] | None = None) -> None:
        """Misuse if an option of pictures, one of these or of the others, is given and none is drawn."""
        used = {
            **(others or {}),
            "--theme": self.theme,
            "--flip": self.flip,
            "--figures": self.figures,
            "--size": self.size,
        }
        given = [name for name, value in used.items() if value is not None and value is not False]
        if given and not drawn:
            raise Misuse(f"{given[0]} is for pictures: add --svg")

    def board(self, shown: Game | Position, last: Move | None = None) -> str:
        """The picture of a board."""
        from sbg.explain.pictures import board

        return board(
            shown,
            last=last,
            theme=self.theme or "light",
            flip=self.flip,
            pieces="figures" if self.figures else "letters",
            size=self.size,
        )


def missing(command: str, what: str, svg: list[str] | None) -> Misuse:
    """What to say where nothing is given to be drawn; it may have been taken for the FILE of `--svg`."""
    taken = f"the {what} goes first: `sbg {command} {svg[0]} --svg`" if svg else None
    return Misuse(f"no {what.upper()} to {command}", taken or f"see `sbg {command} --help`")


def write(picture: str, files: list[str], drawn: str, force: bool = False) -> None:
    """Write a picture of a file that was read to the FILE of `--svg`, or to stdout."""
    if len(files) > 1:
        raise Misuse("--svg is given twice")
    if not files or files[0] == inputs.STDIN:
        out(picture, end="")
    else:
        write_file(files[0], picture.encode(), drawn, force)


def write_file(name: str, data: str | bytes, drawn: str, force: bool = False) -> None:
    """Write a file, though not over the one that it was made from, and say so."""
    with contextlib.suppress(OSError, ValueError):
        if drawn != inputs.STDIN and os.path.samefile(name, drawn):
            raise Misuse(f"`{name}` is what was read", "choose another file to write")
    outputs.write_file(name, data, force)
    note(f"{name}: written")
