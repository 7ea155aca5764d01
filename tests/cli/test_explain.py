"""`sbg explain`: every code of the table, and those that are not in it."""

from __future__ import annotations

import json

import pytest

from sbg.language.syntax import CODES
from tests.cli.conftest import Command


@pytest.mark.parametrize("code", CODES)
def test_every_code_is_explained(command: Command, code: str) -> None:
    entry = CODES[code]
    answer = command("explain", code)
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.startswith(f"{entry.severity}[{code}]: {entry.title}\n")
    if entry.wrong:
        assert f"    {entry.severity}[{code}]: " in answer.out  # as it is rendered
        assert "wrong.sbg:" in answer.out
        assert "Right:\n" in answer.out


def test_all_codes_are_listed(command: Command) -> None:
    lines = command("explain").out.splitlines()
    assert [line.split()[0] for line in lines] == list(CODES)


def test_codes_are_understood_in_small_letters_and_as_numbers(command: Command) -> None:
    right = command("explain", "SBG003").out
    assert command("explain", "sbg003").out == right
    assert command("explain", "3").out == right


def test_an_unknown_code_suggests_the_nearest(command: Command) -> None:
    answer = command("explain", "SBG2O1")
    assert (answer.code, answer.out) == (2, "")
    assert "SBG2O1" in answer.err
    assert "SBG201" in answer.err


def test_json(command: Command) -> None:
    assert json.loads(command("explain", "SBG201", "--json").out)["title"] == CODES["SBG201"].title
    assert [entry["code"] for entry in json.loads(command("explain", "--json").out)] == list(CODES)
