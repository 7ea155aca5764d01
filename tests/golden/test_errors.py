"""Every bad file in `errors` gives the diagnostics in the text beside it, as `sbg check` shows them.

After a change that is meant, `SBG_GOLDEN=write pytest tests/golden` writes the texts anew; read
the difference before you commit it.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from sbg.language.syntax import CODES
from sbg.language.syntax.render import full
from sbg.pipeline import decode, diagnose
from tests.golden.switch import writing

ERRORS = Path(__file__).parent / "errors"
FILES = sorted(ERRORS.glob("*.sbg"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_diagnostics(path: Path) -> None:
    shown = full(diagnose(decode(path.read_bytes(), path.name)))
    golden = path.with_suffix(".txt")
    if writing():
        golden.write_text(shown, encoding="utf-8")
    assert shown == golden.read_text(encoding="utf-8")
    assert shown, "a file without mistakes is not kept here"


def test_every_text_has_its_file() -> None:
    assert {path.stem for path in ERRORS.glob("*.txt")} == {path.stem for path in FILES}


@pytest.mark.parametrize("code", [code for code in CODES if code.startswith("SBG4")])
def test_every_warning_is_shown(code: str) -> None:
    texts = [path.read_text(encoding="utf-8") for path in ERRORS.glob("*.txt")]
    assert any(f"[{code}]" in text for text in texts)
