"""Checks of numbers that a caller gives; TypeError or ValueError says which one is wrong, and why."""

from __future__ import annotations

import math
import operator
from typing import Any

from sbg.base.errors import shown


def whole(value: Any, name: str, least: int | None = None, most: int | None = None) -> int:
    """A whole number within bounds, as int; NumPy's are taken too, True and False are not."""
    try:
        if isinstance(value, bool):
            raise TypeError
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} is a whole number, not {type(value).__name__}") from None
    if (least is not None and number < least) or (most is not None and number > most):
        raise ValueError(f"{name} is a number {span(least, most)}, not {shown(number)}")
    return number


def real(value: Any, name: str, least: float = 0, most: float = math.inf) -> float:
    """A finite number within bounds, as float."""
    number = _float(value, name)
    if not math.isfinite(number) or not least <= number <= most:
        low, high = (side if math.isfinite(side) else None for side in (least, most))
        raise ValueError(f"{name} is a number {span(low, high)}".rstrip() + f", not {shown(value)}")
    return number


def positive(value: Any, name: str, most: float = math.inf) -> float:
    """A finite number above 0, as float."""
    number = _float(value, name)
    if not 0 < number <= most or number == math.inf:
        raise ValueError(f"{name} is a positive number, not {shown(value)}")
    return number


def seed_bits(seed: Any) -> int:
    """The 64 bits that a seed stands for: any whole number is one."""
    return whole(seed, "seed") & 0xFFFF_FFFF_FFFF_FFFF


def _float(value: Any, name: str) -> float:
    try:
        if isinstance(value, bool | str | bytes):
            raise TypeError
        return float(value)
    except TypeError:
        raise TypeError(f"{name} is a number, not {type(value).__name__}") from None
    except OverflowError:  # of a whole number
        return math.inf


def span(least: float | None, most: float | None) -> str:
    """The bounds of a number in words, for messages: `from 1 to 1024`."""
    low = None if least is None else f"{least:g}"
    high = None if most is None else f"{most}" if isinstance(most, int) else f"{most:.0f}"
    if low is None:
        return f"up to {high}" if high else ""
    return f"from {low} to {high}" if high else f"from {low} up"
