"""The table of codes: every wrong example gives its code and nothing else, every right one gives nothing."""

from __future__ import annotations

import re

import pytest

import sbg
from sbg.language.syntax import CODES, Source
from sbg.language.syntax.codes import GAME
from sbg.pipeline import diagnose

FAMILIES = {"0": "error", "1": "error", "2": "error", "3": "error", "4": "warning", "6": "error"}
HINTS = {"SBG415", "SBG416", "SBG418"}


@pytest.mark.parametrize("code", [code for code, entry in CODES.items() if entry.wrong])
def test_the_wrong_example_gives_this_very_code(code: str) -> None:
    assert [found.code for found in diagnose(Source("x", CODES[code].wrong))] == [code]


@pytest.mark.parametrize("code", [code for code, entry in CODES.items() if entry.right])
def test_the_right_example_gives_nothing(code: str) -> None:
    assert sbg.check(CODES[code].right) == []


@pytest.mark.parametrize("code", CODES)
def test_entries_are_whole(code: str) -> None:
    entry = CODES[code]
    assert re.fullmatch(r"SBG[0-46][0-9]{2}", code)
    assert entry.code == code
    assert entry.severity == ("hint" if code in HINTS else FAMILIES[code[3]])
    assert entry.title
    assert entry.title[-1] != "."
    assert entry.explanation.endswith(".")
    assert bool(entry.wrong) == bool(entry.right)
    assert entry.wrong != GAME


def test_codes_are_listed_in_order() -> None:
    assert list(CODES) == sorted(CODES)
