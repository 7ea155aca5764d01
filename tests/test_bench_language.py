"""The measurements of the language: their files are games of the size they should have, and all is shown."""

from __future__ import annotations

import pytest

from bench import language, run
from sbg.language import syntax
from sbg.language.syntax import Source


@pytest.mark.parametrize("size", language.SIZES)
def test_files_of_a_given_length(size: int) -> None:
    text = language.sized(size)
    assert 0.95 * size < len(text) < 1.05 * size
    assert syntax.check(syntax.parse(Source("x", text))).description is not None


def test_what_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether it is quick enough is for `make bench` to show."""
    monkeypatch.setattr(language, "SIZES", (1_000, 4_000))
    said: list[str] = []
    found = language.measure(quick=True, say=said.append)
    assert len(said) == 3
    assert 0 < found["warm"] < found["clock"]
    assert found["reference"]["plies"] <= 100
    assert found["growth"].keys() == {"1000", "4000"}
    text = language.render(found)
    assert "| 4,000 bytes" in text
    assert f"{1000 * found['warm']:.2f}" in text
    assert "language" in run.SECTIONS
