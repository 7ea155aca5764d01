"""An alphabet made of SVG strokes, so that letters look the same on every machine.

A glyph stands in a box 14 units high, with the baseline at 14 and the height of small letters at 5. It is made of
`M` (go), `L` (line), `C` (curve) and `Z` (close), all with absolute coordinates.
"""

from __future__ import annotations

import re
from functools import lru_cache

_BOWL = "C8 6.8 6.3 5 4.2 5C1.9 5 .4 6.9 .4 9.5C.4 12.1 1.9 14 4.2 14C6.3 14 8 12.2 8 9.5"
_BELLY = "C.6 6.8 2.2 5 4.3 5C6.6 5 8.1 6.9 8.1 9.5C8.1 12.1 6.6 14 4.3 14C2.2 14 .6 12.2 .6 9.5"
_ARCH = "M.8 9C.8 6.6 2.2 5 4.3 5C6.4 5 7.4 6.4 7.4 8.6L7.4 14"
_RING = "M5 0C8 0 9.9 2.9 9.9 7C9.9 11.1 8 14 5 14C2 14 .1 11.1 .1 7C.1 2.9 2 0 5 0Z"
_HEAD = "M1 14L1 0L5.4 0C8 0 9.4 1.6 9.4 4C9.4 6.4 8 8 5.4 8L1 8"

