"""The version of sbg, as it is written into the files that it makes."""

from __future__ import annotations

from functools import cache
from importlib import metadata


@cache
def version() -> str:
    """The version of the installed package."""
    return metadata.version("simplified-boardgames")


def made_by() -> str:
    """What a file says of the program that made it."""
    return f"sbg {version()}"
