"""What is said of rules, checked by brute force on a few games; `bench/truth.py` takes thousands."""

from __future__ import annotations

import pytest

from bench import truth


@pytest.mark.parametrize(
    ("name", "games"), [("one way", 60), ("never", 25), ("fixes", 25), ("format", 25)]
)
def test_nothing_that_is_said_is_false(name: str, games: int) -> None:
    count, false = truth.run(name, games)
    assert count >= 5
    assert false == 0
