"""The bad files of `errors`, by their names: `SBGnnn-…` has one mistake of that code, `several-…` has more.

A file with one mistake gets one diagnostic and no others that only follow from it; the text beside it (compared in
`test_errors`) shows where and how.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from sbg.language import syntax
from sbg.language.syntax import CODES
from sbg.pipeline import decode

ERRORS = Path(__file__).parent / "errors"
SINGLE = sorted(ERRORS.glob("SBG*.sbg"))
SEVERAL = sorted(ERRORS.glob("several-*.sbg"))
# These need a file that is too large to keep; `tests/test_bad_input.py` makes them.
TOO_LARGE_TO_KEEP = {"SBG301", "SBG304", "SBG308", "SBG309"}
TRANSLATION = "SBG6"
"""Codes of what cannot be translated; `tests/translation` has a case of each."""


def codes(path: Path) -> list[str]:
    parsed = syntax.parse(decode(path.read_bytes(), path.name))
    return [diagnostic.code for diagnostic in syntax.check(parsed).diagnostics]


@pytest.mark.parametrize("path", SINGLE, ids=lambda path: path.stem)
def test_one_mistake_is_one_diagnostic(path: Path) -> None:
    assert codes(path) == [path.name[:6]]


@pytest.mark.parametrize("path", SEVERAL, ids=lambda path: path.stem)
def test_several_mistakes_are_all_told(path: Path) -> None:
    assert len(codes(path)) > 1


def test_every_error_is_shown() -> None:
    errors = {
        code
        for code, entry in CODES.items()
        if entry.severity == "error" and not code.startswith(TRANSLATION)
    }
    assert {path.name[:6] for path in SINGLE} == errors - TOO_LARGE_TO_KEEP