GLYPHS = {
    "A": "M0 14L5 0L10 14M1.8 9.2L8.2 9.2",
    "B": "M5.4 6.8L1 6.8L1 0L5.2 0C7.5 0 8.8 1.4 8.8 3.4C8.8 5.4 7.6 6.8 5.4 6.8C8 6.8 9.5 8.2 9.5 10.3"
    "C9.5 12.4 8.2 14 5.5 14L1 14L1 6.8",
    "C": "M9.6 2.8C8.6 1 7 0 5.3 0C2.2 0 .3 2.9 .3 7C.3 11.1 2.2 14 5.3 14C7 14 8.6 13 9.6 11.2",
    "D": "M1 0L1 14L4.2 14C7.8 14 9.8 11.2 9.8 7C9.8 2.8 7.8 0 4.2 0Z",
    "E": "M9 0L1 0L1 14L9 14M1 6.8L7.8 6.8",
    "F": "M9 0L1 0L1 14M1 6.8L7.8 6.8",
    "G": "M9.4 2.8C8.5 1 7 0 5.2 0C2.1 0 .2 2.9 .2 7C.2 11.1 2.1 14 5.2 14C7.7 14 9.5 12.4 9.7 9.8"
    "L9.7 7.8L5.8 7.8",
    "H": "M.8 0L.8 14M9.2 0L9.2 14M.8 6.8L9.2 6.8",
    "I": "M5 0L5 14M2.2 0L7.8 0M2.2 14L7.8 14",
    "J": "M8 0L8 9.8C8 12.5 6.6 14 4.4 14C2.3 14 1 12.6 .9 10.2",
    "K": "M1 0L1 14M9.2 0L1 8.6M4 5.6L9.6 14",
    "L": "M1.4 0L1.4 14L9 14",
    "M": "M0 14L.6 0L5 8.8L9.4 0L10 14",
    "N": "M.8 14L.8 0L9.2 14L9.2 0",
    "O": _RING,
    "P": _HEAD,
    "Q": _RING + "M6 10.4L9.8 14.8",
    "R": _HEAD + "M5 8L9.4 14",
    "S": "M9 2.6C8.2 .9 6.8 0 5 0C2.6 0 1 1.4 1 3.5C1 5.6 2.5 6.3 5 6.9C7.7 7.5 9.3 8.4 9.3 10.5"
    "C9.3 12.6 7.6 14 5 14C2.9 14 1.3 13 .5 11.2",
    "T": "M.2 0L9.8 0M5 0L5 14",
    "U": "M.8 0L.8 9.2C.8 12.3 2.4 14 5 14C7.6 14 9.2 12.3 9.2 9.2L9.2 0",
    "V": "M0 0L5 14L10 0",
    "W": "M-.8 0L2.1 14L5 3.4L7.9 14L10.8 0",
    "X": "M.5 0L9.5 14M9.5 0L.5 14",
    "Y": "M.2 0L5 7.2L9.8 0M5 7.2L5 14",
    "Z": "M.6 0L9.4 0L.6 14L9.4 14",
    "a": "M8 5L8 14M8 9.5" + _BOWL,
    "b": "M.6 0L.6 14M.6 9.5" + _BELLY,
    "c": "M7.6 6.6C6.9 5.6 5.8 5 4.6 5C2.2 5 .5 6.9 .5 9.5C.5 12.1 2.2 14 4.6 14C5.8 14 6.9 13.4 7.6 12.4",
    "d": "M8 0L8 14M8 9.5" + _BOWL,
    "e": "M.5 9.3L8 9.3C8 6.7 6.6 5 4.4 5C2.1 5 .5 6.9 .5 9.5C.5 12.2 2.2 14 4.6 14C6 14 7.1 13.4 7.8 12.3",
    "f": "M6.6 .4C4.2 -.4 3 .8 3 3L3 14M.8 5.4L6 5.4",
    "g": "M8 9.5" + _BOWL + "M8 5L8 14.5C8 17 6.4 18 4.3 18C2.9 18 1.8 17.6 .9 16.8",
    "h": "M.8 0L.8 14" + _ARCH,
    "i": "M4 5L4 14M4 1.4L4 1.5",
    "j": "M4.6 5L4.6 15C4.6 17 3.6 18 1.8 17.8M4.6 1.4L4.6 1.5",
    "k": "M.9 0L.9 14M7 5L.9 10.4M3.2 8.6L7.4 14",
    "l": "M4 0L4 14",
    "m": "M-.4 5L-.4 14M-.4 8.4C-.4 6.2 .8 5 2.3 5C3.8 5 4.6 6.2 4.6 8L4.6 14M4.6 8.4C4.6 6.2 5.8 5 7.3 5"
    "C8.8 5 9.6 6.2 9.6 8L9.6 14",
    "n": "M.8 5L.8 14" + _ARCH,
    "o": "M4.3 5C6.6 5 8.1 6.9 8.1 9.5C8.1 12.1 6.6 14 4.3 14C2 14 .5 12.1 .5 9.5C.5 6.9 2 5 4.3 5Z",
    "p": "M.6 5L.6 18M.6 9.5" + _BELLY,
    "q": "M8 5L8 18M8 9.5" + _BOWL,
    "r": "M1.6 5L1.6 14M1.6 9C1.6 6.4 3.2 4.9 6 5.2",
    "s": "M7 6.4C6.4 5.5 5.4 5 4.1 5C2.3 5 1 5.9 1 7.3C1 8.8 2.4 9.2 4.2 9.5C6.1 9.8 7.4 10.3 7.4 11.7"
    "C7.4 13.1 6 14 4.1 14C2.6 14 1.4 13.4 .7 12.4",
    "t": "M3.2 1.6L3.2 11.4C3.2 13.4 4.4 14.2 6.6 13.7M.8 5.2L6.2 5.2",
    "u": "M.8 5L.8 10.6C.8 12.8 1.9 14 3.9 14C6 14 7.4 12.4 7.4 10M7.4 5L7.4 14",
    "v": "M.4 5L4.1 14L7.8 5",
    "w": "M-.6 5L1.9 14L4.3 6.6L6.7 14L9.2 5",
    "x": "M.8 5L7.4 14M7.4 5L.8 14",
    "y": "M.4 5L4.1 14M7.8 5L3.4 16.2C2.9 17.5 2 18 .6 17.8",
    "z": "M.9 5L7.3 5L.9 14L7.3 14",
    "0": "M4.3 0C6.8 0 8.2 2.9 8.2 7C8.2 11.1 6.8 14 4.3 14C1.8 14 .4 11.1 .4 7C.4 2.9 1.8 0 4.3 0Z",
    "1": "M1.6 2.8L4.9 0L4.9 14",
    "2": "M.8 3.4C1 1.3 2.4 0 4.4 0C6.5 0 7.8 1.4 7.8 3.5C7.8 5.6 6.4 7.2 .6 14L8.2 14",
    "3": "M.8 2.4C1.5 .9 2.7 0 4.2 0C6.2 0 7.5 1.3 7.5 3.3C7.5 5.4 6 6.7 3.4 6.7C6.3 6.7 8 8.1 8 10.3"
    "C8 12.6 6.5 14 4.2 14C2.4 14 1 13.1 .4 11.3",
    "4": "M6 14L6 0L.2 9.8L8.4 9.8",
    "5": "M7.4 0L1.6 0L1 6.4C1.9 5.6 3 5.2 4.2 5.2C6.5 5.2 8 6.9 8 9.5C8 12.2 6.4 14 4 14C2.4 14 1.1 13.2 .4 11.8",
    "6": "M6.9 .4C3 1.2 .6 4.6 .6 9.2C.6 12.2 2.1 14 4.4 14C6.7 14 8.2 12.2 8.2 9.6C8.2 7 6.7 5.3 4.5 5.3"
    "C2.4 5.3 .9 6.8 .6 9.2",
    "7": "M.4 0L8.2 0L3.2 14",
    "8": "M4.3 6.5C2.2 6.5 1 5.2 1 3.3C1 1.3 2.3 0 4.3 0C6.3 0 7.6 1.3 7.6 3.3C7.6 5.2 6.4 6.5 4.3 6.5"
    "C1.9 6.5 .4 8 .4 10.2C.4 12.5 2 14 4.3 14C6.6 14 8.2 12.5 8.2 10.2C8.2 8 6.7 6.5 4.3 6.5",
    "9": "M1.7 13.6C5.6 13.2 8 9.4 8 4.8C8 1.8 6.5 0 4.2 0C1.9 0 .4 1.8 .4 4.4C.4 7 1.9 8.7 4.1 8.7"
    "C6.2 8.7 7.7 7.2 8 4.8",
}

