"""What is said about each bundled game is what somebody has read and found good."""

from __future__ import annotations

from pathlib import Path

import pytest

import sbg
from sbg.language import games
from tests.golden.switch import writing

GOLDEN = Path(__file__).resolve().parent.parent / "golden" / "words"


@pytest.mark.parametrize("name", games.names())
def test_words_of_bundled_games(name: str) -> None:
    """SBG_GOLDEN=write writes the texts anew: read them before you commit them."""
    path = GOLDEN / f"{name}.txt"
    text = f"{sbg.describe(sbg.load(name))}\n"
    if writing():
        path.write_text(text, encoding="utf-8", newline="\n")
    assert path.read_text(encoding="utf-8") == text


def test_no_text_is_left_over() -> None:
    assert sorted(path.stem for path in GOLDEN.iterdir()) == games.names()
