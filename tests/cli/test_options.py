"""Options that are numbers have bounds, which every command states in the same words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args

import pytest
from cyclopts import Token

from sbg.app.cli import app, options
from sbg.app.cli.terminal import Misuse
from sbg.base import bounds
from sbg.base.numbers import span


def numbers() -> Iterator[tuple[str, Any]]:
    """Every argument of every command that is a number."""
    made = app.make()
    for group in app.COMMANDS.values():
        for command in group:
            for argument in made[command].assemble_argument_collection():
                if {int, float} & {*(get_args(argument.hint) or [argument.hint])} - {bool}:
                    yield command, argument


NUMBERS = list(numbers())
BOUNDS = "is a (whole )?number from .* to|is a size (such as|from .* to)"


def test_there_are_numbers() -> None:
    names = {(command, argument.name) for command, argument in NUMBERS}
    assert {("perft", "DEPTH"), ("perft", "--threads"), ("match", "--jobs")} < names
    assert ("replay", "NUMBER") in names
    assert len(names) > 40


@pytest.mark.parametrize(
    ("command", "argument"),
    NUMBERS,
    ids=lambda value: value if isinstance(value, str) else value.name,
)
def test_a_number_has_bounds(command: str, argument: Any) -> None:
    convert = argument.parameter.converter
    assert convert is not None, "say what it takes, with options.whole or options.number"
    for text in ("x", "", "nan", "inf", "-inf", "-1", "1e99", "9" * 30, "٣"):
        with pytest.raises(options.OutOfBoundsError, match=BOUNDS):
            convert(argument.hint, [Token(value=text)])


@pytest.mark.parametrize(
    "words",
    [
        ["perft", "hexapawn", "2", "--threads", "2000"],
        ["analyse", "hexapawn", "--threads", "2000"],
        ["bench", "hexapawn", "--threads", "2000"],
    ],
    ids=lambda words: words[0],
)
def test_every_command_refuses_in_the_same_words(words: list[str]) -> None:
    with pytest.raises(Misuse) as caught:
        app.call(words)
    assert str(caught.value) == "--threads is a whole number from 1 to 1024, not `2000`"
    assert caught.value.help == f"see `sbg {words[0]} --help`"
    assert caught.value.code == 2


@pytest.mark.parametrize(
    ("least", "most", "text"),
    [
        (1, 1024, "from 1 to 1024"),
        (0, None, "from 0 up"),
        (None, 9, "up to 9"),
        (None, None, ""),
        (0.001, 1e6, "from 0.001 to 1000000"),
        (0, bounds.MAX_SEED, "from 0 to 9223372036854775807"),
    ],
)
def test_bounds_in_words(least: float | None, most: float | None, text: str) -> None:
    assert span(least, most) == text