_COMMAND = re.compile(r"([MLCZ])([^MLCZ]*)")
_NUMBER = re.compile(r"-?(?:[0-9]+\.?[0-9]*|\.[0-9]+)")
_ADVANCE = 12.0
"""From the left of one character of a word to that of the next."""


def number(value: float) -> str:
    """A number in a picture, rounded so that every machine writes the same."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def word(text: str, x: float, y: float, height: float, anchor: str = "middle") -> str:
    """Path data that writes a word with its middle at (x, y); a character without a glyph is left out."""
    scale = height / 14
    known = [char for char in text if char in GLYPHS]
    length = _ADVANCE * (len(known) - 1) * scale
    start = {"start": x, "middle": x - length / 2, "end": x - length}[anchor]
    return "".join(
        f"M{number(start + at * _ADVANCE * scale)} {number(y)}{_relative(char, round(scale, 4))}"
        for at, char in enumerate(known)
    )


@lru_cache(maxsize=512)
def _relative(char: str, scale: float) -> str:
    """The strokes of a glyph as relative commands; the pen stands on its middle."""
    xs: list[float] = []
    parsed: list[tuple[str, list[float]]] = []
    for command, arguments in _COMMAND.findall(GLYPHS[char]):
        values = [float(value) for value in _NUMBER.findall(arguments)]
        parsed.append((command, values))
        xs += values[0::2]
    at = ((min(xs) + max(xs)) / 2 * scale, 7 * scale)
    start = at
    parts = []
    for command, values in parsed:
        if command == "Z":
            parts.append("z")
            at = start
            continue
        points = [(x * scale, y * scale) for x, y in zip(values[0::2], values[1::2], strict=True)]
        steps = " ".join(f"{number(x - at[0])} {number(y - at[1])}" for x, y in points)
        parts.append(command.lower() + steps)
        at = points[-1]
        if command == "M":
            start = at
    return "".join(parts)
