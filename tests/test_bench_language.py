"""The measurements of the language: their files are games of the size they should have, and cost what they may."""

from __future__ import annotations

import pytest

from bench import language, run
from sbg import syntax
from sbg.syntax import Source


@pytest.mark.parametrize("size", language.SIZES)
def test_files_of_a_given_length(size: int) -> None:
    text = language.sized(size)
    assert 0.95 * size < len(text) < 1.05 * size
    assert syntax.check(syntax.parse(Source("x", text))).description is not None


def test_what_it_costs() -> None:
    found = language.measure(quick=True, say=lambda what: None)
    # Generous, for machines that are slow or busy: the limits themselves are for `make bench` to show.
    assert 0 <= found["start"] < 4 * language.LIMITS["start"]
    assert 0 < found["warm"] < 4 * language.LIMITS["warm"]
    assert found["reference"]["seconds"] < language.LIMITS["reference"]
    per_byte = [seconds / int(size) for size, seconds in found["growth"].items()]
    assert max(per_byte) < 5 * min(per_byte)  # if cost were quadratic it would be a thousandfold
    text = language.render(found)
    assert "| 1,000,000 bytes |" in text
    assert "language" in run.SECTIONS
