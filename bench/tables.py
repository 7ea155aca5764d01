"""Prints rows of cells as a table, in a form that Markdown reads too."""

from __future__ import annotations

from collections.abc import Sequence


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Columns of even width; all but the first are numbers and stand to the right."""
    lines = [list(heads), *map(list, rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    rule = ["-" * widths[0], *("-" * (width - 1) + ":" for width in widths[1:])]
    return "\n".join(
        "| "
        + " | ".join(
            f"{cell:<{width}}" if number == 0 else f"{cell:>{width}}"
            for number, (cell, width) in enumerate(zip(line, widths, strict=True))
        )
        + " |"
        for line in [lines[0], rule, *lines[1:]]
    )


def short(number: float, unit: str = "") -> str:
    """A number with three digits: `8.26 M`."""
    for prefix in ("", "k", "M", "G"):
        if number < 999.5 or prefix == "G":
            digits = 0 if number >= 99.95 else 1 if number >= 9.995 else 2
            return f"{number:.{digits}f} {prefix}{unit}".rstrip()
        number /= 1000
    raise AssertionError
