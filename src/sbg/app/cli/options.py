"""The types of arguments and options that several commands share, with help texts and bounds.

A number outside its bounds is refused while the command line is read, in the same words by every command.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Sequence
from typing import Annotated, TypeAlias

from cyclopts import Parameter, Token

from sbg.app.cli import completion
from sbg.base import bounds, numbers


class OutOfBoundsError(ValueError):
    """A value that an option does not take: what it takes instead. The name of the option is put before it."""


def whole(least: int, most: int) -> Parameter:
    """The type of an option that is a whole number within bounds. (Cyclopts would take `1.5` too, and round it.)"""

    def convert(text: str) -> int | None:
        return int(text) if re.fullmatch(r"-?[0-9]{1,30}", text, re.ASCII) else None

    return _bounded(convert, "a whole number", least, most)


def number(least: float, most: float) -> Parameter:
    """The type of an option that is a number within bounds."""

    def convert(text: str) -> float | None:
        plain = re.fullmatch(r"[-+]?[0-9]*\.?[0-9]*(e[-+]?[0-9]+)?", text, re.ASCII)
        with contextlib.suppress(ValueError):
            return float(text) if plain else None
        return None

    return _bounded(convert, "a number", least, most)


def _bounded(
    convert: Callable[[str], float | None], kind: str, least: float, most: float
) -> Parameter:
    def read(_: object, tokens: Sequence[Token]) -> float:
        text = tokens[0].value
        value = convert(text)
        if value is None or not least <= value <= most:
            raise OutOfBoundsError(f"is {kind} {numbers.span(least, most)}, not `{text}`")
        return value

    return Parameter(converter=read)


def _size(_: object, tokens: Sequence[Token]) -> int:
    """A number of bytes, such as 8G."""
    text = tokens[0].value
    found = re.fullmatch(r"([0-9]{1,12})([KMGT]?)B?", text.upper(), re.ASCII)
    if not found or not int(found[1]):
        raise OutOfBoundsError(f"is a size such as 8G or 500M, not `{text}`")
    return int(found[1]) << " KMGT".index(found[2] or " ") * 10


size = Parameter(converter=_size)
"""The type of an option that is a number of bytes."""

Game: TypeAlias = Annotated[
    str,
    Parameter(name="GAME", help="A bundled name, a path or -.", completer=completion.games),
]
Player: TypeAlias = Annotated[
    str,
    Parameter(
        name="PLAYER",
        help="A name with options, such as alphabeta:level=7, or uci:COMMAND.",
        completer=completion.players,
    ),
]
Fen: TypeAlias = Annotated[
    str | None,
    Parameter(metavar="FEN", help="A position instead of the initial one, as one line."),
]
Json: TypeAlias = Annotated[bool, Parameter(help="Write JSON.")]
Seconds: TypeAlias = Annotated[
    float, number(bounds.MIN_SECONDS, bounds.MAX_SECONDS), Parameter(metavar="S")
]
Depth: TypeAlias = Annotated[
    int, whole(1, bounds.MAX_DEPTH), Parameter(metavar="N", help="Plies to look ahead.")
]
Nodes: TypeAlias = Annotated[
    int, whole(1, bounds.MAX_NODES), Parameter(metavar="N", help="Positions to visit for a move.")
]
Threads: TypeAlias = Annotated[
    int,
    whole(1, bounds.MAX_THREADS),
    Parameter(metavar="N", help="How many processor cores to use (1)."),
]
Hash: TypeAlias = Annotated[
    int,
    whole(1, bounds.MAX_HASH_MEGABYTES),
    Parameter(metavar="MB", help="Size of the transposition table."),
]
Seed: TypeAlias = Annotated[int, whole(0, bounds.MAX_SEED), Parameter(metavar="N")]
